//! The deployment of `installer/`: its files are compared with their schemas, and its parts are
//! started with their files, as far as possible without containers.

use std::{
    fs,
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use tagbridge_api::Timestamp;
use tagbridge_tests::{Postgres, Process, Tagbridge, free_port, patiently, python};
use ureq::{
    Agent,
    tls::{Certificate, RootCerts, TlsConfig},
};

fn installer() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../installer")
}

fn text(name: &str) -> String {
    fs::read_to_string(installer().join(name)).expect("it is there")
}

fn succeeds(command: &mut Command) {
    let done = command.output().expect("it starts");
    let told = [done.stdout, done.stderr].concat();
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&told));
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn each_file_is_what_its_reader_takes() {
    let compose = installer().join("compose");
    let schema = ["-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"];
    succeeds(Command::new(python()).args(schema).arg(compose.join("compose.yaml")));
    // Each file that it names is there, but for secrets, which who runs it makes.
    for line in text("compose/compose.yaml").lines() {
        let named = line.split("{ file: ").nth(1).and_then(|rest| rest.strip_suffix(" }"));
        if let Some(name) = named.filter(|name| !name.starts_with("secrets/")) {
            assert!(compose.join(name).is_file(), "{name}");
        }
    }
    let kubernetes = installer().join("kubernetes");
    let listed: Vec<_> = text("kubernetes/kustomization.yaml")
        .lines()
        .filter_map(|line| Some(line.trim().strip_prefix("- ")?.to_owned()))
        .filter(|name| Path::new(name).extension().is_some_and(|it| it == "yaml"))
        .collect();
    assert!(listed.len() >= 5, "{listed:?}");
    let validate = python().with_file_name("kubernetes-validate");
    for name in &listed {
        succeeds(Command::new(&validate).arg("--strict").arg(kubernetes.join(name)));
    }
    assert_eq!(text("kubernetes/role.sh"), text("compose/role.sh"));
    succeeds(
        Command::new("promtool").args(["check", "config"]).arg(compose.join("prometheus.yml")),
    );
}

/// All parts of the compose file that can be had here, in a folder.
struct Deployment {
    folder: tempfile::TempDir,
    database: Postgres,
    services: Vec<(Process, [u16; 2])>,
    proxy: u16,
    agent: Agent,
    _proxy: Process,
}

impl Deployment {
    /// Starts the parts; `None` if a program is not installed.
    fn start() -> Option<Self> {
        let database = Postgres::start_listening()?;
        let folder = tempfile::tempdir().expect("a folder");
        let certificates = folder.path().join("certificates");
        fs::create_dir(&certificates).expect("it is made");
        let script = installer().join("compose/certificates.sh");
        succeeds(Command::new("sh").arg(script).arg(&certificates).arg("localhost"));
        let certificate =
            |name: &str| fs::read_to_string(certificates.join(name)).expect("the script made it");
        for name in ["database.pem", "database.key"] {
            database.put(name, &certificate(name));
        }
        for setting in
            ["ssl = on", "ssl_cert_file = 'database.pem'", "ssl_key_file = 'database.key'"]
        {
            database.set(setting);
        }
        database.end();
        database.begin();
        // The superuser here has the name that the role is to have.
        let role = text("compose/role.sh");
        let role = role
            .replace("ROLE tagbridge", "ROLE serving")
            .replace("OWNER tagbridge", "OWNER serving");
        fs::write(folder.path().join("role.sh"), role).expect("it is written");
        fs::write(folder.path().join("password"), "a 'quoted' secret").expect("it is written");
        let socket = database.socket();
        succeeds(
            Command::new("sh")
                .arg(folder.path().join("role.sh"))
                .env("PGHOST", socket.parent().expect("a folder"))
                .env("PGPORT", database.port().to_string())
                .env("POSTGRES_USER", "tagbridge")
                .env("TAGBRIDGE_PASSWORD_FILE", folder.path().join("password")),
        );
        let services = (1..=2).map(|no| service(folder.path(), &database, no)).collect::<Vec<_>>();
        let proxy = free_port();
        let mut conf = text("compose/nginx.conf")
            .replace("listen 443 ssl", &format!("listen 127.0.0.1:{proxy} ssl"))
            .replace("/certificates/", &format!("{}/", certificates.display()));
        for (no, (_, [port, _])) in (1..).zip(&services) {
            conf = conf.replace(&format!("service-{no}:8750"), &format!("127.0.0.1:{port}"));
        }
        let conf = format!(
            "daemon off;\npid {0}/nginx.pid;\nerror_log {0}/error.log;\nevents {{}}\nhttp {{\n\
             access_log off;\nclient_body_temp_path {0}/body;\nproxy_temp_path {0}/proxy;\n\
             fastcgi_temp_path {0}/f;\nuwsgi_temp_path {0}/u;\nscgi_temp_path {0}/s;\n{conf}}}\n",
            folder.path().display()
        );
        fs::write(folder.path().join("nginx.conf"), conf).expect("it is written");
        let mut nginx = Command::new("nginx");
        nginx.arg("-c").arg(folder.path().join("nginx.conf")).arg("-p").arg(folder.path());
        let running = Process::start(nginx.stderr(Stdio::null()));
        patiently("the proxy", || TcpStream::connect(("127.0.0.1", proxy)).ok());
        let authority = Certificate::from_pem(certificate("authority.pem").as_bytes());
        let roots = RootCerts::new_with_certs(&[authority.expect("a certificate")]);
        let tls = TlsConfig::builder().root_certs(roots).build();
        let agent = Agent::config_builder().tls_config(tls).build().new_agent();
        Some(Self { folder, database, services, proxy, agent, _proxy: running })
    }

