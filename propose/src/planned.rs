//! A plan that passed all gates, and what comes of it.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use tagbridge_api::{
    generate::{Plan, ProposedChange},
    turn::{Citation, Outcome},
};
use tagbridge_diff::LogicChange;
use tagbridge_project::{Project, SourceFile};

use crate::units::units;

/// A plan that passed all gates, and what comes of it.
#[derive(Debug)]
pub struct Planned {
    /// What changes in behaviour, in one sentence; none where nothing is executed. The plan's summary
    /// begins with it.
    pub behaviour: Option<String>,
    /// What is done.
    pub plan: Plan,
    /// Where it was read.
    pub citations: Vec<Citation>,
    /// What was done, and what was checked.
    pub explanation: String,
    /// Each unit as it is proposed.
    pub changes: Vec<ProposedChange>,
    /// The project's files with the changes in them.
    pub files: Vec<SourceFile>,
    /// The project as these files are read.
    pub project: Project,
    /// What the new version differs in.
    pub difference: Vec<LogicChange>,
    /// The units that are changed: the plan holds for these alone.
    pub units: Vec<String>,
    /// What they say, as a [`digest`].
    pub base: String,
}

impl Planned {
    /// The plan as a turn's outcome.
    pub fn as_plan(&self) -> Outcome {
        let (plan, citations) = (self.plan.clone(), self.citations.clone());
        Outcome::Plan { plan, citations, citations_total: None }
    }

    /// What was carried out as a turn's outcome.
    pub fn as_code(&self) -> Outcome {
        Outcome::Code {
            explanation: self.explanation.clone(),
            changes: self.changes.clone(),
            citations: self.citations.clone(),
            citations_total: None,
        }
    }
}

/// What these units of a project say, in hexadecimal digits: the same as long as none of them is
/// otherwise, is gone, or has come.
pub fn digest(project: &Project, of: &[String]) -> String {
    let units = units(project);
    let mut hash = Sha256::new();
    for unit in of {
        for part in [unit.as_str(), units.get(unit).map_or("", String::as_str)] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
    }
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
