//! What an analysis of a version found.
//!
//! It maps one to one onto SARIF 2.1.0: rule, level, message, locations, fingerprint.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{project::Vendor, turn::Citation};

/// What an analysis found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Results {
    /// Of this shape: 1.
    pub schema: u32,
    /// What made it: a program's version, and that of its rules.
    pub engine: String,
    /// The platform.
    pub vendor: Vendor,
    /// What the machine is for, as far as its program tells.
    pub industry: Industry,
    /// Counts.
    pub summary: Summary,
    /// A chapter for each phase that did not fail, in their order.
    pub chapters: Vec<Chapter>,
    /// The names of the other phases.
    pub failed_phases: Vec<String>,
    /// The rules that found something.
    pub rules: Vec<Rule>,
}

/// What a machine is for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Industry {
    /// `packaging`, `batch`, `machine`, `process` or `general`.
    pub value: String,
    /// From 0 to 1.
    pub confidence: f64,
    /// What speaks for it.
    pub evidence: Vec<Evidence>,
}

/// What speaks for a kind of machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Evidence {
    /// In a sentence.
    pub text: String,
    /// Where.
    pub citations: Vec<Citation>,
}

/// Counts of an analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = AnalysisSummary)]
pub struct Summary {
    /// Findings by severity, those that are not listed too.
    pub counts: Counts,
    /// Rungs, networks, sheets and texts of the project.
    pub units: usize,
    /// Those of which a part is not understood.
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

/// What one phase found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Chapter {
    /// The phase.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The standard that it holds the project against.
    pub standard: Option<String>,
    /// `complete`.
    pub status: String,
    /// What was looked at, in a sentence.
    pub text: String,
    /// What was counted.
    pub facts: Vec<Fact>,
    /// What was found.
    pub findings: Vec<Finding>,
    /// Code that could not be read, which therefore has no findings: the first places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Citation>,
    /// How many of them there are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unread_total: usize,
}

/// Something that was counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fact {
    /// What.
    pub name: String,
    /// How many.
    pub value: usize,
}

/// Something that is wrong, or looks so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Finding {
    /// The same from version to version.
    pub id: String,
    /// Which rule found it: `TB-W02`.
    pub rule: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// What the rule is about.
    pub title: String,
    /// What is the case.
    pub message: String,
    /// Where: the first 25 places.
    pub citations: Vec<Citation>,
    /// How many places there are.
    pub citations_total: usize,
    /// How many findings it stands for: itself; the last one listed of a rule stands for all that
    /// are not listed, too.
    pub count: usize,
    /// What to do about it.
    pub remedy: String,
    /// Where others have the same rule.
    pub references: Vec<Reference>,
    /// `certain`, `likely` or `review`.
    pub confidence: String,
}

/// A rule of somebody else's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Reference {
    /// The document or the program, with its edition where it has one.
    pub standard: String,
    /// The number there.
    pub id: String,
}

/// A rule that found something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rule {
    /// `TB-W02`.
    pub id: String,
    /// The chapter that its findings stand in.
    pub phase: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// What it is about.
    pub title: String,
    /// What to do about a finding.
    pub help: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}
