//! GRAPH: steps with their actions, transitions with their conditions.

use std::collections::HashMap;

use roxmltree::Node;

use super::{elements, ladder, multilingual, network};
use crate::{model::Rung, xml};

/// One rung per step and per transition, steps first.
pub(super) fn rungs(source: Node<'_, '_>) -> Vec<Rung> {
    let mut rungs = Vec::new();
    for sequence in xml::children(source, "Sequence") {
        let ways = ways(sequence);
        let all = |list: &str, name: &'static str| {
            let list = xml::child(sequence, list).into_iter();
            list.flat_map(move |list| xml::children(list, name)).collect::<Vec<_>>()
        };
        for step in all("Steps", "Step") {
            rungs.push(rung(step, step_text(step)));
        }
        for transition in all("Transitions", "Transition") {
            let number = transition.attribute("Number").unwrap_or_default();
            let condition = elements(transition)
                .find(|it| ["FlgNet", "StructuredText"].contains(&it.tag_name().name()))
                .map(network::text)
                .unwrap_or_default();
            let way = ways.get(number).map(Way::text).unwrap_or_default();
            rungs.push(rung(transition, format!("{way}{condition}")));
        }
    }
    for (at, rung) in rungs.iter_mut().enumerate() {
        rung.number = u32::try_from(at + 1).unwrap_or(u32::MAX);
    }
    rungs
}

fn rung(node: Node<'_, '_>, text: String) -> Rung {
    Rung {
        number: 0,
        title: node.attribute("Name").map(str::to_owned),
        comment: xml::child(node, "Comment").and_then(multilingual::of_element),
        text,
        ..Rung::default()
    }
}

/// `STEP 1 (initial)`, then its interlock, its supervision and its actions.
fn step_text(step: Node<'_, '_>) -> String {
    let initial = if step.attribute("Init") == Some("true") { " (initial)" } else { "" };
    let mut lines = vec![format!("STEP {}{initial}", step.attribute("Number").unwrap_or_default())];
    for (list, item, word) in
        [("Interlocks", "Interlock", "INTERLOCK"), ("Supervisions", "Supervision", "SUPERVISION")]
    {
        let items = xml::child(step, list).into_iter().flat_map(|list| xml::children(list, item));
        for net in items.filter_map(|item| xml::child(item, "FlgNet")) {
            // A coil alone says nothing.
            if ladder::parts(net) > 1 {
                lines.push(format!("{word}: {}", ladder::text(net)));
            }
        }
    }
    let actions = xml::child(step, "Actions").into_iter();
    for action in actions.flat_map(|list| xml::children(list, "Action")) {
        let qualifier = action.attribute("Qualifier").unwrap_or_default();
        let tokens: String = elements(action)
            .map(|token| match token.tag_name().name() {
                "Access" => super::access::text(token),
                "Token" => token.attribute("Text").unwrap_or_default().to_owned(),
                _ => xml::text(token).into_owned(),
            })
            .collect();
        if !tokens.trim().is_empty() {
            lines.push(format!("{qualifier} {};", tokens.trim()).trim_start().to_owned());
        }
    }
    lines.join("\n")
}

/// From which steps to which a transition leads.
#[derive(Default)]
struct Way {
    from: Vec<String>,
    to: Vec<String>,
}

impl Way {
    fn text(&self) -> String {
        format!("FROM {} TO {}: ", self.from.join(", "), self.to.join(", "))
    }
}

/// Ways by transition number; branches in between are left to the reader's imagination.
fn ways(sequence: Node<'_, '_>) -> HashMap<String, Way> {
    let mut ways: HashMap<String, Way> = HashMap::new();
    let connections = xml::child(sequence, "Connections").into_iter();
    for connection in connections.flat_map(|list| xml::children(list, "Connection")) {
        let end = |name: &str| {
            let node = elements(xml::child(connection, name)?).next()?;
            let number = node.attribute("Number").unwrap_or_default();
            Some((node.tag_name().name().to_owned(), number.to_owned()))
        };
        let (Some((from, from_number)), Some((to, to_number))) = (end("NodeFrom"), end("NodeTo"))
        else {
            continue;
        };
        let spelled = |kind: &str, number: &str| match kind {
            "StepRef" => format!("step {number}"),
            "BranchRef" => format!("branch {number}"),
            other => format!("{other} {number}"),
        };
        if to == "TransitionRef" {
            ways.entry(to_number).or_default().from.push(spelled(&from, &from_number));
        } else if from == "TransitionRef" {
            ways.entry(from_number).or_default().to.push(spelled(&to, &to_number));
        }
    }
    ways
}
