use std::collections::HashMap;

use tagbridge_project::Project;

use crate::{
    Index, Logic, NameId, PlaceId, Step,
    expr::{Scalar, Truth, Values},
    types,
};

/// The values of all places.
pub(super) struct Memory<'a> {
    project: &'a Project,
    index: &'a Index,
    pub(super) now: HashMap<PlaceId, Scalar>,
    pub(super) before: HashMap<PlaceId, Scalar>,
    timers: HashMap<PlaceId, i64>,
}

impl<'a> Memory<'a> {
    pub(super) fn new(logic: Logic<'a>) -> Self {
        let Logic { project, index } = logic;
        let (now, before, timers) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { project, index, now, before, timers }
    }

    pub(super) fn get(&self, place: PlaceId) -> Option<&Scalar> {
        self.now.get(&self.index.canonical(place))
    }

    pub(super) fn set(&mut self, place: PlaceId, value: Option<Scalar>) {
        let whole = self.with_bit(place, value.as_ref());
        self.forget(place);
        if let Some((of, whole)) = whole {
            self.now.insert(of, Scalar::Int(whole));
        }
        if let Some(value) = value {
            self.now.insert(self.index.canonical(place), value);
        }
    }

    /// A whole number with one of its bits changed.
    fn with_bit(&self, place: PlaceId, value: Option<&Scalar>) -> Option<(PlaceId, i64)> {
        let place = self.index.canonical(place);
        let Step::Bit(bit) = self.index.places.step(place) else { return None };
        let of = self.index.places.parent(place)?;
        let (Scalar::Int(whole), on) = (self.now.get(&of)?, value?.bit()?) else { return None };
        let mask = 1_i64.checked_shl(bit.into())?;
        let changed = if on { whole | mask } else { whole & !mask };
        Some((of, types::wrapped(self.project, self.index, of, changed)))
    }

    /// A bit of a whole number that is known.
    fn bit(&self, place: PlaceId) -> Option<Scalar> {
        let place = self.index.canonical(place);
        let Step::Bit(bit) = self.index.places.step(place) else { return None };
        match self.now.get(&self.index.places.parent(place)?)? {
            Scalar::Int(whole) => Some(Scalar::Bool(whole.checked_shr(bit.into())? & 1 == 1)),
            _ => None,
        }
    }

    /// Its parts, and what it is a part of, are not known any more either.
    pub(super) fn forget(&mut self, place: PlaceId) {
        let place = self.index.canonical(place);
        let mut left = vec![place];
        while let Some(at) = left.pop() {
            self.now.remove(&at);
            left.extend(self.index.places.children(at));
        }
        for part in self.index.places.path(place) {
            self.now.remove(&part);
        }
        // A computed index may be any element of the array.
        let Some(parent) = self.index.places.parent(place) else { return };
        if let Step::Index(name) | Step::Elements(name, _) = self.index.places.step(place) {
            let several = matches!(self.index.places.step(place), Step::Elements(..));
            let computed = several || self.index.places.indexes(name).iter().any(Option::is_none);
            for other in self.index.places.children(parent) {
                let Step::Index(other_name) = self.index.places.step(*other) else { continue };
                let indexes = self.index.places.indexes(other_name);
                if computed || indexes.iter().any(Option::is_none) {
                    self.now.remove(other);
                }
            }
        }
    }

    /// Advances a timer of Logix (1756-RM003, Timer and Counter); false where it is none.
    pub(super) fn timer(
        &mut self,
        name: &str,
        timer: PlaceId,
        input: Truth,
        elapsed_ms: i64,
    ) -> bool {
        if !matches!(name, "TON" | "TOF" | "RTO") {
            return false;
        }
        let timer = self.index.canonical(timer);
        let preset = match self.part(timer, "PRE").and_then(|it| self.now.get(&it)) {
            Some(Scalar::Int(preset)) => Some(*preset),
            _ => None,
        };
        let (Truth::True | Truth::False, Some(preset)) = (input, preset) else {
            for name in ["EN", "TT", "DN", "ACC"] {
                self.put(timer, name, None);
            }
            self.timers.remove(&timer);
            return true;
        };
        let on = input == Truth::True;
        let known = self.timers.get(&timer).copied();
        let start = if name == "TOF" { preset } else { 0 };
        let runs = on != (name == "TOF");
        let elapsed = match (runs, name) {
            (true, _) => Some((known.unwrap_or(start) + elapsed_ms).min(preset)),
            (false, "RTO") => known,
            (false, _) => Some(0),
        };
        let Some(elapsed) = elapsed else {
            for name in ["EN", "TT", "DN", "ACC"] {
                self.put(timer, name, None);
            }
            return true;
        };
        self.timers.insert(timer, elapsed);
        let full = elapsed >= preset;
        let done = if name == "TOF" { on || !full } else { full };
        self.put(timer, "EN", Some(Scalar::Bool(on)));
        self.put(timer, "TT", Some(Scalar::Bool(runs && !full)));
        self.put(timer, "DN", Some(Scalar::Bool(done)));
        self.put(timer, "ACC", Some(Scalar::Int(elapsed)));
        true
    }

    fn part(&self, of: PlaceId, name: &str) -> Option<PlaceId> {
        let name = self.index.names.find(name)?;
        self.index.places.find(Some(of), Step::Member(name))
    }

    fn put(&mut self, of: PlaceId, name: &str, value: Option<Scalar>) {
        if let Some(part) = self.part(of, name) {
            match value {
                Some(value) => self.now.insert(part, value),
                None => self.now.remove(&part),
            };
        }
    }
}

impl Values for Memory<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        self.get(place).cloned().or_else(|| self.bit(place))
    }

    fn text(&self, name: NameId) -> &str {
        self.index.names.text(name)
    }

    fn before(&self, memory: PlaceId) -> Option<bool> {
        self.before.get(&self.index.canonical(memory)).and_then(Scalar::bit)
    }
}
