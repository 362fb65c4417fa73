//! The state of the window: the desk, and the current page.

use std::sync::{Arc, Mutex, PoisonError};

use tagbridge_desk::{Desk, Screen};
use tauri::{
    async_runtime::{JoinHandle, block_on, spawn},
    ipc::{Channel, InvokeResponseBody},
};

/// The desk, and the screen of the page that is shown. A page that was loaded again has a new one.
pub(crate) struct WindowState {
    pub(crate) desk: Desk,
    page: Mutex<Page>,
}

struct Page {
    screen: Arc<Screen>,
    pushes: Option<JoinHandle<()>>,
}

impl WindowState {
    pub(crate) fn new(desk: Desk) -> Self {
        // The runtime prepares the first data of a screen; the window's thread is not in it.
        let screen = Arc::new(block_on(async { desk.screen() }));
        Self { desk, page: Mutex::new(Page { screen, pushes: None }) }
    }

    /// The screen of the page that is shown.
    pub(crate) fn screen(&self) -> Arc<Screen> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner).screen.clone()
    }

    /// Starts again for a loaded page, and sends the desk's messages through `channel`.
    pub(crate) fn load(&self, channel: Channel<InvokeResponseBody>) {
        let screen = Arc::new(self.desk.screen());
        let speaker = screen.clone();
        let pushes = spawn(async move {
            loop {
                let push = speaker.next().await;
                // As text: below 8 KiB, which a frame of values is, it needs no request of the page's.
                let Ok(text) = serde_json::to_string(&push) else { continue };
                if channel.send(InvokeResponseBody::Json(text)).is_err() {
                    return;
                }
            }
        });
        let mut page = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *page, Page { screen, pushes: Some(pushes) });
        if let Some(pushes) = before.pushes {
            pushes.abort();
        }
    }
}
