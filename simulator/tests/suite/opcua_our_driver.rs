//! Our driver with the virtual CODESYS controller.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::Ipv4Addr,
    time::{Duration, Instant},
};

use tagbridge_driver::{
    Connection, Driver, Keyring, LinkError, LinkOptions, Listing, Password, ReadMode, Reading,
    Reason, RunMode, Scan, TagSet, Value,
    conformance::{self, Fixture},
};
use tagbridge_opcua::OpcUa;
use tagbridge_simulator::opcua::{
    Fault, Mode, Policy, RunningCodesys, Security, ServerLimits, VirtualCodesys,
};
use tempfile::TempDir;

use crate::support::codesys;

/// The services that the driver may request: none of them writes, calls or changes.
const ALLOWED: [&str; 17] = [
    "(encrypted)",
    "FindServers",
    "GetEndpoints",
    "CreateSession",
    "ActivateSession",
    "CloseSession",
    "Read",
    "Browse",
    "BrowseNext",
    "TranslateBrowsePaths",
    "RegisterNodes",
    "UnregisterNodes",
    "CreateSubscription",
    "CreateMonitoredItems",
    "DeleteMonitoredItems",
    "DeleteSubscriptions",
    "Publish",
];

async fn listen(controller: VirtualCodesys) -> RunningCodesys {
    controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens")
}

fn every_type() -> VirtualCodesys {
    VirtualCodesys::builder(&codesys::model(250)).expect("a good model")
}

fn counting(scalars: u32) -> VirtualCodesys {
    VirtualCodesys::counting(scalars, 1).expect("a good model").still_after(3)
}

fn driver(endpoint: &str, request_timeout: Duration, keyring: Keyring) -> OpcUa {
    let endpoint = endpoint.parse().expect("an endpoint");
    let options = LinkOptions { request_timeout, ..LinkOptions::default() };
    OpcUa::new(&endpoint, options, keyring).expect("an OPC UA endpoint")
}

/// A driver with a time-out that suffices on a busy machine.
fn patient(controller: &RunningCodesys) -> OpcUa {
    driver(&controller.endpoint(), Duration::from_secs(30), Keyring::default())
}

async fn connect(controller: &RunningCodesys) -> Box<dyn Connection> {
    let driver = patient(controller);
    driver.connect().await.unwrap_or_else(|error| panic!("{error}: {}", error.remedy()))
}

async fn read(connection: &mut Box<dyn Connection>, tags: &TagSet) -> Scan {
    connection.read(tags).await.unwrap_or_else(|error| panic!("the link holds: {error}"))
}

fn is_good(scan: &Scan, at: usize) -> bool {
    matches!(scan.answers[at].reading, Reading::Good(_))
}

fn bad(scan: &Scan, at: usize) -> Reason {
    match &scan.answers[at].reading {
        Reading::Bad(cause) => cause.reason,
        other => panic!("{other:?}"),
    }
}

/// Every node of the controller, half of them by the names in the program.
fn known(controller: &RunningCodesys) -> Vec<(String, Value)> {
    let of = |(place, name): (usize, String)| {
        let value = controller.value_of(&name).expect(&name);
        // Names with a bar or a space exist only in node ids.
        let is_plain = name.chars().all(|it| it.is_ascii_alphanumeric() || "_.,[]-".contains(it));
        if is_plain && place.is_multiple_of(2) {
            (name, value)
        } else {
            (controller.node_id(&name), value)
        }
    };
    controller.tag_names().into_iter().enumerate().map(of).collect()
}

async fn no_session_is_left(controller: &RunningCodesys) {
    sessions_are_closed(controller).await;
    assert_eq!(controller.open_subscriptions(), 0);
}

