//! The steps before and after the transitions of a chart, according to its connections.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use crate::{model::Way, xml};

/// Maximum number of elements between a transition and its steps.
const MAX_ELEMENTS: usize = 1000;

/// The connections of a chart.
pub(super) struct Ways<'a, 'input> {
    by_id: HashMap<&'a str, Node<'a, 'input>>,
    before: Links<'a>,
    behind: Links<'a>,
}

type Links<'a> = HashMap<&'a str, Vec<&'a str>>;

impl<'a, 'input> Ways<'a, 'input> {
    pub(super) fn of(chart: Node<'a, 'input>) -> Self {
        let mut ways =
            Self { by_id: HashMap::new(), before: HashMap::new(), behind: HashMap::new() };
        for node in chart.children().filter(Node::is_element) {
            let Some(to) = node.attribute("localId") else { continue };
            ways.by_id.insert(to, node);
            let points = xml::children(node, "connectionPointIn");
            let connections = points.flat_map(|point| xml::children(point, "connection"));
            for from in connections.filter_map(|it| it.attribute("refLocalId")) {
                ways.before.entry(to).or_default().push(from);
                ways.behind.entry(from).or_default().push(to);
            }
        }
        ways
    }

    /// The steps before and after a transition; `None` if it is not connected to steps on both sides.
    pub(super) fn way(&self, transition: Node<'a, 'input>) -> Option<Way> {
        let id = transition.attribute("localId")?;
        let way = Way { from: self.steps(&self.before, id)?, to: self.steps(&self.behind, id)? };
        (!way.from.is_empty() && !way.to.is_empty()).then_some(way)
    }

    /// The nearest steps, also through branches; a jump counts as its target step.
    fn steps(&self, links: &Links<'a>, from: &'a str) -> Option<Vec<String>> {
        let mut steps = Vec::new();
        let mut seen = HashSet::from([from]);
        let next = |id: &str| links.get(id).into_iter().flatten().rev().copied();
        let mut left: Vec<&str> = next(from).collect();
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            if seen.len() > MAX_ELEMENTS {
                return None;
            }
            let Some(node) = self.by_id.get(id) else { continue };
            match node.tag_name().name() {
                "step" | "macroStep" => steps.extend(super::named(*node).map(str::to_owned)),
                "jumpStep" => steps.extend(node.attribute("targetName").map(str::to_owned)),
                "selectionDivergence"
                | "selectionConvergence"
                | "simultaneousDivergence"
                | "simultaneousConvergence" => left.extend(next(id)),
                _ => {}
            }
        }
        Some(steps)
    }
}
