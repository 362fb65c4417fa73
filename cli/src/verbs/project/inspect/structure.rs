//! The structure of a project: the tasks with their code, the modules of its racks and networks,
//! and the calls.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;
use tagbridge_logic::{CallHow, Callee, Effect, Index, Logic};
use tagbridge_project::{Module, Project, Task};

use super::labelled;
use crate::{messages::TableWord, output::said};

/// The number of calls of one callee from one routine.
#[derive(Serialize)]
pub(super) struct CallEntry {
    /// The caller, as in citations: `Program/Routine`, a block, `POU.Method`.
    from: String,
    to: String,
    /// The kind of call: `subroutine`, `functionBlock`, `function`, `method`, …
    how: &'static str,
    /// Whether the file contains the callee.
    known: bool,
    count: usize,
}

/// Every call, by caller and callee.
pub(super) fn calls(project: &Project) -> Vec<CallEntry> {
    let index = Index::build(project);
    let logic = Logic::new(project, &index);
    let mut calls: BTreeMap<(String, String, &'static str, bool), usize> = BTreeMap::new();
    for (id, unit) in index.units() {
        for (_, statement) in index.statements_of(id) {
            let Effect::Call { callee, how, .. } = statement.effect else { continue };
            let (to, known) = match callee {
                Callee::Routine(routine) => (logic.path(routine), true),
                Callee::Block(block) => (project.blocks[block as usize].name.clone(), true),
                Callee::Unknown(name) => (index.names.text(name).to_owned(), false),
            };
            let key = (logic.path(unit.routine), to, word(how), known);
            *calls.entry(key).or_default() += 1;
        }
    }
    let entry = |((from, to, how, known), count)| CallEntry { from, to, how, known, count };
    calls.into_iter().map(entry).collect()
}

fn word(how: CallHow) -> &'static str {
    match how {
        CallHow::Subroutine => "subroutine",
        CallHow::AddOn => "addOnInstruction",
        CallHow::FunctionBlock => "functionBlock",
        CallHow::Function => "function",
        CallHow::Method => "method",
        CallHow::Action => "action",
        CallHow::Unknown => "unknown",
    }
}

pub(super) fn print_tasks(out: &mut impl Write, tasks: &[Task]) -> io::Result<()> {
    for task in tasks {
        let mut facts: Vec<String> = Vec::new();
        facts.extend(Some(task.kind.clone()).filter(|kind| !kind.is_empty()));
        facts.extend(task.interval_ms.map(|ms| said(&TableWord::Every { ms: &ms.to_string() })));
        facts.extend(task.trigger.as_ref().map(|trigger| said(&TableWord::OnTrigger { trigger })));
        facts.extend(
            task.priority.map(|it| said(&TableWord::Priority { priority: &it.to_string() })),
        );
        facts.extend(task.watchdog_ms.map(|ms| said(&TableWord::Watchdog { ms: &ms.to_string() })));
        facts.extend(task.inhibited.then(|| said(&TableWord::Inhibited)));
        facts.extend(task.safety.then(|| said(&TableWord::Safety)));
        let programs = task.programs.join(", ");
        let about = format!("{} ({}): {programs}", task.name, facts.join(", "));
        writeln!(out, "{}", labelled(&TableWord::TaskLabel, &about))?;
    }
    Ok(())
}

pub(super) fn print_modules(out: &mut impl Write, modules: &[Module]) -> io::Result<()> {
    for module in modules {
        let model = module.model.as_ref().map(|model| format!(" {model}")).unwrap_or_default();
        let parent = module
            .parent
            .as_ref()
            .map(|parent| format!(" {}", said(&TableWord::OnModule { parent })));
        let address = module.address.as_ref();
        let address =
            address.map(|address| format!(" {}", said(&TableWord::AtAddress { address })));
        let place = parent.unwrap_or_default() + &address.unwrap_or_default();
        let about = format!("{}{model}{place}", module.name);
        writeln!(out, "{}", labelled(&TableWord::ModuleLabel, &about))?;
    }
    Ok(())
}

/// One line for each caller.
pub(super) fn print_calls(out: &mut impl Write, calls: &[CallEntry]) -> io::Result<()> {
    for of_caller in calls.chunk_by(|left, right| left.from == right.from) {
        let callees: Vec<String> = of_caller
            .iter()
            .map(|call| {
                let times =
                    if call.count > 1 { format!(" ×{}", call.count) } else { String::new() };
                let missing = if call.known {
                    String::new()
                } else {
                    format!(" ({})", said(&TableWord::NotInFile))
                };
                format!("{}{times}{missing}", call.to)
            })
            .collect();
        let about = format!("{}: {}", of_caller[0].from, callees.join(", "));
        writeln!(out, "{}", labelled(&TableWord::CallsLabel, &about))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tagbridge_project::{Source, SourceFile, read};

    use super::*;

    #[test]
    fn tasks_modules_and_calls_are_said_one_by_one() {
        let text = "<RSLogix5000Content><Controller Name=\"C\"><Modules><Module Name=\"In\" \
            CatalogNumber=\"1756-IB16\" ParentModule=\"Local\"><Ports><Port Address=\"3\" \
            Upstream=\"true\"/></Ports></Module></Modules><Programs><Program Name=\"P\"><Routines>\
            <Routine Name=\"M\" Type=\"ST\"><STContent><Line Number=\"0\"><![CDATA[JSR(S); JSR(S); \
            JSR(X);]]></Line></STContent></Routine><Routine Name=\"S\" Type=\"ST\"><STContent/>\
            </Routine></Routines></Program></Programs><Tasks><Task Name=\"T\" Type=\"PERIODIC\" \
            Rate=\"10\" Priority=\"5\" Watchdog=\"500\"><ScheduledPrograms><ScheduledProgram \
            Name=\"P\"/></ScheduledPrograms></Task></Tasks></Controller></RSLogix5000Content>";
        let file = SourceFile { path: "a.L5X".to_owned(), bytes: text.into() };
        let source = Source { name: "a".to_owned(), files: vec![file], hash: String::new() };
        let project = read(&source).expect("a project");
        let mut out = Vec::new();
        print_tasks(&mut out, &project.tasks).expect("memory");
        print_modules(&mut out, &project.modules).expect("memory");
        print_calls(&mut out, &calls(&project)).expect("memory");
        assert_eq!(
            String::from_utf8(out).expect("text"),
            "  task        T (PERIODIC, every 10 ms, priority 5, watchdog 500 ms): P\n  module      \
             In 1756-IB16 on Local at 3\n  calls       P/M: P/S ×2, X (not in the file)\n"
        );
    }
}
