//! Peers that answer something else, nothing, late, or in part; and small controllers with a mind
//! of their own.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::BytesMut;
use tagbridge_cip::{
    Logix,
    codec::{
        Command, Elementary, Frame, Incoming, Reply, Segment, Service, Status, class,
        connection_manager::{
            ForwardOpen, ForwardOpenReply, TRANSPORT_CLASS_3, UnconnectedSend, Unsuccessful,
        },
        cpf::{Packet, SendData},
        encapsulation::RegisterSession,
        identity::{DeviceStatus, IdentityObject},
        multiple_service,
        read_tag::{ReadTag, TagType, TypedData},
        symbol_list::{Entry, TypeWord},
    },
};
use tagbridge_driver::{
    Access, Connection, Driver, LinkError, LinkOptions, Reading, Reason, RunMode, TagSet, Value,
    conformance::free_port,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// As long as a busy machine may need for an answer that comes.
const PATIENCE: Duration = Duration::from_secs(30);
/// For an answer that does not come.
const SHORT: Duration = Duration::from_secs(1);

async fn connect(address: SocketAddr, rest: &str) -> Result<Box<dyn Connection>, LinkError> {
    connect_within(PATIENCE, address, rest).await
}

async fn connect_within(
    request_timeout: Duration,
    address: SocketAddr,
    rest: &str,
) -> Result<Box<dyn Connection>, LinkError> {
    let endpoint = format!("logix://{address}{rest}");
    let options = LinkOptions { request_timeout, ..LinkOptions::default() };
    Logix::new(&endpoint.parse().expect("a URL"), options).expect("an endpoint").connect().await
}

/// Listens, and does with the first connection what is given.
async fn peer<F>(serve: impl FnOnce(TcpStream) -> F + Send + 'static) -> SocketAddr
where
    F: Future<Output = ()> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("somebody dials");
        serve(stream).await;
    });
    address
}

async fn refusal(address: SocketAddr) -> LinkError {
    connect(address, "").await.err().expect("no controller")
}

/// Of a peer that never gives a whole answer.
async fn time_out(address: SocketAddr) -> LinkError {
    connect_within(SHORT, address, "").await.err().expect("no controller")
}

#[tokio::test]
async fn nobody_listens() {
    let address = ([127, 0, 0, 1], free_port()).into();
    assert!(matches!(refusal(address).await, LinkError::Connect { .. }));
}

#[tokio::test]
async fn a_silent_peer_is_given_up_at_the_first_step() {
    let address = peer(|stream| async move {
        tokio::time::sleep(Duration::from_mins(1)).await;
        drop(stream);
    })
    .await;
    let error = time_out(address).await;
    assert!(matches!(error, LinkError::Timeout { doing: "register session", .. }), "{error}");
}

#[tokio::test]
async fn a_web_server_is_no_controller() {
    let address = peer(|mut stream| async move {
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        tokio::time::sleep(Duration::from_mins(1)).await;
    })
    .await;
    let error = refusal(address).await;
    assert!(matches!(error, LinkError::Protocol { doing: "register session", .. }), "{error}");
}

#[tokio::test]
async fn a_peer_that_closes_says_so() {
    let address = peer(|mut stream| async move {
        stream.read_u8().await.unwrap();
    })
    .await;
    let error = refusal(address).await;
    assert!(matches!(error, LinkError::Closed { doing: "register session" }), "{error}");
}

#[tokio::test]
async fn a_dripping_peer_has_one_time_out_for_all_its_bytes() {
    let address = peer(|mut stream| async move {
        let mut reply = BytesMut::new();
        let data = RegisterSession::VERSION_1.encode().to_vec();
        Frame::request(Command::REGISTER_SESSION, 1, [0; 8], data).encode(&mut reply);
        for byte in reply {
            if stream.write_u8(byte).await.is_err() {
                return;
            }
            tokio::time::sleep(SHORT / 6).await;
        }
    })
    .await;
    // Were it one for each byte, the answer would come in time, and the next step would fail.
    let error = time_out(address).await;
    assert!(matches!(error, LinkError::Timeout { doing: "register session", .. }), "{error}");
}

/// A status and the data of a reply.
type Answered = (Status, Vec<u8>);
type Answers = fn() -> Answered;

