//! Sequential function charts.

use super::super::{
    archive::{Item, guid_key},
    sfc::{Element, rungs},
};
use crate::{
    line_index::LineIndex,
    model::{Position, Rung},
};

/// Maximum nesting of branches.
const MAX_DEPTH: usize = 64;

/// Reads steps, transitions, branches and jumps, in order.
pub(super) fn sequential(lines: &LineIndex<'_>, implementation: Item<'_, '_>) -> Vec<Rung> {
    let mut elements = Vec::new();
    if let Some(root) = implementation.field("Root") {
        sequence(lines, root, 0, &mut elements);
    }
    rungs(elements)
}

fn sequence(
    lines: &LineIndex<'_>,
    parent: Item<'_, '_>,
    depth: usize,
    elements: &mut Vec<(Position, Element)>,
) {
    if depth > MAX_DEPTH {
        return;
    }
    for item in parent.list("ElementList") {
        let say = |key: &str| attribute(item, key).unwrap_or_default();
        let named = value(item, NAME).unwrap_or(item);
        let at = lines.position(named.text_begin());
        let element = match item.type_key().as_deref() {
            Some("86ee92a2") => Element::Step {
                name: say(NAME),
                initial: say(INITIAL).eq_ignore_ascii_case("true"),
                actions: actions(item),
                comment: attribute(item, COMMENT),
            },
            Some("4ecb29e8") => {
                let (condition, comment) = (say(NAME), attribute(item, COMMENT));
                Element::Transition { condition, comment, way: None }
            }
            Some("7e39ac27") => Element::Jump { to: say(NAME) },
            _ => {
                let parallel = say(PARALLEL).eq_ignore_ascii_case("true");
                elements.push((at, Element::BranchBegin { parallel }));
                for (number, leg) in legs(item).into_iter().enumerate() {
                    if number > 0 {
                        elements.push((lines.position(leg.text_begin()), Element::Leg));
                    }
                    sequence(lines, leg, depth + 1, elements);
                }
                Element::BranchEnd { parallel }
            }
        };
        elements.push((at, element));
    }
}

/// The legs of a branch, which are segments like the chart itself.
fn legs<'a, 'input: 'a>(branch: Item<'a, 'input>) -> Vec<Item<'a, 'input>> {
    let mut left: Vec<Item<'_, '_>> = branch.items().collect();
    let mut legs = Vec::new();
    left.reverse();
    while let Some(item) = left.pop() {
        if item.type_key().as_deref() == Some(SEGMENT) {
            legs.push(item);
        } else if item.name() != Some("Attributes") {
            let start = left.len();
            left.extend(item.items());
            left[start..].reverse();
        }
    }
    legs
}

/// The actions of a step: its own, and the associated ones.
fn actions(step: Item<'_, '_>) -> Vec<(String, String)> {
    let own = [("entry", ENTRY), ("main", MAIN), ("exit", EXIT)];
    let own = own
        .into_iter()
        .filter_map(|(qualifier, key)| Some((qualifier.to_owned(), attribute(step, key)?)));
    let hung = step.list("ElementList").into_iter().filter_map(|action| {
        let qualifier = attribute(action, QUALIFIER).unwrap_or_else(|| "N".to_owned());
        Some((qualifier, attribute(action, NAME)?))
    });
    own.chain(hung).collect()
}

const SEGMENT: &str = "f1db7f6f";
const NAME: &str = "38391c6d";
const COMMENT: &str = "7d894980";
const INITIAL: &str = "6844a48e";
const QUALIFIER: &str = "e174fc0d";
const PARALLEL: &str = "23bdaa98";
const MAIN: &str = "700a583f";
const ENTRY: &str = "a6b08bd8";
const EXIT: &str = "a2621e18";

/// The value of an element's attribute, by the first digits of the attribute's GUID.
fn attribute(item: Item<'_, '_>, key: &str) -> Option<String> {
    let text = value(item, key)?.text().trim().to_owned();
    Some(text).filter(|text| !text.is_empty())
}

fn value<'a, 'input>(item: Item<'a, 'input>, key: &str) -> Option<Item<'a, 'input>> {
    let attributes = item.list("Attributes");
    let attribute = attributes.into_iter().find(|attribute| {
        attribute.scalar("AttributeId").and_then(|id| guid_key(&id)).as_deref() == Some(key)
    })?;
    attribute.field("Value")?.field("Value")
}
