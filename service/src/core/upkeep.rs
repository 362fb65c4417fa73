//! What is done from time to time while the service serves.

use std::time::Duration;

use tokio::time::{self, Instant};

use super::{Core, keys};

/// How often jobs are looked for that an earlier service left behind.
const LOOK_EVERY: Duration = Duration::from_secs(30);
/// How often files are looked for that nothing refers to.
const SWEEP_EVERY: Duration = Duration::from_hours(6);
/// A file that was put in more lately may still get its version.
const SWEPT_FROM: Duration = Duration::from_hours(24);

impl Core {
    /// Does not return.
    pub(crate) async fn keep_up(&self) {
        let mut sweep_at = Instant::now();
        loop {
            self.work();
            self.blocking(keys::store_uses).await;
            if Instant::now() >= sweep_at {
                sweep_at += SWEEP_EVERY;
                self.blocking(sweep).await;
            }
            time::sleep(LOOK_EVERY).await;
        }
    }
}

fn sweep(core: &Core) {
    let is_used = |file: &_| core.store().read(|tx| tx.is_file_used(file));
    match core.files().sweep(SWEPT_FROM, is_used) {
        Ok(0) => {}
        Ok(files) => tracing::info!(files, "files of refused uploads were taken away"),
        Err(error) => tracing::warn!(%error, "files of refused uploads cannot be taken away"),
    }
}
