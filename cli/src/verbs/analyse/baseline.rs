//! The known findings, in a file that can be stored next to the project's.

use std::{collections::BTreeSet, fs, path::Path};

use serde::{Deserialize, Serialize};
use tagbridge_analysis::Analysis;
use tagbridge_texts::Message;

use crate::{
    failure::{Exit, Failure},
    files,
    messages::{Because, Cannot, Do},
    output,
};

/// The file: the ids of findings, which are the same in all versions, with a description for
/// readers.
#[derive(Serialize, Deserialize)]
struct Baseline {
    schema: u32,
    findings: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    id: String,
    #[serde(default)]
    rule: String,
    #[serde(default)]
    path: String,
    #[serde(default)]
    message: String,
}

/// Reads the ids of known findings.
pub(super) fn read(path: &Path) -> Result<BTreeSet<String>, Failure> {
    let unusable = |why: Message| {
        Failure::new(Exit::Usage, &Cannot::UseFile { file: path }, why, &Do::WriteBaseline)
    };
    let text = fs::read_to_string(path).map_err(|error| unusable(Message::system(&error)))?;
    let baseline: Baseline = serde_json::from_str(&text).map_err(|error| {
        unusable((&Because::NoJson { line: error.line(), column: error.column() }).into())
    })?;
    Ok(baseline.findings.into_iter().map(|it| it.id).collect())
}

/// Writes all current findings.
pub(super) fn write(path: &Path, analysis: &Analysis) -> Result<(), Failure> {
    let entry = |finding: &tagbridge_analysis::Finding| Entry {
        id: finding.id.clone(),
        rule: finding.rule.id.to_owned(),
        path: finding.citations.first().map(|it| it.citation.path.clone()).unwrap_or_default(),
        message: output::said(finding.message.clone()),
    };
    let mut findings: Vec<Entry> = analysis.findings().map(entry).collect();
    findings.sort_by(|one, other| (&one.rule, &one.id).cmp(&(&other.rule, &other.id)));
    let text = serde_json::to_string_pretty(&Baseline { schema: 1, findings }).unwrap_or_default();
    fs::write(path, text + "\n").map_err(|error| files::cannot_write(path, &error))
}
