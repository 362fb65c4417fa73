//! Mosquitto, an MQTT broker from a third party.

use std::{
    fs,
    net::TcpStream,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

use crate::{
    free_port,
    process::{Process, patiently, python},
};

/// A broker on its own port, and the folder with its configuration.
pub struct Mosquitto {
    /// Its port on this machine.
    pub port: u16,
    folder: TempDir,
    process: Option<Process>,
}

impl Mosquitto {
    /// Starts a broker without a login.
    pub fn open() -> Self {
        Self::with("allow_anonymous true\n")
    }

    /// Starts a broker with these lines of its configuration, after its listener.
    pub fn with(lines: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut broker = Self { port: free_port(), folder, process: None };
        let text = format!("user root\nlistener {} 127.0.0.1\n{lines}", broker.port);
        fs::write(broker.config(), text).expect("it is written");
        broker.start();
        broker
    }

    /// Creates a password file with this user.
    pub fn password_file(path: &Path, user: &str, password: &str) {
        let mut command = Command::new("mosquitto_passwd");
        command.args(["-b", "-c"]).arg(path).args([user, password]).stderr(Stdio::null());
        assert!(command.status().expect("mosquitto is installed").success());
    }

    /// Starts it, and waits until it listens.
    pub fn start(&mut self) {
        let mut command = Command::new("/usr/sbin/mosquitto");
        command.arg("-c").arg(self.config()).stderr(Stdio::null());
        self.process = Some(Process::start(&mut command));
        patiently("the broker listens", || TcpStream::connect(("127.0.0.1", self.port)).ok());
    }

    /// Ends it.
    pub fn stop(&mut self) {
        if let Some(process) = self.process.take() {
            process.terminate();
        }
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        if let Some(process) = self.process.take() {
            process.kill_dead();
        }
    }

    /// Pauses it with its port open, or continues it.
    pub fn hang(&self, is_to_hang: bool) {
        let id = self.process.as_ref().expect("it runs").id().to_string();
        let signal = if is_to_hang { "-STOP" } else { "-CONT" };
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.expect("kill runs").success());
    }

    fn config(&self) -> std::path::PathBuf {
        self.folder.path().join("mosquitto.conf")
    }
}

/// Ends even if it hangs.
impl Drop for Mosquitto {
    fn drop(&mut self) {
        if self.process.is_some() {
            self.hang(false);
        }
    }
}

/// A Sparkplug host application from a third party.
pub struct SparkplugHost(Process);

impl SparkplugHost {
    /// Starts it, connected and subscribed; its commands go to this edge node.
    pub fn of(broker: &Mosquitto, group: &str, node: &str) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/sparkplug_consumer.py");
        let mut command = Command::new(python());
        command.arg(script).arg(broker.port.to_string()).args([group, node]);
        let host = Self(Process::start(&mut command));
        host.until(|it| it["kind"] == "ready");
        host
    }

    /// The next message.
    pub fn next(&self) -> Value {
        let message: Value = serde_json::from_str(&self.0.next_line()).expect("JSON");
        assert_eq!(message["error"], Value::Null, "it cannot be decoded: {message}");
        message
    }

    /// All messages up to the first one that matches.
    pub fn until(&self, fits: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut messages = Vec::new();
        let deadline = std::time::Instant::now() + crate::process::PATIENCE;
        loop {
            messages.push(self.next());
            if messages.last().is_some_and(&fits) {
                return messages;
            }
            assert!(std::time::Instant::now() < deadline, "never: {:?}", messages.last());
        }
    }

    /// Received messages that were not read yet.
    pub fn heard(&self) -> Vec<Value> {
        let lines = self.0.lines();
        lines.iter().map(|it| serde_json::from_str(it).expect("JSON")).collect()
    }

    /// `rebirth`, `online MS` or `offline MS`.
    pub fn tell(&mut self, command: &str) {
        use std::io::Write;
        writeln!(self.0.stdin(), "{command}").expect("it reads");
    }
}
