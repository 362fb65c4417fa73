//! Registers short names for nodes with long ids that are read repeatedly (Part 4 §5.9.5).

use std::sync::Arc;

use futures::stream::{FuturesUnordered, StreamExt};
use opcua::types::NodeId;
use tagbridge_driver::{LinkError, LinkStep};

use super::{OpcUaConnection, scan::Prepared, walk::cut};
use crate::{plan, session::Fault};

/// Minimum length of an id for registration.
const LONG_ID: usize = 16;
/// Number of nodes that are registered in one request, if the server reports no limit.
const REGISTERED: usize = 1000;

impl OpcUaConnection {
    /// Registers short names for nodes with long ids.
    pub(super) async fn register(&mut self, prepared: &mut Prepared) -> Result<(), LinkError> {
        let long: Vec<(usize, Arc<NodeId>)> = prepared
            .asks()
            .iter()
            .enumerate()
            .filter(|(_, it)| plan::node_size(&it.node) > LONG_ID)
            .map(|(place, it)| (place, Arc::clone(&it.node)))
            .collect();
        let session = Arc::clone(&self.wire.session);
        let mut waiting = cut(0..long.len(), self.registered_per_call.min(REGISTERED));
        let mut under_way = FuturesUnordered::new();
        loop {
            while self.registered_per_call > 0
                && under_way.len() < self.wire.under_way
                && let Some(some) = waiting.pop()
            {
                let nodes = long[some.clone()].iter().map(|it| NodeId::clone(&it.1)).collect();
                let asked = session.register(nodes);
                under_way.push(async move { (some, asked.await) });
            }
            let Some((some, outcome)) = under_way.next().await else { return Ok(()) };
            self.wire.requests += 1;
            match outcome {
                Ok(names) => {
                    for ((place, own), name) in long[some].iter().zip(names) {
                        if !name.is_null() && name != **own {
                            prepared.rename(*place, name);
                        }
                    }
                }
                Err(fault) if fault.wants_less().is_some() && some.len() > 1 => {
                    self.registered_per_call = self.registered_per_call.min(some.len() / 2);
                    waiting.extend(cut(some, self.registered_per_call));
                }
                Err(Fault::Refused(code)) => {
                    tracing::debug!(%code, "the server gives no short names");
                    self.registered_per_call = 0;
                }
                Err(fault) => return Err(fault.into_link(LinkStep::RegisterNodes)),
            }
        }
    }
}
