//! Reads of any size over one session: divided by the server's limits, several at a time, and in
//! smaller parts if the actual limits are lower.

use std::{
    collections::HashMap,
    ops::Range,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use futures::stream::{FuturesUnordered, StreamExt};
use opcua::types::{
    AttributeId, DataValue, NodeId, NumericRange, ReadValueId, StatusCode, TimestampsToReturn,
};
use tagbridge_driver::{LinkError, LinkStep};

use crate::{
    log_message::{LogMessage, event},
    plan::{self, Cost, Limits},
    session::{ExceededLimit, Fault, Session},
};

/// Number of requests in progress at a time: enough to keep a server busy, and few enough for a
/// small one.
const UNDER_WAY: usize = 4;
/// The same on a slow line, where most of them are in transit.
const UNDER_WAY_FAR: usize = 16;
/// A server that takes longer for a few values is on a slow line.
const FAR: Duration = Duration::from_millis(15);
/// The minimum message size that is assumed.
const SMALLEST: usize = 1024;
const READ: LinkStep = LinkStep::Read;
/// The time after which a server with reduced limits is tried with higher ones.
const TRIED_AGAIN: Duration = Duration::from_mins(10);
/// How long an attribute that could not be decoded is not requested again.
const DOUBTED: Duration = Duration::from_secs(30);
/// Maximum number of recorded attributes that could not be decoded.
const DOUBTS: usize = 10_000;

/// A session, its limits, and the number of its requests.
pub(super) struct Wire {
    pub(super) session: Arc<Session>,
    limits: Limits,
    /// The reported or assumed limits.
    most: Limits,
    /// When the limits were reduced, or last increased again.
    shrunk_at: Option<Instant>,
    /// The actual limits of servers, for the next connection.
    found: Arc<Mutex<Option<Limits>>>,
    /// Number of requests that were answered so far.
    pub(super) requests: u32,
    /// Maximum number of requests in progress at a time.
    pub(super) under_way: usize,
    /// Number of nodes that are browsed in one request: `MaxNodesPerBrowse`.
    pub(super) browses: usize,
    /// Attributes that could not be decoded, and the time: each of them makes the whole response
    /// unreadable.
    doubts: HashMap<Arc<NodeId>, HashMap<u32, Instant>>,
}

/// An attribute of a node, or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AttributeRead {
    pub(super) node: Arc<NodeId>,
    pub(super) attribute: AttributeId,
    pub(super) range: NumericRange,
    pub(super) cost: Cost,
}

/// Doubles the limits, up to a maximum.
fn grown(limits: Limits, most: Limits) -> Limits {
    let twice = |now: usize, most: usize| now.saturating_mul(2).min(most);
    Limits {
        nodes: twice(limits.nodes, most.nodes),
        reply: twice(limits.reply, most.reply),
        ..limits
    }
}

impl AttributeRead {
    /// An attribute as a whole.
    pub(super) fn attribute(node: impl Into<Arc<NodeId>>, attribute: AttributeId) -> Self {
        let node = node.into();
        let cost = Cost { request: plan::node_size(&node) + 14, reply: 32 };
        Self { node, attribute, range: NumericRange::None, cost }
    }

    pub(super) fn to_read(&self) -> ReadValueId {
        ReadValueId {
            node_id: NodeId::clone(&self.node),
            attribute_id: self.attribute as u32,
            index_range: self.range.clone(),
            ..ReadValueId::default()
        }
    }
}

impl Wire {
    pub(super) fn new(session: Session, found: Arc<Mutex<Option<Limits>>>) -> Self {
        let acknowledged = session.acknowledged();
        // A chunk consists of its content, its headers, a signature and padding.
        let chunk = (acknowledged.chunk as usize).saturating_sub(128).max(SMALLEST);
        let by_chunks = match acknowledged.chunks {
            0 => usize::MAX,
            chunks => chunk.saturating_mul(chunks as usize),
        };
        let by_message = match acknowledged.message {
            0 => usize::MAX,
            bytes => (bytes as usize).max(SMALLEST),
        };
        let limits = Limits {
            nodes: usize::MAX,
            request: by_chunks.min(by_message).min(MESSAGE),
            reply: MESSAGE,
        };
        let mut wire = Self {
            session: Arc::new(session),
            limits,
            most: limits,
            shrunk_at: None,
            found,
            requests: 0,
            under_way: UNDER_WAY,
            browses: usize::MAX,
            doubts: HashMap::new(),
        };
        if let Ok(found) = wire.found.lock()
            && let Some(found) = *found
        {
            wire.limits.nodes = found.nodes;
            wire.limits.reply = wire.limits.reply.min(found.reply);
            wire.shrunk_at = Some(Instant::now());
        }
        wire
    }