async fn sessions_are_closed(controller: &RunningCodesys) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while controller.open_sessions() > 0 {
        assert!(Instant::now() < deadline, "{} sessions are left", controller.open_sessions());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn check(controller: VirtualCodesys, security: &str, keyring: Keyring) {
    check_mode(controller, security, keyring, ReadMode::Poll).await;
}

async fn check_mode(controller: VirtualCodesys, security: &str, keyring: Keyring, mode: ReadMode) {
    let controller = listen(controller).await;
    let endpoint = format!("{}{security}", controller.endpoint());
    if keyring.pki.is_some() {
        let address = endpoint.parse().expect("an endpoint");
        let options = LinkOptions::default();
        let shown = tagbridge_opcua::server_certificate(&address, options, &keyring).await;
        let shown = shown.expect("a certificate");
        tagbridge_opcua::trust(&address, &shown, &keyring).expect("it is kept");
    }
    let options =
        LinkOptions { request_timeout: Duration::from_secs(30), mode, ..LinkOptions::default() };
    let address = endpoint.parse().expect("an endpoint");
    let fixture = Fixture {
        driver: Box::new(OpcUa::new(&address, options, keyring).expect("an OPC UA endpoint")),
        known: known(&controller),
        unreadable: [
            controller.node_id("PLC_PRG.Nope"),
            "PLC_PRG.Nope".to_owned(),
            "PLC_PRG.Reals[9]".to_owned(),
            "PLC_PRG.Motor.Nope".to_owned(),
            "ns=4;s=|appo|CODESYS Control Win V3 x64.Application".to_owned(),
            "ns=99;i=1".to_owned(),
            "nsu=urn:nobody;s=x".to_owned(),
            String::new(),
        ]
        .to_vec(),
    };
    conformance::check(&fixture).await;
    no_session_is_left(&controller).await;
    let counters = controller.counters();
    assert_eq!(counters.writes, 0, "{counters:?}");
    for service in counters.requests.keys() {
        assert!(ALLOWED.contains(service), "{service}: {counters:?}");
    }
}

#[tokio::test]
async fn it_keeps_its_promises() {
    check(every_type(), "", Keyring::default()).await;
}

#[tokio::test]
async fn it_keeps_them_within_tight_limits() {
    let limits = ServerLimits {
        nodes_per_read: 7,
        nodes_per_browse: 3,
        nodes_per_register: 5,
        references_per_node: 4,
        ..ServerLimits::default()
    };
    check(every_type().limits(limits), "", Keyring::default()).await;
}

#[tokio::test]
async fn it_keeps_them_with_limits_that_lie() {
    for told in [0, 1000] {
        check(every_type().faults(vec![Fault::Limits(told)]), "", Keyring::default()).await;
    }
}

#[tokio::test]
async fn it_keeps_them_by_subscription() {
    let mode = ReadMode::Subscribe { interval: Duration::from_millis(100) };
    check_mode(every_type(), "", Keyring::default(), mode).await;
    let lies = every_type().faults(vec![Fault::Limits(1000)]);
    check_mode(lies, "", Keyring::default(), mode).await;
}

#[tokio::test]
async fn it_keeps_them_on_a_slow_line() {
    let faults = vec![Fault::Delay(Duration::from_millis(3))];
    check(every_type().faults(faults), "", Keyring::default()).await;
}

#[tokio::test]
async fn it_keeps_them_in_secret_and_by_name() {
    for (policy, text) in [
        (Security::SignAndEncrypt(Policy::Basic256Sha256), "Basic256Sha256:SignAndEncrypt"),
        (Security::Sign(Policy::Aes128Sha256RsaOaep), "Aes128Sha256RsaOaep:Sign"),
        (Security::SignAndEncrypt(Policy::Aes256Sha256RsaPss), "Aes256Sha256RsaPss:SignAndEncrypt"),
    ] {
        let pki = TempDir::new().expect("a folder");
        let keyring = Keyring {
            password: Some(Password::new("s3cret €")),
            pki: Some(pki.path().to_owned()),
            learnt: None,
        };
        let controller = every_type().securities([Security::None, policy]);
        let controller = controller.user("operator", "s3cret €").no_anonymous();
        check(controller, &format!("?security={text}&user=operator"), keyring).await;
    }
}

/// The elements of an array are numbered from 0, independent of the names of their nodes.
#[tokio::test]
async fn elements_are_found_by_where_their_arrays_begin() {
    let controller = listen(every_type()).await;
    let mut arrays: BTreeMap<String, Vec<(String, Vec<i32>)>> = BTreeMap::new();
    for name in controller.tag_names() {
        let Some((array, at)) = name.strip_suffix(']').and_then(|it| it.rsplit_once('[')) else {
            continue;
        };
        let at = at.split(',').map(|it| it.parse().expect("an index")).collect();
        arrays.entry(array.to_owned()).or_default().push((name.clone(), at));
    }
    let (mut names, mut values, mut begins) = (Vec::new(), Vec::new(), BTreeSet::new());
    for elements in arrays.values() {
        let low = |dimension: usize| elements.iter().map(|it| it.1[dimension]).min();
        let lows: Vec<i32> = (0..elements[0].1.len()).filter_map(low).collect();
        begins.extend(lows.iter().copied());
        let from = lows.iter().map(i32::to_string).collect::<Vec<_>>().join(",");
        for (name, _) in elements {
            names.push(format!("{} from {from}]", &name[..name.len() - 1]));
            values.push(controller.value_of(name).expect(name));
        }
    }
    assert!(begins.iter().any(|it| *it < 0) && begins.iter().any(|it| *it > 0), "{begins:?}");
    let mut connection = connect(&controller).await;
    let scan = read(&mut connection, &TagSet::new(&names)).await;
    for ((name, value), answer) in names.iter().zip(&values).zip(&scan.answers) {
        match &answer.reading {
            Reading::Good(it) => assert_eq!(it.value, *value, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    connection.close().await;
}

#[tokio::test]
async fn round_trips_are_the_floor() {
    for (limit, scalars, floor) in [(100, 500, 5), (100, 100, 1), (1000, 500, 1), (100, 501, 6)] {
        let limits = ServerLimits { nodes_per_read: limit, ..ServerLimits::default() };
        let controller = listen(counting(scalars).limits(limits)).await;
        let mut connection = connect(&controller).await;
        let set = TagSet::new((0..scalars).map(|it| format!("PLC_PRG.Tag{it}")));
        read(&mut connection, &set).await;
        // Names are resolved, nodes are registered.
        read(&mut connection, &set).await;
        let before = controller.counters();
        let scan = read(&mut connection, &set).await;
        let after = controller.counters();
        let nodes = after.nodes_read - before.nodes_read;
        // On a busy machine, a read of the server's state may be included.
        let with_state = nodes == u64::from(scalars) + 1;
        assert!(with_state || nodes == u64::from(scalars), "{nodes} nodes");
        let floor = if with_state { nodes.div_ceil(limit as u64) } else { floor };
        assert_eq!(u64::from(scan.round_trips), floor, "{scalars} at {limit}");
        assert_eq!(after.total() - before.total(), floor, "{after:?}");
        for (name, answer) in set.names().iter().zip(&scan.answers) {
            let Reading::Good(value) = &answer.reading else { panic!("{name}: {answer:?}") };
            assert_eq!(value.value, controller.value_of(name).expect(name));
        }
        connection.close().await;
        no_session_is_left(&controller).await;
    }
}

#[tokio::test]
async fn it_lists_what_there_is() {
    let controller = listen(every_type()).await;
    let mut connection = connect(&controller).await;
    let mut listed = Vec::new();
    let mut sink = |listing| match listing {
        Listing::Tags(tags) => listed.extend(tags.into_iter().filter(|it| !it.is_system)),
        Listing::Restarted => panic!("nothing changed"),
    };
    connection.browse(&mut sink).await.expect("a list");
    let names: Vec<_> = listed.iter().map(|it| it.name.clone()).collect();
    for (name, _, _) in codesys::variables() {
        let is_there = |it: &String| it.ends_with(&format!("PLC_PRG.{name}"));
        assert!(names.iter().any(is_there), "{name} is not among {names:?}");
    }
    connection.close().await;
    no_session_is_left(&controller).await;
}

#[tokio::test]
async fn a_restart_ends_the_connection_and_the_next_one_reads() {
    let controller = listen(counting(10)).await;
    let driver = patient(&controller);
    let mut connection = driver.connect().await.expect("a connection");
    let set = TagSet::new(["PLC_PRG.Tag0", "GVL.Motor0"]);
    assert!(is_good(&read(&mut connection, &set).await, 0));
    controller.restart(Duration::from_millis(20)).await.expect("it starts");
    connection.read(&set).await.expect_err("the connection is gone");
    connection.close().await;
    let mut connection = driver.connect().await.expect("a connection");
    let scan = read(&mut connection, &set).await;
    assert!(is_good(&scan, 0) && is_good(&scan, 1));
    connection.close().await;
    no_session_is_left(&controller).await;
    assert_eq!(controller.total_sessions(), 2);
}

#[tokio::test]
async fn an_expired_session_ends_the_connection() {
    let controller = listen(counting(10).session_timeout(Duration::from_secs(4))).await;
    let driver = patient(&controller);
    let mut connection = driver.connect().await.expect("a connection");
    let set = TagSet::new(["PLC_PRG.Tag0"]);
    assert!(is_good(&read(&mut connection, &set).await, 0));
    controller.expire_sessions().await;
    let error = connection.read(&set).await.expect_err("the session is gone");
    assert!(matches!(error, LinkError::Refused { .. } | LinkError::Closed { .. }), "{error}");
    connection.close().await;
    let mut connection = driver.connect().await.expect("a connection");
    assert!(is_good(&read(&mut connection, &set).await, 0));
    connection.close().await;
    no_session_is_left(&controller).await;
}

/// The server drops the subscription with the session: earlier values are not reported as current.
#[tokio::test]
async fn a_lost_subscription_is_noticed() {
    let controller = listen(counting(10).session_timeout(Duration::from_secs(4))).await;
    let endpoint = controller.endpoint().parse().expect("an endpoint");
    let mode = ReadMode::Subscribe { interval: Duration::from_millis(100) };
    let options = LinkOptions { mode, ..LinkOptions::default() };
    let driver = OpcUa::new(&endpoint, options, Keyring::default()).expect("an endpoint");
    let set = TagSet::new(["PLC_PRG.Tag0"]);
    let mut connection = driver.connect().await.expect("a connection");
    while read(&mut connection, &set).await.round_trips > 0 {}
    assert_eq!(controller.open_subscriptions(), 1);
    controller.expire_sessions().await;
    // Values received until then may be reported once more.
    let lost = async { while connection.read(&set).await.is_ok() {} };
    tokio::time::timeout(Duration::from_secs(30), lost).await.expect("it is noticed");
    connection.close().await;
    let mut connection = driver.connect().await.expect("a connection");
    assert!(is_good(&read(&mut connection, &set).await, 0));
    connection.close().await;
    // The lost subscription exists until its lifetime ends; that of the session was closed with it.
    sessions_are_closed(&controller).await;
    assert!(controller.open_subscriptions() <= 1);
}

/// The name is searched repeatedly, and the subscribed values are not affected.
#[tokio::test]
async fn a_name_that_is_not_there_costs_the_others_nothing() {
    let controller = listen(counting(10)).await;
    let endpoint = controller.endpoint().parse().expect("an endpoint");
    for mode in [ReadMode::Poll, ReadMode::Subscribe { interval: Duration::from_millis(100) }] {
        let options = LinkOptions { mode, ..LinkOptions::default() };
        let driver = OpcUa::new(&endpoint, options, Keyring::default()).expect("an endpoint");
        let mut connection = driver.connect().await.expect("a connection");
        let set = TagSet::new(["PLC_PRG.Tag0", "PLC_PRG.NoSuchTag"]);
        let least = u32::from(mode == ReadMode::Poll);
        while read(&mut connection, &set).await.round_trips > least {}
        read(&mut connection, &set).await;
        let (begun, mut learning) = (Instant::now(), 0);
        while begun.elapsed() < Duration::from_secs(11) {
            let scan = read(&mut connection, &set).await;
            assert!(is_good(&scan, 0) && !is_good(&scan, 1), "{scan:?}");
            assert!(scan.round_trips <= least + 1, "{scan:?}");
            learning += scan.learning;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        // Two searches in that time, with one or two requests each.
        assert!((1..=8).contains(&learning), "{mode:?}: {learning}");
        connection.close().await;
    }
}

#[tokio::test]
async fn a_cut_connection_is_noticed() {
    let controller = listen(counting(10)).await;
    let driver = patient(&controller);
    let mut connection = driver.connect().await.expect("a connection");
    let set = TagSet::new(["PLC_PRG.Tag0"]);
    read(&mut connection, &set).await;
    controller.drop_connections();
    let error = connection.read(&set).await.expect_err("the connection is gone");
    assert!(!matches!(error, LinkError::Timeout { .. }), "at once, not after a time-out: {error}");
    connection.close().await;
    let mut connection = driver.connect().await.expect("a connection");
    assert!(is_good(&read(&mut connection, &set).await, 0));
    connection.close().await;
}

#[tokio::test]
async fn a_variable_vanishes_and_comes_back() {
    let controller = listen(counting(10)).await;
    let mut connection = connect(&controller).await;
    let set = TagSet::new(["PLC_PRG.Tag0", "GVL.Motor0.Speed", "GVL.Motor0"]);
    for _ in 0..3 {
        let scan = read(&mut connection, &set).await;
        assert!((0..3).all(|at| is_good(&scan, at)), "{scan:?}");
    }
    assert!(controller.remove("GVL.Motor0"));
    for _ in 0..3 {
        let scan = read(&mut connection, &set).await;
        assert!(is_good(&scan, 0));
        assert_eq!((bad(&scan, 1), bad(&scan, 2)), (Reason::UnknownTag, Reason::UnknownTag));
    }
    assert!(controller.restore("GVL.Motor0"));
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let scan = read(&mut connection, &set).await;
        if (0..3).all(|at| is_good(&scan, at)) {
            break;
        }
        assert!(Instant::now() < deadline, "it is not seen again: {scan:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    connection.close().await;
    no_session_is_left(&controller).await;
}

#[tokio::test]
async fn a_stopped_application_is_told() {
    let controller = listen(counting(10)).await;
    let mut connection = connect(&controller).await;
    assert_eq!(connection.identity().mode, RunMode::Run);
    controller.set_mode(Mode::Stop);
    assert_eq!(connection.keep_alive().await.expect("it lives"), RunMode::Stop);
    controller.set_mode(Mode::Run);
    assert_eq!(connection.keep_alive().await.expect("it lives"), RunMode::Run);
    connection.close().await;
}

#[tokio::test]
async fn faults_end_the_connection_and_never_bring_a_wrong_value() {
    for (fault, seconds) in [
        (Fault::Drop { every: 1 }, 1),
        (Fault::Delay(Duration::from_mins(10)), 1),
        (Fault::Reset { every: 1 }, 60),
    ] {
        let controller = listen(counting(10)).await;
        let driver =
            driver(&controller.endpoint(), Duration::from_secs(seconds), Keyring::default());
        let mut connection = driver.connect().await.expect("a connection");
        let set = TagSet::new(["PLC_PRG.Tag0"]);
        read(&mut connection, &set).await;
        controller.set_faults(vec![fault]);
        let read = connection.read(&set);
        let read = tokio::time::timeout(Duration::from_mins(2), read).await;
        let error = read.expect("it does not hang").expect_err("the fault is seen");
        let is_silence = matches!(error, LinkError::Timeout { .. });
        assert_eq!(is_silence, seconds == 1, "{fault:?}: {error}");
        controller.set_faults(vec![]);
        connection.read(&set).await.expect_err("the connection is of no more use");
        connection.close().await;
    }
}

/// After a cut connection, the next connection of the same driver needs no second search, until the
/// server restarts.
#[tokio::test]
async fn what_was_learnt_outlives_a_cut() {
    let tags = TagSet::new((0..100).map(|at| format!("PLC_PRG.Tag{at}")));
    let controller = listen(counting(100)).await;
    let driver = patient(&controller);
    let mut learning = Vec::new();
    for _ in 0..2 {
        let mut connection = driver.connect().await.expect("a connection");
        let scan = read(&mut connection, &tags).await;
        assert!((0..tags.len()).all(|at| is_good(&scan, at)), "{scan:?}");
        learning.push(scan.learning);
        // Without closing the session, as if the network were cut.
        drop(connection);
    }
    assert!(learning[0] > 0, "{learning:?}");
    assert_eq!(learning[1], 0, "{learning:?}");
}
