//! Ladder, function block diagram and continuous chart: one rung for each element at the end of a
//! path, such as a coil, an output, a jump, a block without connected outputs.

mod drawing;

use std::sync::Arc;

use roxmltree::Node;
use tagbridge_code::{Diagram, DiagramEnd, DiagramNode, DiagramText};

use crate::{
    line_index::LineIndex,
    model::{self, Net, Origins, Rung, Wire},
};

/// Base size of all statements of a body, in bytes, in addition to [`MAX_GROWTH`]. Paths that join
/// and part again double with each diamond.
const MAX_LENGTH: usize = 64 << 10;
/// Size of all statements for each byte of the file, in bytes.
const MAX_GROWTH: usize = 4;

/// Returns the rungs of a body. Those in `cut` end with `…`, because the body exceeds the limit.
pub(super) fn read(lines: &LineIndex<'_>, code: Node<'_, '_>, cut: &mut Vec<u32>) -> Vec<Rung> {
    let nodes: Arc<[DiagramNode]> = drawing::read(code).into();
    let diagram = Diagram::new(&nodes);
    let mut rungs: Vec<Rung> = Vec::new();
    let mut comment = None;
    let mut budget = MAX_LENGTH + MAX_GROWTH * code.range().len();
    // The elements of a continuous chart have an order of execution; others are already in order.
    let order = |it: Node<'_, '_>| it.attribute("executionOrderId")?.parse::<u32>().ok();
    let elements = code.children().filter(Node::is_element);
    let mut elements: Vec<(u32, usize)> =
        elements.map(|it| order(it).unwrap_or(0)).zip(0..).collect();
    elements.sort_by_key(|it| it.0);
    for (_, end) in elements {
        let node = &nodes[end];
        if node.kind == "comment" {
            comment.clone_from(&node.name);
            continue;
        }
        let Some(drawn) = diagram.draw(node, budget) else { continue };
        budget = budget.saturating_sub(drawn.text.len());
        let number = u32::try_from(rungs.len() + 1).unwrap_or(u32::MAX);
        if drawn.is_cut {
            cut.push(number);
        }
        let said = comment.take().map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
        rungs.push(Rung {
            number,
            comment: said,
            net: Some(Box::new(net(lines, &drawn))),
            text: drawn.text,
            statements: Some(drawn.statements),
            diagram: Some(Box::new(DiagramEnd { nodes: Arc::clone(&nodes), end })),
            origins: Origins::drawn(lines.position(node.begin)),
            ..Rung::default()
        });
    }
    rungs
}

fn net(lines: &LineIndex<'_>, drawn: &DiagramText<'_>) -> Net {
    let nodes = drawn.nodes.iter().map(|(node, spans)| model::Node {
        id: node.id.clone(),
        kind: node.kind.clone(),
        name: node.name.clone().filter(|_| node.kind == "block").unwrap_or_default(),
        operand: node.operand.clone(),
        spans: spans.clone(),
        position: Some(lines.position(node.begin)),
        source: node.source.start,
        drawn_at: node.drawn_at,
        ..model::Node::default()
    });
    let wires = drawn.wires.iter().map(|it| Wire {
        from: it.from,
        from_pin: it.from_pin.to_owned(),
        to: it.to,
        to_pin: it.to_pin.to_owned(),
        feedback: false,
    });
    Net { nodes: nodes.collect(), wires: wires.collect() }
}
