//! Several services on one PostgreSQL, killed at random while bridges push, users ask and jobs run,
//! with a record of all requests and their results.
//!
//! Each request is sent to one of the services, and the next attempt to another one.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::Stdio,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use tagbridge_api::Timestamp;
use ureq::{Agent, RequestBuilder, typestate::WithBody};

use crate::{Postgres, Process, Tagbridge, free_port, patiently};

/// Number of bridges that push, and of users that ask.
const BRIDGES: usize = 4;
const ASKERS: usize = 2;
/// The keys: bridges have the first ones, then users, then exports.
const EXPORTER: usize = BRIDGES + ASKERS;
/// The schema of the data.
const SCHEMA: &str = "public";
/// A request is retried for this time.
const PATIENCE: Duration = Duration::from_mins(4);
/// A request in progress, or above the rate limit, is repeated after this time; a failed one
/// sooner.
const POLITE: Duration = Duration::from_millis(1500);
const SOON: Duration = Duration::from_millis(50);

/// The parameters.
#[derive(Debug, Clone, Copy)]
pub struct Trial {
    /// Number of services.
    pub services: usize,
    /// Number of kills of services.
    pub kills: usize,
    /// Number of kills of the database.
    pub database_kills: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The result.
#[derive(Debug, Default)]
pub struct InstancesResult {
    /// Number of snapshots that were confirmed as stored.
    pub snapshots: u64,
    /// Number of confirmed snapshots that the service lacks.
    pub lost: u64,
    /// Number of snapshots that it has twice.
    pub doubled: u64,
    /// Number of answered questions.
    pub answers: u64,
    /// Number of questions whose repetition with the same key had another answer, or was executed
    /// again.
    pub changed: u64,
    /// Number of requested exports.
    pub exports: u64,
    /// Number of turns, jobs, exports and analyses that never ended.
    pub hanging: Vec<String>,
    /// The longest time from a kill of the database until a push was stored again.
    pub back: Duration,
}

impl InstancesResult {
    /// Whether all results are complete, unique, unchanged and finished.
    pub fn holds(&self) -> bool {
        let wrong = self.lost + self.doubled + self.changed;
        wrong == 0 && self.hanging.is_empty() && self.back < Duration::from_secs(5)
    }
}

struct Plant {
    server: Postgres,
    folder: tempfile::TempDir,
    ports: Vec<u16>,
    services: Vec<Mutex<Option<Process>>>,
    /// One key for each user, because the rate of a key is limited.
    keys: Vec<String>,
    agent: Agent,
    ends: AtomicBool,
    /// The time of the last stored push, in milliseconds since the start.
    stored_ms: AtomicU64,
    /// The instance for the next request.
    turn: AtomicUsize,
    begun: Instant,
}

/// Runs the test; `None`: PostgreSQL is not installed. `file` is a project with code.
pub fn run(trial: Trial, file: &Path) -> Option<InstancesResult> {
    let server = Postgres::start()?;
    let folder = tempfile::tempdir().expect("a folder");
    let shared = folder.path().join("shared");
    for no in 0..trial.services {
        let data = folder.path().join(no.to_string());
        fs::create_dir_all(&data).expect("a folder");
        let address = server.connection(SCHEMA);
        let files = shared.display();
        let toml =
            format!("[store]\npostgres = \"{address}\"\nconnections = 8\nfiles = \"{files}\"\n");
        fs::write(data.join("store.toml"), toml).expect("it is written");
    }
    let first = text(&folder.path().join("0"));
    let add = |arguments: &[&str]| {
        let add = [&["project", "add", "--data", &first, "--json"], arguments].concat();
        Tagbridge::new(add).output().json(0)["project_id"].as_str().expect("an id").to_owned()
    };
    let project = add(&[&text(file)]);
    let lines: Vec<String> = (0..BRIDGES)
        .map(|no| add(&["--name", &format!("Line {no}"), "--vendor", "siemens"]))
        .collect();
    let create = ["key", "create", "--data", &first, "--name", "all", "--json", "--permissions"];
    let all = "hmi_view,hmi_edit,hmi_push,code_read,ai_explain,export_pdf";
    let key = |_| {
        let key = Tagbridge::new([&create[..], &[all]].concat()).output().json(0);
        key["secret"].as_str().expect("a secret").to_owned()
    };
    let config = Agent::config_builder().http_status_as_error(false);
    let plant = Plant {
        server,
        folder,
        ports: (0..trial.services).map(|_| free_port()).collect(),
        services: (0..trial.services).map(|_| Mutex::default()).collect(),
        keys: (0..=EXPORTER).map(key).collect(),
        agent: config.timeout_global(Some(Duration::from_secs(20))).build().new_agent(),
        ends: AtomicBool::new(false),
        stored_ms: AtomicU64::new(0),
        turn: AtomicUsize::new(0),
        begun: Instant::now(),
    };
    for no in 0..trial.services {
        plant.start(no);
    }
    Some(plant.run(trial, &project, &lines))
}

impl Plant {
    fn run(&self, trial: Trial, project: &str, lines: &[String]) -> InstancesResult {
        let mut account = InstancesResult::default();
        let mut answered = Vec::new();
        thread::scope(|scope| {
            let bridges: Vec<_> = lines
                .iter()
                .enumerate()
                .map(|(no, line)| scope.spawn(move || self.bridge(line, no, trial.seed)))
                .collect();
            let askers: Vec<_> = (0..ASKERS)
                .map(|no| scope.spawn(move || self.asker(project, no, trial.seed)))
                .collect();
            let exporter = scope.spawn(|| self.exporter(project));
            account.back = self.kill(trial);
            self.ends.store(true, Ordering::SeqCst);
            for (bridge, line) in bridges.into_iter().zip(lines) {
                let sent = bridge.join().expect("a bridge");
                account.snapshots += sent;
                self.count(line, sent, &mut account);
            }
            answered = askers.into_iter().flat_map(|it| it.join().expect("an asker")).collect();
            account.exports = exporter.join().expect("an exporter");
        });
        account.answers = answered.len() as u64;
        for (who, key, body) in &answered {
            let again = self.insist((project, *who), "interpret", key, &asked());
            account.changed += u64::from(again != *body);
        }
        let used = self.number("SELECT count(*) FROM uses WHERE kind = 'interpret'");
        account.changed += used.abs_diff(account.answers);
        let hanging = "SELECT 'turn of ' || instance, id FROM turns WHERE ended_at IS NULL
             UNION ALL SELECT 'job, attempt ' || attempt, id FROM jobs
             UNION ALL SELECT 'export', id FROM exports WHERE ended_at IS NULL
             UNION ALL SELECT 'analysis', id FROM analyses WHERE ended_at IS NULL";
        let deadline = Instant::now() + PATIENCE;
        account.hanging = loop {
            let left = self.server.query(SCHEMA, hanging);
            if left.is_empty() || Instant::now() > deadline {
                break left.lines().map(str::to_owned).collect();
            }
            thread::sleep(Duration::from_millis(500));
        };
        account
    }

