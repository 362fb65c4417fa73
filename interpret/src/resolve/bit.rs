//! The main bit of a device, which shows whether it runs.

use tagbridge_logic::{PlaceId, Relation, Step, query::Turned};

use super::Subject;
use crate::Facts;

/// Names of the main bit of a drive or a valve, the likeliest first.
const MAIN_BITS: &[&str] = &[
    "run",
    "running",
    "on",
    "out",
    "output",
    "cmd",
    "command",
    "start",
    "open",
    "active",
    "enable",
    "contactor",
    "ein",
    "lauf",
    "laeuft",
    "auf",
    "q",
];

impl Facts {
    /// The bit with this name; for a structure, its main bit, if the code writes one.
    pub(crate) fn bit(&self, name: &str) -> Subject {
        match self.target(name, false) {
            Subject::Place(place) => Subject::Place(self.main_bit(place).unwrap_or(place)),
            other => other,
        }
    }

    fn main_bit(&self, of: PlaceId) -> Option<PlaceId> {
        let logic = self.logic();
        let index = logic.index;
        if index.refs_to(of).iter().any(|at| index.reference(*at).mode.writes()) {
            return None;
        }
        let parts = index.places.children(index.canonical(of)).iter().copied();
        let written = parts.filter(|part| {
            let rows = logic.turned(*part, Turned::On).rows;
            rows.iter().any(|row| row.relation == Relation::Same && !row.bound)
        });
        let ranked = written.filter_map(|part| {
            let Step::Member(name) = index.places.step(part) else { return None };
            let name = index.names.text(name).to_lowercase();
            let rank = MAIN_BITS.iter().position(|it| name.split('_').any(|word| word == *it))?;
            Some((rank, name.len(), part))
        });
        ranked.min().map(|it| it.2)
    }
}
