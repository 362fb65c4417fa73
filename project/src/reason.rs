//! Why a name or a tag of the project cannot be read, as codes: `texts/en/project.ftl` has the
//! sentences.

use tagbridge_texts::{Coded, Message};

/// Why a name stands for nothing, or what it stands for cannot be read.
#[derive(Coded)]
#[coded(prefix = "project-tag")]
pub(crate) enum Why<'a> {
    AccessNone,
    Array { name: &'a str, dimensions: &'a str },
    BitOfNode,
    DidYouMean { name: &'a str },
    InOut { member: &'a str },
    LayoutUnknown { type_name: &'a str },
    MembersUnknown { type_name: &'a str },
    NoAddress,
    NoArray { name: &'a str },
    NoBit { name: &'a str, type_name: &'a str, bit: &'a str },
    NoBits { name: &'a str },
    NoMember { name: &'a str, member: &'a str },
    NoNode,
    NoNumber { block: &'a str },
    NoOperand { name: &'a str, operand: &'a str },
    NoStructure { name: &'a str, member: &'a str },
    NotForHmi,
    NotInConfiguration,
    NotPublished,
    NothingAt { address: &'a str },
    Optimised { block: &'a str },
    PerhapsOptimised { block: &'a str },
    Several { name: &'a str },
    TooMany { name: &'a str, most: usize },
    Unknown { name: &'a str },
}

impl Why<'_> {
    /// With the nearest name that there is.
    pub(crate) fn or_perhaps(what: &Message, suggestion: Option<&str>) -> Message {
        let Some(name) = suggestion else { return what.clone() };
        Message::all([what.clone(), (&Why::DidYouMean { name }).into()])
    }
}
