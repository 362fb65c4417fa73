//! The limits of a request and of its response.
//!
//! With P bytes of PDU a request has 12 bytes and 12 for each item, a response 14 bytes and 4 for
//! each item in addition to its data, which has an even length except in the last item.

use crate::codec::{item::ITEM_SIZE, pdu, read};

/// Parameters of a read request without its items: function and count.
pub(super) const READ_HEAD: usize = 2;

/// The limits of one connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of items in a request.
    pub(crate) items: usize,
    /// Maximum size of items in a response in bytes, with their headers.
    pub(crate) reply: u32,
}

impl Limits {
    /// The limits of the negotiated PDU size.
    pub fn new(pdu_size: u16) -> Self {
        let pdu = usize::from(pdu_size);
        let items = pdu.saturating_sub(pdu::JOB_HEADER + READ_HEAD) / ITEM_SIZE;
        let reply = pdu.saturating_sub(pdu::ACK_HEADER + READ_HEAD);
        Self {
            items: items.clamp(1, read::MAX_ITEMS),
            reply: u32::try_from(reply).unwrap_or(u32::MAX).max(READ_ONE_BYTE),
        }
    }

    /// The rest of the PDU after this number of items that take `cost` bytes of the response each;
    /// `None` if no space is left.
    pub(super) fn without(self, items: usize, cost: u32) -> Option<Self> {
        let taken = u32::try_from(items).ok()?.checked_mul(cost)?;
        let left =
            Self { items: self.items.checked_sub(items)?, reply: self.reply.checked_sub(taken)? };
        (left.items > 0 && left.reply >= READ_ONE_BYTE).then_some(left)
    }

    /// Maximum number of data bytes of one item.
    pub(crate) fn data(self) -> u32 {
        self.reply - HEAD
    }
}

/// Size of an item's header in a response.
pub(crate) const HEAD: u32 = 4;
const READ_ONE_BYTE: u32 = HEAD + 2;

/// Size of an item in a response, with padding.
pub(crate) fn cost(len: u32) -> u32 {
    HEAD + len.next_multiple_of(2)
}

/// Size of these items in a response, if one of odd length is last.
pub(crate) fn reply_size(lens: impl IntoIterator<Item = u32>) -> u32 {
    let (mut sum, mut odd) = (0, 0);
    for len in lens {
        sum += cost(len);
        odd |= len % 2;
    }
    sum - odd
}
