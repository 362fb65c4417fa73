//! Explains a plan.

use tagbridge_driver::{Explanation, PlannedRequest};
use tagbridge_texts::{Coded, Message};

use super::{
    Limits, Plan,
    pack::{HEAD, pack},
};

/// Maximum number of array parts that are listed separately.
const NAMED: usize = 8;

/// The content of a request, and why it is a separate request.
#[derive(Debug, Coded)]
#[coded(prefix = "opcua-plan")]
pub(crate) enum Planned {
    Nodes { count: usize },
    MoreParts { count: usize },
    Rest,
    ServerLimit { nodes: usize },
    MessageSize,
}

impl Plan {
    /// The requests of a scan, for display.
    pub(crate) fn explain(&self, names: &[String], limits: Limits) -> Explanation {
        let costs = self.costs();
        let packets = pack(&costs, limits);
        let last = packets.len().saturating_sub(1);
        let requests = packets.iter().enumerate().map(|(place, packet)| {
            let reads = &self.reads[packet.clone()];
            let request_bytes =
                HEAD + costs[packet.clone()].iter().map(|it| it.request).sum::<usize>();
            let reply_bytes = HEAD + costs[packet.clone()].iter().map(|it| it.reply).sum::<usize>();
            let parts: Vec<String> = reads
                .iter()
                .filter(|it| !it.range.is_none())
                .map(|it| format!("{}[{}]", it.node, it.range))
                .collect();
            let whole = reads.len() - parts.len();
            let mut texts = Vec::new();
            if whole > 0 {
                texts.push(Planned::Nodes { count: whole }.message());
            }
            let more = parts.len().saturating_sub(NAMED);
            texts.extend(parts.into_iter().take(NAMED).map(Message::verbatim));
            if more > 0 {
                texts.push(Planned::MoreParts { count: more }.message());
            }
            let why = if place == last {
                Planned::Rest
            } else if reads.len() >= limits.nodes {
                Planned::ServerLimit { nodes: limits.nodes }
            } else {
                Planned::MessageSize
            };
            PlannedRequest {
                reads: texts,
                request_bytes,
                reply_bytes,
                limit_bytes: limits.request.min(limits.reply),
                why: why.message(),
            }
        });
        let not_asked = names
            .iter()
            .zip(&self.takes)
            .filter_map(|(name, take)| Some((name.clone(), take.as_ref().err()?.message())));
        Explanation {
            requests: requests.collect(),
            not_asked: not_asked.collect(),
            ..Explanation::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use opcua::types::NodeId;
    use tagbridge_driver::Reason;

    use super::*;
    use crate::plan::TagNode;

    #[test]
    fn a_plan_is_explained() {
        let aim = |number: u32| {
            Ok(TagNode { node: NodeId::new(2, number).into(), steps: Vec::new(), type_name: None })
        };
        let mut aims: Vec<_> = (0..250).map(aim).collect();
        aims.push(Err(Reason::UnknownTag.into()));
        let names: Vec<String> = (0..251).map(|it| format!("t{it}")).collect();
        let limits = Limits { nodes: 100, request: 1 << 16, reply: 1 << 16 };
        let it = Plan::new(aims, true).explain(&names, limits);
        let reads: Vec<_> = it.requests.iter().map(|it| it.reads[0].to_string()).collect();
        assert_eq!(reads, ["100 nodes", "100 nodes", "50 nodes"]);
        assert_eq!(it.requests[0].why.to_string(), "the server accepts 100 nodes per request");
        assert_eq!(it.requests[2].why.to_string(), "the rest");
        assert_eq!(it.not_asked, [("t250".to_owned(), Reason::UnknownTag.message())]);
    }
}
