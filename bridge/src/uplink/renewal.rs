//! Waits for another key after the present one was refused.

use std::time::Duration;

use tokio::{task::spawn_blocking, time::sleep};

use super::Uploader;
use crate::{config::KeySource, secret::Key};

/// How often the place of a refused key is read again.
const KEY_LOOK: Duration = Duration::from_secs(1);

impl Uploader {
    /// Waits for a key that differs from the refused one. If no key was refused, waits permanently.
    pub(super) async fn another_key(&self, refused: Option<&Key>) {
        let Some(refused) = refused else { return std::future::pending().await };
        loop {
            // A person may have set one.
            if self.client.key() != *refused {
                return;
            }
            let source = self.key.clone();
            if matches!(source, KeySource::Kept(_))
                && let Ok(Ok(key)) = spawn_blocking(move || source.read()).await
                && key != *refused
            {
                return self.client.use_key(&key);
            }
            sleep(KEY_LOOK).await;
        }
    }
}