/// What a small controller does that others do not.
#[derive(Clone)]
struct Habits {
    /// What becomes of a request that is to be passed on.
    route: fn() -> Status,
    /// What becomes of a Forward Open, large or small.
    open: fn(large: bool) -> Status,
    /// The value of a tag: its name, its index, and what is asked for.
    tag: fn(name: &str, index: Option<u32>, read: ReadTag) -> Answered,
    /// The answer to who asks for the status word.
    mode: Answers,
    /// The answer to who asks for a page of its tags.
    list: Answers,
    /// The answer to who asks whether they changed.
    changes: Answers,
    /// What else is sent in the place of a frame; late and stale answers.
    frames: fn(Frame) -> Vec<(Duration, Frame)>,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            route: Status::default,
            open: |_| Status::default(),
            tag: |name, _, read| match name {
                "Good" => dints(&vec![7; usize::from(read.elements)]),
                _ => (Status::of(Status::PATH_SEGMENT_ERROR), Vec::new()),
            },
            mode: || (Status::default(), vec![0x60, 0x30]),
            list: not_supported,
            changes: not_supported,
            frames: |frame| vec![(Duration::ZERO, frame)],
        }
    }
}

fn typed(kind: TagType, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    TypedData { kind, bytes }.encode(&mut out);
    out
}

fn dints(values: &[i32]) -> Answered {
    let bytes: Vec<u8> = values.iter().flat_map(|it| it.to_le_bytes()).collect();
    (Status::default(), typed(TagType::Elementary(Elementary::Dint), &bytes))
}

fn not_supported() -> Answered {
    (Status::of(Status::SERVICE_NOT_SUPPORTED), Vec::new())
}

/// Names of the tags by the numbers of their symbols, from 1 on.
const LISTED: [&str; 2] = ["Good", "Odd"];

/// A list by which `Good` is a DINT and `Odd` a REAL.
fn list() -> Answered {
    let mut page = Vec::new();
    for ((instance, name), kind) in (1..).zip(LISTED).zip([0xC4, 0xCA]) {
        let kind = TypeWord(kind);
        let entry = Entry {
            instance,
            name: name.into(),
            kind,
            dimensions: [0; 3],
            access: Access::ReadOnly,
        };
        entry.encode(true, &mut page);
    }
    (Status::default(), page)
}

/// A change mark, always the same.
fn changes() -> Answered {
    let mut mark = vec![5, 0];
    for (attribute, size) in [(1, 2), (2, 2), (3, 4), (4, 4), (10, 4)] {
        mark.extend([attribute, 0, 0, 0]);
        mark.extend(&[1, 0, 0, 0][..size]);
    }
    (Status::default(), mark)
}

/// The services that a controller was asked for, in order.
type Log = Arc<Mutex<Vec<u8>>>;

fn noted(log: &Log, service: u8) {
    log.lock().expect("no test fails while it notes").push(service);
}

async fn controller(habits: Habits) -> (SocketAddr, Log) {
    let log = Log::default();
    let seen = Arc::clone(&log);
    let address = peer(move |stream| async move { serve(stream, &habits, &seen).await }).await;
    (address, log)
}

async fn serve(mut stream: TcpStream, habits: &Habits, log: &Log) {
    let mut inbox = BytesMut::new();
    while stream.read_buf(&mut inbox).await.is_ok_and(|it| it > 0) {
        while let Some(frame) = Frame::decode(&mut inbox).expect("a frame") {
            let (session, data) = match frame.command {
                Command::REGISTER_SESSION => (9, frame.data.to_vec()),
                Command::UNREGISTER_SESSION => return noted(log, 0),
                _ => (9, send_data(&frame, habits, log)),
            };
            let reply = Frame { session, ..frame.reply(0, data) };
            for (delay, frame) in (habits.frames)(reply) {
                let mut out = BytesMut::new();
                frame.encode(&mut out);
                tokio::time::sleep(delay).await;
                if stream.write_all(&out).await.is_err() {
                    return;
                }
            }
        }
    }
}

fn send_data(frame: &Frame, habits: &Habits, log: &Log) -> Vec<u8> {
    let SendData { timeout, packet } = SendData::decode(&frame.data).expect("items");
    let reply = answer(packet.message(), habits, log);
    // Replies are addressed by the identifier of the request, as cpppo does it.
    let packet = match packet {
        Packet::Unconnected { .. } => Packet::Unconnected { message: &reply },
        Packet::Connected { connection_id, sequence, .. } => {
            Packet::Connected { connection_id, sequence, message: &reply }
        }
    };
    SendData { timeout, packet }.encode()
}

