//! Executes code scan by scan, so that the content of an index can be tested.
//!
//! Unknown code leaves places without a value; values are never guessed. The duration of a scan,
//! which advances the timers, is an argument.

mod arithmetic;
mod block;
mod bound;
mod call;
mod function;
mod logix;
mod presets;
mod standard;
mod unexecuted;
mod values;

use std::collections::{BTreeMap, HashMap, HashSet};

use tagbridge_project::{Language, Vendor};

use self::{
    block::Instances,
    values::{Memory, Reads},
};
pub use self::{
    bound::Bound, function::standard as standard_function, presets::with_presets,
    unexecuted::not_executed,
};
use tagbridge_logic::{
    CallHow, Callee, Direction, Effect, How, Index, Logic, PlaceId, RoutineId, SpecId, Statement,
    Taken, UnitId,
    expr::{Evaluation, Expr, ExprId, Scalar, Truth},
};

/// Maximum depth of subroutine calls.
const CALLS: usize = 16;
/// Maximum number of statements in a scan, which ends multiple recursion.
const STATEMENTS: usize = 1_000_000;

/// A controller that executes units in order.
#[derive(Clone)]
pub struct Machine<'a> {
    logic: Logic<'a>,
    units: Vec<UnitId>,
    memory: Memory<'a>,
    /// The conditions of branches at the time of their evaluation.
    taken: HashMap<ExprId, Truth>,
    instances: Instances,
    /// The instance of the executed block.
    instance: Option<usize>,
    /// Number of statements that this scan may still execute.
    left: usize,
    /// The places that called but not executed blocks and their callees may write.
    written: HashMap<u32, Vec<PlaceId>>,
}

impl<'a> Machine<'a> {
    /// Creates a machine for the units of each scan; all places are without a value.
    pub fn new(logic: Logic<'a>, units: Vec<UnitId>) -> Self {
        let instances = Instances::of(logic, &called_from(logic, &units));
        let (memory, taken) = (Memory::new(logic), HashMap::new());
        let (left, written) = (STATEMENTS, HashMap::new());
        Self { logic, units, memory, taken, instances, instance: None, left, written }
    }

    /// The value of a place, if it has one.
    pub fn value(&self, place: PlaceId) -> Option<&Scalar> {
        self.memory.now.get(&self.logic.index.canonical(place))
    }

    /// The value of a place before the last scan.
    pub fn before(&self, place: PlaceId) -> Option<&Scalar> {
        self.memory.before.get(&self.logic.index.canonical(place))
    }

    /// Sets the value of a place from outside.
    pub fn set(&mut self, place: PlaceId, value: Scalar) {
        self.memory.set(place, Some(value));
    }

    /// Sets the external value of a place. Its parts and the places that contain it are unchanged,
    /// because they are loaded separately.
    fn load(&mut self, instance: Option<usize>, place: PlaceId, value: Scalar) {
        match instance {
            Some(at) => self.instances.load(at, place, value),
            None => {
                self.memory.now.insert(self.logic.index.canonical(place), value);
            }
        }
    }

    /// The value of a place of a block instance, or of a tag.
    fn value_in(&self, instance: Option<usize>, place: PlaceId) -> Option<&Scalar> {
        match instance {
            Some(at) => self.instances.values(at).get(&place),
            None => self.value(place),
        }
    }

    /// Executes one scan of this duration in milliseconds.
    pub fn scan(&mut self, elapsed_ms: i64) {
        self.memory.begin();
        self.left = STATEMENTS;
        self.execute(&self.units.clone(), elapsed_ms, 0);
    }

    fn execute(&mut self, units: &[UnitId], elapsed_ms: i64, depth: usize) {
        let index = self.logic.index;
        let around = (std::mem::take(&mut self.taken), self.memory.leave());
        let mut routine = None;
        for unit in units {
            let own = Some(index.unit(*unit).routine);
            let reads = self.reads(*unit);
            if routine != own || reads == Reads::InOrder {
                self.memory.enter(*unit, reads);
            }
            if routine != own {
                self.taken.clear();
            }
            routine = own;
            for (id, statement) in index.statements_of(*unit) {
                for taken in index.taken(&(id.0..id.0 + 1)) {
                    self.take(taken);
                }
                self.left = self.left.saturating_sub(1);
                self.memory.at = statement.span.start;
                self.statement(statement, elapsed_ms, depth);
            }
        }
        self.taken = around.0;
        self.memory.enter_again(around.1);
    }