    /// Kills services and the database. Returns the longest recovery after a kill of the database.
    fn kill(&self, trial: Trial) -> Duration {
        let mut rng = StdRng::seed_from_u64(trial.seed);
        let mut slowest = Duration::ZERO;
        let of_database = trial.database_kills;
        for no in 0..trial.kills.max(of_database) {
            thread::sleep(Duration::from_millis(rng.random_range(300..1500)));
            if no < trial.kills {
                let which = rng.random_range(0..trial.services);
                let killed = self.services[which].lock().expect("nobody panicked").take();
                if let Some(killed) = killed {
                    killed.kill_dead();
                }
                thread::sleep(Duration::from_millis(rng.random_range(0..300)));
                self.start(which);
            }
            if no < of_database {
                self.server.kill();
                patiently("the database again", || self.server.try_begin().then_some(()));
                let (up, before) = (Instant::now(), self.stored_ms.load(Ordering::SeqCst));
                patiently("a push that is stored", || {
                    (self.stored_ms.load(Ordering::SeqCst) > before).then_some(())
                });
                slowest = slowest.max(up.elapsed());
            }
        }
        slowest
    }

    fn start(&self, no: usize) {
        let data = text(&self.folder.path().join(no.to_string()));
        let listen = format!("127.0.0.1:{}", self.ports[no]);
        let arguments = ["serve", "--listen", &listen, "--data", &data, "--json"];
        // It needs the database when it starts.
        let service = patiently("a service that starts", || {
            let service = Tagbridge::new(arguments).start_into(Stdio::piped(), Stdio::null());
            service.says().map(|_| service)
        });
        *self.services[no].lock().expect("nobody panicked") = Some(service);
    }

    /// Pushes one snapshot after the other until the end. Returns their number.
    fn bridge(&self, line: &str, no: usize, seed: u64) -> u64 {
        let mut rng = StdRng::seed_from_u64(seed + no as u64);
        let stream = format!("00000000-0000-4000-8000-{no:012}");
        let (mut sequence, begun) = (0, Timestamp::now());
        while !self.ends.load(Ordering::SeqCst) {
            let count = rng.random_range(1..4);
            let snapshots: Vec<Value> =
                (1..=count).map(|it| snapshot(sequence + it, begun)).collect();
            let body = json!({ "device_id": line, "stream_id": stream, "snapshots": snapshots });
            let key = format!("{stream}-{sequence}");
            let receipt = self.insist((line, no), "hmi/values", &key, &body);
            sequence += count;
            assert!(receipt["stored_through"].as_u64() >= Some(sequence), "{receipt}");
            let now = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or_default();
            self.stored_ms.store(now, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(rng.random_range(150..350)));
        }
        sequence
    }

