//! Suggests similar names of a server, from a short browse.

use std::collections::HashSet;

use opcua::types::{NodeClass, NodeId, ObjectId};
use tagbridge_driver::{LinkError, near};

use super::{walk, wire::Wire};
use crate::{
    fault::{TagFault, in_a_row},
    name::{self, Naming, steps_text},
};

/// Maximum number of visited nodes.
const NODES: usize = 2000;
/// Maximum number of suggestions.
const TOLD: usize = 3;
/// Maximum number of missing names of one set with suggestions; more of them are not typing errors.
pub(super) const SLIPS: usize = 20;

/// Names as they are listed.
#[derive(Debug)]
pub(super) struct Names(Vec<String>);

impl Names {
    /// Browses from the root. A server that does not allow browsing has no suggestions.
    pub(super) async fn learn(wire: &mut Wire, naming: &Naming) -> Result<Self, LinkError> {
        let mut seen: HashSet<NodeId> = HashSet::new();
        let mut here: Vec<NodeId> = vec![ObjectId::ObjectsFolder.into()];
        let mut names = Vec::new();
        while !here.is_empty() && seen.len() < NODES {
            let below = match walk::below(wire, &here).await {
                Ok(below) => below,
                Err(LinkError::Refused { .. }) => break,
                Err(error) => return Err(error),
            };
            here.clear();
            for reference in below.into_iter().flatten() {
                let node = reference.node_id.node_id;
                // Nodes of the server itself are not tags.
                if node.namespace == 0 || seen.len() >= NODES || !seen.insert(node.clone()) {
                    continue;
                }
                if reference.node_class == NodeClass::Variable {
                    names.push(naming.called(&node));
                }
                here.push(node);
            }
        }
        tracing::debug!(names = names.len(), "looked for the names that there are");
        Ok(Self(names))
    }

    /// The error of a missing name, with similar existing names.
    pub(super) fn missing(&self, wanted: &str) -> TagFault {
        let wanted = bare(wanted);
        for (part, steps) in name::ways(wanted) {
            let part = &*part;
            let of_whole = self.0.iter().map(|it| (bare(it), it));
            let mut found = near(part, of_whole, TOLD);
            if found.is_empty() && !part.contains(['.', '/']) {
                let of_last = self.0.iter().map(|it| (last(it), it));
                found = near(part, of_last, TOLD);
            }
            if !found.is_empty() {
                let steps = steps_text(&steps);
                let names: Vec<String> = found.iter().map(|it| format!("{it}{steps}")).collect();
                return TagFault::NearNodes { near: in_a_row(&names) };
            }
        }
        TagFault::NoNode
    }
}

/// The name without the namespace.
fn bare(name: &str) -> &str {
    let is_id = name.starts_with("ns=") || name.starts_with("nsu=");
    name.split_once(";s=").filter(|_| is_id).map_or(name, |it| it.1)
}

fn last(name: &str) -> &str {
    bare(name).rsplit(['.', '/']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_told_in_the_words_of_the_server() {
        let names = ["ns=1;s=Plant.Speed", "ns=1;s=Plant.Points", "PLC_PRG.Motor", "ns=2;i=7"];
        let names = Names(names.map(str::to_owned).to_vec());
        for (wanted, near) in [
            ("ns=1;s=Plant.Sped", Some("ns=1;s=Plant.Speed")),
            ("Plant.Spd", Some("ns=1;s=Plant.Speed")),
            ("Speed", Some("ns=1;s=Plant.Speed")),
            ("Plant.Ponits[1].X", Some("ns=1;s=Plant.Points[1].X")),
            ("PLC_PRG.Moter.Speed", Some("PLC_PRG.Motor.Speed")),
            ("Recipe", None),
            ("ns=1;s=Level", None),
        ] {
            let expected = match near {
                Some(near) => TagFault::NearNodes { near: near.to_owned() },
                None => TagFault::NoNode,
            };
            assert_eq!(names.missing(wanted), expected, "{wanted}");
        }
    }
}
