//! Against third-party servers: asyncua's and node-opcua's.

mod known;
mod process;

use std::{path::Path, time::Duration};

use serde_json::json;
use tagbridge_driver::{
    Connection, Driver, Keyring, LinkError, LinkOptions, Listing, Password, ReadMode, Reading,
    Reason, RunMode, Scan, TagInfo, TagSet, Value,
    conformance::{self, Fixture},
};
use tagbridge_opcua::{OpcUa, TrustError, TrustStatus, server_certificate, trust};

use self::{
    known::{known, unreadable},
    process::Server,
};

/// A server in Python is slow on a busy machine.
const PATIENT: LinkOptions = LinkOptions {
    connect_timeout: Duration::from_secs(30),
    request_timeout: Duration::from_secs(30),
    ..LinkOptions::DEFAULT
};
const OPEN: &str = "?security=None";

fn driver(server: &Server, parameters: &str, keyring: Keyring, options: LinkOptions) -> OpcUa {
    OpcUa::new(&server.endpoint(parameters), options, keyring).expect("an endpoint")
}

async fn connect(server: &Server, parameters: &str) -> Box<dyn Connection> {
    let driver = driver(server, parameters, Keyring::default(), PATIENT);
    driver.connect().await.unwrap_or_else(|error| panic!("{error}"))
}

async fn read(connection: &mut Box<dyn Connection>, names: &[&str]) -> Scan {
    connection.read(&TagSet::new(names.iter().copied())).await.expect("the link holds")
}

fn bad(scan: &Scan, at: usize) -> (Reason, String) {
    match &scan.answers[at].reading {
        Reading::Bad(cause) => (cause.reason, cause.in_particular().to_string()),
        other => panic!("{other:?}"),
    }
}

/// A keyring that trusts the server's certificate.
async fn trusting(server: &Server, pki: &Path, password: Option<&str>) -> Keyring {
    let keyring =
        Keyring { password: password.map(Password::new), pki: Some(pki.to_owned()), learnt: None };
    let endpoint = server.endpoint("");
    let shown = server_certificate(&endpoint, PATIENT, &keyring).await.expect("it shows one");
    trust(&endpoint, &shown, &keyring).expect("it is kept");
    keyring
}

async fn keeps_its_promises(server: &Server, parameters: &str, keyring: Keyring, mode: ReadMode) {
    let options = LinkOptions { mode, ..PATIENT };
    let fixture = Fixture {
        driver: Box::new(driver(server, parameters, keyring, options)),
        known: known(server.kind),
        unreadable: unreadable(),
    };
    conformance::check(&fixture).await;
}

async fn keeps_its_promises_in_the_open(mut server: Server) {
    keeps_its_promises(&server, OPEN, Keyring::default(), ReadMode::Poll).await;
    assert_eq!(server.sessions(), 0, "every session was closed");
}

async fn keeps_its_promises_when_subscribed(mut server: Server) {
    let mode = ReadMode::Subscribe { interval: Duration::from_millis(50) };
    keeps_its_promises(&server, OPEN, Keyring::default(), mode).await;
    assert_eq!(server.sessions(), 0, "every session was closed");
}

async fn keeps_its_promises_in_secret(mut server: Server) {
    let pki = tempfile::tempdir().expect("a folder");
    let keyring = trusting(&server, pki.path(), Some("hunter2")).await;
    for parameters in
        ["?security=Basic256Sha256:SignAndEncrypt", "?security=Basic256Sha256&user=joe"]
    {
        keeps_its_promises(&server, parameters, keyring.clone(), ReadMode::Poll).await;
    }
    for parameters in [
        "",
        "?security=Basic256Sha256:Sign",
        "?security=Aes128Sha256RsaOaep",
        "?security=Aes256Sha256RsaPss&user=joe",
    ] {
        let it = driver(&server, parameters, keyring.clone(), PATIENT);
        let mut connection =
            it.connect().await.unwrap_or_else(|error| panic!("{parameters}: {error}"));
        let scan = read(&mut connection, &["PLC_PRG.Int16"]).await;
        assert!(matches!(scan.answers[0].reading, Reading::Good(_)), "{parameters}");
        connection.close().await;
    }
    assert_eq!(server.sessions(), 0, "every session was closed");
}

