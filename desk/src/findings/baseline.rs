//! The known findings, in a file that can be stored next to the project's.

use serde::{Deserialize, Serialize};
use tagbridge_analysis::Finding;
use tagbridge_texts::Language;

/// The file: findings by their ids, with what they were for its readers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    schema: u32,
    /// The findings.
    pub findings: Vec<BaselineEntry>,
}

/// A known finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BaselineEntry {
    /// Its id, which is the same in all versions.
    pub id: String,
    #[serde(default)]
    rule: String,
    #[serde(default)]
    path: String,
    #[serde(default)]
    message: String,
}

impl BaselineEntry {
    /// Of a finding, in English.
    pub fn of(finding: &Finding) -> Self {
        Self::in_language(finding, Language::English)
    }

    /// Of a finding.
    pub fn in_language(finding: &Finding, language: Language) -> Self {
        Self {
            id: finding.id.clone(),
            rule: finding.rule.id.to_owned(),
            path: finding.citations.first().map(|it| it.citation.path.clone()).unwrap_or_default(),
            message: finding.message.in_language(language),
        }
    }
}

impl Baseline {
    /// Of these findings.
    pub fn new(mut findings: Vec<BaselineEntry>) -> Self {
        findings.sort_by(|one, other| (&one.rule, &one.id).cmp(&(&other.rule, &other.id)));
        Self { schema: 1, findings }
    }

    /// The content of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
