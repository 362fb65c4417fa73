//! Compares another version of the project with the controller, before that version is used.
//!
//! The tags of a scan are read once more by the names of that version. The values are not returned.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tagbridge_project::{Place, Published, Symbol};
use tagbridge_texts::{Coded, Message};
use tokio::sync::watch;

use crate::{Names, ProjectDifferences, program::LayoutProblem};

/// The interval of comparisons while the information about the controller stays the same.
const EVERY: Duration = Duration::from_secs(30);

/// Whether another version of the project matches the controller.
#[derive(Debug, Clone)]
pub struct Trial {
    /// That version.
    pub names: Arc<Names>,
    /// Why it does not match; `None`: it matches.
    pub mismatch: Option<Message>,
    /// Whether something shows that the controller has this version and not the one in use: tags that
    /// only this version has, fewer differences, or a changed program.
    pub is_shown: bool,
}

/// Why a version is not in the controller, although no read value differs from it.
#[derive(Debug, Coded)]
#[coded(prefix = "naming-not-downloaded")]
pub(crate) enum NotDownloaded {
    /// The controller's program has not changed, as far as known.
    Unknown,
    /// The controller does not have a tag that this version adds.
    Lacks { tag: String },
}

/// Number of added tags that are read.
const ADDED: usize = 8;

/// Tags that a version adds to the version in use: a scalar of each of the first ones that the controller lists
/// by name. Empty without a version in use.
pub(crate) fn added(version: &Names, used: Option<&Names>) -> Vec<String> {
    let Some(used) = used else { return Vec::new() };
    let is_new = |it: &Symbol<'_>| used.symbols.find_without_hint(&it.name()).is_err();
    let is_listed = |it: &Symbol<'_>| {
        let is_unsure = matches!(it.tag.place, Place::Node { published: Published::Unknown, .. });
        !is_unsure && it.hidden().is_none()
    };
    let tags = version.symbols.tags().filter(|it| is_listed(it) && is_new(it)).take(ADDED);
    let leaves = tags.filter_map(|it| version.symbols.leaves(it).find(|it| it.hidden().is_none()));
    leaves.map(|it| it.name()).collect()
}

/// The version to compare, and the result.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trials {
    pub(crate) candidate: watch::Sender<Option<Arc<Names>>>,
    pub(crate) result: watch::Sender<Option<Trial>>,
}

/// The information at the time of the last comparison.
#[derive(Debug)]
struct LastComparison {
    names: Arc<Names>,
    fit: ProjectDifferences,
    doubt: Option<LayoutProblem>,
    at: Instant,
}

/// The comparisons over one connection.
#[derive(Debug)]
pub(crate) struct VersionTrial {
    trials: Trials,
    last: Option<LastComparison>,
}

impl VersionTrial {
    pub(crate) fn new(trials: Trials) -> Self {
        Self { trials, last: None }
    }

    /// The version to compare now: it was not compared yet, the information about the controller
    /// has changed, or the last comparison is too old.
    pub(crate) fn due(
        &mut self,
        fit: &ProjectDifferences,
        doubt: Option<LayoutProblem>,
        at: Instant,
    ) -> Option<Arc<Names>> {
        let names = self.trials.candidate.borrow().clone()?;
        let is_known = self.last.as_ref().is_some_and(|it| {
            let is_recent = at.saturating_duration_since(it.at) < EVERY;
            Arc::ptr_eq(&it.names, &names) && it.fit == *fit && it.doubt == doubt && is_recent
        });
        if is_known {
            return None;
        }
        self.last = Some(LastComparison { names: Arc::clone(&names), fit: fit.clone(), doubt, at });
        Some(names)
    }

    /// Records the result of the comparison. `now`: whether the version in use matches. `is_shown`: whether
    /// more than the differences shows that the controller has the version.
    pub(crate) fn tell(
        &self,
        names: Arc<Names>,
        (now, then): (&ProjectDifferences, &ProjectDifferences),
        first: Option<Message>,
        is_shown: bool,
    ) {
        // Differences from both versions are no reason to keep the old one.
        let is_worse = then.differences.len() > now.differences.len();
        let differs = then.differences.iter().find(|it| !now.differences.contains(it));
        let differs = differs.or(then.differences.first()).filter(|_| is_worse).cloned();
        let mismatch = first.or(differs);
        let is_shown = is_shown || then.differences.len() < now.differences.len();
        self.trials.result.send_replace(Some(Trial { names, mismatch, is_shown }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Supplement,
        fixture::{CONTROLLER, names},
    };

    fn fit(differences: &[&str]) -> ProjectDifferences {
        ProjectDifferences {
            differences: differences.iter().map(|it| Message::verbatim(*it)).collect(),
        }
    }

    #[test]
    fn a_version_is_compared_once_and_again_when_something_changed() {
        let trials = Trials::default();
        let mut it = VersionTrial::new(trials.clone());
        let (now, none) = (Instant::now(), fit(&[]));
        assert!(it.due(&none, None, now).is_none(), "there is none");
        let version = || Arc::new(names("l.L5X", CONTROLLER, "logix", Supplement::default()));
        trials.candidate.send_replace(Some(version()));
        assert!(it.due(&none, None, now).is_some());
        assert!(it.due(&none, None, now + EVERY / 2).is_none());
        assert!(it.due(&fit(&["a"]), None, now + EVERY / 2).is_some(), "tags changed");
        let doubt = Some(LayoutProblem::Changed);
        assert!(it.due(&fit(&["a"]), doubt, now + EVERY / 2).is_some(), "it was downloaded");
        assert!(it.due(&fit(&["a"]), doubt, now + EVERY).is_none());
        assert!(it.due(&fit(&["a"]), doubt, now + EVERY * 2).is_some());
        trials.candidate.send_replace(Some(version()));
        assert!(it.due(&fit(&["a"]), doubt, now + EVERY * 2).is_some(), "another version");
    }

    #[test]
    fn a_version_matches_that_differs_in_no_more_than_the_one_in_use() {
        let it = VersionTrial::new(Trials::default());
        let version = Arc::new(names("l.L5X", CONTROLLER, "logix", Supplement::default()));
        for (now, then, mismatch) in [
            (&[][..], &[][..], None),
            (&["a"], &[], None),
            (&["a"], &["a"], None),
            (&[], &["a"], Some("a")),
            (&["a"], &["a", "b"], Some("b")),
        ] {
            it.tell(Arc::clone(&version), (&fit(now), &fit(then)), None, false);
            let told = it.trials.result.borrow().clone().expect("it is told");
            assert_eq!(told.is_shown, then.len() < now.len(), "{now:?} {then:?}");
            let told = told.mismatch;
            assert_eq!(told.map(|it| it.to_string()).as_deref(), mismatch, "{now:?} {then:?}");
        }
        let same = (&fit(&[]), &fit(&[]));
        it.tell(version, same, Some(NotDownloaded::Unknown.message()), false);
        assert!(it.trials.result.borrow().as_ref().is_some_and(|it| it.mismatch.is_some()));
    }
}
