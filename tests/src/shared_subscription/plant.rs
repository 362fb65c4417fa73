//! The services, the broker and the database, and the requests to them.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tagbridge_api::Timestamp;
use ureq::Agent;

use crate::{Mosquitto, Postgres, Process, Tagbridge, free_port, patiently};

/// Number of services.
pub(super) const SERVICES: usize = 2;
/// Maximum time.
pub(super) const PATIENCE: Duration = Duration::from_mins(2);
/// The schema of the data.
const SCHEMA: &str = "public";
/// Number of snapshots per push.
const PUSHED: usize = 500;
const RUN: &str = "5f0c8a52-5f3c-4b64-8f8e-0d6a0a6a1c11";

pub(super) struct Plant {
    pub(super) folder: tempfile::TempDir,
    pub(super) database: Postgres,
    pub(super) broker: Mutex<Mosquitto>,
    pub(super) broker_port: u16,
    pub(super) services: Vec<Mutex<Option<Process>>>,
    pub(super) ports: Vec<u16>,
    pub(super) metrics: Vec<u16>,
    pub(super) agent: Agent,
    pub(super) refused: AtomicU64,
    pub(super) turn: AtomicUsize,
    pub(super) asked: AtomicUsize,
    /// Whether the kills are over and all services are subscribed.
    pub(super) is_calm: AtomicBool,
    pub(super) begun: Timestamp,
}

/// A project with snapshots from the broker, and its copy with pushes.
pub(super) struct Line {
    pub(super) no: u64,
    pub(super) device: String,
    pub(super) secret: String,
    pub(super) project: String,
    pub(super) twin: String,
}

impl Plant {
    /// Starts them; `None`: PostgreSQL is not installed.
    pub(super) fn new() -> Option<Self> {
        let database = Postgres::start()?;
        let folder = tempfile::tempdir().expect("a folder");
        let kept = folder.path().join("broker");
        fs::create_dir_all(&kept).expect("a folder");
        // It stores its data at an orderly end; after a kill it has an earlier state.
        let broker = Mosquitto::with(&format!(
            "allow_anonymous true\nmax_queued_messages 0\npersistence true\npersistence_location {}/\n",
            kept.display()
        ));
        let config = Agent::config_builder().http_status_as_error(false);
        let plant = Plant {
            folder,
            broker_port: broker.port,
            broker: Mutex::new(broker),
            services: (0..SERVICES).map(|_| Mutex::default()).collect(),
            ports: (0..SERVICES).map(|_| free_port()).collect(),
            metrics: (0..SERVICES).map(|_| free_port()).collect(),
            agent: config.timeout_global(Some(Duration::from_secs(20))).build().new_agent(),
            refused: AtomicU64::new(0),
            turn: AtomicUsize::new(0),
            asked: AtomicUsize::new(0),
            is_calm: AtomicBool::new(false),
            begun: Timestamp::now(),
            database,
        };
        for no in 0..SERVICES {
            let (data, address) = (plant.data(no), plant.database.connection(SCHEMA));
            fs::create_dir_all(&data).expect("a folder");
            let files = plant.folder.path().join("shared");
            let store = format!(
                "[store]\npostgres = \"{address}\"\nconnections = 6\nfiles = \"{}\"\n",
                files.display()
            );
            fs::write(data.join("store.toml"), store).expect("it is written");
            let mqtt = format!("[mqtt]\nurl = \"mqtt://127.0.0.1:{}\"\n", plant.broker_port);
            fs::write(data.join("service.toml"), mqtt).expect("it is written");
        }
        Some(plant)
    }

    pub(super) fn wait_until_subscribed(&self) {
        for no in 0..SERVICES {
            patiently("it is subscribed", || (self.figure(no, "online") == 1).then_some(()));
        }
    }

    /// Pushes these snapshots of a line, like its bridge. Returns the last receipt.
    pub(super) fn push(&self, line: &Line, project: &str, sequences: &[u64]) -> Value {
        let pushes = sequences.chunks(PUSHED).map(<[u64]>::to_vec).chain([Vec::new()]);
        let mut receipt = Value::Null;
        for sequences in pushes {
            let snapshots: Vec<Value> = sequences.iter().map(|it| self.snapshot(*it)).collect();
            let body = json!({
                "device_id": line.device, "stream_id": stream(line.no), "runs": [RUN],
                "snapshots": snapshots,
            });
            receipt = self.insist(|service| {
                let request = self.agent.post(format!("{service}/projects/{project}/hmi/values"));
                let key = format!("{project}-{}", self.asked.fetch_add(1, Ordering::Relaxed));
                let request = request.header("idempotency-key", key);
                request.header("authorization", format!("Bearer {}", line.secret)).send_json(&body)
            });
        }
        receipt
    }

    pub(super) fn read(&self, line: &Line, project: &str, path: &str) -> Value {
        self.insist(|service| {
            let request = self.agent.get(format!("{service}/projects/{project}/{path}"));
            request.header("authorization", format!("Bearer {}", line.secret)).call()
        })
    }

