//! Many bridges with a service that has less processor time than it needs: the number of live and
//! waiting values, and whether sockets and memory stay bounded.

use std::{
    fs, iter,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{
    fleet::{Fleet, FleetSize, ReaderStatistics, processor_time},
    memory::memory_mib,
    proxy::Pushes,
};
use crate::Process;

/// The service alternately runs and is stopped; this is the length of one turn of both.
const TURN_MS: u32 = 100;

/// The work and the resources of the service over some time.
#[derive(Debug, Clone)]
pub struct ServiceLoad {
    /// How long it was.
    pub length: Duration,
    /// The service's processor time.
    pub processor: Duration,
    /// The received pushes.
    pub pushes: Pushes,
    /// The values that readers received.
    pub looks: ReaderStatistics,
    /// The most sockets and memory that it had.
    pub sockets: usize,
    /// In MiB.
    pub memory_mib: f64,
    /// Snapshots that waited in the bridges at the end.
    pub waiting: u64,
}

/// The results.
#[derive(Debug, Clone)]
pub struct Throttled {
    /// Before.
    pub before: ServiceLoad,
    /// While the service was throttled: two halves.
    pub throttled: [ServiceLoad; 2],
    /// Time from the end of the limit until no snapshot waited; `None`: never.
    pub drained: Option<Duration>,
    /// Snapshots that left undelivered.
    pub lost: u64,
}

impl Throttled {
    /// Whether no snapshot was lost, no old value was shown as live, all was delivered in the end,
    /// and the service had at most a quarter more sockets and memory in the second half than in the
    /// first.
    pub fn holds(&self) -> bool {
        let [first, second] = &self.throttled;
        let is_true = |it: &ServiceLoad| it.looks.oldest < Duration::from_millis(10_300);
        let is_bounded = second.sockets <= first.sockets + first.sockets / 4
            && second.memory_mib <= first.memory_mib * 1.25 + 10.0;
        self.lost == 0 && self.drained.is_some() && self.throttled.iter().all(is_true) && is_bounded
    }
}

/// Starts the bridges, and gives the service `percent` of a processor's time for `length`. Blocks. `None`: no
/// PostgreSQL is installed.
pub fn throttled(size: FleetSize, length: Duration, percent: u32) -> Option<Throttled> {
    let (fleet, service) = Fleet::start(size)?;
    let before = measure_load(&fleet, &service, length / 4);
    let throttle = throttle(&service, percent);
    let throttled = [(); 2].map(|()| measure_load(&fleet, &service, length / 2));
    drop(throttle);
    signal(&service, "-CONT");
    let drained = Fleet::until(|| fleet.is_drained());
    let lost = fleet.sum(|it| it.outbox.lost);
    fleet.stop();
    Some(Throttled { before, throttled, drained, lost })
}

fn measure_load(fleet: &Fleet, service: &Process, length: Duration) -> ServiceLoad {
    let (began, processor) = (Instant::now(), processor_time(service));
    let pushes = fleet.proxy.pushes();
    fleet.take_looks();
    let samples = iter::from_fn(|| {
        thread::sleep(Duration::from_millis(500));
        (began.elapsed() < length).then(|| (sockets(service), memory_mib(service)))
    });
    let (sockets, memory_mib) =
        samples.fold((0, 0.0), |most: (usize, f64), it| (most.0.max(it.0), most.1.max(it.1)));
    ServiceLoad {
        length: began.elapsed(),
        processor: processor_time(service).saturating_sub(processor),
        pushes: fleet.proxy.pushes().since(pushes),
        looks: fleet.take_looks(),
        sockets,
        memory_mib,
        waiting: fleet.sum(|it| it.outbox.depth),
    }
}

/// Limits the process to a percentage of the time, until the returned value is dropped.
fn throttle(process: &Process, percent: u32) -> Process {
    let runs = f64::from(TURN_MS * percent) / 1e5;
    let stands = f64::from(TURN_MS) / 1e3 - runs;
    let turns =
        format!("while kill -CONT $0 && sleep {runs} && kill -STOP $0; do sleep {stands}; done");
    let mut shell = Command::new("sh");
    shell.args(["-c", &turns, &process.id().to_string()]);
    Process::start_into(shell.stdout(Stdio::null()))
}

fn signal(process: &Process, signal: &str) {
    let sent = Command::new("kill").args([signal, &process.id().to_string()]).status();
    assert!(sent.expect("kill runs").success(), "the service is there");
}

fn sockets(process: &Process) -> usize {
    let files = fs::read_dir(format!("/proc/{}/fd", process.id())).into_iter().flatten().flatten();
    let links = files.filter_map(|it| fs::read_link(it.path()).ok());
    links.filter(|it| it.to_string_lossy().starts_with("socket:")).count()
}
