//! Sequential function charts.

use std::collections::HashMap;

use roxmltree::Node;

use super::{
    super::sfc::{Element, rungs},
    way::Ways,
};
use crate::{line_index::LineIndex, model::Rung, xml};

/// Reads steps with their actions, transitions with their conditions, branches and jumps, in order.
pub(super) fn read(lines: &LineIndex<'_>, chart: Node<'_, '_>) -> Vec<Rung> {
    let conditions = conditions(chart);
    let actions = actions(chart);
    let ways = Ways::of(chart);
    let elements = chart.children().filter(Node::is_element).filter_map(|node| {
        let name = || super::named(node).unwrap_or_default().to_owned();
        let element = match node.tag_name().name() {
            "step" | "macroStep" => Element::Step {
                name: name(),
                initial: node.attribute("initialStep") == Some("true"),
                actions: node
                    .attribute("localId")
                    .and_then(|id| actions.get(id))
                    .cloned()
                    .unwrap_or_default(),
                comment: super::types::documentation(node),
            },
            "transition" => Element::Transition {
                condition: condition(node, &conditions),
                comment: super::types::documentation(node),
                way: ways.way(node),
            },
            "jumpStep" => {
                Element::Jump { to: node.attribute("targetName").unwrap_or_default().to_owned() }
            }
            "selectionDivergence" => Element::BranchBegin { parallel: false },
            "simultaneousDivergence" => Element::BranchBegin { parallel: true },
            "selectionConvergence" => Element::BranchEnd { parallel: false },
            "simultaneousConvergence" => Element::BranchEnd { parallel: true },
            _ => return None,
        };
        Some((lines.position(begin(node, &conditions)), element))
    });
    rungs(elements.collect())
}

/// Expressions by the ids that transitions refer to.
fn conditions<'a, 'input>(chart: Node<'a, 'input>) -> Conditions<'a, 'input> {
    xml::children(chart, "inVariable")
        .filter_map(|node| Some((node.attribute("localId")?, xml::child(node, "expression")?)))
        .collect()
}

type Conditions<'a, 'input> = HashMap<&'a str, Node<'a, 'input>>;

/// The place of an element; for a transition that of its condition.
fn begin(node: Node<'_, '_>, conditions: &Conditions<'_, '_>) -> usize {
    let Some(condition) = xml::child(node, "condition") else { return node.range().start };
    let referred = condition.descendants().find_map(|it| it.attribute("refLocalId"));
    let expression = referred.and_then(|id| conditions.get(id).copied());
    xml::text_begin(expression.unwrap_or(condition))
}

/// The condition of a transition: inline, by name, or as a reference to an expression.
fn condition(transition: Node<'_, '_>, conditions: &Conditions<'_, '_>) -> String {
    let Some(condition) = xml::child(transition, "condition") else { return String::new() };
    if let Some(inline) = xml::child(condition, "inline") {
        return super::types::document(inline).trim().to_owned();
    }
    if let Some(reference) = xml::child(condition, "reference") {
        return super::named(reference).unwrap_or_default().to_owned();
    }
    let referred: Vec<String> = condition
        .descendants()
        .filter_map(|it| it.attribute("refLocalId"))
        .map(|id| match conditions.get(id) {
            Some(expression) => xml::text(*expression).trim().to_owned(),
            None => format!("#{id}"),
        })
        .collect();
    referred.join(" OR ")
}

/// Qualifiers and names of actions, by the step of their action block.
fn actions<'a>(chart: Node<'a, '_>) -> HashMap<&'a str, Vec<(String, String)>> {
    let mut actions: HashMap<&str, Vec<(String, String)>> = HashMap::new();
    for block in xml::children(chart, "actionBlock") {
        let step = xml::descend(block, &["connectionPointIn", "connection"])
            .and_then(|connection| connection.attribute("refLocalId"));
        let Some(step) = step else { continue };
        let called = xml::children(block, "action").map(|action| {
            let mut qualifier = action.attribute("qualifier").unwrap_or("N").to_owned();
            if let Some(time) = action.attribute("duration").filter(|it| it.contains('#')) {
                qualifier = format!("{qualifier} {time}");
            }
            let name = xml::child(action, "reference").and_then(super::named);
            let inline = || xml::child(action, "inline").map(super::types::document);
            let name = name.map(str::to_owned).or_else(inline).unwrap_or_default();
            (qualifier, name.trim().to_owned())
        });
        actions.entry(step).or_default().extend(called);
    }
    actions
}
