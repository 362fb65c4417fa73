//! The system's wish that the program ends, as at the end of a login: sessions end in order.

use tauri::{AppHandle, async_runtime::spawn};

/// Leaves when the system says so.
pub(crate) fn obey(app: &AppHandle) {
    let app = app.clone();
    spawn(async move {
        match asked().await {
            Ok(()) => app.exit(0),
            Err(error) => tracing::warn!(%error, "the system's signals cannot be heard"),
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
