//! The uses of declarations in code: one pass over all occurrences.

use std::collections::{HashMap, HashSet};

use tagbridge_logic::{Certainty, Index, NameId, PlaceId, Scope, Step, UseMode};
use tagbridge_project::{Place, Tag, Vendor};

use crate::{budget::Budget, facts::Facts};

/// The uses of declarations in code.
#[derive(Debug, Default)]
pub(crate) struct Tags {
    /// The roots of tags and block variables, by their full name in lower case, without quotes.
    by_name: HashMap<String, PlaceId>,
    /// The uses of each declaration and its members, with those of their parts.
    uses: HashMap<PlaceId, Use>,
    /// The declarations that are used as a whole.
    whole: HashSet<PlaceId>,
    /// All names after a dot.
    members: HashSet<NameId>,
    /// Undeclared names.
    undeclared: HashSet<NameId>,
    /// Whether code contains addresses.
    has_addresses: bool,
}

/// The uses of a declaration.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Use {
    /// The code contains its name, or that of a part, not only an alias.
    pub(crate) named: bool,
    /// Its value is read.
    pub(crate) read: bool,
    /// It is written.
    pub(crate) written: bool,
    /// An unknown use: its address is used, or the callee is not in the file.
    pub(crate) unsure: bool,
}

impl Use {
    /// Whether there is any use.
    pub(crate) fn any(self) -> bool {
        self.named || self.read || self.written || self.unsure
    }

    fn add(&mut self, other: Self) {
        self.named |= other.named;
        self.read |= other.read;
        self.written |= other.written;
        self.unsure |= other.unsure;
    }
}

impl Tags {
    pub(crate) fn new(facts: &Facts<'_>, budget: &Budget<'_>) -> Self {
        let index = facts.index;
        let places = &index.places;
        let mut tags = Self::default();
        for id in places.ids() {
            if id.index() % 1_000 == 0 {
                budget.check();
            }
            let path = places.path(id);
            if path.len() <= 2 {
                tags.by_name.entry(plain(&facts.logic.place(id))).or_insert(id);
            }
            let found = used(index, id);
            if !found.any() {
                continue;
            }
            tags.note(index, &path);
            // An alias uses its target without naming it.
            let canonical = index.canonical(id);
            for place in path.iter().take(2) {
                tags.uses.entry(*place).or_default().add(found);
            }
            if canonical != id {
                for place in places.path(canonical).iter().take(2) {
                    tags.uses.entry(*place).or_default().add(Use { named: false, ..found });
                }
            }
            for whole in [id, canonical] {
                tags.whole.insert(whole);
            }
        }
        tags
    }

    fn note(&mut self, index: &Index, path: &[PlaceId]) {
        for part in path {
            match index.places.step(*part) {
                Step::Member(name) => {
                    self.members.insert(name);
                }
                Step::Root(Scope::Undeclared, name) => {
                    self.undeclared.insert(name);
                }
                Step::Root(Scope::Address, _) => self.has_addresses = true,
                _ => {}
            }
        }
    }

    /// Returns the place of a declaration by its full name.
    pub(crate) fn place(&self, name: &str) -> Option<PlaceId> {
        self.by_name.get(&plain(name)).copied()
    }

    /// Returns the uses of a declaration by its place.
    pub(crate) fn of_place(&self, place: PlaceId) -> Use {
        self.uses.get(&place).copied().unwrap_or_default()
    }

    /// The uses of a tag, of the structure that contains it, and of declarations that overlay it.
    pub(crate) fn of(&self, facts: &Facts<'_>, tag: &Tag) -> Use {
        let anything = Use { named: true, read: true, written: true, unsure: true };
        let place = self.place(&tag.name);
        let mut found = place.map(|place| self.of_place(place)).unwrap_or_default();
        if let Some((owner, _)) = plain(&tag.name).rsplit_once('.')
            && self.by_name.get(owner).is_some_and(|owner| self.whole.contains(owner))
        {
            return anything;
        }
        let has_address = matches!(tag.place, Place::Area { .. } | Place::Block { .. });
        if facts.project.vendor == Vendor::AllenBradley || !(has_address || self.has_addresses) {
            return found;
        }
        match place {
            Some(place) => {
                for (other, _) in facts.index.related(place) {
                    found.add(Use { named: false, ..used(facts.index, other) });
                }
                found
            }
            // Its address in the index is unknown: no code names it.
            None if self.has_addresses && has_address => anything,
            None => found,
        }
    }

    /// Whether a name occurs after a dot or undeclared: other code and derived blocks use a
    /// variable of a block in this way.
    pub(crate) fn is_seen_outside(&self, index: &Index, name: &str) -> bool {
        index
            .names
            .find(name)
            .is_some_and(|id| self.members.contains(&id) || self.undeclared.contains(&id))
    }
}

/// The uses of exactly this place.
fn used(index: &Index, place: PlaceId) -> Use {
    let mut found = Use::default();
    for at in index.refs_to(place) {
        let reference = index.reference(*at);
        let unsure =
            reference.mode == UseMode::Address || reference.certainty != Certainty::Certain;
        found.add(Use {
            named: true,
            read: reference.mode.reads(),
            written: reference.mode.writes(),
            unsure,
        });
    }
    found
}

/// Without quotes, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| *letter != '"').flat_map(char::to_lowercase).collect()
}
