use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Quality;

/// A question about one of the service's projects. Parts of the answer are pushed by topic `ask`.
/// The next question of a screen ends the previous one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskQuestion {
    /// As in the list of projects.
    pub project: String,
    /// The question; null if it only chooses.
    #[serde(default)]
    pub question: Option<String>,
    /// The conversation that it continues; null: it begins one.
    #[serde(default)]
    pub conversation: Option<String>,
    /// The choice from the alternatives.
    #[serde(default)]
    pub choice: Option<AskChoice>,
}

/// An answer to something that was asked back: one of its options, or words.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskChoice {
    /// The id of what was asked back.
    pub id: String,
    /// The option, counted from 0; null: the words count.
    pub option: Option<u32>,
    /// Words where no option fits.
    pub text: Option<String>,
}

/// A part of an answer. The pushes of topic `ask`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", content = "data", rename_all = "camelCase")]
pub enum AskHeard {
    /// How far it is: `accepted`, `resolving`, `reading`, `reasoning`, `checking`, `writing`.
    Phase(String),
    /// The next piece of its text.
    Text(String),
    /// It begins again, and so does its text.
    Again,
}

/// The result of a question.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskAnswer {
    /// `answer`, `needs_input`, `unresolved`.
    pub status: String,
    /// The answer, or why there is none; `[3]` refers to the third place.
    pub text: String,
    /// Where it was read, in the order of first use.
    pub cited: Vec<Cited>,
    /// How many places were read; null: no more than are cited.
    pub cited_of: Option<u32>,
    /// Tags of the project that it names, at most 100: their values are shown next to it.
    pub tags: Vec<String>,
    /// The information that is needed first.
    pub asked_back: Vec<AskedBack>,
    /// The conversation, to ask on.
    pub conversation: Option<String>,
    /// The version of the project that was asked.
    pub version: Option<String>,
    /// Tokens that a model took and made; 0: none was asked.
    pub tokens: [f64; 2],
}

/// A place that an answer was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Cited {
    /// `rung`, `routine`, `tag`, `data_block`, `definition`.
    pub kind: String,
    /// As the platform spells it.
    pub path: String,
    /// The number of a rung or a network.
    #[serde(default)]
    pub rung: Option<u32>,
}

/// Something that has to be known before a question can be answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AskedBack {
    /// The id of the choice.
    pub id: String,
    /// The question.
    pub question: String,
    /// 2 to 4 suggestions.
    pub options: Vec<String>,
    /// Why it is asked.
    pub why: String,
}

/// A place of an answer, to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenCited {
    /// As in the list of projects.
    pub project: String,
    /// The place.
    pub cited: Cited,
}

/// The code at a place of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CitedPlace {
    /// Its path.
    pub path: String,
    /// The language of its code; null: it is no code.
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
    /// Whether the answer was read from it.
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
    /// When the scan of the newest values began; null where nothing is live.
    pub scan_at: Option<f64>,
    /// One for each tag, in the requested order; null: no session reads it now.
    pub values: Vec<Option<AnswerValue>>,
}

/// A value next to an answer.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AnswerValue {
    /// As text, truncated if it is long.
    pub value: String,
    /// The controller's name of its type; empty if not known.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Whether to trust it.
    pub quality: Quality,
    /// Why it is not good.
    pub reason: Option<String>,
}
