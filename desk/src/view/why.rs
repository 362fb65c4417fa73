use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Quality;

/// A tag whose value is to be explained.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskWhy {
    /// The session.
    pub session: String,
    /// The tag.
    pub tag: String,
}

/// Why a tag is as it is, by the values that the screen shows of its session.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WhyNow {
    /// What it is.
    pub is: WhyState,
    /// The code makes something else of it than it is.
    pub disagrees: bool,
    /// No statement writes it now: it keeps its value.
    pub is_kept: bool,
    /// The project has no statement that writes it.
    pub is_outside: bool,
    /// Statements that may write it and are not followed.
    pub others: u32,
    /// Tags that decide, and are not read.
    pub missing: Vec<String>,
    /// When the scan of the values began; null: no values are known.
    pub scan_at: Option<f64>,
    /// Why no values are current: a stable code such as `paused`.
    pub unread: Option<String>,
    /// Where it is written, the last first.
    pub rungs: Vec<WhyRung>,
    /// From the tag to the inputs that nothing writes: each is followed by what holds it.
    pub links: Vec<WhyLink>,
}

/// What a tag is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WhyState {
    /// On.
    On,
    /// Off.
    Off,
    /// It is not known.
    Unknown,
    /// A number or a text.
    Number,
}

/// A value that another one depends on.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WhyLink {
    /// How far it is from the tag: 1 is what holds the tag itself.
    pub level: u32,
    /// As the platform writes it; of a computed value the expression.
    pub name: String,
    /// It is a tag.
    pub is_tag: bool,
    /// Its value, truncated if it is long; null: it is not read.
    pub value: Option<String>,
    /// The controller's name of its type; empty if not known.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Whether to trust the value.
    pub quality: Option<Quality>,
    /// When it was read.
    pub at: Option<f64>,
    /// Where it is written, the last first.
    pub rungs: Vec<WhyRung>,
    /// Why it is not followed; null: it is.
    pub end: Option<WhyEnd>,
    /// Of a timer: the elapsed time and the preset, in milliseconds.
    pub timer: Option<[f64; 2]>,
}

/// Why something is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WhyEnd {
    /// No statement writes it.
    Outside,
    /// It is not read.
    Unread,
    /// It is a number.
    Number,
    /// It is on for one scan.
    Edge,
    /// It is listed above already.
    Again,
    /// The chain is longer than what is shown.
    Deep,
    /// No statement writes it now.
    Held,
}

/// A rung, as `routine` draws it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WhyRung {
    /// The routine's id.
    pub routine: u32,
    /// Its position in the routine; null: the routine is one text.
    pub at: Option<u32>,
    /// As citations spell the routine.
    pub path: String,
    /// Its number; null: the routine is one text.
    pub rung: Option<u32>,
}
