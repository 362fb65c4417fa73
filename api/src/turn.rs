//! Turns: `POST interpret`, `POST conversations`, `POST messages`, and their responses.
//!
//! These parts are not in the specification and defined here: the field `version_id` of an outcome,
//! and the contents of the stream's events.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Body of `POST projects/{id}/interpret`. Unknown fields are refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Interpret {
    /// The question, 1 to 8,000 characters; may be absent if there are `answers`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 8000)]
    pub prompt: Option<String>,
    /// The conversation to continue; if absent, a new one starts.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub conversation_id: Option<String>,
    /// Answers to the questions of the conversation's last turn.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_items = 10)]
    pub answers: Option<Vec<Answered>>,
    /// Whether the answer is returned as one body or as a stream of events.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub mode: Option<Mode>,
    /// Whether to return `citations`; true by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub include_citations: Option<bool>,
}

/// Body of `POST conversations/{cid}/messages`. Unknown fields are refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// The question, 1 to 8,000 characters; may be absent if there are `answers`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 8000)]
    pub prompt: Option<String>,
    /// Answers to the questions of the conversation's last turn.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_items = 10)]
    pub answers: Option<Vec<Answered>>,
    /// Whether the answer is returned as one body or as a stream of events.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub mode: Option<Mode>,
}

/// Body of `POST projects/{id}/conversations`; it may be absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewConversation {
    /// Its title, up to 256 characters.
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
    /// Its project.
    pub project_id: String,
}

/// The form of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// One body.
    #[default]
    Sync,
    /// A stream of events.
    Stream,
}

/// An answer to a question of a turn: exactly one of both fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The question's id.
    pub id: String,
    /// The index of the chosen option, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub selected_index: Option<u32>,
    /// A free text, if no option fits, up to 2,000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_length = 2000)]
    pub free_text: Option<String>,
}

/// The outcome of a turn, with its conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Turn)]
pub struct Turned {
    /// The outcome.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The conversation to continue; absent if a file was asked without a service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<String>,
    /// The version that was used; absent if a file was asked without a service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_id: Option<String>,
    /// The use of a model.
    pub usage: Usage,
}

/// The outcome of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Outcome {
    /// An answer.
    Answer {
        /// The text. `[3]` refers to the third citation.
        answer: String,
        /// The sources, in the order of first use.
        citations: Vec<Citation>,
        /// Total number of sources; present if `citations` has fewer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        citations_total: Option<u32>,
    },
    /// The turn needs answers first.
    NeedsInput {
        /// 1 to 3 questions.
        questions: Vec<Question>,
    },
    /// The planned change (generate); it is not carried out before it is approved.
    Plan {
        /// The plan, which the service stores.
        plan: crate::generate::Plan,
        /// The sources, in the order of first use.
        citations: Vec<Citation>,
        /// Total number of sources; present if `citations` has fewer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        citations_total: Option<u32>,
    },
    /// The approved plan, carried out on a copy (generate); no version is created.
    Code {
        /// What was done and checked.
        explanation: String,
        /// The proposed units.
        changes: Vec<crate::generate::ProposedChange>,
        /// The sources, in the order of first use.
        citations: Vec<Citation>,
        /// Total number of sources; present if `citations` has fewer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        citations_total: Option<u32>,
    },
    /// The question could not be answered.
    Unresolved {
        /// The reason, and what can be answered instead.
        reason: String,
    },
}

/// A source of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Citation {
    /// The kind of place.
    pub location_kind: LocationKind,
    /// The place in the platform's spelling: a key into `GET source?format=parsed`.
    pub path: String,
    /// The number of a rung or a network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rung: Option<u32>,
}

/// The kind of place of a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LocationKind {
    /// A whole routine, block or method.
    Routine,
    /// A data block.
    DataBlock,
    /// The declaration of a type, an add-on instruction or a function block.
    Definition,
    /// A tag or a variable.
    Tag,
    /// A rung, a network, a sheet.
    Rung,
}

impl LocationKind {
    /// Maximum number of citations of this kind in an answer.
    pub fn quota(self) -> usize {
        match self {
            Self::Rung | Self::Tag => 40,
            Self::Routine | Self::DataBlock | Self::Definition => 20,
        }
    }
}

/// Maximum number of citations in an answer.
pub const CITATIONS_MAX: usize = 80;

/// Maximum number of options of a question.
pub const OPTIONS_MAX: usize = 4;

/// A question that must be answered first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Question {
    /// Its id, for the answer.
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

/// The use of a model in a turn: the sum over its calls; for information, not for billing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Usage {
    /// Input tokens.
    pub input_tokens: u64,
    /// Output tokens.
    pub output_tokens: u64,
}

/// Data of the event `status`, the first of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StatusEvent {
    /// The turn.
    pub turn_id: String,
    /// Its conversation.
    pub conversation_id: String,
    /// The progress.
    pub phase: Phase,
    /// The progress as a display text.
    pub message: String,
}

/// The progress of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// It is stored and starts.
    Accepted,
    /// Names are searched in the project.
    Resolving,
    /// Code and values are read.
    Reading,
    /// A model is called.
    Reasoning,
    /// The model's answer is checked.
    Checking,
    /// The answer is written.
    Writing,
}

/// Data of the event `token`; all texts together are the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TokenEvent {
    /// The next part of the text.
    pub text: String,
}

/// Data of the event `done`, the last of a successful stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DoneEvent {
    /// The kind of the outcome: `answer`, `needs_input`, `unresolved`.
    pub status: String,
    /// The use of a model.
    pub usage: Usage,
}

impl Outcome {
    /// The name, as in `status`.
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
