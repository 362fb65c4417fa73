//! Proposals: `POST generate`, and the plans and changes that it answers with.
//!
//! What the specification does not show is decided here: the fields of a step and of a risk.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::turn::{Answered, Citation, Mode};

/// Body of `POST projects/{id}/generate`. A field that is not here is refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    /// What to change, 1 to 8,000 characters; may be absent where `answers` are given, and is left
    /// aside with `approve`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 8000)]
    pub prompt: Option<String>,
    /// Where it is meant, as a hint.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub target: Option<Target>,
    /// The conversation that it continues: needed to approve or to answer.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub conversation_id: Option<String>,
    /// Whether the plan that is pending in the conversation is to be carried out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub approve: Option<bool>,
    /// What to do otherwise than the approved plan says, up to 2,000 characters: names, values, the
    /// place, or a step to leave out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_length = 2000)]
    pub amendment: Option<String>,
    /// Answers to the questions of the conversation's last turn.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(max_items = 10)]
    pub answers: Option<Vec<Answered>>,
    /// Whether the outcome comes as one body or as a stream of events.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub mode: Option<Mode>,
    /// Whether `citations` has any: true unless told.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub include_citations: Option<bool>,
}

/// Where a change is meant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// A program or a block.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub program: Option<String>,
    /// A routine of it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub routine: Option<String>,
}

/// What would be done, before it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Plan {
    /// In a sentence.
    pub summary: String,
    /// Each change of a unit, in order.
    pub steps: Vec<PlanStep>,
    /// Why it is done like this.
    pub rationale: String,
    /// What was decided where the request left it open.
    pub assumptions: Vec<String>,
    /// The tags whose declaration, value or use is different afterwards.
    pub affected_tags: Vec<String>,
    /// What a person should look at before approving.
    pub risks: Vec<Risk>,
}

/// A change of one unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlanStep {
    /// Its number in the plan, from 1: `step_1`.
    pub id: String,
    /// What is done.
    pub action: ChangeAction,
    /// The unit's path.
    pub target: String,
    /// What the unit is written in, in the words of its platform.
    pub code_type: String,
    /// In a sentence.
    pub description: String,
}

/// What is done with a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ChangeAction {
    /// It is new.
    Create,
    /// It is written otherwise.
    Update,
    /// It goes.
    Delete,
    /// It has another name, everywhere.
    Rename,
    /// It is there a second time, under another name.
    Duplicate,
}

/// Something that a person should look at before approving.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Risk {
    /// How much it matters.
    pub level: RiskLevel,
    /// What kind of thing it is.
    pub kind: RiskKind,
    /// In a sentence.
    pub message: String,
    /// Where.
    pub citations: Vec<Citation>,
}

/// How much a risk matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RiskLevel {
    /// To know of.
    Low,
    /// To look at.
    Medium,
    /// To be sure of before anything else.
    High,
}

/// What kind of thing a risk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RiskKind {
    /// Other code gives the same thing a value.
    WrittenElsewhere,
    /// Under which condition something acts is different.
    InterlockChanged,
    /// What is outside of the program may read or write it.
    ExternalAccess,
    /// It has to do with safety.
    Safety,
    /// Other controllers produce or consume it.
    ProducedConsumed,
    /// The controller keeps its present value.
    RetentiveValue,
    /// Code beside it is not understood, or not shown.
    OpaqueCodeNear,
}

/// A unit as it is proposed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProposedChange {
    /// What is done.
    pub action: ChangeAction,
    /// The unit's path.
    pub target: String,
    /// What the unit is written in: `ST`, `RLL`, `Tag`, `UDT`; `SCL`, `DB`, `LAD`; `Declaration`, `Task`.
    pub code_type: String,
    /// Its proposed source; absent where it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// The new name, or that of the copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_name: Option<String>,
}
