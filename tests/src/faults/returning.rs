//! Many bridges reconnect at the same moment after an outage of the service: how soon all of them
//! are live and have delivered their snapshots, and how many snapshots the service received twice.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use tagbridge_bridge::{
    Bridge, Config, Key, SourceConfig,
    config::{KeySource, OutboxConfig, ServiceConfig, SessionConfig},
    status::{ServiceState, SessionView},
};
use tagbridge_driver::Value;
use tagbridge_simulator::{
    Program,
    s7::{Memory, RunningS7, VirtualS7},
};
use tokio::runtime::Runtime;

use super::proxy::{Proxy, Pushes};
use crate::{Process, Tagbridge, free_port};

/// One of this number of tags changes from scan to scan.
const CHANGING: usize = 10;
/// Number of bridges that read one controller.
const PER_CONTROLLER: usize = 25;
/// Time limit of the return of all bridges.
const LIMIT: Duration = Duration::from_mins(15);

/// The parameters.
#[derive(Debug, Clone, Copy)]
pub struct Trial {
    /// Number of bridges. Each is a device with its own project and key.
    pub bridges: usize,
    /// Number of tags of each bridge.
    pub tags: usize,
    /// Duration of the outage.
    pub outage: Duration,
    /// The scan interval.
    pub interval: Duration,
}

/// The result. Times begin when the service listens again.
#[derive(Debug, Clone)]
pub struct Returned {
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
}

impl Returned {
    /// Whether all bridges returned, and no snapshot was lost.
    pub fn holds(&self) -> bool {
        self.all_drained.is_some() && self.lost == 0
    }

    /// The share of the service's processor time for repeated snapshots, if each costs as much as a
    /// new one.
    pub fn processor_on_copies(&self) -> Duration {
        let copies = u32::try_from(self.pushes.copies).unwrap_or(u32::MAX);
        self.processor * copies / u32::try_from(self.pushes.snapshots).unwrap_or(u32::MAX).max(1)
    }
}

/// Tags, some of which count up.
struct Changing(usize);

impl Program<Memory> for Changing {
    fn advance(&mut self, memory: &mut Memory, _elapsed: Duration) {
        for tag in (0..self.0).step_by(CHANGING) {
            let name = tag_name(tag);
            let next = match memory.value(&name) {
                Ok(Value::Int(now)) => now.wrapping_add(1) % 1_000_000,
                _ => 0,
            };
            memory.set(&name, &Value::Int(next)).expect("the block is there");
        }
    }
}

fn tag_name(tag: usize) -> String {
    format!("DB1.DBD{}:DINT", tag * 4)
}

/// Starts the bridges, stops the service for some time, and measures the return of the bridges.
/// Blocks.
pub fn returning(trial: Trial) -> Returned {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("service").to_str().expect("a plain path").to_owned();
    let port = free_port();
    let proxy = Proxy::before(port);
    let keys: Vec<(String, Key)> = (0..trial.bridges).map(|no| project(&data, no)).collect();
    let runtime = Runtime::new().expect("a runtime");
    let _runtime = runtime.enter();
    let controllers: Vec<RunningS7> = (0..trial.bridges.div_ceil(PER_CONTROLLER))
        .map(|_| {
            let plc = VirtualS7::new()
                .block(1, trial.tags * 4)
                .connection_limit(PER_CONTROLLER * 2)
                .program(Box::new(Changing(trial.tags)));
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            runtime.block_on(plc.listen(address)).expect("a free port")
        })
        .collect();
    let service = serve(&data, port);
    let bridges: Vec<Bridge> = (0..)
        .zip(keys)
        .map(|(no, of)| bridge(&trial, folder.path(), no, of, (proxy.port(), &controllers)))
        .collect();
    let all_stream = || bridges.iter().all(|it| of(it, |view| view.service.pushes > 0));
    until(Instant::now(), all_stream).expect("all stream at first");
    service.kill_dead();
    thread::sleep(trial.outage);
    let waited = sum(&bridges, |it| it.outbox.depth);
    let before: Vec<u64> = bridges.iter().map(|it| of(it, |view| view.service.pushes)).collect();
    let pushes_before = proxy.pushes();

    let began = Instant::now();
    let service = serve(&data, port);
    let listening = began.elapsed();
    let is_back = |(bridge, before): (&Bridge, &u64)| {
        of(bridge, |it| it.service.pushes > *before && it.service.state == ServiceState::Ok)
    };
    let all_live = until(began, || bridges.iter().zip(&before).all(is_back));
    // Another scan may have been stored since the last push.
    let all_drained =
        until(began, || bridges.iter().all(|it| of(it, |view| view.outbox.depth <= 2)));
    let processor = processor_time(&service);
    let now = proxy.pushes();
    let pushes = Pushes {
        count: now.count - pushes_before.count,
        snapshots: now.snapshots - pushes_before.snapshots,
        copies: now.copies - pushes_before.copies,
    };
    let lost = sum(&bridges, |it| it.outbox.lost);
    // All at the same time: each may take some seconds.
    let ends: Vec<_> = bridges.into_iter().map(|it| runtime.spawn(it.stop())).collect();
    for end in ends {
        runtime.block_on(end).expect("it ends");
    }
    let since = |at: Duration| at.saturating_sub(listening);
    let (all_live, all_drained) = (all_live.map(since), all_drained.map(since));
    Returned { all_live, all_drained, waited, pushes, lost, processor }
}

