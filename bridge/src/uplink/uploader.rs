//! One task per session: delivers the outbox to the service, and receives the requested names.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, OnceLock},
    time::Duration,
};

use futures::FutureExt;
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Waits, copies::UplinkFiles, uplink_state::UplinkState};
use crate::{
    client::{Client, RequestPacer},
    config::KeySource,
    outbox::Outbox,
    session::Command,
    snapshot::LiveView,
    status::{ServiceState, SessionStatusEntry},
};

/// Maximum time for the end of a session: delivering the outbox, and reporting the end to the
/// service.
const FAREWELL: Duration = Duration::from_secs(5);

/// Returns the push interval of sessions that share a key: each push is followed by a request for
/// the names, and all requests together stay within the rate limit.
pub(crate) fn shared_push_interval(push_interval: Duration, sessions: usize) -> Duration {
    let requests = u32::try_from(sessions).unwrap_or(u32::MAX).saturating_mul(2);
    push_interval.max(RequestPacer::request_interval().saturating_mul(requests))
}

/// The uploader of a session.
pub(crate) struct Uploader {
    pub(crate) client: Client,
    /// The place of the key, which may be replaced at any time.
    pub(crate) key: KeySource,
    pub(crate) project: String,
    /// The files with the device's id and with the runs that pushed the stream.
    pub(crate) places: UplinkFiles,
    pub(crate) take_over: bool,
    /// The id of this run, after the service has confirmed the stream. Before that, no snapshots
    /// are published to a broker: a service that reads from it would have newer snapshots than this
    /// outbox.
    pub(crate) known_run: Arc<OnceLock<Uuid>>,
    pub(crate) interval: Duration,
    pub(crate) waits: Waits,
    pub(crate) seed: u64,
    pub(crate) outbox: Outbox,
    pub(crate) values: watch::Receiver<Option<Arc<LiveView>>>,
    pub(crate) session: mpsc::Sender<Command>,
    pub(crate) status: SessionStatusEntry,
}

impl Uploader {
    /// Runs until `stop`. Then it delivers what it can within some seconds, and reports the end of
    /// the session.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let status = self.status.clone();
        let end = || status.update(|it| it.service.state = ServiceState::Ended);
        let mut journey = UplinkState::new(self);
        while !stop.is_cancelled() {
            let next = Instant::from_std(journey.delivery.next);
            tokio::select! {
                () = stop.cancelled() => break,
                () = sleep_until(next) => {}
                () = journey.another_key() => {}
            }
            tokio::select! {
                () = journey.poll() => {}
                () = async { stop.cancelled().await; sleep(FAREWELL).await; } => return end(),
            }
        }
        // If the end cannot be reported in time, the service detects it by the session's time to
        // live.
        let farewell = AssertUnwindSafe(journey.farewell()).catch_unwind();
        let _late_or_broken = timeout(FAREWELL, farewell).await;
        journey.show_outbox();
        end();
    }
}
