//! The writers of each place.

use std::collections::{HashMap, HashSet};

use tagbridge_logic::{Effect, Index, PlaceId, RefId, StatementId, UseMode};

/// The assignments of a project by the written place, with aliases resolved.
#[derive(Debug)]
pub(crate) struct Writers {
    assigned: HashMap<PlaceId, Vec<StatementId>>,
    targets: HashSet<RefId>,
}

impl Writers {
    pub(crate) fn new(index: &Index) -> Self {
        let (mut assigned, mut targets) = (HashMap::<_, Vec<_>>::new(), HashSet::new());
        for (unit, _) in index.units() {
            for (id, statement) in index.statements_of(unit) {
                let Effect::Assign { to, .. } = &statement.effect else { continue };
                targets.insert(*to);
                let place = index.canonical(index.reference(*to).place);
                assigned.entry(place).or_default().push(id);
            }
        }
        Self { assigned, targets }
    }

    /// The assignments of exactly this place, in the order of the code.
    pub(crate) fn of(&self, index: &Index, place: PlaceId) -> &[StatementId] {
        self.assigned.get(&index.canonical(place)).map_or(&[], Vec::as_slice)
    }

    /// All assigned places, in order.
    pub(crate) fn all(&self) -> Vec<(PlaceId, &[StatementId])> {
        let mut all: Vec<_> = self.assigned.iter().map(|(at, by)| (*at, by.as_slice())).collect();
        all.sort_unstable();
        all
    }

    /// Whether other code may write it: a call, an instruction with memory, an assignment to an
    /// overlapping place, a pointer.
    pub(crate) fn others(&self, index: &Index, place: PlaceId) -> bool {
        let place = index.canonical(place);
        index.related(place).into_iter().any(|(other, _)| {
            let is_same = index.canonical(other) == place;
            index.refs_to(other).iter().any(|at| {
                let mode = index.reference(*at).mode;
                let assigns = is_same && self.targets.contains(at);
                mode == UseMode::Address || (mode.writes() && !assigns)
            })
        })
    }

    /// Whether any code writes it.
    pub(crate) fn any(&self, index: &Index, place: PlaceId) -> bool {
        !self.of(index, place).is_empty() || self.others(index, place)
    }
}