fn answer(message: &[u8], habits: &Habits, log: &Log) -> Vec<u8> {
    let request = Incoming::decode(message).expect("a request");
    // What is asked by the way is of no interest: the project's name (also when it is to be passed
    // on), and the tags.
    let is_by_the_way = [class::SYMBOL, class::CHANGES]
        .iter()
        .any(|&class| request.path.0.first() == Some(&Segment::Class(class)))
        || message.windows(4).any(|it| it == [0x20, 0x64, 0x24, 1]);
    if !is_by_the_way {
        noted(log, request.service);
    }
    let (status, data) = match request.path.0.as_slice() {
        [Segment::Symbol(name), rest @ ..] => {
            let index = match rest {
                [Segment::Member(index)] => Some(*index),
                _ => None,
            };
            let fragmented = request.is(Service::READ_TAG_FRAGMENTED);
            let read = ReadTag::decode(request.data, fragmented).expect("a read");
            (habits.tag)(name, index, read)
        }
        [Segment::Class(class::MESSAGE_ROUTER), ..] => {
            let members = multiple_service::split(request.data).expect("a packet");
            let replies: Vec<_> = members.iter().map(|it| answer(it, habits, log)).collect();
            let failed = replies.iter().any(|it| it[2] != 0);
            (Status::of(if failed { 0x1E } else { 0 }), multiple_service::join(&replies))
        }
        [Segment::Class(class::IDENTITY), _, Segment::Attribute(5)] => (habits.mode)(),
        [Segment::Class(class::IDENTITY), ..] => (Status::default(), identity()),
        [Segment::Class(class::CONNECTION_MANAGER), ..] => {
            if request.is(Service::UNCONNECTED_SEND) {
                let send = UnconnectedSend::decode(request.data).expect("a message to pass on");
                let status = (habits.route)();
                if status.is_success() {
                    return answer(send.message, habits, log);
                }
                return Reply { service: request.service, status, data: &[] }.to_bytes();
            }
            if request.is(Service::FORWARD_CLOSE) {
                (Status::default(), request.data[2..10].iter().copied().chain([0, 0]).collect())
            } else {
                open(&request, habits)
            }
        }
        [Segment::Class(class::PROGRAM_NAME), ..] => (Status::default(), b"\x04\0Line".to_vec()),
        [Segment::Class(class::SYMBOL), Segment::Instance(tag)]
            if request.is(Service::READ_TAG) =>
        {
            let read = ReadTag::decode(request.data, false).expect("a read");
            let place = usize::try_from(*tag).expect("a small number") - 1;
            (habits.tag)(LISTED[place], None, read)
        }
        [Segment::Class(class::SYMBOL), ..] => (habits.list)(),
        [Segment::Class(class::CHANGES), ..] => (habits.changes)(),
        path => panic!("{path:?}"),
    };
    Reply { service: request.service, status, data: &data }.to_bytes()
}

fn open(request: &Incoming<'_>, habits: &Habits) -> Answered {
    let large = request.is(Service::LARGE_FORWARD_OPEN);
    let open = ForwardOpen::decode(request.data, large).expect("a forward open");
    assert_eq!(open.transport, TRANSPORT_CLASS_3);
    let triad = open.triad;
    match (habits.open)(large) {
        status if status.is_success() => {
            let reply = ForwardOpenReply {
                o_t_connection_id: 0xA0,
                t_o_connection_id: open.t_o_connection_id,
                triad,
                o_t_api_us: open.o_t_rpi_us,
                t_o_api_us: open.t_o_rpi_us,
            };
            (status, reply.encode())
        }
        status => (status, Unsuccessful { triad, remaining_path: 0 }.encode()),
    }
}

fn identity() -> Vec<u8> {
    let mut out = Vec::new();
    IdentityObject {
        vendor: 1,
        device_type: 14,
        product_code: 1,
        revision: (33, 11),
        status: DeviceStatus(0x3060),
        serial: 0xA1_B2_C3,
        product_name: "1756-L83E/B".into(),
    }
    .encode(&mut out);
    out
}

async fn read(connection: &mut Box<dyn Connection>, names: &[&str]) -> (Vec<Reading>, u32) {
    let scan = connection.read(&TagSet::new(names.iter().copied())).await.expect("the link holds");
    (scan.answers.into_iter().map(|it| it.reading).collect(), scan.round_trips)
}

fn value(reading: &Reading) -> &Value {
    match reading {
        Reading::Good(it) => &it.value,
        other => panic!("{other:?}"),
    }
}

