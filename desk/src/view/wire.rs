use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

/// Which frames of the communication log to show.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListFrames {
    /// Of this session alone; null: of all.
    pub session: Option<String>,
    /// A part of a tag's name, of what a frame says, or of how the protocol counts it.
    pub search: String,
    /// Which of them.
    pub only: FrameFilter,
    /// The place of the first one wanted among those that fit; null: the newest.
    pub from: Option<u32>,
    /// How many, at most 200.
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
    /// Answers that refuse something.
    Refused,
}

/// Frames of the communication log, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Frames {
    /// How many of the session there are.
    pub total: u32,
    /// Their bytes.
    pub bytes: f64,
    /// When the oldest one was seen.
    pub since: Option<f64>,
    /// Number of older frames that were dropped.
    pub dropped: u32,
    /// Number of requests without a response.
    pub unanswered: u32,
    /// How many refuse something.
    pub refused: u32,
    /// How many fit.
    pub matched: u32,
    /// The place of the first row among those.
    pub from: u32,
    /// The rows.
    pub rows: Vec<FrameSummary>,
    /// When recording ends, in the session that goes on longest; null: nothing is recorded.
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
    /// When its last byte was seen.
    pub at: f64,
    /// Whether it was sent by this program.
    pub is_ours: bool,
    /// Its description.
    pub said: Message,
    /// Its description in the protocol's terms: `0x0a: 31 × 0x4c Read Tag`.
    pub code: String,
    /// Its bytes.
    pub bytes: u32,
    /// Milliseconds from the request to its answer, with both.
    pub took: Option<f64>,
    /// The answer to it, or the request that it answers.
    pub other: Option<u32>,
    /// A request without a response.
    pub is_unanswered: bool,
    /// It refuses something.
    pub is_refused: bool,
}

/// A frame to look at closely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OneFrame {
    /// Its number.
    pub number: u32,
}

/// A frame, looked at closely.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FrameDetail {
    /// In one line.
    pub summary: FrameSummary,
    /// The common name of its protocol.
    pub protocol: String,
    /// Our end of its connection.
    pub local: String,
    /// The controller's.
    pub peer: String,
    /// Its fields, in the protocol's own words, in the order of their bytes.
    pub fields: Vec<FrameField>,
    /// The read tags, or their results; the first 500.
    pub items: Vec<FrameItem>,
    /// How many there are.
    pub item_count: u32,
    /// Its bytes as hexadecimal digits, the first 4,096 of them; none of a login.
    pub hex: String,
    /// It is a login: its bytes are not shown.
    pub is_hidden: bool,
}

/// A field of a frame.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FrameField {
    /// How deep it lies; 0: a headline.
    pub depth: u32,
    /// Its first byte.
    pub at: u32,
    /// Its bytes.
    pub bytes: u32,
    /// Its name.
    pub name: String,
    /// Its description.
    pub value: String,
}

/// Something that a frame asks for or brings.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FrameItem {
    /// The tags that live in it, or what the frame calls it.
    pub tags: Vec<String>,
    /// Number of received bytes; null: not known.
    pub bytes: Option<u32>,
    /// Why nothing came.
    pub refused: Option<Message>,
}

/// A recording to save as pcapng.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveFrames {
    /// Of this session alone; null: of all.
    pub session: Option<String>,
    /// Where to: a path that a dialog named; null: the bytes come back as the answer.
    pub path: Option<String>,
}
