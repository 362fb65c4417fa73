//! Who calls a block or a routine, and from which task something is executed.

use std::collections::{HashMap, HashSet};

use super::Answer;
use crate::{
    CallHow, Callee, Citation, Effect, Logic, RoutineId, Span, StatementId, UnitId, expr::ExprId,
};

/// Longer chains of calls are not followed.
const MAXIMUM_CHAIN: usize = 64;
/// More ways to one unit are not listed.
const MAXIMUM_ROWS: usize = 200;

/// A call.
#[derive(Debug, Clone, PartialEq)]
pub struct CallRow {
    /// Where.
    pub citation: Citation,
    /// The statement.
    pub statement: StatementId,
    /// What is called, as a citation's path or the block's name.
    pub callee: String,
    /// How.
    pub how: CallHow,
    /// The instance, where it has one.
    pub instance: Option<String>,
    /// The condition under which it is called.
    pub condition: ExprId,
}

/// A way from a task to a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRow {
    /// The task; absent where no task of the file executes the program, or where a fault does.
    pub task: Option<String>,
    /// From one execution to the next, in milliseconds, of a periodic task.
    pub interval_ms: Option<f64>,
    /// The routine that it begins with.
    pub root: String,
    /// The calls on the way, from the outermost.
    pub chain: Vec<Citation>,
    /// The conditions of those calls, in the same order.
    pub conditions: Vec<ExprId>,
}

impl Logic<'_> {
    /// Every call of a block or a routine, by its name.
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
        let mut answer = self.answer(rows, Some(&[]));
        answer.complete &= !self.hides_code();
        answer
    }

    /// Whether the project has a block or a routine of this name, or calls one.
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

    /// Every way from a task, a fault routine or a prescan to a unit.
    pub fn runs(&self, unit: UnitId) -> Answer<RunRow> {
        let graph = Graph::new(self);
        let mut rows = Vec::new();
        let mut chain = Vec::new();
        let mut seen = HashSet::new();
        let routine = self.index.unit(unit).routine;
        self.climb(&graph, routine, &mut chain, &mut seen, &mut rows);
        self.answer(rows, Some(&[unit]))
    }

    /// The first of these units, when all stand in one routine.
    pub fn routine_of_all(&self, units: &[UnitId]) -> Option<UnitId> {
        let first = *units.first()?;
        let routine = self.index.unit(first).routine;
        units.iter().all(|unit| self.index.unit(*unit).routine == routine).then_some(first)
    }

    /// The code that nothing in the file executes: no task, no call. Where the file has no tasks,
    /// nothing is known of that.
    pub fn dead_code(&self) -> Answer<Citation> {
        let units = if self.is_partial() { Vec::new() } else { self.unreachable() };
        let rows = units.iter().map(|unit| {
            let text = self.text(*unit);
            self.cite(*unit, Span::new(0, text.len()))
        });
        let mut answer = self.answer(rows.collect(), Some(&[]));
        answer.complete &= !self.hides_code();
        answer
    }

    fn unreachable(&self) -> Vec<UnitId> {
        let graph = Graph::new(self);
        let mut reached: HashSet<RoutineId> = graph.roots.keys().copied().collect();
        let mut left: Vec<RoutineId> = reached.iter().copied().collect();
        while let Some(routine) = left.pop() {
            for called in graph.called.get(&routine).into_iter().flatten() {
                if reached.insert(*called) {
                    left.push(*called);
                }
            }
        }
        let units = self.index.units();
        units.filter(|(_, unit)| !reached.contains(&unit.routine)).map(|(id, _)| id).collect()
    }

    fn climb(
        &self,
        graph: &Graph,
        routine: RoutineId,
        chain: &mut Vec<StatementId>,
        seen: &mut HashSet<RoutineId>,
        rows: &mut Vec<RunRow>,
    ) {
        if chain.len() >= MAXIMUM_CHAIN || rows.len() >= MAXIMUM_ROWS || !seen.insert(routine) {
            return;
        }
        for (task, interval_ms) in graph.roots.get(&routine).into_iter().flatten() {
            let calls = || chain.iter().rev().map(|id| self.index.statement(*id));
            rows.push(RunRow {
                task: task.clone(),
                interval_ms: *interval_ms,
                root: self.path(routine),
                chain: calls().map(|call| self.cite(call.unit, call.span)).collect(),
                conditions: calls().map(|call| call.guard).collect(),
            });
        }
        for call in graph.callers.get(&routine).into_iter().flatten() {
            let caller = self.index.unit(self.index.statement(*call).unit).routine;
            chain.push(*call);
            self.climb(graph, caller, chain, seen, rows);
            chain.pop();
        }
        seen.remove(&routine);
    }
}

/// A task's name, and from one execution to the next in milliseconds.
type Executed = (Option<String>, Option<f64>);

/// Who calls whom, and where execution begins.
struct Graph {
    roots: HashMap<RoutineId, Vec<Executed>>,
    callers: HashMap<RoutineId, Vec<StatementId>>,
    called: HashMap<RoutineId, Vec<RoutineId>>,
}

impl Graph {
    fn new(logic: &Logic<'_>) -> Self {
        let project = logic.project;
        let mut by_owner: HashMap<String, Vec<RoutineId>> = HashMap::new();
        for (at, routine) in project.routines.iter().enumerate() {
            by_owner.entry(routine.owner.to_lowercase()).or_default().push(RoutineId::at(at));
        }
        let of = |owner: &str| by_owner.get(&owner.to_lowercase()).cloned().unwrap_or_default();
        let mut graph =
            Self { roots: HashMap::new(), callers: HashMap::new(), called: HashMap::new() };
        for program in &project.programs {
            let tasks = project.tasks.iter().filter(|task| {
                task.programs.iter().any(|name| name.eq_ignore_ascii_case(&program.name))
            });
            let mut tasks: Vec<Executed> =
                tasks.map(|task| (Some(task.name.clone()), task.interval_ms)).collect();
            if tasks.is_empty() && project.tasks.is_empty() {
                tasks.push((None, None));
            }
            let firsts = [program.main_routine.as_ref(), program.fault_routine.as_ref()];
            let routines = of(&program.name).into_iter().filter(|id| {
                let name = &project.routines[id.index()].name;
                let named = |first: &&String| first.eq_ignore_ascii_case(name);
                firsts.iter().all(Option::is_none) || firsts.iter().flatten().any(named)
            });
            for routine in routines.collect::<Vec<_>>() {
                if !tasks.is_empty() {
                    graph.roots.entry(routine).or_default().extend(tasks.clone());
                }
            }
        }
        for (at, statement) in logic.index.statements.iter().enumerate() {
            let Effect::Call { callee, .. } = &statement.effect else { continue };
            let callees = match callee {
                Callee::Routine(routine) => vec![*routine],
                Callee::Block(block) => of(&project.blocks[*block as usize].name),
                Callee::Unknown(_) => Vec::new(),
            };
            let caller = logic.index.unit(statement.unit).routine;
            for callee in callees {
                graph.callers.entry(callee).or_default().push(StatementId::at(at));
                graph.called.entry(caller).or_default().push(callee);
            }
        }
        graph
    }
}
