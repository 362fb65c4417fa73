//! Divides reads into requests.

use std::ops::Range;

use opcua::types::{Identifier, NodeId, NumericRange};

/// The limits of one connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Number of nodes in one request: `MaxNodesPerRead`.
    pub(crate) nodes: usize,
    /// Size of one request, in bytes.
    pub(crate) request: usize,
    /// Size of one response, in bytes.
    pub(crate) reply: usize,
}

/// The sizes of one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) request: usize,
    pub(crate) reply: usize,
}

/// Headers of frame, channel, request and list, with a session token of 32 bytes.
pub(crate) const HEAD: usize = 160;

/// Divides a list into requests, in order, each as full as possible. A node that exceeds the limits
/// has its own request.
pub(crate) fn pack(costs: &[Cost], limits: Limits) -> Vec<Range<usize>> {
    let (request_room, reply_room) =
        (limits.request.saturating_sub(HEAD), limits.reply.saturating_sub(HEAD));
    let mut packets = Vec::new();
    let (mut start, mut request, mut reply) = (0, 0, 0);
    for (place, cost) in costs.iter().enumerate() {
        let is_full = place - start >= limits.nodes.max(1)
            || request + cost.request > request_room
            || reply + cost.reply > reply_room;
        if is_full && place > start {
            packets.push(start..place);
            (start, request, reply) = (place, 0, 0);
        }
        request += cost.request;
        reply += cost.reply;
    }
    if start < costs.len() {
        packets.push(start..costs.len());
    }
    packets
}

/// Encoded size of a node id (OPC UA Part 6 §5.2.2.9).
pub(crate) fn node_size(node: &NodeId) -> usize {
    match &node.identifier {
        Identifier::Numeric(number) if node.namespace == 0 && *number <= 255 => 2,
        Identifier::Numeric(number) if node.namespace <= 255 && *number <= 65_535 => 4,
        Identifier::Numeric(_) => 7,
        Identifier::String(text) => 7 + text.as_ref().len(),
        Identifier::Guid(_) => 19,
        Identifier::ByteString(bytes) => 7 + bytes.as_ref().len(),
    }
}

/// Size of a node in a read request: its id, the attribute, the range and an empty encoding.
pub(super) fn request_size(node: &NodeId, range: &NumericRange) -> usize {
    let range = if range.is_none() { 0 } else { range.to_string().len() };
    node_size(node) + 4 + 4 + range + 6
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WIDE: Limits = Limits { nodes: 100, request: 1 << 20, reply: 1 << 20 };

    fn check(count: usize, cost: (usize, usize), limits: Limits, expected: &[usize]) {
        let costs = vec![Cost { request: cost.0, reply: cost.1 }; count];
        let sizes: Vec<usize> = pack(&costs, limits).iter().map(ExactSizeIterator::len).collect();
        assert_eq!(sizes, expected);
    }

    #[test]
    fn requests_are_as_full_as_they_may_be() {
        check(0, (20, 20), WIDE, &[]);
        check(250, (20, 20), WIDE, &[100, 100, 50]);
        check(5, (20, 20), Limits { request: HEAD + 40, ..WIDE }, &[2, 2, 1]);
        check(5, (20, 20), Limits { reply: HEAD + 60, ..WIDE }, &[3, 2]);
        check(2, (2000, 20), Limits { request: 500, ..WIDE }, &[1, 1]);
        check(3, (20, 20), Limits { nodes: 0, ..WIDE }, &[1, 1, 1]);
    }

    #[test]
    fn a_node_has_the_size_that_the_library_gives_it() {
        use opcua::types::{BinaryEncodable, ByteString, ContextOwned, Guid};
        let owned = ContextOwned::default();
        for node in [
            NodeId::new(0, 255_u32),
            NodeId::new(0, 256_u32),
            NodeId::new(3, 65_535_u32),
            NodeId::new(256, 1_u32),
            NodeId::new(4, "|var|ä"),
            NodeId::new(4, Guid::new()),
            NodeId::new(4, ByteString::from(vec![1, 2, 3])),
        ] {
            assert_eq!(node_size(&node), node.byte_len(&owned.context()), "{node}");
        }
    }

    proptest! {
        /// All nodes are read once, and no request is superfluous.
        #[test]
        fn requests_hold_everything_once(
            costs in proptest::collection::vec((1..200_usize, 1..200_usize), 0..300),
            nodes in 1..50_usize,
            room in 1..2000_usize,
        ) {
            let costs: Vec<Cost> =
                costs.into_iter().map(|(request, reply)| Cost { request, reply }).collect();
            let limits = Limits { nodes, request: HEAD + room, reply: HEAD + room };
            let packets = pack(&costs, limits);
            prop_assert_eq!(packets.iter().flat_map(Clone::clone).collect::<Vec<_>>(), (0..costs.len()).collect::<Vec<_>>());
            for packet in &packets {
                let sum = |of: fn(&Cost) -> usize| costs[packet.clone()].iter().map(of).sum::<usize>();
                prop_assert!(packet.len() <= nodes);
                prop_assert!(packet.len() == 1 || sum(|it| it.request) <= room && sum(|it| it.reply) <= room);
            }
        }
    }
}
