//! Compares the controller with the project.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use tagbridge_driver::{Identity, Reason, Scan, TagInfo};
use tagbridge_naming::{
    Agreement, BlockComparison, DataBlock, IdentityFact, IdentityPart, Names, compare_ends, sized,
};
use tagbridge_texts::Message;

use super::{
    messages::{ChangeDetection, ComparisonOutcome},
    trial_read::TrialRead,
};

/// Maximum number of listed differences.
const NAMED: usize = 1000;

/// Whether a property of the controller matches the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It matches, as far as it can be compared.
    Matches,
    /// It differs.
    Differs,
    /// It cannot be compared.
    CannotTell,
}

/// A compared property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// The property: `platform`, `name`, `model`, `revision`, `serial`, `tags`, `types`, `blocks`.
    pub subject: &'static str,
    /// Whether it matches.
    pub verdict: Verdict,
    /// The value in the controller, or why it cannot be compared.
    #[serde(flatten, with = "tagbridge_texts::json::text")]
    pub text: Message,
}

/// A difference from the project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The tag or the block.
    pub subject: String,
    /// The difference.
    #[serde(flatten, with = "tagbridge_texts::json::text")]
    pub text: Message,
}

/// The results of the comparison so far.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    pub(super) facts: Vec<Fact>,
    pub(super) differences: Vec<Difference>,
    /// Number of differences, listed or not.
    found: usize,
}

impl Comparison {
    /// The overall result: one difference is enough. An equal name alone is not a match.
    pub(super) fn verdict(&self) -> Verdict {
        let any = |verdict| self.facts.iter().any(|it| it.verdict == verdict);
        let is_shown = self.facts.iter().any(|it| {
            it.verdict == Verdict::Matches && matches!(it.subject, "tags" | "types" | "blocks")
        });
        if any(Verdict::Differs) {
            Verdict::Differs
        } else if is_shown {
            Verdict::Matches
        } else {
            Verdict::CannotTell
        }
    }

    /// Compares the controller's identity with the project's.
    pub(super) fn identity(&mut self, identity: &Identity, names: Option<&Names>) {
        let Some(names) = names else {
            return self.fact("tags", Verdict::CannotTell, &ComparisonOutcome::NoFile);
        };
        if names.symbols.project().controller.is_none() {
            return self.fact("name", Verdict::CannotTell, &ComparisonOutcome::NoController);
        }
        for IdentityFact { part, agreement, controller, project } in
            names.compare_identity(identity)
        {
            let verdict = match agreement {
                Agreement::Same => Verdict::Matches,
                Agreement::Differs => Verdict::Differs,
                Agreement::CannotTell => Verdict::CannotTell,
            };
            if part == IdentityPart::Revision && verdict == Verdict::Differs {
                let text = ComparisonOutcome::OtherRevision {
                    controller: controller.clone(),
                    project: project.clone(),
                };
                self.differ(identity.product.clone(), &text);
            }
            let seen = match part {
                IdentityPart::Name if controller.is_empty() || project.is_empty() => {
                    ComparisonOutcome::NameUntold
                }
                IdentityPart::Name if verdict == Verdict::CannotTell => {
                    ComparisonOutcome::ServersName { name: controller }
                }
                _ => ComparisonOutcome::Beside { controller, project },
            };
            self.fact(part.as_str(), verdict, &seen);
        }
    }

    /// Compares the controller's tag list with the project's tags.
    pub(super) fn list(&mut self, names: &Names, listed: &[TagInfo]) {
        let by_name: HashMap<String, &TagInfo> =
            listed.iter().map(|it| (key(&it.name), it)).collect();
        let before = self.found;
        let mut known = HashSet::new();
        let mut compared = 0_usize;
        for symbol in names.symbols.tags() {
            let own = names.listed_as(&symbol);
            if own.is_empty() {
                continue;
            }
            let info = own.iter().find_map(|it| by_name.get(it));
            known.extend(own);
            if symbol.hidden().is_some() || names.is_alias(&symbol) {
                continue;
            }
            compared += 1;
            match info {
                None => self.differ(symbol.name(), &ComparisonOutcome::NoSuchTag),
                Some(info) => {
                    if let Some(text) = names.differing_type(&symbol, info) {
                        self.differ(symbol.name(), &text);
                    } else if let Some(text) = names.differing_layout(&symbol, info) {
                        self.differ(symbol.name(), &text);
                    }
                }
            }
        }
        let differing = self.found - before;
        let is_known = |name: &str| {
            // A server lists members and elements in addition to their tag.
            let ends = name.match_indices(['.', '[']).map(|(end, _)| end).chain([name.len()]);
            ends.into_iter().any(|end| known.contains(&name[..end]))
        };
        let more = listed.iter().filter(|it| !it.is_system && !is_known(&key(&it.name))).count();
        let verdict = match (compared, differing) {
            (0, _) => Verdict::CannotTell,
            (_, 0) => Verdict::Matches,
            _ => Verdict::Differs,
        };
        let fitting = compared.saturating_sub(differing);
        let seen = match compared {
            0 => ComparisonOutcome::NothingComparable,
            all => ComparisonOutcome::Tags { fitting, all, more },
        };
        self.fact("tags", verdict, &seen);
    }

    /// The controller has no tag list.
    pub(super) fn no_list(&mut self) {
        self.fact("tags", Verdict::CannotTell, &ComparisonOutcome::NoList);
    }

    /// Compares the types of the received values.
    pub(super) fn types(&mut self, tried: &TrialRead) {
        let mut differing = 0;
        for (name, cause) in &tried.bad {
            if cause.reason == Reason::TypeMismatch {
                differing += 1;
                self.differ(name.clone(), cause.in_particular());
            }
        }
        if differing > 0 {
            self.fact(
                "types",
                Verdict::Differs,
                &ComparisonOutcome::OtherTypes { values: differing },
            );
        }
    }

    /// Compares the lengths of data blocks: `scan` has read the end of each block. `is_marked`: the
    /// controller identifies its program, so that a session notices a change of the program.
    pub(super) fn blocks(&mut self, blocks: &[DataBlock], scan: &Scan, is_marked: bool) {
        let BlockComparison { fitting, mismatches, absent, unseen } =
            compare_ends(blocks, &scan.answers);
        let verdict = match (mismatches.len() + absent.len(), fitting) {
            (0, 0) => Verdict::CannotTell,
            (0, _) => Verdict::Matches,
            _ => Verdict::Differs,
        };
        for it in mismatches.into_iter().chain(absent) {
            self.differ(it.subject, &it.length);
        }
        let all = sized(blocks).count();
        let later =
            if is_marked { ChangeDetection::ByChecksums } else { ChangeDetection::ByLengths };
        self.fact("blocks", verdict, &ComparisonOutcome::Blocks { fitting, all, unseen, later });
    }

    fn fact(&mut self, subject: &'static str, verdict: Verdict, text: impl Into<Message>) {
        self.facts.push(Fact { subject, verdict, text: text.into() });
    }

    fn differ(&mut self, subject: String, text: impl Into<Message>) {
        self.found += 1;
        let same = |it: &Difference| it.subject == subject;
        if self.differences.len() < NAMED && !self.differences.iter().any(same) {
            self.differences.push(Difference { subject, text: text.into() });
        }
    }
}

fn key(name: &str) -> String {
    name.to_lowercase()
}
