//! The result of a read: its data, and whether it is as expected.

use bytes::Bytes;

use super::PartialRead;
use crate::{
    client::outcome::{Data, Failure},
    codec::{
        DecodeError, Reply, Service, Status,
        read_tag::{TagType, TypedData},
    },
    plan::Read,
};

/// Maximum number of bytes of one read if its type has no size: 65535 STRINGs fit.
const MAX_GATHERED: usize = 8 << 20;

/// The data of a usual response: success, of this elementary type, complete.
pub(super) fn as_expected(reply: &[u8], kind: TagType, len: usize) -> Option<&[u8]> {
    let TagType::Elementary(kind) = kind else { return None };
    let (head, data) = reply.split_first_chunk::<6>()?;
    let [a, b] = kind.code().to_le_bytes();
    let is_good = *head == [Service::READ_TAG.code() | 0x80, 0, Status::SUCCESS, 0, a, b];
    (is_good && data.len() == len).then_some(data)
}

pub(super) fn is_as_listed((kind, len): (TagType, Option<usize>), data: &Data) -> bool {
    // One for padding.
    let fits = len.is_none_or(|len| (len..=len + 1).contains(&data.bytes.len()));
    fits && is_same(kind, data.kind)
}

/// Whether both have the same code in the protocol.
fn is_same(a: TagType, b: TagType) -> bool {
    match (a, b) {
        (TagType::Elementary(a), TagType::Elementary(b)) => a.code() == b.code(),
        _ => a == b,
    }
}

pub(super) fn data(bytes: &Bytes, data: &[u8]) -> Result<Data, Failure> {
    let typed = TypedData::decode(data).map_err(Failure::from)?;
    Ok(Data { kind: typed.kind, bytes: bytes.slice_ref(typed.bytes) })
}

/// Appends the data of a fragment. Returns whether it was the last one.
pub(super) fn append(part: &mut PartialRead, read: &Read, reply: &[u8]) -> Result<bool, Failure> {
    let reply = Reply::decode(reply).map_err(Failure::from)?;
    let is_last = match reply.status.general {
        Status::SUCCESS => true,
        Status::PARTIAL_TRANSFER => false,
        _ => return Err(Failure::Status(reply.status)),
    };
    let data = TypedData::decode(reply.data).map_err(Failure::from)?;
    let disagrees = |expected: String, found: String| {
        let offset = part.bytes.len();
        Failure::from(DecodeError::new("fragment", offset, expected, found))
    };
    if let Some(kind) = part.kind.filter(|&it| it != data.kind) {
        return Err(disagrees(format!("more {kind}"), data.kind.to_string()));
    }
    if data.bytes.is_empty() && !is_last {
        return Err(disagrees("more bytes".into(), "none".into()));
    }
    let size = data.kind.element_size();
    let expected = read.expected.and_then(|it| it.1);
    let most = expected
        .unwrap_or_else(|| size.map_or(MAX_GATHERED, |it| it.max(8) * usize::from(read.elements)));
    let total = part.bytes.len() + data.bytes.len();
    // One for padding.
    if total > most + 1 {
        return Err(disagrees(format!("at most {most} bytes in all"), total.to_string()));
    }
    part.kind = Some(data.kind);
    part.bytes.extend_from_slice(data.bytes);
    Ok(is_last)
}
