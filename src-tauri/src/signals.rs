//! The system's wish that the program ends, as at the end of a login: sessions end in order.

use tagbridge_texts::Message;
use tauri::{AppHandle, async_runtime::spawn};

use crate::logged::{Logged, event};

/// Leaves when the system says so.
pub(crate) fn obey(app: &AppHandle) {
    let app = app.clone();
    spawn(async move {
        match asked().await {
            Ok(()) => app.exit(0),
            Err(error) => event!(warn, Logged::SignalsUnheard, error = ?Message::system(&error)),
        }
    });
}

#[cfg(unix)]
async fn asked() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut end = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = end.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn asked() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
