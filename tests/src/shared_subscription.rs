//! Two services on one PostgreSQL that share a subscription to Mosquitto, killed at random while others
//! publish snapshots there and the broker is started again; what was not brought is pushed. The account
//! compares what the services have with what was published, and with a twin of each project that the same
//! snapshots were pushed to alone.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
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
use ureq::Agent;

use crate::{Mosquitto, Postgres, Process, Tagbridge, free_port, patiently};

/// How many projects there are, each of a device of its own.
const LINES: u64 = 4;
const SERVICES: usize = 2;
/// Where in the database the data is.
const SCHEMA: &str = "public";
/// So many messages are handed to the broker's own program together.
const TOGETHER: usize = 50;
/// About as long as a kill and a start take.
const ROUND: Duration = Duration::from_millis(1500);
/// So many snapshots go in a push.
const PUSHED: usize = 500;
/// Nothing may take longer.
const PATIENCE: Duration = Duration::from_mins(2);
/// So long is waited for what the broker still has.
const QUIET: Duration = Duration::from_secs(2);
const RUN: &str = "5f0c8a52-5f3c-4b64-8f8e-0d6a0a6a1c11";

/// What is done to them, and how often.
#[derive(Debug, Clone, Copy)]
pub struct Trial {
    /// How many snapshots are published.
    pub snapshots: u64,
    /// How often one of the services is killed.
    pub kills: usize,
    /// How often the broker is started again, every other time after it was killed.
    pub broker_restarts: usize,
    /// What chance begins with.
    pub seed: u64,
}

/// What became of it.
#[derive(Debug, Default)]
pub struct Account {
    /// Snapshots that were to be published.
    pub snapshots: u64,
    /// Those that the broker brought.
    pub brought: u64,
    /// What each of the services had stored of those in the end, since it was started last.
    pub by_each: Vec<u64>,
    /// Those that were holes, and were pushed.
    pub filled: u64,
    /// Those that the services do not have in the end.
    pub lost: u64,
    /// What they have twice.
    pub doubled: u64,
    /// What stands there otherwise than it was published, or than its twin that was pushed.
    pub changed: u64,
    /// Messages that were refused.
    pub refused: u64,
    /// How long it took to publish.
    pub took: Duration,
}

impl Account {
    /// Whether nothing is lost, doubled, changed or refused.
    pub fn holds(&self) -> bool {
        self.lost + self.doubled + self.changed + self.refused == 0
    }
}

struct Plant {
    folder: tempfile::TempDir,
    database: Postgres,
    broker: Mutex<Mosquitto>,
    broker_port: u16,
    services: Vec<Mutex<Option<Process>>>,
    ports: Vec<u16>,
    metrics: Vec<u16>,
    agent: Agent,
    refused: AtomicU64,
    turn: AtomicUsize,
    asked: AtomicUsize,
    /// Nothing is killed any more, and all services are subscribed.
    is_calm: AtomicBool,
    begun: Timestamp,
}

/// A project that the broker brings snapshots of, and its twin.
struct Line {
    no: u64,
    device: String,
    secret: String,
    project: String,
    twin: String,
}

/// Runs it; `None`: no PostgreSQL is installed.
pub fn run(trial: Trial) -> Option<Account> {
    let database = Postgres::start()?;
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("broker");
    fs::create_dir_all(&kept).expect("a folder");
    // What it keeps is kept over an orderly end, and as it was some time ago over a kill.
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
    let lines: Vec<Line> = (0..LINES).map(|no| plant.line(no)).collect();
    (0..SERVICES).for_each(|no| plant.start(no));
    Some(plant.run(trial, &lines))
}

impl Plant {
    fn run(&self, trial: Trial, lines: &[Line]) -> Account {
        let mut account = Account::default();
        let each = trial.snapshots / LINES;
        account.snapshots = each * LINES;
        self.wait_until_subscribed();
        let begun = Instant::now();
        thread::scope(|scope| {
            let trouble = scope.spawn(|| self.trouble(trial));
            let publish = |line| scope.spawn(move || self.publish(line, each, trial));
            let publishers: Vec<_> = lines.iter().map(publish).collect();
            for publisher in publishers {
                publisher.join().expect("a publisher");
            }
            trouble.join().expect("nobody else panicked");
        });
        account.took = begun.elapsed();
        self.wait_for_quiet();
        account.by_each = (0..SERVICES).map(|no| self.figure(no, "stored_total")).collect();
        let refused = (0..SERVICES).map(|no| self.all_refused(no)).sum::<u64>();
        account.refused = refused + self.refused.load(Ordering::SeqCst);
        for line in lines {
            let all: Vec<u64> = (1..=each).collect();
            self.push(line, &line.twin, &all);
            let missing = self.missing(line, each);
            account.brought += each - missing.len() as u64;
            account.filled += missing.len() as u64;
            self.push(line, &line.project, &missing);
            for tag in ["a", "b"] {
                self.compare(line, each, tag, &mut account);
            }
        }
        account
    }

