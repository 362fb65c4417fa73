//! Against snap7's third-party servers: the one in Python, and the one in C with Python and with
//! node.

mod server;
mod tables;

use serde_json::json;
use tagbridge_driver::{
    Connection, Driver, LinkError, LinkOptions, Reading, Reason, RunMode, Scan, TagSet, Value,
    conformance::{self, Fixture},
};
use tagbridge_s7::S7;

use self::{
    server::Snap7,
    tables::{every_area, every_type},
};

/// Writes all values with snap7's own functions and returns the expected values, and the number of
/// values that this version cannot write.
fn fill(server: &mut Snap7) -> (Vec<(String, Value)>, usize) {
    for (area, size) in [("MK", 64), ("PE", 64), ("PA", 64), ("TM", 64), ("CT", 64)] {
        server.area(area, 0, size);
    }
    server.area("DB", 1, 200);
    let (mut known, mut missing) = (Vec::new(), 0);
    for (tag, setter, at, args, value) in every_type() {
        if server.set("DB", 1, setter, at, &args) {
            known.push((tag.to_owned(), value));
        } else {
            missing += 1;
        }
    }
    for (tag, area, at, setter, args, value) in every_area() {
        assert!(server.set(area, 0, setter, at, &args), "{tag}");
        known.push((tag.to_owned(), value));
    }
    (known, missing)
}

fn unreadable() -> Vec<String> {
    let tags = ["DB1.DBD198", "DB1.DBD200", "DB99.DBW0", "DB99.DBX5.1", "MB64", "Speed", "DB1", ""];
    tags.map(str::to_owned).to_vec()
}

fn bad(scan: &Scan, at: usize) -> (Reason, String) {
    match &scan.answers[at].reading {
        Reading::Bad(cause) => (cause.reason, cause.in_particular().to_string()),
        other => panic!("{other:?}"),
    }
}

async fn read(connection: &mut Box<dyn Connection>, names: &[&str]) -> Scan {
    connection.read(&TagSet::new(names.iter().copied())).await.expect("the link holds")
}

async fn keeps_its_promises(mut server: Snap7, most_missing: usize) {
    let (known, missing) = fill(&mut server);
    assert!(missing <= most_missing, "{missing} types could not be written");
    let fixture = Fixture { driver: Box::new(server.driver("")), known, unreadable: unreadable() };
    conformance::check(&fixture).await;
}

async fn reads_a_block_as_a_whole_and_in_parts(server: &mut Snap7, trips: u32) {
    server.area("DB", 7, 2000);
    for at in (0..2000).step_by(2) {
        assert!(server.set("DB", 7, "int", at, &json!([i64::from(at) - 1000])));
    }
    let mut connection = server.connect().await;
    let scan = read(&mut connection, &["DB7.DBW0:INT[1000]"]).await;
    assert_eq!(scan.round_trips, trips);
    let expected = Value::Array((0..1000).map(|it| Value::Int(it * 2 - 1000)).collect());
    assert!(matches!(&scan.answers[0].reading, Reading::Good(it) if it.value == expected));
    let names: Vec<String> = (0..1000).map(|it| format!("DB7.DBW{}:INT", it * 2)).collect();
    let set = TagSet::new(names);
    let scan = connection.read(&set).await.expect("the link holds");
    assert_eq!(scan.round_trips, trips);
    for (at, answer) in (0i64..).zip(&scan.answers) {
        let expected = Value::Int(at * 2 - 1000);
        assert!(matches!(&answer.reading, Reading::Good(it) if it.value == expected));
    }
    connection.close().await;
}

