//! Tests of other devices at the address, and of panics in this program.

use tagbridge_driver::TagSet;
use tagbridge_naming::{Named, Naming};

use super::*;
use crate::snapshot::{ScanStart, ViewValidity};

#[tokio::test(start_paused = true)]
async fn another_device_is_read_only_after_a_person_said_so() {
    let controller = Controller::default();
    controller.reading([FakeResponse::Well, FakeResponse::Fail]);
    controller.set_connect_results([
        FakeResponse::Well,
        FakeResponse::Replace,
        FakeResponse::Replace,
    ]);
    let mut it = start(&controller, &["A"], 10);
    let view = it.until(|it| matches!(it.status, SessionStatus::Stopped { .. })).await;
    let SessionStatus::Stopped { cause } = view.status else { unreachable!() };
    assert!(
        cause.to_string().contains("serial 2 instead of") && cause.to_string().contains("serial 1"),
        "{cause}"
    );
    it.commands.send(Command::AcceptController).await.unwrap();
    it.stored(3).await;
    let (snapshots, log) = it.end().await;
    assert_eq!(shorts(&snapshots[..3]), ["*A=1", "*A:not_connected", "*A=2"]);
    let asked: Vec<&str> = log.iter().map(String::as_str).collect();
    assert_eq!(asked[..6], ["connect", "read A", "read A", "connect", "close", "connect"]);
}

#[tokio::test(start_paused = true)]
async fn another_device_is_no_more_read_after_a_restart() {
    let controller = Controller::default();
    controller.set_connect_results([
        FakeResponse::Well,
        FakeResponse::Replace,
        FakeResponse::Replace,
        FakeResponse::Replace,
    ]);
    let kept = tempfile::tempdir().unwrap();
    let run = || {
        let (mut session, outbox, values, board, folder) = build(&controller, &["A"], 10);
        session.last_read = LastRead::of(kept.path(), "line", "s7://plc".into());
        session.sequencer = session.sequencer.set_last_device(session.last_read.device().cloned());
        begin(&controller, session, outbox, values, &board, folder)
    };
    let mut it = run();
    it.stored(2).await;
    it.end().await;
    let mut it = run();
    it.until(|it| it.status.wants_acceptance()).await;
    it.commands.send(Command::AcceptController).await.unwrap();
    it.stored(2).await;
    let (snapshots, log) = it.end().await;
    assert_eq!(shorts(&snapshots[..2]), ["*A:not_connected", "*A=3"]);
    assert!(
        log.ends_with(&["connect", "close", "connect", "read A", "close"].map(String::from)),
        "{log:?}"
    );
    let mut it = run();
    it.until(|it| matches!(it.status, SessionStatus::Live { .. })).await;
    it.end().await;
}

#[tokio::test(start_paused = true)]
async fn the_device_of_before_is_read_again_by_itself() {
    let controller = Controller::default();
    controller.reading([FakeResponse::Well, FakeResponse::Fail]);
    controller.set_connect_results([
        FakeResponse::Well,
        FakeResponse::Replace,
        FakeResponse::Replace,
        FakeResponse::Well,
    ]);
    let mut it = start(&controller, &["A"], 10);
    it.until(|it| matches!(it.status, SessionStatus::Stopped { .. })).await;
    it.until(|it| matches!(it.status, SessionStatus::Live { .. })).await;
    let (snapshots, log) = it.end().await;
    assert_eq!(shorts(&snapshots[..3]), ["*A=1", "*A:not_connected", "*A=2"]);
    let asked: Vec<&str> = log.iter().skip(2).map(String::as_str).collect();
    let looks = ["read A", "connect", "close", "connect", "close", "connect", "read A"];
    assert_eq!(asked[..7], looks, "another one is not read");
}