    fn data(&self) -> String {
        self.folder.path().join("data-1").to_str().expect("a plain path").to_owned()
    }

    fn get(&self, key: &str, path: &str) -> Value {
        let url = format!("https://localhost:{}/api/v1{path}", self.proxy);
        let request = self.agent.get(url).header("authorization", format!("Bearer {key}"));
        request.call().expect("it answers").body_mut().read_json().expect("JSON")
    }

    fn push(&self, key: &str, project: &str, sequence: u64) {
        let now = Timestamp::now();
        let tag = json!({ "value": sequence, "type": "DINT", "quality": "good", "timestamp": now });
        let body = json!({
            "device_id": "laptop-7", "stream_id": "0b6e7f1c-3a55-4b0e-9a55-1f6f2a1c9d10",
            "snapshots": [{ "sequence": sequence, "timestamp": now,
                "duration_ms": 3.5, "complete": true, "tags": { "Speed": tag },
                "controller": { "name": "L", "type": "1756", "status": "run", "ipAddress": "::1" } }],
        });
        let url = format!("https://localhost:{}/api/v1/projects/{project}/hmi/values", self.proxy);
        let request = self.agent.post(url).header("authorization", format!("Bearer {key}"));
        let request = request.header("idempotency-key", format!("push-{sequence}-of-this"));
        request.send_json(&body).expect("it is stored");
    }
}

/// As the compose file starts it.
fn service(folder: &Path, database: &Postgres, no: u32) -> (Process, [u16; 2]) {
    let data = folder.join(format!("data-{no}"));
    fs::create_dir(&data).expect("it is made");
    let store = text("compose/store.toml")
        .replace(
            "host=database user=tagbridge",
            &format!("host=database hostaddr=127.0.0.1 port={} user=serving", database.port()),
        )
        .replace("/run/secrets/database-password", &format!("{}/password", folder.display()))
        .replace("/certificates/", &format!("{}/certificates/", folder.display()))
        .replace("\"/files\"", &format!("\"{}/files\"", folder.display()));
    fs::write(data.join("store.toml"), store).expect("it is written");
    let ports = [free_port(), free_port()];
    let compose = text("compose/compose.yaml");
    let command = compose.split("command: &serve\n").nth(1).expect("it has one");
    let command: Vec<String> = command
        .lines()
        .map_while(|line| line.strip_prefix("    - "))
        .map(|word| {
            word.replace("/data", &data.display().to_string())
                .replace("0.0.0.0:8750", &format!("127.0.0.1:{}", ports[0]))
                .replace("0.0.0.0:9750", &format!("127.0.0.1:{}", ports[1]))
                .replace("${TAGBRIDGE_HOST:-localhost}", "localhost")
        })
        .collect();
    assert!(command.len() >= 7, "{command:?}");
    let service = Tagbridge::new(command).start();
    patiently("a service", || TcpStream::connect(("127.0.0.1", ports[0])).ok());
    (service, ports)
}

