//! Calls and jumps: inhibited code, targets of jumps, recursion, instances.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use tagbridge_logic::{Callee, Effect, NameId, PlaceId, RoutineId, StatementId, expr::ExprId};
use tagbridge_project::{Block, BlockKind, Member, Section, Tag, TypeUse, Vendor};
use tagbridge_texts::Coded;

use crate::{
    analysis::Site,
    chapter_writer::ChapterWriter,
    facts::Facts,
    instances::{is_fixed, may_meet_for_sure},
    rule::Confidence,
    rules::unused::{ExternalUses, is_base_of_another, place_of},
};

/// A finding.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-calls")]
pub(crate) enum CallFinding<'a> {
    TaskInhibited { name: &'a str },
    ProgramInhibited { name: &'a str },
    ProgramInNoTask { name: &'a str },
    NoLabel { label: &'a str },
    TwoLabels { label: &'a str },
    Recursion { path: &'a str, ways: &'a [String] },
    NoProgram { task: &'a str, name: &'a str },
    CalledTwice { name: &'a str, block: &'a str, count: usize },
    NeverCalled { name: &'a str, block: &'a str },
}

pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    inhibited(facts, pen);
    jumps(facts, pen);
    recursion(facts, pen);
    tasks(facts, pen);
}

/// The programs that no task executes, in lower case: their routines are not reported separately.
pub(crate) fn left_out(facts: &Facts<'_>) -> HashSet<String> {
    let project = facts.project;
    let is_run = |name: &str| {
        let tasks = project.tasks.iter().filter(|it| !it.inhibited);
        tasks.flat_map(|it| &it.programs).any(|it| it.eq_ignore_ascii_case(name))
    };
    if facts.is_partial() || project.vendor != Vendor::AllenBradley {
        return HashSet::new();
    }
    let programs = project.programs.iter();
    let left =
        programs.filter(|it| it.disabled || !(is_run(&it.name) || is_special(facts, &it.name)));
    left.map(|it| it.name.to_lowercase()).collect()
}

/// Whether a program is executed on a controller fault, or at power-up.
fn is_special(facts: &Facts<'_>, name: &str) -> bool {
    facts.project.controller.iter().any(|controller| {
        let special = [&controller.fault_program, &controller.power_up_program];
        special.into_iter().flatten().any(|it| it.eq_ignore_ascii_case(name))
    })
}

fn inhibited(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    if facts.is_partial() {
        return;
    }
    for task in project.tasks.iter().filter(|it| it.inhibited) {
        let name = task.name.as_str();
        pen.find("R02", name, &CallFinding::TaskInhibited { name }, vec![facts.definition(name)]);
    }
    let scheduled = |name: &str| {
        let mut programs = project.tasks.iter().flat_map(|it| &it.programs);
        programs.any(|it| it.eq_ignore_ascii_case(name))
    };
    for program in &project.programs {
        let name = program.name.as_str();
        let at = || vec![facts.definition(name)];
        if program.disabled {
            pen.find("R02", name, &CallFinding::ProgramInhibited { name }, at());
        } else if project.vendor == Vendor::AllenBradley
            && !scheduled(name)
            && !is_special(facts, name)
            && facts.shows_code_of(name)
        {
            pen.find("R02", name, &CallFinding::ProgramInNoTask { name }, at());
        }
    }
}

/// Each jump has exactly one label in its routine.
fn jumps(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let mut jumps: BTreeMap<(RoutineId, NameId), Vec<StatementId>> = BTreeMap::new();
    let mut labels: BTreeMap<(RoutineId, NameId), Vec<StatementId>> = BTreeMap::new();
    let mut unread = HashSet::new();
    for (id, unit) in facts.index.units() {
        pen.check();
        if !facts.is_read(id) {
            unread.insert(unit.routine);
        }
        for (at, statement) in facts.index.statements_of(id) {
            let (into, label) = match &statement.effect {
                Effect::Jump(Some(label)) => (&mut jumps, label),
                Effect::Label(label) => (&mut labels, label),
                _ => continue,
            };
            into.entry((unit.routine, *label)).or_default().push(at);
        }
    }
    let sites =
        |ids: &[StatementId]| -> Vec<Site> { ids.iter().map(|id| facts.statement(*id)).collect() };
    for (key, ids) in &jumps {
        if !labels.contains_key(key) && !unread.contains(&key.0) {
            let label = facts.index.names.text(key.1);
            for id in ids {
                pen.find("R04", label, &CallFinding::NoLabel { label }, sites(&[*id]));
            }
        }
    }
    for (key, ids) in labels.iter().filter(|it| it.1.len() > 1) {
        let label = facts.index.names.text(key.1);
        pen.find("R04", label, &CallFinding::TwoLabels { label }, sites(ids));
    }
}

/// Routines that directly or indirectly call themselves.
fn recursion(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    let mut by_owner: HashMap<String, Vec<RoutineId>> = HashMap::new();
    for (at, routine) in project.routines.iter().enumerate() {
        by_owner.entry(routine.owner.to_lowercase()).or_default().push(RoutineId::at(at));
    }
    let mut called: BTreeMap<RoutineId, Vec<(RoutineId, StatementId)>> = BTreeMap::new();
    for (id, unit) in facts.index.units() {
        pen.check();
        for (at, statement) in facts.index.statements_of(id) {
            let Effect::Call { callee, .. } = &statement.effect else { continue };
            let callees = match callee {
                Callee::Routine(routine) => vec![*routine],
                Callee::Block(block) => {
                    let name = project.blocks[*block as usize].name.to_lowercase();
                    by_owner.get(&name).cloned().unwrap_or_default()
                }
                // A CODESYS program.
                Callee::Unknown(name) => {
                    let name = facts.index.names.text(*name).to_lowercase();
                    by_owner.get(&name).cloned().unwrap_or_default()
                }
            };
            let calls = callees.into_iter().map(|callee| (callee, at));
            called.entry(unit.routine).or_default().extend(calls);
        }
    }
    let mut told: BTreeSet<BTreeSet<RoutineId>> = BTreeSet::new();
    for start in called.keys() {
        pen.check();
        let Some(ways) = circle(&called, *start) else { continue };
        let members: BTreeSet<RoutineId> = ways.iter().map(|it| it.0).collect();
        if !told.insert(members) {
            continue;
        }
        let names: Vec<String> = ways.iter().map(|it| facts.logic.path(it.0)).collect();
        let path = facts.logic.path(*start);
        let at = ways.iter().map(|it| facts.statement(it.1)).collect();
        pen.find("R05", &path, &CallFinding::Recursion { path: &path, ways: &names }, at);
    }
}

/// The shortest circle of calls from a routine to itself: the callees and the calls.
fn circle(
    called: &BTreeMap<RoutineId, Vec<(RoutineId, StatementId)>>,
    start: RoutineId,
) -> Option<Vec<(RoutineId, StatementId)>> {
    let mut before: HashMap<RoutineId, (RoutineId, StatementId)> = HashMap::new();
    let mut left = std::collections::VecDeque::from([start]);
    while let Some(at) = left.pop_front() {
        for (callee, call) in called.get(&at).into_iter().flatten() {
            if *callee == start {
                let mut ways = vec![(start, *call)];
                let mut routine = at;
                while routine != start {
                    let (from, at) = before[&routine];
                    ways.push((routine, at));
                    routine = from;
                }
                ways.reverse();
                return Some(ways);
            }
            if !before.contains_key(callee) {
                before.insert(*callee, (at, *call));
                left.push_back(*callee);
            }
        }
    }
    None
}

/// A task can only execute programs.
fn tasks(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let project = facts.project;
    for task in &project.tasks {
        for name in &task.programs {
            let is_program = project.programs.iter().any(|it| it.name.eq_ignore_ascii_case(name));
            let is_other = facts.block(name).is_some_and(|it| it.kind != BlockKind::DataBlock);
            if !is_program && is_other {
                let subject = format!("{} {name}", task.name);
                let message = CallFinding::NoProgram { task: &task.name, name };
                pen.find("R06", &subject, &message, vec![facts.definition(&task.name)]);
            }
        }
    }
}

/// Function blocks: an instance is called exactly once. Timers and counters have separate rules.
pub(crate) fn instances(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let instances = facts.instances(pen.budget());
    for (place, executions) in &instances.by_place {
        pen.check();
        let those: Vec<_> = executions
            .iter()
            .filter(|it| {
                let block = it.block.map(|at| &facts.project.blocks[at]);
                block.is_some_and(|it| {
                    matches!(it.kind, BlockKind::FunctionBlock | BlockKind::AddOnInstruction)
                })
            })
            .collect();
        if those.len() < 2 {
            continue;
        }
        let guards: Vec<ExprId> =
            those.iter().map(|it| facts.index.statement(it.statement).guard).collect();
        let meet = may_meet_for_sure(facts.index, &guards);
        let sure = if meet { Confidence::Certain } else { Confidence::Review };
        let name = facts.logic.place(*place);
        let block = those[0].block.map_or("", |at| facts.project.blocks[at].name.as_str());
        let message = CallFinding::CalledTwice { name: &name, block, count: those.len() };
        let at = those.iter().map(|it| facts.statement(it.statement)).collect();
        pen.find_as("W06", sure, &name, &message, at);
    }
    if !facts.is_partial() {
        never_called(facts, pen);
    }
}

/// Instances without a call, independent of the uses of their members.
fn never_called(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let called = &facts.instances(pen.budget()).by_place;
    let tags = facts.tags(pen.budget());
    // An instance that is used as a whole may be called elsewhere.
    let is_idle = |place: PlaceId| {
        facts.index.refs_to(place).is_empty()
            && facts.index.canonical(place) == place
            && is_fixed(facts.index, place)
            && !called.contains_key(&place)
    };
    let sure = |place: Option<PlaceId>| match place {
        Some(place) if tags.of_place(place).any() => Confidence::Likely,
        _ => Confidence::Certain,
    };
    let elsewhere = ExternalUses::of(facts);
    for tag in &facts.project.tags {
        pen.check();
        let Some(block) = block_to_call(facts, &tag.type_use) else { continue };
        let place = tags.place(&tag.name);
        if tag.alias_for.is_none() && !elsewhere.uses(facts, tag) && place.is_none_or(is_idle) {
            let name = tag.name.as_str();
            let message = CallFinding::NeverCalled { name, block: &block.name };
            pen.find_as("W06", sure(place), name, &message, vec![facts.tag(name)]);
        }
    }
    for owner in facts.project.blocks.iter().filter(|it| facts.shows_code_of(&it.name)) {
        pen.check();
        for member in owner.members.iter().filter(|it| is_kept(it)) {
            let Some(block) = block_to_call(facts, &member.type_use) else { continue };
            let name = member.name.as_str();
            let place = place_of(facts, &owner.name, name);
            if !facts.is_hidden(name)
                && !tags.is_seen_outside(facts.index, name)
                && !is_base_of_another(&owner.members, name)
                && place.is_none_or(is_idle)
            {
                let subject = format!("{}.{name}", owner.name);
                let message = CallFinding::NeverCalled { name, block: &block.name };
                let at = vec![facts.definition(&owner.name)];
                pen.find_as("W06", sure(place), &subject, &message, at);
            }
        }
    }
}

/// The function block of the project that has this type and works only when it is called. A block
/// without code or with methods can be used in other ways.
fn block_to_call<'f>(facts: &'f Facts<'_>, of: &TypeUse) -> Option<&'f Block> {
    let block = facts.block(of.name.trim_matches('"'))?;
    let is_block = matches!(block.kind, BlockKind::FunctionBlock | BlockKind::AddOnInstruction);
    let has_methods = || {
        let owner = format!("{}.", block.name.to_lowercase());
        facts.project.blocks.iter().any(|it| it.name.to_lowercase().starts_with(&owner))
    };
    let is_called =
        is_block && of.dimensions.is_empty() && facts.shows_code_of(&block.name) && !has_methods();
    is_called.then_some(block)
}

/// Whether an unused variable of a block is reported as an instance without a call.
pub(crate) fn is_uncalled(facts: &Facts<'_>, member: &Member) -> bool {
    !facts.is_partial() && is_kept(member) && block_to_call(facts, &member.type_use).is_some()
}

/// Whether an unused tag is reported as an instance without a call.
pub(crate) fn is_uncalled_tag(facts: &Facts<'_>, tag: &Tag) -> bool {
    let is_own = !facts.is_partial() && tag.alias_for.is_none();
    is_own && block_to_call(facts, &tag.type_use).is_some()
}

fn is_kept(member: &Member) -> bool {
    matches!(member.section, Some(Section::Static | Section::Local))
}
