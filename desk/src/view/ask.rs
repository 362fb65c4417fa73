use serde::{Deserialize, Serialize};
use tagbridge_texts::Language;
use ts_rs::TS;

use super::Quality;

/// A question about one of the service's projects. Parts of the answer are pushed by topic `ask`.
/// The next question of a screen ends the previous one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskQuestion {
    /// As in the list of projects.
    pub project: String,
    /// The question; null: `choice` answers an earlier question.
    #[serde(default)]
    pub question: Option<String>,
    /// The conversation to continue; null: a new conversation.
    #[serde(default)]
    pub conversation: Option<String>,
    /// The answer to a question that was asked back.
    #[serde(default)]
    pub choice: Option<AskChoice>,
    /// How many minutes the user's clock is ahead of UTC: for times in the question and the answer.
    #[serde(default)]
    pub minutes_ahead: i32,
}

/// An answer to a question that was asked back: one of its options, or free text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskChoice {
    /// The id of the question that was asked back.
    pub id: String,
    /// The index of the option, from 0; null: `text` is the answer.
    pub option: Option<u32>,
    /// Free text, if no option fits.
    pub text: Option<String>,
}

/// A part of an answer. The pushes of topic `ask`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", content = "data", rename_all = "camelCase")]
pub enum AskHeard {
    /// The current phase: `accepted`, `resolving`, `reading`, `reasoning`, `checking`, `writing`.
    Phase(String),
    /// The next piece of the text.
    Text(String),
    /// The answer starts again: the text so far is void.
    Again,
}

/// The result of a question.
#[derive(Debug, Clone, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskAnswer {
    /// `answer`, `needs_input`, `unresolved`.
    pub status: String,
    /// The answer, or the reason why it is missing; `[3]` refers to the third place.
    pub text: String,
    /// The cited places, in the order of first use.
    pub cited: Vec<Cited>,
    /// Number of places that were read; null: the cited ones.
    pub cited_of: Option<u32>,
    /// Tags that the answer names, at most 100: their values are shown next to it.
    pub tags: Vec<String>,
    /// The questions that must be answered first.
    pub asked_back: Vec<AskedBack>,
    /// The conversation, for the next question.
    pub conversation: Option<String>,
    /// The version of the project that was read.
    pub version: Option<String>,
    /// Input and output tokens of a model; 0: no model was used.
    pub tokens: [f64; 2],
}

/// A place that an answer cites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Cited {
    /// `rung`, `routine`, `tag`, `data_block`, `definition`.
    pub kind: String,
    /// The path as the platform writes it.
    pub path: String,
    /// The number of a rung or a network.
    #[serde(default)]
    pub rung: Option<u32>,
}

/// A question that must be answered first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskedBack {
    /// The id of the choice.
    pub id: String,
    /// The question.
    pub question: String,
    /// 2 to 4 suggestions.
    pub options: Vec<String>,
    /// Why the question is asked.
    pub why: String,
}

/// A cited place to show.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenCited {
    /// As in the list of projects.
    pub project: String,
    /// The place.
    pub cited: Cited,
    /// The language of titles and comments, if the project has them in several.
    #[serde(default)]
    pub language: Language,
}

/// The code at a place of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CitedPlace {
    /// Its path.
    pub path: String,
    /// The language of its code; null: the place is not code.
    pub language: Option<String>,
    /// Its comment.
    pub comment: Option<String>,
    /// Rungs around it, lines of its text, or its declaration; at most 400.
    pub lines: Vec<CitedLine>,
}

/// A rung or a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CitedLine {
    /// Its number.
    pub number: u32,
    /// A rung's title and comment.
    pub comment: Option<String>,
    /// Its text.
    pub text: String,
    /// Whether the answer cites it.
    pub is_cited: bool,
}

/// The tags whose values are shown next to an answer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AnswerTags {
    /// As in the list of projects.
    pub project: String,
    /// Their names, at most 100.
    pub tags: Vec<String>,
}

/// The values next to an answer.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AnswerValues {
    /// Whether a session streams the project.
    pub is_live: bool,
    /// When the scan of the newest values began; null: no session is live.
    pub scan_at: Option<f64>,
    /// One for each tag, in the requested order; null: no session reads it now.
    pub values: Vec<Option<AnswerValue>>,
}

/// A value next to an answer.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AnswerValue {
    /// The value as text, truncated if it is long.
    pub value: String,
    /// The controller's name of the type; empty if it is not known.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The quality.
    pub quality: Quality,
    /// Why the quality is not good.
    pub reason: Option<String>,
}
