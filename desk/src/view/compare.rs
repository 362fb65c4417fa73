use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// Two projects to compare, or two versions of one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CompareCode {
    /// The old version.
    pub from: CodeVersion,
    /// The new version.
    pub to: CodeVersion,
}

/// A project's file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeVersion {
    /// As in the list of projects.
    pub project: String,
    /// The version's number; null: the one that is used.
    pub version: Option<u32>,
}

/// The differences between two of them.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeChanges {
    /// At most 1,000, those of comments alone at the end.
    pub changes: Vec<CodeChange>,
    /// How many there are.
    pub of: u32,
    /// Why there may be more.
    pub gaps: Vec<Message>,
}

/// Something that they differ in.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeChange {
    /// The difference.
    pub kind: Message,
    /// The executed code does the same.
    pub does_the_same: bool,
    /// Its subject: an operand, an instruction, a tag, a rung's text.
    pub subject: String,
    /// The old text, if it was replaced.
    pub from: Option<String>,
    /// The new text.
    pub to: Option<String>,
    /// Its old place.
    pub before: Option<CodeSpot>,
    /// Its new place.
    pub after: Option<CodeSpot>,
}

/// A place in the code of one of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeSpot {
    /// The routine, as that one's outline names it.
    pub routine: u32,
    /// As citations spell it.
    pub path: String,
    /// The rung, counted from 0 in the routine's order.
    pub at: Option<u32>,
    /// Its number, as the editor counts.
    pub rung: Option<u32>,
    /// Of a text the line, from 1.
    pub line: Option<u32>,
}
