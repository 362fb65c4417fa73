//! The last look before the socket: what is no read does not leave.
//!
//! Takes the final bytes apart anew, whoever made them, and compares them to the allow-list. A
//! service's code alone says nothing, since other classes give it another meaning (0x4E is Forward
//! Close on the Connection Manager and Read-Modify-Write on a tag), so that the list is keyed by
//! service and class, and each embedded request is looked at in turn.

use bytes::BytesMut;
use tagbridge_driver::RequestKind;

use crate::codec::{
    Command, DecodeError, EPath, Frame, Incoming, Reader, Segment, Service, class,
    connection_manager::{ForwardClose, ForwardOpen, UnconnectedSend},
    cpf::{Packet, SendData},
    encapsulation::{RegisterSession, status},
    epath::SegmentRef,
    multiple_service,
    read_tag::ReadTag,
};

/// Why a frame must not leave.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It cannot be understood in full.
    #[error("the read-only guard cannot understand a frame of ours: {0}")]
    Malformed(#[from] DecodeError),
    /// An encapsulation command that is not on the list.
    #[error("the read-only guard does not let {0:?} pass")]
    Command(Command),
    /// A service that is not on the list for its class, or not in this place.
    #[error("the read-only guard does not let service {service:#04x} on {path:?} pass")]
    Service {
        /// Its code.
        service: u8,
        /// What it was for.
        path: EPath,
    },
}

/// Every kind of request that can pass, in the order of [`Kind`].
pub(crate) const KINDS: &[RequestKind] = &[
    RequestKind { name: "Who is there", code: "0x04, 0x63, 0x64" },
    RequestKind { name: "Open and end a session", code: "0x65, 0x66" },
    RequestKind { name: "Open and close a connection", code: "0x54, 0x5B, 0x4E" },
    RequestKind { name: "Read attributes", code: "0x01, 0x03, 0x0E" },
    RequestKind { name: "List tags", code: "0x55" },
    RequestKind { name: "Read type", code: "0x4C on class 0x6C" },
    RequestKind { name: "Read Tag", code: "0x4C" },
    RequestKind { name: "Read Tag Fragmented", code: "0x52" },
];

/// The kinds that are counted. What only carries others is not one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Who,
    Session,
    Connection,
    Attributes,
    ListTags,
    ReadType,
    ReadTag,
    ReadTagFragmented,
}

/// Where a request travels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a frame of its own, outside of a connection.
    Unconnected,
    /// In a frame of its own, over a connection.
    Connected,
    /// Inside of an Unconnected Send.
    Routed,
    /// Inside of a Multiple Service Packet.
    Member,
}

/// Passes a frame that does nothing but read.
pub fn check(bytes: &[u8]) -> Result<(), Refused> {
    inspect(bytes, &mut |_| {})
}

/// The same, and names each request in it.
pub(crate) fn inspect(bytes: &[u8], seen: &mut dyn FnMut(Kind)) -> Result<(), Refused> {
    let mut rest = BytesMut::from(bytes);
    let incomplete = || DecodeError::new("frame", 0, "one whole frame", "a part of one");
    let frame = Frame::decode(&mut rest)?.ok_or_else(incomplete)?;
    Reader::new(&rest).finish("frame")?;
    if (frame.status, frame.options) != (status::SUCCESS, 0) {
        let found = format!("{} and {}", frame.status, frame.options);
        return Err(DecodeError::new("status and options", 8, "0 and 0", found).into());
    }
    match frame.command {
        Command::LIST_SERVICES
        | Command::LIST_IDENTITY
        | Command::LIST_INTERFACES
        | Command::UNREGISTER_SESSION => {
            let is_farewell = frame.command == Command::UNREGISTER_SESSION;
            seen(if is_farewell { Kind::Session } else { Kind::Who });
            Ok(Reader::new(&frame.data).finish("command data")?)
        }
        Command::REGISTER_SESSION => {
            seen(Kind::Session);
            Ok(RegisterSession::decode(&frame.data).map(drop)?)
        }
        Command::SEND_RR_DATA | Command::SEND_UNIT_DATA => {
            let data = SendData::decode(&frame.data)?;
            // Nothing may ride along that this reading has passed over.
            if data.encode() != *frame.data {
                let expected = "an address and a data item, nothing else";
                return Err(DecodeError::new("items", 6, expected, "more").into());
            }
            match (frame.command, data.packet) {
                (Command::SEND_RR_DATA, Packet::Unconnected { message }) => {
                    check_request(message, Place::Unconnected, seen)
                }
                (Command::SEND_UNIT_DATA, Packet::Connected { message, .. }) => {
                    check_request(message, Place::Connected, seen)
                }
                (command, _) => Err(Refused::Command(command)),
            }
        }
        command => Err(Refused::Command(command)),
    }
}