    /// Kills services, and starts the broker again.
    fn trouble(&self, trial: Trial) {
        let mut rng = StdRng::seed_from_u64(trial.seed);
        for no in 0..trial.kills.max(trial.broker_restarts) {
            thread::sleep(Duration::from_millis(rng.random_range(400..1500)));
            if no < trial.kills {
                let which = rng.random_range(0..SERVICES);
                self.refused.fetch_add(self.all_refused(which), Ordering::SeqCst);
                let killed = self.services[which].lock().expect("nobody panicked").take();
                killed.into_iter().for_each(Process::kill_dead);
                thread::sleep(Duration::from_millis(rng.random_range(0..500)));
                self.start(which);
            }
            if no < trial.broker_restarts {
                let mut broker = self.broker.lock().expect("nobody panicked");
                if no % 2 == 0 {
                    broker.stop();
                } else {
                    broker.kill();
                }
                thread::sleep(Duration::from_millis(rng.random_range(0..1000)));
                broker.start();
            }
        }
        self.wait_until_subscribed();
        self.is_calm.store(true, Ordering::SeqCst);
    }

    fn wait_until_subscribed(&self) {
        for no in 0..SERVICES {
            patiently("it is subscribed", || (self.figure(no, "online") == 1).then_some(()));
        }
    }

    /// Publishes all snapshots of a line by the broker's own program, three quarters of them while services
    /// and the broker are killed; what it could not take are holes.
    fn publish(&self, line: &Line, count: u64, trial: Trial) {
        let mut rng = StdRng::seed_from_u64(trial.seed + line.no);
        self.push(line, &line.project, &[]);
        let topic = format!("tagbridge/{}/line/snapshot", line.device);
        let all: Vec<u64> = (1..=count).collect();
        let chunks = all.chunks(TOGETHER).len();
        let rounds = u32::try_from(trial.kills.max(trial.broker_restarts)).unwrap_or(1);
        let pause = ROUND * rounds / u32::try_from(chunks).unwrap_or(1).max(1);
        for (place, together) in all.chunks(TOGETHER).enumerate() {
            if place >= chunks * 3 / 4 {
                patiently("the trouble is over", || {
                    self.is_calm.load(Ordering::SeqCst).then_some(())
                });
            }
            let mut command = Command::new("mosquitto_pub");
            command.args(["-V", "5", "-h", "127.0.0.1", "-q", "1", "-t", &topic, "-l"]);
            command.arg("-p").arg(self.broker_port.to_string());
            let quiet = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut publisher = quiet.spawn().expect("mosquitto-clients is installed");
            let mut stdin = publisher.stdin.take().expect("it is piped");
            for sequence in together {
                // It has ended where there is no broker.
                if writeln!(stdin, "{}", self.published(line, *sequence)).is_err() {
                    break;
                }
            }
            drop(stdin);
            // One that waits for a broker that is not there any more does so for long.
            let ended = Instant::now() + Duration::from_secs(3);
            while publisher.try_wait().expect("it can be asked").is_none() {
                if Instant::now() > ended {
                    let _ = publisher.kill();
                }
                thread::sleep(Duration::from_millis(10));
            }
            thread::sleep(pause.mul_f64(rng.random_range(0.5..1.5)));
            self.push(line, &line.project, &[]);
        }
    }

    /// Waits until nothing more is brought.
    fn wait_for_quiet(&self) {
        let brought =
            || (0..SERVICES).map(|no| self.figure(no, "messages_total")).collect::<Vec<_>>();
        let (mut last, mut since) = (brought(), Instant::now());
        let deadline = Instant::now() + PATIENCE;
        while since.elapsed() < QUIET {
            thread::sleep(Duration::from_millis(100));
            let now = brought();
            if now != last {
                (last, since) = (now, Instant::now());
            }
            assert!(Instant::now() < deadline, "it never ends: {last:?}");
        }
    }