fn reason(reading: &Reading) -> Reason {
    match reading {
        Reading::Bad(cause) => cause.reason,
        other => panic!("{other:?}"),
    }
}

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
    assert!(error.remedy().contains("slot"), "{}", error.remedy());
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
    assert!(matches!(error, LinkError::Timeout { doing: "read tags", .. }), "{error}");
    tokio::time::sleep(SHORT * 2).await;
    let error = connection.read(&set).await.expect_err("poisoned");
    assert!(matches!(error, LinkError::Closed { .. }), "{error}");
    assert!(connection.keep_alive().await.is_err());
}

#[tokio::test]
async fn fragments_are_followed_as_long_as_they_lead_on() {
    const PARTIAL: u8 = Status::PARTIAL_TRANSFER;
    let tag = |name: &str, _: Option<u32>, read: ReadTag| {
        let kind = TagType::Elementary(Elementary::Dint);
        let offset = read.offset.unwrap_or(0);
        match (name, offset) {
            // One element at a time, and the first one within the packet.
            ("Slow", 0..=4) => (Status::of(PARTIAL), typed(kind, &[1, 0, 0, 0])),
            ("Slow", _) => (Status::default(), typed(kind, &[2, 0, 0, 0])),
            ("Stuck", _) => (Status::of(PARTIAL), typed(kind, &[])),
            ("Endless", _) => (Status::of(PARTIAL), typed(kind, &[0; 400])),
            ("Odd", 0) => (Status::of(PARTIAL), typed(kind, &[0; 4])),
            ("Odd", _) => (Status::default(), typed(TagType::DWORD, &[0; 8])),
            _ => dints(&[7]),
        }
    };
    let (address, _) = controller(Habits { tag, ..Habits::default() }).await;
    let mut connection = connect(address, "").await.unwrap();
    let names = ["Slow[0..2]", "Stuck[0..2]", "Endless[0..2]", "Odd[0..2]", "Good"];
    for _ in 0..2 {
        let (readings, _) = read(&mut connection, &names).await;
        let slow = Value::Array([1, 1, 2].map(Value::Int).to_vec());
        assert_eq!(value(&readings[0]), &slow);
        for failed in &readings[1..4] {
            assert_eq!(reason(failed), Reason::DecodeError);
        }
        assert_eq!(value(&readings[4]), &Value::Int(7));
    }
}

#[tokio::test]
async fn bool_arrays_are_read_as_the_dwords_that_they_are() {
    // BOOL[64]: two DWORDs; bits 5 and 37 are set.
    let tag = |_: &str, index: Option<u32>, read: ReadTag| {
        let first = index.unwrap_or(0);
        if first + u32::from(read.elements) > 2 {
            return (Status::with(Status::GENERAL_ERROR, 0x2105), Vec::new());
        }
        let bytes = [1 << 5, 0, 0, 0].repeat(read.elements.into());
        (Status::default(), typed(TagType::DWORD, &bytes))
    };
    let (address, _) = controller(Habits { tag, ..Habits::default() }).await;
    let set = TagSet::new([
        "Flags[5]",
        "flags[37]",
        "Flags[36..38]",
        "Flags[63]",
        "Flags[64]",
        "Only[0..39]",
    ]);
    let mut connection = connect(address, "").await.unwrap();
    for round in 0..3 {
        let scan = connection.read(&set).await.unwrap();
        let readings: Vec<_> = scan.answers.into_iter().map(|it| it.reading).collect();
        let slice = Value::Array([false, true, false].map(Value::Bool).to_vec());
        let expected = [Value::Bool(true), Value::Bool(true), slice, Value::Bool(false)];
        for (reading, expected) in readings.iter().zip(&expected) {
            assert_eq!(value(reading), expected, "round {round}");
        }
        assert_eq!(reason(&readings[4]), Reason::OutOfRange);
        let bits = (0..40).map(|bit| Value::Bool(bit % 32 == 5)).collect();
        assert_eq!(value(&readings[5]), &Value::Array(bits));
        assert_eq!(scan.round_trips, if round == 0 { 2 } else { 1 }, "round {round}");
    }
}

