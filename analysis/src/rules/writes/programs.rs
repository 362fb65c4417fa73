//! Tags that several programs write.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tagbridge_logic::{Effect, PlaceId, RoutineId, Scope, StatementId, Step};

use super::WriteFinding;
use crate::{chapter_writer::ChapterWriter, facts::Facts, instances::is_fixed};

pub(super) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let mut writers: BTreeMap<PlaceId, BTreeMap<RoutineId, StatementId>> = BTreeMap::new();
    for (id, unit) in facts.index.units() {
        pen.check();
        for (at, statement) in facts.index.statements_of(id) {
            let Effect::Assign { to, .. } = &statement.effect else { continue };
            let place = facts.index.canonical(facts.index.reference(*to).place);
            if is_shared(facts, place) && is_fixed(facts.index, place) {
                writers.entry(place).or_default().entry(unit.routine).or_insert(at);
            }
        }
    }
    let mut known: HashMap<RoutineId, BTreeSet<String>> = HashMap::new();
    for (place, by_routine) in &writers {
        pen.check();
        if by_routine.len() < 2 {
            continue;
        }
        let mut programs: BTreeMap<String, StatementId> = BTreeMap::new();
        for (routine, statement) in by_routine {
            let of = known.entry(*routine).or_insert_with(|| programs_of(facts, *statement));
            // Code that several programs call is one writer.
            if let (Some(program), 1) = (of.first(), of.len()) {
                programs.entry(program.clone()).or_insert(*statement);
            }
        }
        if programs.len() > 1 {
            let name = facts.logic.place(*place);
            let names: Vec<String> = programs.keys().cloned().collect();
            let at = programs.values().map(|id| facts.statement(*id)).collect();
            let message = WriteFinding::Programs { name: &name, programs: &names };
            pen.find("W04", &name, &message, at);
        }
    }
}

/// Whether a place is global.
fn is_shared(facts: &Facts<'_>, place: PlaceId) -> bool {
    let root = facts.index.places.root_of(place);
    match facts.index.places.step(root) {
        Step::Root(Scope::Controller | Scope::Global | Scope::Address, _) => true,
        Step::Root(Scope::Unit(owner), _) => {
            let owner = facts.index.names.text(owner);
            let is_program =
                facts.project.programs.iter().any(|it| it.name.eq_ignore_ascii_case(owner));
            !is_program && facts.block(owner).is_none()
        }
        _ => false,
    }
}

/// The programs that execute a statement, directly or by calls.
fn programs_of(facts: &Facts<'_>, statement: StatementId) -> BTreeSet<String> {
    let unit = facts.index.statement(statement).unit;
    let ways = facts.logic.runs(unit).rows.into_iter();
    ways.map(|way| way.root.split('/').next().unwrap_or_default().to_owned()).collect()
}
