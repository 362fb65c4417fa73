//! The desktop app: the screens in a window, with the same desk as the console.
//!
//! Invariant: no logic lives here. A command converts, calls the desk, converts back.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod alerts;
mod commands;
mod files;
mod log_message;
mod logging;
mod rendering;
mod start_failure;
mod state;
mod tray;
mod window;

use std::{error::Error, process::ExitCode};

use tagbridge_desk::{Desk, Journal, Options, view::Face};
use tagbridge_system::asked_to_end;
use tauri::{
    App, Manager, RunEvent,
    async_runtime::{block_on, spawn},
};

use crate::{start_failure::NoWindowReason, state::WindowState};

fn main() -> ExitCode {
    rendering::settle();
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            start_failure::tell(&*error);
            ExitCode::from(5)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    // Without one the window's library would panic.
    tauri::webview_version().map_err(|_| NoWindowReason::NoWebView)?;
    // Without a display the window's library would panic.
    #[cfg(target_os = "linux")]
    gtk::init()?;
    let app = tauri::Builder::default()
        // First, so that a second start does nothing but bring up the first one's window.
        .plugin(tauri_plugin_single_instance::init(|app, _, _| window::show(app)))
        .plugin(tauri_plugin_window_state::Builder::new().with_state_flags(window::KEPT).build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_autostart::Builder::new().args([window::HIDDEN]).build())
        .invoke_handler(commands::handler())
        .setup(set_up)
        .build(tauri::generate_context!())?;
    app.run(|app, event| match event {
        // The window is closed, the streaming goes on: the tray ends it.
        RunEvent::ExitRequested { code: None, api, .. } => api.prevent_exit(),
        RunEvent::Exit => block_on(app.state::<WindowState>().desk.stop()),
        _ => {}
    });
    Ok(())
}

fn set_up(app: &mut App) -> Result<(), Box<dyn Error>> {
    let options = Options::of_user(Face::Window)?;
    let journal = Journal::default();
    logging::start(&journal);
    let desk = block_on(Desk::open(options, journal));
    app.manage(WindowState::new(desk.clone()));
    tray::build(app.handle(), &desk)?;
    alerts::watch(app.handle(), &desk);
    window::open(app.handle())?;
    window::follow_settings(app.handle(), &desk);
    let handle = app.handle().clone();
    // As at the end of a login: sessions end in order.
    spawn(async move {
        asked_to_end().await;
        handle.exit(0);
    });
    Ok(())
}
