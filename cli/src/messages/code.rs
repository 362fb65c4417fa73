//! The texts of result rows and their notes, as codes.

use tagbridge_texts::{Coded, Message};

/// Results about code, as table cells.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "cli-logic")]
pub(crate) enum CodeWord {
    Runs,
    IntoDeadState,
    Transition,
    UnreachableState,
    Yes,
    NotUnderstood,
    TooDeep,
    UnknownInstructionNamed { name: String },
    UnknownCallee { name: String },
    Undeclared { name: String },
    Pointer,
    AddressTaken,
    ComputedAddress,
    NotChosen,
    Ambiguous,
    Protected,
    Language,
    Rung { path: String, rung: usize },
    Network { path: String, rung: usize },
    Sheet { path: String, rung: usize },
    Step { path: String, rung: usize, name: String },
    TransitionOf { path: String, rung: usize },
    Element { path: String, rung: usize },
    LineOf { path: String, line: usize },
}

/// Notes next to rows.
#[derive(Coded)]
#[coded(prefix = "cli-logic-line")]
pub(crate) enum CodeLine<'a> {
    NoName,
    MayBeOneOf,
    Nothing,
    NotUnderstood { place: Message, why: Message, text: &'a str },
    MorePlaces { count: usize },
    Incomplete { why: Message },
    NotWritten,
    NoDifference,
}
