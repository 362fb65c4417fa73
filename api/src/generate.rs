//! Proposals: `POST generate`, and the plans and changes in its responses.
//!
//! The fields of a step and of a risk are not in the specification; they are defined here.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::turn::{Answered, Citation, Mode};

/// Body of `POST projects/{id}/generate`. Unknown fields are refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// The requested change, 1 to 8,000 characters. It may be absent if there are `answers`, and is
    /// ignored with `approve`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 8000)]
    pub prompt: Option<String>,
    /// A hint: the place of the change.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub target: Option<Target>,
    /// The conversation to continue: required to approve or to answer.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub conversation_id: Option<String>,
    /// Whether to carry out the plan that is pending in the conversation.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub approve: Option<bool>,
    /// Differences from the approved plan, up to 2,000 characters: names, values, the place, or a
    /// step to omit.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_length = 2000)]
    pub amendment: Option<String>,
    /// Answers to the questions of the conversation's last turn.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_items = 10)]
    pub answers: Option<Vec<Answered>>,
    /// Whether the outcome is returned as one body or as a stream of events.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub mode: Option<Mode>,
    /// Whether to return `citations`; true by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub include_citations: Option<bool>,
}

/// The place of a change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// A program or a block.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub program: Option<String>,
    /// A routine in it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub routine: Option<String>,
}

/// A planned change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Plan {
    /// Summary as a sentence.
    pub summary: String,
    /// Each change of a unit, in order.
    pub steps: Vec<PlanStep>,
    /// The reason for this solution.
    pub rationale: String,
    /// Decisions that the request left open.
    pub assumptions: Vec<String>,
    /// The tags whose declaration, value or use changes.
    pub affected_tags: Vec<String>,
    /// What a person should check before approving.
    pub risks: Vec<Risk>,
}

/// A change of one unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlanStep {
    /// Its number in the plan, from 1: `step_1`.
    pub id: String,
    /// The kind of change.
    pub action: ChangeAction,
    /// The unit's path.
    pub target: String,
    /// The language of the unit, in the platform's words.
    pub code_type: String,
    /// The change as a sentence.
    pub description: String,
}

/// The kind of change of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ChangeAction {
    /// It is added.
    Create,
    /// Its code is changed.
    Update,
    /// It is deleted.
    Delete,
    /// It is renamed everywhere.
    Rename,
    /// It is copied under another name.
    Duplicate,
}

/// Something that a person should check before approving.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Risk {
    /// Its severity.
    pub level: RiskLevel,
    /// Its kind.
    pub kind: RiskKind,
    /// The risk as a sentence.
    pub message: String,
    /// The places.
    pub citations: Vec<Citation>,
}

/// The severity of a risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RiskLevel {
    /// For information.
    Low,
    /// Should be checked.
    Medium,
    /// Must be checked first.
    High,
}

/// The kind of a risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RiskKind {
    /// Other code also writes the value.
    WrittenElsewhere,
    /// The condition of an action changes.
    InterlockChanged,
    /// Programs or devices outside of the project may read or write it.
    ExternalAccess,
    /// It concerns safety.
    Safety,
    /// Other controllers produce or consume it.
    ProducedConsumed,
    /// The controller keeps its current value.
    RetentiveValue,
    /// Related code is not understood, or not shown.
    OpaqueCodeNear,
}

/// A proposed unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProposedChange {
    /// The kind of change.
    pub action: ChangeAction,
    /// The unit's path.
    pub target: String,
    /// The language of the unit: `ST`, `RLL`, `Tag`, `UDT`; `SCL`, `DB`, `LAD`; `Declaration`,
    /// `Task`.
    pub code_type: String,
    /// Its proposed source; absent if it is deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// The new name, or the name of the copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_name: Option<String>,
}
