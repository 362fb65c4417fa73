//! Many bridges in this process, virtual controllers for them, and one service in a separate
//! process.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    process::Stdio,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tagbridge_bridge::{
    Bridge, Config, Key, SourceConfig,
    config::{KeySource, OutboxConfig, ServiceConfig, SessionConfig},
    status::SessionView,
};
use tagbridge_driver::Value;
use tagbridge_simulator::{
    Program,
    s7::{Memory, RunningS7, VirtualS7},
};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::proxy::Proxy;
use crate::{Consumer, Postgres, Process, Tagbridge, free_port};

/// One in this many tags changes from scan to scan.
const CHANGING: usize = 10;
/// Number of bridges that read one controller.
const PER_CONTROLLER: usize = 25;
/// The values of one in this many bridges are read from the service continuously.
const PER_READER: usize = 10;
/// How long anything may take.
const LIMIT: Duration = Duration::from_mins(15);

/// How many bridges there are, and what each reads.
#[derive(Debug, Clone, Copy)]
pub struct FleetSize {
    /// Number of bridges. Each is a device with its own project and key.
    pub bridges: usize,
    /// Tags of each.
    pub tags: usize,
    /// From one scan to the next.
    pub interval: Duration,
    /// Whether the service stores in PostgreSQL.
    pub on_postgres: bool,
}

/// The values that the readers received.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReaderStatistics {
    /// Answers of the service.
    pub answered: u64,
    /// Those that were live.
    pub live: u64,
    /// Live answers in which the clock had no value: the controller did not answer.
    pub without_value: u64,
    /// The oldest value shown as live.
    pub oldest: Duration,
}

/// The bridges and their controllers. The service is not included: trials stop and start it.
pub(super) struct Fleet {
    pub(super) bridges: Vec<Bridge>,
    pub(super) proxy: Proxy,
    port: u16,
    data: String,
    looks: Arc<Mutex<ReaderStatistics>>,
    ends: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
    runtime: Runtime,
    _controllers: Vec<RunningS7>,
    // Behind all that uses them.
    _folder: TempDir,
    _database: Option<Postgres>,
}

/// The first tag is a clock, and some others count up.
struct CountingProgram {
    tags: usize,
    began: Instant,
}

impl Program<Memory> for CountingProgram {
    fn advance(&mut self, memory: &mut Memory, _elapsed: Duration) {
        for tag in (CHANGING..self.tags).step_by(CHANGING) {
            let name = tag_name(tag);
            let next = match memory.value(&name) {
                Ok(Value::Int(now)) => now.wrapping_add(1) % 1_000_000,
                _ => 0,
            };
            memory.set(&name, &Value::Int(next)).expect("the block is there");
        }
        let now = i64::try_from(self.began.elapsed().as_millis()).expect("it is not so long ago");
        memory.set(&tag_name(0), &Value::Int(now)).expect("the block is there");
    }
}

fn tag_name(tag: usize) -> String {
    format!("DB1.DBD{}:DINT", tag * 4)
}

impl Fleet {
    /// Starts the service, the controllers and the bridges, and waits until each bridge has pushed.
    /// `None`: no PostgreSQL is installed.
    pub(super) fn start(size: FleetSize) -> Option<(Self, Process)> {
        let database = if size.on_postgres { Some(Postgres::start_durable()?) } else { None };
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("service");
        fs::create_dir_all(&data).expect("a folder");
        if let Some(database) = &database {
            let toml = format!("[store]\npostgres = \"{}\"\n", database.connection("public"));
            fs::write(data.join("store.toml"), toml).expect("it is written");
        }
        let data = data.to_str().expect("a plain path").to_owned();
        let port = free_port();
        let proxy = Proxy::before(port);
        let keys: Vec<(String, String)> =
            (0..size.bridges).map(|no| (project(&data, no), key(&data, "hmi_push", no))).collect();
        let (runtime, began) = (Runtime::new().expect("a runtime"), Instant::now());
        let entered = runtime.enter();
        let controllers: Vec<RunningS7> = (0..size.bridges.div_ceil(PER_CONTROLLER))
            .map(|_| {
                let plc = VirtualS7::new()
                    .block(1, size.tags * 4)
                    .connection_limit(PER_CONTROLLER * 2)
                    .program(Box::new(CountingProgram { tags: size.tags, began }));
                let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
                runtime.block_on(plc.listen(address)).expect("a free port")
            })
            .collect();
        let service = serve(&data, port);
        let bridges: Vec<Bridge> = (0..)
            .zip(&keys)
            .map(|(no, of)| bridge(&size, folder.path(), no, of, (proxy.port(), &controllers)))
            .collect();
        drop(entered);
        let url = format!("http://127.0.0.1:{port}/api/v1");
        let readers = (0..)
            .zip(&keys)
            .step_by(PER_READER)
            .map(|(no, (project, _))| Consumer::new(&url, project, &key(&data, "hmi_view", no)));
        let readers = readers.collect();
        let (looks, ends) = (Arc::default(), Arc::default());
        let reader = Some(read(readers, began, &looks, &ends));
        let fleet = Self {
            bridges,
            proxy,
            port,
            data,
            looks,
            ends,
            reader,
            runtime,
            _controllers: controllers,
            _folder: folder,
            _database: database,
        };
        Fleet::until(|| fleet.all(|it| it.service.pushes > 0)).expect("all stream at first");
        Some((fleet, service))
    }

