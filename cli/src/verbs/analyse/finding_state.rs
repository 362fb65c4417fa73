//! The files that name known and accepted findings.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tagbridge_analysis::Analysis;
use tagbridge_desk::findings::{FindingState, FindingWithState, KnownFindings};
use tagbridge_texts::Message;

use super::baseline;
use crate::{
    failure::{Exit, Failure},
    messages::{Cannot, Do, ReasonText},
};

/// `{"id": "f_…", "reason": "…", "in": "code"}`
pub(super) fn accepted_as_json(rated: &FindingWithState<'_>) -> Option<Value> {
    let FindingState::Accepted { reason, in_code } = &rated.standing else { return None };
    let place = if *in_code { "code" } else { "file" };
    Some(json!({ "id": rated.finding.id, "reason": reason, "in": place }))
}

/// The known and the accepted findings from files.
pub(super) struct FilesOfFindings(pub(super) KnownFindings);

impl FilesOfFindings {
    /// Reads the baseline, unless it is to be written, and the accepted findings from the file next
    /// to the project's.
    pub(super) fn read(
        project: &Path,
        baseline: Option<&Path>,
        is_written: bool,
    ) -> Result<Self, Failure> {
        let baseline = match baseline {
            Some(path) if !is_written => baseline::read(path)?,
            _ => BTreeSet::new(),
        };
        Ok(Self(KnownFindings { baseline, accepted: accepted_beside(project)? }))
    }

    /// Findings that are accepted in the file next to the project's but no longer found.
    pub(super) fn no_longer_found<'a>(
        &'a self,
        analysis: &'a Analysis,
    ) -> impl Iterator<Item = &'a str> {
        let ids: BTreeSet<&str> = analysis.findings().map(|it| it.id.as_str()).collect();
        self.0.accepted.keys().map(String::as_str).filter(move |id| !ids.contains(id))
    }
}

/// Reads `Line4.L5X.accept`: `f_0123456789abcdef reason`, one per line; lines that begin with `#`
/// are comments.
fn accepted_beside(project: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let mut name = project.as_os_str().to_owned();
    name.push(".accept");
    let path = PathBuf::from(name);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => {
            let what = Cannot::UseFile { file: &path };
            return Err(Failure::new(
                Exit::Usage,
                &what,
                Message::system(&error),
                &Do::AnotherFile,
            ));
        }
    };
    let mut accepted = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split_once(char::is_whitespace) {
            Some((id, reason)) if id.starts_with("f_") => {
                accepted.insert(id.to_owned(), reason.trim().to_owned());
            }
            _ => {
                let what = Cannot::UseLine { file: &path, line: number };
                let example = Do::WriteLike { example: "f_0123456789abcdef the lamp test" };
                return Err(Failure::new(Exit::Usage, &what, &ReasonText::NoAcceptance, &example));
            }
        }
    }
    Ok(accepted)
}
