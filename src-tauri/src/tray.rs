//! The tray icon: the state of the sessions, and a menu to open the window and to quit.

pub(crate) mod texts;

use std::sync::{Mutex, PoisonError};

use tagbridge_desk::{
    Desk,
    view::{Session, SessionState},
};
use tauri::{
    AppHandle, Manager, Wry,
    async_runtime::spawn,
    menu::{Menu, MenuEvent, MenuItem, PredefinedMenuItem},
    tray::{TrayIcon, TrayIconBuilder},
};
use tauri_plugin_dialog::{DialogExt, MessageDialogButtons};

use self::texts::TrayText;
use crate::{
    log_message::{LogMessage, event},
    state::WindowState,
    window,
};

const STATE: &str = "state";
const PAUSE: &str = "pause";
const OPEN: &str = "open";
const QUIT: &str = "quit";

/// The contents of the tray, and its current texts.
pub(crate) struct Tray {
    icon: TrayIcon,
    state: MenuItem<Wry>,
    pause: MenuItem<Wry>,
    open: MenuItem<Wry>,
    quit: MenuItem<Wry>,
    said: Mutex<Option<MenuText>>,
}

/// The text of the menu. Only changes are sent to its display.
#[derive(PartialEq)]
struct MenuText {
    summary: String,
    pause: String,
    can_pause: bool,
    open: String,
    quit: String,
}

/// Puts it up, and keeps it up to date.
pub(crate) fn build(app: &AppHandle, desk: &Desk) -> tauri::Result<()> {
    let language = desk.settings().language;
    let item = |id, text: TrayText, enabled| {
        MenuItem::with_id(app, id, text.said(language), enabled, None::<&str>)
    };
    let state = item(STATE, TrayText::NoSession, false)?;
    let pause = item(PAUSE, TrayText::Pause, false)?;
    let open = item(OPEN, TrayText::Open, true)?;
    let quit = item(QUIT, TrayText::Quit, true)?;
    let line = PredefinedMenuItem::separator(app)?;
    let menu = Menu::with_items(app, &[&state, &pause, &line, &open, &quit])?;
    let mut icon =
        TrayIconBuilder::new().tooltip("Tagbridge").menu(&menu).on_menu_event(handle_menu_item);
    if let Some(it) = app.default_window_icon() {
        icon = icon.icon(it.clone());
    }
    let icon = icon.build(app)?;
    app.manage(Tray { icon, state, pause, open, quit, said: Mutex::default() });
    let (app, mut status) = (app.clone(), desk.status());
    spawn(async move {
        loop {
            refresh(&app);
            if status.changed().await.is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Shows the present state in the present language.
pub(crate) fn refresh(app: &AppHandle) {
    let (tray, desk) = (app.state::<Tray>(), &app.state::<WindowState>().desk);
    let language = desk.settings().language;
    let sessions = desk.sessions();
    let pause = if all_paused(&sessions) { TrayText::Resume } else { TrayText::Pause };
    let now = MenuText {
        summary: texts::summary(&sessions, language),
        pause: pause.said(language),
        can_pause: sessions.iter().any(is_running),
        open: TrayText::Open.said(language),
        quit: TrayText::Quit.said(language),
    };
    let mut said = tray.said.lock().unwrap_or_else(PoisonError::into_inner);
    if said.as_ref() == Some(&now) {
        return;
    }
    if let Err(error) = tray.say(&now) {
        event!(warn, LogMessage::TrayOutdated, %error);
    }
    *said = Some(now);
}

impl Tray {
    fn say(&self, said: &MenuText) -> tauri::Result<()> {
        self.state.set_text(&said.summary)?;
        self.pause.set_text(&said.pause)?;
        self.pause.set_enabled(said.can_pause)?;
        self.open.set_text(&said.open)?;
        self.quit.set_text(&said.quit)?;
        self.icon.set_tooltip(Some(format!("Tagbridge: {}", said.summary)))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "asked for by the library")]
fn handle_menu_item(app: &AppHandle, event: MenuEvent) {
    match event.id().as_ref() {
        OPEN => window::show(app),
        PAUSE => pause_or_resume(app),
        QUIT => quit(app),
        _ => {}
    }
}

/// Pauses all running sessions. If no session is running, resumes all paused ones.
fn pause_or_resume(app: &AppHandle) {
    let state = app.state::<WindowState>();
    let sessions = state.desk.sessions();
    let command = if all_paused(&sessions) { "resume" } else { "pause" };
    let (app, screen) = (app.clone(), state.screen());
    spawn(async move {
        for session in sessions.iter().filter(|it| is_running(it)) {
            let arguments = serde_json::json!({ "session": session.name });
            if let Err(failure) = screen.call(command, arguments).await {
                event!(warn, LogMessage::SessionDisobeys, session = session.name, failure = ?failure.said());
            }
        }
        refresh(&app);
    });
}

/// Asks before it stops running sessions; without running sessions it quits at once.
fn quit(app: &AppHandle) {
    let desk = &app.state::<WindowState>().desk;
    let language = desk.settings().language;
    let running: Vec<Session> = desk.sessions().into_iter().filter(is_running).collect();
    if running.is_empty() {
        return app.exit(0);
    }
    let leaver = app.clone();
    app.dialog()
        .message(texts::what_stops(&running, language))
        .title(TrayText::Quit.said(language))
        .buttons(MessageDialogButtons::OkCancelCustom(
            TrayText::Quit.said(language),
            TrayText::Stay.said(language),
        ))
        .show(move |sure| {
            if sure {
                leaver.exit(0);
            }
        });
}

fn is_running(session: &Session) -> bool {
    !matches!(session.state, SessionState::Stopped { .. } | SessionState::Fault { .. })
}

fn is_paused(session: &Session) -> bool {
    matches!(session.state, SessionState::Paused { .. })
}

/// Whether all that run are paused, and some do.
fn all_paused(sessions: &[Session]) -> bool {
    let mut running = sessions.iter().filter(|it| is_running(it)).peekable();
    running.peek().is_some() && running.all(is_paused)
}
