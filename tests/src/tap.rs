//! A wire tap: a TCP relay that records both directions for an independent dissector. It can
//! disconnect like a cut cable, and can delay responses like a slow network.

use std::{
    fmt::Write as _,
    fs,
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    path::Path,
    process::Command,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use crate::patiently;

/// A relay to a server on this machine.
pub struct NetworkRelay {
    port: u16,
    conversations: Arc<Mutex<Vec<Conversation>>>,
    cable: Cable,
}

/// Even: connected, odd: cut. Each cut and each repair adds one.
type Cable = Arc<AtomicU32>;

/// The data of one connection, in order: sent by the client (`true`), or by the server.
type Conversation = Arc<Mutex<Vec<(bool, Vec<u8>)>>>;

impl NetworkRelay {
    /// Listens on its own port, and relays to this one.
    pub fn before(server: u16) -> Self {
        Self::far(server, Duration::ZERO)
    }

    /// The same, with a delay of each response, independent of the number of responses.
    pub fn far(server: u16, delay: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let conversations = Arc::new(Mutex::new(Vec::new()));
        let cable = Cable::default();
        let (record, wire) = (Arc::clone(&conversations), Arc::clone(&cable));
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else { continue };
                let conversation = Conversation::default();
                record.lock().expect("no thread panicked").push(Arc::clone(&conversation));
                relay(&client, &server, None, &conversation, &wire);
                relay(&server, &client, Some(delay), &conversation, &wire);
            }
        });
        Self { port, conversations, cable }
    }

    /// Drops all data without closing the connections, like a pulled cable.
    pub fn cut(&self) {
        self.cable.fetch_or(1, Ordering::SeqCst);
    }

    /// Connects the cable again: new connections work, the old ones stay dead.
    pub fn reconnect(&self) {
        self.cable.fetch_add(1, Ordering::SeqCst);
    }

    /// Number of relayed bytes so far, in both directions.
    pub fn bytes(&self) -> u64 {
        let conversations = self.conversations.lock().expect("no thread panicked");
        let of_one = |it: &Conversation| -> u64 {
            let relayed = it.lock().expect("no thread panicked");
            relayed.iter().map(|(_, bytes)| bytes.len() as u64).sum()
        };
        conversations.iter().map(of_one).sum()
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// After its clients have disconnected: dissects the relayed data with tshark, as if the server
    /// had this `port`. Returns for each packet the values of the given fields, with all
    /// occurrences.
    pub fn dissect(&self, port: u16, filter: &str, fields: &[&str]) -> Vec<Vec<Vec<String>>> {
        let folder = tempfile::tempdir().expect("a folder");
        let conversations = self.conversations.lock().expect("no thread panicked");
        // The relay may still record the last data of an ended connection.
        let is_over = || conversations.iter().all(|it| Arc::strong_count(it) == 1);
        patiently("the end of all connections", || is_over().then_some(()));
        let dissected = conversations.iter().enumerate().flat_map(|(number, conversation)| {
            let capture = folder.path().join(format!("{number}.pcap"));
            save(&conversation.lock().expect("no thread panicked"), port, &capture);
            tshark(&capture, filter, fields)
        });
        dissected.collect()
    }
}

/// Data of the client passes immediately, data of the server with the delay.
fn relay(
    from: &TcpStream,
    to: &TcpStream,
    delay: Option<Duration>,
    conversation: &Conversation,
    cable: &Cable,
) {
    let streams = (from.try_clone(), to.try_clone());
    let (Ok(mut from), Ok(mut to)) = streams else { return };
    let (conversation, cable) = (Arc::clone(conversation), Arc::clone(cable));
    // A connection that began on a cut cable, or was cut, never passes data.
    let whole = cable.load(Ordering::SeqCst) & !1;
    let (sender, line) = mpsc::channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            let due = Instant::now() + delay.unwrap_or_default();
            if sender.send((due, buffer[..read].to_vec())).is_err() {
                break;
            }
        }
    });
    thread::spawn(move || {
        for (due, bytes) in line {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if cable.load(Ordering::SeqCst) != whole {
                continue;
            }
            conversation.lock().expect("no thread panicked").push((delay.is_none(), bytes.clone()));
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        // The other side may have closed first.
        let _ = to.shutdown(Shutdown::Write);
    });
}

/// Writes a capture file with Wireshark's text2pcap.
fn save(conversation: &[(bool, Vec<u8>)], port: u16, capture: &Path) {
    let mut dump = String::new();
    for (is_client, bytes) in conversation {
        // For text2pcap, incoming data goes from the first port to the second one.
        dump.push_str(if *is_client { "I\n" } else { "O\n" });
        for (row, line) in bytes.chunks(16).enumerate() {
            let hex: Vec<_> = line.iter().map(|byte| format!("{byte:02x}")).collect();
            writeln!(dump, "{:06x} {}", row * 16, hex.join(" ")).expect("a string takes it");
        }
    }
    let text = capture.with_extension("txt");
    fs::write(&text, dump).expect("the dump is written");
    // `-T`: TCP from port 50000, which is ours, to the server's.
    run(Command::new("text2pcap")
        .args(["-q", "-D", "-T", &format!("50000,{port}")])
        .args([&text, capture]));
}

fn tshark(capture: &Path, filter: &str, fields: &[&str]) -> Vec<Vec<Vec<String>>> {
    let mut command = Command::new("tshark");
    command.arg("-r").arg(capture).args(["-Y", filter, "-T", "fields", "-E", "occurrence=a"]);
    for field in fields {
        command.args(["-e", field]);
    }
    let text = run(&mut command);
    let cells = |line: &str| line.split('\t').map(values).collect();
    text.lines().map(cells).collect()
}

fn values(cell: &str) -> Vec<String> {
    cell.split(',').filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}: run `cargo xtask setup`, which installs it")
    });
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).expect("it prints text")
}
