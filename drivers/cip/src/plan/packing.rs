//! Combines requests into packets.
//!
//! With S bytes of connection a message has S − 2. A packet of several requests needs 8 bytes in
//! the request and 6 in the response, and 2 for each member, so that Σ(2+rᵢ) ≤ S−10 and Σ(2+qᵢ) ≤
//! S−8.

use crate::codec::{
    changes,
    multiple_service::{MEMBER_OVERHEAD, REPLY_OVERHEAD, REQUEST_OVERHEAD},
};

/// Maximum sizes of a message router request and response on the link, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) request: usize,
    pub(crate) reply: usize,
}

impl Limits {
    /// The limits of a connection with `size` bytes, sequence count included.
    pub(crate) fn connected(size: u16) -> Self {
        let message = usize::from(size).saturating_sub(2);
        Self { request: message, reply: message }
    }
}

/// Sizes of one request and of its response, with headers, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) request: usize,
    pub(crate) reply: usize,
}

/// A packet of requests, by their index in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Packet {
    /// Several in one packet, followed by the request for the change mark if it is marked. Without
    /// members, only that request is sent.
    Together { members: Vec<usize>, marked: bool },
    /// A single request, not embedded.
    Alone(usize),
    /// A request whose response does not fit: in several parts.
    InParts(usize),
}

impl Packet {
    /// The requests in it.
    pub(crate) fn members(&self) -> &[usize] {
        match self {
            Self::Together { members, .. } => members,
            Self::Alone(one) | Self::InParts(one) => std::slice::from_ref(one),
        }
    }

    pub(crate) fn is_marked(&self) -> bool {
        matches!(self, Self::Together { marked: true, .. })
    }
}

/// The packets that include the request for the change mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    /// None: their content does not depend on it.
    None,
    /// The first and the last one, so that all others are between them.
    FirstAndLast,
    /// All with enough space, since several are in progress at a time.
    Every,
}

/// Sizes of the request for the change mark, and of its response.
pub(super) const MARK: Size = Size { request: 18, reply: changes::REPLY_SIZE };

/// The current content of a packet, its own overhead included.
#[derive(Debug, Clone)]
struct Bin {
    members: Vec<usize>,
    request: usize,
    reply: usize,
    marked: bool,
}

impl Bin {
    fn new(marked: bool) -> Self {
        let mut bin =
            Self { members: Vec::new(), request: REQUEST_OVERHEAD, reply: REPLY_OVERHEAD, marked };
        if marked {
            bin.request += MARK.request + MEMBER_OVERHEAD;
            bin.reply += MARK.reply + MEMBER_OVERHEAD;
        }
        bin
    }

    fn take(&mut self, read: usize, size: Size) {
        self.members.push(read);
        self.request += size.request + MEMBER_OVERHEAD;
        self.reply += size.reply + MEMBER_OVERHEAD;
    }

    /// The maximum sizes of one more request.
    fn room(&self, limits: Limits) -> Size {
        Size {
            request: limits.request.saturating_sub(self.request + MEMBER_OVERHEAD),
            reply: limits.reply.saturating_sub(self.reply + MEMBER_OVERHEAD),
        }
    }
}

impl Size {
    fn fits(self, room: Self) -> bool {
        self.request <= room.request && self.reply <= room.reply
    }
}

/// Puts requests into packets, each into the first one with enough space.
#[derive(Debug, Clone)]
pub(crate) struct Packer {
    limits: Limits,
    marks: Marks,
    bins: Vec<Bin>,
    in_parts: Vec<usize>,
}

impl Packer {
    pub(crate) fn new(limits: Limits, marks: Marks) -> Self {
        // The first one and the last one.
        let bins = match marks {
            Marks::FirstAndLast => vec![Bin::new(true), Bin::new(true)],
            Marks::None | Marks::Every => Vec::new(),
        };
        Self { limits, marks, bins, in_parts: Vec::new() }
    }

    /// Adds a request that cannot be divided.
    pub(crate) fn add(&mut self, read: usize, size: Size) {
        let limits = self.limits;
        if size.reply > limits.reply {
            return self.in_parts.push(read);
        }
        match self.bins.iter_mut().find(|bin| size.fits(bin.room(limits))) {
            Some(bin) => bin.take(read, size),
            None => self.open(read, size),
        }
    }

    /// Starts a new packet for it, with a mark if both fit.
    fn open(&mut self, read: usize, size: Size) {
        let marked = self.marks == Marks::Every && size.fits(Bin::new(true).room(self.limits));
        let mut bin = Bin::new(marked);
        bin.take(read, size);
        self.bins.push(bin);
    }

