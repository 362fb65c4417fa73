//! The mirror to an MQTT broker: Mosquitto, and a host application on pysparkplug and paho.

use std::{collections::BTreeMap, env, fs, thread, time::Duration};

use serde_json::{Value as Json, json};
use tagbridge_api::Timestamp;
use tagbridge_driver::Value;
use tagbridge_simulator::s7::{Fault, RunningS7, VirtualS7};
use tagbridge_tests::{Mosquitto, Process, Site, SparkplugHost, Tagbridge, patiently};
use tokio::runtime::Runtime;

use crate::over_tls::Authority;

const STEP: &str = "DB1.DBD0:DINT";
const LEVEL: &str = "DB1.DBD4:REAL";
const OPEN: &str = "DB1.DBX8.0";
const NONE: &str = "DB9.DBW0:INT";
const TAGS: [&str; 4] = [STEP, LEVEL, OPEN, NONE];

/// A service, a controller whose values a test sets, and a bridge's configuration with a broker.
struct Plant {
    site: Site,
    controller: RunningS7,
    _service: Process,
    _runtime: Runtime,
}

impl Plant {
    /// `mqtt` are the lines of its section.
    fn new(mqtt: &str) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let controller = VirtualS7::new().block(1, 16);
        let loopback = "127.0.0.1:0".parse().expect("an address");
        let controller = runtime.block_on(controller.listen(loopback)).expect("a port is free");
        let site = Site::of_session(&format!("[mqtt]\nedge_node = \"laptop\"\n{mqtt}"));
        let site = site.every("50ms");
        let service = site.service();
        Self { site, controller, _service: service, _runtime: runtime }
    }

    fn at(broker: &Mosquitto, more: &str) -> Self {
        Self::new(&format!("url = \"mqtt://127.0.0.1:{}\"\n{more}", broker.port))
    }

    fn bridge(&self) -> Process {
        self.site.bridge(&format!("s7://{}?rack=0&slot=1", self.controller.addr()), &TAGS)
    }

    /// All values of this step.
    fn set(&self, step: i32) {
        // Single and double precision have the same.
        let level = f32::from(i16::try_from(step % 1000).expect("it is small")) / 8.0;
        let values = [
            (STEP, Value::Int(step.into())),
            (LEVEL, Value::Real(level)),
            (OPEN, Value::Bool(step % 2 == 1)),
        ];
        for (tag, value) in values {
            self.controller.set(tag, &value).expect("the block is there");
        }
    }

    /// Sets steps in sequence, each after the host received the previous one.
    fn walk(&self, host: &SparkplugHost, steps: std::ops::Range<i32>) -> Vec<Json> {
        let mut heard = Vec::new();
        for step in steps {
            self.set(step);
            heard.extend(host.until(|it| is_step(it, step)));
        }
        heard
    }

    /// The service's history of a tag, oldest first: times and values.
    fn history(&self, tag: &str) -> Vec<(i64, Json)> {
        let told = self.site.consumer().history(tag).into_iter().rev();
        changes(told.map(|it| (millis(&it["timestamp"]), it["value"].clone())))
    }
}

fn millis(time: &Json) -> i64 {
    serde_json::from_value::<Timestamp>(time.clone()).expect("a time").as_millis()
}

/// Without what only says again what was.
fn changes(all: impl IntoIterator<Item = (i64, Json)>) -> Vec<(i64, Json)> {
    let mut all: Vec<_> = all.into_iter().collect();
    all.dedup_by(|later, before| later.1 == before.1);
    all
}

fn metrics(message: &Json) -> &[Json] {
    message["metrics"].as_array().map_or(&[], Vec::as_slice)
}

fn is_step(message: &Json, step: i32) -> bool {
    metrics(message).iter().any(|it| it["name"] == STEP && it["value"] == step)
}

fn metric<'a>(message: &'a Json, name: &str) -> &'a Json {
    metrics(message).iter().find(|it| it["name"] == name).unwrap_or(&Json::Null)
}

