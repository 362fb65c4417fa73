use serde::{Deserialize, Serialize};
use tagbridge_texts::Language;
use ts_rs::TS;

use super::{AskedBack, CodeChange, MadeFile};

/// A change request in words.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProposeChange {
    /// As in the list of projects.
    pub project: String,
    /// The request, in English or German.
    pub request: String,
    /// The answers to the questions so far.
    pub answers: Vec<ProposalAnswer>,
    /// Changes of the plan: another name, value or place.
    pub amendment: Option<String>,
    /// The language of the answer, if the request does not show one.
    pub language: Language,
}

/// An answer to a question about a request.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProposalAnswer {
    /// The question's id.
    pub id: String,
    /// One of its options, or free text.
    pub text: String,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "status", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CodeProposal {
    /// A plan that passed all checks.
    Plan {
        /// The id of the changed project, for `outline`, `routine` and `compare_code`.
        changed: String,
        /// The change of the code's behaviour; null: the code does the same with the same values.
        behaviour: Option<String>,
        /// The changed values that the code uses: presets, constants.
        values: Vec<CodeChange>,
        /// The summary of the plan.
        summary: String,
        /// Its steps.
        steps: Vec<String>,
        /// Decisions about points that the request left open.
        assumptions: Vec<String>,
        /// The points that a person should check first.
        risks: Vec<ProposalRisk>,
        /// The performed changes and checks.
        explanation: String,
        /// Whether it can be stored as a new version of the project.
        can_be_version: bool,
    },
    /// More information is needed.
    Question {
        /// The questions.
        questions: Vec<AskedBack>,
    },
    /// There is no proposal.
    Refused {
        /// The reason.
        reason: String,
    },
}

/// A point that a person should check before storing a proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProposalRisk {
    /// The severity.
    pub level: ProposalRiskLevel,
    /// The risk as a sentence.
    pub text: String,
}

/// The severity of a risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ProposalRiskLevel {
    /// For information.
    Low,
    /// Should be checked.
    Medium,
    /// Must be checked first.
    High,
}

/// A proposal to store.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveProposal {
    /// The id of the changed project, as in the proposal.
    pub changed: String,
    /// Whether to store a new version in the service; false: a file.
    pub as_version: bool,
}

/// Where a proposal was stored.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedProposal {
    /// The number of the new version; null: it was stored as a file.
    pub version: Option<u32>,
    /// The file; null: it was stored as a version.
    pub file: Option<MadeFile>,
}
