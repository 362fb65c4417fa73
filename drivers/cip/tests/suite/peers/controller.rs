//! A small controller with configurable behaviour.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::BytesMut;
use tagbridge_cip::codec::{
    Command, Elementary, Frame, Incoming, Reply, Segment, Service, Status, class,
    connection_manager::{
        ForwardOpen, ForwardOpenReply, TRANSPORT_CLASS_3, UnconnectedSend, Unsuccessful,
    },
    cpf::{Packet, SendData},
    identity::{DeviceStatus, IdentityObject},
    multiple_service,
    read_tag::{ReadTag, TagType, TypedData},
    symbol_list::{Entry, TypeWord},
};
use tagbridge_driver::Access;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use super::peer;

/// The status and the data of a response.
pub(crate) type Answered = (Status, Vec<u8>);
pub(crate) type Answers = fn() -> Answered;

/// The behaviour of a small controller.
#[derive(Clone)]
pub(crate) struct Habits {
    /// The response to a request that should be forwarded.
    pub(crate) route: fn() -> Status,
    /// The response to a Forward Open, large or small.
    pub(crate) open: fn(large: bool) -> Status,
    /// Its identity.
    pub(crate) product: &'static str,
    /// Whether it supports packets of requests.
    pub(crate) takes_packets: bool,
    /// The value of a tag: its name with those of members, the index at its end, and the requested
    /// part.
    pub(crate) tag: fn(name: &str, index: Option<u32>, read: ReadTag) -> Answered,
    /// The response to a request for the status word.
    pub(crate) mode: Answers,
    /// The response to a request for a page of its tags.
    pub(crate) list: Answers,
    /// The response to a request for its change mark.
    pub(crate) changes: Answers,
    /// The frames that are sent instead of a frame; late and outdated answers.
    pub(crate) frames: fn(Frame) -> Vec<(Duration, Frame)>,
    /// The request at which it closes the connection instead of answering, as gologix does.
    pub(crate) hangs_up_at: Option<&'static [u8]>,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            product: "1756-L83E/B",
            takes_packets: true,
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
            hangs_up_at: None,
        }
    }
}

pub(crate) fn typed(kind: TagType, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    TypedData { kind, bytes }.encode(&mut out);
    out
}

pub(crate) fn dints(values: &[i32]) -> Answered {
    let bytes: Vec<u8> = values.iter().flat_map(|it| it.to_le_bytes()).collect();
    (Status::default(), typed(TagType::Elementary(Elementary::Dint), &bytes))
}

pub(crate) fn not_supported() -> Answered {
    (Status::of(Status::SERVICE_NOT_SUPPORTED), Vec::new())
}

/// Names of the tags by the instances of their symbols, from 1 on.
const LISTED: [&str; 2] = ["Good", "Odd"];

/// A list in which `Good` is a DINT and `Odd` a REAL.
pub(crate) fn list() -> Answered {
    list_of(&[(LISTED[0], 0xC4), (LISTED[1], 0xCA)])
}

/// A list of tags with the words of their types.
pub(crate) fn list_of(tags: &[(&str, u16)]) -> Answered {
    let mut page = Vec::new();
    for (instance, (name, kind)) in (1..).zip(tags) {
        let (name, kind) = (*name, TypeWord(*kind));
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

/// A constant change mark.
pub(crate) fn changes() -> Answered {
    let mut mark = vec![5, 0];
    for (attribute, size) in [(1, 2), (2, 2), (3, 4), (4, 4), (10, 4)] {
        mark.extend([attribute, 0, 0, 0]);
        mark.extend(&[1, 0, 0, 0][..size]);
    }
    (Status::default(), mark)
}

/// The requested services, in order.
pub(crate) type Log = Arc<Mutex<Vec<u8>>>;

fn noted(log: &Log, service: u8) {
    log.lock().expect("no test fails while it notes").push(service);
}

pub(crate) async fn controller(habits: Habits) -> (SocketAddr, Log) {
    let log = Log::default();
    let seen = Arc::clone(&log);
    let address = peer(move |stream| async move { serve(stream, &habits, &seen).await }).await;
    (address, log)
}

/// A controller for several connections.
pub(crate) async fn patient_controller(habits: Habits) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let dialled = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&dialled);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::Relaxed);
            let habits = habits.clone();
            tokio::spawn(async move { serve(stream, &habits, &Log::default()).await });
        }
    });
    (address, dialled)
}

async fn serve(mut stream: TcpStream, habits: &Habits, log: &Log) {
    let mut inbox = BytesMut::new();
    while stream.read_buf(&mut inbox).await.is_ok_and(|it| it > 0) {
        while let Some(frame) = Frame::decode(&mut inbox).expect("a frame") {
            let holds = |at: &'static [u8]| frame.data.windows(at.len()).any(|it| it == at);
            if habits.hangs_up_at.is_some_and(holds) {
                return;
            }
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
    // The reply is addressed with the identifier of the request, as in cpppo.
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
    // These requests are not logged: the project's name (also when forwarded), and the tags.
    let is_by_the_way = [class::SYMBOL, class::CHANGES]
        .iter()
        .any(|&class| request.path.0.first() == Some(&Segment::Class(class)))
        || message.windows(4).any(|it| it == [0x20, 0x64, 0x24, 1]);
    if !is_by_the_way {
        noted(log, request.service);
    }
    let (status, data) = match request.path.0.as_slice() {
        // A template, or the tags of a program: it refuses them.
        [Segment::Class(class::TEMPLATE), ..] | [Segment::Symbol(_), Segment::Class(_), ..] => {
            (Status::of(Status::PATH_DESTINATION_UNKNOWN), Vec::new())
        }
        path @ [Segment::Symbol(_), ..] => {
            let index = match path {
                [.., Segment::Member(index)] => Some(*index),
                _ => None,
            };
            let names: Vec<&str> = path
                .iter()
                .filter_map(|it| match it {
                    Segment::Symbol(name) => Some(name.as_str()),
                    _ => None,
                })
                .collect();
            let name = &names.join(".");
            let fragmented = request.is(Service::READ_TAG_FRAGMENTED);
            let read = ReadTag::decode(request.data, fragmented).expect("a read");
            (habits.tag)(name, index, read)
        }
        [Segment::Class(class::MESSAGE_ROUTER), ..] if !habits.takes_packets => not_supported(),
        [Segment::Class(class::MESSAGE_ROUTER), ..] => {
            let members = multiple_service::split(request.data).expect("a packet");
            let replies: Vec<_> = members.iter().map(|it| answer(it, habits, log)).collect();
            let failed = replies.iter().any(|it| it[2] != 0);
            (Status::of(if failed { 0x1E } else { 0 }), multiple_service::join(&replies))
        }
        [Segment::Class(class::IDENTITY), _, Segment::Attribute(5)] => (habits.mode)(),
        [Segment::Class(class::IDENTITY), ..] => (Status::default(), identity(habits.product)),
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

fn identity(product: &str) -> Vec<u8> {
    let mut out = Vec::new();
    IdentityObject {
        vendor: 1,
        device_type: 14,
        product_code: 1,
        revision: (33, 11),
        status: DeviceStatus(0x3060),
        serial: 0xA1_B2_C3,
        product_name: product.into(),
    }
    .encode(&mut out);
    out
}