    /// Disconnects properly.
    pub(super) async fn close(self) {
        if let Some(session) = Arc::into_inner(self.session) {
            session.close().await;
        }
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Records the time of a short request.
    pub(super) fn took(&mut self, time: Duration) {
        self.under_way = if time >= FAR { UNDER_WAY_FAR } else { UNDER_WAY };
    }

    /// Applies the server's reported limit, unless a lower one is known.
    pub(super) fn limit_nodes(&mut self, most: usize) {
        self.limits.nodes = self.limits.nodes.min(most.max(1));
        self.most.nodes = self.most.nodes.min(most.max(1));
    }

    /// The server may have been busy when its limits were reduced: from time to time they are
    /// doubled.
    fn try_more(&mut self) {
        if self.shrunk_at.is_some_and(|at| at.elapsed() >= TRIED_AGAIN) {
            self.limits = grown(self.limits, self.most);
            self.shrunk_at = (self.limits != self.most).then(Instant::now);
            self.keep_limits();
        }
    }

    fn keep_limits(&self) {
        if let Ok(mut found) = self.found.lock() {
            *found = self.shrunk_at.map(|_| self.limits);
        }
    }

    /// Reads all attributes, and returns their values in order, with the time of the response.
    pub(super) async fn read(
        &mut self,
        asks: &[AttributeRead],
        timestamps: TimestampsToReturn,
    ) -> Result<Vec<(DataValue, Instant)>, LinkError> {
        self.try_more();
        let mut answers: Vec<Option<(DataValue, Instant)>> = vec![None; asks.len()];
        let (order, costs, mut waiting) = self.sort(asks, &mut answers);
        waiting.reverse();
        let session = Arc::clone(&self.session);
        let mut under_way = FuturesUnordered::new();
        loop {
            while under_way.len() < self.under_way
                && let Some(packet) = waiting.pop()
            {
                let places = &order[packet.clone()];
                let nodes = places.iter().map(|it| asks[*it].to_read()).collect();
                let asked = session.read(nodes, timestamps);
                under_way.push(async move { (packet, asked.await) });
            }
            let Some((packet, outcome)) = under_way.next().await else { break };
            self.requests += 1;
            match outcome {
                Ok(values) => {
                    let now = Instant::now();
                    for (place, value) in order[packet].iter().zip(values) {
                        answers[*place] = Some((value, now));
                        self.trust(&asks[*place]);
                    }
                }
                Err(Fault::Unclear(_)) if packet.len() > 1 => {
                    // One half contains the invalid value, and the other may be valid.
                    let half = packet.start + packet.len() / 2;
                    waiting.extend([half..packet.end, packet.start..half]);
                }
                Err(Fault::Unclear(_)) => {
                    let place = order[packet.start];
                    self.doubt(&asks[place]);
                    answers[place] = Some(without_value(StatusCode::BadDecodingError));
                }
                Err(fault) => match fault.wants_less() {
                    Some(less) if packet.len() > 1 => {
                        let again = self.less(less, &packet, &costs);
                        waiting.extend(again.into_iter().rev());
                    }
                    // If the value of a single node is too large, the error concerns only that
                    // node.
                    Some(ExceededLimit::Bytes) => {
                        let code = StatusCode::BadResponseTooLarge;
                        answers[order[packet.start]] = Some(without_value(code));
                    }
                    _ => return Err(fault.into_link(READ)),
                },
            }
        }
        let all: Option<Vec<_>> = answers.into_iter().collect();
        all.ok_or(LinkError::Closed { doing: READ })
    }

    /// Whether it could not be decoded recently.
    pub(super) fn is_doubtful(&self, ask: &AttributeRead) -> bool {
        self.decode_failed_at(ask).is_some_and(|at| at.elapsed() < DOUBTED)
    }

    /// Divides the requested attributes into requests. Attributes that could not be decoded are
    /// answered from memory, and after some time requested again, alone.
    fn sort(
        &self,
        asks: &[AttributeRead],
        answers: &mut [Option<(DataValue, Instant)>],
    ) -> (Vec<usize>, Vec<Cost>, Vec<Range<usize>>) {
        let (mut order, mut alone) = (Vec::with_capacity(asks.len()), Vec::new());
        for (place, ask) in asks.iter().enumerate() {
            match self.decode_failed_at(ask) {
                None => order.push(place),
                Some(at) if at.elapsed() < DOUBTED => {
                    answers[place] = Some(without_value(StatusCode::BadDecodingError));
                }
                Some(_) => alone.push(place),
            }
        }
        let sound = order.len();
        order.extend(alone);
        let costs: Vec<Cost> = order.iter().map(|it| asks[*it].cost).collect();
        let mut packets = plan::pack(&costs[..sound], self.limits);
        packets.extend((sound..order.len()).map(|it| it..it + 1));
        (order, costs, packets)
    }

    fn decode_failed_at(&self, ask: &AttributeRead) -> Option<Instant> {
        self.doubts.get(&ask.node)?.get(&(ask.attribute as u32)).copied()
    }

    fn doubt(&mut self, ask: &AttributeRead) {
        tracing::debug!(node = %ask.node, "its value cannot be decoded");
        if self.doubts.len() < DOUBTS || self.doubts.contains_key(&ask.node) {
            let of_node = self.doubts.entry(ask.node.clone()).or_default();
            of_node.insert(ask.attribute as u32, Instant::now());
        }
    }

    fn trust(&mut self, ask: &AttributeRead) {
        if !self.doubts.is_empty()
            && let Some(of_node) = self.doubts.get_mut(&ask.node)
        {
            of_node.remove(&(ask.attribute as u32));
            if of_node.is_empty() {
                self.doubts.remove(&ask.node);
            }
        }
    }

    /// Reduces the limits because the server refused a request, and divides that request.
    fn less(
        &mut self,
        less: ExceededLimit,
        packet: &Range<usize>,
        costs: &[Cost],
    ) -> Vec<Range<usize>> {
        let half = packet.len() / 2;
        match less {
            ExceededLimit::Operations => self.limits.nodes = self.limits.nodes.min(half).max(1),
            ExceededLimit::Bytes => {
                let reply: usize = costs[packet.clone()].iter().map(|it| it.reply).sum();
                self.limits.reply = self.limits.reply.min(reply / 2 + SMALLEST).max(SMALLEST);
            }
        }
        event!(
            info,
            LogMessage::TakesLess,
            ?less,
            nodes = self.limits.nodes,
            reply_bytes = self.limits.reply
        );
        self.shrunk_at = Some(Instant::now());
        self.keep_limits();
        let again = plan::pack(&costs[packet.clone()], self.limits);
        let again: Vec<Range<usize>> =
            again.iter().map(|it| packet.start + it.start..packet.start + it.end).collect();
        match again.len() {
            // The assumed sizes are wrong: the request is divided into halves.
            1 => vec![packet.start..packet.start + half, packet.start + half..packet.end],
            _ => again,
        }
    }
}

fn without_value(code: StatusCode) -> (DataValue, Instant) {
    (DataValue { status: Some(code), ..DataValue::default() }, Instant::now())
}

/// Maximum size of one message, in bytes.
const MESSAGE: usize = 16 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_busy_moment_taught_does_not_last() {
        let most = Limits { nodes: 1000, request: 4096, reply: 60_000 };
        let mut limits = Limits { nodes: 1, reply: SMALLEST, ..most };
        let doublings = (0..20).take_while(|_| {
            limits = grown(limits, most);
            limits != most
        });
        assert_eq!(doublings.count(), 9);
        assert_eq!(grown(Limits { nodes: usize::MAX, ..most }, most), most);
        let unknown = Limits { nodes: usize::MAX, ..most };
        assert_eq!(grown(Limits { nodes: 3, ..most }, unknown).nodes, 6);
    }
}
