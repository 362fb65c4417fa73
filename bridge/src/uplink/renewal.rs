//! Waiting for another key where the one that is used is refused.

use std::time::Duration;

use tokio::{task::spawn_blocking, time::sleep};

use super::Uploader;
use crate::{config::KeySource, secret::Key};

/// How often a key that is refused is looked for again where it came from.
const KEY_LOOK: Duration = Duration::from_secs(1);

impl Uploader {
    /// Waits until there is another key than the one that was refused; without such, forever.
    pub(super) async fn another_key(&self, refused: Option<&Key>) {
        let Some(refused) = refused else { return std::future::pending().await };
        loop {
            // A person may have given one.
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