/// A request where it lies in the frame.
struct Request<'a> {
    service: u8,
    path: &'a [u8],
    data: &'a [u8],
}

impl Request<'_> {
    fn is(&self, service: Service) -> bool {
        self.service == service.code()
    }
}

fn check_request(message: &[u8], place: Place, seen: &mut dyn FnMut(Kind)) -> Result<(), Refused> {
    let (service, path, data) = Incoming::split(message)?;
    let request = Request { service, path, data };
    match target(request.path)? {
        Some(Target::ConnectionManager) if place == Place::Unconnected => {
            check_connection_manager(&request, seen)
        }
        Some(Target::MessageRouter)
            if place != Place::Member && request.is(Service::MULTIPLE_SERVICE_PACKET) =>
        {
            let members = multiple_service::split(request.data)?;
            members.into_iter().try_for_each(|it| check_request(it, Place::Member, seen))
        }
        Some(target) => check_read(&request, target, seen),
        None => Err(refused(&request)),
    }
}

fn check_connection_manager(
    request: &Request<'_>,
    seen: &mut dyn FnMut(Kind),
) -> Result<(), Refused> {
    if request.is(Service::FORWARD_OPEN) || request.is(Service::LARGE_FORWARD_OPEN) {
        let large = request.is(Service::LARGE_FORWARD_OPEN);
        let open = ForwardOpen::decode(request.data, large)?;
        let end: Vec<&Segment> = open.path.0.iter().filter(|it| !is_port(it)).collect();
        let to_router = [&Segment::Class(class::MESSAGE_ROUTER), &Segment::Instance(1)];
        if open.transport_class() == 3 && end == to_router {
            seen(Kind::Connection);
            return Ok(());
        }
        return Err(refused(request));
    }
    if request.is(Service::FORWARD_CLOSE) {
        seen(Kind::Connection);
        return Ok(ForwardClose::decode(request.data).map(drop)?);
    }
    if request.is(Service::UNCONNECTED_SEND) {
        let send = UnconnectedSend::decode(request.data)?;
        if !send.route.is_empty() && send.route.0.iter().all(is_port) {
            return check_request(send.message, Place::Routed, seen);
        }
        return Err(refused(request));
    }
    check_read(request, Target::Object, seen)
}

fn is_port(segment: &Segment) -> bool {
    matches!(segment, Segment::Port { .. })
}

/// Services that read, on what they read from.
fn check_read(
    request: &Request<'_>,
    target: Target,
    seen: &mut dyn FnMut(Kind),
) -> Result<(), Refused> {
    let is_tag = matches!(target, Target::Tag | Target::Symbol);
    let is_object = target != Target::Tag;
    if is_object
        && (request.is(Service::GET_ATTRIBUTES_ALL) || request.is(Service::GET_ATTRIBUTE_SINGLE))
    {
        seen(Kind::Attributes);
        return Ok(Reader::new(request.data).finish("attribute request")?);
    }
    if is_object && request.is(Service::GET_ATTRIBUTE_LIST)
        || target == Target::Symbol && request.is(Service::INSTANCE_ATTRIBUTE_LIST)
    {
        let is_list = request.is(Service::INSTANCE_ATTRIBUTE_LIST);
        seen(if is_list { Kind::ListTags } else { Kind::Attributes });
        let mut reader = Reader::new(request.data);
        let count = usize::from(reader.u16("attribute count")?);
        reader.take("attributes", count * 2)?;
        return Ok(reader.finish("attribute list")?);
    }
    if is_tag && request.is(Service::READ_TAG) {
        seen(Kind::ReadTag);
        return Ok(ReadTag::decode(request.data, false).map(drop)?);
    }
    if is_tag && request.is(Service::READ_TAG_FRAGMENTED) {
        seen(Kind::ReadTagFragmented);
        return Ok(ReadTag::decode(request.data, true).map(drop)?);
    }
    if target == Target::Template && request.is(Service::READ_TAG) {
        seen(Kind::ReadType);
        let mut reader = Reader::new(request.data);
        reader.u32("template offset")?;
        reader.u16("template bytes")?;
        return Ok(reader.finish("read template")?);
    }
    Err(refused(request))
}

fn refused(request: &Request<'_>) -> Refused {
    match EPath::decode(request.path) {
        Ok(path) => Refused::Service { service: request.service, path },
        Err(error) => error.into(),
    }
}

