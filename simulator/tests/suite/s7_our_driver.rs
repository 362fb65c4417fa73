//! Our driver with the virtual S7 controller.

use std::{
    net::Ipv4Addr,
    ops::{Deref, DerefMut},
    sync::Arc,
    time::{Duration, Instant},
};

use jiff::{SignedDuration, civil};
use tagbridge_driver::{
    Connection, Driver, LinkError, LinkOptions, Reading, Reason, RequestName, RunMode, Scan,
    TagSet, Traffic, Value,
    conformance::{self, Fixture},
};
use tagbridge_s7::S7;
use tagbridge_simulator::s7::{Fault, Identity, Mode, RunningS7, VirtualS7};

async fn listen(controller: VirtualS7) -> RunningS7 {
    controller.listen((Ipv4Addr::LOCALHOST, 0).into()).await.expect("it listens")
}

/// A read that takes longer is assumed to hang.
const HANGS: Duration = Duration::from_mins(2);

fn driver(endpoint: &str, request_timeout: Duration) -> S7 {
    let endpoint = endpoint.parse().expect("an endpoint");
    S7::new(&endpoint, LinkOptions { request_timeout, ..LinkOptions::default() })
        .expect("an S7 endpoint")
}

/// A connection and the counters of its driver.
struct Line {
    connection: Box<dyn Connection>,
    traffic: Arc<Traffic>,
    /// Number of mode reads in the last scan; on a busy machine, any scan may include one.
    modes: u32,
}

impl Line {
    /// Number of requested status lists; the mode is one of them.
    fn lists(&self) -> u64 {
        let lists = self.traffic.sent().find(|(kind, _)| kind.name == RequestName::ReadStatusList);
        lists.expect("it is among the kinds").1
    }

    async fn close(self) {
        self.connection.close().await;
    }
}

impl Deref for Line {
    type Target = dyn Connection;

    fn deref(&self) -> &Self::Target {
        &*self.connection
    }
}

impl DerefMut for Line {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.connection
    }
}

/// Connects with a driver whose time-out suffices on a busy machine.
async fn connect(controller: &RunningS7) -> Line {
    let driver = driver(&controller.endpoint(), Duration::from_secs(30));
    let connection = driver.connect().await;
    let connection = connection.unwrap_or_else(|error| panic!("{error}: {}", error.remedy()));
    Line { connection, traffic: driver.traffic().expect("it counts"), modes: 0 }
}

/// A scan, with only those of its round trips that read values.
async fn read(line: &mut Line, tags: &TagSet) -> Scan {
    let before = line.lists();
    let mut scan = line.read(tags).await.unwrap_or_else(|error| panic!("the link holds: {error}"));
    line.modes = u32::try_from(line.lists() - before).expect("few");
    scan.round_trips -= line.modes;
    scan
}

fn bad(scan: &Scan, at: usize) -> (Reason, String) {
    match &scan.answers[at].reading {
        Reading::Bad(cause) => (cause.reason, cause.in_particular().to_string()),
        other => panic!("{other:?}"),
    }
}

