//! All exact names of a sentence: which of them a question is about, and which are listed side by side.

use super::Sentence;
use crate::{classify::Intent, common::is_one_of, reader::Chosen, resolve::Subject};

/// Maximum number of names.
const NAMES_MAX: usize = 6;
/// Words between the names of a list.
const LINKS: &str = "and und or oder sowie as well both beide";

/// The name of a block without the mark of its kind.
fn bare(name: &str) -> &str {
    name.strip_prefix("AOI:").unwrap_or(name)
}

impl Sentence<'_> {
    /// The exact names, in the order of the sentence.
    fn all_exact(&self) -> Vec<Chosen> {
        let (mut found, mut skip): (Vec<Chosen>, Vec<usize>) = (Vec::new(), Vec::new());
        while found.len() < NAMES_MAX
            && let Some(next) = self.reader.exact(false, &skip)
        {
            let is_new = next.used.iter().any(|at| !skip.contains(at));
            if !is_new {
                break;
            }
            skip.extend(&next.used);
            found.push(next);
        }
        found.sort_by_key(|it| it.used.iter().max().copied());
        found
    }

    /// For a question about what turns something on or off, a name that code turns, in place of one
    /// that it only reads: "what must be so that `Start_Button` turns `Run` on".
    pub(super) fn turned_one(&self, found: Chosen, intent: Intent) -> Chosen {
        let turns = matches!(intent, Intent::On | Intent::Off | Intent::WhyOff | Intent::WhyOn);
        if !turns || self.is_turned(&found.subject) || !matches!(found.subject, Subject::Place(_)) {
            return found;
        }
        let own = self.facts.name_of(&found.subject, &found.written);
        let others = self.all_exact().into_iter().map(|it| self.beside(it, &own));
        others.rev().find(|it| self.is_turned(&it.subject)).unwrap_or(found)
    }

    /// Of several objects with one name, the one of the same block as another name.
    fn beside(&self, found: Chosen, own: &str) -> Chosen {
        let Subject::Several(names) = &found.subject else { return found };
        let Some((block, _)) = own.rsplit_once(['.', '#']) else { return found };
        let is_beside = |name: &&String| {
            name.rsplit_once(['.', '#']).is_some_and(|it| bare(it.0) == bare(block))
        };
        let beside: Vec<&String> = names.iter().filter(is_beside).collect();
        let [name] = beside.as_slice() else { return found };
        match self.facts.value_called(name) {
            Some(subject @ Subject::Place(_)) => Chosen { subject, ..found.clone() },
            _ => found,
        }
    }

    fn is_turned(&self, subject: &Subject) -> bool {
        let Subject::Place(place) = subject else { return false };
        let turned = tagbridge_logic::query::Turned::On;
        !self.facts.logic().turned(*place, turned).rows.is_empty()
    }

    /// The names that are next to a name in a list: "A, B and C". The name itself is one of them.
    pub(super) fn listed_with(&self, chosen: &Chosen) -> Vec<Chosen> {
        let all = self.all_exact();
        let Some(own) = all.iter().position(|it| it.used == chosen.used) else {
            return Vec::new();
        };
        let words = &self.reader.words;
        let is_next = |one: &Chosen, other: &Chosen| {
            let (Some(end), Some(start)) = (one.used.iter().max(), other.used.iter().min()) else {
                return false;
            };
            end < start && (end + 1..*start).all(|at| is_one_of(&words[at], LINKS))
        };
        let (mut first, mut last) = (own, own);
        while first > 0 && is_next(&all[first - 1], &all[first]) {
            first -= 1;
        }
        while last + 1 < all.len() && is_next(&all[last], &all[last + 1]) {
            last += 1;
        }
        all[first..=last].to_vec()
    }
}
