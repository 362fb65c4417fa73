//! The tray: what is going on, and the way to the window and out.

mod texts;

use tagbridge_desk::{
    Desk,
    view::{Session, SessionState},
};
use tauri::{
    AppHandle, Manager,
    async_runtime::spawn,
    menu::{Menu, MenuEvent, MenuItem, PredefinedMenuItem},
    tray::TrayIconBuilder,
};
use tauri_plugin_dialog::{DialogExt, MessageDialogButtons};

use crate::{seat::Seat, window};

const STATE: &str = "state";
const PAUSE: &str = "pause";
const OPEN: &str = "open";
const QUIT: &str = "quit";

/// Puts it up, and keeps it up to date.
pub(crate) fn build(app: &AppHandle, desk: &Desk) -> tauri::Result<()> {
    let texts = texts::of(desk.settings().language);
    let state = MenuItem::with_id(app, STATE, texts.none, false, None::<&str>)?;
    let pause = MenuItem::with_id(app, PAUSE, texts.pause, false, None::<&str>)?;
    let open = MenuItem::with_id(app, OPEN, texts.open, true, None::<&str>)?;
    let quit = MenuItem::with_id(app, QUIT, texts.quit, true, None::<&str>)?;
    let line = PredefinedMenuItem::separator(app)?;
    let menu = Menu::with_items(app, &[&state, &pause, &line, &open, &quit])?;
    let mut tray = TrayIconBuilder::new().tooltip("Tagbridge").menu(&menu).on_menu_event(obey);
    if let Some(icon) = app.default_window_icon() {
        tray = tray.icon(icon.clone());
    }
    let tray = tray.build(app)?;
    let desk = desk.clone();
    spawn(async move {
        let mut status = desk.status();
        loop {
            let texts = texts::of(desk.settings().language);
            let sessions = desk.sessions();
            let summary = texts.summary(&sessions);
            let labels = state
                .set_text(&summary)
                .and_then(|()| pause.set_text(texts.pause_or_resume(&sessions)))
                .and_then(|()| pause.set_enabled(sessions.iter().any(is_running)))
                .and_then(|()| open.set_text(texts.open))
                .and_then(|()| quit.set_text(texts.quit))
                .and_then(|()| tray.set_tooltip(Some(format!("Tagbridge: {summary}"))));
            if labels.is_err() || status.changed().await.is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "asked for by the library")]
fn obey(app: &AppHandle, event: MenuEvent) {
    match event.id().as_ref() {
        OPEN => window::show(app),
        PAUSE => pause_or_resume(app),
        QUIT => quit(app),
        _ => {}
    }
}

/// Pauses all sessions that run; when none does, goes on with all that are paused.
fn pause_or_resume(app: &AppHandle) {
    let seat = app.state::<Seat>();
    let sessions = seat.desk.sessions();
    let command = if all_paused(&sessions) { "resume" } else { "pause" };
    let screen = seat.screen();
    spawn(async move {
        for session in sessions.iter().filter(|it| is_running(it)) {
            let arguments = serde_json::json!({ "session": session.name });
            if let Err(failure) = screen.call(command, arguments).await {
                tracing::warn!(session = session.name, %failure, "a session does not obey");
            }
        }
    });
}

/// Says what will stop; without anything that runs it needs no question.
fn quit(app: &AppHandle) {
    let desk = &app.state::<Seat>().desk;
    let texts = texts::of(desk.settings().language);
    let running: Vec<Session> = desk.sessions().into_iter().filter(is_running).collect();
    if running.is_empty() {
        return app.exit(0);
    }
    let leaver = app.clone();
    app.dialog()
        .message(texts.what_stops(&running))
        .title(texts.quit)
        .buttons(MessageDialogButtons::OkCancelCustom(texts.quit.into(), texts.stay.into()))
        .show(move |sure| {
            if sure {
                leaver.exit(0);
            }
        });
}

fn is_running(it: &Session) -> bool {
    !matches!(it.state, SessionState::Stopped { .. } | SessionState::Fault { .. })
}

fn is_paused(it: &Session) -> bool {
    matches!(it.state, SessionState::Paused { .. })
}

fn all_paused(sessions: &[Session]) -> bool {
    sessions.iter().filter(|it| is_running(it)).all(is_paused)
}
