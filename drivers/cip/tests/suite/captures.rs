//! Captures of third-party clients and servers. `>` is a request, `<` a response.

use bytes::BytesMut;
use tagbridge_cip::{
    codec::{
        Command, Frame, Incoming, Reply, Segment, Service, Status, attribute_list, class,
        connection_manager::{
            ForwardClose, ForwardCloseReply, ForwardOpen, ForwardOpenReply, UnconnectedSend,
        },
        cpf::{self, SendData},
        encapsulation::RegisterSession,
        identity::{IdentityObject, ListIdentityItem},
        multiple_service,
        read_tag::{ReadTag, TypedData, read_tag, read_tag_fragmented},
        symbol_list::{self, Entry},
        template::{self, Attributes, Definition},
    },
    guard,
};

const CAPTURES: &[(&str, &str)] = &[
    ("pylogix", include_str!("captures/pylogix.hex")),
    ("pycomm3", include_str!("captures/pycomm3.hex")),
    ("cpppo", include_str!("captures/cpppo.hex")),
];

const UPLOADS: &[(&str, &str)] = &[
    ("pylogix", include_str!("captures/pylogix_upload.hex")),
    ("pycomm3", include_str!("captures/pycomm3_upload.hex")),
];

/// Direction and frame of each line.
fn lines(capture: &str) -> impl Iterator<Item = (bool, Vec<u8>)> {
    capture.lines().filter(|it| !it.starts_with('#')).map(|line| {
        let (direction, hex) = line.split_once(' ').expect("a direction and bytes");
        let bytes = hex
            .as_bytes()
            .chunks(2)
            .map(|it| u8::from_str_radix(std::str::from_utf8(it).expect("hex"), 16).expect("hex"))
            .collect();
        (direction == ">", bytes)
    })
}

#[test]
fn other_peoples_frames_decode_and_encode_to_the_same_bytes() {
    for (name, capture) in CAPTURES {
        for (i, (is_request, bytes)) in lines(capture).enumerate() {
            let case = format!("{name}, frame {i}");
            let frame = Frame::decode(&mut BytesMut::from(&bytes[..])).expect(&case).expect(&case);
            let mut again = BytesMut::new();
            frame.encode(&mut again);
            assert_eq!(again, bytes, "{case}");
            if is_request {
                assert_eq!(guard::check(&bytes), Ok(()), "{case} only reads");
            }
            check_data(&frame, is_request, &case);
        }
    }
}

fn check_data(frame: &Frame, is_request: bool, case: &str) {
    match frame.command {
        Command::REGISTER_SESSION => {
            let data = RegisterSession::decode(&frame.data).expect(case);
            assert_eq!(data, RegisterSession::VERSION_1, "{case}");
        }
        Command::SEND_RR_DATA | Command::SEND_UNIT_DATA => {
            let data = SendData::decode(&frame.data).expect(case);
            assert_eq!(data.encode(), frame.data, "{case}");
            let check = if is_request { check_request } else { check_reply };
            check(data.packet.message(), case);
        }
        Command::LIST_IDENTITY if !is_request => {
            for item in cpf::decode_items(&frame.data).expect(case) {
                let identity = ListIdentityItem::decode(item.data).expect(case);
                assert_eq!(identity.identity.product_name, "1756-L61/B LOGIX5561", "{case}");
                assert_eq!(identity.encode(), item.data, "{case}");
            }
        }
        _ => {}
    }
}

/// Decodes the request and encodes it again.
fn check_request(message: &[u8], case: &str) {
    let incoming = Incoming::decode(message).expect(case);
    let is_large = incoming.is(Service::LARGE_FORWARD_OPEN);
    let to_tag = incoming.path.0.first() != Some(&Segment::Class(class::CONNECTION_MANAGER));
    let again = if is_large || incoming.is(Service::FORWARD_OPEN) {
        ForwardOpen::decode(incoming.data, is_large).expect(case).request()
    } else if incoming.is(Service::FORWARD_CLOSE) {
        ForwardClose::decode(incoming.data).expect(case).request()
    } else if incoming.is(Service::MULTIPLE_SERVICE_PACKET) {
        let members = multiple_service::split(incoming.data).expect(case);
        for member in &members {
            check_request(member, case);
        }
        multiple_service::request(&members)
    } else if incoming.is(Service::READ_TAG) {
        let read = ReadTag::decode(incoming.data, false).expect(case);
        read_tag(incoming.path, read.elements)
    } else if incoming.is(Service::READ_TAG_FRAGMENTED) && to_tag {
        let read = ReadTag::decode(incoming.data, true).expect(case);
        read_tag_fragmented(incoming.path, read.elements, read.offset.expect(case))
    } else if incoming.is(Service::UNCONNECTED_SEND) {
        let send = UnconnectedSend::decode(incoming.data).expect(case);
        check_request(send.message, case);
        send.request()
    } else {
        return;
    };
    assert_eq!(again.to_bytes(), message, "{case}");
}

