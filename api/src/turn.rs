//! Turns: `POST interpret`, `POST conversations`, `POST messages`, and what they answer.
//!
//! What the specification does not show is decided here: the field `version_id` of an outcome, and
//! what the events of a stream say.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Body of `POST projects/{id}/interpret`. A field that is not here is refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Interpret {
    /// The question, 1 to 8,000 characters; may be absent where `answers` are given.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 8000)]
    pub prompt: Option<String>,
    /// The conversation that it continues; absent, it begins one.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub conversation_id: Option<String>,
    /// Answers to the questions of the conversation's last turn.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_items = 10)]
    pub answers: Option<Vec<Answered>>,
    /// Whether the answer comes as one body or as a stream of events.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub mode: Option<Mode>,
    /// Whether `citations` has any: true unless told.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub include_citations: Option<bool>,
}

/// Body of `POST conversations/{cid}/messages`. A field that is not here is refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// The question, 1 to 8,000 characters; may be absent where `answers` are given.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 8000)]
    pub prompt: Option<String>,
    /// Answers to the questions of the conversation's last turn.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_items = 10)]
    pub answers: Option<Vec<Answered>>,
    /// Whether the answer comes as one body or as a stream of events.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub mode: Option<Mode>,
}

/// Body of `POST projects/{id}/conversations`; it may be absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewConversation {
    /// What to call it, up to 256 characters.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_length = 256)]
    pub name: Option<String>,
}

/// A conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    /// Its id.
    pub conversation_id: String,
    /// The project that it is about.
    pub project_id: String,
}

/// How an answer comes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// As one body.
    #[default]
    Sync,
    /// As a stream of events.
    Stream,
}

/// An answer to a question of a turn: exactly one of both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The question's id.
    pub id: String,
    /// Which of its options, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub selected_index: Option<u32>,
    /// What fits better than any option, up to 2,000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_length = 2000)]
    pub free_text: Option<String>,
}

/// What came of a turn, and where it belongs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Turn)]
pub struct Turned {
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The conversation to continue; absent where a file was asked without a service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<String>,
    /// The version that was asked; absent where a file was asked without a service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_id: Option<String>,
    /// What it took of a model.
    pub usage: Usage,
}

/// What came of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Outcome {
    /// An answer.
    Answer {
        /// The text. `[3]` stands where it is made of the third citation.
        answer: String,
        /// Where it was read, in the order of first use.
        citations: Vec<Citation>,
        /// How many places were read; present where `citations` has fewer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        citations_total: Option<u32>,
    },
    /// Something must be known first.
    NeedsInput {
        /// What: 1 to 3 questions.
        questions: Vec<Question>,
    },
    /// What would be changed (generate): nothing is, before it is approved.
    Plan {
        /// The plan; the service keeps it.
        plan: crate::generate::Plan,
        /// Where it was read, in the order of first use.
        citations: Vec<Citation>,
        /// How many places were read; present where `citations` has fewer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        citations_total: Option<u32>,
    },
    /// The approved plan, carried out on a copy (generate): no version is made.
    Code {
        /// What was done, and what was checked.
        explanation: String,
        /// Each unit as it is proposed.
        changes: Vec<crate::generate::ProposedChange>,
        /// Where it was read, in the order of first use.
        citations: Vec<Citation>,
        /// How many places were read; present where `citations` has fewer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        citations_total: Option<u32>,
    },
    /// Nothing could be answered as it was asked.
    Unresolved {
        /// Why, and what could be.
        reason: String,
    },
}

/// Where something was read.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Citation {
    /// What kind of place it is.
    pub location_kind: LocationKind,
    /// As the platform spells it: a key into `GET source?format=parsed`.
    pub path: String,
    /// The number of a rung or a network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rung: Option<u32>,
}

/// What kind of place a citation names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LocationKind {
    /// A routine, a block's code or a method as a whole.
    Routine,
    /// A data block.
    DataBlock,
    /// A type, an add-on instruction, a function block: its declaration.
    Definition,
    /// A tag or a variable.
    Tag,
    /// A rung, a network, a sheet.
    Rung,
}

impl LocationKind {
    /// How many citations of this kind an answer has at most.
    pub fn quota(self) -> usize {
        match self {
            Self::Rung | Self::Tag => 40,
            Self::Routine | Self::DataBlock | Self::Definition => 20,
        }
    }
}

/// How many citations an answer has at most.
pub const CITATIONS_MAX: usize = 80;

/// How many options a question has at most.
pub const OPTIONS_MAX: usize = 4;

/// Something that must be known before a question can be answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Question {
    /// What an answer names it by.
    pub id: String,
    /// The question.
    pub question: String,
    /// 2 to 4 suggestions.
    pub options: Vec<String>,
    /// A hint, never applied automatically.
    #[schema(required)]
    pub recommended_index: Option<u32>,
    /// Why it is asked.
    pub why_it_matters: String,
}

/// What a turn took of a model: the sum over its calls; informational, not a bill.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Usage {
    /// Tokens given.
    pub input_tokens: u64,
    /// Tokens made.
    pub output_tokens: u64,
}

/// Data of the event `status`: at least one, the first of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StatusEvent {
    /// The turn.
    pub turn_id: String,
    /// Its conversation.
    pub conversation_id: String,
    /// How far it is.
    pub phase: Phase,
    /// The same for a person.
    pub message: String,
}

/// How far a turn is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// It is stored, and begins.
    Accepted,
    /// What the names mean is looked up.
    Resolving,
    /// Code and values are read.
    Reading,
    /// A model is asked.
    Reasoning,
    /// What a model said is held against what was read.
    Checking,
    /// The answer is written.
    Writing,
}

/// Data of the event `token`: all texts together are the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TokenEvent {
    /// The next piece.
    pub text: String,
}

/// Data of the event `done`: the last of a stream that ended well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DoneEvent {
    /// The outcome's: `answer`, `needs_input`, `unresolved`.
    pub status: String,
    /// What it took of a model.
    pub usage: Usage,
}

impl Outcome {
    /// Its name, as in `status`.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Answer { .. } => "answer",
            Self::NeedsInput { .. } => "needs_input",
            Self::Plan { .. } => "plan",
            Self::Code { .. } => "code",
            Self::Unresolved { .. } => "unresolved",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_one_object_with_its_status() {
        let turned = Turned {
            outcome: Outcome::Unresolved { reason: "no".to_owned() },
            conversation_id: Some("cnv_1".to_owned()),
            version_id: None,
            usage: Usage::default(),
        };
        let json = serde_json::json!({
            "status": "unresolved", "reason": "no", "conversation_id": "cnv_1",
            "usage": {"input_tokens": 0, "output_tokens": 0}
        });
        assert_eq!(serde_json::to_value(&turned).unwrap(), json);
        assert_eq!(serde_json::from_value::<Turned>(json).unwrap(), turned);
    }

    #[test]
    fn a_field_that_nobody_knows_is_refused() {
        let error = serde_json::from_str::<Interpret>(r#"{"prompt": "x", "project": 1}"#);
        assert!(error.unwrap_err().to_string().contains("unknown field `project`"));
    }
}
