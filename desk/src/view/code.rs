use serde::{Deserialize, Serialize};
use tagbridge_texts::{Language, Message};
use ts_rs::TS;

use super::Quality;

/// The project whose contents are shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenOutline {
    /// As in the list of projects.
    pub project: String,
    /// The language of the comments, if the project has them in several.
    #[serde(default)]
    pub language: Language,
}

/// The contents of a project: the tree of its code, blocks and types.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Outline {
    /// The programs and organization blocks, in the project's order.
    pub programs: Vec<CodeOwner>,
    /// The blocks that other code calls.
    pub blocks: Vec<CodeOwner>,
    /// Types that the project defines.
    pub types: Vec<TypeItem>,
    /// The number of tags.
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
    /// The task that executes the program; null: no task does, or it is a block.
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
    /// The id, for the command `routine`.
    pub routine: u32,
    /// Its name.
    pub name: String,
    /// The path, as in citations.
    pub path: String,
    /// Its language: `LD`, `ST`, `FBD`, `SFC`, `CFC`, `IL`, `OTHER`.
    pub language: String,
    /// The number of rungs or networks, or of lines of text.
    pub parts: u32,
    /// Whether the file hides its code.
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

/// A search for names in a project.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FindNames {
    /// As in the list of projects.
    pub project: String,
    /// Part of a name, an address, or a comment in any language. Case is ignored.
    pub search: String,
    /// The language of the comments, if the project has them in several.
    #[serde(default)]
    pub language: Language,
}

/// The found tags.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FoundNames {
    /// The tags, at most 200.
    pub tags: Vec<TypeMember>,
    /// The number of all of them.
    pub of: u32,
}

/// A routine to show.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenRoutine {
    /// As in the list of projects.
    pub project: String,
    /// The id, as in the outline.
    pub routine: u32,
    /// The first rung, counted from 0 in the routine's order.
    pub from: u32,
    /// The number of rungs, at most 60.
    pub count: u32,
    /// Whether to show the live values of the project's session; only for the current version.
    pub live: bool,
    /// The version's number; null: the current version.
    pub version: Option<u32>,
    /// The language of titles and comments, if the project has them in several.
    #[serde(default)]
    pub language: Language,
}

/// A routine, drawn.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DrawnRoutine {
    /// The id, as in the outline.
    pub routine: u32,
    /// The path, as in citations.
    pub path: String,
    /// Its language.
    pub language: String,
    /// Its comment.
    pub comment: Option<String>,
    /// The requested rungs or networks.
    pub rungs: Vec<DrawnRung>,
    /// The number of all rungs.
    pub of: u32,
    /// The lines of a text.
    pub lines: Vec<CodeLine>,
    /// A chart, as SVG.
    pub chart: Option<String>,
    /// The shown values; null: no current values.
    pub live: Option<LiveCode>,
    /// Why requested values are missing: `no_session`, or a stable code such as `paused`.
    pub unread: Option<String>,
}

/// The age of the values in the code.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LiveCode {
    /// When the newest scan began.
    pub scan_at: f64,
    /// Whether all values are from that scan; rate groups are read at other times.
    pub is_one_scan: bool,
    /// The number of names with a good value.
    pub read: u32,
    /// The number of names that can have a value.
    pub of: u32,
    /// Tags that no session reads; they can be requested.
    pub missing: Vec<String>,
}

/// The power flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Power {
    /// Current flows.
    On,
    /// No current flows.
    Off,
    /// The power flow is not known.
    Unknown,
    /// No values are shown.
    Plain,
}

/// A rung or a network.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DrawnRung {
    /// The number, as the vendor's editor counts.
    pub number: u32,
    /// A network's title.
    pub title: Option<String>,
    /// Its comment.
    pub comment: Option<String>,
    /// The neutral text.
    pub text: String,
    /// Ladder: each series begins at the left rail. If empty, the text or the picture is shown.
    pub series: Vec<Vec<LadderPiece>>,
    /// A function block diagram as SVG.
    pub picture: Option<String>,
}

/// An element of a series in a rung.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LadderPiece {
    /// `─┤ ├─`
    Contact {
        /// Its sign: empty, `/`, letters.
        mark: String,
        /// The text above it, and the text below it.
        operands: Vec<CodeName>,
        /// The power flow at its input.
        before: Power,
        /// The power flow at its output.
        after: Power,
    },
    /// `─( )─`
    Coil {
        /// Its text.
        mark: String,
        /// The text above it, and the text below it.
        operands: Vec<CodeName>,
        /// The power flow at its input.
        before: Power,
        /// The power flow at its output.
        after: Power,
    },
    /// A box.
    Block {
        /// Its mnemonic or type.
        title: String,
        /// Its instance.
        instance: Option<CodeName>,
        /// Its operands or pins.
        rows: Vec<LadderRow>,
        /// Whether it is an output, which is drawn at the right.
        acts: bool,
        /// The power flow at its input.
        before: Power,
        /// The power flow at its output.
        after: Power,
    },
    /// Parallel branches, from top to bottom.
    Branch {
        /// The branches.
        legs: Vec<Vec<LadderPiece>>,
        /// The power flow at its input.
        before: Power,
        /// The power flow at its output.
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
    /// The controller's name of the value's type; empty if it is not known.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The quality of the value.
    pub quality: Option<Quality>,
}

/// A line of text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeLine {
    /// The number, from 1.
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
