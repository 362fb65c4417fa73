//! The order of execution: entry points, callers and callees, and what is executed first.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
};

use tagbridge_project::{Block, BlockKind, Body, Project, Vendor};

use crate::{Callee, Effect, Index, Logic, RoutineId, StatementId, UnitId};

/// Longer call chains are not followed.
const MAXIMUM_CHAIN: usize = 64;
/// Maximum number of listed ways to a routine.
const MAXIMUM_WAYS: usize = 200;
/// Maximum number of followed calls for one answer; beyond it, the answer may lack some ways.
const MAXIMUM_STEPS: usize = 20_000;

/// Organization blocks of S7 for the start and for faults (S7-1500, system manual, §"Organization
/// blocks").
const ON_EVENT: [&str; 7] = [
    "Startup",
    "TimeErrorInterrupt",
    "DiagnosticErrorInterrupt",
    "PullOrPlugOfModules",
    "RackOrStationFailure",
    "ProgrammingError",
    "IOAccessError",
];
/// Routines of an add-on instruction in addition to the one that is executed while it is enabled
/// (1756-PM010, §"Scan Modes").
const BESIDE_SCAN: [&str; 3] = ["Prescan", "Postscan", "EnableInFalse"];

/// The calls between routines, and the entry points.
#[derive(Debug, Clone, Default)]
pub(crate) struct Order {
    roots: HashMap<RoutineId, Vec<Root>>,
    callers: HashMap<RoutineId, Vec<StatementId>>,
    called: HashMap<RoutineId, Vec<RoutineId>>,
    /// The routines in the file that each call executes.
    callees: HashMap<StatementId, Vec<RoutineId>>,
    /// All routines that are executed from an entry point, or that a library may call.
    executed: HashSet<RoutineId>,
    /// Routines of add-on instructions for a prescan, a postscan, and for disabled instructions.
    beside_scan: HashSet<RoutineId>,
    /// Whether hidden code may call visible code.
    pub(crate) may_call_more: bool,
}

/// An entry point of the execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Root {
    /// The task, by its position in the project; `None` if the file has no tasks.
    pub(crate) task: Option<u32>,
    /// The position of its program in the task, or in the project.
    program: u32,
    /// Whether it is executed only on a fault.
    pub(crate) on_fault: bool,
    /// Whether it is executed only on a fault or at a start, and not cyclically.
    on_event: bool,
    /// Whether it is executed only in one state of an equipment phase.
    pub(crate) in_state: bool,
    /// The routine.
    pub(crate) routine: RoutineId,
}

/// A way from an entry point to a routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallPath {
    /// The entry point.
    pub(crate) root: Root,
    /// The calls, from the outermost.
    pub(crate) calls: Vec<StatementId>,
    /// Whether it is executed cyclically, if the conditions of the calls hold.
    pub(crate) recurs: bool,
}

impl CallPath {
    /// Whether a statement at the end of this way is executed before another one, within one task.
    pub(crate) fn compare(&self, own: StatementId, other: &Self, others: StatementId) -> Ordering {
        let ids = |way: &Self, last| way.calls.iter().copied().chain([last]).collect::<Vec<_>>();
        let root = |way: &Self| (way.root.task, way.root.on_fault, way.root.program);
        let roots = root(self).cmp(&root(other));
        roots.then_with(|| ids(self, own).cmp(&ids(other, others)))
    }
}

