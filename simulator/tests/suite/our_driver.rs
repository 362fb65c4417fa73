//! Our driver with the virtual controller.

use std::{future::Future, net::Ipv4Addr, time::Duration};

use tagbridge_cip::Logix;
use tagbridge_driver::{
    Connection, Driver, LinkError, LinkOptions, Reading, Reason, RunMode, TagSet, Value,
    conformance::{self, Fixture},
};
use tagbridge_simulator::logix::{
    ExternalAccess, Fault, Identity, Mode, Model, RunningController, VirtualLogix,
};

async fn listen(controller: VirtualLogix) -> RunningController {
    controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens")
}

/// A driver with a time-out that suffices on a busy machine.
fn driver(controller: &RunningController) -> Logix {
    impatient(controller, Duration::from_secs(30))
}

fn impatient(controller: &RunningController, request_timeout: Duration) -> Logix {
    let endpoint = controller.endpoint().parse().expect("an endpoint");
    Logix::new(&endpoint, LinkOptions { request_timeout, ..LinkOptions::default() })
        .expect("a Logix endpoint")
}

async fn connect(controller: &RunningController) -> Box<dyn Connection> {
    driver(controller).connect().await.expect("a connection")
}

async fn bottling() -> RunningController {
    listen(VirtualLogix::bottling(1).expect("the line").still_after(1500)).await
}

/// The parts of a tag that a driver can read: the whole tag, and all its members and elements.
fn readable(controller: &RunningController) -> Vec<(String, Value)> {
    let mut known = Vec::new();
    for name in controller.tag_names() {
        let value = controller.value_of(&name).expect("a listed tag");
        if matches!(value, Value::Struct(_) | Value::Array(_)) {
            known.push((name.clone(), value.clone()));
        }
        add_readable(name, value, &mut known);
    }
    known
}

fn add_readable(name: String, value: Value, known: &mut Vec<(String, Value)>) {
    match value {
        Value::Struct(members) => {
            for (member, value) in members {
                add_readable(format!("{name}.{member}"), value, known);
            }
        }
        Value::Array(elements) => {
            for (at, element) in elements.into_iter().enumerate() {
                match element {
                    Value::Array(rows) => {
                        for (row, element) in rows.into_iter().enumerate() {
                            let Value::Array(last) = element else { continue };
                            for (column, element) in last.into_iter().enumerate() {
                                known.push((format!("{name}[{at},{row},{column}]"), element));
                            }
                        }
                    }
                    element => add_readable(format!("{name}[{at}]"), element, known),
                }
            }
        }
        scalar => known.push((name, scalar)),
    }
}

#[tokio::test]
async fn it_keeps_its_promises() {
    for faults in [vec![], vec![Fault::RefuseLarge], vec![Fault::Drip(Duration::ZERO)]] {
        let controller = bottling().await;
        controller.set_faults(faults);
        let before = controller.memory_hash();
        let fixture = Fixture {
            driver: Box::new(driver(&controller)),
            known: readable(&controller),
            unreadable: ["Nope", "Line_Speed.Nope", "Lane_Count[8]", "1st", "", "Line Speed"]
                .map(String::from)
                .to_vec(),
        };
        conformance::check(&fixture).await;
        let counters = controller.counters();
        assert_eq!((counters.writes, counters.malformed), (0, 0), "{counters:?}");
        assert_eq!(controller.memory_hash(), before);
    }
}

#[tokio::test]
async fn it_takes_leave_in_order() {
    let controller = bottling().await;
    let connection = connect(&controller).await;
    assert_eq!(controller.open_connections(), 1);
    connection.close().await;
    assert_eq!(controller.open_connections(), 0);
}

#[tokio::test]
async fn it_says_who_answers_and_in_which_mode() {
    let identity = Identity { serial: 0xC0FF_EE01, ..Identity::default() };
    let controller = listen(VirtualLogix::builder(Model::new()).identity(identity)).await;
    for (mode, run_mode) in [
        (Mode::Run, RunMode::Run),
        (Mode::Program, RunMode::Program),
        (Mode::Fault, RunMode::Fault),
    ] {
        controller.set_mode(mode);
        let connection = connect(&controller).await;
        let found = connection.identity();
        assert_eq!(found.product, "1756-L83E/B");
        assert_eq!(found.revision, "33.11");
        assert_eq!(found.serial, "C0FFEE01");
        assert_eq!(found.mode, run_mode);
        connection.close().await;
    }
}

#[tokio::test]
async fn it_says_why_a_tag_is_not_shown() {
    let mut model = Model::new();
    model.add_with_access("Secret", "DINT", ExternalAccess::None).expect("a tag");
    model.add("Row", "DINT[4]").expect("a tag");
    let controller = listen(VirtualLogix::builder(model)).await;
    let mut connection = connect(&controller).await;
    let tags = TagSet::new(["Secret", "Row[4]", "Nope", "Row[3]"]);
    let scan = connection.read(&tags).await.expect("a scan");
    let reasons: Vec<Option<Reason>> = scan
        .answers
        .iter()
        .map(|answer| match &answer.reading {
            Reading::Bad(cause) => Some(cause.reason),
            _ => None,
        })
        .collect();
    let expected = [Reason::AccessDenied, Reason::OutOfRange, Reason::UnknownTag];
    assert_eq!(reasons[..3], expected.map(Some));
    assert_eq!(reasons[3], None);
    connection.close().await;
}

