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

/// Why a tag has its state, from the values that the screen shows.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WhyNow {
    /// Its state.
    pub is: WhyState,
    /// Whether the code gives a different result than its value.
    pub disagrees: bool,
    /// Whether it keeps its value, because no statement writes it now.
    pub is_kept: bool,
    /// Whether no statement of the project writes it.
    pub is_outside: bool,
    /// Number of statements that may write it and are not followed.
    pub others: u32,
    /// Decisive tags that are not read.
    pub missing: Vec<String>,
    /// The start of the scan of the values; null: no values are known.
    pub scan_at: Option<f64>,
    /// Why the values are not current: a stable code such as `paused`.
    pub unread: Option<String>,
    /// The rungs that write it, the last one first.
    pub rungs: Vec<WhyRung>,
    /// The chain from the tag to the inputs that no code writes. Each link is followed by the
    /// values on which it depends.
    pub links: Vec<WhyLink>,
}

/// The state of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WhyState {
    /// On.
    On,
    /// Off.
    Off,
    /// Not known.
    Unknown,
    /// A number or a text.
    Number,
}

/// A value that another one depends on.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WhyLink {
    /// The distance from the tag; 1: the tag depends on it directly.
    pub level: u32,
    /// The name, as the platform writes it; the expression of a computed value.
    pub name: String,
    /// Whether it is a tag.
    pub is_tag: bool,
    /// Its value, truncated if it is long; null: it is not read.
    pub value: Option<String>,
    /// The controller's name of its type; empty if it is not known.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The quality of the value.
    pub quality: Option<Quality>,
    /// When it was read.
    pub at: Option<f64>,
    /// The rungs that write it, the last one first.
    pub rungs: Vec<WhyRung>,
    /// Why it is not followed; null: it is followed.
    pub end: Option<WhyEnd>,
    /// For a timer: the elapsed time and the preset, in milliseconds.
    pub timer: Option<[f64; 2]>,
}

/// Why a value is not followed.
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
    /// The shown chain has its maximum length.
    Deep,
    /// No statement writes it now.
    Held,
    /// A block writes it: the values on which the block depends follow.
    Block,
}

/// A rung, as `routine` draws it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WhyRung {
    /// The routine's id.
    pub routine: u32,
    /// Its position in the routine; null: the routine is one text.
    pub at: Option<u32>,
    /// The path of the routine, as in citations.
    pub path: String,
    /// Its number; null: the routine is one text.
    pub rung: Option<u32>,
}
