//! Finds the place or block that a person means by a name.

use std::collections::BTreeSet;

use tagbridge_project::{
    BlockKind, Vendor,
    spelling::{ends_with, last_name, plain, spelled, trigrams, words},
};

use crate::{Logic, PlaceId, Scope, Step, UnitId};

/// Required similarity of two names: common trigrams per all trigrams, in tenths.
const ALIKE_TENTHS: usize = 5;

/// The meaning of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<T> {
    /// Exactly one.
    One(T),
    /// Several, from which the person must choose.
    Several(Vec<T>),
    /// Tags or block variables that are declared, but not used in code.
    Unused(Vec<String>),
    /// Unknown.
    None,
}

impl<T: Ord> Found<T> {
    fn of(found: BTreeSet<T>) -> Option<Self> {
        match found.len() {
            0 => None,
            1 => found.into_iter().next().map(Self::One),
            _ => Some(Self::Several(found.into_iter().collect())),
        }
    }
}

impl Logic<'_> {
    /// Finds the place with this name: by its full name, by the end of it, by words, or by
    /// similarity.
    pub fn find(&self, name: &str) -> Found<PlaceId> {
        let wanted = plain(name);
        if wanted.is_empty() {
            return Found::None;
        }
        let last = last_name(&wanted);
        let named = |name: &str| {
            let id = self.index.names.find(name);
            id.into_iter().flat_map(|id| self.index.named(id)).collect::<Vec<_>>()
        };
        // A quoted name can look like a bit: `"A78.4"`.
        let whole = if last == wanted { Vec::new() } else { named(&wanted) };
        // A quoted name can contain blanks and punctuation.
        let spelled = if spelled(name) == last { Vec::new() } else { named(spelled(name)) };
        let with_elements = named(last)
            .into_iter()
            .chain(whole)
            .chain(spelled)
            .flat_map(|id| self.with_elements(id));
        let candidates: Vec<(PlaceId, String)> =
            with_elements.map(|id| (id, plain(&self.place(id)))).collect();
        let matching = |is: &dyn Fn(&str) -> bool| {
            let found = candidates.iter().filter(|(_, text)| is(text)).map(|(id, _)| *id);
            let found: Vec<(usize, PlaceId)> = found.map(|id| (self.depth(id), id)).collect();
            // A tag is preferred to a member with the same name, and a variable of a block to one
            // of its methods.
            let nearest = found.iter().map(|(depth, _)| *depth).min()?;
            Found::of(found.iter().filter(|it| it.0 == nearest).map(|it| it.1).collect())
        };
        matching(&|text| text == wanted)
            .or_else(|| self.unused_by_its_whole_name(&wanted).map(Found::Unused))
            .or_else(|| matching(&|text| ends_with(text, &wanted)))
            .or_else(|| {
                self.declared(&|text| text == wanted || ends_with(text, &wanted)).map(Found::Unused)
            })
            .or_else(|| self.by_words(name))
            .or_else(|| self.alike(&wanted))
            .unwrap_or(Found::None)
    }

    /// Whether the code has a name with this last part, in exact spelling with blanks and
    /// punctuation.
    pub fn is_spelled(&self, name: &str) -> bool {
        self.index.names.find(spelled(name)).is_some()
    }

    /// The depth of a place in a structure, or in a method of a block.
    fn depth(&self, id: PlaceId) -> usize {
        let path = self.index.places.path(id);
        let owners = match path.first().map(|root| self.index.places.step(*root)) {
            Some(Step::Root(Scope::Unit(owner), _)) => {
                self.index.names.text(owner).matches('.').count()
            }
            _ => 0,
        };
        path.len() + owners
    }

    /// Whether a place has this name, or ends with it. Otherwise it was found by words or by
    /// similarity.
    pub fn is_called(&self, place: PlaceId, name: &str) -> bool {
        let (whole, wanted) = (plain(&self.place(place)), plain(name));
        whole == wanted || ends_with(&whole, &wanted)
    }

    /// A tag of a Logix controller that the code does not name: in Logix, a bare name always
    /// belongs to the controller. Siemens and CODESYS use the bare name of a local variable.
    fn unused_by_its_whole_name(&self, wanted: &str) -> Option<Vec<String>> {
        let is_logix = self.project.vendor == Vendor::AllenBradley;
        is_logix.then(|| self.declared(&|text| text == wanted))?
    }

    /// The declarations with such a name: tags that the code does not name, otherwise variables of
    /// blocks.
    fn declared(&self, is: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
        let is_it = |name: &String| is(&plain(name));
        let tags = self.project.tags.iter().map(|tag| tag.name.clone());
        let found: Vec<String> = tags.filter(is_it).collect();
        if !found.is_empty() {
            return Some(found);
        }
        let mark = if self.project.vendor == Vendor::Siemens { '#' } else { '.' };
        let blocks = self.project.blocks.iter().filter(|it| it.kind != BlockKind::DataBlock);
        let variables = blocks.flat_map(|block| {
            block.members.iter().map(move |it| format!("{}{mark}{}", block.name, it.name))
        });
        let found: Vec<String> = variables.filter(is_it).collect();
        (!found.is_empty()).then_some(found)
    }

    /// A place and its elements and bits, which have no separate names.
    fn with_elements(&self, id: PlaceId) -> Vec<PlaceId> {
        let mut found = vec![id];
        let mut at = 0;
        while let Some(place) = found.get(at) {
            let parts = self.index.places.children(*place).iter().copied();
            let parts: Vec<PlaceId> = parts
                .filter(|part| {
                    !matches!(self.index.places.step(*part), Step::Member(_) | Step::Elements(..))
                })
                .collect();
            found.extend(parts);
            at += 1;
        }
        found
    }

    /// Names that contain all these words: `tank level` finds `TankLevel`.
    fn by_words(&self, name: &str) -> Option<Found<PlaceId>> {
        let wanted = words(name);
        if wanted.is_empty() {
            return None;
        }
        let found = self.names_of_places().filter(|(_, text)| {
            let has = words(text);
            wanted.iter().all(|word| has.contains(word))
        });
        Found::of(found.map(|(id, _)| id).collect())
    }

    /// The most similar name, if it is similar enough.
    fn alike(&self, wanted: &str) -> Option<Found<PlaceId>> {
        let wanted = trigrams(last_name(wanted));
        let mut best = 0;
        let mut found = BTreeSet::new();
        for (id, text) in self.names_of_places() {
            let has = trigrams(&text.to_lowercase());
            let shared = wanted.intersection(&has).count();
            let all = wanted.len() + has.len() - shared;
            if all == 0 || shared * 10 < all * ALIKE_TENTHS {
                continue;
            }
            let likeness = shared * 1_000 / all;
            if likeness > best {
                best = likeness;
                found.clear();
            }
            if likeness == best {
                found.insert(id);
            }
        }
        Found::of(found)
    }

    /// The places with a name of their own, and the name.
    fn names_of_places(&self) -> impl Iterator<Item = (PlaceId, &str)> {
        self.index.places.ids().filter_map(|id| match self.index.places.step(id) {
            Step::Root(_, name) | Step::Member(name) => Some((id, self.index.names.text(name))),
            _ => None,
        })
    }

    /// The units that a name means: a whole routine, `Program/Routine`, or one of its rungs,
    /// `Program/Routine:12`.
    pub fn find_unit(&self, name: &str) -> Found<UnitId> {
        let (path, number) = match name.rsplit_once(':') {
            Some((path, number)) if number.parse::<u32>().is_ok() => (path, number.parse().ok()),
            _ => (name, None),
        };
        let wanted = path.to_lowercase();
        let found = self.index.units().filter_map(|(id, unit)| {
            let citation = self.cite(id, crate::Span::new(0, 0));
            let path = self.path(unit.routine).to_lowercase();
            let named = path == wanted || path.rsplit_once('/').is_some_and(|it| it.1 == wanted);
            (named && (number.is_none() || citation.rung == number)).then_some(id)
        });
        Found::of(found.collect()).unwrap_or(Found::None)
    }
}