impl Order {
    pub(crate) fn new(project: &Project, index: &Index) -> Self {
        let mut by_owner: HashMap<String, Vec<RoutineId>> = HashMap::new();
        for (at, routine) in project.routines.iter().enumerate() {
            by_owner.entry(routine.owner.to_lowercase()).or_default().push(RoutineId::at(at));
        }
        let of = |owner: &str| by_owner.get(&owner.to_lowercase()).cloned().unwrap_or_default();
        let mut order = Self::default();
        for (position, program) in project.programs.iter().enumerate() {
            if program.disabled {
                continue;
            }
            let is_told = program.equipment_phase
                || program.main_routine.is_some()
                || program.fault_routine.is_some();
            let is_first = |id: &RoutineId| {
                !is_told || program.begins_with(&project.routines[id.index()].name)
            };
            let on_fault = |id: RoutineId| {
                let name = &project.routines[id.index()].name;
                program.fault_routine.as_ref().is_some_and(|it| it.eq_ignore_ascii_case(name))
            };
            let mut executed = executed_by(project, &program.name, position);
            // Programs for controller faults and for power-up are in no task.
            let special = project.controller.iter().flat_map(|controller| {
                [controller.fault_program.as_deref(), controller.power_up_program.as_deref()]
            });
            let handles =
                special.flatten().any(|handler| handler.eq_ignore_ascii_case(&program.name));
            if handles && executed.is_empty() {
                executed.push((None, u32::try_from(position).unwrap_or(u32::MAX)));
            }
            for routine in of(&program.name).into_iter().filter(is_first) {
                let on_fault = handles || on_fault(routine);
                let in_state = program.is_of_state(&project.routines[routine.index()].name);
                let roots = executed.iter().map(|(task, program)| Root {
                    task: *task,
                    program: *program,
                    on_fault,
                    on_event: on_fault || task.is_some_and(|at| is_on_event(project, at)),
                    in_state,
                    routine,
                });
                order.roots.entry(routine).or_default().extend(roots);
            }
        }
        order.roots.retain(|_, roots| !roots.is_empty());
        for add_on in project.blocks.iter().filter(|it| it.kind == BlockKind::AddOnInstruction) {
            let beside = of(&add_on.name).into_iter().filter(|id| {
                let name = &project.routines[id.index()].name;
                BESIDE_SCAN.iter().any(|it| it.eq_ignore_ascii_case(name))
            });
            order.beside_scan.extend(beside);
        }
        order.may_call_more = project.vendor != Vendor::AllenBradley
            && project.routines.iter().any(|it| matches!(it.body, Body::Protected | Body::Absent));
        let heirs = Heirs::of(project);
        // A library may call the methods of blocks that implement an interface outside the file.
        let mut from_outside: Vec<RoutineId> = Vec::new();
        for (at, block) in project.blocks.iter().enumerate() {
            let owner = block.name.rsplit_once('.').map(|(owner, _)| owner.to_lowercase());
            if owner.is_some_and(|owner| heirs.foreign.contains(&owner)) {
                from_outside.extend(of(&project.blocks[at].name));
            }
        }
        for (at, statement) in index.statements.iter().enumerate() {
            let Effect::Call { callee, .. } = &statement.effect else { continue };
            let callees = match callee {
                Callee::Routine(routine) => vec![*routine],
                Callee::Block(block) => {
                    let name = &project.blocks[*block as usize].name;
                    heirs.of_method(name).iter().chain([name]).flat_map(|it| of(it)).collect()
                }
                Callee::Unknown(_) => {
                    order.may_call_more |= project.vendor != Vendor::AllenBradley;
                    Vec::new()
                }
            };
            let caller = index.unit(statement.unit).routine;
            order.callees.insert(StatementId::at(at), callees.clone());
            for callee in callees {
                order.callers.entry(callee).or_default().push(StatementId::at(at));
                order.called.entry(caller).or_default().push(callee);
            }
        }
        order.executed =
            order.reached_from(order.roots.keys().copied().chain(from_outside).collect());
        order
    }

    /// All entry points, in the order of a scan of all tasks.
    pub(crate) fn roots(&self) -> Vec<Root> {
        let mut roots: Vec<Root> = self.roots.values().flatten().copied().collect();
        roots.sort_unstable();
        roots
    }

    /// All routines that are executed from an entry point.
    pub(crate) fn reached(&self) -> HashSet<RoutineId> {
        self.reached_from(self.roots.keys().copied().collect())
    }

    /// All routines that are executed from an entry point or by a library.
    pub(crate) fn reached_or_called_from_outside(&self) -> &HashSet<RoutineId> {
        &self.executed
    }

    /// The routines that a call executes, directly and indirectly; empty if the file has none.
    pub(crate) fn executed_by(&self, call: StatementId) -> HashSet<RoutineId> {
        let callees = self.callees.get(&call).into_iter().flatten();
        self.reached_from(callees.copied().collect())
    }

    fn reached_from(&self, mut reached: HashSet<RoutineId>) -> HashSet<RoutineId> {
        let mut left: Vec<RoutineId> = reached.iter().copied().collect();
        while let Some(routine) = left.pop() {
            for called in self.called.get(&routine).into_iter().flatten() {
                if reached.insert(*called) {
                    left.push(*called);
                }
            }
        }
        reached
    }

    /// All ways to a routine.
    pub(crate) fn ways(&self, index: &Index, routine: RoutineId) -> Vec<CallPath> {
        let mut climb = CallPathSearch {
            order: self,
            index,
            chain: Vec::new(),
            seen: HashSet::new(),
            ways: Vec::new(),
            steps: 0,
            beside_scan: 0,
        };
        climb.to(routine);
        climb.ways
    }

    /// The ways that are executed cyclically; all ways if none of them are.
    pub(crate) fn usual_ways(&self, index: &Index, routine: RoutineId) -> Vec<CallPath> {
        let mut ways = self.ways(index, routine);
        if ways.iter().any(|way| way.recurs) {
            ways.retain(|way| way.recurs);
        }
        ways
    }
}

