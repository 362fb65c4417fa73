//! The result of an analysis of a version.
//!
//! It corresponds to SARIF 2.1.0: rule, level, message, locations, fingerprint.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{project::Vendor, turn::Citation};

/// The result of an analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Results {
    /// Version of this structure: 1.
    pub schema: u32,
    /// The versions of the program and of its rules.
    pub engine: String,
    /// The platform.
    pub vendor: Vendor,
    /// The kind of machine, as far as its program shows it.
    pub industry: Industry,
    /// Counts.
    pub summary: Summary,
    /// A chapter for each successful phase, in order.
    pub chapters: Vec<Chapter>,
    /// The names of the failed phases.
    pub failed_phases: Vec<String>,
    /// The rules with findings.
    pub rules: Vec<Rule>,
}

/// The kind of machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Industry {
    /// `packaging`, `batch`, `machine`, `process` or `general`.
    pub value: String,
    /// Confidence, from 0 to 1.
    pub confidence: f64,
    /// The reasons for it.
    pub evidence: Vec<Evidence>,
}

/// A reason for a kind of machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Evidence {
    /// The reason as a sentence.
    pub text: String,
    /// The places.
    pub citations: Vec<Citation>,
}

/// Counts of an analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = AnalysisSummary)]
pub struct Summary {
    /// Findings by severity, including those that are not listed.
    pub counts: Counts,
    /// Number of rungs, networks, sheets and texts of the project.
    pub units: usize,
    /// Number of these that were not completely understood.
    pub opaque_units: usize,
}

/// Findings by severity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Counts {
    /// Errors.
    pub error: usize,
    /// Warnings.
    pub warning: usize,
    /// Notes.
    pub note: usize,
}

/// The result of one phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Chapter {
    /// The phase.
    pub id: String,
    /// Its display name.
    pub title: String,
    /// The standard that it checks.
    pub standard: Option<String>,
    /// `complete`.
    pub status: String,
    /// What was checked, as a sentence.
    pub text: String,
    /// The counts.
    pub facts: Vec<Fact>,
    /// The findings.
    pub findings: Vec<Finding>,
    /// Code that could not be read and therefore has no findings: the first places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Citation>,
    /// Number of such places.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unread_total: usize,
}

/// A count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fact {
    /// What is counted.
    pub name: String,
    /// The number.
    pub value: usize,
}

/// A fault or a possible fault in the code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Finding {
    /// Id that stays the same from version to version.
    pub id: String,
    /// The rule: `TB-W02`.
    pub rule: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// Title of the rule.
    pub title: String,
    /// What is wrong.
    pub message: String,
    /// The places: at most the first 25.
    pub citations: Vec<Citation>,
    /// Number of places.
    pub citations_total: usize,
    /// Number of findings that it represents: 1; the last listed finding of a rule also represents
    /// the rest.
    pub count: usize,
    /// How to correct it.
    pub remedy: String,
    /// The same rule in other documents or programs.
    pub references: Vec<Reference>,
    /// `certain`, `likely` or `review`.
    pub confidence: String,
}

/// A rule of another document or program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reference {
    /// The document or the program, with its edition if it has one.
    pub standard: String,
    /// The rule's number there.
    pub id: String,
}

/// A rule with findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rule {
    /// `TB-W02`.
    pub id: String,
    /// The chapter of its findings.
    pub phase: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// Its title.
    pub title: String,
    /// How to correct a finding.
    pub help: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}