    /// When the code of a unit reads its places.
    fn reads(&self, unit: UnitId) -> Reads {
        let unit = self.logic.index.unit(unit);
        let routine = &self.logic.project.routines[unit.routine.index()];
        match (self.logic.language(unit), self.logic.project.vendor, routine.language) {
            (Language::St, ..) | (_, Vendor::Codesys, _) | (_, _, Language::Sfc) => {
                Reads::AsWritten
            }
            (Language::Fbd, Vendor::AllenBradley, _) => Reads::AtFirst,
            _ => Reads::InOrder,
        }
    }

    /// Evaluates the condition of a branch.
    fn take(&mut self, taken: &Taken) {
        let exprs = &self.logic.index.exprs;
        let truth = match exprs.get(taken.guard) {
            Expr::And(list) if taken.outer != taken.guard => {
                let of = exprs.list(list).iter().enumerate();
                of.fold(Truth::True, |all, (at, part)| {
                    let is_outer = at == 0 && *part == taken.outer;
                    all.and(if is_outer { self.guard(*part) } else { self.truth(*part) })
                })
            }
            _ => self.truth(taken.guard),
        };
        self.taken.insert(taken.guard, truth);
    }

    /// Whether the condition around a statement held at its evaluation.
    fn guard(&self, id: ExprId) -> Truth {
        let exprs = &self.logic.index.exprs;
        match (self.taken.get(&id), exprs.get(id)) {
            (Some(taken), _) => *taken,
            (None, Expr::Not(of)) if self.taken.contains_key(&of) => !self.guard(of),
            (None, Expr::And(list)) if !self.taken.is_empty() => {
                let of = exprs.list(list).iter();
                of.fold(Truth::True, |all, part| all.and(self.guard(*part)))
            }
            _ => self.truth(id),
        }
    }

    fn statement(&mut self, statement: &Statement, elapsed_ms: i64, depth: usize) {
        let index = self.logic.index;
        let guard = self.guard(statement.guard);
        match &statement.effect {
            Effect::Assign { to, value, how } => {
                let place = index.reference(*to).place;
                if statement.repeated || *how == How::Partial {
                    self.forget(place);
                } else if guard == Truth::True
                    && is_called(self.logic, index.reference(*to).spec, "RES")
                {
                    self.memory.reset(place);
                } else if guard == Truth::True {
                    let value = self.evaluate(*value);
                    self.memory.set(place, value);
                } else if guard == Truth::Unknown {
                    let value = self.evaluate(*value);
                    // Its value is the same with and without the execution.
                    if value.is_none() || value.as_ref() != self.memory.get(place) {
                        self.forget(place);
                    }
                }
            }
            Effect::Run { spec, instance: Some(instance), inputs, .. }
                if self.logic.project.vendor != Vendor::AllenBradley =>
            {
                let place = index.reference(*instance).place;
                let name = standard::name(self.logic, *spec, place);
                let given = inputs.iter().map(|(pin, value)| (*pin, self.evaluate(*value)));
                let given: Vec<_> = given.collect();
                let done = guard != Truth::Unknown
                    && (guard == Truth::False
                        || self.memory.standard(&name, place, &given, elapsed_ms));
                if !done {
                    self.forget_written(statement);
                }
            }
            Effect::Run { spec, instance: Some(instance), inputs, .. } => {
                let name = index.names.text(index.specs.name(*spec)).to_uppercase();
                let place = index.reference(*instance).place;
                let input = inputs.first().map_or(statement.guard, |(_, value)| *value);
                let input = self.truth(input);
                if !self.memory.logix(&name, place, input, elapsed_ms) {
                    self.forget_written(statement);
                }
            }
            // The call has already copied the arguments.
            Effect::Run { spec, instance: None, .. } if is_sbr(self.logic, *spec) => {}
            Effect::Call { callee: Callee::Routine(routine), bindings, .. }
                if guard == Truth::True && depth < CALLS && self.left > 0 =>
            {
                let units = self.units_of(*routine);
                self.forget_written(statement);
                for binding in index.bindings(bindings) {
                    if binding.direction != Direction::Out {
                        let value = self.evaluate(binding.actual);
                        self.memory.set(binding.formal, value);
                    }
                }
                self.execute(&units, elapsed_ms, depth + 1);
                let back = index.bindings(bindings).iter();
                let back = back.filter(|it| it.direction != Direction::In && it.at.is_some());
                let mut given: BTreeMap<_, Option<Scalar>> = BTreeMap::new();
                for binding in back {
                    let value = self.memory.get(binding.formal).cloned();
                    // It is not tracked which of several RET was executed.
                    let same = given.entry(binding.at).or_insert_with(|| value.clone());
                    if *same != value {
                        *same = None;
                    }
                }
                for (at, value) in given {
                    let Some(at) = at else { continue };
                    self.memory.set(index.reference(at).place, value);
                }
            }
            Effect::Call { callee: Callee::Block(_), how, .. }
                if guard != Truth::False || *how == CallHow::AddOn =>
            {
                let action = block::action(statement)
                    .filter(|_| guard == Truth::True && depth < CALLS && self.left > 0)
                    .map(|block| block::units(self.logic, block))
                    .filter(|units| !units.is_empty());
                if let Some(units) = action {
                    self.execute(&units, elapsed_ms, depth + 1);
                } else if !self.block(statement, elapsed_ms, depth) && guard != Truth::False {
                    self.forget_written(statement);
                    self.forget_callee(statement);
                }
            }
            Effect::Jump(_) | Effect::Return => {
                self.taken.insert(statement.guard, guard);
            }
            Effect::Label(_) => {}
            _ if guard == Truth::False => {}
            _ => self.forget_written(statement),
        }
    }

