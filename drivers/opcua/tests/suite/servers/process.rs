//! Third-party servers, as programs next to the test.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

use serde_json::Value as Json;
use tagbridge_driver::{Endpoint, conformance::free_port};

/// The kind of server: each has its own behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Asyncua,
    Node,
}

/// A server for the time of a test.
pub(crate) struct Server {
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    pub(crate) port: u16,
    pub(crate) kind: Kind,
    _pki: tempfile::TempDir,
}

impl Server {
    pub(crate) fn asyncua() -> Self {
        let python = installed("TAGBRIDGE_PYTHON", ".venv/bin/python");
        Self::start(Kind::Asyncua, &mut script(&python, "asyncua_server.py"))
    }

    pub(crate) fn node() -> Self {
        let modules = installed("TAGBRIDGE_NODE_MODULES", "tests/node/node_modules");
        let mut command = script(Path::new("node"), "node_server.js");
        Self::start(Kind::Node, command.env("NODE_PATH", modules))
    }

    fn start(kind: Kind, command: &mut Command) -> Self {
        // The servers cannot choose a port by themselves.
        let port = free_port();
        let pki = tempfile::tempdir().expect("a folder");
        let mut process = command
            .arg(port.to_string())
            .arg(pki.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let orders = process.stdin.take().expect("a pipe");
        let answers = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut server = Self { process, orders, answers, port, kind, _pki: pki };
        let ready = server.answer();
        assert!(ready.get("ready").is_some(), "the server listens: {ready}");
        server
    }

    pub(crate) fn endpoint(&self, parameters: &str) -> Endpoint {
        endpoint(self.port, parameters)
    }

    pub(crate) fn tell(&mut self, order: &Json) -> Json {
        writeln!(self.orders, "{order}").expect("the script listens");
        self.answer()
    }

    /// Number of open client sessions.
    pub(crate) fn sessions(&mut self) -> u64 {
        let order = serde_json::json!({"sessions": true});
        self.tell(&order).as_u64().expect("a number")
    }

    /// Stops it for this time.
    pub(crate) fn pause(&self, time: Duration) {
        let signal = |name: &str| {
            let process = self.process.id().to_string();
            let done = Command::new("kill").args([name, &process]).status();
            assert!(done.expect("kill runs").success(), "{name}");
        };
        signal("-STOP");
        std::thread::sleep(time);
        signal("-CONT");
    }

    fn answer(&mut self) -> Json {
        // Some libraries print messages about the machine.
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).expect("the script runs");
            assert!(read > 0, "the script has ended");
            if let Ok(answer) = serde_json::from_str(line.trim()) {
                return answer;
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

pub(crate) fn endpoint(port: u16, parameters: &str) -> Endpoint {
    format!("opc.tcp://127.0.0.1:{port}{parameters}").parse().expect("a URL")
}

fn script(program: &Path, name: &str) -> Command {
    let mut command = Command::new(program);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/servers").join(name));
    command
}

/// The value of the variable, or the default in the workspace.
fn installed(variable: &str, place: &str) -> PathBuf {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(place);
    let path = std::env::var_os(variable).map_or_else(default, PathBuf::from);
    assert!(
        path.exists(),
        "{} is missing: run `cargo xtask setup`, which installs it, or set {variable}",
        path.display()
    );
    path
}
