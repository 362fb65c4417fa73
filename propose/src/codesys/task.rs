//! The task of a program.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::{ChangeKind, units::key};

use super::Objects;
use crate::{
    draft::{Content, Draft, Stop, ask},
    says::{Ask, Assumed, Danger, Said, Why},
    text::{World, outline::UnitKind, world::bare},
};

/// Adds a program at the end of a task's list.
pub(super) fn schedule(world: &World<'_>, objects: &dyn Objects<'_>) -> Result<Draft, Stop> {
    let context = world.context;
    let (said, task) = (bare(context.need("name")), context.need("task"));
    let program = world.unit(&said).filter(|it| world.units[*it].kind == UnitKind::Program);
    let program = &world.units[program.ok_or_else(|| Why::NoUnit { name: said.clone() })?];
    let tasks = objects.tasks();
    let named: Vec<usize> =
        (0..tasks.len()).filter(|it| tasks[*it].eq_ignore_ascii_case(task)).collect();
    let no_unit = || Stop::No(Why::NoUnit { name: task.to_owned() });
    let at = match named.as_slice() {
        [one] => *one,
        [] if tasks.len() > 1 => return Err(ask("task", Ask::Task, Ask::WhyTask, tasks)),
        _ => return Err(no_unit()),
    };
    let task = tasks[at].clone();
    let known = context.logic.project.tasks.iter().find(|it| it.name == task);
    if known.is_some_and(|it| it.programs.iter().any(|it| it.eq_ignore_ascii_case(&program.name))) {
        return Err(Why::Same { name: format!("{task} / {}", program.name) }.into());
    }
    let (place, copy) = objects.scheduled(at, &program.name).ok_or_else(no_unit)?;
    let mut draft = Draft::default();
    // The objects of one file.
    let file = world.beside.first().map_or(0, |it| it.0);
    draft.splice(file, place, place, copy.clone());
    draft.expect(ChangeKind::TaskChanged, &[&task, &program.name]);
    draft.touch(key("task", &task));
    let is_moved = context.get("instead").is_some();
    for (at, other) in tasks.iter().enumerate().filter(|it| is_moved && *it.1 != task) {
        if let Some(whole) = objects.listed(at, &program.name) {
            draft.splice(file, whole.start, whole.end, "");
            draft.expect(ChangeKind::TaskChanged, &[other, &program.name]);
            draft.touch(key("task", other));
        }
    }
    let name = program.name.clone();
    let said = Said::Schedule { name: name.clone(), task: task.clone() };
    draft.step(
        ChangeAction::Update,
        task.clone(),
        "Task",
        said,
        Content::Given(copy.trim().to_owned()),
    );
    draft.assumed.push(Assumed::AtTheEnd { place: task.clone() });
    let others = context.logic.project.tasks.iter();
    let count = others.filter(|it| it.programs.iter().any(|it| it.eq_ignore_ascii_case(&name)));
    let count = count.count();
    if count > 0 && !is_moved {
        let danger = Danger::AlsoRuns { name, count };
        draft.risk(RiskLevel::High, RiskKind::WrittenElsewhere, danger);
    }
    Ok(draft)
}
