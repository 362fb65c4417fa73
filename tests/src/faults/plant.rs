//! A plant under test: a controller behind a network cable, a service behind a proxy, bridges
//! between them, and a reader of the values.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::Value;

use super::{
    controller::{CLOCK, ClockController, LedgerClock},
    proxy::{Proxy, ProxyBehaviour},
    reader::Reader,
};
use crate::{Consumer, NetworkRelay, Process, Tagbridge, free_port};

/// The scan interval of bridges.
pub(super) const INTERVAL: Duration = Duration::from_millis(250);
/// The path of libfaketime, for programs with their own clock.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// A plant under test.
pub(super) struct Plant {
    folder: tempfile::TempDir,
    /// The harness's clock.
    pub(super) clock: LedgerClock,
    /// The controller.
    pub(super) controller: ClockController,
    /// The connection between bridge and controller.
    pub(super) cable: NetworkRelay,
    /// The proxy between bridge and service.
    pub(super) proxy: Proxy,
    port: u16,
    project: String,
    reader_key: String,
}

/// How to run a bridge or a service.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run<'a> {
    /// With its own clock, which [`Plant::set_clock`] sets.
    pub(super) clock: Option<&'a str>,
    /// Whether the test calls [`fill_disk`]: the program gets the error of a full disk, and
    /// continues.
    pub(super) disk_may_fill: bool,
    /// Whether it connects to the controller without the cable, and so notices a loss of power.
    pub(super) past_the_cable: bool,
}

impl Run<'_> {
    /// Without any of these.
    pub(super) const PLAIN: Self =
        Self { clock: None, disk_may_fill: false, past_the_cable: false };
}

