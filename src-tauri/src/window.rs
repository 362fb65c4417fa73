//! The one window.

use tagbridge_desk::Desk;
use tauri::{AppHandle, Manager, Url, WebviewUrl, WebviewWindowBuilder, WindowEvent};
use tauri_plugin_autostart::ManagerExt;
use tauri_plugin_window_state::StateFlags;

/// How autostart says that only the tray is wanted.
pub(crate) const HIDDEN: &str = "--hidden";
const LABEL: &str = "main";

/// What is found as it was left. Not whether it was hidden: who starts the program wants to see it.
pub(crate) const KEPT: StateFlags = StateFlags::all().difference(StateFlags::VISIBLE);

/// Opens it. Closing it hides it: the streaming goes on.
pub(crate) fn open(app: &AppHandle) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default())
        .title("Tagbridge")
        .inner_size(1280.0, 832.0)
        .min_inner_size(960.0, 600.0)
        .visible(!std::env::args().any(|it| it == HIDDEN))
        .on_navigation(is_ours)
        .build()?;
    #[cfg(all(debug_assertions, target_os = "linux"))]
    window.with_webview(|page| {
        use webkit2gtk::{SettingsExt, WebViewExt};
        // What the page logs, on the terminal.
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

/// Brings it up, wherever it was.
pub(crate) fn show(app: &AppHandle) {
    let Some(window) = app.get_webview_window(LABEL) else { return };
    let shown = window.show().and_then(|()| window.unminimize()).and_then(|()| window.set_focus());
    if let Err(error) = shown {
        tracing::warn!(%error, "the window cannot be shown");
    }
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
        tracing::warn!(%error, "the system did not take whether to start with the login");
    }
}

/// Nothing is shown but the screens that came with the program.
fn is_ours(url: &Url) -> bool {
    matches!(
        (url.scheme(), url.host_str()),
        ("tauri", Some("localhost")) | ("http" | "https", Some("tauri.localhost"))
    )
}
