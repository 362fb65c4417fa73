//! Which requests travel together.
//!
//! With S bytes of connection a message has S − 2. A packet of several needs 8 bytes of the
//! request and 6 of the reply for itself and 2 for each member, so that Σ(2+rᵢ) ≤ S−10 and
//! Σ(2+qᵢ) ≤ S−8.

use crate::codec::multiple_service::{MEMBER_OVERHEAD, REPLY_OVERHEAD, REQUEST_OVERHEAD};

/// Bytes of a message router request and reply that the way to the controller can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) request: usize,
    pub(crate) reply: usize,
}

impl Limits {
    /// Those of a connection of `size` bytes, sequence count included.
    pub(crate) fn connected(size: u16) -> Self {
        let message = usize::from(size).saturating_sub(2);
        Self { request: message, reply: message }
    }
}

/// Bytes of one request and of its reply, both whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) request: usize,
    pub(crate) reply: usize,
}

/// How some requests travel; they are named by their place in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Parcel {
    /// Two or more in one packet.
    Together(Vec<usize>),
    /// One by itself, without a wrapper.
    Alone(usize),
    /// One whose reply does not fit: piece by piece.
    InParts(usize),
}

/// What a packet has taken in so far, its own overhead included.
struct Bin {
    members: Vec<usize>,
    request: usize,
    reply: usize,
}

/// Packs by request and by reply size: largest first, each into the first packet that has room.
pub(crate) fn pack(sizes: &[Size], limits: Limits) -> Vec<Parcel> {
    let mut parcels = Vec::new();
    let mut bins: Vec<Bin> = Vec::new();
    for i in largest_first(sizes, limits) {
        let size = sizes[i];
        if size.reply > limits.reply {
            parcels.push(Parcel::InParts(i));
            continue;
        }
        let (request, reply) = (size.request + MEMBER_OVERHEAD, size.reply + MEMBER_OVERHEAD);
        let room = |bin: &&mut Bin| {
            bin.request + request <= limits.request && bin.reply + reply <= limits.reply
        };
        match bins.iter_mut().find(room) {
            Some(bin) => {
                bin.members.push(i);
                bin.request += request;
                bin.reply += reply;
            }
            None => bins.push(Bin {
                members: vec![i],
                request: REQUEST_OVERHEAD + request,
                reply: REPLY_OVERHEAD + reply,
            }),
        }
    }
    parcels.extend(bins.into_iter().map(|bin| match bin.members[..] {
        [one] => Parcel::Alone(one),
        _ => Parcel::Together(bin.members),
    }));
    parcels
}

fn largest_first(sizes: &[Size], limits: Limits) -> Vec<usize> {
    let weight = |size: Size| {
        // Cross-multiplied shares of the two limits: whichever binds more.
        (size.request * limits.reply).max(size.reply * limits.request)
    };
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(weight(sizes[i])));
    order
}

/// Whether one more request fits beside `members`, which makes a packet of a single one.
pub(crate) fn has_room(sizes: &[Size], members: &[usize], more: Size, limits: Limits) -> bool {
    let sum = |of: fn(Size) -> usize| {
        let members = members.iter().map(|&i| of(sizes[i]) + MEMBER_OVERHEAD).sum::<usize>();
        members + of(more) + MEMBER_OVERHEAD
    };
    REQUEST_OVERHEAD + sum(|it| it.request) <= limits.request
        && REPLY_OVERHEAD + sum(|it| it.reply) <= limits.reply
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn members(parcel: &Parcel) -> &[usize] {
        match parcel {
            Parcel::Together(members) => members,
            Parcel::Alone(one) | Parcel::InParts(one) => std::slice::from_ref(one),
        }
    }

    fn check_floor(connection: u16, count: usize, size: Size, trips: usize) {
        let parcels = pack(&vec![size; count], Limits::connected(connection));
        assert_eq!(parcels.len(), trips, "{count} × {size:?} at {connection}");
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
        assert_eq!(pack(&size(498), limits), [Parcel::Alone(0)]);
        assert_eq!(pack(&size(499), limits), [Parcel::InParts(0)]);
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
            let parcels = pack(&sizes, limits);
            let mut seen: Vec<usize> = parcels.iter().flat_map(members).copied().collect();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..sizes.len()).collect::<Vec<_>>());
            for parcel in &parcels {
                let of = members(parcel).iter().map(|&i| sizes[i]);
                let request: usize = of.clone().map(|it| it.request + 2).sum();
                let reply: usize = of.clone().map(|it| it.reply + 2).sum();
                match parcel {
                    Parcel::Together(_) => {
                        prop_assert!(request <= usize::from(connection) - 10);
                        prop_assert!(reply <= usize::from(connection) - 8);
                    }
                    Parcel::Alone(_) => prop_assert!(reply - 2 <= usize::from(connection) - 2),
                    Parcel::InParts(_) => prop_assert!(reply - 2 > usize::from(connection) - 2),
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
            let parcels = pack(&vec![Size { request, reply }; count], Limits::connected(connection));
            prop_assert_eq!(parcels.len(), count.div_ceil(each));
        }
    }
}
