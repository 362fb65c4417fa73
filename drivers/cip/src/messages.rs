//! Why a tag has no value, as codes: `texts/en/cip.ftl` has the sentences.

use tagbridge_texts::{Argument, Coded, Message, ToArgument};

use crate::codec::read_tag::TagType;

impl ToArgument for TagType {
    fn to_argument(&self) -> Argument {
        Argument::Text(self.to_string())
    }
}

/// The message about a tag.
#[derive(Coded)]
#[coded(prefix = "cip-cause")]
pub(crate) enum Why<'a> {
    Array { says: &'a str, subject: &'a str },
    AnotherSize { says: &'a str, subject: &'a str },
    AnotherType { found: &'a str, declared: &'a str },
    At { name: &'a str, why: Message },
    BeyondArray,
    BitOf { bit: u8, kind: TagType, width: u8 },
    Bits { name: &'a str, width: u8, last: u8 },
    BoolBits,
    Changing,
    Defining { type_name: &'a str },
    Dimensions { name: &'a str, count: usize, sizes: &'a str, named: usize },
    ElementMissing,
    ForeignArray,
    ForeignRows,
    ListComing,
    ListedAs { listed: TagType, found: TagType },
    ListedSize { listed: TagType, size: usize, bytes: usize },
    NameElement { name: &'a str },
    NoAccess { name: &'a str },
    NoArray { name: &'a str, kind: String },
    NoBits { name: &'a str, kind: String },
    NoBitsOf { kind: TagType },
    NoDefinition { kind: TagType },
    NoList { why: Message },
    NoMember { name: &'a str, kind: &'a str, member: &'a str },
    NoSuchTag { name: &'a str },
    Outside { name: &'a str, sizes: &'a str },
    PathTooLong,
    SliceChanges { from: &'a str, to: &'a str },
    TooLong,
    TooMany { name: &'a str },
    Undefined { type_name: &'a str, why: Message },
    Undescribed { name: &'a str, type_word: &'a str },
    UnlistedArray,
    Unseen,
}

/// Why the definition of a type is not available.
#[derive(Coded)]
#[coded(prefix = "cip-definition")]
pub(crate) enum NoDefinition<'a> {
    Handles { handle: &'a str },
    NoHandle { handle: &'a str },
    Undescribed,
    Untold { status: Message },
}

/// Why a device is not read at all.
#[derive(Coded)]
#[coded(prefix = "cip-refusal")]
pub(crate) enum Refusal<'a> {
    DataFiles { product: &'a str },
}

/// A device's status for a whole frame.
#[derive(Coded)]
#[coded(prefix = "cip-encapsulation")]
pub(crate) struct Encapsulation {
    pub(crate) status: String,
    pub(crate) code: String,
}

impl Encapsulation {
    /// Creates the message from its number.
    pub(crate) fn of(status: u32) -> Message {
        Self { status: format!("x{status:x}"), code: format!("{status:#x}") }.message()
    }
}