fn check_reply(message: &[u8], case: &str) {
    let reply = Reply::decode(message).expect(case);
    assert_eq!(reply.to_bytes(), message, "{case}");
    if !matches!(reply.status.general, Status::SUCCESS | Status::PARTIAL_TRANSFER) {
        return;
    }
    if reply.answers(Service::FORWARD_OPEN) || reply.answers(Service::LARGE_FORWARD_OPEN) {
        let open = ForwardOpenReply::decode(reply.data).expect(case);
        assert_eq!(open.encode(), reply.data, "{case}");
    } else if reply.answers(Service::FORWARD_CLOSE) {
        let close = ForwardCloseReply::decode(reply.data).expect(case);
        assert_eq!(close.encode(), reply.data, "{case}");
    } else if reply.answers(Service::MULTIPLE_SERVICE_PACKET) {
        let members = multiple_service::split(reply.data).expect(case);
        for member in &members {
            check_reply(member, case);
        }
        assert_eq!(multiple_service::join(&members), reply.data, "{case}");
    } else if reply.answers(Service::READ_TAG) || reply.answers(Service::READ_TAG_FRAGMENTED) {
        let data = TypedData::decode(reply.data).expect(case);
        if let Some(size) = data.kind.element_size() {
            let elements = data.bytes.len() / size;
            assert_eq!(data.values(elements).expect(case).len(), elements, "{case}");
        }
    } else if reply.answers(Service::GET_ATTRIBUTES_ALL) {
        let identity = IdentityObject::decode(reply.data).expect(case);
        assert_eq!(identity.vendor, 1, "{case}");
    }
}

/// The last request of an upload, and the results so far.
#[derive(Default)]
struct Upload {
    asked: Vec<u8>,
    sizes: Option<Attributes>,
    symbols: Vec<String>,
    structures: Vec<String>,
}

#[test]
fn other_peoples_uploads_decode() {
    for (name, capture) in UPLOADS {
        let mut upload = Upload::default();
        for (i, (is_request, bytes)) in lines(capture).enumerate() {
            let case = format!("{name}, frame {i}");
            let frame = Frame::decode(&mut BytesMut::from(&bytes[..])).expect(&case).expect(&case);
            if is_request {
                assert_eq!(guard::check(&bytes), Ok(()), "{case} only reads");
            }
            if !matches!(frame.command, Command::SEND_RR_DATA | Command::SEND_UNIT_DATA) {
                continue;
            }
            let data = SendData::decode(&frame.data).expect(&case);
            let message = data.packet.message().to_vec();
            if is_request {
                check_asked(&message, &case);
                upload.asked = message;
            } else {
                upload.take(&message, &case);
            }
        }
        upload.structures.sort();
        assert_eq!(upload.structures, ["ASCIISTRING82", "Motor"], "{name}");
        // pycomm3 requests attributes that we do not know, so only pylogix is decoded.
        if *name == "pylogix" {
            assert_eq!(upload.symbols.first().map(String::as_str), Some("Tag0"));
            assert!(upload.symbols.iter().any(|it| it == "Step"), "{:?}", upload.symbols);
        }
    }
}

/// Our decoders interpret the requests correctly.
fn check_asked(message: &[u8], case: &str) {
    let incoming = Incoming::decode(message).expect(case);
    let again = if incoming.is(Service::INSTANCE_ATTRIBUTE_LIST) {
        let (program, path) = match &incoming.path.0[..] {
            [Segment::Symbol(program), rest @ ..] => (Some(program.as_str()), rest),
            rest => (None, rest),
        };
        let &[Segment::Class(class::SYMBOL), Segment::Instance(instance)] = path else {
            panic!("{case}: {path:?}");
        };
        match &attribute_list::decode(incoming.data).expect(case)[..] {
            [1, 2, 8] => symbol_list::request(program, instance, false),
            _ => return,
        }
    } else if incoming.is(Service::GET_ATTRIBUTE_LIST) {
        let attributes = attribute_list::decode(incoming.data).expect(case);
        attribute_list::request(incoming.path, &attributes)
    } else if let (true, Some(id)) = (incoming.is(Service::READ_TAG), template_of(&incoming)) {
        let [a, b, c, d, low, high] = incoming.data[..] else { panic!("{case}") };
        let count = u16::from_le_bytes([low, high]);
        template::read_request(id, u32::from_le_bytes([a, b, c, d]), count)
    } else {
        return;
    };
    assert_eq!(again.to_bytes(), message, "{case}");
}

fn template_of(incoming: &Incoming<'_>) -> Option<u16> {
    match incoming.path.0[..] {
        [Segment::Class(class::TEMPLATE), Segment::Instance(id)] => u16::try_from(id).ok(),
        _ => None,
    }
}

impl Upload {
    fn take(&mut self, message: &[u8], case: &str) {
        let reply = Reply::decode(message).expect(case);
        let asked = Incoming::decode(&self.asked).expect(case);
        if !matches!(reply.status.general, Status::SUCCESS | Status::PARTIAL_TRANSFER) {
            return;
        }
        if asked.is(Service::INSTANCE_ATTRIBUTE_LIST) && asked.data.len() == 8 {
            let page = Entry::decode_page(reply.data, false).expect(case);
            let mut again = Vec::new();
            for entry in &page {
                entry.encode(false, &mut again);
            }
            assert_eq!(again, reply.data, "{case}");
            self.symbols.extend(page.into_iter().map(|it| it.name));
        } else if asked.is(Service::GET_ATTRIBUTE_LIST) && template_of(&asked).is_some() {
            // pylogix requests an attribute that is not in the manual.
            self.sizes = Attributes::decode(reply.data).ok();
        } else if asked.is(Service::READ_TAG) && template_of(&asked).is_some() {
            let members = self.sizes.map_or_else(|| members_of(reply.data), |it| it.member_count);
            let definition = Definition::decode(reply.data, members).expect(case);
            assert!(definition.members.iter().all(|it| !it.name.is_empty()), "{definition:?}");
            self.structures.push(definition.name);
        }
    }
}

/// Number of members before the name, which contains the first `;`.
fn members_of(definition: &[u8]) -> u16 {
    let end = definition.iter().position(|&it| it == b';').expect("a name with notes");
    let start = definition[..end].iter().rposition(|it| !it.is_ascii_alphanumeric());
    u16::try_from((start.expect("members") + 1) / 8).expect("few members")
}
