//! Servers from third parties, each with the same plant as far as possible.

use std::{
    env,
    io::Write,
    net::TcpStream,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use tagbridge_driver::conformance::free_port;
use tempfile::TempDir;

use crate::{
    Cpppo,
    process::{PATIENCE, Process, python},
};

/// A running server.
pub struct Foreign {
    /// Its endpoint.
    pub port: u16,
    running: Running,
    /// Its resources, while it runs.
    _folder: Option<TempDir>,
}

enum Running {
    Process(Process),
    Cpppo(Box<Cpppo>),
}

impl Foreign {
    /// cpppo, in Python.
    pub fn cpppo() -> Self {
        let mut server =
            Cpppo::serve(&["Speed=REAL", "Count=DINT[10]", "Name=SSTRING", "Status=DINT"]);
        for written in
            ["Speed=(REAL)12.5", "Count[3]=(DINT)30", "Status=(DINT)10", "Name=(SSTRING)\"Lager\""]
        {
            server.write(written);
        }
        Self { port: server.port(), running: Running::Cpppo(Box::new(server)), _folder: None }
    }

    /// cm-ethernetip, in Python.
    pub fn cm_ethernetip() -> Self {
        Self::saying_ok(&mut script("servers/cm_ethernetip_server.py"), None)
    }

    /// libplctag's `ab_server` as a ControlLogix; `None`: not built.
    pub fn ab_server() -> Option<Self> {
        let mut command = built("ab_server")?;
        let port = free_port();
        command.args(["--plc=ControlLogix", "--path=1,0"]).arg(format!("--port={port}"));
        for tag in ["Speed:REAL[1]", "Count:DINT[10]", "Status:DINT[1]"] {
            command.arg(format!("--tag={tag}"));
        }
        let server = Self::listening(&mut command, port, None);
        let mut pylogix = script("python/pylogix_write.py");
        pylogix.arg(port.to_string());
        let written = pylogix.output().expect("pylogix starts");
        let complaint = String::from_utf8_lossy(&written.stderr);
        assert!(written.status.success(), "pylogix wrote nothing: {complaint}");
        Some(server)
    }

    /// One of snap7's servers: python-snap7 3, python-snap7 2 with the C library, or node-snap7.
    pub fn snap7(which: &str) -> Self {
        let scripts = here().join("../drivers/s7/tests/suite/snap7");
        let mut command = match which {
            "c" => Command::new(installed("TAGBRIDGE_PYTHON_SNAP7_C", ".venv-snap7c/bin/python")),
            "node" => node(),
            _ => Command::new(python()),
        };
        let name = if which == "node" { "server.js" } else { "server.py" };
        let port = free_port();
        let mut process = Process::start(command.arg(scripts.join(name)).arg(port.to_string()));
        assert_eq!(process.next_line(), "ok", "snap7 listens");
        for order in [
            r#"{"area": "DB", "number": 1, "size": 200}"#,
            r#"{"set": "real", "area": "DB", "number": 1, "at": 0, "args": [12.5]}"#,
            r#"{"set": "dint", "area": "DB", "number": 1, "at": 16, "args": [30]}"#,
            r#"{"set": "string", "area": "DB", "number": 1, "at": 60, "args": ["Lager", 20]}"#,
            r#"{"set": "dint", "area": "DB", "number": 1, "at": 100, "args": [10]}"#,
        ] {
            writeln!(process.stdin(), "{order}").expect("snap7 listens");
            assert_eq!(process.next_line(), "ok", "{order}");
        }
        Self { port, running: Running::Process(process), _folder: None }
    }

    /// asyncua, in Python.
    pub fn asyncua() -> Self {
        Self::saying_ok(&mut script("servers/asyncua_server.py"), None)
    }

    /// python-opcua, its predecessor.
    pub fn python_opcua() -> Self {
        Self::saying_ok(&mut script("servers/python_opcua_server.py"), None)
    }

    /// node-opcua.
    pub fn node_opcua() -> Self {
        let folder = tempfile::tempdir().expect("a folder for its certificates");
        let mut command = node();
        command.arg(here().join("servers/node_opcua_server.js"));
        Self::saying_ok(&mut command, Some(folder))
    }

    /// open62541, in C. `None`: it is not built.
    pub fn open62541() -> Option<Self> {
        Some(Self::saying_ok(&mut built("open62541")?, None))
    }

    /// Stops responding, without closing connections.
    pub fn stall(&self) {
        self.signal("-STOP");
    }

    /// Kills the server.
    pub fn kill(&self) {
        self.signal("-KILL");
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
            assert!(Instant::now() < deadline, "it still listens");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn signal(&self, signal: &str) {
        let id = match &self.running {
            Running::Process(it) => it.id(),
            Running::Cpppo(it) => it.id(),
        };
        let sent = Command::new("kill").args([signal, &id.to_string()]).status();
        assert!(sent.expect("kill runs").success(), "it runs");
    }

    /// Starts a server that prints a line when it listens.
    fn saying_ok(command: &mut Command, folder: Option<TempDir>) -> Self {
        let port = free_port();
        command.arg(port.to_string());
        if let Some(folder) = &folder {
            command.arg(folder.path());
        }
        let process = Process::start(command);
        process.wait_for_line(|it| it == "ok");
        Self { port, running: Running::Process(process), _folder: folder }
    }

    /// Starts a server that prints nothing.
    fn listening(command: &mut Command, port: u16, folder: Option<TempDir>) -> Self {
        let process = Process::start(command);
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < deadline, "{command:?} does not listen");
            thread::sleep(Duration::from_millis(20));
        }
        Self { port, running: Running::Process(process), _folder: folder }
    }
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn script(path: &str) -> Command {
    let mut command = Command::new(python());
    command.arg(here().join(path));
    command
}

fn node() -> Command {
    let mut command = Command::new("node");
    command.env("NODE_PATH", installed("TAGBRIDGE_NODE_MODULES", "tests/node/node_modules"));
    command
}

/// The value of the variable, or the default in the workspace.
pub fn installed(variable: &str, place: &str) -> PathBuf {
    env::var_os(variable).map_or_else(|| here().join("..").join(place), PathBuf::from)
}

/// A server that `cargo xtask setup` builds from a third party's C sources.
fn built(name: &str) -> Option<Command> {
    let path = installed("TAGBRIDGE_SERVERS", "target/servers").join(name);
    path.exists().then(|| Command::new(path))
}
