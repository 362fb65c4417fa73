//! Unexecuted code, and code without an effect.

use std::collections::{BTreeMap, HashMap, HashSet};

use tagbridge_logic::{Callee, Effect, RoutineId, query::Dead};
use tagbridge_texts::Coded;

use crate::{
    analysis::Site,
    chapter_writer::ChapterWriter,
    facts::Facts,
    rules::{calls::left_out, unused::unused_blocks},
    runtime,
};

/// A finding.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-reach")]
pub(crate) enum ReachFinding<'a> {
    NotCalled { path: &'a str },
    BehindJump,
    NeverTrue,
    NeverOn,
}

/// A count: units that are never executed.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-figure-unexecuted")]
pub(crate) struct UnexecutedCount;

pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    pen.check();
    let dead = facts.logic.dead_code();
    let mut not_called: BTreeMap<RoutineId, String> = BTreeMap::new();
    for row in &dead.rows {
        pen.check();
        let unit = row.citation.unit;
        let at = || -> Vec<Site> { vec![Site::of_code(&row.citation)] };
        let path = row.citation.path.as_str();
        match row.why {
            Dead::NotExecuted => {
                not_called.entry(facts.index.unit(unit).routine).or_insert_with(|| path.to_owned());
            }
            Dead::BehindJump => pen.find("R03", path, &ReachFinding::BehindJump, at()),
            Dead::NeverTrue => pen.find("R03", path, &ReachFinding::NeverTrue, at()),
            Dead::NeverOn => pen.find("R03", path, &ReachFinding::NeverOn, at()),
        }
    }
    pen.figure(&UnexecutedCount, dead.rows.iter().filter(|it| it.why == Dead::NotExecuted).count());
    let roots = Roots::of(facts, pen);
    for (routine, path) in not_called.iter().filter(|(routine, _)| roots.is_one(facts, **routine)) {
        let message = ReachFinding::NotCalled { path };
        pen.find("R01", path, &message, vec![facts.routine(*routine)]);
    }
}

/// Unexecuted code is reported once, at its entry: not for the routines that it calls, for a
/// program without a task, or for an unused block.
struct Roots {
    called: HashSet<RoutineId>,
    left_out: HashSet<String>,
    unused: HashSet<String>,
    empty: HashSet<RoutineId>,
}

impl Roots {
    fn of(facts: &Facts<'_>, pen: &ChapterWriter<'_>) -> Self {
        let project = facts.project;
        let mut by_owner: HashMap<String, Vec<RoutineId>> = HashMap::new();
        for (at, routine) in project.routines.iter().enumerate() {
            by_owner.entry(routine.owner.to_lowercase()).or_default().push(RoutineId::at(at));
        }
        let (mut called, mut full) = (HashSet::new(), HashSet::new());
        for (id, unit) in facts.index.units() {
            pen.check();
            for (_, statement) in facts.index.statements_of(id) {
                full.insert(unit.routine);
                let callees = match statement.effect {
                    Effect::Call { callee: Callee::Routine(routine), .. } => vec![routine],
                    Effect::Call { callee: Callee::Block(at), .. } => {
                        let name = project.blocks[at as usize].name.to_lowercase();
                        by_owner.get(&name).cloned().unwrap_or_default()
                    }
                    // A CODESYS program.
                    Effect::Call { callee: Callee::Unknown(name), .. } => {
                        let name = facts.index.names.text(name).to_lowercase();
                        by_owner.get(&name).cloned().unwrap_or_default()
                    }
                    _ => continue,
                };
                called.extend(callees.into_iter().filter(|callee| *callee != unit.routine));
            }
        }
        let all = (0..project.routines.len()).map(RoutineId::at);
        Self {
            called,
            left_out: left_out(facts),
            unused: unused_blocks(facts, pen).iter().map(|name| name.to_lowercase()).collect(),
            empty: all.filter(|routine| !full.contains(routine)).collect(),
        }
    }

    fn is_one(&self, facts: &Facts<'_>, routine: RoutineId) -> bool {
        let owner = facts.project.routines[routine.index()].owner.to_lowercase();
        let block = owner.split('.').next().unwrap_or(&owner);
        let name = &facts.project.routines[routine.index()].name;
        !(self.called.contains(&routine)
            || runtime::calls(name)
            || runtime::calls(&owner)
            || self.empty.contains(&routine)
            || self.left_out.contains(&owner)
            || self.unused.contains(block))
    }
}
