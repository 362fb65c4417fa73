//! Read Tag and Read Tag Fragmented.
//!
//! Source: Rockwell 1756-PM020, "Read Tag Service" and "Read Tag Fragmented Service".

use bytes::BufMut;
use tagbridge_cip::codec::{Reply, Status};

use super::{
    answer::{Answer, exactly},
    location::Location,
    memory::{Memory, Scalar},
    types::{Element, ExternalAccess},
};

/// Precedes the handle of a structure, in place of a type code.
const STRUCTURE: [u8; 2] = [0xA0, 0x02];

/// Read Tag: the request has a number of elements; the reply has all that fit.
pub(super) fn read(memory: &Memory, location: &Location, data: &[u8], room: usize) -> Answer {
    match exactly::<2>(data) {
        Ok(count) => elements(memory, location, u16::from_le_bytes(count), 0, room),
        Err(refusal) => refusal,
    }
}

/// Read Tag Fragmented: like Read Tag, from an offset in bytes.
pub(super) fn read_fragmented(
    memory: &Memory,
    location: &Location,
    data: &[u8],
    room: usize,
) -> Answer {
    match exactly::<6>(data) {
        Ok([low, high, offset @ ..]) => elements(
            memory,
            location,
            u16::from_le_bytes([low, high]),
            u32::from_le_bytes(offset),
            room,
        ),
        Err(refusal) => refusal,
    }
}

fn elements(memory: &Memory, location: &Location, count: u16, offset: u32, room: usize) -> Answer {
    if location.access == ExternalAccess::None {
        return Answer::refused(Status::PRIVILEGE_VIOLATION);
    }
    let count = u32::from(count);
    if count == 0 || count > location.available {
        return Answer::from(Status::with(Status::GENERAL_ERROR, 0x2105));
    }
    let size = memory.model().size_of(location.element);
    // An element is never split; structures are split at multiples of 4 bytes.
    let (type_code, grain) = match location.element {
        Element::Atomic(atomic) => (atomic.code().to_le_bytes().to_vec(), atomic.size()),
        Element::Structure(id) => {
            let handle = memory.model().structure(id).handle.to_le_bytes();
            ([STRUCTURE, handle].concat(), 4)
        }
    };
    let total = size * count;
    if offset >= total || !offset.is_multiple_of(grain) {
        return Answer::from(Status::with(Status::GENERAL_ERROR, 0x2104));
    }
    let start = location.offset as usize;
    let mut reply = type_code;
    if location.bit.is_some() {
        reply.put_u8(bool::take(&memory.bytes()[start..], location.bit).into());
        return Answer::good(reply);
    }
    let left = &memory.bytes()[start + offset as usize..start + total as usize];
    let space = room.saturating_sub(Reply::HEADER_SIZE + reply.len());
    if left.len() <= space {
        reply.put_slice(left);
        return Answer::good(reply);
    }
    let fits = space - space % grain as usize;
    if fits == 0 {
        return Answer::refused(Status::REPLY_TOO_LARGE);
    }
    reply.put_slice(&left[..fits]);
    Answer::partial(reply)
}
