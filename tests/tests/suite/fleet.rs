//! One signed file that sets up many installations, each with its own key, and the refusals.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    thread,
};

use serde_json::Value as Json;
use tagbridge_driver::Value;
use tagbridge_simulator::s7::{RunningS7, VirtualS7};
use tagbridge_tests::{Process, Tagbridge, free_port, patiently};
use tokio::runtime::Runtime;

use crate::over_tls::Authority;

const LAPTOPS: usize = 30;
const STEP: &str = "DB1.DBD0:DINT";

/// A service that shows a certificate of the plant's own authority, and a fleet's file for it.
struct Plant {
    folder: tempfile::TempDir,
    authority: Authority,
    port: u16,
    projects: Vec<String>,
    signer: String,
    controller: RunningS7,
    _runtime: Runtime,
}

impl Plant {
    fn new(laptops: usize) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let controller = VirtualS7::new().block(1, 16);
        let loopback = "127.0.0.1:0".parse().expect("an address");
        let controller = runtime.block_on(controller.listen(loopback)).expect("a port is free");
        controller.set(STEP, &Value::Int(7)).expect("the block is there");
        let (folder, authority) = (tempfile::tempdir().expect("a folder"), Authority::new());
        let mut plant = Self {
            folder,
            authority,
            port: free_port(),
            projects: Vec::new(),
            signer: String::new(),
            controller,
            _runtime: runtime,
        };
        let data = text(&plant.path("service"));
        plant.projects = (0..laptops)
            .map(|no| {
                let name = format!("Line {no}");
                let add = ["project", "add", "--data", &data, "--vendor", "siemens", "--json"];
                let added = Tagbridge::new([&add[..], &["--name", &name]].concat()).output();
                word(&added.json(0)["project_id"])
            })
            .collect();
        plant.author();
        plant
    }

    /// The configuration of one installation in its folder, and the key that signs it.
    fn author(&mut self) {
        let master = self.path("master");
        let authorities = master.join("pki/authorities");
        fs::create_dir_all(&authorities).expect("it is made");
        fs::copy(self.authority.path("ca.pem"), authorities.join("plant.pem")).expect("a copy");
        let mut config = format!(
            "# Line laptops.\npki = \"pki\"\n\n[service]\nurl = \"https://localhost:{}/api/v1\"\n\
             key = {{ file = \"service.key\" }}\n",
            self.port,
        );
        for (no, project) in self.projects.iter().enumerate() {
            let endpoint = format!("s7://{}?rack=0&slot=1", self.controller.addr());
            let _ = write!(
                config,
                "\n[[session]]\nname = \"line-{no}\"\nproject = \"{project}\"\n\
                 endpoint = \"{endpoint}\"\ninterval = \"200ms\"\ntags = [\"{STEP}\"]\n",
            );
        }
        fs::write(master.join("tagbridge.toml"), config).expect("it is written");
        let key = Tagbridge::new(["fleet", "key", "--json", &text(&self.path("fleet.key"))]);
        self.signer = word(&key.output().json(0)["signer"]);
        self.sign("west.fleet", "fleet.key");
    }

    fn sign(&self, to: &str, key: &str) {
        let (config, key) = (self.path("master/tagbridge.toml"), self.path(key));
        let sign = ["fleet", "sign", &text(&config), "--name", "West", "--key", &text(&key)];
        let to = text(&self.path(to));
        Tagbridge::new([&sign[..], &["--json", "--output", &to]].concat()).output().json(0);
    }

    fn serve(&self) -> Process {
        let (data, listen) = (text(&self.path("service")), format!("127.0.0.1:{}", self.port));
        let serve = ["serve", "--json", "--data", &data, "--listen", &listen, "--certificate"];
        let (certificate, key) =
            (self.authority.text("service.pem"), self.authority.text("service.key"));
        let service = Tagbridge::new([&serve[..], &[&certificate, "--key", &key]].concat()).start();
        service.next_line();
        service
    }

    fn code(&self, uses: usize, expires: &str) -> Json {
        let (data, uses) = (text(&self.path("service")), uses.to_string());
        let make = ["key", "code", "--data", &data, "--name", "west", "--json", "--uses", &uses];
        Tagbridge::new([&make[..], &["--expires", expires]].concat()).output().json(0)
    }

    fn apply(&self, file: &str, to: &str, more: &[&str]) -> Tagbridge {
        let (file, to) = (text(&self.path(file)), text(&self.path(to)));
        Tagbridge::new(["fleet", "apply", &file, "--to", &to, "--json"]).arguments(more)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn text(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}

fn word(value: &Json) -> String {
    value.as_str().expect("text").to_owned()
}

#[test]
fn one_file_sets_up_thirty_laptops_each_with_a_key_of_its_own() {
    let plant = Plant::new(LAPTOPS);
    let _service = plant.serve();
    let code = word(&plant.code(LAPTOPS, "1h")["code"]);
    let set_up = |no: usize| {
        let session = format!("line-{no}");
        let more = ["--signer", &plant.signer, "--code", &code, "--session", &session];
        plant.apply("west.fleet", &format!("laptop-{no}"), &more).output().json(0)
    };
    let mut applied: Vec<Json> = Vec::new();
    thread::scope(|scope| {
        for half in [0..LAPTOPS / 2, LAPTOPS / 2..LAPTOPS].map(|half| {
            let set_up = &set_up;
            scope.spawn(move || half.map(set_up).collect::<Vec<_>>())
        }) {
            applied.extend(half.join().expect("all are set up"));
        }
    });
    let each = |field: &str| applied.iter().map(|it| word(&it[field])).collect::<BTreeSet<_>>();
    assert_eq!((each("key_id").len(), each("device_id").len()), (LAPTOPS, LAPTOPS));
    let data = text(&plant.path("service"));
    let keys = Tagbridge::new(["key", "list", "--data", &data, "--json"]).output().json(0);
    let bound = keys.as_array().expect("a list").iter().map(|key| word(&key["device"]));
    assert_eq!(bound.collect::<BTreeSet<_>>(), each("device_id"), "each pushes for itself alone");
    let codes = Tagbridge::new(["key", "codes", "--data", &data, "--json"]).output().json(0);
    assert_eq!((&codes[0]["used"], &codes[0]["uses"]), (&LAPTOPS.into(), &LAPTOPS.into()));
    let one_more =
        plant.apply("west.fleet", "laptop-x", &["--signer", &plant.signer, "--code", &code]);
    assert_eq!(one_more.output().code(), 4, "it is used up");

    let config = text(&plant.path("laptop-7/tagbridge.toml"));
    let written = fs::read_to_string(&config).expect("it is there");
    assert!(written.starts_with("# Line laptops.") && written.contains("line-7"), "{written}");
    assert_eq!(written.matches("[[session]]").count(), 1, "{written}");
    let doctor = || Tagbridge::new(["doctor", "--config", &config, "--json"]).output().json(0);
    let findings = doctor();
    let codes: Vec<_> = findings["findings"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| format!("{} {}", it["subject_code"], it["code"]).replace('"', ""))
        .collect();
    for expected in [
        "fleet-of-signature fleet-saw-signed",
        "fleet-of-files fleet-saw-same",
        "fleet-of-authorities fleet-saw-trusted",
        "doctor-of-key doctor-saw-accepted",
        "doctor-of-service-project doctor-saw-may-stream",
    ] {
        assert!(codes.iter().any(|it| it == expected), "{expected}: {findings:#}");
    }
    // An additional CA is not part of the signed files; a changed one is detected.
    fs::write(plant.path("laptop-7/pki/authorities/plant.pem"), "x").expect("it is written");
    let altered = Tagbridge::new(["doctor", "--config", &config, "--json"]).output();
    assert!(altered.stdout().contains("fleet-saw-changed"), "{}", altered.stdout());
    let again = plant.apply("west.fleet", "laptop-7", &[]).output().json(0);
    assert_eq!((&again["key_id"], &again["sessions"][0]), (&Json::Null, &"line-7".into()));
    doctor();

    let bridge = Tagbridge::new(["run", "--json", "--config", &config]).start();
    let create = ["key", "create", "--data", &data, "--name", "reader", "--json"];
    let reader = Tagbridge::new([&create[..], &["--permissions", "hmi_view"]].concat());
    let secret = word(&reader.output().json(0)["secret"]);
    let key = plant.path("reader.key");
    fs::write(&key, secret).expect("it is written");
    crate::mqtt::make_private(&key);
    let service = format!("https://localhost:{}/api/v1", plant.port);
    let history = || {
        let history = ["history", &plant.projects[7], STEP, "--service", &service, "--json"];
        let history = Tagbridge::new(history).arguments(&["--key-file", &text(&key)]);
        let told = history.env("SSL_CERT_FILE", &plant.authority.text("ca.pem")).output();
        (told.code() == 0).then(|| told.stdout())
    };
    let told = patiently("its values", history);
    assert!(told.contains("\"value\":7") || told.contains("\"value\": 7"), "{told}");
    assert!(bridge.terminate().success());
}

#[test]
fn what_is_not_as_it_must_be_is_refused_in_words_and_changes_nothing() {
    let plant = Plant::new(2);
    let other = ["fleet", "key", "--json", &text(&plant.path("other.key"))];
    Tagbridge::new(other).output().json(0);
    plant.sign("other.fleet", "other.key");
    let signed = fs::read_to_string(plant.path("west.fleet")).expect("it is there");
    for (name, from, to) in [
        ("altered.fleet", "\"West\"", "\"East\""),
        ("newer.fleet", "tagbridge-fleet 1", "tagbridge-fleet 2"),
        ("none.fleet", "tagbridge-fleet", "something"),
    ] {
        fs::write(plant.path(name), signed.replacen(from, to, 1)).expect("it is written");
    }
    let (good, expired) = (plant.code(1, "1h"), plant.code(1, "1s"));
    let (good, expired) = (word(&good["code"]), word(&expired["code"]));
    let ended = plant.code(1, "1h");
    let data = text(&plant.path("service"));
    let revoke = ["key", "revoke", "--data", &data, &word(&ended["id"])];
    assert_eq!(Tagbridge::new(revoke).output().code(), 0);
    let ended = word(&ended["code"]);
    let create = ["key", "code", "--data", &data, "--name", "narrow", "--json", "--project"];
    let narrow = Tagbridge::new([&create[..], &[&plant.projects[0]]].concat()).output().json(0);
    let narrow = word(&narrow["code"]);
    let unknown = format!("{}0", &good[..good.len() - 1]);
    let unknown = if unknown == good { format!("{}1", &good[..good.len() - 1]) } else { unknown };
    thread::sleep(std::time::Duration::from_millis(1100));
    let own = plant.signer.clone();
    let check = |file: &str, more: &[&str], exit: i32, expected: &str| {
        let more = [&["--signer", &own][..], more].concat();
        let refused = plant.apply(file, "laptop", &more).output();
        assert_eq!(refused.code(), exit, "{expected}: {}", refused.stderr());
        let told: Json = serde_json::from_str(&refused.stderr()).expect("JSON");
        let code = told["cause"]["code"].as_str().unwrap_or_default().to_owned();
        assert_eq!(code, expected, "{told:#}");
        let (file, to) = (text(&plant.path(file)), text(&plant.path("laptop")));
        let german = Tagbridge::new(["fleet", "apply", &file, "--to", &to, "--language", "de"]);
        let german = german.arguments(&more).output().stderr();
        let english = told["message"].as_str().expect("text").split_once(": ").expect("a cause").1;
        assert!(german.starts_with("Fehler: ") && !german.contains(english), "{german}");
        let left: Vec<_> = fs::read_dir(plant.path("laptop")).map_or_else(
            |_| Vec::new(),
            |files| files.flatten().map(|it| it.file_name()).collect(),
        );
        assert!(left.iter().all(|it| it == ".fleet-attempt"), "{expected} left {left:?}");
    };
    check("west.fleet", &["--code", &good], 3, "fleet-service");
    let service = plant.serve();
    check("altered.fleet", &["--code", &good], 4, "fleet-altered");
    check("other.fleet", &["--code", &good], 4, "fleet-other-signer");
    check("newer.fleet", &["--code", &good], 2, "fleet-newer");
    check("none.fleet", &["--code", &good], 2, "fleet-no-fleet");
    check("west.fleet", &[], 2, "fleet-no-code");
    check("west.fleet", &["--code", &unknown], 4, "fleet-code-unknown");
    check("west.fleet", &["--code", &expired], 4, "fleet-code-expired");
    check("west.fleet", &["--code", &ended], 4, "fleet-code-revoked");
    check("west.fleet", &["--code", &good, "--session", "line-9"], 2, "fleet-no-session");
    check("west.fleet", &["--code", &narrow, "--session", "line-1"], 4, "fleet-out-of-scope");
    // Asked again with another session, the same key is there: the code was used for it once.
    let more = ["--signer", &own, "--code", &narrow];
    let applied = plant.apply("west.fleet", "laptop", &more).output().json(0);
    assert_eq!(applied["sessions"], serde_json::json!(["line-0"]), "the code's project alone");
    let used = plant.apply("west.fleet", "another", &more).output();
    assert_eq!(used.code(), 4, "{}", used.stderr());
    assert!(used.stderr().contains("fleet-code-used-up"), "{}", used.stderr());
    let (file, to) = (text(&plant.path("west.fleet")), text(&plant.path("another")));
    let german = Tagbridge::new(["fleet", "apply", &file, "--to", &to, "--language", "de"]);
    let german = german.arguments(&more).output().stderr();
    for words in
        ["keine Datei ist geändert", "der Code ist verbraucht; er galt für eine Installation"]
    {
        assert!(german.contains(words), "{german}");
    }
    // The required signer is known from before.
    let other = plant.apply("other.fleet", "laptop", &[]).output();
    assert!(other.stderr().contains("fleet-other-signer"), "{}", other.stderr());
    let before = fs::read(plant.path("laptop/tagbridge.toml")).expect("it is there");
    let altered = plant.apply("altered.fleet", "laptop", &[]).output();
    assert_eq!(altered.code(), 4);
    assert_eq!(fs::read(plant.path("laptop/tagbridge.toml")).expect("it is there"), before);
    assert!(service.terminate().success());
}