impl Logic<'_> {
    /// The first units of the tasks, in the order of a scan that executes each task once. Called
    /// units are executed at their calls. Without the routines of states of equipment phases,
    /// because only the controller knows the state.
    pub fn executed(&self) -> Vec<UnitId> {
        let mut found: Vec<UnitId> = Vec::new();
        let roots = self.index.order.roots().into_iter();
        for root in roots.filter(|root| !root.on_event && !root.in_state) {
            let units = self.index.units().filter(|(_, unit)| unit.routine == root.routine);
            found.extend(units.map(|(id, _)| id));
        }
        found
    }

    /// The units of a scan, directly and indirectly called.
    pub fn reached(&self) -> Vec<UnitId> {
        let reached = self.index.order.reached();
        let units = self.index.units().filter(|(_, unit)| reached.contains(&unit.routine));
        units.map(|(id, _)| id).collect()
    }
}

/// The heirs of interfaces and blocks: a call by the name of an interface or a base block may
/// execute any of them (IEC 61131-3 §6.6.5.5, dynamic name binding).
struct Heirs {
    by_ancestor: HashMap<String, Vec<String>>,
    /// Blocks that inherit from something outside the file.
    foreign: HashSet<String>,
}

impl Heirs {
    fn of(project: &Project) -> Self {
        let known: HashMap<String, &Block> =
            project.blocks.iter().map(|block| (block.name.to_lowercase(), block)).collect();
        let mut heirs = Self { by_ancestor: HashMap::new(), foreign: HashSet::new() };
        for (name, block) in &known {
            let mut seen = HashSet::from([name.clone()]);
            let mut left: Vec<&Block> = vec![block];
            while let Some(at) = left.pop() {
                for ancestor in at.extends.iter().chain(&at.implements) {
                    let ancestor = ancestor.to_lowercase();
                    match known.get(&ancestor) {
                        _ if !seen.insert(ancestor.clone()) => {}
                        Some(found) => {
                            heirs.by_ancestor.entry(ancestor).or_default().push(block.name.clone());
                            left.push(found);
                        }
                        None => {
                            heirs.foreign.insert(name.clone());
                        }
                    }
                }
            }
        }
        heirs.by_ancestor.values_mut().for_each(|names| names.sort_unstable());
        heirs
    }

    /// The methods that a call of this method may execute instead.
    fn of_method(&self, name: &str) -> Vec<String> {
        let Some((owner, method)) = name.rsplit_once('.') else { return Vec::new() };
        let heirs = self.by_ancestor.get(&owner.to_lowercase()).into_iter().flatten();
        heirs.map(|heir| format!("{heir}.{method}")).collect()
    }
}

/// Whether a task is executed only at a start or on a fault.
fn is_on_event(project: &Project, task: u32) -> bool {
    let kind = &project.tasks[task as usize].kind;
    project.vendor == Vendor::Siemens && ON_EVENT.contains(&kind.as_str())
}

/// The tasks that execute a program, and its position in them.
fn executed_by(project: &Project, program: &str, position: usize) -> Vec<(Option<u32>, u32)> {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    if project.tasks.is_empty() {
        return vec![(None, number(position))];
    }
    let tasks = project.tasks.iter().enumerate().filter(|(_, task)| !task.inhibited);
    tasks
        .filter_map(|(task, it)| {
            let at = it.programs.iter().position(|name| name.eq_ignore_ascii_case(program))?;
            Some((Some(number(task)), number(at)))
        })
        .collect()
}

struct CallPathSearch<'a> {
    order: &'a Order,
    index: &'a Index,
    /// From the innermost call.
    chain: Vec<StatementId>,
    seen: HashSet<RoutineId>,
    ways: Vec<CallPath>,
    steps: usize,
    /// Number of routines in the chain that are not part of the scan.
    beside_scan: usize,
}

impl CallPathSearch<'_> {
    fn to(&mut self, routine: RoutineId) {
        self.steps += 1;
        let enough = self.steps > MAXIMUM_STEPS || self.ways.len() >= MAXIMUM_WAYS;
        if enough || self.chain.len() >= MAXIMUM_CHAIN || !self.seen.insert(routine) {
            return;
        }
        let is_beside = usize::from(self.order.beside_scan.contains(&routine));
        self.beside_scan += is_beside;
        for root in self.order.roots.get(&routine).into_iter().flatten() {
            let calls = self.chain.iter().rev().copied().collect();
            let recurs = !root.on_event && self.beside_scan == 0;
            self.ways.push(CallPath { root: *root, calls, recurs });
        }
        for call in self.order.callers.get(&routine).into_iter().flatten() {
            let caller = self.index.unit(self.index.statement(*call).unit).routine;
            self.chain.push(*call);
            self.to(caller);
            self.chain.pop();
        }
        self.beside_scan -= is_beside;
        self.seen.remove(&routine);
    }
}
