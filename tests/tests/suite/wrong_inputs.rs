//! Wrong names and wrong addresses, and the message for each. `docs/evidence/wrong-inputs.md` has
//! the table; with `TAGBRIDGE_BLESS` set its last column is written.

use std::{
    env, fs,
    io::{Read, Write},
    net::TcpListener,
    path::Path,
    thread,
};

use serde_json::Value;
use tagbridge_tests::{Foreign, Process, Tagbridge, free_port};

/// The test servers, by the words that replace their ports in the table.
struct Places(Vec<(&'static str, u16)>);

impl Places {
    /// The input, with the present ports.
    fn real(&self, typed: &str) -> String {
        self.0
            .iter()
            .fold(typed.to_owned(), |text, (word, port)| text.replace(word, &port.to_string()))
    }

    /// The message, as in the table.
    fn shown(&self, said: &str) -> String {
        let said = said.replace('|', "\\|");
        self.0.iter().fold(said, |text, (word, port)| text.replace(&port.to_string(), word))
    }
}

/// One that speaks to browsers.
fn web_server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
    let port = listener.local_addr().expect("it is bound").port();
    thread::spawn(move || {
        for mut peer in listener.incoming().flatten() {
            let mut request = [0; 512];
            // What the peer sent is of no interest, nor whether it listens to the answer.
            let _ = peer.read(&mut request);
            let _ = peer.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        }
    });
    port
}

fn controller(vendor: &str) -> (Process, u16) {
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    let process = Tagbridge::new(["simulate", "--vendor", vendor, "--listen", &listen]).start();
    process.next_line();
    (process, port)
}

/// Each as it would be typed.
const TYPED: &[&str] = &[
    "read opc.tcp://127.0.0.1:OPCUA Plant.Sped",
    "read opc.tcp://127.0.0.1:OPCUA Speed",
    "read opc.tcp://127.0.0.1:OPCUA ns=2;s=Plant",
    "read opc.tcp://127.0.0.1:OPCUA Plant.Line.Nam",
    "read opc.tcp://127.0.0.1:OPCUA Plant.Status.32",
    "read opc.tcp://127.0.0.1:OPCUA Plant.Count[10]",
    "read opc.tcp://127.0.0.1:OPCUA Recipe",
    "read opc.tcp://127.0.0.1:OPCUA nsu=urn:none;s=x",
    "read logix://127.0.0.1:LOGIX Line_Sped",
    "read s7://127.0.0.1:SIEMENS DB99.DBD0",
    "read s7://127.0.0.1:SIEMENS Speed",
    "read s7://127.0.0.1:LOGIX DB1.DBD0",
    "read opc.tcp://127.0.0.1:LOGIX Speed",
    "read logix://127.0.0.1:SIEMENS Speed",
    "read opc.tcp://127.0.0.1:SIEMENS Speed",
    "read logix://127.0.0.1:OPCUA Speed",
    "read s7://127.0.0.1:OPCUA DB1.DBD0",
    "read logix://127.0.0.1:WEB Speed",
    "read opc.tcp://127.0.0.1:WEB Speed",
    "read s7://127.0.0.1:NOBODY DB1.DBD0",
    "read logix://no-such-plc.invalid Speed",
    "read opc.tcp://no-such-plc.invalid Speed",
    "read no-such-plc.invalid Speed",
    "read 127.0.0.1:NOBODY Speed",
    "read 127.0.0.1:OPCUA Plant.Sped",
    "read opc.tcp://127.0.0.1:OPCUA?user=joe Plant.Speed",
    "read modbus://127.0.0.1 Speed",
    "discover --host 127.0.0.1:WEB",
    "discover --host no-such-plc.invalid",
];

#[test]
fn what_is_wrong_gets_a_sentence_that_says_so() {
    let ((_logix, logix), (_s7, siemens)) = (controller("allen-bradley"), controller("siemens"));
    let opcua = Foreign::asyncua();
    let (web, nobody) = (web_server(), free_port());
    let places = Places(vec![
        ("OPCUA", opcua.port),
        ("LOGIX", logix),
        ("SIEMENS", siemens),
        ("WEB", web),
        ("NOBODY", nobody),
    ]);
    let rows: Vec<(String, String)> = thread::scope(|scope| {
        let places = &places;
        let ask = |typed: &&'static str| {
            let typed = *typed;
            scope.spawn(move || (format!("`{typed}`"), ask(places, typed)))
        };
        let asking: Vec<_> = TYPED.iter().map(ask).collect();
        asking.into_iter().map(|it| it.join().expect("it was asked")).collect()
    });
    hold(&rows);
}

/// The message for a user, in one line.
fn ask(places: &Places, typed: &str) -> String {
    let words = places.real(typed);
    let outcome = Tagbridge::new(words.split(' ').chain(["--json"]))
        .env("TAGBRIDGE_PASSWORD", "secret")
        .output();
    let said = if outcome.stdout().contains("\"tags\"") {
        let read = outcome.json(1);
        let tags = read["tags"].as_object().expect("tags");
        let tag = tags.values().next().expect("one");
        // An earlier version said no more than this in JSON.
        tag["why"].as_str().or(tag["reason"].as_str()).expect("a reason").to_owned()
    } else {
        let text = outcome.stderr();
        let report =
            text.lines().find(|it| it.starts_with('{')).unwrap_or_else(|| panic!("{text}"));
        let report: Value = serde_json::from_str(report).expect("one JSON document");
        let field = |name: &str| report[name].as_str().expect(name).to_owned();
        format!("{} → {}", field("message"), field("remedy"))
    };
    places.shown(&said)
}

/// Compares the rows with the table; with `TAGBRIDGE_BLESS` writes them.
fn hold(rows: &[(String, String)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/evidence/wrong-inputs.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let is_blessed = env::var_os("TAGBRIDGE_BLESS").is_some();
    let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
    for (typed, now) in rows {
        let begins = format!("| {typed} |");
        let Some(line) = lines.iter_mut().find(|it| it.starts_with(&begins)) else {
            assert!(is_blessed, "{typed} is not in the table: {now}");
            lines.push(format!("{begins} {now} | {now} |"));
            continue;
        };
        let before = line[begins.len()..].split(" | ").next().unwrap_or_default().trim();
        let row = format!("{begins} {before} | {now} |");
        assert!(is_blessed || *line == row, "{typed} gets\n{now}\nand the table has\n{line}");
        *line = row;
    }
    if is_blessed {
        fs::write(&path, lines.join("\n") + "\n").expect("the page can be written");
    }
}