    /// Starts the service, and waits until it listens.
    pub(super) fn serve(&self) -> Process {
        serve(&self.data, self.port)
    }

    /// Whether it is so of each bridge's session.
    pub(super) fn all(&self, is_so: impl Fn(&SessionView) -> bool) -> bool {
        self.bridges.iter().all(|it| of(it, &is_so))
    }

    /// The sum over the sessions.
    pub(super) fn sum(&self, figure: impl Fn(&SessionView) -> u64) -> u64 {
        self.bridges.iter().map(|it| of(it, &figure)).sum()
    }

    /// Waits for a condition, and returns the time; `None`: not within the limit.
    pub(super) fn until(is_so: impl Fn() -> bool) -> Option<Duration> {
        let began = Instant::now();
        while began.elapsed() < LIMIT {
            if is_so() {
                return Some(began.elapsed());
            }
            thread::sleep(Duration::from_millis(50));
        }
        None
    }

    /// Whether the outboxes are empty. Up to four scans may have come since the last push.
    pub(super) fn is_drained(&self) -> bool {
        self.all(|it| it.outbox.depth <= 4)
    }

    /// Returns the values that the readers received since the last call.
    pub(super) fn take_looks(&self) -> ReaderStatistics {
        std::mem::take(&mut *self.looks.lock().expect("no thread panicked"))
    }

    /// Stops all bridges at the same time: each may take some seconds.
    pub(super) fn stop(mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the reader ends");
        }
        let ends = std::mem::take(&mut self.bridges);
        let ends: Vec<_> = ends.into_iter().map(|it| self.runtime.spawn(it.stop())).collect();
        for end in ends {
            self.runtime.block_on(end).expect("it ends");
        }
    }
}

/// Of the one session of a bridge.
pub(super) fn of<T>(bridge: &Bridge, figure: impl Fn(&SessionView) -> T) -> T {
    figure(&bridge.status().borrow().sessions[0])
}

/// Reads from the service in turn, each project about once a second.
fn read(
    consumers: Vec<Consumer>,
    began: Instant,
    looks: &Arc<Mutex<ReaderStatistics>>,
    ends: &Arc<AtomicBool>,
) -> JoinHandle<()> {
    let (looks, ends) = (Arc::clone(looks), Arc::clone(ends));
    let pause = Duration::from_secs(1) / u32::try_from(consumers.len()).expect("they are few");
    thread::spawn(move || {
        for consumer in consumers.iter().cycle() {
            if ends.load(Ordering::Relaxed) {
                return;
            }
            thread::sleep(pause);
            // What was read before the answer began is all that the answer can know of.
            let asked = began.elapsed();
            let Some(values) = consumer.values() else { continue };
            let mut looks = looks.lock().expect("no thread panicked");
            looks.answered += 1;
            if values["live"] != true {
                continue;
            }
            looks.live += 1;
            let clock = &values["tags"][tag_name(0)];
            let Some(read_at) = clock["value"].as_u64() else {
                looks.without_value += 1;
                assert_ne!(clock["quality"], "good", "{clock}");
                continue;
            };
            looks.oldest = looks.oldest.max(asked.saturating_sub(Duration::from_millis(read_at)));
        }
    })
}

/// The id of a new project of the service.
fn project(data: &str, no: usize) -> String {
    let name = format!("Line {no}");
    let add = ["project", "add", "--data", data, "--json", "--vendor", "siemens", "--name", &name];
    text(&Tagbridge::new(add).output().json(0)["project_id"])
}

/// The secret of a new key.
fn key(data: &str, permission: &str, no: usize) -> String {
    let name = format!("{permission} {no}");
    let create = ["key", "create", "--data", data, "--json", "--permissions", permission];
    text(&Tagbridge::new([&create[..], &["--name", &name]].concat()).output().json(0)["secret"])
}

fn text(of: &serde_json::Value) -> String {
    of.as_str().expect("a text").to_owned()
}

fn serve(data: &str, port: u16) -> Process {
    let listen = format!("127.0.0.1:{port}");
    let line = ["serve", "--listen", &listen, "--data", data, "--json"];
    let service = Tagbridge::new(line).start_into(Stdio::piped(), Stdio::null());
    service.next_line();
    service
}

fn bridge(
    size: &FleetSize,
    folder: &Path,
    no: usize,
    (project, key): &(String, String),
    (port, controllers): (u16, &[RunningS7]),
) -> Bridge {
    let endpoint = controllers[no / PER_CONTROLLER].endpoint().parse().expect("an endpoint");
    let mut session = SessionConfig::new("line", project, endpoint);
    session.tags = (0..size.tags).map(tag_name).collect();
    session.interval = size.interval;
    session.source = SourceConfig::Controller;
    let url = format!("http://127.0.0.1:{port}/api/v1").parse().expect("a URL");
    let config = Config {
        device_id: Some(format!("laptop-{no}")),
        data: folder.join(format!("laptop-{no}")),
        service: ServiceConfig {
            url,
            key: KeySource::Given(Key::new(key).expect("a key")),
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

/// The processor time of a process until now; zero if the system does not report it.
pub(super) fn processor_time(process: &Process) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.id())).unwrap_or_default();
    // User and system time, in hundredths of a second, behind the name in parentheses.
    let after = stat.rsplit_once(')').map_or("", |it| it.1);
    let ticks = after.split_whitespace().skip(11).take(2).filter_map(|it| it.parse::<u64>().ok());
    Duration::from_millis(ticks.sum::<u64>() * 10)
}
