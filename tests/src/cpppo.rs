//! cpppo: an EtherNet/IP controller from a third party.

use std::{
    io::Write,
    net::TcpStream,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use tagbridge_driver::conformance::free_port;

use crate::process::{PATIENCE, Process, python};

/// A running cpppo server, with its own client to change its values.
pub struct Cpppo {
    port: u16,
    server: Process,
    client: Process,
}

impl Cpppo {
    /// Serves tags in cpppo's notation: `Speed=REAL`, `Count=DINT[1000]`.
    pub fn serve(tags: &[&str]) -> Self {
        let port = free_port();
        let server = Process::start(
            Command::new(python())
                .args(["-m", "cpppo.server.enip", "--no-udp", "--address"])
                .arg(format!("127.0.0.1:{port}"))
                .args(tags),
        );
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < deadline, "cpppo does not listen");
            thread::sleep(Duration::from_millis(50));
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/cpppo_write.py");
        let client = Process::start(
            Command::new(python()).arg(script).args(["127.0.0.1", &port.to_string()]),
        );
        Self { port, server, client }
    }

    /// Its port.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.server.id()
    }

    /// Its endpoint: without a route, because it has no backplane.
    pub fn endpoint(&self) -> String {
        format!("logix://127.0.0.1:{}/", self.port)
    }

    /// Writes with cpppo's own client, in its notation: `Speed=(REAL)12.5`, and waits until it is
    /// done.
    pub fn write(&mut self, operation: &str) {
        let stdin = self.client.stdin();
        writeln!(stdin, "{operation}").expect("cpppo's client listens");
        stdin.flush().expect("cpppo's client listens");
        assert_eq!(self.client.next_line(), "ok", "cpppo did not take `{operation}`");
    }
}