/// What a path leads to, as far as the list makes a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// A tag, a member or an element, by name or by the number of its symbol.
    Tag,
    /// A symbol, which is an object with attributes and a tag with a value.
    Symbol,
    Template,
    ConnectionManager,
    MessageRouter,
    /// An instance of any other class.
    Object,
}

/// Looks at every segment; those behind the third one matter only in that they are parts of tags.
fn target(path: &[u8]) -> Result<Option<Target>, DecodeError> {
    use SegmentRef::{Attribute, Class, Instance, Member, Symbol};
    let is_part = |it: &SegmentRef<'_>| matches!(it, Symbol(_) | Member(_));
    let mut reader = Reader::new(path);
    let mut first = [None; 3];
    let mut count = 0;
    let mut rest_is_parts = true;
    while !reader.is_empty() {
        let segment = SegmentRef::decode(&mut reader)?;
        match first.get_mut(count) {
            Some(place) => *place = Some(segment),
            None => rest_is_parts &= is_part(&segment),
        }
        count += 1;
    }
    let are_parts = |from: usize| rest_is_parts && first[from..].iter().flatten().all(is_part);
    Ok(match first {
        [Some(Symbol(_)), Some(Class(class::SYMBOL)), Some(Instance(_))] => {
            are_parts(3).then_some(if count == 3 { Target::Symbol } else { Target::Tag })
        }
        [Some(Class(class::SYMBOL)), Some(Instance(_)), None] => Some(Target::Symbol),
        [Some(Class(class::SYMBOL)), Some(Instance(_)), Some(_)] if are_parts(2) => {
            Some(Target::Tag)
        }
        [Some(Symbol(_)), ..] if are_parts(1) => Some(Target::Tag),
        [Some(Class(class)), Some(Instance(_)), None] => Some(match class {
            class::TEMPLATE => Target::Template,
            class::CONNECTION_MANAGER => Target::ConnectionManager,
            class::MESSAGE_ROUTER => Target::MessageRouter,
            _ => Target::Object,
        }),
        [Some(Class(_)), Some(Instance(_)), Some(Attribute(_))] if count == 3 => {
            Some(Target::Object)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{
        connection_manager::{NetworkParameters, Patience, TRANSPORT_CLASS_3, Triad},
        epath::parse_route,
    };

    /// A request with any code, which the codec cannot make.
    fn raw(service: u8, path: &EPath, data: &[u8]) -> Vec<u8> {
        let mut out = vec![service];
        path.encode_sized(&mut out);
        out.extend_from_slice(data);
        out
    }

    fn frame(command: Command, data: Vec<u8>) -> Vec<u8> {
        let mut out = BytesMut::new();
        Frame::request(command, 1, [0; 8], data).encode(&mut out);
        out.to_vec()
    }

    fn unconnected(message: &[u8]) -> Vec<u8> {
        let packet = Packet::Unconnected { message };
        frame(Command::SEND_RR_DATA, SendData { timeout: 0, packet }.encode())
    }

    fn connected(message: &[u8]) -> Vec<u8> {
        let packet = Packet::Connected { connection_id: 1, sequence: 1, message };
        frame(Command::SEND_UNIT_DATA, SendData { timeout: 0, packet }.encode())
    }

    fn packed(message: &[u8]) -> Vec<u8> {
        multiple_service::request(&[message]).to_bytes()
    }

    fn routed(message: &[u8]) -> Vec<u8> {
        let route = parse_route("1,0").unwrap();
        let patience = Patience::ONE_SECOND;
        UnconnectedSend { patience, message, route }.request().to_bytes()
    }

    fn open(large: bool, transport: u8) -> Vec<u8> {
        let mut path = parse_route("1,0").unwrap();
        path.0.extend(EPath::object(class::MESSAGE_ROUTER, 1).0);
        let open = ForwardOpen {
            large,
            patience: Patience::ONE_SECOND,
            o_t_connection_id: 0,
            t_o_connection_id: 1,
            triad: Triad { serial: 1, vendor: 2, originator: 3 },
            timeout_multiplier: 1,
            o_t_rpi_us: 1,
            o_t: NetworkParameters::explicit(500),
            t_o_rpi_us: 1,
            t_o: NetworkParameters::explicit(500),
            transport,
            path,
        };
        open.request().to_bytes()
    }

    /// Data that one allowed service or another takes, so that no service is refused for its data.
    fn payloads() -> Vec<Vec<u8>> {
        let read = raw(0x4C, &EPath(vec![Segment::Symbol("A".into())]), &[1, 0]);
        let data_of = |request: Vec<u8>| Incoming::decode(&request).unwrap().data.to_vec();
        let triad = Triad { serial: 1, vendor: 2, originator: 3 };
        let path = parse_route("1,0").unwrap();
        let close = ForwardClose { patience: Patience::ONE_SECOND, triad, path };
        vec![
            Vec::new(),
            vec![1, 0],
            vec![1, 0, 1, 0],
            vec![1, 0, 0, 0, 0, 0],
            multiple_service::join(&[&read]),
            data_of(routed(&read)),
            data_of(open(false, TRANSPORT_CLASS_3)),
            data_of(open(true, TRANSPORT_CLASS_3)),
            data_of(close.request().to_bytes()),
        ]
    }

    /// The allow-list, written down once more: services by class; `None` is a tag by name.
    fn is_allowed(service: u8, class: Option<u32>) -> bool {
        matches!(
            (service, class),
            (0x01 | 0x03 | 0x0E, Some(_))
                | (0x4C, Some(0x6B | 0x6C) | None)
                | (0x52, Some(0x6B) | None)
                | (0x55, Some(0x6B))
        )
    }

    #[test]
    fn every_request_in_a_frame_is_named_once() {
        let read = raw(0x4C, &EPath(vec![Segment::Symbol("A".into())]), &[1, 0]);
        let both = connected(&multiple_service::request(&[&read, &read]).to_bytes());
        let mut seen = Vec::new();
        assert_eq!(inspect(&both, &mut |kind| seen.push(kind)), Ok(()));
        assert_eq!(seen, [Kind::ReadTag, Kind::ReadTag]);
        assert_eq!(KINDS[Kind::ReadTagFragmented as usize].code, "0x52", "names follow the kinds");
        assert_eq!(KINDS.len(), Kind::ReadTagFragmented as usize + 1);
    }

    #[test]
    fn exactly_the_allow_list_passes() {
        let classes: Vec<_> = (0..=0xFF).map(Some).chain([None]).collect();
        std::thread::scope(|scope| {
            for classes in classes.chunks(65) {
                scope.spawn(|| classes.iter().copied().for_each(check_class));
            }
        });
    }

    /// What paths lead to, written down once more.
    fn target_of(path: &EPath) -> Option<Target> {
        let is_part = |it: &Segment| matches!(it, Segment::Symbol(_) | Segment::Member(_));
        match path.0.as_slice() {
            [Segment::Symbol(_), Segment::Class(class::SYMBOL), Segment::Instance(_)]
            | [Segment::Class(class::SYMBOL), Segment::Instance(_)] => Some(Target::Symbol),
            [
                Segment::Symbol(_),
                Segment::Class(class::SYMBOL),
                Segment::Instance(_),
                rest @ ..,
            ]
            | [Segment::Class(class::SYMBOL), Segment::Instance(_), rest @ ..]
            | [Segment::Symbol(_), rest @ ..]
                if rest.iter().all(is_part) =>
            {
                Some(Target::Tag)
            }
            [Segment::Class(2), Segment::Instance(_)] => Some(Target::MessageRouter),
            [Segment::Class(6), Segment::Instance(_)] => Some(Target::ConnectionManager),
            [Segment::Class(0x6C), Segment::Instance(_)] => Some(Target::Template),
            [Segment::Class(_), Segment::Instance(_)] => Some(Target::Object),
            [Segment::Class(_), Segment::Instance(_), Segment::Attribute(_)] => {
                Some(Target::Object)
            }
            _ => None,
        }
    }

    #[test]
    fn every_path_leads_where_it_says() {
        let segments = [
            Segment::Symbol("A".into()),
            Segment::Class(class::SYMBOL),
            Segment::Class(class::TEMPLATE),
            Segment::Class(class::MESSAGE_ROUTER),
            Segment::Class(class::CONNECTION_MANAGER),
            Segment::Instance(1),
            Segment::Member(1),
            Segment::Attribute(1),
            Segment::ConnectionPoint(1),
        ];
        let mut paths = vec![EPath::default()];
        for begin in 0.. {
            let Some(path) = paths.get(begin).filter(|it| it.0.len() < 5).cloned() else { break };
            for segment in &segments {
                let more = path.0.iter().chain([segment]).cloned().collect();
                paths.push(more);
            }
        }
        assert!(paths.len() > 60_000, "all paths of five segments and fewer");
        for path in &paths {
            let mut bytes = Vec::new();
            path.encode(&mut bytes);
            assert!(target(&bytes) == Ok(target_of(path)), "{path:?}");
        }
    }

    fn check_class(class: Option<u32>) {
        let payloads = payloads();
        let path = match class {
            Some(class) => EPath::object(class, 1),
            None => EPath(vec![Segment::Symbol("Tag".into())]),
        };
        for service in 0..=0xFF {
            let passes = |wrap: &dyn Fn(&[u8]) -> Vec<u8>| {
                payloads.iter().any(|data| check(&wrap(&raw(service, &path, data))).is_ok())
            };
            let case = format!("service {service:#04x} on {path:?}");
            let read = is_allowed(service, class);
            let packet = (service, class) == (0x0A, Some(2));
            let manager = class == Some(6) && matches!(service, 0x4E | 0x52 | 0x54 | 0x5B);
            assert_eq!(passes(&unconnected), read || packet || manager, "{case}");
            assert_eq!(passes(&connected), read || packet, "{case} connected");
            assert_eq!(passes(&|it| unconnected(&routed(it))), read || packet, "{case} routed");
            assert_eq!(passes(&|it| unconnected(&packed(it))), read, "{case} packed");
            assert_eq!(passes(&|it| connected(&packed(it))), read, "{case} packed, connected");
            let both = passes(&|it| unconnected(&routed(&packed(it))));
            assert_eq!(both, read, "{case} packed and routed");
        }
    }

    #[test]
    fn only_known_commands_pass_and_only_by_themselves() {
        for command in 0..=0xFFFF {
            let allowed = matches!(command, 0x04 | 0x63..=0x66);
            let bare = frame(Command(command), Vec::new());
            let registers = frame(Command(command), RegisterSession::VERSION_1.encode().to_vec());
            assert_eq!(check(&bare).is_ok() || check(&registers).is_ok(), allowed, "{command:#x}");
        }
        let message = raw(0x01, &EPath::object(1, 1), &[]);
        let good = unconnected(&message);
        assert_eq!(check(&good), Ok(()));
        assert!(check(&good[..good.len() - 1]).is_err());
        assert!(check(&[&good[..], &good[..]].concat()).is_err());
        let packet = Packet::Unconnected { message: &message };
        let data = SendData { timeout: 0, packet }.encode();
        assert!(check(&frame(Command::SEND_UNIT_DATA, data)).is_err());
    }

    #[test]
    fn only_explicit_connections_to_the_message_router_are_opened() {
        for transport in 0..=0xFF {
            for large in [false, true] {
                let passes = check(&unconnected(&open(large, transport))).is_ok();
                assert_eq!(passes, transport & 0x0F == 3, "{transport:#04x}");
            }
        }
    }

    #[test]
    fn one_write_among_reads_is_found() {
        let tag = EPath(vec![Segment::Symbol("A".into())]);
        let read = raw(0x4C, &tag, &[1, 0]);
        let write = raw(0x4D, &tag, &[0xC4, 0, 1, 0, 1, 0, 0, 0]);
        let packet = |members: &[&Vec<u8>]| multiple_service::request(members).to_bytes();
        assert_eq!(check(&connected(&packet(&[&read, &read]))), Ok(()));
        let refused = Err(Refused::Service { service: 0x4D, path: tag });
        assert_eq!(check(&connected(&packet(&[&read, &write]))), refused);
        assert_eq!(check(&unconnected(&routed(&packet(&[&read, &write])))), refused);
        // A write that hides in the data of a read is no read.
        let longer = [&read[..], &write[..]].concat();
        assert!(check(&connected(&longer)).is_err());
    }

    #[test]
    fn tags_by_instance_pass_in_every_form() {
        use Segment::{Attribute, Class, Instance, Member, Symbol};
        let program = || Symbol("Program:Main".into());
        for (service, path, passes) in [
            (0x4C, vec![Class(0x6B), Instance(0x1234), Member(3)], true),
            (0x4C, vec![program(), Class(0x6B), Instance(5), Symbol("X".into())], true),
            (0x4C, vec![Class(0x6B), Instance(5), Attribute(1)], false),
            (0x4C, vec![Class(0x6B)], false),
            (0x4C, vec![Symbol("A".into()), Class(0x6C), Instance(5)], false),
            (0x4C, vec![Class(0x6C), Instance(5), Member(1)], false),
            (0x4C, vec![], false),
        ] {
            let path = EPath(path);
            assert_eq!(
                check(&connected(&raw(service, &path, &[1, 0]))).is_ok(),
                passes,
                "{path:?}"
            );
        }
        let list = raw(0x55, &EPath(vec![program(), Class(0x6B), Instance(0)]), &[1, 0, 1, 0]);
        assert_eq!(check(&connected(&list)), Ok(()));
    }
}