/// With one connection or none, the refusal has a clear message.
#[tokio::test]
async fn it_tells_that_there_is_no_connection_to_spare() {
    let controller = listen(VirtualLogix::builder(Model::new()).connection_limit(1)).await;
    let first = connect(&controller).await;
    match driver(&controller).connect().await {
        Ok(second) => second.close().await,
        Err(LinkError::Refused { remedy, .. }) => assert!(remedy.is_some()),
        Err(other) => panic!("{other}"),
    }
    first.close().await;
}

/// The reported round trips equal the replies of the controller and the minimum of the protocol: by
/// instance, 2 for 500 scattered DINTs over 4002 bytes, 13 over 504.
#[tokio::test]
async fn it_reads_at_the_floor() {
    for (faults, floor) in [(vec![], 2), (vec![Fault::RefuseLarge], 13)] {
        let mut model = Model::new();
        let names: Vec<String> = (0..500).map(|at| format!("Scattered_{at:04}")).collect();
        for name in &names {
            model.add(name, "DINT").expect("a tag");
        }
        let controller = listen(VirtualLogix::builder(model).faults(faults)).await;
        let mut connection = connect(&controller).await;
        let tags = TagSet::new(names);
        connection.read(&tags).await.expect("a first scan");
        let before = controller.counters().replies;
        let scan = connection.read(&tags).await.expect("a scan");
        let replies = controller.counters().replies - before;
        assert_eq!((u64::from(scan.round_trips), replies), (replies, floor));
        connection.close().await;
    }
}

/// Reads until the link is lost; returns the error.
async fn lost(controller: &RunningController, request_timeout: Duration) -> LinkError {
    let tags = TagSet::new(["Scan_Count", "Line_State"]);
    let driver = impatient(controller, request_timeout);
    let mut connection = driver.connect().await.expect("a connection");
    for _ in 0..10 {
        if let Err(error) = connection.read(&tags).await {
            return error;
        }
    }
    panic!("the link was never lost");
}

async fn check_lost(fault: Fault, seconds: u64, is_it: impl Fn(&LinkError) -> bool) {
    let controller = bottling().await;
    controller.set_faults(vec![fault]);
    let error = lost(&controller, Duration::from_secs(seconds)).await;
    assert!(is_it(&error), "{fault:?}: {error}");
}

#[tokio::test]
async fn it_gives_up_a_link_that_misbehaves() {
    const EVERY: u32 = 6;
    let timed_out = |error: &LinkError| matches!(error, LinkError::Timeout { .. });
    check_lost(Fault::Drop { every: EVERY }, 2, timed_out).await;
    check_lost(Fault::Stale { every: EVERY }, 2, |_| true).await;
    check_lost(Fault::WrongSequence { every: EVERY }, 2, |_| true).await;
    let closed = |error: &LinkError| matches!(error, LinkError::Closed { .. });
    check_lost(Fault::Reset { every: EVERY }, 30, closed).await;
}

/// Number of sockets of this program.
#[cfg(target_os = "linux")]
fn sockets() -> usize {
    let open = std::fs::read_dir("/proc/self/fd").expect("it is told").flatten();
    let is_socket = |it: &std::path::PathBuf| it.to_string_lossy().starts_with("socket:");
    open.filter_map(|it| std::fs::read_link(it.path()).ok()).filter(is_socket).count()
}

/// `TAGBRIDGE_CYCLES` is the number of cycles.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn links_that_are_lost_again_and_again_leave_no_socket_behind() {
    let cycles = std::env::var("TAGBRIDGE_CYCLES").map_or(60, |it| it.parse().expect("a number"));
    let controller = bottling().await;
    connect(&controller).await.close().await;
    let before = sockets();
    for cycle in 0..cycles {
        let every = 6;
        let fault = if cycle % 2 == 0 { Fault::Reset { every } } else { Fault::Drop { every } };
        controller.set_faults(vec![fault]);
        drop(lost(&controller, Duration::from_millis(100)).await);
    }
    within(async {
        while sockets() > before {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

/// A failing member does not affect the others.
#[tokio::test]
async fn it_lives_with_partial_failures() {
    let controller = bottling().await;
    let tags = TagSet::new(["Line_State", "Shift_Target", "Batch_Number", "Recipe_Number"]);
    let mut connection = connect(&controller).await;
    controller.set_faults(vec![Fault::FailMembers { every: 3 }]);
    let scan = within(connection.read(&tags)).await.expect("a scan");
    let failed = |reading: &Reading| matches!(reading, Reading::Bad(cause) if cause.reason == Reason::DeviceError);
    let bad = scan.answers.iter().filter(|answer| failed(&answer.reading)).count();
    let good =
        scan.answers.iter().filter(|answer| matches!(answer.reading, Reading::Good(_))).count();
    assert!(bad >= 1 && good >= 2 && bad + good == 4, "{:?}", scan.answers);
    connection.close().await;
}

async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(30), future).await.expect("an end")
}
