//! Multiple Service Packet: several requests or replies in one message.
//!
//! Source: Rockwell 1756-PM020, "Multiple Service Packet service".

use bytes::BufMut;

use super::{DecodeError, EPath, Reader, Request, Service, class};

/// Size of a request without its members: service, path, and count.
pub const REQUEST_OVERHEAD: usize = 8;
/// Size of a reply without its members: header and count.
pub const REPLY_OVERHEAD: usize = 6;
/// Additional size of each member: its offset.
pub const MEMBER_OVERHEAD: usize = 2;

/// Creates a request from several; members are complete message router requests.
///
/// # Panics
/// If the members are longer than 64 KiB together.
pub fn request<M: AsRef<[u8]>>(members: &[M]) -> Request {
    let path = EPath::object(class::MESSAGE_ROUTER, 1);
    Request::new(Service::MULTIPLE_SERVICE_PACKET, path, join(members))
}

/// Encodes the data of a request or reply: count, offsets, members.
///
/// # Panics
/// If the members are longer than 64 KiB together.
pub fn join<M: AsRef<[u8]>>(members: &[M]) -> Vec<u8> {
    let head = 2 + MEMBER_OVERHEAD * members.len();
    let size = head + members.iter().map(|it| it.as_ref().len()).sum::<usize>();
    let mut out = Vec::with_capacity(size);
    out.put_u16_le(offset(members.len()));
    let mut at = head;
    for member in members {
        out.put_u16_le(offset(at));
        at += member.as_ref().len();
    }
    for member in members {
        out.put_slice(member.as_ref());
    }
    out
}

fn offset(at: usize) -> u16 {
    u16::try_from(at).expect("a packet of services fits into 64 KiB")
}

/// Splits the data of a request or reply.
///
/// The members must follow the offsets and each other, in order and without gaps.
pub fn split(data: &[u8]) -> Result<Vec<&[u8]>, DecodeError> {
    let mut reader = Reader::new(data);
    let count = usize::from(reader.u16("number of services")?);
    let offsets = reader.take("service offsets", count * MEMBER_OVERHEAD)?;
    let mut expected = reader.offset();
    let mut members = Vec::with_capacity(count);
    for i in 0..count {
        let begin = offset_at(offsets, i).unwrap_or_default();
        let end = offset_at(offsets, i + 1).unwrap_or(data.len());
        let member = data.get(begin..end).filter(|it| begin >= expected && !it.is_empty());
        // The first one begins after the offsets, each other one at the end of the previous one.
        match member.filter(|_| i > 0 || begin == expected) {
            Some(member) => members.push(member),
            None => {
                return Err(DecodeError::new(
                    "service offset",
                    2 + i * MEMBER_OVERHEAD,
                    format!("{expected} to {}", data.len()),
                    format!("{begin} to {end}"),
                ));
            }
        }
        expected = end;
    }
    if count == 0 {
        reader.finish("multiple service packet")?;
    }
    Ok(members)
}

fn offset_at(offsets: &[u8], i: usize) -> Option<usize> {
    let bytes = offsets.get(i * 2..i * 2 + 2)?;
    Some(usize::from(u16::from_le_bytes([bytes[0], bytes[1]])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_back() {
        let members: [&[u8]; 3] = [&[1, 2], &[3], &[4, 5, 6]];
        let data = join(&members);
        assert_eq!(data, [3, 0, 8, 0, 10, 0, 11, 0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(split(&data).unwrap(), members);
        assert_eq!(request(&members).size(), REQUEST_OVERHEAD + data.len() - 2);
        for cut in 0..data.len() - 3 {
            assert!(split(&data[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn refuses_offsets_that_lie() {
        for data in [
            &[1, 0, 5, 0, 9, 9][..],
            &[1, 0, 3, 0, 9, 9],
            &[1, 0, 0xFF, 0xFF, 9, 9],
            &[2, 0, 6, 0, 6, 0, 1, 1],
            &[2, 0, 7, 0, 6, 0, 1, 1],
            &[0xFF, 0xFF, 0, 0],
            &[0, 0, 1],
        ] {
            assert!(split(data).is_err(), "{data:02x?}");
        }
    }
}
