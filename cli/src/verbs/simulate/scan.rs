//! The code of a project as the program of its simulated controller.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use tagbridge_api::project::Vendor;
use tagbridge_driver::Value;
use tagbridge_logic::{Index, Logic, expr::Scalar};

use tagbridge_project::{Place, Project, Reads, Symbols, Target};
use tagbridge_scan::{Bound, not_executed};
use tagbridge_simulator::{Memory, Program};

use crate::{
    messages::{Line, TableWord},
    output::said,
};

/// Executes the project's code on the controller's tags.
pub(in crate::verbs) struct Code {
    machine: Bound<'static>,
    logic: Logic<'static>,
    names: Names,
}

impl Code {
    /// Creates the code of all of the project's tasks. It is never freed.
    pub(in crate::verbs) fn new(project: &Arc<Project>, numbers: BTreeMap<String, u16>) -> Self {
        let names = Names::new(project, numbers);
        let project: &'static Project = Box::leak(Box::new(Arc::clone(project)));
        let index: &'static Index = Box::leak(Box::new(Index::build(project)));
        let logic = Logic::new(project, index);
        Self { machine: Bound::new(logic), logic, names }
    }

    /// The text about code that is not executed; `None` if all code is executed.
    pub(super) fn left_out(&self) -> Option<String> {
        told(&not_executed(self.logic))
    }
}

/// The controller's names of the tags in the code.
pub(super) struct Names {
    symbols: Symbols,
    target: Target,
    known: RefCell<HashMap<String, Option<Arc<str>>>>,
}

impl Names {
    pub(super) fn new(project: &Arc<Project>, numbers: BTreeMap<String, u16>) -> Self {
        let (symbols, target) = (Symbols::new(Arc::clone(project)), Target::S7 { numbers });
        Self { symbols, target, known: RefCell::default() }
    }

    /// `None`: clients cannot see it.
    pub(super) fn of(&self, name: &str) -> Option<Arc<str>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let found: Option<Arc<str>> = self.find(name).map(Into::into);
        self.known.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }

    fn find(&self, name: &str) -> Option<String> {
        let symbol = || self.symbols.find_without_hint(name).ok();
        match self.symbols.project().vendor {
            Vendor::AllenBradley => Some(name.to_owned()),
            Vendor::Codesys => match symbol()?.place() {
                Place::Node { path, .. } => Some(path.split_once('.')?.1.to_owned()),
                _ => None,
            },
            Vendor::Siemens => match self.symbols.reads(&symbol()?, &self.target).ok()? {
                Reads::Leaf(address) => Some(address),
                Reads::Array(_) | Reads::Structure(_) => None,
            },
        }
    }
}

/// Code that is not executed, for a user; `None`: all code is executed.
fn told(not_executed: &BTreeMap<String, usize>) -> Option<String> {
    let named = not_executed.iter().map(|(name, count)| {
        let name = tagbridge_project::spelling::one_line(name);
        format!("\n  {}: {name}", said(&TableWord::Times { count: *count }))
    });
    let lines: String = named.collect();
    (!lines.is_empty()).then(|| format!("{}{lines}", said(&Line::NotExecuted)))
}

impl<M: Memory> Program<M> for Code {
    fn begin(&mut self, memory: &M) {
        let names = &self.names;
        self.machine.begin(memory, |memory: &M, name| get(memory, &names.of(name)?));
    }

    fn advance(&mut self, memory: &mut M, elapsed: Duration) {
        let elapsed_ms = i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX);
        let names = &self.names;
        let get = |memory: &M, name: &str| get(memory, &names.of(name)?);
        self.machine.scan(elapsed_ms, memory, get, |memory, name, value| {
            let Some(name) = names.of(name) else { return };
            let now = memory.value(&name).ok();
            let Some(now) = now else { return };
            if let Some(value) = like(&now, value).filter(|value| *value != now) {
                // A tag that cannot be set keeps its value.
                let _left_as_it_is = memory.set(&name, &value);
            }
        });
    }
}

fn get<M: Memory>(memory: &M, name: &str) -> Option<Scalar> {
    Some(match memory.value(name).ok()? {
        Value::Bool(value) => Scalar::Bool(value),
        Value::Int(value) => Scalar::Int(value),
        Value::Uint(value) => Scalar::Int(i64::try_from(value).ok()?),
        Value::Real(value) => Scalar::Real(value.into()),
        Value::LReal(value) => Scalar::Real(value),
        Value::Duration(value) => Scalar::Int(i64::try_from(value.as_millis()).ok()?),
        Value::Text(value) => Scalar::Text(value.into()),
        _ => return None,
    })
}

/// Converts a result to the type of a tag.
#[expect(clippy::cast_possible_truncation, reason = "as the controller rounds to its types")]
pub(super) fn like(now: &Value, value: &Scalar) -> Option<Value> {
    Some(match now {
        Value::Bool(_) => Value::Bool(value.bit()?),
        Value::Int(_) => Value::Int(whole(value)?),
        Value::Uint(_) => Value::Uint(u64::try_from(whole(value)?).ok()?),
        Value::Real(_) => Value::Real(value.number()? as f32),
        Value::LReal(_) => Value::LReal(value.number()?),
        Value::Duration(_) => {
            let length = Duration::from_millis(u64::try_from(whole(value)?).ok()?);
            Value::Duration(length.try_into().ok()?)
        }
        Value::Text(_) => match value {
            Scalar::Text(text) => Value::Text(text.to_string()),
            _ => return None,
        },
        _ => return None,
    })
}

#[expect(clippy::cast_possible_truncation, reason = "a number that is too large stays at the end")]
fn whole(value: &Scalar) -> Option<i64> {
    match value {
        Scalar::Int(value) => Some(*value),
        other => other.number().map(|number| number.round_ties_even() as i64),
    }
}

#[cfg(test)]
mod tests;
