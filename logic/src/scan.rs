//! Executes code scan by scan, as it is understood: what an index says can be tried out.
//!
//! What is not understood leaves places without a value; nothing is guessed. Timers take the time
//! that a scan is said to last.

mod bound;
mod values;

use std::collections::HashSet;

pub use self::bound::Bound;
use self::values::Memory;
use crate::{
    Callee, Direction, Effect, How, Index, Logic, PlaceId, RoutineId, Statement, UnitId,
    expr::{Evaluation, ExprId, Scalar, Truth},
};

/// Subroutines call each other so deep at most.
const CALLS: usize = 16;

/// A controller that executes some units in order.
pub struct Machine<'a> {
    logic: Logic<'a>,
    units: Vec<UnitId>,
    memory: Memory<'a>,
}

impl<'a> Machine<'a> {
    /// Of the units that each scan executes; no place has a value yet.
    pub fn new(logic: Logic<'a>, units: Vec<UnitId>) -> Self {
        Self { logic, units, memory: Memory::new(logic) }
    }

    /// The value of a place, where it has one.
    pub fn value(&self, place: PlaceId) -> Option<&Scalar> {
        self.memory.now.get(&self.logic.index.canonical(place))
    }

    /// What a place was before the last scan.
    pub fn before(&self, place: PlaceId) -> Option<&Scalar> {
        self.memory.before.get(&self.logic.index.canonical(place))
    }

    /// Gives a place a value from outside.
    pub fn set(&mut self, place: PlaceId, value: Scalar) {
        self.memory.set(place, Some(value));
    }

    /// Gives a place the value that it has where values are kept. Its parts, and what it is a part
    /// of, stay as they are: they come from there too.
    fn load(&mut self, place: PlaceId, value: Scalar) {
        self.memory.now.insert(self.logic.index.canonical(place), value);
    }

    /// One scan that lasts so many milliseconds.
    pub fn scan(&mut self, elapsed_ms: i64) {
        self.memory.before = self.memory.now.clone();
        self.execute(&self.units.clone(), elapsed_ms, 0);
    }

    fn execute(&mut self, units: &[UnitId], elapsed_ms: i64, depth: usize) {
        let index = self.logic.index;
        for unit in units {
            for (_, statement) in index.statements_of(*unit) {
                self.statement(statement, elapsed_ms, depth);
            }
        }
    }

    fn statement(&mut self, statement: &Statement, elapsed_ms: i64, depth: usize) {
        let index = self.logic.index;
        let guard = self.truth(statement.guard);
        match &statement.effect {
            Effect::Assign { to, value, how } => {
                let place = index.reference(*to).place;
                if statement.repeated || *how == How::Partial {
                    self.forget(place);
                } else if guard == Truth::True {
                    let value = self.evaluate(*value);
                    self.memory.set(place, value);
                } else if guard == Truth::Unknown {
                    let value = self.evaluate(*value);
                    // Whether it is executed or not, it is the same.
                    if value.is_none() || value.as_ref() != self.memory.get(place) {
                        self.forget(place);
                    }
                }
            }
            Effect::Run { spec, instance: Some(instance), inputs, .. } => {
                let name = index.names.text(index.specs.name(*spec)).to_uppercase();
                let place = index.reference(*instance).place;
                let input = inputs.first().map_or(statement.guard, |(_, value)| *value);
                let input = self.truth(input);
                if !self.memory.timer(&name, place, input, elapsed_ms) {
                    self.forget_written(statement);
                }
            }
            Effect::Call { callee: Callee::Routine(routine), bindings, .. }
                if guard == Truth::True && depth < CALLS =>
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
                for binding in index.bindings(bindings) {
                    if let (Direction::Out | Direction::InOut, Some(at)) =
                        (binding.direction, binding.at)
                    {
                        let value = self.memory.get(binding.formal).cloned();
                        self.memory.set(index.reference(at).place, value);
                    }
                }
            }
            Effect::Jump(_) | Effect::Label(_) | Effect::Return => {}
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

    /// The values of all that a statement may write are not known any more.
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

/// The units with which tasks begin, in the order of a scan that executes each task once. What they
/// call is executed where they call it.
pub fn executed(logic: Logic<'_>) -> Vec<UnitId> {
    let mut found: Vec<UnitId> = Vec::new();
    for root in logic.index.order.roots().into_iter().filter(|root| !root.on_fault) {
        let units = logic.index.units().filter(|(_, unit)| unit.routine == root.routine);
        found.extend(units.map(|(id, _)| id));
    }
    found
}

/// The units of a scan, and all that they call.
pub fn reached(logic: Logic<'_>) -> Vec<UnitId> {
    let reached = logic.index.order.reached();
    let units = logic.index.units().filter(|(_, unit)| reached.contains(&unit.routine));
    units.map(|(id, _)| id).collect()
}

/// Places that are written by these units, in the order of their first writer.
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
