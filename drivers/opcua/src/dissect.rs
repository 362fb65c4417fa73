//! Decodes OPC UA chunks for display (OPC UA Part 6 §6.7.2, §7.1.2).
//!
//! Encrypted content is not decrypted, because the channel's keys are not stored.

use opcua::types::{
    BinaryDecodable, Context, ContextOwned, NodeId, ObjectId, ReadRequest, ReadResponse, StatusCode,
};
use tagbridge_driver::{
    DissectedItem, Dissection, Dissector, FrameContent, FramePair, RequestName,
};

use crate::{depth_limit::DepthLimitedBytes, guard::KINDS, secret::TYPE_AT, status::said};

/// The dissector of this protocol.
pub const DISSECTOR: Dissector = Dissector { header: HEADER, length, dissect };

/// Type, kind of chunk, size.
const HEADER: usize = 8;
/// The first two bytes of a node id of four bytes.
const FOUR_BYTE_ID: [u8; 2] = [1, 0];

fn length(bytes: &[u8]) -> Option<usize> {
    let size = u32::from_le_bytes(*bytes.get(4..)?.first_chunk()?);
    let is_known = matches!(&bytes[..3], b"HEL" | b"ACK" | b"ERR" | b"OPN" | b"MSG" | b"CLO");
    let is_chunk = matches!(bytes[3], b'F' | b'C' | b'A');
    let size = usize::try_from(size).ok()?;
    (is_known && is_chunk && (HEADER..=1 << 24).contains(&size)).then_some(size)
}

fn dissect(bytes: &[u8], is_ours: bool) -> Dissection {
    let mut out = Dissection::default();
    let kind = String::from_utf8_lossy(&bytes[..3.min(bytes.len())]).into_owned();
    out.field(0, (0, HEADER), "OPC UA chunk", "");
    out.field(1, (0, 3), "Message type", kind.clone());
    out.field(1, (3, 1), "Chunk", bytes.get(3).map_or(String::new(), |it| char::from(*it).into()));
    out.field(1, (4, 4), "Size", bytes.len().to_string());
    out.code.clone_from(&kind);
    match kind.as_str() {
        "HEL" => out.content = FrameContent::Request(RequestName::Transport),
        "OPN" | "CLO" if is_ours => out.content = FrameContent::Request(RequestName::Channel),
        "MSG" => message(&mut out, bytes, is_ours),
        "ERR" => {
            if let Some(code) = bytes.get(HEADER..).and_then(|it| it.first_chunk()) {
                let code = StatusCode::from(u32::from_le_bytes(*code));
                out.field(1, (HEADER, 4), "Error", format!("{:#010x}", code.bits()));
                out.content = FrameContent::Refusal(said(code));
            }
        }
        _ => {}
    }
    if matches!(kind.as_str(), "HEL" | "ACK") {
        out.pair = Some(FramePair { key: u64::MAX, channel: 0 });
    }
    out
}

fn message(out: &mut Dissection, bytes: &[u8], is_ours: bool) {
    let number = |at: usize| bytes.get(at..).and_then(|it| it.first_chunk()).copied();
    let u32_at = |at| number(at).map(u32::from_le_bytes);
    let (Some(channel), Some(token)) = (u32_at(8), u32_at(12)) else { return };
    out.field(0, (8, 8), "Secure channel", "");
    out.field(1, (8, 4), "Channel", channel.to_string());
    out.field(1, (12, 4), "Token", token.to_string());
    let id = bytes.get(TYPE_AT..TYPE_AT + 4).filter(|it| it.starts_with(&FOUR_BYTE_ID));
    let object =
        id.and_then(|it| ObjectId::try_from(u32::from(u16::from_le_bytes([it[2], it[3]]))).ok());
    let (Some(object), Some(sequence), Some(request)) = (object, u32_at(16), u32_at(20)) else {
        out.content = FrameContent::Sealed;
        return;
    };
    let name = format!("{object:?}").replace("_Encoding_DefaultBinary", "");
    out.field(0, (16, 8), "Sequence header", "");
    out.field(1, (16, 4), "Sequence number", sequence.to_string());
    out.field(1, (20, 4), "Request", request.to_string());
    out.field(0, (TYPE_AT, bytes.len() - TYPE_AT), name.clone(), "");
    out.pair = Some(FramePair { key: request.into(), channel: 0 });
    out.code = name;
    if is_ours && let Some(kind) = kind(object) {
        out.content = FrameContent::Request(kind);
    }
    // Only a chunk that is a complete message can be decoded separately.
    if bytes[3] == b'F' {
        let owned = ContextOwned::default();
        items(out, object, &bytes[TYPE_AT..], &owned.context());
    }
}

fn items(out: &mut Dissection, object: ObjectId, body: &[u8], context: &Context<'_>) {
    let mut stream = DepthLimitedBytes::over(body);
    if NodeId::decode(&mut stream, context).is_err() {
        return;
    }
    match object {
        ObjectId::ReadRequest_Encoding_DefaultBinary => {
            let nodes = ReadRequest::decode(&mut stream, context).ok();
            for node in nodes.and_then(|it| it.nodes_to_read).into_iter().flatten() {
                let name = node.node_id.to_string();
                out.items.push(DissectedItem { name, ..DissectedItem::default() });
            }
        }
        ObjectId::ReadResponse_Encoding_DefaultBinary => {
            let results = ReadResponse::decode(&mut stream, context).ok();
            for value in results.and_then(|it| it.results).into_iter().flatten() {
                let refused = value.status.filter(StatusCode::is_bad).map(said);
                out.items.push(DissectedItem { refused, ..DissectedItem::default() });
            }
        }
        ObjectId::ServiceFault_Encoding_DefaultBinary => {
            // The response header: its time, the request's handle, and the result.
            let rest = stream.rest();
            if let Some(code) = rest.get(12..).and_then(|it| it.first_chunk()) {
                let code = StatusCode::from(u32::from_le_bytes(*code));
                out.content = FrameContent::Refusal(said(code));
            }
        }
        _ => {}
    }
}

/// The kind of a request, by the guard's allow-list.
fn kind(object: ObjectId) -> Option<RequestName> {
    let code = (object as u32).to_string();
    KINDS.iter().find(|it| it.code.split(", ").any(|it| it == code)).map(|it| it.name)
}
