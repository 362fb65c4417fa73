//! snap7's servers, as programs next to the test.

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

use serde_json::{Value as Json, json};
use tagbridge_driver::{Connection, Driver, LinkOptions, conformance::free_port};
use tagbridge_s7::S7;

/// A server in Python is slow on a busy machine.
const PATIENT: LinkOptions = LinkOptions {
    connect_timeout: Duration::from_secs(30),
    request_timeout: Duration::from_secs(30),
    patience: tagbridge_driver::PATIENT,
    ..LinkOptions::DEFAULT
};

/// A server for the time of a test.
pub(crate) struct Snap7 {
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    pub(crate) port: u16,
}

impl Snap7 {
    /// The server of python-snap7 3, written in Python.
    pub(crate) fn in_python() -> Self {
        Self::start(&mut script(python("TAGBRIDGE_PYTHON", ".venv"), "server.py"))
    }

    /// The server of python-snap7 2, which is the C library.
    pub(crate) fn in_c() -> Self {
        Self::start(&mut script(python("TAGBRIDGE_PYTHON_SNAP7_C", ".venv-snap7c"), "server.py"))
    }

    /// The server of node-snap7: the same C library with node.
    pub(crate) fn in_node() -> Self {
        let modules = installed("TAGBRIDGE_NODE_MODULES", "tests/node/node_modules");
        Self::start(script("node", "server.js").env("NODE_PATH", modules))
    }

    fn start(command: &mut Command) -> Self {
        // snap7 cannot choose a port by itself.
        let port = free_port();
        let mut process = command
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let orders = process.stdin.take().expect("a pipe");
        let answers = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut server = Self { process, orders, answers, port };
        assert_eq!(server.answer(), "ok", "the server listens");
        server
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the script runs");
        line.trim().to_owned()
    }

    pub(crate) fn tell(&mut self, order: &Json) -> String {
        writeln!(self.orders, "{order}").expect("the script listens");
        self.answer()
    }

    pub(crate) fn area(&mut self, area: &str, number: u16, size: u32) {
        let order = json!({"area": area, "number": number, "size": size});
        assert_eq!(self.tell(&order), "ok", "{order}");
    }

    /// Calls snap7's own function `set_…`. Returns false if this version does not have it.
    pub(crate) fn set(
        &mut self,
        area: &str,
        number: u16,
        kind: &str,
        at: u32,
        args: &Json,
    ) -> bool {
        let order = json!({"set": kind, "area": area, "number": number, "at": at, "args": args});
        match self.tell(&order).as_str() {
            "ok" => true,
            "missing" => false,
            other => panic!("{order}: {other}"),
        }
    }

    pub(crate) fn driver(&self, parameters: &str) -> S7 {
        let endpoint = format!("s7://127.0.0.1:{}{parameters}", self.port);
        S7::new(&endpoint.parse().expect("a URL"), PATIENT).expect("an endpoint")
    }

    pub(crate) async fn connect(&self) -> Box<dyn Connection> {
        self.driver("").connect().await.unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Drop for Snap7 {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

fn script(program: impl AsRef<OsStr>, name: &str) -> Command {
    let mut command = Command::new(program);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/snap7").join(name));
    command
}

fn python(variable: &str, folder: &str) -> PathBuf {
    installed(variable, &format!("{folder}/bin/python"))
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
