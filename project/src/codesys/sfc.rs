//! Sequential function charts as text, one rung for each element.

use crate::model::{Origins, Position, Rung};

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
pub(super) fn rungs(elements: Vec<(Position, Element)>) -> Vec<Rung> {
    let rung = |(number, (at, element))| {
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
            Element::Transition { condition, comment } => {
                (format!("TRANSITION {condition};"), comment)
            }
            Element::Jump { to } => (format!("JUMP {to};"), None),
            Element::BranchBegin { parallel } => (format!("BRANCH{};", kind(parallel)), None),
            Element::BranchEnd { parallel } => (format!("END_BRANCH{};", kind(parallel)), None),
        };
        Rung { number, comment, text, origins: Origins::drawn(at), ..Rung::default() }
    };
    (1..).zip(elements).map(rung).collect()
}

fn kind(parallel: bool) -> &'static str {
    if parallel { " PARALLEL" } else { "" }
}