#[test]
#[ignore = "programs that `cargo xtask setup` installs"]
fn two_services_stand_behind_one_proxy_and_are_watched() {
    let Some(mut deployment) = Deployment::start() else {
        return tagbridge_needs::skip("a PostgreSQL server");
    };
    let data = deployment.data();
    let add = ["project", "add", "--data", &data, "--name", "L", "--vendor", "siemens", "--json"];
    let project = Tagbridge::new(add).output().json(0);
    let project = project["project_id"].as_str().expect("an id").to_owned();
    let permissions = "hmi_push,hmi_view";
    let create =
        ["key", "create", "--data", &data, "--name", "b", "--permissions", permissions, "--json"];
    let key = Tagbridge::new(create).output().json(0)["secret"].as_str().expect("text").to_owned();
    for sequence in 1..=4 {
        deployment.push(&key, &project, sequence);
    }
    let value = |deployment: &Deployment| {
        let newest = format!("/projects/{project}/hmi/history?tag=Speed&limit=1");
        deployment.get(&key, &newest)["history"][0]["value"].clone()
    };
    assert_eq!(value(&deployment), 4);

    // Prometheus, with its file, sees both and the database.
    let (_prometheus, watched) = prometheus(&deployment);
    let ask = |query: &str| -> Vec<Value> {
        let url = format!("http://127.0.0.1:{watched}/api/v1/query?query={query}");
        let answer: Option<Value> =
            ureq::get(url).call().ok().and_then(|mut it| it.body_mut().read_json().ok());
        let answer = answer.unwrap_or_default();
        let found = answer["data"]["result"].as_array().cloned().unwrap_or_default();
        found.into_iter().map(|it| it["value"][1].clone()).collect()
    };
    let watching = "a scrape of both services";
    patiently(watching, || (ask("up") == ["1", "1"]).then_some(()));
    patiently(watching, || (ask("tagbridge_service_database_up") == ["1", "1"]).then_some(()));
    patiently(watching, || (ask("tagbridge_service_working") == ["2", "2"]).then_some(()));

    // One is stopped: the other answers all requests without an error.
    let (first, _) = deployment.services.remove(0);
    first.kill_dead();
    for sequence in 5..=12 {
        deployment.push(&key, &project, sequence);
    }
    assert_eq!(value(&deployment), 12);
    patiently("one that is down", || {
        let up = ask("up");
        (up.len() == 2 && up.contains(&json!("0"))).then_some(())
    });
    // The role that serves goes by the policies of rows.
    let role = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = 'serving'";
    assert_eq!(deployment.database.query("public", role), "f");
}

/// Starts it with the deployment's file, and its port.
fn prometheus(deployment: &Deployment) -> (Process, u16) {
    let (folder, port) = (deployment.folder.path().join("prometheus"), free_port());
    fs::create_dir(&folder).expect("it is made");
    let mut config =
        text("compose/prometheus.yml").replace("scrape_interval: 10s", "scrape_interval: 200ms");
    for (no, (_, [_, port])) in (1..).zip(&deployment.services) {
        config = config.replace(&format!("service-{no}:9750"), &format!("127.0.0.1:{port}"));
    }
    fs::write(folder.join("prometheus.yml"), config).expect("it is written");
    fs::write(folder.join("alerts.yml"), text("compose/alerts.yml")).expect("it is written");
    let mut command = Command::new("prometheus");
    command
        .arg(format!("--config.file={}", folder.join("prometheus.yml").display()))
        .arg(format!("--storage.tsdb.path={}", folder.join("data").display()))
        .arg(format!("--web.listen-address=127.0.0.1:{port}"));
    let process = Process::start(command.stderr(Stdio::null()));
    patiently("Prometheus", || TcpStream::connect(("127.0.0.1", port)).ok());
    (process, port)
}
