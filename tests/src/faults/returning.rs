//! Many bridges reconnect at the same moment after an outage of the service: how soon all of them
//! are live and have delivered their snapshots, and how many snapshots the service received twice.

use std::{
    thread,
    time::{Duration, Instant},
};

use tagbridge_bridge::{Bridge, status::ServiceState};

use super::{
    fleet::{Fleet, FleetSize, ReaderStatistics, of, processor_time},
    proxy::Pushes,
};

/// The result. Times begin when the service listens again.
#[derive(Debug, Clone)]
pub struct RecoveryResult {
    /// The time until the newest value of each bridge was stored; `None`: never.
    pub all_live: Option<Duration>,
    /// The time until all snapshots were delivered.
    pub all_drained: Option<Duration>,
    /// Number of snapshots that waited at the end of the outage.
    pub waited: u64,
    /// The pushes to the service since then.
    pub pushes: Pushes,
    /// Number of snapshots that were dropped.
    pub lost: u64,
    /// The service's processor time until all snapshots were delivered.
    pub processor: Duration,
    /// The values that readers received since then.
    pub looks: ReaderStatistics,
}

impl RecoveryResult {
    /// Whether all bridges recovered, no snapshot was lost, and no old value was shown as live.
    pub fn holds(&self) -> bool {
        let is_true = self.looks.oldest < Duration::from_millis(10_300);
        self.all_drained.is_some() && self.lost == 0 && is_true
    }

    /// The share of the service's processor time for repeated snapshots, if each costs as much as a
    /// new one.
    pub fn processor_on_copies(&self) -> Duration {
        let copies = u32::try_from(self.pushes.copies).unwrap_or(u32::MAX);
        self.processor * copies / u32::try_from(self.pushes.snapshots).unwrap_or(u32::MAX).max(1)
    }
}

/// Starts the bridges, stops the service for some time, and records their recovery. Blocks. `None`:
/// no PostgreSQL is installed.
pub fn returning(size: FleetSize, outage: Duration) -> Option<RecoveryResult> {
    let (fleet, service) = Fleet::start(size)?;
    service.kill_dead();
    thread::sleep(outage);
    let waited = fleet.sum(|it| it.outbox.depth);
    let before: Vec<u64> =
        fleet.bridges.iter().map(|it| of(it, |view| view.service.pushes)).collect();
    let pushes_before = fleet.proxy.pushes();
    fleet.take_looks();

    let service = fleet.serve();
    let began = Instant::now();
    let is_back = |(bridge, before): (&Bridge, &u64)| {
        of(bridge, |it| it.service.pushes > *before && it.service.state == ServiceState::Ok)
    };
    let all_live = Fleet::until(|| fleet.bridges.iter().zip(&before).all(is_back));
    let all_drained = Fleet::until(|| fleet.is_drained()).map(|_| began.elapsed());
    let processor = processor_time(&service);
    let pushes = fleet.proxy.pushes().since(pushes_before);
    let (lost, looks) = (fleet.sum(|it| it.outbox.lost), fleet.take_looks());
    fleet.stop();
    Some(RecoveryResult { all_live, all_drained, waited, pushes, lost, processor, looks })
}
