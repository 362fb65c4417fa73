//! Snapshots from an MQTT broker, in addition to pushes: Mosquitto and its own clients.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value as Json, json};
use tagbridge_api::Timestamp;
use tagbridge_driver::Value;
use tagbridge_simulator::s7::{RunningS7, VirtualS7};
use tagbridge_tests::{
    Consumer, Mosquitto, NetworkRelay, Process, Site, Tagbridge, free_port, patiently,
    shared_subscription::{Trial, run},
};
use tokio::runtime::Runtime;

use crate::over_tls::Authority;

const DEVICE: &str = "laptop-7";
const STREAM: &str = "0b6e7f1c-3a55-4b0e-9a55-1f6f2a1c9d10";
const RUN: &str = "5f0c8a52-5f3c-4b64-8f8e-0d6a0a6a1c11";
const TOPIC: &str = "tagbridge/laptop-7/line-4/snapshot";

/// A service that takes from a broker.
struct BrokerService {
    data: PathBuf,
    port: u16,
    metrics: u16,
}

impl BrokerService {
    /// Creates a service with the data in this folder.
    fn new(data: &Path) -> Self {
        Self { data: data.to_owned(), port: free_port(), metrics: free_port() }
    }

    /// Configures the broker that it reads from; `more` are further lines of its configuration.
    fn configure(&self, broker: &str, more: &str) {
        fs::create_dir_all(&self.data).expect("it is made");
        fs::write(self.file(), format!("[mqtt]\nurl = \"{broker}\"\n{more}"))
            .expect("it is written");
    }

    fn file(&self) -> PathBuf {
        self.data.join("service.toml")
    }

    fn start(&self) -> Process {
        let log = File::options().create(true).append(true).open(self.log()).expect("a file");
        let (listen, metrics) = (local(self.port), local(self.metrics));
        let service = Tagbridge::new(["serve", "--json", "--listen", &listen])
            .arguments(&["--metrics", &metrics, "--log-format", "json"])
            .arguments(&["--data", text(&self.data), "--mqtt", text(&self.file())])
            .start_into(Stdio::piped(), log.into());
        service.next_line();
        service
    }

    fn log(&self) -> PathBuf {
        self.data.join("service.log")
    }

    /// Returns its log.
    fn said(&self) -> String {
        fs::read_to_string(self.log()).expect("it logs")
    }

    /// A figure of the broker, as Prometheus reads it; 0: it is not there.
    fn figure(&self, name: &str) -> u64 {
        let page = ureq::get(format!("http://{}/metrics", local(self.metrics))).call();
        let page = page.ok().and_then(|mut it| it.body_mut().read_to_string().ok());
        let begins = format!("tagbridge_service_mqtt_{name} ");
        let page = page.unwrap_or_default();
        let line = page.lines().find_map(|line| line.strip_prefix(&begins));
        line.map_or(0, |it| it.parse().expect("a number"))
    }

    fn until(&self, name: &str, fits: impl Fn(u64) -> bool) -> u64 {
        let fitting = || Some(self.figure(name)).filter(|it| fits(*it));
        patiently(&format!("{name} as it must be"), fitting)
    }

    /// A project, and a consumer of it whose key is bound to the device.
    fn project(&self) -> (String, Consumer) {
        let data = text(&self.data);
        let add = ["project", "add", "--data", data, "--name", "Line 4", "--vendor", "siemens"];
        let project = Tagbridge::new([&add[..], &["--json"]].concat()).output().json(0);
        let project = project["project_id"].as_str().expect("an id").to_owned();
        let secret = key_of_device(data, DEVICE);
        let service = format!("http://{}/api/v1", local(self.port));
        let consumer = Consumer::new(&service, &project, &secret);
        (project, consumer)
    }
}