async fn says_what_is_wrong(server: &mut Snap7) {
    server.area("DB", 3, 64);
    let mut connection = server.connect().await;
    let names = ["DB3.DBD0", "DB3.DBD62", "DB3.DBD80", "DB99.DBW0", "DB3.DBD60", "DB1.DBQ1"];
    let set = TagSet::new(names);
    for pass in 0..2 {
        let scan = connection.read(&set).await.expect("the link holds");
        assert!(matches!(scan.answers[0].reading, Reading::Good(_)));
        assert!(matches!(scan.answers[4].reading, Reading::Good(_)));
        let (reason, detail) = bad(&scan, 1);
        assert_eq!(reason, Reason::OutOfRange);
        assert!(
            detail.contains("DB3 ends with byte 63") && detail.contains("missing one is 64"),
            "{detail}"
        );
        assert!(bad(&scan, 2).1.contains("missing one is 80"), "{:?}", bad(&scan, 2));
        let (reason, detail) = bad(&scan, 3);
        assert_eq!(reason, Reason::UnknownTag);
        assert!(detail.contains("DB99 does not exist"), "{detail}");
        assert_eq!(bad(&scan, 5).0, Reason::UnknownTag);
        if pass == 1 {
            assert!(scan.round_trips <= 2, "the plan remembers: {}", scan.round_trips);
        }
    }
    // The block is created, and deleted.
    server.area("DB", 99, 10);
    let scan = connection.read(&set).await.expect("the link holds");
    assert!(matches!(scan.answers[3].reading, Reading::Good(_)), "{:?}", scan.answers[3]);
    assert_eq!(server.tell(&json!({"drop": "DB", "number": 99})), "ok");
    let scan = connection.read(&set).await.expect("the link holds");
    assert_eq!(bad(&scan, 3).0, Reason::UnknownTag);
    connection.close().await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn every_type_is_read_as_snap7_in_python_wrote_it() {
    keeps_its_promises(Snap7::in_python(), 0).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn blocks_larger_than_a_pdu_are_read() {
    let mut server = Snap7::in_python();
    // It grants a PDU of 480 bytes: 462 of data.
    reads_a_block_as_a_whole_and_in_parts(&mut server, 5).await;
    says_what_is_wrong(&mut server).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn the_identity_is_what_the_controller_says() {
    let mut server = Snap7::in_python();
    server.area("DB", 1, 10);
    let connection = server.connect().await;
    let identity = connection.identity();
    assert_eq!(identity.vendor, "Siemens");
    assert_eq!(identity.product, "6ES7 315-2EH14-0AB0");
    assert_eq!(identity.address.port(), server.port);
    connection.close().await;
}

#[tokio::test]
async fn nobody_there_is_said_so() {
    let endpoint = format!("s7://127.0.0.1:{}", conformance::free_port()).parse().expect("a URL");
    let driver = S7::new(&endpoint, LinkOptions::default()).expect("an endpoint");
    assert!(matches!(driver.connect().await, Err(LinkError::Connect { .. })));
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn every_type_is_read_as_snap7_in_c_wrote_it() {
    // Its Python functions cannot write the newer types, which are twelve rows of the table.
    keeps_its_promises(Snap7::in_c(), 12).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn every_type_is_read_as_node_wrote_it() {
    keeps_its_promises(Snap7::in_node(), 0).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn the_c_library_s_server_is_read_at_pdu_960() {
    reads_at_960(Snap7::in_c()).await;
}

#[tokio::test]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn node_s_server_is_read_at_pdu_960() {
    reads_at_960(Snap7::in_node()).await;
}

async fn reads_at_960(mut server: Snap7) {
    reads_a_block_as_a_whole_and_in_parts(&mut server, 3).await;
    says_what_is_wrong(&mut server).await;
    let mut connection = server.connect().await;
    let identity = connection.identity().clone();
    assert_eq!(identity.product, "CPU 315-2 PN/DP, 6ES7 315-2EH14-0AB0");
    assert_eq!(identity.name.as_deref(), Some("SNAP7-SERVER"));
    assert_eq!(
        (identity.serial.as_str(), identity.revision.as_str()),
        ("S C-C2UR28922012", "3.2.6")
    );
    assert_eq!(identity.mode, RunMode::Run);
    assert_eq!(server.tell(&json!({"cpu": 4})), "ok");
    assert_eq!(connection.keep_alive().await.expect("it lives"), RunMode::Stop);
    connection.close().await;
}