fn is_good(scan: &Scan, at: usize) -> bool {
    matches!(scan.answers[at].reading, Reading::Good(_))
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// A value of each type, in each area.
fn every_type() -> Vec<(String, Value)> {
    let date = civil::date(2026, 11, 21);
    let span = |ms| Value::Duration(SignedDuration::from_millis(ms));
    [
        ("DB1.DBX0.3", Value::Bool(true)),
        ("DB1.DBX1.6[12]", Value::Array((0..12).map(|it| Value::Bool(it % 3 == 0)).collect())),
        ("DB1.DBB4", Value::Uint(0xA5)),
        ("DB1.DBW6", Value::Uint(0xFFFE)),
        ("DB1.DBD8", Value::Uint(0xFFFF_FFFE)),
        ("DB1.DBB12:LWORD", Value::Uint(u64::MAX)),
        ("DB1.DBB20:SINT", Value::Int(-128)),
        ("DB1.DBB21:USINT", Value::Uint(255)),
        ("DB1.DBW22:INT", Value::Int(-32768)),
        ("DB1.DBW24:UINT", Value::Uint(65535)),
        ("DB1.DBD26:DINT", Value::Int(i32::MIN.into())),
        ("DB1.DBD30:UDINT", Value::Uint(u32::MAX.into())),
        ("DB1.DBB34:LINT", Value::Int(i64::MIN)),
        ("DB1.DBB42:ULINT", Value::Uint(u64::MAX)),
        ("DB1.DBD50:REAL", Value::Real(0.1)),
        ("DB1.DBB54:LREAL", Value::LReal(0.1)),
        ("DB1.DBB62:CHAR", text("é")),
        ("DB1.DBW64:WCHAR", text("€")),
        ("DB1.DBB66:STRING[20]", text("Füllstand")),
        ("DB1.DBB88:WSTRING[10]", text("10 € µ")),
        ("DB1.DBW112:S5TIME", span(12_700)),
        ("DB1.DBD114:TIME", span(-93_784_567)),
        ("DB1.DBB118:LTIME", Value::Duration(SignedDuration::from_nanos(1))),
        ("DB1.DBW126:DATE", Value::Date(date)),
        ("DB1.DBD128:TOD", Value::TimeOfDay(civil::time(6, 47, 29, 987_000_000))),
        ("DB1.DBB132:LTOD", Value::TimeOfDay(civil::time(6, 47, 29, 1))),
        ("DB1.DBB140:DT", Value::DateTime(date.at(6, 47, 29, 987_000_000))),
        ("DB1.DBB148:LDT", Value::DateTime(date.at(6, 47, 29, 1))),
        ("DB1.DBB156:DTL", Value::DateTime(date.at(6, 47, 29, 5))),
        ("DB1.DBB168:STRING[3][2]", Value::Array(vec![text("abc"), text("d")])),
        ("DB1.DBD180:REAL[3]", Value::Array([1.5, -2.5, 0.0].map(Value::Real).to_vec())),
        ("DB3.DBB0[2000]", Value::Array((0..2000).map(|it| Value::Uint(it % 251)).collect())),
        ("MW4", Value::Uint(0x1234)),
        ("M6.7", Value::Bool(true)),
        ("EW4", Value::Uint(7)),
        ("AB0", Value::Uint(9)),
        ("T5", span(4_500_000)),
        ("T7[2]", Value::Array(vec![span(10), span(9_990)])),
        ("Z3", Value::Uint(123)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

fn with_every_type() -> VirtualS7 {
    let blocks = VirtualS7::new().block(1, 200).block(3, 2000).optimised_block(4);
    every_type()
        .iter()
        .fold(blocks, |it, (name, value)| it.set(name, value).expect("a tag of the controller"))
}

#[tokio::test]
async fn it_keeps_its_promises() {
    for (pdu_size, jobs, faults) in [
        (960, 8, vec![]),
        (480, 1, vec![]),
        (240, 3, vec![]),
        (240, 8, vec![Fault::OddPadding, Fault::Fragments]),
        (960, 2, vec![Fault::Drip(Duration::ZERO)]),
        (240, 2, vec![Fault::Stale { every: 3 }]),
    ] {
        let controller = with_every_type().pdu_size(pdu_size).jobs(jobs).faults(faults.clone());
        let controller = listen(controller).await;
        let before = controller.memory_hash();
        let unreadable = [
            "DB1.DBD198",
            "DB1.DBD300",
            "DB2.DBW0",
            "DB4.DBW0",
            "T600",
            "MB1024",
            "Speed",
            "DB1.DBX0",
        ];
        let fixture = Fixture {
            driver: Box::new(driver(&controller.endpoint(), Duration::from_secs(10))),
            known: every_type(),
            unreadable: unreadable.map(str::to_owned).to_vec(),
        };
        conformance::check(&fixture).await;
        assert_eq!(controller.memory_hash(), before);
        let counters = controller.counters();
        assert_eq!((counters.writes, counters.malformed), (0, 0), "{faults:?}");
        assert_eq!(counters.surplus_jobs, 0, "no more jobs than were granted");
        let asked: Vec<_> = counters.functions.keys().copied().collect();
        assert_eq!(asked, [(1, 0x04, 0), (1, 0xF0, 0), (7, 4, 1)], "nothing but reads");
    }
}

#[tokio::test]
async fn the_identity_is_the_controllers() {
    let controller = listen(VirtualS7::new().pdu_size(240)).await;
    let mut connection = connect(&controller).await;
    let identity = connection.identity();
    assert_eq!(identity.product, "CPU 1516-3 PN/DP, 6ES7 516-3AN02-0AB0");
    assert_eq!((identity.revision.as_str(), identity.serial.as_str()), ("2.9.4", "S C-V1S2R3T4"));
    assert_eq!((identity.name.as_deref(), identity.mode), (Some("Bottling"), RunMode::Run));
    assert_eq!(identity.address, controller.addr());
    controller.set_mode(Mode::Stop);
    assert_eq!(connection.keep_alive().await.expect("it lives"), RunMode::Stop);
    connection.close().await;
}

#[tokio::test]
async fn round_trips_are_the_floor() {
    let names = |block: u16, apart: usize| {
        TagSet::new((0..500).map(move |it| format!("DB{block}.DBD{}:REAL", it * apart)))
    };
    for (pdu_size, dense, apart) in [(240, 10, 20), (480, 5, 12), (960, 3, 6)] {
        let controller = VirtualS7::counting(500, 1).still_after(5).pdu_size(pdu_size);
        let controller = listen(controller).await;
        let mut connection = connect(&controller).await;
        for (set, trips) in [(names(1, 4), dense), (names(2, 12), apart)] {
            let before = controller.counters().replies;
            let scan = read(&mut connection, &set).await;
            assert_eq!(scan.round_trips, trips, "{:?} at {pdu_size}", set.names()[1]);
            let replies = controller.counters().replies - before;
            assert_eq!(replies, u64::from(trips + connection.modes));
            for (name, answer) in set.names().iter().zip(&scan.answers) {
                let Reading::Good(value) = &answer.reading else { panic!("{name}: {answer:?}") };
                assert_eq!(value.value, controller.value_of(name).expect(name));
            }
        }
        connection.close().await;
    }
}

/// Reads at most 100 scans; returns the number of replies beyond the necessary ones.
async fn surplus(connection: &mut Line, set: &TagSet, scans: u32) -> u32 {
    let mut surplus = 0;
    for _ in 0..scans {
        let scan = read(connection, set).await;
        assert_eq!(scan.learning, 0, "nothing is left to learn");
        surplus += scan.round_trips;
    }
    surplus
}

#[tokio::test]
async fn the_ends_of_blocks_travel_with_each_scan_or_in_turns() {
    let dense = |it: usize| format!("DB1.DBD{}:REAL", it * 4);
    let scattered = |it: usize| format!("DB{}.DBD{}", 1 + it % 10, it / 10 * 1000);
    let ends = |(block, bytes): (u16, usize)| {
        [bytes - 1, bytes].map(|at| format!("DB{block}.DBB{at}:BYTE[1]"))
    };
    let blocks: Vec<(u16, usize)> = (1..=10).map(|it| (it, 50_000)).collect();
    for (names, blocks, trips) in [
        ((0..500).map(dense).collect::<Vec<_>>(), &blocks[..1], 3),
        ((0..500).map(scattered).collect(), &blocks[..], 25),
    ] {
        let controller =
            blocks.iter().fold(VirtualS7::new(), |it, &(block, bytes)| it.block(block, bytes));
        let controller = listen(controller).await;
        let mut connection = connect(&controller).await;
        let set = TagSet::guarded(names.clone(), blocks.iter().copied().flat_map(ends));
        let plain = TagSet::new(names);
        assert_eq!(read(&mut connection, &plain).await.round_trips, trips);
        // In the first scan, the driver learns that blocks have no bytes after their end.
        read(&mut connection, &set).await;
        let turns = u32::from(blocks.len() > 1);
        assert_eq!(read(&mut connection, &set).await.round_trips, trips + turns);
        let began = Instant::now();
        let taken = surplus(&mut connection, &set, 20).await - 20 * trips;
        let seconds = u32::try_from(began.elapsed().as_secs()).expect("few");
        assert!(taken <= turns * (seconds + 1), "{taken} more in {seconds} s");
        let scan = read(&mut connection, &set).await;
        for at in (plain.len()..set.len()).step_by(2) {
            assert!(is_good(&scan, at), "{}", set.names()[at]);
            assert_eq!(bad(&scan, at + 1).0, Reason::OutOfRange, "{}", set.names()[at + 1]);
        }
        // Ends that are read with each scan show a change in the same scan.
        if turns == 0 {
            controller.load_block(1, 50_001);
            let scan = read(&mut connection, &set).await;
            assert!(is_good(&scan, plain.len()) && is_good(&scan, plain.len() + 1));
            assert_eq!(scan.round_trips, trips);
        }
    }
}

#[tokio::test]
async fn a_download_in_the_middle_of_a_scan_shows_at_the_ends_of_blocks() {
    let names = ["DB20.DBB0[2000]", "DB21.DBB0[600]"];
    let ends = ["DB20.DBB1999:BYTE[1]", "DB20.DBB2000:BYTE[1]"];
    let set = TagSet::guarded(names, ends);
    let program = |bytes| VirtualS7::new().block(20, bytes).block(21, 600);
    for (bytes, fits) in [(2002, [true, true]), (1998, [false, false])] {
        let controller = listen(program(2000)).await;
        let mut connection = connect(&controller).await;
        read(&mut connection, &set).await;
        for after in 0..=3 {
            controller.download(program(2000));
            read(&mut connection, &set).await;
            let scan = read(&mut connection, &set).await;
            assert_eq!(scan.round_trips, 3);
            assert_eq!([2, 3].map(|at| is_good(&scan, at)), [true, false]);
            controller.download_after(after, program(bytes));
            let scan = read(&mut connection, &set).await;
            let found = [2, 3].map(|at| is_good(&scan, at));
            let expected = if after < 3 { fits } else { [true, false] };
            assert_eq!(found, expected, "{bytes} bytes after {after} jobs");
        }
    }
}

#[tokio::test]
async fn a_program_is_marked_by_its_checksums() {
    let controller = listen(VirtualS7::new().block(1, 64)).await;
    let mut connection = connect(&controller).await;
    let before = controller.counters().replies;
    let mark = connection.program_mark().await.expect("it is told");
    assert!(mark.is_some());
    assert_eq!(controller.counters().replies - before, 1);
    controller.set("DB1.DBW0", &Value::Uint(7)).expect("it has this tag");
    assert_eq!(connection.program_mark().await.expect("it is told"), mark, "values are no program");
    controller.load_block(1, 66);
    assert_ne!(connection.program_mark().await.expect("it is told"), mark);
    controller.load_block(1, 64);
    assert_eq!(
        connection.program_mark().await.expect("it is told"),
        mark,
        "the same program again"
    );
    // Refused during a session, the mark is missing; refused from the start, it is not requested.
    controller.set_faults(vec![Fault::NoProtection]);
    assert_eq!(connection.program_mark().await.expect("the link holds"), None);
    let mut connection = connect(&controller).await;
    controller.set_faults(vec![]);
    let before = controller.counters().replies;
    assert_eq!(connection.program_mark().await.expect("the link holds"), None);
    assert_eq!(controller.counters().replies, before);
}

#[tokio::test]
async fn jobs_in_flight_share_a_slow_links_delay() {
    let delay = Duration::from_millis(400);
    let controller = VirtualS7::new().block(1, 20_000).pdu_size(240).jobs(8);
    let controller = listen(controller).await;
    let mut connection = connect(&controller).await;
    controller.set_faults(vec![Fault::Delay(delay)]);
    let set = TagSet::new(["DB1.DBB0[7104]"]);
    let began = Instant::now();
    let scan = read(&mut connection, &set).await;
    assert_eq!(scan.round_trips, 32);
    // Eight jobs at a time take four delays; one at a time would take 32.
    assert!(began.elapsed() < delay * 16, "{:?}", began.elapsed());
    assert!(began.elapsed() >= delay * 4);
    assert_eq!(controller.counters().surplus_jobs, 0);
}

#[tokio::test]
async fn it_says_what_is_wrong() {
    let controller = listen(VirtualS7::new().block(1, 64).optimised_block(4)).await;
    let mut connection = connect(&controller).await;
    let names =
        ["DB1.DBD60", "DB1.DBD62", "DB4.DBD0", "DB9.DBD0", "T600", "MB1024", "DB1.DBB0:STRING"];
    let set = TagSet::new(names);
    let mut trips = Vec::new();
    for _ in 0..3 {
        let scan = read(&mut connection, &set).await;
        trips.push(scan.round_trips);
        assert!(is_good(&scan, 0));
        for (at, reason, says) in [
            (1, Reason::OutOfRange, "DB1 ends with byte 63, but this tag has bytes 62 to 65"),
            (2, Reason::NoAddress, "Optimized block access"),
            (3, Reason::UnknownTag, "DB9 does not exist"),
            (4, Reason::OutOfRange, "the timers"),
            (5, Reason::OutOfRange, "the bit memory"),
            (6, Reason::OutOfRange, "STRING[20]"),
        ] {
            let (found, detail) = bad(&scan, at);
            assert_eq!(found, reason, "{}: {detail}", names[at]);
            assert!(detail.contains(says), "{}: {detail}", names[at]);
        }
    }
    assert!(trips[1] <= 3 && trips[2] == trips[1], "the plan remembers: {trips:?}");
}

#[tokio::test]
async fn a_block_is_deleted_and_comes_back() {
    let controller = listen(VirtualS7::new().block(1, 2000).block(2, 64)).await;
    let mut connection = connect(&controller).await;
    let names = (0..500).map(|it| format!("DB1.DBD{}:REAL", it * 4));
    let set = TagSet::new(names.chain(["DB2.DBW0".to_owned()]));
    assert_eq!(read(&mut connection, &set).await.round_trips, 3);
    assert!(controller.delete_block(1));
    for trips in [4, 1] {
        let scan = read(&mut connection, &set).await;
        assert!((0..500).all(|at| bad(&scan, at).0 == Reason::UnknownTag));
        assert!(is_good(&scan, 500));
        assert_eq!(scan.round_trips, trips);
    }
    // The block is loaded again with a smaller size.
    controller.load_block(1, 1000);
    for _ in 0..2 {
        let scan = read(&mut connection, &set).await;
        assert!((0..250).all(|at| is_good(&scan, at)));
        assert!((250..500).all(|at| bad(&scan, at).0 == Reason::OutOfRange));
    }
    controller.load_block(1, 2000);
    for _ in 0..2 {
        let scan = read(&mut connection, &set).await;
        assert!((0..501).all(|at| is_good(&scan, at)));
    }
    assert_eq!(read(&mut connection, &set).await.round_trips, 3, "all is forgiven");
}

#[tokio::test]
async fn a_controller_that_shows_nothing_says_why() {
    let protected = Identity { protection: 3, ..Identity::default() };
    for (controller, says) in [
        (VirtualS7::new().block(1, 64).faults(vec![Fault::NoPutGet]), "PUT/GET"),
        (VirtualS7::new().block(1, 64).identity(protected), "protection level 3"),
    ] {
        let controller = listen(controller).await;
        let mut connection = connect(&controller).await;
        let set = TagSet::new(["DB1.DBD0", "DB7.DBW0", "MW4"]);
        for _ in 0..2 {
            let scan = read(&mut connection, &set).await;
            for at in 0..3 {
                let (reason, detail) = bad(&scan, at);
                assert_eq!(reason, Reason::AccessDenied);
                assert!(detail.contains(says), "{detail}");
            }
            assert_eq!(scan.round_trips, 1, "it is not asked blindly");
        }
    }
}

#[tokio::test]
async fn items_that_fail_harm_no_other() {
    let controller = with_every_type().faults(vec![Fault::FailItems { every: 3 }]);
    let controller = listen(controller).await;
    let mut connection = connect(&controller).await;
    let set = TagSet::new(every_type().into_iter().map(|it| it.0));
    for _ in 0..3 {
        let scan = read(&mut connection, &set).await;
        for (answer, (name, value)) in scan.answers.iter().zip(every_type()) {
            match &answer.reading {
                Reading::Good(it) => assert_eq!(it.value, value, "{name}"),
                Reading::Bad(cause) => assert_eq!(cause.reason, Reason::DeviceError, "{name}"),
                Reading::Uncertain(..) => panic!("{name}"),
            }
        }
    }
    controller.set_faults(vec![]);
    for _ in 0..2 {
        read(&mut connection, &set).await;
    }
    let scan = read(&mut connection, &set).await;
    assert!((0..set.len()).all(|at| is_good(&scan, at)));
}

#[tokio::test]
async fn connections_that_cannot_be_had_are_explained() {
    let controller = listen(VirtualS7::new().place(0, 2).connection_limit(1)).await;
    let refused =
        async |endpoint: String| match driver(&endpoint, Duration::from_secs(30)).connect().await {
            Err(error @ LinkError::Refused { .. }) => format!("{error}; {}", error.remedy()),
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("{endpoint} is refused"),
        };
    let wrong = refused(format!("s7://{}?rack=0&slot=1", controller.addr())).await;
    assert!(wrong.contains("TSAP") && wrong.contains("check rack and slot"), "{wrong}");
    let first = connect(&controller).await;
    let full = refused(controller.endpoint()).await;
    assert!(full.contains("no connection free") && full.contains("S7-1200 has few"), "{full}");
    first.close().await;
    // The connection is free again as soon as the controller has detected the end of the first one.
    let deadline = Instant::now() + Duration::from_secs(30);
    while controller.open_connections() > 0 {
        assert!(Instant::now() < deadline, "the connection is given back");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    connect(&controller).await.close().await;
}

/// Checks the error of a read with a fault within this number of seconds, and that the connection
/// is unusable afterwards.
async fn fails(fault: Fault, seconds: u64, is_it: impl Fn(&LinkError) -> bool) {
    let controller = listen(with_every_type()).await;
    let driver = driver(&controller.endpoint(), Duration::from_secs(seconds));
    let mut connection = driver.connect().await.expect("a connection");
    controller.set_faults(vec![fault]);
    let set = TagSet::new(every_type().into_iter().map(|it| it.0));
    let read = tokio::time::timeout(HANGS, connection.read(&set)).await.expect("it does not hang");
    let error = read.expect_err("the fault is seen");
    assert!(is_it(&error), "{fault:?}: {error}");
    controller.set_faults(vec![]);
    let after = connection.read(&set).await;
    assert!(matches!(after, Err(LinkError::Closed { .. })), "{fault:?} ends the connection");
}

#[tokio::test]
async fn faults_end_the_connection_and_never_bring_a_wrong_value() {
    let timed_out = |error: &LinkError| matches!(error, LinkError::Timeout { .. });
    fails(Fault::Drop { every: 1 }, 1, timed_out).await;
    fails(Fault::Delay(Duration::from_mins(10)), 1, timed_out).await;
    // Each byte arrives in time, but the whole answer does not.
    fails(Fault::Drip(Duration::from_millis(100)), 1, timed_out).await;
    fails(Fault::WrongReference { every: 1 }, 1, timed_out).await;
    // These faults are detected at once, apart from delays of the machine.
    let closed = |error: &LinkError| matches!(error, LinkError::Closed { .. });
    fails(Fault::Reset { every: 1 }, 60, closed).await;
    let wrong = |error: &LinkError| matches!(error, LinkError::Protocol { .. });
    fails(Fault::ShortTpkt { every: 1 }, 60, wrong).await;
}
