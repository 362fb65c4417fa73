//! Decodes frames of EtherNet/IP for display, layer by layer.

use std::fmt::Write as _;

use bytes::BytesMut;
use tagbridge_driver::{DissectedItem, Dissection, Dissector, FrameContent, FramePair};
use tagbridge_texts::Coded;

use crate::{
    codec::{
        Command, DecodeError, EPath, Frame, Incoming, Reader, Reply, Segment, Service, Status,
        class,
        connection_manager::UnconnectedSend,
        cpf::{Packet, SendData},
        encapsulation::{HEADER_SIZE, status},
        multiple_service,
        read_tag::ReadTag,
    },
    guard::{self, KINDS},
};

/// The dissector of this protocol.
pub const DISSECTOR: Dissector = Dissector { header: HEADER_SIZE, length, dissect };

/// The offset of the options in the header; they are 0 in every frame.
const OPTIONS: std::ops::Range<usize> = 20..24;
/// Offset of the items of the common packet format.
const ITEMS: usize = HEADER_SIZE + 6;
/// An item's kind and length.
const ITEM_HEAD: usize = 4;

fn length(bytes: &[u8]) -> Option<usize> {
    let is_known = matches!(bytes.first()?, 0x04 | 0x63..=0x66 | 0x6F | 0x70) && bytes[1] == 0;
    let is_plain = bytes.get(OPTIONS)?.iter().all(|it| *it == 0);
    let data = usize::from(u16::from_le_bytes([bytes[2], bytes[3]]));
    (is_known && is_plain).then_some(HEADER_SIZE + data)
}

fn dissect(bytes: &[u8], is_ours: bool) -> Dissection {
    let mut out = Dissection::default();
    if is_ours {
        let mut kinds = Vec::new();
        if guard::inspect(bytes, &mut |kind| kinds.push(kind)).is_ok()
            && let Some(kind) = kinds.first()
        {
            out.content = FrameContent::Request(KINDS[*kind as usize].name);
        }
    }
    if let Err(error) = frame(&mut out, bytes, is_ours) {
        out.content = FrameContent::Unreadable(error.message());
    }
    out
}

fn frame(out: &mut Dissection, bytes: &[u8], is_ours: bool) -> Result<(), DecodeError> {
    let whole = Frame::decode(&mut BytesMut::from(bytes))?;
    let it = whole.ok_or_else(|| DecodeError::new("frame", 0, "a whole one", "a part"))?;
    out.field(0, (0, bytes.len()), "EtherNet/IP encapsulation", "");
    out.field(1, (0, 2), "Command", format!("{:?} {:#04x}", it.command, it.command.0));
    out.field(1, (2, 2), "Length", it.data.len().to_string());
    out.field(1, (4, 4), "Session", format!("{:#010x}", it.session));
    out.field(1, (8, 4), "Status", encapsulation_status(it.status));
    out.field(1, (12, 8), "Sender context", hex(&it.context));
    out.code = format!("{:?}", it.command);
    // The end of a session has no reply.
    let is_answered = it.command != Command::UNREGISTER_SESSION;
    let pair = FramePair { key: u64::from_le_bytes(it.context), channel: 0 };
    out.pair = is_answered.then_some(pair);
    if it.status != status::SUCCESS {
        let _written = write!(out.code, ": {}", encapsulation_status(it.status));
    }
    if !matches!(it.command, Command::SEND_RR_DATA | Command::SEND_UNIT_DATA) || it.data.is_empty()
    {
        return Ok(());
    }
    let data = SendData::decode(&it.data)?;
    out.field(0, (HEADER_SIZE, bytes.len() - HEADER_SIZE), "Common packet format", "");
    let mut reader = Reader::new(&bytes[ITEMS..]);
    for _ in 0..reader.u16("item count")? {
        let at = ITEMS + reader.offset();
        let (kind, length) = (reader.u16("item type")?, usize::from(reader.u16("item length")?));
        reader.take("item data", length)?;
        out.field(1, (at, ITEM_HEAD + length), "Item", format!("{kind:#06x}, {length} bytes"));
    }
    let message = match data.packet {
        Packet::Unconnected { message } => message,
        Packet::Connected { connection_id, sequence, message } => {
            out.pair = Some(FramePair { key: sequence.into(), channel: connection_id });
            let at = begin(&it.data, message) + HEADER_SIZE;
            out.field(1, (at - 10, 4), "Connection", format!("{connection_id:#010x}"));
            out.field(1, (at - 2, 2), "Sequence", sequence.to_string());
            message
        }
    };
    let at = HEADER_SIZE + begin(&it.data, message);
    if is_ours { request(out, message, at, 0) } else { reply(out, message, at, 0) }
}

