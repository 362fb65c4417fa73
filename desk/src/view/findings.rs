use serde::{Deserialize, Serialize};
use tagbridge_texts::{Language, Message};
use ts_rs::TS;

/// The findings of an analysis of a project.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeFindings {
    /// When it was analysed.
    pub at: f64,
    /// Whether the analysis is of the version that is used.
    pub is_current: bool,
    /// The number of errors, also those that are not listed.
    pub errors: u32,
    /// The number of warnings.
    pub warnings: u32,
    /// The number of notes.
    pub notes: u32,
    /// Rungs, networks, sheets and texts of the project.
    pub units: u32,
    /// The units of which a part is not understood: they may have more findings.
    pub opaque_units: u32,
    /// At most 5,000, errors first.
    pub findings: Vec<CodeFinding>,
    /// The number of all findings, each with its repetitions.
    pub of: u32,
    /// The chapters without a result.
    pub failed: Vec<FailedChapter>,
    /// The number of findings in the baseline; null: there is no baseline.
    pub baseline: Option<u32>,
}

/// A chapter of an analysis without a result.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FailedChapter {
    /// Its title.
    pub chapter: Message,
    /// The reason.
    pub why: Message,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CodeFinding {
    /// The same in each version of a project in which its code is the same.
    pub id: String,
    /// The rule: `TB-W02`.
    pub rule: String,
    /// Its severity.
    pub severity: FindingSeverity,
    /// `certain`, `likely` or `review`.
    pub confidence: String,
    /// The chapter.
    pub chapter: Message,
    /// The title of its rule.
    pub title: Message,
    /// The finding as a sentence.
    pub message: Message,
    /// The advice.
    pub remedy: Message,
    /// Rules of standards and of other programs.
    pub references: Vec<String>,
    /// The first 25 places.
    pub places: Vec<FindingPlace>,
    /// The number of places.
    pub places_of: u32,
    /// The number of findings: itself, and those of its rule that are not listed.
    pub count: u32,
    /// Whether it is new.
    pub standing: FindingStanding,
    /// The reason in the code for which it is accepted; null: it is not accepted.
    pub reason: Option<String>,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FindingSeverity {
    /// No author can want it.
    Error,
    /// It may do harm.
    Warning,
    /// For information.
    Note,
}

/// Whether a finding is new.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FindingStanding {
    /// It is in no baseline.
    New,
    /// It is in the baseline.
    Known,
    /// A comment in the code accepts it.
    Accepted,
}

/// A place of a finding.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FindingPlace {
    /// The place in words.
    pub text: Message,
    /// As citations spell it.
    pub path: String,
    /// The number of the rung.
    pub rung: Option<u32>,
    /// Whether it is in code, which can be shown.
    pub is_code: bool,
}

/// Findings that enter the baseline, or leave it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ChangeBaseline {
    /// As in the list of projects.
    pub project: String,
    /// Their ids; null: all findings of the analysis.
    pub ids: Option<Vec<String>>,
    /// Whether they are in the baseline from now on.
    pub is_known: bool,
}

/// Findings as a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveFindings {
    /// As in the list of projects.
    pub project: String,
    /// The format.
    pub format: FindingsFormat,
    /// The language of its sentences.
    pub language: Language,
}

/// A format of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FindingsFormat {
    /// SARIF 2.1.0, for editors and code hosts.
    Sarif,
    /// The results as the service returns them.
    Json,
    /// The baseline, for `tagbridge analyse --baseline`.
    Baseline,
}
