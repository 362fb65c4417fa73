use serde::{Deserialize, Serialize};
use tagbridge_texts::Language;
use ts_rs::TS;

use super::{AskedBack, MadeFile};

/// A change that a person asks for in words.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProposeChange {
    /// As in the list of projects.
    pub project: String,
    /// The request, in English or German.
    pub request: String,
    /// The answers to the questions so far.
    pub answers: Vec<ProposalAnswer>,
    /// Differences from the plan: another name, value or place.
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
    /// One of its options, or other words.
    pub text: String,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "status", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CodeProposal {
    /// A plan that passed all checks.
    Plan {
        /// The changed project, as a project of its own for `outline`, `routine` and `compare_code`.
        changed: String,
        /// What changes in behaviour; null: nothing that is executed.
        behaviour: Option<String>,
        /// The summary of the plan.
        summary: String,
        /// Its steps.
        steps: Vec<String>,
        /// Decisions that the request left open.
        assumptions: Vec<String>,
        /// What a person should check first.
        risks: Vec<ProposalRisk>,
        /// What was done, and what was checked.
        explanation: String,
        /// Whether it can be stored as a new version of the project.
        can_be_version: bool,
    },
    /// Something must be known first.
    Question {
        /// What is asked.
        questions: Vec<AskedBack>,
    },
    /// There is no proposal.
    Refused {
        /// Why.
        reason: String,
    },
}

/// Something that a person should check before storing a proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProposalRisk {
    /// How severe it is.
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

/// A proposal to be stored.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveProposal {
    /// As the proposal names the changed project.
    pub changed: String,
    /// As a new version of the project in the service; else as a file.
    pub as_version: bool,
}

/// Where a proposal was stored.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedProposal {
    /// The number of the new version; null: it is a file.
    pub version: Option<u32>,
    /// The file; null: it is a version.
    pub file: Option<MadeFile>,
}
