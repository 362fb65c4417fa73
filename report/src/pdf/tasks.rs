//! The order of execution, and the calls.

use std::collections::HashSet;

use tagbridge_logic::{Callee, Effect, RoutineId};

use super::{
    Report,
    sheets::{Anchor, Run, SIZE, SMALL},
};
use crate::messages::ReportText;

/// Maximum displayed depth of calls.
const DEEPEST: usize = 24;

impl Report<'_> {
    pub(super) fn tasks(&mut self) {
        self.chapter(&ReportText::Tasks);
        let project = self.logic.project;
        if project.tasks.is_empty() {
            self.sentence(&ReportText::Nothing);
        } else {
            let heads = [
                ReportText::Name,
                ReportText::Kind,
                ReportText::Interval,
                ReportText::Priority,
                ReportText::Programs,
            ];
            let heads = heads.map(|it| self.said(&it));
            let rows = project.tasks.iter().map(|task| {
                let interval = task.interval_ms.map(|it| it.to_string());
                let interval =
                    interval.map(|count| self.said(&ReportText::Milliseconds { count: &count }));
                let cells = [
                    task.name.clone(),
                    task.kind.clone(),
                    interval.unwrap_or_default(),
                    task.priority.map(|it| it.to_string()).unwrap_or_default(),
                    task.programs.join(", "),
                ];
                (None, cells.into_iter().map(|it| vec![Run::plain(it)]).collect())
            });
            let rows = rows.collect();
            self.sheets.table(&heads, &[0.2, 0.17, 0.15, 0.1, 0.38], rows);
        }
        if project.tasks.is_empty() && project.programs.is_empty() {
            return;
        }
        let title = self.said(&ReportText::CallTree);
        self.sheets.title(13.0, &title, 2, None);
        let called = self.called();
        let mut shown = HashSet::new();
        let mut executed = HashSet::new();
        for task in &project.tasks {
            self.sheets.paragraph(&[Run::plain(task.name.clone())], SIZE, 0.0);
            for program in &task.programs {
                executed.insert(program.to_lowercase());
                self.program(program, &called, &mut shown);
            }
        }
        let others =
            project.programs.iter().filter(|it| !executed.contains(&it.name.to_lowercase()));
        let others: Vec<&str> = others.map(|it| it.name.as_str()).collect();
        if !others.is_empty() {
            self.sheets.space(4.0);
            self.sentence(&ReportText::NotInTask);
            for program in others {
                self.program(program, &called, &mut shown);
            }
        }
    }

    /// The routines that each routine calls, in order.
    fn called(&self) -> Vec<Vec<RoutineId>> {
        let project = self.logic.project;
        let mut called = vec![Vec::new(); project.routines.len()];
        for (id, unit) in self.logic.index.units() {
            for (_, statement) in self.logic.index.statements_of(id) {
                let Effect::Call { callee, .. } = &statement.effect else { continue };
                let callees: Vec<RoutineId> = match callee {
                    Callee::Routine(routine) => vec![*routine],
                    Callee::Block(at) => {
                        let name = &project.blocks[*at as usize].name;
                        let own = project.routines.iter().enumerate();
                        own.filter(|(_, routine)| routine.owner.eq_ignore_ascii_case(name))
                            .map(|(at, _)| RoutineId::at(at))
                            .collect()
                    }
                    Callee::Unknown(_) => Vec::new(),
                };
                for callee in callees {
                    let calls: &mut Vec<RoutineId> = &mut called[unit.routine.index()];
                    if !calls.contains(&callee) {
                        calls.push(callee);
                    }
                }
            }
        }
        called
    }

    /// A program with its first routine and its calls.
    fn program(&mut self, name: &str, called: &[Vec<RoutineId>], shown: &mut HashSet<RoutineId>) {
        let project = self.logic.project;
        let found = project.programs.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        self.sheets.paragraph(&[Run::plain(name)], SIZE, 14.0);
        let Some(program) = found else { return };
        let own = project.routines.iter().enumerate();
        let own: Vec<_> = own.filter(|it| it.1.owner.eq_ignore_ascii_case(name)).collect();
        let is_known = own.iter().any(|it| program.begins_with(&it.1.name));
        for (at, routine) in own {
            if !is_known || program.begins_with(&routine.name) {
                self.calls(RoutineId::at(at), 2, called, shown);
            }
        }
    }

    fn calls(
        &mut self,
        routine: RoutineId,
        depth: usize,
        called: &[Vec<RoutineId>],
        shown: &mut HashSet<RoutineId>,
    ) {
        let path = self.logic.path(routine);
        let is_new = shown.insert(routine);
        let inner = &called[routine.index()];
        let text = if is_new || inner.is_empty() {
            path
        } else {
            self.said(&ReportText::Called { path: &path })
        };
        #[expect(clippy::cast_precision_loss, reason = "some levels")]
        let indent = depth.min(16) as f32 * 14.0;
        self.sheets.paragraph(&[Run::link(text, Anchor::Routine(routine.index()))], SMALL, indent);
        if is_new && depth < DEEPEST {
            for callee in inner {
                self.calls(*callee, depth + 1, called, shown);
            }
        }
    }
}