/// Offset of a part within the whole that it was taken from.
fn begin(whole: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr().saturating_sub(whole.as_ptr().addr())
}

fn request(out: &mut Dissection, message: &[u8], at: usize, depth: u8) -> Result<(), DecodeError> {
    let it = Incoming::decode(message)?;
    let path = path_text(&it.path);
    let name = service_name(it.service, &it.path);
    let data = at + begin(message, it.data);
    out.field(depth, (at, message.len()), "CIP request", "");
    out.field(depth + 1, (at, 1), "Service", format!("{:#04x} {name}", it.service));
    out.field(depth + 1, (at + 1, data - at - 1), "Path", path.clone());
    if depth == 0 {
        out.code = format!("{:#04x} {name}", it.service);
    }
    let is_manager = it.path == EPath::object(class::CONNECTION_MANAGER, 1);
    if it.is(Service::MULTIPLE_SERVICE_PACKET) {
        let members = multiple_service::split(it.data)?;
        if depth == 0 {
            out.code = service_counts(
                it.service,
                members.iter().map(|it| {
                    Incoming::decode(it).map_or_else(
                        |_| "?".to_owned(),
                        |it| format!("{:#04x} {}", it.service, service_name(it.service, &it.path)),
                    )
                }),
            );
        }
        for member in members {
            request(out, member, data + begin(it.data, member), depth + 1)?;
        }
    } else if is_manager && it.is(Service::UNCONNECTED_SEND) {
        let inner = UnconnectedSend::decode(it.data)?.message;
        let code = std::mem::take(&mut out.code);
        request(out, inner, data + begin(it.data, inner), depth)?;
        if depth > 0 {
            out.code = code;
        }
    } else if it.is(Service::READ_TAG) || it.is(Service::READ_TAG_FRAGMENTED) {
        let fragmented = it.is(Service::READ_TAG_FRAGMENTED);
        match ReadTag::decode(it.data, fragmented) {
            Ok(read) if !it.path.0.contains(&Segment::Class(class::TEMPLATE)) => {
                out.field(depth + 1, (data, 2), "Elements", read.elements.to_string());
                if let Some(offset) = read.offset {
                    out.field(depth + 1, (data + 2, 4), "Offset", offset.to_string());
                }
                out.items.push(DissectedItem { name: path, ..DissectedItem::default() });
            }
            _ => out.field(depth + 1, (data, it.data.len()), "Data", bytes_of(it.data.len())),
        }
    } else if !it.data.is_empty() {
        out.field(depth + 1, (data, it.data.len()), "Data", bytes_of(it.data.len()));
    }
    Ok(())
}

fn reply(out: &mut Dissection, message: &[u8], at: usize, depth: u8) -> Result<(), DecodeError> {
    let it = Reply::decode(message)?;
    let code = it.service | 0x80;
    let data = at + begin(message, it.data);
    let said = status_text(&it.status);
    out.field(depth, (at, message.len()), "CIP reply", "");
    out.field(depth + 1, (at, 1), "Service", format!("{code:#04x}"));
    out.field(depth + 1, (at + 2, data - at - 2), "General status", said.clone());
    if depth == 0 {
        out.code = format!("{code:#04x}: {said}");
    }
    let is_packet = it.service == Service::MULTIPLE_SERVICE_PACKET.code();
    if is_packet && matches!(it.status.general, Status::SUCCESS | Status::EMBEDDED_SERVICE_ERROR) {
        let members = multiple_service::split(it.data)?;
        if depth == 0 {
            out.code = service_counts(
                code,
                members.iter().map(|it| {
                    Reply::decode(it).map_or_else(|_| "?".to_owned(), |it| status_text(&it.status))
                }),
            );
        }
        for member in members {
            reply(out, member, data + begin(it.data, member), depth + 1)?;
        }
        return Ok(());
    }
    let is_partial = it.status.general == Status::PARTIAL_TRANSFER;
    let refused = (!it.status.is_success() && !is_partial).then(|| it.status.message());
    if !it.data.is_empty() {
        out.field(depth + 1, (data, it.data.len()), "Data", bytes_of(it.data.len()));
    }
    let reads = [Service::READ_TAG.code(), Service::READ_TAG_FRAGMENTED.code()];
    if reads.contains(&it.service) {
        let bytes = it.data.len();
        out.items.push(DissectedItem { name: String::new(), bytes, is_partial, refused });
    } else if depth == 0
        && let Some(why) = refused
    {
        out.content = FrameContent::Refusal(why);
    }
    Ok(())
}