#[tokio::test]
async fn a_run_that_fails_is_read_element_by_element() {
    use std::sync::atomic::{AtomicBool, Ordering};
    static SHRUNK: AtomicBool = AtomicBool::new(false);
    let tag = |_: &str, index: Option<u32>, read: ReadTag| {
        let end = index.unwrap_or(0) + u32::from(read.elements);
        if SHRUNK.load(Ordering::SeqCst) && end > 3 {
            (Status::with(Status::GENERAL_ERROR, 0x2105), Vec::new())
        } else {
            dints(&vec![7; usize::from(read.elements)])
        }
    };
    let (address, _) = controller(Habits { tag, ..Habits::default() }).await;
    let mut connection = connect(address, "").await.unwrap();
    let set = TagSet::new(["a[0]", "a[1]", "a[2]", "a[3]"]);
    for _ in 0..2 {
        let scan = connection.read(&set).await.unwrap();
        assert!(scan.answers.iter().all(|it| value(&it.reading) == &Value::Int(7)));
    }
    SHRUNK.store(true, Ordering::SeqCst);
    for _ in 0..2 {
        let scan = connection.read(&set).await.unwrap();
        let good = scan.answers.iter().filter(|it| matches!(it.reading, Reading::Good(_))).count();
        assert_eq!((good, reason(&scan.answers[3].reading)), (3, Reason::OutOfRange));
    }
}

#[tokio::test]
async fn who_does_not_tell_the_mode_is_not_asked_again() {
    let mode = || (Status::of(Status::ATTRIBUTE_NOT_SUPPORTED), Vec::new());
    let (address, log) = controller(Habits { mode, ..Habits::default() }).await;
    let mut connection = connect(address, "").await.unwrap();
    assert_eq!(connection.keep_alive().await.unwrap(), RunMode::Unknown);
    tokio::time::sleep(Duration::from_millis(2010)).await;
    log.lock().unwrap().clear();
    let scan = connection.read(&TagSet::new(["Good"])).await.unwrap();
    assert_eq!((scan.mode, scan.round_trips), (RunMode::Unknown, 1));
    assert_eq!(*log.lock().unwrap(), [0x4C]);
    // A sign of life it is nevertheless.
    assert_eq!(connection.keep_alive().await.unwrap(), RunMode::Unknown);
}

#[tokio::test]
async fn a_tag_that_the_list_is_wrong_about_harms_no_other() {
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let list = || {
        PAGES.fetch_add(1, Ordering::Relaxed);
        list()
    };
    for changes in [changes, not_supported] {
        PAGES.store(0, Ordering::Relaxed);
        let tag = |_: &str, _: Option<u32>, _: ReadTag| dints(&[7]);
        let (address, _) = controller(Habits { tag, list, changes, ..Habits::default() }).await;
        let mut connection = connect(address, "").await.unwrap();
        let tags = TagSet::new(["Good", "Odd"]);
        for _ in 0..5 {
            let scan = connection.read(&tags).await.unwrap();
            assert_eq!(value(&scan.answers[0].reading), &Value::Int(7));
            let Reading::Bad(cause) = &scan.answers[1].reading else { panic!("{scan:?}") };
            assert_eq!(cause.reason, Reason::TypeMismatch);
            assert!(cause.detail.contains("lists a REAL and answers with a DINT"), "{cause}");
            assert_eq!(scan.round_trips, 1);
        }
        // Once, and once more because of the tag.
        assert_eq!(PAGES.load(Ordering::Relaxed), 2);
    }
}

#[tokio::test]
async fn only_who_has_no_list_is_read_by_bare_names() {
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let garbage = || (Status::default(), vec![1, 2, 3]);
    let page_of_garbage = || {
        PAGES.fetch_add(1, Ordering::Relaxed);
        (Status::default(), vec![1, 2, 3])
    };
    let cases: [(Answers, Answers, bool); 5] = [
        (not_supported, not_supported, true),
        (garbage, not_supported, true),
        (changes, not_supported, false),
        (changes, page_of_garbage, false),
        (not_supported, page_of_garbage, false),
    ];
    for (case, (changes, list, is_good)) in cases.into_iter().enumerate() {
        PAGES.store(0, Ordering::Relaxed);
        let (address, _) = controller(Habits { list, changes, ..Habits::default() }).await;
        let mut connection = connect(address, "").await.unwrap();
        let tags = TagSet::new(["Good", "Good[0]"]);
        for _ in 0..3 {
            let scan = connection.read(&tags).await.unwrap();
            assert_eq!(value(&scan.answers[1].reading), &Value::Int(7), "case {case}");
            match &scan.answers[0].reading {
                Reading::Good(_) => assert!(is_good, "case {case}"),
                Reading::Bad(cause) => {
                    assert!(!is_good, "case {case}: {cause}");
                    assert!(cause.detail.contains("nobody knows whether this is an array"));
                }
                Reading::Uncertain(..) => panic!("case {case}"),
            }
        }
        assert!(PAGES.load(Ordering::Relaxed) <= 1, "case {case}: not asked for in each scan");
    }
}
