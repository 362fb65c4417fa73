//! The controller beside the project.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use tagbridge_driver::{Identity, Reason, Scan, TagInfo};
use tagbridge_naming::{Compared, DataBlock, Names, compare_ends, sized};

use super::tried::Tried;
use crate::counted::counted;

/// Differences that are named.
const NAMED: usize = 1000;

/// Whether something is as the project has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is, as far as it can be compared.
    Matches,
    /// It is not.
    Differs,
    /// There is nothing that it could be compared with.
    CannotTell,
}

/// One thing that was compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What: `platform`, `name`, `model`, `serial`, `tags`, `types`, `blocks`.
    pub subject: &'static str,
    /// How it stands.
    pub verdict: Verdict,
    /// What was seen, or why nothing can be said.
    pub text: String,
}

/// Something that is not as the project has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The tag or the block.
    pub subject: String,
    /// What is different: a lowercase fragment.
    pub text: String,
}

/// What was compared so far.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    pub(super) facts: Vec<Fact>,
    pub(super) differences: Vec<Difference>,
    /// How many there are, named or not.
    found: usize,
}

impl Comparison {
    /// As a whole: one difference is enough. A name alone does not make two controllers the same.
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

    /// Who answers, beside whom the project is for.
    pub(super) fn identity(&mut self, identity: &Identity, names: Option<&Names>) {
        let Some(names) = names else {
            let text = "there is no project file to compare the controller with".to_owned();
            return self.fact("tags", Verdict::CannotTell, text);
        };
        let project = names.symbols.project();
        let Some(controller) = &project.controller else {
            let text = "the project does not tell which controller it is for".to_owned();
            return self.fact("name", Verdict::CannotTell, text);
        };
        match &identity.name {
            Some(name) if !name.is_empty() && !controller.name.is_empty() => {
                if !names.tells_project_name() && !name.eq_ignore_ascii_case(&controller.name) {
                    let text =
                        format!("{name} is what the server calls itself, which no project tells");
                    self.fact("name", Verdict::CannotTell, text);
                } else {
                    self.same("name", name, &controller.name);
                }
            }
            _ => {
                let text = "the controller does not tell its name".to_owned();
                self.fact("name", Verdict::CannotTell, text);
            }
        }
        if let Some(model) = &controller.model {
            // Other firmware and other series of a model run the same project.
            let is_same =
                |part: &str| identity.product.to_lowercase().contains(&part.to_lowercase());
            let verdict = if is_same(model) { Verdict::Matches } else { Verdict::CannotTell };
            self.fact("model", verdict, format!("{}, the project says {model}", identity.product));
        }
        if let Some(serial) = &controller.serial
            && !identity.serial.is_empty()
        {
            let plain = |it: &str| it.trim_start_matches("16#").replace('_', "").to_lowercase();
            self.same("serial", &plain(&identity.serial), &plain(serial));
        }
    }

    /// The controller's own list beside the project's tags.
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
            if symbol.hidden().is_some() || symbol.tag.alias_for.is_some() {
                continue;
            }
            compared += 1;
            match info {
                None => self.differ(symbol.name(), "the controller has no such tag".to_owned()),
                Some(info) => {
                    if let Some(text) = names.differing_type(&symbol, info) {
                        self.differ(symbol.name(), text);
                    }
                }
            }
        }
        let differing = self.found - before;
        let is_known = |name: &str| {
            // A server lists members and elements of a tag beside it.
            let ends = name.match_indices(['.', '[']).map(|(end, _)| end).chain([name.len()]);
            ends.into_iter().any(|end| known.contains(&name[..end]))
        };
        let more = listed.iter().filter(|it| !it.is_system && !is_known(&key(&it.name))).count();
        let verdict = match (compared, differing) {
            (0, _) => Verdict::CannotTell,
            (_, 0) => Verdict::Matches,
            _ => Verdict::Differs,
        };
        let more = match more {
            0 => "no others".to_owned(),
            more => format!("{more} more"),
        };
        let text = match compared {
            0 => "the project has no tag that could be compared".to_owned(),
            _ => format!(
                "{} of {} as the project has them; the controller has {more}",
                compared.saturating_sub(differing),
                counted(compared, "tag")
            ),
        };
        self.fact("tags", verdict, text);
    }

    /// The controller keeps no list.
    pub(super) fn no_list(&mut self) {
        let text = "the controller keeps no list of names to compare".to_owned();
        self.fact("tags", Verdict::CannotTell, text);
    }

    /// The types of the values that came.
    pub(super) fn types(&mut self, tried: &Tried) {
        let mut differing = 0;
        for (name, cause) in &tried.bad {
            if cause.reason == Reason::TypeMismatch {
                differing += 1;
                self.differ(name.clone(), cause.detail.to_string());
            }
        }
        if differing > 0 {
            let text =
                format!("{} of another type than the project says", counted(differing, "value"));
            self.fact("types", Verdict::Differs, text);
        }
    }

    /// Whether each block ends where the project says: `scan` is of their ends. `is_marked`: the
    /// controller marks its program, so that a session notices when that changes.
    pub(super) fn blocks(&mut self, blocks: &[DataBlock], scan: &Scan, is_marked: bool) {
        let Compared { fitting, mismatches, absent, unseen } = compare_ends(blocks, &scan.answers);
        let verdict = match (mismatches.len() + absent.len(), fitting) {
            (0, 0) => Verdict::CannotTell,
            (0, _) => Verdict::Matches,
            _ => Verdict::Differs,
        };
        for it in mismatches.into_iter().chain(absent) {
            self.differ(it.subject, it.text);
        }
        let all = sized(blocks).count();
        let but = match unseen {
            0 => String::new(),
            some => format!("; {some} do not let themselves be looked at"),
        };
        let later = if is_marked {
            "whether its program is the project's it does not tell, but a change during a session is \
             noticed by its checksums"
        } else {
            "more than that it does not tell: a change during a session is noticed by the lengths of \
             blocks alone"
        };
        let text = format!(
            "{fitting} of {} as long as the project says{but}; {later}",
            counted(all, "data block")
        );
        self.fact("blocks", verdict, text);
    }

    fn same(&mut self, subject: &'static str, controllers: &str, projects: &str) {
        let verdict = if controllers.eq_ignore_ascii_case(projects) {
            Verdict::Matches
        } else {
            Verdict::Differs
        };
        self.fact(subject, verdict, format!("{controllers}, the project says {projects}"));
    }

    fn fact(&mut self, subject: &'static str, verdict: Verdict, text: String) {
        self.facts.push(Fact { subject, verdict, text });
    }

    fn differ(&mut self, subject: String, text: String) {
        self.found += 1;
        let same = |it: &Difference| it.subject == subject;
        if self.differences.len() < NAMED && !self.differences.iter().any(same) {
            self.differences.push(Difference { subject, text });
        }
    }
}

fn key(name: &str) -> String {
    name.to_lowercase()
}