/// The received values of a tag of the device, in the order of time.
fn told(messages: &[Json], tag: &str) -> Vec<(i64, Json)> {
    let of_device = messages.iter().filter(|it| it["device"] == "line-4");
    let values = of_device.flat_map(metrics).filter(|it| it["name"] == tag);
    let values = values.map(|it| (it["timestamp"].as_i64().expect("a time"), it["value"].clone()));
    // Historical values arrive later than their times.
    changes(values.collect::<BTreeMap<_, _>>())
}

/// Waits until the bridge says this of the broker.
fn until_broker(bridge: &Process, fits: impl Fn(&Json) -> bool) -> Json {
    let of = |line: &str| serde_json::from_str::<Json>(line).expect("JSON")["mqtt"].clone();
    of(&bridge.wait_for_line(|line| fits(&of(line))))
}

#[track_caller]
fn check_numbers(messages: &[Json]) {
    let of_node = messages.iter().filter(|it| it["kind"] != "NDEATH" && it["seq"].is_u64());
    let mut next = None;
    for it in of_node {
        let seq = it["seq"].as_u64().expect("a number");
        assert_eq!((&it["qos"], &it["retained"]), (&json!(0), &json!(0)), "{it}");
        if it["kind"] == "NBIRTH" {
            assert_eq!(seq, 0, "{it}");
        } else if let Some(next) = next {
            assert_eq!(seq, next, "{it}");
        }
        next = Some((seq + 1) % 256);
    }
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_foreign_host_is_told_exactly_what_the_service_remembers() {
    let broker = Mosquitto::open();
    let plant = Plant::at(&broker, "");
    let mut host = SparkplugHost::of(&broker, "tagbridge", "laptop");
    plant.set(0);
    let bridge = plant.bridge();
    let mut heard = host.until(|it| it["kind"] == "DBIRTH");
    let (node, device) = (&heard[0], heard.last().expect("a birth"));
    assert_eq!(
        (&node["kind"], &node["topic"]),
        (&json!("NBIRTH"), &json!("spBv1.0/tagbridge/NBIRTH/laptop"))
    );
    assert_eq!(
        (&metric(node, "bdSeq")["value"], &metric(node, "bdSeq")["type"]),
        (&json!(0), &json!("INT64"))
    );
    let rebirth = metric(node, "Node Control/Rebirth");
    assert_eq!((&rebirth["value"], &rebirth["alias"]), (&json!(false), &Json::Null));
    assert_eq!(device["topic"], "spBv1.0/tagbridge/DBIRTH/laptop/line-4");
    let types: Vec<_> = TAGS.iter().map(|it| metric(device, it)["type"].clone()).collect();
    assert_eq!(types, ["INT32", "FLOAT", "BOOLEAN", "STRING"]);
    let good = &metric(device, STEP)["properties"];
    assert_eq!((&good["Quality"], &good["type"]), (&json!(192), &json!("DINT")));
    let unknown = metric(device, NONE);
    assert_eq!((&unknown["is_null"], &unknown["value"]), (&json!(true), &Json::Null));
    assert_eq!(unknown["properties"]["Quality"], 0);
    assert_ne!(unknown["properties"]["reason"], "");

    heard.extend(plant.walk(&host, 1..40));
    host.tell("rebirth");
    let births = host.until(|it| it["kind"] == "DBIRTH");
    let again = births.iter().find(|it| it["kind"] == "NBIRTH").expect("a birth");
    assert_eq!(metric(again, "bdSeq")["value"], 0, "the connection is the same");
    assert_eq!(metric(births.last().expect("a birth"), STEP)["value"], 39);
    heard.extend(births);
    heard.extend(plant.walk(&host, 40..60));
    until_broker(&bridge, |it| it["rebirths"] == 1 && it["dropped"] == 0);
    let after_birth = heard.iter().filter(|it| it["kind"] == "DDATA").flat_map(metrics);
    for it in after_birth {
        let by_alias = (&it["sent_name"], &it["sent_type"]);
        assert_eq!(by_alias, (&Json::Null, &Json::Null), "by its alias alone: {it}");
    }
    assert!(bridge.terminate().success());
    heard.extend(host.until(|it| it["kind"] == "NDEATH"));
    let death = heard.last().expect("a death");
    assert_eq!((&metric(death, "bdSeq")["value"], &death["seq"]), (&json!(0), &Json::Null));
    check_numbers(&heard);
    for tag in [STEP, LEVEL, OPEN] {
        let told = told(&heard, tag);
        assert!(told.len() >= 59, "{tag}: {told:?}");
        assert_eq!(told, plant.history(tag), "{tag}");
    }
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn after_the_broker_was_away_hosts_learn_what_was_and_what_is() {
    let mut broker = Mosquitto::open();
    // It waits for the host, so that nothing is said before the host is back.
    let plant = Plant::at(&broker, "version = \"3.1.1\"\nprimary_host = \"scada\"");
    let mut host = SparkplugHost::of(&broker, "tagbridge", "laptop");
    host.tell("online 1");
    plant.set(0);
    let bridge = plant.bridge();
    let mut heard = host.until(|it| it["kind"] == "DBIRTH");
    heard.extend(plant.walk(&host, 1..5));
    broker.stop();
    until_broker(&bridge, |it| it["state"]["state"] == "waiting");
    let consumer = plant.site.consumer();
    for step in 5..10 {
        plant.set(step);
        consumer.wait_for("it is read", |it| it["tags"][STEP]["value"] == step);
    }
    broker.start();
    host.until(|it| it["kind"] == "ready");
    until_broker(&bridge, |it| it["state"]["state"] == "waiting_for_host");
    host.tell("online 2");
    let births = host.until(|it| it["kind"] == "DBIRTH");
    let birth = births.iter().rev().find(|it| it["kind"] == "NBIRTH").expect("a birth");
    assert_ne!(metric(birth, "bdSeq")["value"], 0, "another connection");
    assert_eq!(metric(births.last().expect("a birth"), STEP)["value"], 9, "what is comes first");
    let since = plant.walk(&host, 10..15);
    for step in 5..9 {
        let was = |it: &&Json| it["name"] == STEP && it["value"] == step;
        let was = since.iter().flat_map(metrics).find(was).expect("each that was is told");
        assert_eq!(was["is_historical"], true, "{was}");
    }
    for it in since.iter().filter(|it| is_step(it, 10)).flat_map(metrics) {
        assert_eq!(it["is_historical"], false, "{it}");
    }
    heard.extend(births);
    heard.extend(since);
    check_numbers(&heard);
    assert!(bridge.terminate().success());
    let history = plant.history(STEP);
    // A birth says what is, as of the last scan; data says when it became so.
    heard.retain(|it| it["kind"] == "DDATA");
    for it in told(&heard, STEP) {
        assert!(history.contains(&it), "{it:?} is not in {history:?}");
    }
    assert_eq!(history.len(), 15, "the service has all");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_bridge_that_is_killed_is_dead_to_hosts() {
    let broker = Mosquitto::open();
    let plant = Plant::at(&broker, "");
    let host = SparkplugHost::of(&broker, "tagbridge", "laptop");
    for connection in 0..2 {
        let bridge = plant.bridge();
        let heard = host.until(|it| it["kind"] == "DBIRTH");
        let birth = heard.iter().find(|it| it["kind"] == "NBIRTH").expect("a birth");
        assert_eq!(metric(birth, "bdSeq")["value"], connection);
        bridge.kill_dead();
        let heard = host.until(|it| it["kind"] == "NDEATH");
        let death = heard.last().expect("a death");
        assert_eq!((metrics(death).len(), &death["retained"]), (1, &json!(0)));
        assert_eq!(
            (&death["qos"], &metric(death, "bdSeq")["value"]),
            (&json!(1), &json!(connection))
        );
    }
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_device_dies_and_is_born_again_with_its_controllers_connection() {
    let broker = Mosquitto::open();
    let plant = Plant::at(&broker, "");
    let host = SparkplugHost::of(&broker, "tagbridge", "laptop");
    let bridge = plant.bridge();
    let mut heard = host.until(|it| it["kind"] == "DBIRTH");
    plant.controller.set_faults(vec![Fault::Reset { every: 1 }]);
    heard.extend(host.until(|it| it["kind"] == "DDEATH"));
    plant.controller.set_faults(Vec::new());
    heard.extend(host.until(|it| it["kind"] == "DBIRTH"));
    check_numbers(&heard);
    assert!(bridge.terminate().success());
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_broker_that_hangs_costs_the_way_to_the_service_nothing() {
    let broker = Mosquitto::open();
    let plant = Plant::at(&broker, "queue = 20\nkeep_alive = \"5s\"");
    let host = SparkplugHost::of(&broker, "tagbridge", "laptop");
    plant.set(0);
    let bridge = plant.bridge();
    host.until(|it| it["kind"] == "DBIRTH");
    plant.walk(&host, 1..3);
    broker.hang(true);
    let consumer = plant.site.consumer();
    let mut step = 3;
    // Until the mirror has dropped some, each value arrives at the service.
    loop {
        plant.set(step);
        consumer.wait_for("the service has it", |it| it["tags"][STEP]["value"] == step);
        let line: Json = serde_json::from_str(&bridge.next_line()).expect("JSON");
        if line["mqtt"]["dropped"].as_u64().is_some_and(|it| it > 0) {
            assert_eq!(line["sessions"][0]["outbox"]["lost"], 0, "{line}");
            break;
        }
        step += 1;
    }
    let sessions =
        Tagbridge::new(["sessions", "--config", &plant.site.config_file()]).output().stdout();
    assert!(sessions.contains("MQTT: ") && sessions.contains("dropped"), "{sessions}");
    broker.hang(false);
    until_broker(&bridge, |it| it["state"]["state"] == "online" && it["queued"] == 0);
    let values: Vec<_> = plant.history(STEP).into_iter().map(|it| it.1).collect();
    assert_eq!(values, (0..=step).map(|it| json!(it)).collect::<Vec<_>>(), "none is missing");
    assert!(bridge.terminate().success());
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn a_primary_host_is_waited_for() {
    let broker = Mosquitto::open();
    let mut host = SparkplugHost::of(&broker, "tagbridge", "laptop");
    host.tell("offline 5");
    let plant = Plant::at(&broker, "primary_host = \"scada\"");
    let bridge = plant.bridge();
    until_broker(&bridge, |it| it["state"]["state"] == "waiting_for_host");
    assert!(host.heard().iter().all(|it| it["kind"] == "STATE"), "nothing is said without it");
    host.tell("online 10");
    host.until(|it| it["kind"] == "DBIRTH");
    host.tell("offline 9");
    host.tell("offline 11");
    let heard = host.until(|it| it["kind"] == "NDEATH");
    assert_eq!(metric(heard.last().expect("a death"), "bdSeq")["value"], 0);
    until_broker(&bridge, |it| it["state"]["state"] == "waiting_for_host");
    host.tell("online 12");
    let heard = host.until(|it| it["kind"] == "DBIRTH");
    let birth = heard.iter().find(|it| it["kind"] == "NBIRTH").expect("a birth");
    assert_ne!(metric(birth, "bdSeq")["value"], 0);
    assert!(bridge.terminate().success());
}

/// A broker with TLS, users and certificates of clients; each way in, and each way to be kept out.
#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn who_is_not_trusted_or_not_let_in_is_told_so() {
    let (ours, others) = (Authority::new(), Authority::new());
    let passwords = ours.path("passwords");
    Mosquitto::password_file(&passwords, "bridge", "right");
    for (name, password) in [("right", "right\n"), ("wrong", "wrong\n")] {
        fs::write(ours.path(name), password).expect("it is written");
        make_private(&ours.path(name));
    }
    let broker = Mosquitto::with(&format!(
        "cafile {0}\ncertfile {1}\nkeyfile {2}\npassword_file {3}\nrequire_certificate true\n",
        ours.text("ca.pem"),
        ours.text("service.pem"),
        ours.text("service.key"),
        passwords.display()
    ));
    let client = |authority: &Authority| {
        let (certificate, key) = (authority.text("service.pem"), authority.text("service.key"));
        format!("certificate = \"{certificate}\"\ncertificate_key = \"{key}\"\n")
    };
    let login = |file: &str| {
        format!("user = \"bridge\"\npassword = {{ file = \"{}\" }}\n", ours.text(file))
    };
    let ca = |authority: &Authority| format!("ca = \"{}\"\n", authority.text("ca.pem"));
    let plant = Plant::at(&broker, "");
    let endpoint = format!("s7://{}?rack=0&slot=1", plant.controller.addr());
    plant.site.configure(&endpoint, &TAGS);
    let config = fs::read_to_string(plant.site.config_file()).expect("it is configured");
    let (before, _) = config.split_once("[mqtt]").expect("it is the last section");
    for (version, more, code) in [
        ("5", [ca(&ours), client(&ours), login("right")].concat(), ""),
        ("3.1.1", [ca(&ours), client(&ours), login("right")].concat(), ""),
        ("5", [ca(&ours), client(&ours), login("wrong")].concat(), "broker-login"),
        ("3.1.1", [ca(&ours), client(&ours), login("wrong")].concat(), "broker-login"),
        ("5", [ca(&others), client(&ours), login("right")].concat(), "broker-untrusted"),
        ("5", [ca(&ours), login("right")].concat(), "broker-refused"),
    ] {
        let url = format!("url = \"mqtts://localhost:{}\"\nversion = \"{version}\"", broker.port);
        let text = format!("{before}\n[mqtt]\n{url}\n{more}");
        fs::write(plant.site.config_file(), text).expect("it is written");
        let of = |arguments: &[&str]| {
            Tagbridge::new([arguments, &["--config", &plant.site.config_file()]].concat())
                .env("TAGBRIDGE_KEY", plant.site.secret())
        };
        let bridge = of(&["run", "--json"]).start();
        let told = until_broker(&bridge, |it| {
            ["online", "waiting"].iter().any(|state| it["state"]["state"] == *state)
        });
        let found = told["state"]["code"].as_str().unwrap_or_default();
        assert_eq!(found, code, "{version}: {told}");
        assert!(bridge.terminate().success());
        let doctor = of(&["doctor"]).output().stdout();
        let line = doctor.lines().find(|it| it.contains("MQTT broker:")).expect("a line");
        assert_eq!(line.starts_with('✓'), code.is_empty(), "{doctor}");
    }
}

pub(crate) fn make_private(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).expect("it is ours");
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn json_is_the_snapshot_that_the_service_stores() {
    let broker = Mosquitto::open();
    let plant = Plant::at(&broker, "format = \"json\"\ntopic = \"plant\"");
    let bridge = plant.bridge();
    until_broker(&bridge, |it| it["state"]["state"] == "online");
    let mut subscribe = std::process::Command::new("stdbuf");
    let port = broker.port.to_string();
    subscribe.args(["-oL", "mosquitto_sub"]);
    subscribe.args(["-h", "127.0.0.1", "-p", &port, "-q", "1", "-t", "plant/#", "-F", "%t %r %p"]);
    let subscriber = Process::start(&mut subscribe);
    let state = subscriber.wait_for_line(|line| line.contains("/state"));
    assert!(state.contains("/state 1 {\"online\":true"), "{state}");
    let snapshot = |line: &str| -> Option<Json> {
        let (topic, rest) = line.split_once(" 0 ")?;
        assert!(topic.ends_with("/line-4/snapshot"), "{topic}");
        serde_json::from_str(rest).ok()
    };
    let mut heard = Vec::new();
    for step in 1..20 {
        plant.set(step);
        while !heard.last().is_some_and(|it: &Json| it["tags"][STEP]["value"] == step) {
            heard.extend(snapshot(&subscriber.next_line()));
        }
    }
    let sequences: Vec<_> = heard.iter().filter_map(|it| it["sequence"].as_u64()).collect();
    assert!(sequences.windows(2).all(|it| it[1] == it[0] + 1), "{sequences:?}");
    plant.site.consumer().wait_for("it is stored", |it| it["tags"][STEP]["value"] == 19);
    bridge.kill_dead();
    let will = subscriber.wait_for_line(|line| line.contains("/state"));
    assert!(will.contains("{\"online\":false"), "{will}");
    let history = plant.history(STEP);
    let values = heard.iter().filter(|it| it["tags"][STEP].is_object());
    let values = values
        .map(|it| (millis(&it["tags"][STEP]["timestamp"]), it["tags"][STEP]["value"].clone()));
    for it in changes(values).iter().skip(1) {
        assert!(history.contains(it), "{it:?} is not in {history:?}");
    }
}

/// As many snapshots as the variable says, each with another value: 0 differences.
#[test]
fn many_snapshots_differ_in_none() {
    let Ok(wanted) = env::var("TAGBRIDGE_MQTT_SNAPSHOTS") else {
        println!("skipped: TAGBRIDGE_MQTT_SNAPSHOTS=10000 compares so many snapshots");
        return;
    };
    let wanted: usize = wanted.parse().expect("a number");
    let broker = Mosquitto::open();
    let plant = Plant::at(&broker, "");
    let plant = Plant { site: plant.site.every("20ms"), ..plant };
    let host = SparkplugHost::of(&broker, "tagbridge", "laptop");
    plant.set(0);
    let bridge = plant.bridge();
    let (mut heard, mut snapshots, mut step) = (Vec::new(), 0, 0);
    while snapshots < wanted {
        step += 1;
        plant.set(step);
        let news: Vec<Json> = host.heard();
        snapshots += news.iter().filter(|it| it["kind"] == "DDATA").count();
        heard.extend(news);
        thread::sleep(Duration::from_millis(5));
    }
    step += 1;
    plant.set(step);
    heard.extend(host.until(|it| is_step(it, step)));
    until_broker(&bridge, |it| it["dropped"] == 0);
    assert!(bridge.terminate().success());
    check_numbers(&heard);
    let told = told(&heard, STEP);
    let history = patiently("the whole history", || Some(whole_history(&plant, STEP)));
    let differences = told.iter().filter(|it| !history.contains(it)).count()
        + history.iter().filter(|it| !told.contains(it)).count();
    println!("{} values told, {} remembered, {differences} differences", told.len(), history.len());
    assert_eq!(differences, 0);
}

/// Page by page, oldest first.
fn whole_history(plant: &Plant, tag: &str) -> Vec<(i64, Json)> {
    let key = plant.site.data().join("key");
    fs::write(&key, plant.site.secret()).expect("it is written");
    make_private(&key);
    let service = format!("http://127.0.0.1:{}/api/v1", plant.site.port());
    let (mut all, mut before) = (Vec::new(), None::<String>);
    loop {
        let key = key.to_str().expect("a plain path");
        let asked = ["history", plant.site.project(), tag, "--json", "--limit", "600"];
        let place = ["--service", &service, "--key-file", key];
        let mut arguments = [&asked[..], &place].concat();
        if let Some(before) = &before {
            arguments.extend(["--before", before]);
        }
        let outcome = Tagbridge::new(arguments).output();
        let page: Json = serde_json::from_str(&outcome.stdout()).unwrap_or_default();
        let entries = page["history"].as_array().cloned().unwrap_or_default();
        let Some(last) = entries.last() else { break };
        before = last["timestamp"].as_str().map(str::to_owned);
        all.extend(entries.iter().map(|it| (millis(&it["timestamp"]), it["value"].clone())));
    }
    changes(all.into_iter().rev())
}
