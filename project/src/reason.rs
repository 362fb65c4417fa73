//! Codes for why a name or a tag of the project cannot be read; `texts/en/project.ftl` has the sentences.

use tagbridge_texts::{Coded, Message};

/// Why a name does not exist, or its tag cannot be read.
#[derive(Coded)]
#[coded(prefix = "project-tag")]
pub(crate) enum Why<'a> {
    AccessNone,
    AliasCircle,
    AliasOfHidden { name: &'a str, why: Message },
    Array { name: &'a str, dimensions: &'a str },
    BitOfNode,
    Constant,
    DidYouMean { name: &'a str },
    HiddenLocal { name: &'a str },
    HiddenMember { name: &'a str },
    InOut { member: &'a str },
    InOutOfCaller,
    InOutParameter,
    InOutPointer,
    Interface,
    LayoutUnknown { type_name: &'a str },
    MembersUnknown { type_name: &'a str },
    NoAddress,
    NoArray { name: &'a str },
    NoBit { name: &'a str, type_name: &'a str, bit: &'a str },
    NoBits { name: &'a str },
    NoMember { name: &'a str, member: &'a str },
    NoNode,
    NoNumber { block: &'a str },
    NoOffset,
    NoOffsetSince { why: Message },
    NoOperand { name: &'a str, operand: &'a str },
    NoStructure { name: &'a str, member: &'a str },
    NoTableAddress,
    NotAnAddress { address: &'a str },
    NotForHmi,
    NotInConfiguration,
    NotPublished,
    NothingAt { address: &'a str },
    Optimised { block: &'a str },
    OwnAccessNone,
    PerhapsOptimised { block: &'a str },
    Peripheral { address: &'a str },
    Pointer,
    Several { name: &'a str },
    TooMany { name: &'a str, most: usize },
    Unknown { name: &'a str },
    WriteOnly,
}

/// Why a member of a data block has no place.
#[derive(Coded)]
#[coded(prefix = "project-layout")]
pub(crate) enum Layout<'a> {
    Beyond { name: &'a str },
    HoldsItself { type_name: &'a str },
    In { why: Message, name: &'a str },
    NoType { type_name: &'a str },
    NotUnderstood,
    Size { name: &'a str },
}