    /// The sequences that the services lack, as they say.
    fn missing(&self, line: &Line, count: u64) -> Vec<u64> {
        let receipt = self.push(line, &line.project, &[]);
        let (through, newest) = (receipt["stored_through"].as_u64(), receipt["newest"].as_u64());
        let (through, newest) = (through.unwrap_or(0), newest.unwrap_or(0));
        let values = self.read(line, &line.project, "hmi/values");
        let mut missing: Vec<u64> = (newest + 1..=count).collect();
        let of = |gap: &Value, field: &str| gap[field].as_u64().expect("a number");
        let gaps = values["gaps"].as_array().cloned().unwrap_or_default();
        missing.extend(gaps.iter().flat_map(|gap| of(gap, "from")..=of(gap, "to")));
        missing.sort_unstable();
        assert!(missing.first().is_none_or(|it| *it > through), "{receipt} {values}");
        missing
    }

    /// Pushes these snapshots of a line, as its bridge does; the last receipt.
    fn push(&self, line: &Line, project: &str, sequences: &[u64]) -> Value {
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

    fn read(&self, line: &Line, project: &str, path: &str) -> Value {
        self.insist(|service| {
            let request = self.agent.get(format!("{service}/projects/{project}/{path}"));
            request.header("authorization", format!("Bearer {}", line.secret)).call()
        })
    }

    /// The answer to a request, which is sent to one service after the other until it is taken.
    fn insist(
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

    /// Holds what a project has of a tag against what was published, and against its twin.
    fn compare(&self, line: &Line, count: u64, tag: &str, account: &mut Account) {
        let [own, twin] = [&line.project, &line.twin].map(|it| self.history(line, it, tag));
        let mut by_sequence: BTreeMap<u64, &Value> = BTreeMap::new();
        for entry in &own {
            let sequence = entry["sequence"].as_u64().expect("a number");
            account.doubled += u64::from(by_sequence.insert(sequence, entry).is_some());
        }
        for sequence in 1..=count {
            let snapshot = self.snapshot(sequence);
            let (expected, found) = (&snapshot["tags"][tag], by_sequence.remove(&sequence));
            match (expected.is_null(), found) {
                (true, None) => {}
                (false, None) => account.lost += 1,
                (true, Some(_)) => account.changed += 1,
                (false, Some(found)) => {
                    let same = ["value", "timestamp"].iter().all(|it| found[it] == expected[it]);
                    account.changed += u64::from(!same);
                }
            }
        }
        account.changed += by_sequence.len() as u64 + u64::from(own != twin);
    }

    /// All that a project has of a tag, the newest first.
    fn history(&self, line: &Line, project: &str, tag: &str) -> Vec<Value> {
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

    fn line(&self, no: u64) -> Line {
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

    fn start(&self, no: usize) {
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

    fn data(&self, no: usize) -> PathBuf {
        self.folder.path().join(no.to_string())
    }

    /// A figure of a service, as Prometheus reads it; 0: it is not there.
    fn figure(&self, no: usize, name: &str) -> u64 {
        let name = format!("{name} ");
        self.figures(no).filter_map(|line| line.strip_prefix(&name)?.parse::<u64>().ok()).sum()
    }

    fn all_refused(&self, no: usize) -> u64 {
        let refused = |line: String| {
            line.strip_prefix("refused_total{")?.rsplit(' ').next()?.parse::<u64>().ok()
        };
        self.figures(no).filter_map(refused).sum::<u64>()
    }

    fn figures(&self, no: usize) -> impl Iterator<Item = String> {
        let page = self.agent.get(format!("http://127.0.0.1:{}/metrics", self.metrics[no])).call();
        let page = page.ok().and_then(|mut it| it.body_mut().read_to_string().ok());
        let page = page.unwrap_or_default();
        let lines = page.lines().filter_map(|it| it.strip_prefix("tagbridge_service_mqtt_"));
        lines.map(str::to_owned).collect::<Vec<_>>().into_iter()
    }

    /// As a bridge publishes it.
    fn published(&self, line: &Line, sequence: u64) -> Value {
        let mut published = self.snapshot(sequence);
        let place = json!({
            "device_id": line.device, "session": "line", "project_id": line.project,
            "stream_id": stream(line.no), "run": RUN,
        });
        let Value::Object(place) = place else { unreachable!("it is one") };
        published.as_object_mut().expect("it is one").extend(place);
        published
    }

    /// `a` with each, `b` with each seventh; read within the hour before the beginning, as what is older
    /// than history lasts would be cut back.
    fn snapshot(&self, sequence: u64) -> Value {
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