fn key_of_device(data: &str, device: &str) -> String {
    let create = ["key", "create", "--data", data, "--name", "bound", "--json", "--device", device];
    let create = [&create[..], &["--permissions", "hmi_view,hmi_push"]].concat();
    let key = Tagbridge::new(create).output().json(0);
    key["secret"].as_str().expect("text").to_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

fn local(port: u16) -> String {
    format!("127.0.0.1:{port}")
}

/// A push without snapshots, by which a bridge says who it is.
fn heartbeat(consumer: &Consumer) -> Json {
    let body = json!({ "device_id": DEVICE, "stream_id": STREAM, "runs": [RUN], "snapshots": [] });
    consumer.push(&body)
}

/// Creates a message of a bridge: one tag with the snapshot's sequence as its value.
fn published(project: &str, sequence: u64, at: Timestamp) -> Json {
    let step = json!({ "value": sequence, "type": "DINT", "quality": "good", "timestamp": at });
    json!({
        "device_id": DEVICE, "session": "line-4", "project_id": project, "stream_id": STREAM,
        "run": RUN, "sequence": sequence, "timestamp": at, "duration_ms": 1.0,
        "complete": sequence == 1, "tags": { "Step": step },
    })
}

/// Publishes each line as a message, at least once.
fn publish(broker: &Mosquitto, topic: &str, lines: &[String]) -> std::process::Child {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lines");
    fs::write(&path, lines.join("\n")).expect("it is written");
    let port = broker.port.to_string();
    Command::new("mosquitto_pub")
        .args(["-V", "5", "-h", "127.0.0.1", "-p", &port, "-q", "1", "-t", topic, "-l"])
        .stdin(File::open(&path).expect("it is there"))
        .spawn()
        .expect("mosquitto-clients is installed")
}

fn publish_to_the_end(broker: &Mosquitto, topic: &str, lines: &[String]) {
    let ended = publish(broker, topic, lines).wait().expect("it ends");
    assert!(ended.success(), "{ended}");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn two_services_share_a_subscription_and_store_each_snapshot_once() {
    let trial = Trial { snapshots: 2000, kills: 3, broker_restarts: 1, seed: 7 };
    let Some(account) = run(trial) else {
        return tagbridge_needs::skip("a PostgreSQL server");
    };
    println!("{account:#?}");
    assert!(account.brought > account.snapshots / 4, "{account:?}");
    assert!(account.by_each.iter().all(|it| *it > 0), "both take a share: {account:?}");
    assert!(account.holds(), "{account:?}");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn what_is_refused_is_counted_and_holds_nothing_up() {
    let broker = Mosquitto::open();
    let folder = tempfile::tempdir().expect("a folder");
    let taker = BrokerService::new(&folder.path().join("service"));
    taker.configure(&format!("mqtt://{}", local(broker.port)), "");
    let (project, consumer) = taker.project();
    let service = taker.start();
    taker.until("online", |it| it == 1);
    let now = Timestamp::now();
    let good = |sequence| published(&project, sequence, now);
    publish_to_the_end(&broker, TOPIC, &[good(1).to_string()]);
    taker.until("left_total", |it| it == 1);
    heartbeat(&consumer);
    let with = |field: &str, value: &str| {
        let mut published = good(2);
        published[field] = value.into();
        published
    };
    let (foreign, unknown) = (with("device_id", "laptop-8"), with("project_id", "prj_none"));
    let senseless = with("timestamp", "noon");
    let all = [json!("no snapshot"), foreign.clone(), unknown, senseless, good(1)];
    publish_to_the_end(&broker, TOPIC, &all.map(|it| it.to_string()));
    publish_to_the_end(&broker, "tagbridge/laptop-8/line-4/snapshot", &[foreign.to_string()]);
    patiently("the good one is stored", || {
        consumer.history("Step").first().filter(|it| it["value"] == 1).map(drop)
    });
    let of = |error: &str| format!("refused_total{{error=\"{error}\"}}");
    taker.until(&of("permission_denied"), |it| it == 2);
    assert_eq!((taker.figure(&of("bad_request")), taker.figure(&of("not_found"))), (2, 1));
    for words in ["has no valid key", "does not belong to the device", "prj_none"] {
        patiently(words, || taker.said().contains(words).then_some(()));
    }
    assert!(service.terminate().success());
    // No message of it is delivered again.
    let _service = taker.start();
    taker.until("online", |it| it == 1);
    publish_to_the_end(&broker, TOPIC, &[good(2).to_string()]);
    taker.until("stored_total", |it| it == 1);
    assert_eq!(taker.figure("messages_total"), 1);
}

/// A controller, a bridge that publishes its values to a broker, and a service that stores them
/// from there.
struct Plant {
    site: Site,
    controller: RunningS7,
    taker: BrokerService,
    _runtime: Runtime,
}

const STEP: &str = "DB1.DBD0:DINT";

impl Plant {
    fn new(broker: &Mosquitto) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let controller = VirtualS7::new().block(1, 16);
        let loopback = "127.0.0.1:0".parse().expect("an address");
        let controller = runtime.block_on(controller.listen(loopback)).expect("a port is free");
        let broker = format!("mqtt://{}", local(broker.port));
        let mqtt = format!("[mqtt]\nurl = \"{broker}\"\nformat = \"json\"");
        let site = Site::of_session(&mqtt).every("50ms");
        let taker = BrokerService {
            port: site.port(),
            ..BrokerService::new(Path::new(&site.service_data()))
        };
        taker.configure(&broker, "");
        key_of_device(&site.service_data(), DEVICE);
        fs::create_dir_all(site.data()).expect("it is made");
        fs::write(site.data().join("device-id"), DEVICE).expect("it is written");
        Self { site, controller, taker, _runtime: runtime }
    }

    /// Starts the bridge, which reaches the service by this port.
    fn bridge(&self, port: u16) -> Process {
        let endpoint = format!("s7://{}?rack=0&slot=1", self.controller.addr());
        self.site.configure(&endpoint, &[STEP]);
        let config = fs::read_to_string(self.site.config_file()).expect("it is configured");
        let config = config.replace(&local(self.site.port()), &local(port));
        fs::write(self.site.config_file(), config).expect("it is written");
        Tagbridge::new(["run", "--json", "--config", &self.site.config_file()])
            .env("TAGBRIDGE_KEY", self.site.secret())
            .start()
    }

    fn set(&self, step: i32) {
        self.controller.set(STEP, &Value::Int(step.into())).expect("the block is there");
    }

    /// Returns the last value of the history, live or not.
    fn newest(&self) -> Option<i64> {
        self.site.consumer().history(STEP).first()?["value"].as_i64()
    }

    /// Sets steps one after the other, each when the one before has come to the service.
    fn walk(&self, steps: std::ops::RangeInclusive<i32>) {
        for step in steps {
            self.set(step);
            patiently(&format!("step {step}"), || {
                (self.newest() == Some(step.into())).then_some(())
            });
        }
    }
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn the_push_and_the_broker_stand_in_for_each_other() {
    let mut broker = Mosquitto::open();
    let plant = Plant::new(&broker);
    let _service = plant.taker.start();
    plant.taker.until("online", |it| it == 1);
    let tap = NetworkRelay::before(plant.site.port());
    let bridge = plant.bridge(tap.port());
    plant.walk(1..=5);
    plant.taker.until("stored_total", |it| it > 0);
    tap.cut();
    plant.walk(6..=25);
    plant.site.consumer().wait_for("it is not live", |it| it["live"] == false);
    assert_eq!(plant.newest(), Some(25));
    broker.stop();
    plant.taker.until("online", |it| it == 0);
    for step in 26..=30 {
        plant.set(step);
        // Two scans later it was read, and is in the outbox.
        let scans = |line: &str| {
            let told: Json = serde_json::from_str(line).expect("JSON");
            told["sessions"][0]["scan"]["count"].as_u64().unwrap_or(0)
        };
        bridge.lines();
        let before = scans(&bridge.next_line());
        bridge.wait_for_line(|line| scans(line) > before + 1);
    }
    tap.reconnect();
    plant.walk(31..=35);
    broker.start();
    plant.taker.until("online", |it| it == 1);
    plant.walk(36..=45);
    let receipt = patiently("no hole is left", || {
        let values = plant.site.consumer().values()?;
        let gaps = values["gaps"].as_array().map_or(0, Vec::len);
        (gaps == 0 && values["live"] == true).then_some(values)
    });
    assert_eq!(receipt["tags"][STEP]["value"], 45);
    let mut entries = plant.site.consumer().whole_history(STEP);
    entries.reverse();
    let mut steps: Vec<_> = entries.iter().filter_map(|it| it["value"].as_i64()).collect();
    let times: std::collections::BTreeSet<_> =
        entries.iter().map(|it| it["timestamp"].to_string()).collect();
    assert_eq!(times.len(), entries.len(), "nothing is there twice");
    steps.dedup();
    let begin = steps.iter().position(|it| *it == 1).expect("it was read");
    assert_eq!(steps[begin..], (1..=45).collect::<Vec<_>>(), "everything is there, in order");
    assert!(bridge.terminate().success());
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_broker_in_trouble_is_named_and_the_service_goes_on() {
    let (ours, others) = (Authority::new(), Authority::new());
    let passwords = ours.path("passwords");
    Mosquitto::password_file(&passwords, "service", "right");
    let folder = tempfile::tempdir().expect("a folder");
    let taker = BrokerService::new(&folder.path().join("service"));
    let (_, consumer) = taker.project();
    for (name, password) in [("right", "right\n"), ("wrong", "wrong\n")] {
        fs::write(ours.path(name), password).expect("it is written");
        crate::mqtt::make_private(&ours.path(name));
    }
    let acl = ours.path("acl");
    fs::write(&acl, "user service\ntopic read tagbridge/#\n").expect("it is written");
    let broker = Mosquitto::with(&format!(
        "cafile {0}\ncertfile {1}\nkeyfile {2}\npassword_file {3}\nacl_file {4}\n",
        ours.text("ca.pem"),
        ours.text("service.pem"),
        ours.text("service.key"),
        passwords.display(),
        acl.display(),
    ));
    let tls = format!("mqtts://localhost:{}", broker.port);
    let login = |file: &str, authority: &Authority| {
        let (password, ca) = (ours.text(file), authority.text("ca.pem"));
        format!("user = \"service\"\npassword = {{ file = \"{password}\" }}\nca = \"{ca}\"\n")
    };
    let nobody = format!("mqtt://{}", local(free_port()));
    for (url, more, words) in [
        (&nobody, String::new(), "cannot reach the MQTT broker"),
        (&tls, login("wrong", &ours), "does not accept this user and password"),
        (&tls, login("right", &others), "is not trusted"),
    ] {
        let _ = fs::remove_file(taker.log());
        taker.configure(url, &more);
        let service = taker.start();
        let said = || Some(taker.said()).filter(|said| said.contains(words));
        patiently(&format!("“{words}” is logged"), said);
        assert_eq!(taker.figure("online"), 0);
        assert_eq!(heartbeat(&consumer)["newest"], 0, "what is pushed is taken");
        assert!(service.terminate().success());
    }
    taker.configure(&tls, &login("right", &ours));
    let service = taker.start();
    taker.until("online", |it| it == 1);
    broker.hang(true);
    assert_eq!(heartbeat(&consumer)["newest"], 0, "what is pushed is taken");
    taker.until("online", |it| it == 0);
    broker.hang(false);
    taker.until("online", |it| it == 1);
    assert!(service.terminate().success());
}