    /// The response to a request, which is sent to one service after the other until one accepts
    /// it.
    pub(super) fn insist(
        &self,
        ask: impl Fn(&str) -> Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Value {
        let deadline = Instant::now() + PATIENCE;
        let from = self.turn.fetch_add(1, Ordering::Relaxed);
        for port in self.ports.iter().cycle().skip(from % SERVICES) {
            let answered =
                ask(&format!("http://127.0.0.1:{port}/api/v1")).and_then(|mut answer| {
                    let text = answer.body_mut().read_to_string()?;
                    Ok((answer.status().as_u16(), text))
                });
            let (last, wait) = match answered {
                Ok((200..300, text)) => return serde_json::from_str(&text).expect("JSON"),
                Ok((429, text)) => (text, Duration::from_secs(1)),
                Ok((status, text)) => {
                    assert!([500, 503].contains(&status), "{status}: {text}");
                    (text, Duration::from_millis(50))
                }
                Err(error) => (error.to_string(), Duration::from_millis(50)),
            };
            assert!(Instant::now() < deadline, "it was never taken: {last}");
            thread::sleep(wait);
        }
        unreachable!("the services are asked in turn without an end")
    }

    /// The complete history of a tag, the newest first.
    pub(super) fn history(&self, line: &Line, project: &str, tag: &str) -> Vec<Value> {
        let mut entries: Vec<Value> = Vec::new();
        loop {
            let before = entries.last().map(|it| it["timestamp"].as_str().expect("text"));
            let before = before.map(|it| format!("&before={it}")).unwrap_or_default();
            let path = format!("hmi/history?tag={tag}&limit=600{before}");
            let mut page = self.read(line, project, &path);
            let Value::Array(page) = page["history"].take() else { panic!("no array") };
            if page.is_empty() {
                return entries;
            }
            entries.extend(page);
        }
    }

    pub(super) fn line(&self, no: u64) -> Line {
        let data = text(&self.data(0));
        let device = format!("laptop-{no}");
        let add = |name: String| {
            let add =
                ["project", "add", "--data", &data, "--vendor", "siemens", "--json", "--name"];
            let added = Tagbridge::new([&add[..], &[&name]].concat()).output().json(0);
            added["project_id"].as_str().expect("an id").to_owned()
        };
        let create = ["key", "create", "--data", &data, "--name", &device, "--json"];
        let may = ["--permissions", "hmi_view,hmi_push", "--device", &device];
        let key = Tagbridge::new([&create[..], &may].concat()).output().json(0);
        let secret = key["secret"].as_str().expect("a secret").to_owned();
        let (project, twin) = (add(format!("Line {no}")), add(format!("Twin {no}")));
        Line { no, device, secret, project, twin }
    }

    pub(super) fn start(&self, no: usize) {
        let data = self.data(no);
        let [listen, metrics] =
            [&self.ports, &self.metrics].map(|it| format!("127.0.0.1:{}", it[no]));
        let file = text(&data.join("service.toml"));
        let service = patiently("a service that starts", || {
            let log = File::options().create(true).append(true).open(data.join("log")).ok()?;
            let serve = ["serve", "--json", "--listen", &listen, "--metrics", &metrics];
            let service = Tagbridge::new(serve)
                .arguments(&["--data", &text(&data), "--mqtt", &file])
                .start_into(Stdio::piped(), log.into());
            service.says().map(|_| service)
        });
        *self.services[no].lock().expect("nobody panicked") = Some(service);
    }

    pub(super) fn data(&self, no: usize) -> PathBuf {
        self.folder.path().join(no.to_string())
    }

    /// A metric of a service for Prometheus; 0: missing.
    pub(super) fn figure(&self, no: usize, name: &str) -> u64 {
        let name = format!("{name} ");
        self.figures(no).filter_map(|line| line.strip_prefix(&name)?.parse::<u64>().ok()).sum()
    }

    pub(super) fn all_refused(&self, no: usize) -> u64 {
        let refused = |line: String| {
            line.strip_prefix("refused_total{")?.rsplit(' ').next()?.parse::<u64>().ok()
        };
        self.figures(no).filter_map(refused).sum::<u64>()
    }

    pub(super) fn figures(&self, no: usize) -> impl Iterator<Item = String> {
        let page = self.agent.get(format!("http://127.0.0.1:{}/metrics", self.metrics[no])).call();
        let page = page.ok().and_then(|mut it| it.body_mut().read_to_string().ok());
        let page = page.unwrap_or_default();
        let lines = page.lines().filter_map(|it| it.strip_prefix("tagbridge_service_mqtt_"));
        lines.map(str::to_owned).collect::<Vec<_>>().into_iter()
    }

    /// The message of a bridge.
    pub(super) fn published(&self, line: &Line, sequence: u64) -> Value {
        let mut published = self.snapshot(sequence);
        let place = json!({
            "device_id": line.device, "session": "line", "project_id": line.project,
            "stream_id": stream(line.no), "run": RUN,
        });
        let Value::Object(place) = place else { unreachable!("it is one") };
        published.as_object_mut().expect("it is one").extend(place);
        published
    }

    /// `a` in each snapshot, `b` in every seventh. They are from the hour before the start, because
    /// the history thins out older ones.
    pub(super) fn snapshot(&self, sequence: u64) -> Value {
        let before = Duration::from_hours(1).saturating_sub(Duration::from_millis(sequence));
        let at = self.begun.saturating_sub(before);
        let complete = sequence % 60 == 1;
        let mut tags = json!({
            "a": { "value": sequence, "type": "DINT", "quality": "good", "timestamp": at },
        });
        if complete || sequence.is_multiple_of(7) {
            let value = format!("{}", sequence / 7);
            tags["b"] = json!({
                "value": value, "type": "STRING", "quality": "uncertain",
                "reason": "controller_stopped", "timestamp": at,
            });
        }
        json!({
            "sequence": sequence, "timestamp": at, "duration_ms": 1.0, "complete": complete,
            "controller": { "name": "L", "type": "S7", "status": "run", "ipAddress": "127.0.0.1" },
            "tags": tags,
        })
    }
}

fn stream(line: u64) -> String {
    format!("00000000-0000-4000-8000-{line:012}")
}

fn text(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}
