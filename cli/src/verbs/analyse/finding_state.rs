//! The state of a finding: new, in the baseline, or accepted with a reason.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tagbridge_analysis::{Analysis, Finding, accepted};
use tagbridge_logic::Logic;
use tagbridge_texts::Message;

use super::baseline;
use crate::{
    failure::{Exit, Failure},
    messages::{Because, Cannot, Do},
};

/// The state of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FindingState {
    /// A new finding.
    New,
    /// It is in the baseline.
    Known,
    /// It was accepted.
    Accepted {
        /// The reason as written.
        reason: String,
        /// Accepted by a comment in the code, or by the file next to the project's.
        in_code: bool,
    },
}

/// A finding with its state.
pub(super) struct RatedFinding<'a> {
    pub(super) finding: &'a Finding,
    pub(super) standing: FindingState,
}

impl RatedFinding<'_> {
    /// The JSON `{"id": "f_…", "reason": "…", "in": "code"}`.
    pub(super) fn accepted_as_json(&self) -> Option<Value> {
        let FindingState::Accepted { reason, in_code } = &self.standing else { return None };
        let place = if *in_code { "code" } else { "file" };
        Some(json!({ "id": self.finding.id, "reason": reason, "in": place }))
    }
}

/// The known and the accepted findings from files.
pub(super) struct KnownFindings {
    baseline: BTreeSet<String>,
    accepted: BTreeMap<String, String>,
}

impl KnownFindings {
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
        Ok(Self { baseline, accepted: accepted_beside(project)? })
    }

    pub(super) fn judge<'a>(
        &self,
        logic: Logic<'_>,
        analysis: &'a Analysis,
    ) -> Vec<RatedFinding<'a>> {
        let judge = |finding: &'a Finding| {
            let in_code = accepted(logic, finding).map(|reason| (reason, true));
            let beside = || self.accepted.get(&finding.id).map(|reason| (reason.clone(), false));
            let standing = match in_code.or_else(beside) {
                Some((reason, in_code)) => FindingState::Accepted { reason, in_code },
                None if self.baseline.contains(&finding.id) => FindingState::Known,
                None => FindingState::New,
            };
            RatedFinding { finding, standing }
        };
        analysis.findings().map(judge).collect()
    }

    /// Findings that are accepted in the file next to the project's but no longer found.
    pub(super) fn gone<'a>(&'a self, analysis: &'a Analysis) -> impl Iterator<Item = &'a str> {
        let ids: BTreeSet<&str> = analysis.findings().map(|it| it.id.as_str()).collect();
        self.accepted.keys().map(String::as_str).filter(move |id| !ids.contains(id))
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
                return Err(Failure::new(Exit::Usage, &what, &Because::NoAcceptance, &example));
            }
        }
    }
    Ok(accepted)
}
