use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// The frames of the communication log to show.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListFrames {
    /// Only of this session; null: of all sessions.
    pub session: Option<String>,
    /// Part of a tag's name, of a frame's description, or of the protocol's code.
    pub search: String,
    /// The filter.
    pub only: FrameFilter,
    /// The index of the first frame among the matching ones; null: the newest frames.
    pub from: Option<u32>,
    /// The number of frames, at most 200.
    pub count: u32,
}

/// Which frames are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum FrameFilter {
    /// All.
    All,
    /// Requests without a response.
    Unanswered,
    /// Responses that refuse a request or a part of it.
    Refused,
}

/// Frames of the communication log, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Frames {
    /// Number of stored frames of the session.
    pub total: u32,
    /// Their size in bytes.
    pub bytes: f64,
    /// The time of the oldest frame.
    pub since: Option<f64>,
    /// Number of older frames that were dropped.
    pub dropped: u32,
    /// Number of requests without a response.
    pub unanswered: u32,
    /// Number of refusing responses.
    pub refused: u32,
    /// Number of matching frames.
    pub matched: u32,
    /// The index of the first row among the matching frames.
    pub from: u32,
    /// The rows.
    pub rows: Vec<FrameSummary>,
    /// When recording ends, in the session that records the longest; null: no session records.
    pub until: Option<f64>,
}

/// A frame in one line.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FrameSummary {
    /// Its number, from 1.
    pub number: u32,
    /// Its session.
    pub session: String,
    /// The time of its last byte.
    pub at: f64,
    /// Whether this program sent it.
    pub is_ours: bool,
    /// Its description.
    pub said: Message,
    /// Its description in the protocol's terms: `0x0a: 31 × 0x4c Read Tag`.
    pub code: String,
    /// Its size in bytes.
    pub bytes: u32,
    /// Milliseconds from the request to its response, in both frames.
    pub took: Option<f64>,
    /// The number of its response, or of its request.
    pub other: Option<u32>,
    /// Whether it is a request without a response.
    pub is_unanswered: bool,
    /// Whether it is a response that refuses a request or a part of it.
    pub is_refused: bool,
}

/// A frame, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OneFrame {
    /// Its number.
    pub number: u32,
}

/// The details of a frame.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FrameDetail {
    /// The summary.
    pub summary: FrameSummary,
    /// The common name of its protocol.
    pub protocol: String,
    /// The local address of its connection.
    pub local: String,
    /// The controller's address.
    pub peer: String,
    /// Its fields in the protocol's terms, in the order of their bytes.
    pub fields: Vec<FrameField>,
    /// The read tags, or their results; the first 500.
    pub items: Vec<FrameItem>,
    /// The number of all items.
    pub item_count: u32,
    /// The first 4,096 bytes as hexadecimal digits; empty for a login.
    pub hex: String,
    /// Whether it is a login, whose bytes are not shown.
    pub is_hidden: bool,
}

/// A field of a frame.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FrameField {
    /// Its depth; 0: a heading.
    pub depth: u32,
    /// The offset of its first byte.
    pub at: u32,
    /// Its size in bytes.
    pub bytes: u32,
    /// Its name.
    pub name: String,
    /// Its description.
    pub value: String,
}

/// A requested or returned item of a frame.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FrameItem {
    /// The tags in it, or its name in the frame.
    pub tags: Vec<String>,
    /// Number of received bytes; null: not known.
    pub bytes: Option<u32>,
    /// Why it was refused.
    pub refused: Option<Message>,
}

/// A recording to save as pcapng.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveFrames {
    /// Only of this session; null: of all sessions.
    pub session: Option<String>,
    /// The path from a file dialog; null: the answer contains the bytes.
    pub path: Option<String>,
}
