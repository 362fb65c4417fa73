use serde::{Deserialize, Serialize};
use tagbridge_texts::{Language, Message};
use ts_rs::TS;

use super::{Quality, RowKind};

/// The tag whose details are shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct InspectTag {
    /// The session.
    pub session: String,
    /// The name of the tag, or of a part of it.
    pub tag: String,
    /// The language of the comment, if the project has it in several.
    #[serde(default)]
    pub language: Language,
}

/// A comment in a further language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TranslatedComment {
    /// The language as the file writes it: `de-DE`.
    pub language: String,
    /// The comment.
    pub text: String,
}

/// The details of a tag of a session, or of a part of a tag.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// The complete name.
    pub name: String,
    /// The session's tag that contains it; null: it is a tag of the session.
    pub part_of: Option<String>,
    /// The value as in the service's JSON: structures are objects, arrays are arrays. Null if it
    /// has no value.
    #[ts(type = "unknown")]
    pub value: serde_json::Value,
    /// The controller's name of the type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Whether it cannot be drawn, because it is no number (text, a structure).
    pub is_not_drawn: bool,
    /// The kind of its parts.
    pub kind: RowKind,
    /// The comment in the project, in the requested language; empty if it has no comment.
    pub comment: String,
    /// The comment in further languages of the project.
    pub translations: Vec<TranslatedComment>,
    /// The unit in the project; empty if it has none.
    pub unit: String,
    /// The quality; null: it is not read now, and the value is the last one that was read.
    pub quality: Option<Quality>,
    /// Why it is not good or not read: a stable code.
    pub reason: Option<String>,
    /// When the controller's response arrived, or the source time-stamp if the protocol has one.
    pub at: f64,
    /// The start of the scan that read it last; null: not known.
    pub scan_at: Option<f64>,
    /// Its last good value, if it has no good value now.
    pub last_good: Option<LastGoodValue>,
    /// For a bit, the integer that contains it.
    pub word: Option<Word>,
    /// Its address as the vendor's editor writes it: `%I0.3`, `Local:1:I.Data.3`; null: its name is
    /// its address.
    pub address: Option<String>,
    /// The controller's address.
    pub endpoint: String,
    /// The interval at which it is read, in milliseconds.
    pub every_ms: f64,
    /// Whether consumers request it by this name.
    pub requested: bool,
    /// The sequence of the snapshot in the outbox that contains that scan; null: it was not stored.
    pub stored_in: Option<f64>,
    /// The service has all snapshots up to this sequence; null: not known yet.
    pub delivered_through: Option<f64>,
    /// The project that contains its logic.
    pub project: String,
}

/// The last good value of a tag.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LastGoodValue {
    /// The value.
    #[ts(type = "unknown")]
    pub value: serde_json::Value,
    /// When it was read.
    pub at: f64,
}

/// The integer that a bit belongs to.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Word {
    /// Its name.
    pub name: String,
    /// Its value; beyond 2^53 as text.
    #[ts(type = "unknown")]
    pub value: serde_json::Value,
    /// Its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The bit's number; 0 is the lowest bit.
    pub bit: u8,
}

/// The values of a tag in the last minutes. Recording starts with the first call.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TagChanges {
    /// The times of the changes, oldest first; at most 600.
    pub times: Vec<f64>,
    /// The values after the changes, as numbers; bits are 0 and 1; null: no value was read.
    pub values: Vec<Option<f64>>,
    /// The time up to which the values are known.
    pub until: f64,
    /// Whether older changes were omitted.
    pub is_cut: bool,
}

/// A request for the uses of a name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UsesOf {
    /// As in the list of projects.
    pub project: String,
    /// The name, as the platform or a session writes it.
    pub name: String,
}

/// The uses of a name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Uses {
    /// The meaning of the name; null: no code has the name.
    pub place: Option<String>,
    /// The possible meanings of the name, if there are several.
    pub options: Vec<String>,
    /// The uses in the project's order, at most 500.
    pub rows: Vec<CodeUse>,
    /// The number of all uses.
    pub of: u32,
    /// Why there may be more uses.
    pub gaps: Vec<Message>,
}

/// A use of a name.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeUse {
    /// Whether its value is read there.
    pub reads: bool,
    /// Whether its value is written there.
    pub writes: bool,
    /// Whether the use is certain.
    pub certain: bool,
    /// The instruction or the construct.
    pub instruction: String,
    /// The complete name, as it is written there.
    pub place: String,
    /// The relation of that name to the requested one.
    pub relation: Message,
    /// The path of the routine, as the platform writes it.
    pub path: String,
    /// The number of a rung or a network.
    pub rung: Option<u32>,
    /// The line of a text.
    pub line: Option<u32>,
    /// The code.
    pub quote: String,
}