    /// Asks until the end, and sometimes disconnects before the answer. Returns the answers by user
    /// and key.
    fn asker(&self, project: &str, no: usize, seed: u64) -> Vec<(usize, String, Value)> {
        let mut rng = StdRng::seed_from_u64(seed + 100 + no as u64);
        let mut answered = Vec::new();
        while !self.ends.load(Ordering::SeqCst) {
            let key = format!("ask-{seed}-{no}-{}", answered.len());
            if rng.random_bool(0.5) {
                let patience = Duration::from_millis(rng.random_range(1..40));
                let port = self.ports[rng.random_range(0..self.ports.len())];
                let request = self.post(port, (project, BRIDGES + no), "interpret", &key);
                let request = request.config().timeout_global(Some(patience)).build();
                // The speed does not matter.
                drop(request.send_json(asked()));
            }
            let answer = self.insist((project, BRIDGES + no), "interpret", &key, &asked());
            answered.push((BRIDGES + no, key, answer));
            thread::sleep(Duration::from_millis(1200));
        }
        answered
    }

    fn exporter(&self, project: &str) -> u64 {
        let mut asked = 0;
        while !self.ends.load(Ordering::SeqCst) {
            self.insist((project, EXPORTER), "exports/pdf", &format!("export-{asked}"), &json!({}));
            asked += 1;
            thread::sleep(Duration::from_secs(4));
        }
        asked
    }

    /// An unsent write of a user to one service.
    fn post(
        &self,
        port: u16,
        (project, who): (&str, usize),
        path: &str,
        key: &str,
    ) -> RequestBuilder<WithBody> {
        let url = format!("http://127.0.0.1:{port}/api/v1/projects/{project}/{path}");
        let request = self.agent.post(url).header("idempotency-key", key);
        request.header("authorization", format!("Bearer {}", self.keys[who]))
    }

    /// The response to a write, which is sent to one service after the other until one accepts it.
    fn insist(&self, (project, who): (&str, usize), path: &str, key: &str, body: &Value) -> Value {
        let deadline = Instant::now() + PATIENCE;
        let from = self.turn.fetch_add(1, Ordering::Relaxed);
        for port in self.ports.iter().cycle().skip(from % self.ports.len()) {
            let request = self.post(*port, (project, who), path, key);
            let answered = request.send_json(body).and_then(|mut answer| {
                let text = answer.body_mut().read_to_string()?;
                Ok((answer.status().as_u16(), text))
            });
            let (last, wait) = match answered {
                Ok((200..300, text)) => return serde_json::from_str(&text).expect("JSON"),
                Ok((status, text)) => {
                    assert!([409, 429, 500, 503].contains(&status), "{status}: {text}");
                    let wait = if [409, 429].contains(&status) { POLITE } else { SOON };
                    (format!("{status}: {text}"), wait)
                }
                Err(error) => (error.to_string(), SOON),
            };
            assert!(Instant::now() < deadline, "{path} {key} was never taken: {last}");
            thread::sleep(wait);
        }
        unreachable!("the services are asked in turn without an end")
    }

    /// The snapshots of a bridge that are missing in the services, or stored twice.
    fn count(&self, line: &str, sent: u64, account: &mut InstancesResult) {
        let (mut found, mut before) = (Vec::new(), None::<String>);
        loop {
            let cursor = before.take().map(|it| format!("&before={it}")).unwrap_or_default();
            let page = patiently("history", || {
                let url = format!(
                    "http://127.0.0.1:{}/api/v1/projects/{line}/hmi/history?tag=a&limit=600{cursor}",
                    self.ports[0]
                );
                let request = self.agent.get(url);
                let mut answer = request
                    .header("authorization", format!("Bearer {}", self.keys[EXPORTER]))
                    .call()
                    .ok()?;
                if answer.status() != 200 {
                    return None;
                }
                serde_json::from_str::<Value>(&answer.body_mut().read_to_string().ok()?).ok()
            });
            let entries = page["history"].as_array().expect("a list");
            found.extend(entries.iter().filter_map(|it| it["sequence"].as_u64()));
            before = entries.last().and_then(|it| it["timestamp"].as_str()).map(str::to_owned);
            if entries.len() < 600 {
                break;
            }
        }
        let once: BTreeSet<u64> = found.iter().copied().collect();
        account.doubled += (found.len() - once.len()) as u64;
        account.lost += (1..=sent).filter(|it| !once.contains(it)).count() as u64;
    }

    fn number(&self, sql: &str) -> u64 {
        self.server.query(SCHEMA, sql).parse().expect("a number")
    }
}

fn asked() -> Value {
    json!({ "prompt": "Where is Gate used?" })
}

/// A snapshot from the hour before `begun`: older ones would be thinned out by the history.
fn snapshot(sequence: u64, begun: Timestamp) -> Value {
    let before = Duration::from_hours(1).saturating_sub(Duration::from_millis(sequence));
    let timestamp = begun.saturating_sub(before);
    json!({
        "sequence": sequence, "timestamp": timestamp, "duration_ms": 1.0, "complete": true,
        "controller": { "name": "L", "type": "S7", "status": "run", "ipAddress": "127.0.0.1" },
        "tags": { "a": { "value": sequence, "type": "DINT", "quality": "good", "timestamp": timestamp } },
    })
}

fn text(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}