/// The time after `began` at which the condition is true; `None`: not within the limit.
fn until(began: Instant, is_so: impl Fn() -> bool) -> Option<Duration> {
    while began.elapsed() < LIMIT {
        if is_so() {
            return Some(began.elapsed());
        }
        thread::sleep(Duration::from_millis(50));
    }
    None
}

/// The status of a bridge's only session.
fn of<T>(bridge: &Bridge, figure: impl Fn(&SessionView) -> T) -> T {
    figure(&bridge.status().borrow().sessions[0])
}

fn sum(bridges: &[Bridge], figure: impl Fn(&SessionView) -> u64) -> u64 {
    bridges.iter().map(|it| of(it, &figure)).sum()
}

/// A project of the service, and a key that bridges push with.
fn project(data: &str, no: usize) -> (String, Key) {
    let name = format!("Line {no}");
    let add = ["project", "add", "--data", data, "--json", "--vendor", "siemens", "--name", &name];
    let project = Tagbridge::new(add).output().json(0);
    let create = ["key", "create", "--data", data, "--json", "--permissions", "hmi_push"];
    let key = Tagbridge::new([&create[..], &["--name", &name]].concat()).output().json(0);
    let key = key["secret"].as_str().and_then(Key::new).expect("a key");
    (project["project_id"].as_str().expect("an id").to_owned(), key)
}

fn serve(data: &str, port: u16) -> Process {
    let listen = format!("127.0.0.1:{port}");
    let line = ["serve", "--listen", &listen, "--data", data, "--json"];
    let service = Tagbridge::new(line).start_into(Stdio::piped(), Stdio::null());
    service.next_line();
    service
}

fn bridge(
    trial: &Trial,
    folder: &Path,
    no: usize,
    (project, key): (String, Key),
    (port, controllers): (u16, &[RunningS7]),
) -> Bridge {
    let endpoint = controllers[no / PER_CONTROLLER].endpoint().parse().expect("an endpoint");
    let mut session = SessionConfig::new("line", &project, endpoint);
    session.tags = (0..trial.tags).map(tag_name).collect();
    session.interval = trial.interval;
    session.source = SourceConfig::Controller;
    let url = format!("http://127.0.0.1:{port}/api/v1").parse().expect("a URL");
    let config = Config {
        device_id: Some(format!("laptop-{no}")),
        data: folder.join(format!("laptop-{no}")),
        service: ServiceConfig {
            url,
            key: KeySource::Given(key),
            pki: None,
            push_interval: ServiceConfig::PUSH_INTERVAL,
        },
        outbox: OutboxConfig::default(),
        recording: None,
        mqtt: None,
        sessions: vec![session],
    };
    Bridge::start(config).expect("it starts")
}

/// The processor time of a process; zero if the system does not report it.
fn processor_time(process: &Process) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.id())).unwrap_or_default();
    // User and system time in hundredths of a second, after the name in parentheses.
    let after = stat.rsplit_once(')').map_or("", |it| it.1);
    let ticks = after.split_whitespace().skip(11).take(2).filter_map(|it| it.parse::<u64>().ok());
    Duration::from_millis(ticks.sum::<u64>() * 10)
}