impl Plant {
    /// Starts a controller, and creates a project with keys; without a service and a bridge.
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let data = text(&folder.path().join("service"));
        let add = [
            "project", "add", "--data", &data, "--json", "--name", "Line 4", "--vendor", "siemens",
        ];
        let project = Tagbridge::new(add).output().json(0)["project_id"].clone();
        let clock = LedgerClock::start();
        let controller = ClockController::start(clock);
        let cable = NetworkRelay::before(controller.port());
        let port = free_port();
        let project = project.as_str().expect("an id").to_owned();
        let reader_key = String::new();
        let proxy = Proxy::before(port);
        let mut plant = Self { folder, clock, controller, cable, proxy, port, project, reader_key };
        plant.reader_key = word(&plant.create_key("reader", "hmi_view,hmi_edit")["secret"]);
        plant.renew_key();
        plant
    }

    /// Creates a new key for the bridges, in their file, and returns its id.
    pub(super) fn renew_key(&self) -> String {
        let key = self.create_key("bridge", "hmi_push");
        let file = self.path("bridge.key");
        // A careful person replaces the file like this while a program reads it.
        let fresh = self.path("bridge.key.new");
        fs::write(&fresh, word(&key["secret"])).expect("the key is written");
        private(&fresh);
        fs::rename(fresh, file).expect("the key is put there");
        word(&key["id"])
    }

    /// Revokes a key.
    pub(super) fn revoke_key(&self, id: &str) {
        let data = self.service_data();
        Tagbridge::new(["key", "revoke", "--data", &data, "--json", id]).output().json(0);
    }

    /// Starts the service, and waits until it listens.
    pub(super) fn service(&self, run: Run<'_>) -> Process {
        let listen = format!("127.0.0.1:{}", self.port);
        let data = self.service_data();
        let line = ["serve", "--listen", &listen, "--data", &data, "--json"];
        let service = self.started(Tagbridge::new(line), run);
        service.next_line();
        service
    }

    /// Starts a bridge of this name, with its own data folder; it prints its state as JSON.
    pub(super) fn bridge(&self, name: &str, run: Run<'_>) -> Process {
        let config = self.configured(name, run);
        self.started(Tagbridge::new(["run", "--json", "--config", &text(&config)]), run)
    }

    fn configured(&self, name: &str, run: Run<'_>) -> PathBuf {
        let (proxy, project) = (self.proxy.port(), &self.project);
        let cable = if run.past_the_cable { self.controller.port() } else { self.cable.port() };
        let config = format!(
            r#"
            data = "{name}"
            device_id = "{name}"
            [service]
            url = "http://127.0.0.1:{proxy}/api/v1"
            key = {{ file = "bridge.key" }}
            [[session]]
            name = "line-4"
            project = "{project}"
            endpoint = "s7://127.0.0.1:{cable}?rack=0&slot=1"
            interval = "{interval}ms"
            request_timeout = "1s"
            tags = ["{CLOCK}"]
            "#,
            interval = INTERVAL.as_millis(),
        );
        let file = self.path(&format!("{name}.toml"));
        fs::write(&file, config).expect("the configuration is written");
        file
    }

    fn started(&self, command: Tagbridge, run: Run<'_>) -> Process {
        let log = fs::File::options().create(true).append(true).open(self.path("stderr.log"));
        self.prepared(command, run).start_into(Stdio::piped(), log.expect("a log").into())
    }

    fn prepared(&self, mut command: Tagbridge, run: Run<'_>) -> Tagbridge {
        if let Some(clock) = run.clock {
            command = command
                .env("LD_PRELOAD", FAKETIME)
                .env("FAKETIME_TIMESTAMP_FILE", &text(&self.path(clock)))
                .env("FAKETIME_NO_CACHE", "1")
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        if run.disk_may_fill {
            command = command.deaf_to_file_limits();
        }
        command
    }

    /// Sets a clock to a number of seconds from the true time.
    pub(super) fn set_clock(&self, clock: &str, seconds: i64) {
        fs::write(self.path(clock), format!("{seconds:+}s")).expect("the clock is set");
    }

    /// The doctor's report on a bridge.
    pub(super) fn doctor(&self, name: &str, run: Run<'_>) -> String {
        let config = text(&self.configured(name, run));
        self.prepared(Tagbridge::new(["doctor", "--config", &config]), run).output().stdout()
    }

    /// The contents of a bridge's outbox, as the command prints them; null before it exists.
    pub(super) fn outbox(&self, name: &str) -> Value {
        self.outbox_verb(name, &["list"])["outboxes"].get(0).cloned().unwrap_or_default()
    }

    /// The JSON output of a command about a bridge's outbox.
    pub(super) fn outbox_verb(&self, name: &str, arguments: &[&str]) -> Value {
        let data = text(&self.path(name));
        let line = [&["outbox"][..], arguments, &["--json", "--data", &data]].concat();
        Tagbridge::new(line).output().json(0)
    }

    /// The folder of a bridge's recording.
    pub(super) fn recording(&self, name: &str) -> PathBuf {
        self.path(name).join("line-4.recording")
    }

    /// The JSON output of a command about a bridge's recording.
    pub(super) fn recording_verb(&self, name: &str, arguments: &[&str]) -> Value {
        let data = text(&self.path(name));
        let line = [&["recording"][..], arguments, &["--json", "--data", &data]].concat();
        let printed = Tagbridge::new(line).output().stdout();
        serde_json::from_str(&printed).unwrap_or_default()
    }

    /// A bridge's outbox, or a file next to it.
    pub(super) fn outbox_file(&self, name: &str, side: &str) -> PathBuf {
        self.path(name).join(format!("line-4.outbox{side}"))
    }

    /// Size of the longest file of a bridge's outbox, in bytes.
    pub(super) fn longest_outbox_file(&self, name: &str) -> u64 {
        let files = fs::read_dir(self.path(name)).expect("a data folder").flatten();
        let outbox = files.filter(|it| it.file_name().to_string_lossy().contains(".outbox"));
        outbox.filter_map(|it| Some(it.metadata().ok()?.len())).max().unwrap_or(0)
    }

    /// Starts a reader.
    pub(super) fn reader(&self) -> Reader {
        Reader::start(self.consumer(), self.clock)
    }

    /// A client that connects without the proxy.
    pub(super) fn consumer(&self) -> Consumer {
        let service = format!("http://127.0.0.1:{}/api/v1", self.port);
        Consumer::new(&service, &self.project, &self.reader_key)
    }

    /// Causes a fault of the network for this time.
    pub(super) fn weather_for(&self, weather: ProxyBehaviour, seconds: f64) {
        self.proxy.set(weather);
        pass(seconds);
        self.proxy.set(ProxyBehaviour::Fair);
    }

    fn create_key(&self, name: &str, permissions: &str) -> Value {
        let data = self.service_data();
        let line = ["key", "create", "--data", &data, "--json", "--name", name, "--permissions"];
        Tagbridge::new([&line[..], &[permissions]].concat()).output().json(0)
    }

    fn service_data(&self) -> String {
        text(&self.path("service"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

impl Default for Plant {
    fn default() -> Self {
        Self::new()
    }
}

/// Waits for this time.
pub(super) fn pass(seconds: f64) {
    thread::sleep(Duration::from_secs_f64(seconds));
}

/// Pauses a program, or continues it, like a computer that sleeps.
pub(super) fn signal(process: &Process, name: &str) {
    let pid = process.id().to_string();
    let sent = Command::new("kill").args([&format!("-{name}"), &pid]).status();
    assert!(sent.expect("kill runs").success(), "it was gone already");
}

/// Limits the size of this program's files to a number of bytes, like a full disk.
pub(super) fn fill_disk(process: &Process, bytes: u64) {
    limit_files(process, &bytes.to_string());
}

/// Removes the limit of the file size.
pub(super) fn free_disk(process: &Process) {
    limit_files(process, "unlimited");
}

fn limit_files(process: &Process, most: &str) {
    let (pid, limit) = (process.id().to_string(), format!("--fsize={most}:unlimited"));
    let set = Command::new("prlimit").args([&limit, "--pid", &pid]).status();
    assert!(set.expect("prlimit runs").success());
}

#[cfg(unix)]
fn private(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).expect("it is ours");
}

#[cfg(not(unix))]
fn private(_path: &Path) {}

fn word(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

fn text(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}
