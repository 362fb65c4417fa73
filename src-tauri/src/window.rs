//! The one window.

mod window_position;

use tagbridge_desk::Desk;
use tauri::{
    AppHandle, Manager, PhysicalPosition, PhysicalSize, Url, WebviewUrl, WebviewWindow,
    WebviewWindowBuilder, WindowEvent, webview::PageLoadEvent,
};
use tauri_plugin_autostart::ManagerExt;
use tauri_plugin_window_state::StateFlags;

use self::window_position::Area;

use crate::log_message::{LogMessage, event};

/// The argument of autostart: only the tray icon is shown.
pub(crate) const HIDDEN: &str = "--hidden";
const LABEL: &str = "main";

/// The restored state. It does not include whether the window was hidden: a user who starts the
/// program wants to see it.
pub(crate) const KEPT: StateFlags = StateFlags::all().difference(StateFlags::VISIBLE);

/// Opens the window. Closing the window hides it; the sessions continue.
pub(crate) fn open(app: &AppHandle) -> tauri::Result<()> {
    let (width, height) = size_at_first(app)?;
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title("Tagbridge")
        .inner_size(width, height)
        .min_inner_size(900.0, 600.0)
        .visible(!std::env::args_os().any(|it| it == HIDDEN))
        .on_navigation(is_ours)
        // It carries the state and the project.
        .on_document_title_changed(|window, title| {
            let _shown_already = window.set_title(&title);
        })
        .on_page_load(|window, page| {
            // At this point the window has its last position.
            if page.event() == PageLoadEvent::Finished {
                keep_in_sight(&window);
            }
        })
        .build()?;
    #[cfg(all(debug_assertions, target_os = "linux"))]
    window.with_webview(|page| {
        use webkit2gtk::{SettingsExt, WebViewExt};
        // Writes the page's log messages to the terminal.
        if let Some(settings) = page.inner().settings() {
            settings.set_enable_write_console_messages_to_stdout(true);
        }
    })?;
    let hidden = window.clone();
    window.on_window_event(move |event| {
        if let WindowEvent::CloseRequested { api, .. } = event {
            api.prevent_close();
            let _gone_already = hidden.hide();
        }
    });
    Ok(())
}

/// Its initial size, in logical pixels, limited by the monitor.
fn size_at_first(app: &AppHandle) -> tauri::Result<(f64, f64)> {
    let (width, height) = (1280.0, 832.0);
    let Some(monitor) = app.primary_monitor()? else { return Ok((width, height)) };
    let room = monitor.work_area().size.to_logical::<f64>(monitor.scale_factor());
    Ok((room.width.min(width), room.height.min(height)))
}

/// Brings it up, wherever it was.
pub(crate) fn show(app: &AppHandle) {
    let Some(window) = app.get_webview_window(LABEL) else { return };
    let shown = window.show().and_then(|()| window.unminimize()).and_then(|()| window.set_focus());
    if let Err(error) = shown {
        event!(warn, LogMessage::WindowNotShown, %error);
    }
    keep_in_sight(&window);
}

/// Starts with the user's login from now on, or does not.
pub(crate) fn follow_settings(app: &AppHandle, desk: &Desk) {
    let autostart = app.autolaunch();
    let wanted = desk.settings().autostart;
    if autostart.is_enabled().is_ok_and(|it| it == wanted) {
        return;
    }
    let set = if wanted { autostart.enable() } else { autostart.disable() };
    if let Err(error) = set {
        event!(warn, LogMessage::AutostartNotTaken, %error);
    }
}

/// Moves it to a place where it can be seen and moved by the user: its monitor may have been
/// removed, or may be smaller.
fn keep_in_sight(window: &WebviewWindow) {
    if let Err(error) = try_to_keep_in_sight(window) {
        event!(warn, LogMessage::PlaceUnknown, %error);
    }
}

fn try_to_keep_in_sight(window: &WebviewWindow) -> tauri::Result<()> {
    if window.is_maximized()? || window.is_fullscreen()? {
        return Ok(());
    }
    let (position, size) = (window.outer_position()?, window.outer_size()?);
    let inner = window.inner_size()?;
    let mut monitors: Vec<Area> = Vec::new();
    for it in window.primary_monitor()?.iter().chain(&window.available_monitors()?) {
        monitors.push(area(it.work_area().position, it.work_area().size));
    }
    let Some(place) = window_position::fit(area(position, size), &monitors) else { return Ok(()) };
    // The size of the system's frame around it does not change.
    let inside = |outer: i32, outer_now: u32, inner_now: u32| {
        u32::try_from(outer).unwrap_or_default().saturating_sub(outer_now.saturating_sub(inner_now))
    };
    window.set_size(PhysicalSize::new(
        inside(place.width, size.width, inner.width),
        inside(place.height, size.height, inner.height),
    ))?;
    window.set_position(PhysicalPosition::new(place.x, place.y))
}

fn area(position: PhysicalPosition<i32>, size: PhysicalSize<u32>) -> Area {
    let length = |it: u32| i32::try_from(it).unwrap_or(i32::MAX);
    let (width, height) = (length(size.width), length(size.height));
    Area { x: position.x, y: position.y, width, height }
}

/// It shows only the screens of this program.
fn is_ours(url: &Url) -> bool {
    matches!(
        (url.scheme(), url.host_str()),
        ("tauri", Some("localhost")) | ("http" | "https", Some("tauri.localhost"))
    )
}