#[tokio::test(start_paused = true)]
async fn a_pause_holds_while_another_device_answers() {
    let controller = Controller::default();
    controller.reading([FakeResponse::Well, FakeResponse::Fail]);
    controller.set_connect_results([FakeResponse::Well, FakeResponse::Replace, FakeResponse::Well]);
    let mut it = start(&controller, &["A"], 10);
    it.until(|it| matches!(it.status, SessionStatus::Stopped { .. })).await;
    it.commands.send(Command::Pause).await.unwrap();
    it.until(|it| it.status == SessionStatus::Idle).await;
    tokio::time::sleep(Duration::from_mins(5)).await;
    let connects = || controller.log().iter().filter(|it| *it == "connect").count();
    assert_eq!(connects(), 2);
    it.commands.send(Command::Resume).await.unwrap();
    it.until(|it| matches!(it.status, SessionStatus::Live { .. })).await;
    assert_eq!(connects(), 3);
    it.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_fault_in_a_driver_is_a_lost_link() {
    let controller = Controller::default();
    controller.reading([FakeResponse::Well, FakeResponse::Panic]);
    controller.set_connect_results([FakeResponse::Well, FakeResponse::Panic]);
    let mut it = start(&controller, &["A"], 10);
    for step in ["read", "open a connection"] {
        let is_broken = |it: &SessionView| match &it.status {
            SessionStatus::Waiting { cause, .. } => {
                cause.to_string().contains(step)
                    && cause.to_string().contains("internal error in Tagbridge")
            }
            _ => false,
        };
        it.until(is_broken).await;
    }
    it.until(|it| matches!(it.status, SessionStatus::Live { .. })).await;
    let (snapshots, _) = it.end().await;
    assert_eq!(shorts(&snapshots[..3]), ["*A=1", "*A:not_connected", "*A=2"]);
}

#[tokio::test(start_paused = true)]
async fn a_session_that_is_broken_off_says_so() {
    let controller = Controller::default();
    controller.set_connect_results([FakeResponse::Nameless]);
    let mut it = start(&controller, &["A"], 10);
    let stopped = it.until(|it| matches!(it.status, SessionStatus::Stopped { .. }));
    let view = tokio::time::timeout(Duration::from_mins(1), stopped).await.expect("it is told");
    let SessionStatus::Stopped { cause } = view.status else { unreachable!() };
    assert!(cause.to_string().contains("internal error in Tagbridge"), "{cause}");
    it.end().await;
}

#[tokio::test]
async fn a_fault_in_the_driver_of_a_group_is_told_and_it_is_read_again() {
    let controller = Controller::default();
    let slow = GroupConfig { name: "g".into(), ..normal(&["B"]) };
    let mut it = start_with(&controller, normal(&[]), vec![slow], 10);
    let group = |it: &SessionView| it.groups.iter().find(|it| it.name == "g").cloned();
    it.until(|it| group(it).is_some_and(|it| it.scan.count > 0)).await;
    controller.reading([FakeResponse::Panic]);
    it.until(|it| group(it).is_some_and(|it| it.problem.is_some())).await;
    it.until(|it| group(it).is_some_and(|it| it.problem.is_none())).await;
    let (snapshots, _) = it.end().await;
    assert!(shorts(&snapshots).iter().any(|it| it.contains("B:not_connected")));
}

#[tokio::test]
async fn a_group_whose_reader_breaks_off_gets_another() {
    let controller = Controller::default();
    controller.set_connect_results([FakeResponse::Well, FakeResponse::Nameless]);
    let slow = GroupConfig { name: "g".into(), ..normal(&["B"]) };
    let mut it = start_with(&controller, normal(&["A"]), vec![slow], 10);
    let group = |it: &SessionView| it.groups.iter().find(|it| it.name == "g").cloned();
    let told = it.until(|it| group(it).is_some_and(|it| it.problem.is_some()));
    let view = tokio::time::timeout(Duration::from_secs(30), told).await.expect("it is told");
    let problem = group(&view).and_then(|it| it.problem).unwrap();
    assert!(problem.to_string().contains("internal error in Tagbridge"), "{problem}");
    it.until(|it| group(it).is_some_and(|it| it.problem.is_none() && it.scan.count > 0)).await;
    it.end().await;
}

#[tokio::test(start_paused = true)]
async fn names_that_do_not_come_keep_nobody_from_connecting() {
    let controller = Controller::default();
    let (mut session, _outbox, _values, _board, _folder) = build(&controller, &["A"], 10);
    let (_publish, naming) = watch::channel(Naming::default());
    session.driver = Arc::new(Named::new(Arc::new(controller), naming));
    session.link.connect_timeout = Duration::from_millis(100);
    session.link.request_timeout = Duration::from_millis(100);
    session.connect(1, &CancellationToken::new()).await;
    assert!(session.connection.is_some(), "{:?}", session.trouble);
}

#[tokio::test(start_paused = true)]
async fn an_interval_that_the_ceiling_stretches_makes_no_value_stale() {
    let groups =
        vec![GroupConfig { name: "g".into(), interval: Duration::from_hours(1), ..normal(&["B"]) }];
    let (mut session, _outbox, values, _board, _folder) =
        build_with(&Controller::default(), normal(&["A"]), groups, 10);
    let pace = Pace {
        interval: Duration::from_secs(1),
        // Two groups with one request each.
        max_requests_per_second: Some(0.2),
        accept_replaced: false,
    };
    session.sequencer = Sequencer::new(pace, false, 1, Instant::now().into_std());
    let stop = CancellationToken::new();
    session.connect(1, &stop).await;
    let began = Instant::now();
    session.scan(&stop).await;
    let holds = values.borrow().as_ref().expect("it was read").holds;
    assert!(
        matches!(holds, ViewValidity::Then { every, .. } if every == Duration::from_secs(10)),
        "{holds:?}"
    );
    let overdue = session.overdue_at().expect("they are grouped") - began.into_std();
    assert!((24..26).contains(&overdue.as_secs()), "{overdue:?}");
}

#[tokio::test(start_paused = true)]
async fn what_was_read_before_a_sleep_is_stale_after_it() {
    let controller = Controller::default();
    let groups = vec![GroupConfig { name: "g".into(), ..normal(&["B"]) }];
    let (mut session, _outbox, values, _board, _folder) =
        build_with(&controller, normal(&["A"]), groups, 10);
    session.connect(1, &CancellationToken::new()).await;
    let mut connection = controller.connect().await.unwrap();
    let began = ScanStart::now();
    // The monotonic clock stops while the computer sleeps.
    let later = ScanStart { wall: began.wall + jiff::SignedDuration::from_hours(8), ..began };
    for (group, name, began) in [(0, "A", began), (1, "B", began), (0, "A", later)] {
        let scan = connection.read(&TagSet::new([name])).await.unwrap();
        session.record_scan(group, &scan, began, 1.0).await;
    }
    let tags = values.borrow().as_ref().expect("it was read").tags.clone();
    assert_eq!((tags["A"].quality, tags["B"].reason), (Quality::Good, Some(Reason::Stale)));
}

#[tokio::test(start_paused = true)]
async fn what_goes_on_attempt_after_attempt_is_told_once() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let told = tracing_subscriber::fmt().with_writer(log.reopen().unwrap()).finish();
    let _guard = tracing::subscriber::set_default(told);
    let controller = Controller::default();
    controller.reading([FakeResponse::Well, FakeResponse::Fail]);
    let deeds = [
        FakeResponse::Well,
        FakeResponse::Fail,
        FakeResponse::Fail,
        FakeResponse::Fail,
        FakeResponse::Hang,
        FakeResponse::Hang,
        FakeResponse::Fail,
    ];
    controller.set_connect_results(deeds);
    let mut it = start(&controller, &["A"], 10);
    it.stored(3).await;
    let (_, asked) = it.end().await;
    assert_eq!(asked.iter().filter(|it| *it == "connect").count(), 8);
    let told = std::fs::read_to_string(log.path()).unwrap();
    // The failed read, and each of the three causes when it became the current one.
    assert_eq!(told.matches("controller-unreadable").count(), 4, "{told}");
}
