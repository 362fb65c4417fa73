//! The start, the course and the end of a connection.

use std::{sync::atomic::Ordering, time::Duration};

use tagbridge_cip::codec::{
    Command, Frame, Reply, Status,
    cpf::{Packet, SendData},
};
use tagbridge_driver::{LinkError, LinkStep, Reading, Reason, RunMode, TagSet, Value};

use super::{
    SHORT, connect, connect_within,
    controller::{Habits, controller, dints, patient_controller},
    read, reason, refusal, value,
};

#[tokio::test]
async fn the_identity_is_the_controllers_own() {
    let (address, _) = controller(Habits::default()).await;
    let connection = connect(address, "").await.unwrap();
    let identity = connection.identity();
    assert_eq!(identity.product, "1756-L83E/B");
    assert_eq!((identity.revision.as_str(), identity.serial.as_str()), ("33.11", "00A1B2C3"));
    assert_eq!((identity.address, identity.mode), (address, RunMode::Run));
    assert_eq!((identity.name.as_deref(), identity.keyswitch), (Some("Line"), Some("remote")));
}

#[tokio::test]
async fn connections_shrink_to_what_is_granted() {
    let not_supported = |_| Status::of(Status::SERVICE_NOT_SUPPORTED);
    let full = |_| Status::with(Status::CONNECTION_FAILURE, 0x0113);
    let no_large = |large: bool| if large { Status::of(0x08) } else { Status::default() };
    let names: Vec<String> = (0..100).map(|i| format!("Nope_{i:09}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for (open, opens, trips) in [
        ((|_| Status::default()) as fn(bool) -> Status, vec![0x5B], 1),
        (no_large, vec![0x5B, 0x54], 5),
        (not_supported, vec![0x5B, 0x54], 5),
        (full, vec![0x5B], 5),
    ] {
        let (address, log) = controller(Habits { open, ..Habits::default() }).await;
        let mut connection = connect(address, "").await.unwrap();
        let asked: Vec<u8> = log.lock().unwrap().iter().copied().skip(2).collect();
        assert_eq!(asked, opens);
        assert_eq!(read(&mut connection, &names).await.1, trips, "{opens:02x?}");
        connection.close().await;
    }
}

#[tokio::test]
async fn a_refused_route_is_told_in_words() {
    let open = |_| Status::with(Status::CONNECTION_FAILURE, 0x0312);
    let (address, _) = controller(Habits { open, ..Habits::default() }).await;
    let error = connect(address, "/1,7").await.err().expect("no such slot");
    let says = error.to_string();
    assert!(says.contains("route 1,7") && says.contains("does not exist"), "{says}");
    assert!(error.remedy().to_string().contains("slot"), "{}", error.remedy());
}

#[tokio::test]
async fn a_device_without_a_backplane_is_read_directly_unless_a_route_was_asked_for() {
    for route in [(|| Status::with(Status::CONNECTION_FAILURE, 0x0315)) as fn() -> Status, || {
        Status::of(Status::SERVICE_NOT_SUPPORTED)
    }] {
        let habits = Habits { route, ..Habits::default() };
        let (address, log) = controller(habits.clone()).await;
        let mut connection = connect(address, "").await.unwrap();
        assert_eq!(*log.lock().unwrap(), [0x52, 0x01, 0x5B]);
        assert_eq!(value(&read(&mut connection, &["Good"]).await.0[0]), &Value::Int(7));

        let (address, _) = controller(habits).await;
        let error = connect(address, "/1,0").await.err().expect("no route").to_string();
        assert!(error.contains("by route 1,0"), "{error}");
    }
    let full = || Status::with(Status::CONNECTION_FAILURE, 0x0311);
    let (address, _) = controller(Habits { route: full, ..Habits::default() }).await;
    assert!(matches!(refusal(address).await, LinkError::Refused { .. }));
}

#[tokio::test]
async fn the_leave_is_taken_in_order() {
    let (address, log) = controller(Habits::default()).await;
    connect(address, "").await.unwrap().close().await;
    while log.lock().unwrap().last() != Some(&0) {
        tokio::task::yield_now().await;
    }
    assert_eq!(*log.lock().unwrap(), [0x52, 0x01, 0x5B, 0x4E, 0]);
}

#[tokio::test]
async fn a_failing_member_harms_no_other() {
    let (address, _) = controller(Habits::default()).await;
    let mut connection = connect(address, "").await.unwrap();
    let (readings, trips) = read(&mut connection, &["Nope", "Good", "Good.1", "1x"]).await;
    assert_eq!((value(&readings[1]), trips), (&Value::Int(7), 1));
    assert_eq!(value(&readings[2]), &Value::Bool(true));
    assert_eq!(reason(&readings[0]), Reason::UnknownTag);
    assert_eq!(reason(&readings[3]), Reason::UnknownTag);
}

#[tokio::test]
async fn an_answer_to_another_request_is_never_taken() {
    fn twice(frame: Frame) -> Vec<(Duration, Frame)> {
        let Ok(SendData { packet: Packet::Connected { connection_id, sequence, .. }, .. }) =
            SendData::decode(&frame.data)
        else {
            return vec![(Duration::ZERO, frame)];
        };
        let (status, data) = dints(&[-1]);
        let message = &Reply { service: 0x4C, status, data: &data }.to_bytes();
        let sequence = sequence.wrapping_sub(1);
        let packet = Packet::Connected { connection_id, sequence, message };
        let stale =
            Frame { data: SendData { timeout: 0, packet }.encode().into(), ..frame.clone() };
        vec![(Duration::ZERO, stale), (Duration::ZERO, frame)]
    }
    let (address, _) = controller(Habits { frames: twice, ..Habits::default() }).await;
    let mut connection = connect(address, "").await.unwrap();
    assert_eq!(value(&read(&mut connection, &["Good"]).await.0[0]), &Value::Int(7));
}

#[tokio::test]
async fn after_a_time_out_nothing_is_read_any_more() {
    let late = |frame: Frame| {
        let connected = frame.command == Command::SEND_UNIT_DATA;
        vec![(if connected { SHORT * 2 } else { Duration::ZERO }, frame)]
    };
    let (address, _) = controller(Habits { frames: late, ..Habits::default() }).await;
    let mut connection = connect_within(SHORT, address, "").await.unwrap();
    let set = TagSet::new(["Good[0]"]);
    let error = connection.read(&set).await.expect_err("late");
    assert!(matches!(error, LinkError::Timeout { doing: LinkStep::Read, .. }), "{error}");
    tokio::time::sleep(SHORT * 2).await;
    let error = connection.read(&set).await.expect_err("poisoned");
    assert!(matches!(error, LinkError::Closed { .. }), "{error}");
    assert!(connection.keep_alive().await.is_err());
}

#[tokio::test]
async fn who_does_not_tell_the_mode_is_asked_for_it_seldom() {
    let mode = || (Status::of(Status::ATTRIBUTE_NOT_SUPPORTED), Vec::new());
    let (address, log) = controller(Habits { mode, ..Habits::default() }).await;
    let mut connection = connect(address, "").await.unwrap();
    // It may have been busy the first time.
    connection.keep_alive().await.unwrap();
    assert_eq!(connection.keep_alive().await.unwrap(), RunMode::Unknown);
    tokio::time::sleep(Duration::from_millis(2010)).await;
    log.lock().unwrap().clear();
    let scan = connection.read(&TagSet::new(["Good"])).await.unwrap();
    assert_eq!((scan.mode, scan.round_trips), (RunMode::Unknown, 1));
    assert_eq!(*log.lock().unwrap(), [0x4C]);
    // The controller is alive nevertheless.
    assert_eq!(connection.keep_alive().await.unwrap(), RunMode::Unknown);
}

#[tokio::test]
async fn a_tag_at_which_the_server_hangs_up_costs_that_tag() {
    let habits = Habits { hangs_up_at: Some(b"Bad"), ..Habits::default() };
    let (address, dialled) = patient_controller(habits).await;
    let mut connection = connect(address, "/").await.unwrap();
    let names: Vec<String> = (0..40).map(|it| format!("Good[{it}]")).collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.insert(17, "Bad[0]");
    let set = TagSet::new(names.iter().copied());
    for round in 0..2 {
        let scan = connection.read(&set).await.expect("the others can be read");
        for (name, answer) in names.iter().zip(&scan.answers) {
            match &answer.reading {
                Reading::Good(it) => {
                    assert_eq!((&it.value, *name != "Bad[0]"), (&Value::Int(7), true));
                }
                Reading::Bad(cause) => {
                    assert_eq!((*name, cause.reason), ("Bad[0]", Reason::DeviceError), "{cause}");
                    assert!(cause.to_string().contains("closes the connection"), "{cause}");
                }
                Reading::Uncertain(..) => panic!("{name}"),
            }
        }
        // Found once by bisection, and then remembered.
        let dials = dialled.load(Ordering::Relaxed);
        assert!(dials <= 14, "{dials} connections after round {round}");
    }
    let before = dialled.load(Ordering::Relaxed);
    connection.read(&TagSet::new(["Bad[0]", "Good[3]"])).await.expect("it is not asked for");
    assert_eq!(dialled.load(Ordering::Relaxed), before);
}
