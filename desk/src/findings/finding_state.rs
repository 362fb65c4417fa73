//! The state of a finding: new, in the baseline, or accepted with a reason.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_analysis::{Analysis, Finding, accepted};
use tagbridge_logic::Logic;

/// The state of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FindingState {
    /// No state.
    New,
    /// It is in the baseline.
    Known,
    /// A person accepted it.
    Accepted {
        /// In their words.
        reason: String,
        /// Accepted by a comment in the code, or by the file next to the project's.
        in_code: bool,
    },
}

/// A finding with its state.
pub struct FindingWithState<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// Its state.
    pub standing: FindingState,
}

/// The known and the accepted findings from files.
#[derive(Debug, Clone, Default)]
pub struct KnownFindings {
    /// The ids of known findings.
    pub baseline: BTreeSet<String>,
    /// Reasons by id.
    pub accepted: BTreeMap<String, String>,
}

impl KnownFindings {
    /// The findings of an analysis with their states.
    pub fn rate<'a>(&self, logic: Logic<'_>, analysis: &'a Analysis) -> Vec<FindingWithState<'a>> {
        let rate = |finding: &'a Finding| {
            let in_code = accepted(logic, finding).map(|reason| (reason, true));
            let beside = || self.accepted.get(&finding.id).map(|reason| (reason.clone(), false));
            let standing = match in_code.or_else(beside) {
                Some((reason, in_code)) => FindingState::Accepted { reason, in_code },
                None if self.baseline.contains(&finding.id) => FindingState::Known,
                None => FindingState::New,
            };
            FindingWithState { finding, standing }
        };
        analysis.findings().map(rate).collect()
    }
}
