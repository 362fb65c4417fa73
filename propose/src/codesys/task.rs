//! The task of a program.

use tagbridge_api::generate::{ChangeAction, RiskKind, RiskLevel};
use tagbridge_diff::ChangeKind;

use super::export::{Export, field};
use crate::{
    draft::{Content, Draft, Stop, ask},
    element::{children, end_tag, start_tag},
    says::{Ask, Assumed, Danger, Said, Why},
    text::{World, outline::UnitKind, piece::escaped, world::bare},
    units::key,
};

/// Adds a program at the end of a task's list.
pub(super) fn schedule(world: &World<'_>, export: &Export<'_, '_>) -> Result<Draft, Stop> {
    let context = world.context;
    let (said, task) = (bare(context.need("name")), context.need("task"));
    let program = world.unit(&said).filter(|it| world.units[*it].kind == UnitKind::Program);
    let program = &world.units[program.ok_or_else(|| Why::NoUnit { name: said.clone() })?];
    let tasks: Vec<_> = export.entries.iter().filter(|it| it.kind == "98a2708a").collect();
    let named: Vec<_> = tasks.iter().filter(|it| it.name.eq_ignore_ascii_case(task)).collect();
    let entry = match named.as_slice() {
        [one] => *one,
        [] if tasks.len() > 1 => {
            let all = tasks.iter().map(|it| it.name.clone()).collect();
            return Err(ask("task", Ask::Task, Ask::WhyTask, all));
        }
        _ => return Err(Why::NoUnit { name: task.to_owned() }.into()),
    };
    let no_unit = || Stop::No(Why::NoUnit { name: task.to_owned() });
    let known = context.logic.project.tasks.iter().find(|it| it.name == entry.name);
    if known.is_some_and(|it| it.programs.iter().any(|it| it.eq_ignore_ascii_case(&program.name))) {
        return Err(Why::Same { name: format!("{} / {}", entry.name, program.name) }.into());
    }
    let list = entry.object.and_then(|it| field(it, "PouList")).ok_or_else(no_unit)?;
    // Modelled on the entry before it, with the other name and without its comment.
    let model = children(list, "Single").last().ok_or_else(no_unit)?;
    let name = field(model, "Name").ok_or_else(no_unit)?;
    let text = &export.file.text;
    let whole = model.range();
    let inside = |it| start_tag(text, it).0..end_tag(text, it);
    let mut copy = text[whole.clone()].to_owned();
    let mut parts = vec![(inside(name), escaped(&program.name))];
    if let Some(comment) = field(model, "Comment").filter(|it| !start_tag(text, *it).1) {
        parts.push((inside(comment), String::new()));
    }
    parts.sort_by_key(|it| std::cmp::Reverse(it.0.start));
    for (at, new) in parts {
        copy.replace_range(at.start - whole.start..at.end - whole.start, &new);
    }
    let blanks = &text[text[..whole.start].trim_end().len()..whole.start];
    let mut draft = Draft::default();
    draft.splice(export.file.file, whole.end, whole.end, format!("{blanks}{copy}"));
    draft.expect(ChangeKind::TaskChanged, &[&entry.name, &program.name]);
    draft.touch(key("task", &entry.name));
    let (name, task) = (program.name.clone(), entry.name.clone());
    let said = Said::Schedule { name: name.clone(), task: task.clone() };
    draft.step(ChangeAction::Update, task.clone(), "Task", said, Content::Given(copy));
    draft.assumed.push(Assumed::AtTheEnd { place: task.clone() });
    let others = context.logic.project.tasks.iter();
    let count = others.filter(|it| it.programs.iter().any(|it| it.eq_ignore_ascii_case(&name)));
    let count = count.count();
    if count > 0 {
        let danger = Danger::AlsoRuns { name, count };
        draft.risk(RiskLevel::High, RiskKind::WrittenElsewhere, danger);
    }
    Ok(draft)
}
