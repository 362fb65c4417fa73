//! Sequential function charts as text, one rung for each element.

use crate::model::{Origins, Position, Rung, Way};

/// An element of a chart, in the order in which it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Element {
    Step {
        name: String,
        initial: bool,
        /// Qualifier and name.
        actions: Vec<(String, String)>,
        comment: Option<String>,
    },
    Transition {
        condition: String,
        comment: Option<String>,
        /// Where the file tells it by connections.
        way: Option<Way>,
    },
    Jump {
        to: String,
    },
    BranchBegin {
        parallel: bool,
    },
    BranchEnd {
        parallel: bool,
    },
}

/// `INITIAL_STEP Init: N MAIN_INIT;`, `TRANSITION Ready;`, `JUMP Main;`.
pub(super) fn rungs(mut elements: Vec<(Position, Element)>) -> Vec<Rung> {
    follow(&mut elements);
    let rung = |(number, (at, element))| {
        let mut ways = None;
        let (text, comment) = match element {
            Element::Step { name, initial, actions, comment } => {
                let keyword = if initial { "INITIAL_STEP" } else { "STEP" };
                let actions: Vec<String> = actions
                    .into_iter()
                    .map(|(qualifier, name)| format!("{qualifier} {name}"))
                    .collect();
                let colon = if actions.is_empty() { "" } else { ": " };
                (format!("{keyword} {name}{colon}{};", actions.join(", ")), comment)
            }
            Element::Transition { condition, comment, way } => {
                ways = way.map(Box::new);
                (format!("TRANSITION {condition};"), comment)
            }
            Element::Jump { to } => (format!("JUMP {to};"), None),
            Element::BranchBegin { parallel } => (format!("BRANCH{};", kind(parallel)), None),
            Element::BranchEnd { parallel } => (format!("END_BRANCH{};", kind(parallel)), None),
        };
        let origins = Origins::drawn(at);
        Rung { number, comment, text, way: ways, origins, ..Rung::default() }
    };
    (1..).zip(elements).map(rung).collect()
}

/// In a chart without branches a transition leads from what is above it to what is below.
fn follow(elements: &mut [(Position, Element)]) {
    if elements.iter().any(|(_, it)| matches!(it, Element::BranchBegin { .. })) {
        return;
    }
    let step = |(_, element): &(Position, Element)| match element {
        Element::Step { name, .. } | Element::Jump { to: name } => Some(vec![name.clone()]),
        _ => None,
    };
    for at in 1..elements.len() {
        let (from, to) = (step(&elements[at - 1]), elements.get(at + 1).and_then(step));
        if let (Some(from), Some(to), (_, Element::Transition { way, .. })) =
            (from, to, &mut elements[at])
        {
            way.get_or_insert(Way { from, to });
        }
    }
}

fn kind(parallel: bool) -> &'static str {
    if parallel { " PARALLEL" } else { "" }
}
