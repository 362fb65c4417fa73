//! The callers of a block or a routine, and the tasks that execute code.

use super::Answer;
use crate::{
    CallHow, Callee, Citation, Effect, Logic, RoutineId, StatementId, UnitId, expr::ExprId,
};

/// A call.
#[derive(Debug, Clone, PartialEq)]
pub struct CallRow {
    /// The location.
    pub citation: Citation,
    /// The statement.
    pub statement: StatementId,
    /// The called code, as the path of a citation or the name of the block.
    pub callee: String,
    /// The kind of call.
    pub how: CallHow,
    /// The instance, if it has one.
    pub instance: Option<String>,
    /// The condition under which it is called.
    pub condition: ExprId,
}

/// A way from a task to a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRow {
    /// The task; absent if no task of the file executes the program, or a fault does.
    pub task: Option<String>,
    /// The interval of a periodic task, in milliseconds.
    pub interval_ms: Option<f64>,
    /// Whether it is executed only on a fault.
    pub on_fault: bool,
    /// Whether it is executed only in one state of an equipment phase.
    pub in_state: bool,
    /// The routine at its beginning.
    pub root: String,
    /// The calls on the way, from the outermost.
    pub chain: Vec<Citation>,
    /// The conditions of these calls, in the same order.
    pub conditions: Vec<ExprId>,
}

impl Logic<'_> {
    /// All calls of a block or a routine, by its name.
    pub fn callers(&self, name: &str) -> Answer<CallRow> {
        let rows: Vec<CallRow> = self
            .calls()
            .filter(|(_, callee, _, instance)| {
                let called = self.callee(*callee);
                called.eq_ignore_ascii_case(name)
                    || called.rsplit('/').next().is_some_and(|it| it.eq_ignore_ascii_case(name))
                    || called.to_lowercase() == name.to_lowercase()
                    || instance.as_deref().is_some_and(|it| it.eq_ignore_ascii_case(name))
            })
            .map(|(statement, callee, how, instance)| {
                let found = self.index.statement(statement);
                CallRow {
                    citation: self.cite(found.unit, found.span),
                    statement,
                    callee: self.callee(callee),
                    how,
                    instance,
                    condition: found.guard,
                }
            })
            .collect();
        self.answer(rows, Some(&[])).with_hidden(self)
    }

    /// Whether the project has or calls a block or a routine with this name.
    pub fn is_callable(&self, name: &str) -> bool {
        let wanted = name.to_lowercase();
        self.project.blocks.iter().any(|block| block.name.to_lowercase() == wanted)
            || self.project.routines.iter().enumerate().any(|(at, routine)| {
                routine.name.to_lowercase() == wanted
                    || self.path(RoutineId::at(at)).to_lowercase() == wanted
            })
            || !self.callers(name).rows.is_empty()
    }

    fn calls(&self) -> impl Iterator<Item = (StatementId, Callee, CallHow, Option<String>)> {
        let statements = self.index.statements.iter().enumerate();
        statements.filter_map(|(at, statement)| match &statement.effect {
            Effect::Call { callee, how, instance, .. } => {
                let instance = instance.map(|at| self.place(self.index.reference(at).place));
                Some((StatementId::at(at), *callee, *how, instance))
            }
            _ => None,
        })
    }

    fn callee(&self, callee: Callee) -> String {
        match callee {
            Callee::Routine(routine) => self.path(routine),
            Callee::Block(at) => self.project.blocks[at as usize].name.clone(),
            Callee::Unknown(name) => self.index.names.text(name).to_owned(),
        }
    }

    /// All ways from a task, a fault routine or a prescan to a unit.
    pub fn runs(&self, unit: UnitId) -> Answer<RunRow> {
        let routine = self.index.unit(unit).routine;
        let ways = self.index.order.ways(self.index, routine);
        let rows = ways.into_iter().map(|way| {
            let task = way.root.task.map(|at| &self.project.tasks[at as usize]);
            let calls = || way.calls.iter().map(|id| self.index.statement(*id));
            RunRow {
                task: task.map(|task| task.name.clone()),
                interval_ms: task.and_then(|task| task.interval_ms),
                on_fault: way.root.on_fault,
                in_state: way.root.in_state,
                root: self.path(way.root.routine),
                chain: calls().map(|call| self.cite(call.unit, call.span)).collect(),
                conditions: calls().map(|call| call.guard).collect(),
            }
        });
        let rows = rows.collect();
        self.answer(rows, Some(&[unit]))
    }

    /// The first of these units, if all are in one routine.
    pub fn routine_of_all(&self, units: &[UnitId]) -> Option<UnitId> {
        let first = *units.first()?;
        let routine = self.index.unit(first).routine;
        units.iter().all(|unit| self.index.unit(*unit).routine == routine).then_some(first)
    }
}
