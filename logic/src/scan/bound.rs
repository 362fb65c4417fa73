use std::collections::HashSet;

use super::{Machine, executed, reached, written};
use crate::{Logic, PlaceId, expr::Scalar, why::is_named};

/// Code that is executed on values that are kept elsewhere, by name: what it writes is its own, all
/// else is fetched before each scan.
pub struct Bound<'a> {
    machine: Machine<'a>,
    /// Places with a name, and whether the code writes them.
    places: Vec<(PlaceId, String, bool)>,
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
        Self { machine: Machine::new(logic, executed(logic)), places }
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
            if let Some(value) = get(values, name) {
                self.machine.load(*place, value);
            }
        }
        self.machine.scan(elapsed_ms);
        for (place, name, own) in &self.places {
            if let (true, Some(value)) = (own, self.machine.value(*place)) {
                put(values, name, value);
            }
        }
    }

    /// The machine that executes it.
    pub fn machine(&self) -> &Machine<'a> {
        &self.machine
    }
}