async fn says_who_may_not(mut server: Server) {
    let pki = tempfile::tempdir().expect("a folder");
    let untrusting = Keyring { pki: Some(pki.path().to_owned()), ..Keyring::default() };
    let port = server.port;
    let refusal = async |parameters: &str, keyring: &Keyring| {
        let endpoint = process::endpoint(port, parameters);
        let driver = OpcUa::new(&endpoint, PATIENT, keyring.clone()).expect("an endpoint");
        match driver.connect().await {
            Err(LinkError::Refused { why, remedy, .. }) => {
                format!("{why} → {}", remedy.unwrap_or_default())
            }
            Err(
                LinkError::Untrusted { why, remedy } | LinkError::Unprepared { why, remedy, .. },
            ) => format!("{why} → {remedy}"),
            Err(other) => panic!("{parameters}: {other}"),
            Ok(_) => panic!("{parameters} lets anybody in"),
        }
    };
    // Never silently without security, and never silently with an unknown certificate.
    let why = refusal("", &untrusting).await;
    assert!(why.contains("it is not trusted yet") && why.contains("SHA-256"), "{why}");
    let endpoint = server.endpoint("");
    let shown = server_certificate(&endpoint, PATIENT, &untrusting).await.expect("it shows one");
    assert_eq!(shown.standing, TrustStatus::Unknown);
    assert!(why.contains(&shown.fingerprint), "{why}");
    assert!(shown.offers.iter().any(|it| it == "Basic256Sha256:SignAndEncrypt"), "{shown:?}");

    let mut keyring = trusting(&server, pki.path(), Some("wrong")).await;
    let why = refusal("?user=joe", &keyring).await;
    assert!(why.contains("TAGBRIDGE_PASSWORD"), "{why}");
    keyring.password = None;
    let why = refusal("?user=joe", &keyring).await;
    assert!(why.contains("there is no password for `joe`"), "{why}");
    assert_eq!(server.sessions(), 0, "a refused session is closed too");

    // The same address with another certificate.
    std::fs::write(pki.path().join("pinned").join(pin(&server)), b"another")
        .expect("it is written");
    let why = refusal("", &keyring).await;
    assert!(why.contains("not the trusted one"), "{why}");
}

fn pin(server: &Server) -> String {
    format!("127.0.0.1_{}.der", server.port)
}

async fn reads_what_lies_in_values(server: &Server) {
    let mut connection = connect(server, OPEN).await;
    let names = [
        "PLC_PRG.numbers[3]",
        "PLC_PRG.numbers[10..12]",
        "PLC_PRG.matrix[1,2]",
        "PLC_PRG.motor.Speed",
        "PLC_PRG.motor.Axis.Steps[1]",
        "PLC_PRG.motors[1].Name",
        "Application.PLC_PRG.Int16",
        "nsu=CODESYSSPV3/3S/IecVarAccess;i=4711",
    ];
    let ints = |it: &[i64]| Value::Array(it.iter().map(|it| Value::Int(*it)).collect());
    let expected = [
        (Value::Int(103), "Int32"),
        (ints(&[110, 111, 112]), "Int32[3]"),
        (Value::Int(6), "Int32"),
        (Value::Real(12.5), "Float"),
        (Value::Int(2), "Int16"),
        (Value::Text("M2".into()), "String"),
        (Value::Int(-32768), "Int16"),
        (Value::Uint(4711), "UInt16"),
    ];
    for _ in 0..3 {
        let scan = read(&mut connection, &names).await;
        for ((name, answer), (value, kind)) in names.iter().zip(&scan.answers).zip(&expected) {
            match &answer.reading {
                Reading::Good(it) => {
                    assert_eq!((&it.value, &*it.type_name), (value, *kind), "{name}");
                }
                other => panic!("{name}: {other:?}"),
            }
        }
    }
    connection.close().await;
}