    fn units_of(&self, routine: RoutineId) -> Vec<UnitId> {
        let units = self.logic.index.units().filter(|(_, unit)| unit.routine == routine);
        units.map(|(id, _)| id).collect()
    }

    fn truth(&self, id: ExprId) -> Truth {
        Evaluation::new(&self.logic.index.exprs, &self.memory).truth(id)
    }

    fn evaluate(&self, id: ExprId) -> Option<Scalar> {
        Evaluation::new(&self.logic.index.exprs, &self.memory).value(id)
    }

    /// Makes all values unknown that a statement may write.
    fn forget_written(&mut self, statement: &Statement) {
        let index = self.logic.index;
        let within = statement.span.start..statement.span.end;
        for reference in index.refs_of(statement.unit) {
            if reference.mode.writes() && within.contains(&reference.start) {
                self.forget(reference.place);
            }
        }
    }

    fn forget(&mut self, place: PlaceId) {
        self.memory.forget(place);
    }
}

/// Whether an instruction receives the arguments of a call of its routine.
fn is_sbr(logic: Logic<'_>, spec: SpecId) -> bool {
    is_called(logic, spec, "SBR")
}

fn is_called(logic: Logic<'_>, spec: SpecId, name: &str) -> bool {
    logic.index.names.text(logic.index.specs.name(spec)).eq_ignore_ascii_case(name)
}

/// These units, and those of the routines and blocks that they call.
fn called_from(logic: Logic<'_>, units: &[UnitId]) -> Vec<UnitId> {
    let mut all = units.to_vec();
    let mut seen: HashSet<RoutineId> =
        units.iter().map(|unit| logic.index.unit(*unit).routine).collect();
    let mut at = 0;
    while let Some(unit) = all.get(at).copied() {
        at += 1;
        for (_, statement) in logic.index.statements_of(unit) {
            let Effect::Call { callee, .. } = &statement.effect else { continue };
            let called: Vec<UnitId> = match callee {
                Callee::Routine(routine) => {
                    let units = logic.index.units().filter(|(_, unit)| unit.routine == *routine);
                    units.map(|(id, _)| id).collect()
                }
                Callee::Block(block) => block::units(logic, *block),
                Callee::Unknown(_) => Vec::new(),
            };
            if called.first().is_some_and(|it| seen.insert(logic.index.unit(*it).routine)) {
                all.extend(called);
            }
        }
    }
    all
}

/// The places that these units write, in the order of their first writer.
pub fn written(index: &Index, units: &[UnitId]) -> Vec<PlaceId> {
    let mut seen = HashSet::new();
    let mut places = Vec::new();
    for unit in units {
        for reference in index.refs_of(*unit) {
            let place = index.canonical(reference.place);
            if reference.mode.writes() && seen.insert(place) {
                places.push(place);
            }
        }
    }
    places
}
