//! A plan that passed all checks, and its result.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use tagbridge_api::{
    generate::{Plan, ProposedChange},
    turn::{Citation, Outcome},
};
use tagbridge_diff::{LogicChange, units::units};
use tagbridge_project::{Project, SourceFile};

/// A plan that passed all checks, and its result.
#[derive(Debug)]
pub struct Planned {
    /// The changed behaviour in one sentence, which begins the plan's summary; `None` if no code is
    /// executed.
    pub behaviour: Option<String>,
    /// The plan.
    pub plan: Plan,
    /// The citations.
    pub citations: Vec<Citation>,
    /// The description of the change and of the checks.
    pub explanation: String,
    /// The proposed content of each unit.
    pub changes: Vec<ProposedChange>,
    /// The project's files with the changes.
    pub files: Vec<SourceFile>,
    /// The project in these files.
    pub project: Project,
    /// The differences of the new version.
    pub difference: Vec<LogicChange>,
    /// The changed units: the plan is valid only for these.
    pub units: Vec<String>,
    /// A [`digest`] of their content.
    pub base: String,
}

impl Planned {
    /// The plan as a turn's outcome.
    pub fn as_plan(&self) -> Outcome {
        let (plan, citations) = (self.plan.clone(), self.citations.clone());
        Outcome::Plan { plan, citations, citations_total: None }
    }

    /// The executed plan as a turn's outcome.
    pub fn as_code(&self) -> Outcome {
        Outcome::Code {
            explanation: self.explanation.clone(),
            changes: self.changes.clone(),
            citations: self.citations.clone(),
            citations_total: None,
        }
    }
}

/// A digest of these units of a project in hexadecimal digits: it changes if one of them is
/// changed, removed or added.
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