async fn tells_qualities(server: &Server) {
    let mut connection = connect(server, OPEN).await;
    let names = ["PLC_PRG.failed", "PLC_PRG.doubtful", "PLC_PRG.numbers[100]", "PLC_PRG", "GVL.No"];
    let scan = read(&mut connection, &names).await;
    let (reason, detail) = bad(&scan, 0);
    assert_eq!(reason, Reason::DeviceError);
    assert!(detail.contains("BadSensorFailure, 0x808c0000"), "{detail}");
    match &scan.answers[1].reading {
        Reading::Uncertain(value, cause) => {
            assert_eq!(value.value, Value::Int(1));
            assert!(cause.to_string().contains("0x40940000"), "{cause}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(bad(&scan, 2).0, Reason::OutOfRange);
    assert_eq!(bad(&scan, 3).0, Reason::UnknownTag);
    assert_eq!(bad(&scan, 4).0, Reason::UnknownTag);
    connection.close().await;
}

async fn reads_at_the_floor(server: &Server, nodes_per_read: usize) {
    let mut connection = connect(server, OPEN).await;
    // The server's state, which is read after some time, is the thousandth item.
    let set = TagSet::new((0..999).map(|it| format!("GVL.Tag{it}")));
    for pass in 0..3 {
        let scan = connection.read(&set).await.expect("the link holds");
        for (number, answer) in (0..).zip(&scan.answers) {
            match &answer.reading {
                Reading::Good(it) => assert_eq!(it.value, Value::Int(number * 3)),
                other => panic!("Tag{number}: {other:?}"),
            }
        }
        let floor = 1000_usize.div_ceil(nodes_per_read);
        assert_eq!(scan.round_trips as usize, floor, "pass {pass}");
        assert!(pass != 2 || scan.learning == 0, "everything is known by then");
    }
    connection.close().await;
}

async fn lists_what_there_is(server: &Server) {
    let mut connection = connect(server, OPEN).await;
    assert_eq!(connection.identity().mode, RunMode::Run);
    let mut all: Vec<TagInfo> = Vec::new();
    let mut pages = 0;
    let mut sink = |it| {
        if let Listing::Tags(tags) = it {
            pages += 1;
            all.extend(tags);
        }
    };
    connection.browse(&mut sink).await.expect("it lists");
    assert!(pages > 1, "they come page by page");
    let tag =
        |name: &str| all.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!(&*tag("GVL.Tag999").type_name, "Int32");
    assert!(!tag("GVL.Tag999").is_system);
    assert_eq!(&*tag("PLC_PRG.motor").type_name, "Motor");
    assert!(tag("PLC_PRG.a name with spaces").dimensions.is_empty());
    assert_eq!(tag("PLC_PRG.numbers").dimensions.len(), 1);
    assert_eq!(all.iter().filter(|it| !it.is_system && it.name.starts_with("GVL.")).count(), 1000);
    // Listed tags can be read by their listed names.
    let mine: Vec<&TagInfo> = all.iter().filter(|it| !it.is_system).collect();
    let scan = connection.read(&TagSet::new(mine.iter().map(|it| it.name.clone()))).await;
    for (tag, answer) in mine.iter().zip(scan.expect("it reads").answers) {
        if let Reading::Bad(cause) = answer.reading {
            assert_ne!(cause.reason, Reason::UnknownTag, "{}: {cause}", tag.name);
        }
    }
    connection.close().await;
}

async fn finds_a_node_again(server: &mut Server) {
    let mut connection = connect(server, OPEN).await;
    let set = TagSet::new(["GVL.Tag1", "GVL.Passing", "GVL.Tag2"]);
    assert_eq!(server.tell(&json!({"add": ["GVL.Passing", 5]})), json!("ok"));
    for _ in 0..3 {
        let scan = connection.read(&set).await.expect("the link holds");
        assert!(matches!(&scan.answers[1].reading, Reading::Good(it) if it.value == Value::Int(5)));
    }
    assert_eq!(server.tell(&json!({"drop": "GVL.Passing"})), json!("ok"));
    let scan = connection.read(&set).await.expect("the link holds");
    assert_eq!(bad(&scan, 1).0, Reason::UnknownTag);
    assert!(matches!(scan.answers[2].reading, Reading::Good(_)), "the others are not harmed");
    assert_eq!(server.tell(&json!({"add": ["GVL.Passing", 6]})), json!("ok"));
    let scan = connection.read(&set).await.expect("the link holds");
    assert!(matches!(&scan.answers[1].reading, Reading::Good(it) if it.value == Value::Int(6)));
    connection.close().await;
}

async fn hears_of_changes(server: &mut Server) {
    let mode = ReadMode::Subscribe { interval: Duration::from_millis(50) };
    let options = LinkOptions { mode, ..PATIENT };
    let it = driver(server, OPEN, Keyring::default(), options);
    let mut connection = it.connect().await.unwrap_or_else(|error| panic!("{error}"));
    let set = TagSet::new((0..1000).map(|it| format!("GVL.Tag{it}")));
    for value in [7, 8, 9] {
        // Silent for longer than received values are valid.
        if value == 9 {
            server.pause(Duration::from_secs(4));
        }
        let mut is_free = false;
        assert_eq!(server.tell(&json!({"set": ["GVL.Tag5", value]})), json!("ok"));
        let began = std::time::Instant::now();
        loop {
            let scan = connection.read(&set).await.expect("the link holds");
            is_free |= scan.round_trips == 0;
            let Reading::Good(it) = &scan.answers[5].reading else {
                panic!("{:?}", scan.answers[5])
            };
            if it.value == Value::Int(value) && is_free {
                break;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "it is {:?}", it.value);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    connection.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn asyncua_is_read_in_the_open() {
    keeps_its_promises_in_the_open(Server::asyncua()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn asyncua_is_read_in_secret() {
    keeps_its_promises_in_secret(Server::asyncua()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn asyncua_is_subscribed_to() {
    keeps_its_promises_when_subscribed(Server::asyncua()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn asyncua_is_not_read_by_those_who_may_not() {
    says_who_may_not(Server::asyncua()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn asyncua_is_read_in_all_its_ways() {
    let mut server = Server::asyncua();
    reads_what_lies_in_values(&server).await;
    tells_qualities(&server).await;
    // It reports no limit.
    reads_at_the_floor(&server, 1000).await;
    lists_what_there_is(&server).await;
    finds_a_node_again(&mut server).await;
    hears_of_changes(&mut server).await;
    assert_eq!(server.sessions(), 0, "every session was closed");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn node_is_read_in_the_open() {
    keeps_its_promises_in_the_open(Server::node()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn node_is_read_in_secret() {
    keeps_its_promises_in_secret(Server::node()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn node_is_subscribed_to() {
    keeps_its_promises_when_subscribed(Server::node()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "programs that `cargo xtask setup` installs"]
async fn node_is_read_in_all_its_ways() {
    let mut server = Server::node();
    reads_what_lies_in_values(&server).await;
    tells_qualities(&server).await;
    reads_at_the_floor(&server, 100).await;
    lists_what_there_is(&server).await;
    finds_a_node_again(&mut server).await;
    hears_of_changes(&mut server).await;
    assert_eq!(server.sessions(), 0, "every session was closed");
}

#[tokio::test]
async fn nobody_there_is_said_so() {
    let endpoint =
        format!("opc.tcp://127.0.0.1:{}", conformance::free_port()).parse().expect("a URL");
    let driver = OpcUa::new(&endpoint, PATIENT, Keyring::default()).expect("an endpoint");
    assert!(matches!(driver.connect().await, Err(LinkError::Connect { .. })));
    let shown = server_certificate(&endpoint, PATIENT, &Keyring::default()).await;
    assert!(matches!(shown, Err(TrustError::Link(LinkError::Connect { .. }))));
}
