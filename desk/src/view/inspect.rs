use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

use super::{Quality, RowKind};

/// A tag of a session, or a part of one, looked at closely.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// Its whole name.
    pub name: String,
    /// The session's tag that it is a part of; null: it is one itself.
    pub part_of: Option<String>,
    /// As in the service's JSON: structures are objects, arrays are arrays. Null if there is no
    /// value.
    #[ts(type = "unknown")]
    pub value: serde_json::Value,
    /// The controller's name of the type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// It has no number that could be drawn (text, a structure).
    pub is_not_drawn: bool,
    /// The kind of its parts.
    pub kind: RowKind,
    /// The project's data of it; empty if there is none.
    pub comment: String,
    /// The unit in the project; empty if it has none.
    pub unit: String,
    /// Whether to trust it; null: it is not read now, and is as it was read last.
    pub quality: Option<Quality>,
    /// Why it is not good, or not read: a stable code.
    pub reason: Option<String>,
    /// When the controller's answer arrived, or the source's own time where the protocol gives one.
    pub at: f64,
    /// When the scan began that it was read in last; null: which one that was is not known.
    pub scan_at: Option<f64>,
    /// Its last good value, if it has none now.
    pub last_good: Option<LastGoodValue>,
    /// Of a bit, the integer that it is a bit of.
    pub word: Option<Word>,
    /// Its address in the controller, if the project contains it; null: its name is its address.
    pub address: Option<String>,
    /// The controller's address.
    pub endpoint: String,
    /// From one reading of it to the next, in milliseconds.
    pub every_ms: f64,
    /// Whether consumers ask for it, by this name.
    pub requested: bool,
    /// Which snapshot of the session's outbox that scan was stored in; null: in none.
    pub stored_in: Option<f64>,
    /// The highest snapshot up to which the service has all; null: it has said nothing yet.
    pub delivered_through: Option<f64>,
    /// The project that its logic is in.
    pub project: String,
}

/// A value that was good.
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
    /// Which bit, the lowest being 0.
    pub bit: u8,
}

/// The values of a tag in the last minutes. They are recorded from the first call on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TagChanges {
    /// When it changed, oldest first; at most 600.
    pub times: Vec<f64>,
    /// To what, as a number: bits are 0 and 1; null: from there on nothing was read.
    pub values: Vec<Option<f64>>,
    /// Until when it is known.
    pub until: f64,
    /// There were more changes; only the latest are listed.
    pub is_cut: bool,
}

/// A name whose uses are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UsesOf {
    /// As in the list of projects.
    pub project: String,
    /// As the platform or a session writes it.
    pub name: String,
}

/// Where a name is used.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Uses {
    /// The meaning of the name; null: no code has the name.
    pub place: Option<String>,
    /// The possible meanings of the name, if there are several.
    pub options: Vec<String>,
    /// In the project's order, at most 500.
    pub rows: Vec<CodeUse>,
    /// How many there are.
    pub of: u32,
    /// Why there may be more.
    pub gaps: Vec<Message>,
}

/// A use of a name.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeUse {
    /// Whether its value is needed there.
    pub reads: bool,
    /// Whether it gets a value there.
    pub writes: bool,
    /// Whether that is sure.
    pub certain: bool,
    /// The instruction or the construct.
    pub instruction: String,
    /// The name as it is written there, whole.
    pub place: String,
    /// How that lies to what was asked for.
    pub relation: Message,
    /// The routine, as the platform spells it.
    pub path: String,
    /// The number of a rung or a network.
    pub rung: Option<u32>,
    /// The line of a text.
    pub line: Option<u32>,
    /// The code.
    pub quote: String,
}
