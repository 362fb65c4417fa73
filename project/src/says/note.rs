//! Codes of notes on a file that was read.

use tagbridge_texts::{Coded, Message};

use crate::siemens::Kind;

/// A note on a part of a file.
#[derive(Coded)]
#[coded(prefix = "project-note")]
pub(crate) enum Noted<'a> {
    AliasTarget { target: &'a str },
    ByteOffset { told: &'a str, computed: &'a str },
    Constant { text: &'a str },
    ConstantToExport { text: &'a str },
    DeclaredTwice,
    GuidTwice,
    HmiTags,
    InheritsItself,
    InheritsTooMuch,
    InitialForm,
    InitialValues,
    Interval { written: &'a str },
    LibraryType,
    More { count: usize },
    NameTaken,
    NameTooLong,
    NamedTwice { kind: &'a str },
    NetworkCut { network: u32, more: usize },
    NoApplication { application: &'a str },
    NoBlock,
    NoName { kind: Kind },
    NoPouName,
    NoSpreadsheet { why: Message },
    NothingToRead { what: Message },
    NothingToReadOf { name: &'a str },
    OpcUaOption,
    Origin { name: &'a str },
    Protected,
    ProtectedOfKind { kind: &'a str },
    ProtectedParameters,
    StartValue { name: &'a str },
    Structure,
    TooManyMembers { most: usize },
    TwoFiles { first: &'a str, second: &'a str },
    TwoTables { first: &'a str, address: &'a str, second: &'a str, other: &'a str },
    TwiceRead,
    TypeTaken,
    UnknownObject { kind: &'a str },
    Unplaced { why: Message },
}

/// The subject of a note, if it is more than a name.
#[derive(Coded)]
#[coded(prefix = "project-where")]
pub(crate) enum Where<'a> {
    Block { kind: Kind, name: &'a str },
    Declaration { name: &'a str, line: u32 },
    Line { line: u32 },
    LineOf { file: &'a str, line: u32 },
    Sheet { file: &'a str, sheet: &'a str },
}

/// A note with its subject.
#[derive(Coded)]
#[coded(prefix = "project-noted")]
pub(crate) struct NoteOf {
    pub(crate) subject: Message,
    pub(crate) what: Message,
}

/// The skipped part of a declaration, and what is wrong.
#[derive(Coded)]
#[coded(prefix = "project-declaration")]
pub(crate) enum Unclear<'a> {
    ArrayBounds { seen: Message },
    ArrayEnd { seen: Message },
    Begin { seen: Message },
    BlockBegin { seen: Message },
    BlockEnds { end: &'a str },
    BlockName { kind: Kind, seen: Message },
    EnumerationEnd { seen: Message },
    Missing { keyword: &'a str, seen: Message },
    Name { keyword: &'a str, seen: Message },
    NamesAtOnce { copies: usize, names: usize },
    Nesting { most: usize },
    Semicolon { name: &'a str, seen: Message },
    TextEnds { end: &'a str },
    TypeMeaning { name: &'a str, seen: Message },
    TypeName { seen: Message },
    Unknown { seen: Message, kind: Kind, name: &'a str },
    Untyped { name: &'a str, seen: Message },
    Value { seen: Message },
    VariableName { seen: Message },
}

/// The found token, where another one was expected.
#[derive(Coded)]
#[coded(prefix = "project-seen")]
pub(crate) enum Seen {
    Attribute,
    End,
    Token { text: String },
}

/// Why a spreadsheet cannot be read.
#[derive(Coded)]
#[coded(prefix = "project-sheet")]
pub(crate) enum Sheet<'a> {
    Cells,
    NoPart,
    Packed { path: &'a str, why: &'a str },
    TooLarge,
}
