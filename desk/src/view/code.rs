use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

use super::Quality;

/// The contents of a project: the tree of its code, blocks and types.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Outline {
    /// The executed code, in the project's order.
    pub programs: Vec<CodeOwner>,
    /// The called code.
    pub blocks: Vec<CodeOwner>,
    /// Types that the project defines.
    pub types: Vec<TypeItem>,
    /// How many tags there are.
    pub tags: u32,
    /// Notes about the file.
    pub notes: Vec<Message>,
}

/// A program or a block.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeOwner {
    /// Its name.
    pub name: String,
    /// The task that executes a program; null: none does, or it is a block.
    pub task: Option<String>,
    /// Its comment.
    pub comment: Option<String>,
    /// Its code.
    pub routines: Vec<RoutineItem>,
}

/// A routine in the tree.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RoutineItem {
    /// The id for `routine`.
    pub routine: u32,
    /// Its name.
    pub name: String,
    /// As citations spell it.
    pub path: String,
    /// Its language: `LD`, `ST`, `FBD`, `SFC`, `CFC`, `IL`, `OTHER`.
    pub language: String,
    /// Rungs or networks; lines of a text.
    pub parts: u32,
    /// The file does not show its code.
    pub is_hidden: bool,
}

/// A type of the project.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TypeItem {
    /// Its name.
    pub name: String,
    /// Its comment.
    pub comment: Option<String>,
    /// Its members.
    pub members: Vec<TypeMember>,
}

/// A member of a type.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TypeMember {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its comment.
    pub comment: Option<String>,
}

/// Names that are looked for in a project.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FindNames {
    /// As in the list of projects.
    pub project: String,
    /// Part of a name or a comment, in any case.
    pub search: String,
}

/// Tags that were found.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FoundNames {
    /// At most 200.
    pub tags: Vec<TypeMember>,
    /// How many there are.
    pub of: u32,
}

/// A routine to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenRoutine {
    /// As in the list of projects.
    pub project: String,
    /// As the outline names it.
    pub routine: u32,
    /// The first rung, counted from 0 in the routine's order.
    pub from: u32,
    /// How many rungs, at most 60.
    pub count: u32,
    /// With the values of the project's session, where one is read: of the version that is used.
    pub live: bool,
    /// The version's number; null: the one that is used.
    pub version: Option<u32>,
}

/// A routine as it is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DrawnRoutine {
    /// As the outline names it.
    pub routine: u32,
    /// As citations spell it.
    pub path: String,
    /// Its language.
    pub language: String,
    /// Its comment.
    pub comment: Option<String>,
    /// Rungs or networks from the one that was asked for on.
    pub rungs: Vec<DrawnRung>,
    /// How many rungs there are.
    pub of: u32,
    /// Of a text its lines.
    pub lines: Vec<CodeLine>,
    /// A chart, as SVG.
    pub chart: Option<String>,
    /// The values that it shows; null: none are read in time.
    pub live: Option<LiveCode>,
    /// Why there are none, where they were asked for: `no_session`, or a stable code such as `paused`.
    pub unread: Option<String>,
}

/// The age of the values in the code.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LiveCode {
    /// When the newest scan began.
    pub scan_at: f64,
    /// Whether all of them are from that scan: rate groups are read at times of their own.
    pub is_one_scan: bool,
    /// Names that have a good value.
    pub read: u32,
    /// Names that could have one.
    pub of: u32,
    /// Tags that no session reads: they can be requested.
    pub missing: Vec<String>,
}

/// Whether current flows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Power {
    /// It does.
    On,
    /// It does not.
    Off,
    /// It is not known.
    Unknown,
    /// No values are shown.
    Plain,
}

/// A rung or a network.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DrawnRung {
    /// As the editor counts.
    pub number: u32,
    /// A network's title.
    pub title: Option<String>,
    /// Its comment.
    pub comment: Option<String>,
    /// As neutral text.
    pub text: String,
    /// Of ladder: each series begins at the left rail. None: it is shown as its text or its picture.
    pub series: Vec<Vec<LadderPiece>>,
    /// Of a function block diagram: a picture, as SVG.
    pub picture: Option<String>,
}

/// Something in series in a rung.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LadderPiece {
    /// `─┤ ├─`
    Contact {
        /// Its sign: empty, `/`, letters.
        mark: String,
        /// Above it, and below it.
        operands: Vec<CodeName>,
        /// Its inputs.
        before: Power,
        /// Its outputs.
        after: Power,
    },
    /// `─( )─`
    Coil {
        /// Its text.
        mark: String,
        /// Above it, and below it.
        operands: Vec<CodeName>,
        /// Its inputs.
        before: Power,
        /// Its outputs.
        after: Power,
    },
    /// A box.
    Block {
        /// Its mnemonic, its type.
        title: String,
        /// Its instance.
        instance: Option<CodeName>,
        /// Its operands or pins.
        rows: Vec<LadderRow>,
        /// It is an output: drawn at the right.
        acts: bool,
        /// Its inputs.
        before: Power,
        /// Its outputs.
        after: Power,
    },
    /// Legs in parallel, from top to bottom.
    Branch {
        /// Each of them.
        legs: Vec<Vec<LadderPiece>>,
        /// Its inputs.
        before: Power,
        /// Its outputs.
        after: Power,
    },
}

/// An operand or a pin of a box.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LadderRow {
    /// Its name; empty if it has none.
    pub label: String,
    /// The operand; null: it has an incoming link.
    pub name: Option<CodeName>,
    /// The incoming link.
    pub flow: Vec<LadderPiece>,
}

/// A name in code, or a literal.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeName {
    /// Its text in the code.
    pub text: String,
    /// The full name; null: it is not a tag, or exists only in the code.
    pub tag: Option<String>,
    /// Its value, truncated if it is long; null: it is not read.
    pub value: Option<String>,
    /// For a value that is read, the controller's name of its type; empty if not known.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Whether to trust the value.
    pub quality: Option<Quality>,
}

/// A line of a text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeLine {
    /// From 1.
    pub number: u32,
    /// Its text, in pieces: names are separate.
    pub pieces: Vec<CodeName>,
}

/// Shown tags that no session reads.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskForTags {
    /// As in the list of projects.
    pub project: String,
    /// Their names, at most 200.
    pub tags: Vec<String>,
}
