use super::*;
use crate::codec::{
    Incoming, Segment, class,
    connection_manager::{
        ForwardClose, ForwardOpen, NetworkParameters, RequestTimeout, TRANSPORT_CLASS_3, Triad,
        UnconnectedSend,
    },
    epath::parse_route,
    multiple_service,
};

/// A request with any service code, which the codec cannot create.
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
    let patience = RequestTimeout::ONE_SECOND;
    UnconnectedSend { patience, message, route }.request().to_bytes()
}

fn open(large: bool, transport: u8) -> Vec<u8> {
    let mut path = parse_route("1,0").unwrap();
    path.0.extend(EPath::object(class::MESSAGE_ROUTER, 1).0);
    let open = ForwardOpen {
        large,
        patience: RequestTimeout::ONE_SECOND,
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

/// Valid data of the allowed services, so that no service is refused because of its data.
fn payloads() -> Vec<Vec<u8>> {
    let read = raw(0x4C, &EPath(vec![Segment::Symbol("A".into())]), &[1, 0]);
    let data_of = |request: Vec<u8>| Incoming::decode(&request).unwrap().data.to_vec();
    let triad = Triad { serial: 1, vendor: 2, originator: 3 };
    let path = parse_route("1,0").unwrap();
    let close = ForwardClose { patience: RequestTimeout::ONE_SECOND, triad, path };
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

/// The allow-list, implemented a second time: services by class; `None` for a tag by name.
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
    // A write that is hidden in the data of a read is refused.
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
        assert_eq!(check(&connected(&raw(service, &path, &[1, 0]))).is_ok(), passes, "{path:?}");
    }
    let list = raw(0x55, &EPath(vec![program(), Class(0x6B), Instance(0)]), &[1, 0, 1, 0]);
    assert_eq!(check(&connected(&list)), Ok(()));
}
