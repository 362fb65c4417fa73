//! What rows and the lines beside them say, as codes.

use serde::{Serialize, Serializer};
use tagbridge_texts::{Coded, Message};

/// What is found in code, in the words of a table.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "cli-logic")]
pub(crate) enum CodeWord {
    Read,
    Write,
    ReadAndWrite,
    Address,
    Follows,
    Latches,
    Unlatches,
    Stores,
    StoresInPart,
    BoundByCall,
    Runs,
    Data,
    Control,
    Subroutine,
    AddOn,
    FunctionBlock,
    Function,
    Method,
    Action,
    Call,
    IntoDeadState,
    Transition,
    UnreachableState,
    Same,
    Contains,
    Within,
    Overlaps,
    May,
    Disjoint,
    MayWrite,
    UnknownInstruction,
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
    NeverReset,
    NeverSet,
    SplitLatch,
    WrittenTwice,
    Race,
    RaceOf { tasks: String },
    NotExecuted,
    BehindJump,
    NeverTrue,
    NeverOn,
    Rung { path: String, rung: usize },
    Network { path: String, rung: usize },
    Sheet { path: String, rung: usize },
    Step { path: String, rung: usize, name: String },
    TransitionOf { path: String, rung: usize },
    Element { path: String, rung: usize },
    LineOf { path: String, line: usize },
}

/// What is told beside rows.
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

/// In English, as machines have always read it.
impl Serialize for CodeWord {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
