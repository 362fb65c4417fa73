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
    /// The version's number; null: the current version.
    pub version: Option<u32>,
}

/// The differences between two versions of code.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeChanges {
    /// The differences, at most 1,000; differences of comments are at the end.
    pub changes: Vec<CodeChange>,
    /// The number of all differences.
    pub of: u32,
    /// Why there may be more differences.
    pub gaps: Vec<Message>,
}

/// A difference.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeChange {
    /// The difference.
    pub kind: Message,
    /// Whether the executed code does the same.
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

/// A place in the code of a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeSpot {
    /// The routine's id, as in the outline of that version.
    pub routine: u32,
    /// The path, as in citations.
    pub path: String,
    /// The rung, counted from 0 in the routine's order.
    pub at: Option<u32>,
    /// The rung's number, as the vendor's editor counts.
    pub rung: Option<u32>,
    /// The line of a text, from 1.
    pub line: Option<u32>,
}
