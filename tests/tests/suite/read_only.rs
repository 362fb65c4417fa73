//! An independent dissector checks that a whole session contains only reads.

use std::collections::BTreeSet;

use tagbridge_tests::{NetworkRelay, Process, Site, Tagbridge, free_port};

/// The services of the allow-list, by number, as tshark writes them.
const ALLOWED: [&str; 10] =
    ["0x01", "0x03", "0x0a", "0x0e", "0x4c", "0x4e", "0x52", "0x54", "0x55", "0x5b"];
/// Encapsulation commands of the allow-list.
const COMMANDS: [&str; 7] = ["0x0004", "0x0063", "0x0064", "0x0065", "0x0066", "0x006f", "0x0070"];

#[test]
fn a_session_with_a_logix_controller_sends_only_what_reads() {
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    let controller: Process =
        Tagbridge::new(["simulate", "--vendor", "allen-bradley", "--listen", &listen]).start();
    controller.next_line();
    let tap = NetworkRelay::before(port);
    let site = Site::new();
    let _service = site.service();
    let endpoint = format!("logix://127.0.0.1:{}/1,0", tap.port());
    let bridge = site.bridge(&endpoint, &["Line_Speed", "Lane_Count", "Line_StateText", "Nope"]);
    let consumer = site.consumer();
    consumer.request(&["Oven_Temperature[0..3]", "Conveyors[1].Speed"]);
    consumer.wait_for("all tags", |it| it["tags"]["Conveyors[1].Speed"]["quality"] == "good");
    assert!(bridge.terminate().success());

    let requests = tap.dissect(
        44818,
        "cip.rr == 0",
        &["enip.command", "cip.sc", "cip.class", "_ws.malformed"],
    );
    assert!(requests.len() >= 5, "{requests:?}");
    let mut seen = BTreeSet::new();
    for packet in &requests {
        let [commands, services, classes, malformed] = packet.as_slice() else {
            panic!("tshark gave other columns: {packet:?}");
        };
        assert!(malformed.is_empty(), "{packet:?}");
        for command in commands {
            assert!(COMMANDS.contains(&command.as_str()), "{packet:?}");
        }
        for service in services {
            assert!(ALLOWED.contains(&service.as_str()), "{packet:?}");
            seen.insert(service.clone());
        }
        // The same number on a tag would be Read-Modify-Write: here it is Forward Close.
        if services.iter().any(|it| it == "0x4e") {
            assert_eq!(classes.first().map(String::as_str), Some("0x06"), "{packet:?}");
        }
    }
    // The dissector saw the session itself, not just its frame.
    for service in ["0x0a", "0x4c", "0x4e", "0x5b"] {
        assert!(seen.contains(service), "{service} is not among {seen:?}");
    }
}
