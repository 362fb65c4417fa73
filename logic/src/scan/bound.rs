use std::collections::{HashMap, HashSet};

use super::{Machine, executed, reached, written};
use crate::{Logic, PlaceId, expr::Scalar, why::is_named};

/// Code that is executed on values that are kept elsewhere, by name: what it writes is its own, all
/// else is fetched before each scan.
pub struct Bound<'a> {
    machine: Machine<'a>,
    /// Places with a name, and whether the code writes them.
    places: Vec<(PlaceId, String, bool)>,
    /// Of those that it writes and whose value it does not know: what they were after the last scan.
    kept: HashMap<PlaceId, Scalar>,
}

impl<'a> Bound<'a> {
    /// All code that the tasks of a project execute.
    pub fn new(logic: Logic<'a>) -> Self {
        let index = logic.index;
        let units = reached(logic);
        let own: HashSet<PlaceId> = written(index, &units).into_iter().collect();
        let mut seen = HashSet::new();
        let mut places = Vec::new();
        for reference in units.iter().flat_map(|unit| index.refs_of(*unit)) {
            let canonical = index.canonical(reference.place);
            let parts = index.places.children(canonical).iter().copied();
            for place in parts.chain([canonical]) {
                if seen.insert(place) && is_named(index, place) {
                    let within = |it: &PlaceId| own.contains(it);
                    let is_own = index.places.path(place).iter().any(within);
                    places.push((place, index.places.text(place, &index.names), is_own));
                }
            }
        }
        Self { machine: Machine::new(logic, executed(logic)), places, kept: HashMap::new() }
    }

    /// One scan that lasts so many milliseconds. What is not understood leaves values as they are.
    pub fn scan<V>(
        &mut self,
        elapsed_ms: i64,
        values: &mut V,
        get: impl Fn(&V, &str) -> Option<Scalar>,
        put: impl Fn(&mut V, &str, &Scalar),
    ) {
        for (place, name, own) in &self.places {
            if *own && self.machine.value(*place).is_some() {
                continue;
            }
            // Nobody else writes it.
            if let Some(kept) = self.kept.get(place) {
                put(values, name, kept);
            }
            if let Some(value) = get(values, name) {
                self.machine.load(*place, value);
            }
        }
        self.machine.scan(elapsed_ms);
        for (place, name, _) in self.places.iter().filter(|(_, _, own)| *own) {
            match self.machine.value(*place) {
                Some(value) => {
                    put(values, name, value);
                    self.kept.remove(place);
                }
                None => self.kept.extend(get(values, name).map(|value| (*place, value))),
            }
        }
    }

    /// The machine that executes it.
    pub fn machine(&self) -> &Machine<'a> {
        &self.machine
    }
}
