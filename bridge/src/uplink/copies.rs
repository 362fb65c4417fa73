//! Handles copies: a copy of this data folder, or this data folder as a copy of another one.

use std::{mem, path::PathBuf, time::Duration};

use tagbridge_api::{Error, Timestamp};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep},
};
use uuid::Uuid;

use super::{
    delivery::PushOutcome,
    lineage::Lineage,
    uplink_state::{Failure, UplinkState},
};
use crate::{
    client::UplinkError,
    device,
    log_message::{LogMessage, event},
    status::Copy,
};

/// Files next to the outbox.
#[derive(Debug, Clone)]
pub(crate) struct UplinkFiles {
    /// The folder with the device's id; `None` if the configuration contains the id.
    pub(crate) device: Option<PathBuf>,
    /// The file with the runs that pushed the stream.
    pub(crate) runs: PathBuf,
}

/// Minimum time to check whether the bridge of the original folder still runs.
const ASKED_FOR: Duration = Duration::from_secs(3);
const ASKED_EVERY: Duration = Duration::from_millis(500);

impl UplinkState {
    /// Sends heartbeats that list only this run, to find out whether the previous run still pushes
    /// from the original place of this folder. Returns an error if it does: then this folder is the
    /// copy.
    pub(super) async fn ask_for_another(&mut self, stream: Uuid) -> Result<(), UplinkError> {
        let until = Instant::now() + ASKED_FOR.max(self.uploader.interval * 2);
        let mut first = None;
        loop {
            match self.heartbeat(stream).await {
                Err(UplinkError::Copied(error)) => {
                    self.was_refused = true;
                    let seen = error.elsewhere.as_ref().map(|it| it.last_seen);
                    if seen > *first.get_or_insert(seen) {
                        return Err(UplinkError::Copied(error));
                    }
                }
                // The service does not know the stream, so no other bridge pushes it.
                other => return other.map(drop),
            }
            if Instant::now() >= until {
                break;
            }
            sleep(ASKED_EVERY).await;
        }
        self.lineage.change(Lineage::settle).await;
        Ok(())
    }

    /// Handles the refusal of this folder as a copy. The stored snapshots start a new stream. If
    /// the original still runs, this bridge becomes another device.
    pub(super) async fn part(&mut self, error: &Error) -> Result<PushOutcome, Failure> {
        let (stream_id, status) = (self.stream_id(), &self.uploader.status);
        self.uploader.outbox.begin_stream(stream_id).await?;
        self.incomplete = true;
        let Some(other) = &error.elsewhere else {
            event!(error, LogMessage::OutboxOlderCopy, %stream_id);
            return Ok(PushOutcome::Again);
        };
        event!(error, LogMessage::FolderIsCopy, %stream_id, other = other.device);
        if let Some(folder) = self.uploader.places.device.clone() {
            let before = status.device_id();
            match spawn_blocking(move || device::renew(&folder, &before)).await {
                Ok(Ok(id)) => status.set_device_id(&id),
                Ok(Err(error)) => event!(error, LogMessage::DeviceNotRenewed, %error),
                Err(_) => {}
            }
        }
        status.update(|it| it.copy = Some(Copy::Itself));
        Ok(PushOutcome::Again)
    }

    /// Reports that a copy of this folder was refused at this time, unless this run itself was
    /// refused.
    pub(super) fn tell_of_a_copy(&mut self, copied_at: Option<Timestamp>) {
        if mem::take(&mut self.was_refused) {
            self.refused_at = copied_at;
        }
        if copied_at.is_none() || copied_at == self.refused_at {
            return;
        }
        self.uploader.status.update(|it| {
            if it.copy.is_none() {
                event!(error, LogMessage::FolderCopied);
                it.copy = Some(Copy::Elsewhere);
            }
        });
    }
}