    /// Adds a run of elements, divided so that packets are filled. `piece` creates a part from its
    /// first element and its length; a part has `head` bytes in addition to the elements.
    pub(crate) fn pour(
        &mut self,
        elements: u32,
        element: usize,
        head: Size,
        mut piece: impl FnMut(u32, u32) -> usize,
    ) {
        let fit = |room: usize| u32::try_from(room.saturating_sub(head.reply) / element.max(1));
        let fit = |room: usize| fit(room).unwrap_or(u32::MAX).min(MAX_ELEMENTS);
        let least = fit(head.reply + (self.limits.reply / 16).max(element)).min(elements).max(1);
        let mut first = 0;
        let mut put = |packer: &mut Self, at: Option<usize>, count: u32| {
            let bytes = usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(element);
            let size = Size { request: head.request, reply: head.reply + bytes };
            let read = piece(first, count);
            match at {
                Some(at) => packer.bins[at].take(read, size),
                None => packer.open(read, size),
            }
            first += count;
            elements - first
        };
        let mut left = elements;
        for at in 0..self.bins.len() {
            let room = self.bins[at].room(self.limits);
            let count = fit(room.reply).min(left);
            if left > 0 && head.request <= room.request && count >= least.min(left) {
                left = put(self, Some(at), count);
            }
        }
        while left > 0 {
            let marked = Bin::new(self.marks == Marks::Every).room(self.limits);
            let room = match self.marks {
                Marks::Every if fit(marked.reply) > 0 => marked.reply,
                _ => self.limits.reply,
            };
            let count = fit(room).clamp(1, left);
            left = put(self, None, count);
        }
    }

    /// The packets, in the order of sending.
    pub(crate) fn finish(mut self) -> Vec<Packet> {
        if self.marks == Marks::FirstAndLast {
            let last = self.bins.remove(1);
            let is_needed = |bin: &Bin| !bin.members.is_empty();
            let has_more = self.bins.len() > 1 || !self.in_parts.is_empty();
            if is_needed(&last) || has_more && !is_needed(&self.bins[0]) {
                self.bins.push(last);
            } else if has_more {
                // One mark is sufficient if other packets have no space for another.
                self.bins.rotate_left(1);
            }
        }
        if self.marks == Marks::Every {
            // Packets without a mark come before those with one.
            self.bins.sort_by_key(|bin| bin.marked);
            let is_marked = self.bins.last().is_some_and(|bin| bin.marked);
            let is_empty = self.bins.is_empty() && self.in_parts.is_empty();
            if !is_marked && !is_empty {
                self.bins.push(Bin::new(true));
            }
        }
        let mut bins = self.bins.into_iter().filter(|it| it.marked || !it.members.is_empty());
        let last = bins.next_back();
        let is_only_mark = |it: &Bin| it.members.is_empty();
        let in_parts = self.in_parts.into_iter().map(Packet::InParts);
        let rest: Vec<Packet> =
            bins.filter(|it| !is_only_mark(it)).map(Bin::packet).chain(in_parts).collect();
        let last = last.filter(|it| !is_only_mark(it) || !rest.is_empty());
        rest.into_iter().chain(last.map(Bin::packet)).collect()
    }
}

/// Maximum number of elements in a request.
const MAX_ELEMENTS: u32 = u16::MAX as u32;

impl Bin {
    fn packet(self) -> Packet {
        match self.members[..] {
            [one] if !self.marked => Packet::Alone(one),
            _ => Packet::Together { members: self.members, marked: self.marked },
        }
    }
}

/// Packs by request and response size: largest first, each into the first packet with enough space.
pub(crate) fn pack(sizes: &[Size], limits: Limits) -> Vec<Packet> {
    let mut packer = Packer::new(limits, Marks::None);
    for i in largest_first(sizes, limits) {
        packer.add(i, sizes[i]);
    }
    packer.finish()
}

/// Indices of the sizes, the largest first.
pub(crate) fn largest_first(sizes: &[Size], limits: Limits) -> Vec<usize> {
    let weight = |size: Size| {
        // The fractions of both limits, cross-multiplied: the larger one counts.
        (size.request * limits.reply).max(size.reply * limits.request)
    };
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(weight(sizes[i])));
    order
}

