//! Replies, packets of replies, and the values in them.

use tagbridge_cip::codec::{
    Reader, Reply, Service,
    multiple_service::{join, split},
    read_tag::{ReadTag, TagType, TypedData},
    types::logix_string,
};
use tagbridge_driver::Value;

/// A reply reads back, its status has words, and what it carries is taken apart as the driver does.
pub fn reply(input: &[u8]) {
    let Ok(reply) = Reply::decode(input) else { return };
    assert!(!reply.status.to_string().is_empty());
    assert_eq!(Reply::decode(&reply.to_bytes()).as_ref(), Ok(&reply));
    if reply.answers(Service::MULTIPLE_SERVICE_PACKET) {
        packet(reply.data);
    } else if reply.answers(Service::READ_TAG) || reply.answers(Service::READ_TAG_FRAGMENTED) {
        values(reply.data, 1);
    }
}

/// The members of a packet are its bytes, each once and in order.
pub fn packet(input: &[u8]) {
    let Ok(members) = split(input) else { return };
    assert_eq!(join(&members), input);
    for member in members {
        // No packet holds packets, and neither does the driver look for them.
        if let Ok(reply) = Reply::decode(member)
            && !reply.answers(Service::MULTIPLE_SERVICE_PACKET)
        {
            values(reply.data, 1);
        }
    }
}

/// Typed data has the requested number of values, or is an error; encoded values can be decoded
/// again.
///
/// The input is the number of elements (16 bits), then the data of a reply.
pub fn data(input: &[u8]) {
    for fragmented in [false, true] {
        if let Ok(read) = ReadTag::decode(input, fragmented) {
            assert_eq!(read.offset.is_some(), fragmented);
        }
    }
    if let [low, high, data @ ..] = input {
        values(data, usize::from(u16::from_le_bytes([*low, *high])));
    }
}

fn values(data: &[u8], elements: usize) {
    let Ok(typed) = TypedData::decode(data) else { return };
    assert!(!typed.kind.name().is_empty());
    let mut again = Vec::new();
    typed.encode(&mut again);
    assert_eq!(again, data);
    let Ok(values) = typed.values(elements) else { return };
    assert_eq!(values.len(), elements);
    for value in &values {
        check_value(typed.resolved(elements), value);
    }
}

/// Compares bytes, since some reals do not equal themselves.
fn check_value(kind: TagType, value: &Value) {
    let encode = |value: &Value| {
        let mut out = Vec::new();
        match (kind, value) {
            (TagType::Elementary(kind), value) => kind.encode(value, &mut out),
            (_, Value::Text(text)) => logix_string::encode(text, &mut out),
            _ => None,
        }
        .unwrap_or_else(|| panic!("{kind} holds {value:?}"));
        out
    };
    let bytes = encode(value);
    let mut reader = Reader::new(&bytes);
    let again = match kind {
        TagType::Elementary(kind) => kind.decode(&mut reader),
        _ => logix_string::decode(&mut reader),
    };
    assert_eq!(encode(&again.expect("what was written is read")), bytes);
    assert!(reader.is_empty());
}
