//! The known findings, in a file that can be stored next to the project's.

use std::{collections::BTreeSet, fs, path::Path};

use tagbridge_analysis::Analysis;
use tagbridge_desk::findings::{Baseline, BaselineEntry};
use tagbridge_texts::Message;

use crate::{
    failure::{Exit, Failure},
    files,
    messages::{Cannot, Do, ReasonText},
    output,
};

/// The names of known findings.
pub(super) fn read(path: &Path) -> Result<BTreeSet<String>, Failure> {
    let unusable = |why: Message| {
        Failure::new(Exit::Usage, &Cannot::UseFile { file: path }, why, &Do::WriteBaseline)
    };
    let text = fs::read_to_string(path).map_err(|error| unusable(Message::system(&error)))?;
    let baseline: Baseline = serde_json::from_str(&text).map_err(|error| {
        unusable((&ReasonText::NoJson { line: error.line(), column: error.column() }).into())
    })?;
    Ok(baseline.findings.into_iter().map(|it| it.id).collect())
}

/// Writes all current findings.
pub(super) fn write(path: &Path, analysis: &Analysis) -> Result<(), Failure> {
    let language = output::language();
    let findings = analysis.findings().map(|it| BaselineEntry::in_language(it, language));
    fs::write(path, Baseline::new(findings.collect()).text())
        .map_err(|error| files::cannot_write(path, &error))
}