/// Whether one more request fits into the packet, which then contains several.
pub(crate) fn has_room(sizes: &[Size], packet: &Packet, more: Size, limits: Limits) -> bool {
    let sum = |of: fn(Size) -> usize| {
        let members = packet.members().iter().map(|&i| of(sizes[i]) + MEMBER_OVERHEAD);
        let mark = if packet.is_marked() { of(MARK) + MEMBER_OVERHEAD } else { 0 };
        members.sum::<usize>() + mark + of(more) + MEMBER_OVERHEAD
    };
    REQUEST_OVERHEAD + sum(|it| it.request) <= limits.request
        && REPLY_OVERHEAD + sum(|it| it.reply) <= limits.reply
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check_floor(connection: u16, count: usize, size: Size, trips: usize) {
        let packets = pack(&vec![size; count], Limits::connected(connection));
        assert_eq!(packets.len(), trips, "{count} × {size:?} at {connection}");
    }

    #[test]
    fn reaches_the_floor_for_scattered_tags() {
        let by_name = Size { request: 20, reply: 10 };
        let by_instance = Size { request: 10, reply: 10 };
        check_floor(4002, 500, by_name, 3);
        check_floor(4002, 500, by_instance, 2);
        check_floor(500, 500, by_name, 23);
        check_floor(500, 500, by_instance, 13);
        check_floor(4002, 1, by_name, 1);
    }

    #[test]
    fn what_fits_by_itself_alone_travels_alone() {
        let limits = Limits::connected(500);
        let size = |reply| [Size { request: 20, reply }];
        assert_eq!(pack(&size(498), limits), [Packet::Alone(0)]);
        assert_eq!(pack(&size(499), limits), [Packet::InParts(0)]);
        assert_eq!(pack(&[], limits), []);
    }

    proptest! {
        #[test]
        fn each_once_and_none_over_the_limit(
            sizes in prop::collection::vec((8usize..300, 6usize..900), 0..200),
            connection in 400u16..4002,
        ) {
            let sizes: Vec<Size> =
                sizes.into_iter().map(|(request, reply)| Size { request, reply }).collect();
            let limits = Limits::connected(connection);
            let packets = pack(&sizes, limits);
            let mut seen: Vec<usize> = packets.iter().flat_map(Packet::members).copied().collect();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..sizes.len()).collect::<Vec<_>>());
            for packet in &packets {
                let of = packet.members().iter().map(|&i| sizes[i]);
                let request: usize = of.clone().map(|it| it.request + 2).sum();
                let reply: usize = of.clone().map(|it| it.reply + 2).sum();
                match packet {
                    Packet::Together { .. } => {
                        prop_assert!(request <= usize::from(connection) - 10);
                        prop_assert!(reply <= usize::from(connection) - 8);
                    }
                    Packet::Alone(_) => prop_assert!(reply - 2 <= usize::from(connection) - 2),
                    Packet::InParts(_) => prop_assert!(reply - 2 > usize::from(connection) - 2),
                }
            }
        }

        #[test]
        fn uniform_tags_take_no_more_than_the_floor(
            count in 1usize..600,
            request in 8usize..80,
            reply in 6usize..100,
            connection in 200u16..4002,
        ) {
            let size = usize::from(connection);
            let each = ((size - 10) / (2 + request)).min((size - 8) / (2 + reply));
            let packets = pack(&vec![Size { request, reply }; count], Limits::connected(connection));
            prop_assert_eq!(packets.len(), count.div_ceil(each));
        }
    }
    proptest! {
        #[test]
        fn what_is_poured_comes_once_and_marks_conclude(
            sizes in prop::collection::vec((12usize..60, 8usize..1200), 0..60),
            runs in prop::collection::vec((1u32..3000, 1usize..90), 0..4),
            connection in 300u16..4002,
            several in any::<bool>(),
        ) {
            let limits = Limits::connected(connection);
            let marks = if several { Marks::Every } else { Marks::FirstAndLast };
            let mut packer = Packer::new(limits, marks);
            let mut all: Vec<Size> = Vec::new();
            for (request, reply) in sizes {
                all.push(Size { request, reply });
                packer.add(all.len() - 1, all[all.len() - 1]);
            }
            let head = Size { request: 30, reply: 8 };
            for (elements, element) in runs {
                let mut next = 0;
                packer.pour(elements, element, head, |first, count| {
                    assert_eq!(first, next, "one after the other");
                    next += count;
                    let reply = head.reply + element * usize::try_from(count).unwrap();
                    all.push(Size { reply, ..head });
                    all.len() - 1
                });
                prop_assert_eq!(next, elements);
            }
            let packets = packer.finish();
            let mut seen: Vec<usize> = packets.iter().flat_map(Packet::members).copied().collect();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..all.len()).collect::<Vec<_>>());
            for packet in &packets {
                let none = Size { request: 0, reply: 0 };
                let mark = if packet.is_marked() { MARK } else { none };
                let of = |size: fn(Size) -> usize| -> usize {
                    let members = packet.members().iter().map(|&it| size(all[it]) + 2);
                    members.sum::<usize>() + size(mark)
                };
                let size = usize::from(connection);
                match packet {
                    Packet::Together { .. } => {
                        prop_assert!(of(|it| it.request) <= size - 10);
                        prop_assert!(of(|it| it.reply) <= size - 8);
                    }
                    Packet::Alone(_) => prop_assert!(of(|it| it.reply) <= size),
                    Packet::InParts(_) => prop_assert!(of(|it| it.reply) > size),
                }
            }
            let last = packets.last();
            prop_assert!(last.is_none_or(Packet::is_marked), "nothing behind the last mark");
            let only = |it: &&Packet| it.members().is_empty();
            prop_assert!(packets.iter().filter(only).count() <= 1);
        }
    }
}