/// A packet's service, and the number of members of each kind: `0x0a: 30 × 0x4c Read Tag, 1 × …`.
fn service_counts(service: u8, members: impl Iterator<Item = String>) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for member in members {
        match counts.iter_mut().find(|it| it.0 == member) {
            Some(known) => known.1 += 1,
            None => counts.push((member, 1)),
        }
    }
    let counted: Vec<String> = counts.iter().map(|(it, count)| format!("{count} × {it}")).collect();
    format!("{service:#04x}: {}", counted.join(", "))
}

/// A path as the name of a tag, if it is symbolic, otherwise by class and instance.
pub(crate) fn path_text(path: &EPath) -> String {
    let mut text = String::new();
    let mut is_in_index = false;
    for (place, segment) in path.0.iter().enumerate() {
        if is_in_index && !matches!(segment, Segment::Member(_)) {
            text.push(']');
        }
        let dot = if place == 0 { "" } else { "." };
        let _written = match segment {
            Segment::Symbol(name) => write!(text, "{dot}{name}"),
            Segment::Member(index) => {
                write!(text, "{}{index}", if is_in_index { ',' } else { '[' })
            }
            Segment::Class(class) => write!(text, "{dot}class {class:#04x}"),
            Segment::Instance(instance) => write!(text, " instance {instance:#x}"),
            Segment::Attribute(attribute) => write!(text, " attribute {attribute}"),
            Segment::ConnectionPoint(point) => write!(text, " point {point}"),
            Segment::Port { port, .. } => write!(text, "{dot}port {port}"),
        };
        is_in_index = matches!(segment, Segment::Member(_));
    }
    text + if is_in_index { "]" } else { "" }
}

fn service_name(service: u8, path: &EPath) -> &'static str {
    let of = |class| path.0.contains(&Segment::Class(class));
    let is_tag = matches!(path.0.first(), Some(Segment::Symbol(_))) || of(class::SYMBOL);
    match service {
        0x01 => "Get Attributes All",
        0x03 => "Get Attribute List",
        0x0A => "Multiple Service Packet",
        0x0E => "Get Attribute Single",
        0x02 => "Set Attributes All",
        0x04 => "Set Attribute List",
        0x05 => "Reset",
        0x06 => "Start",
        0x07 => "Stop",
        0x10 => "Set Attribute Single",
        0x4C if of(class::TEMPLATE) => "Read Template",
        0x4C if is_tag => "Read Tag",
        0x4D if is_tag => "Write Tag",
        0x4E if of(class::CONNECTION_MANAGER) => "Forward Close",
        0x4E if is_tag => "Read Modify Write Tag",
        0x53 if is_tag => "Write Tag Fragmented",
        0x52 if of(class::CONNECTION_MANAGER) => "Unconnected Send",
        0x52 if is_tag => "Read Tag Fragmented",
        0x54 => "Forward Open",
        0x55 => "Get Instance Attribute List",
        0x5B => "Large Forward Open",
        // The codes from here on depend on the class (CIP volume 1, appendix A).
        0x4B..=0x63 => "service of its class",
        _ => "unknown service",
    }
}

fn status_text(status: &Status) -> String {
    let name = match status.general {
        Status::SUCCESS => return "success".into(),
        Status::PARTIAL_TRANSFER => ", more follows",
        _ => "",
    };
    let mut text = format!("status {:#04x}", status.general);
    for word in &status.extended {
        let _written = write!(text, "/{word:#06x}");
    }
    text + name
}

fn encapsulation_status(code: u32) -> String {
    if code == status::SUCCESS { "success".into() } else { format!("status {code:#04x}") }
}

fn bytes_of(count: usize) -> String {
    format!("{count} bytes")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _written = write!(text, "{byte:02x}");
        text
    })
}
