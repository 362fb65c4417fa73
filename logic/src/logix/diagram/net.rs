//! Joins the nets of all sheets, and determines the order of execution.

use std::collections::HashMap;

use tagbridge_project::{Node, Rung as Sheet};

use crate::in_order;

/// An input of a node.
#[derive(Debug, Clone)]
pub(super) struct Flow<'p> {
    pub(super) from: usize,
    pub(super) from_pin: &'p str,
    pub(super) to_pin: &'p str,
    pub(super) feedback: bool,
}

/// Returns the nodes of all sheets with the index of their sheet, and the inputs of each.
/// Connectors with the same name join sheets.
pub(super) fn joined(sheets: &[Sheet]) -> (Vec<(usize, &Node)>, Vec<Vec<Flow<'_>>>) {
    let mut nodes = Vec::new();
    let mut flows: Vec<Vec<Flow<'_>>> = Vec::new();
    for (at, sheet) in sheets.iter().enumerate() {
        let Some(net) = &sheet.net else { continue };
        let first = nodes.len();
        nodes.extend(net.nodes.iter().map(|node| (at, node)));
        flows.resize_with(nodes.len(), Vec::new);
        for wire in &net.wires {
            let (from, to) = (first + wire.from, first + wire.to);
            if from < nodes.len() && to < nodes.len() {
                let (from_pin, to_pin) = (wire.from_pin.as_str(), wire.to_pin.as_str());
                flows[to].push(Flow { from, from_pin, to_pin, feedback: wire.feedback });
            }
        }
    }
    let named = |node: &Node| node.operand.as_ref().map(|name| name.to_lowercase());
    let outs = nodes.iter().enumerate().filter(|(_, (_, node))| node.kind == "OCon");
    let outs: HashMap<String, usize> =
        outs.filter_map(|(at, (_, node))| Some((named(node)?, at))).collect();
    for (at, (_, node)) in nodes.iter().enumerate().filter(|(_, (_, it))| it.kind == "ICon") {
        if let Some(from) = named(node).and_then(|name| outs.get(&name)) {
            flows[at].push(Flow { from: *from, from_pin: "", to_pin: "", feedback: false });
        }
    }
    (nodes, flows)
}

/// Returns the nodes in the order in which their inputs become available. A loop without a marked
/// wire begins with its first node in the file.
pub(super) fn order(nodes: &[(usize, &Node)], flows: &[Vec<Flow<'_>>]) -> Vec<usize> {
    let wires: Vec<(usize, usize)> = flows
        .iter()
        .enumerate()
        .flat_map(|(at, flows)| flows.iter().map(move |flow| (at, flow)))
        .filter(|(_, flow)| !flow.feedback)
        .map(|(at, flow)| (flow.from, at))
        .collect();
    in_order(nodes.len(), &wires)
}
