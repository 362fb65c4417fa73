//! Add-on instructions, function blocks and functions: the same code with separate values for each
//! instance, or for each call.

use std::collections::HashMap;

use tagbridge_project::{Body, Initial, Vendor};

use tagbridge_logic::{
    CallHow, Callee, Effect, Logic, PlaceId, RoutineId, Scope, Statement, Step, UnitId,
    expr::Scalar, types,
};

/// Maximum number of instances that are executed.
const INSTANCES: usize = 10_000;

/// The instances of the executed code.
#[derive(Clone)]
pub(crate) struct Instances {
    pub(crate) all: Vec<Instance>,
    pub(crate) known: HashMap<(Option<usize>, CalledBlock), usize>,
    /// The code of each block, by its index.
    pub(crate) codes: HashMap<u32, Code>,
}

/// The index of a block, and its instance, if it has memory.
pub(crate) type CalledBlock = (u32, Option<PlaceId>);

/// The code of a block.
#[derive(Clone)]
pub(crate) struct Code {
    pub(crate) logic: Vec<UnitId>,
    /// Whether it has an effect while it is disabled.
    pub(crate) acts_when_off: bool,
    /// The places in its code that belong to each instance.
    pub(crate) own: Vec<PlaceId>,
    /// The initial values of an instance, as far as they are declared.
    pub(crate) initial: HashMap<PlaceId, Scalar>,
}

/// An instance.
#[derive(Clone)]
pub(crate) struct Instance {
    pub(crate) block: u32,
    pub(crate) place: Option<PlaceId>,
    /// Its name from outside, if it has one.
    pub(crate) name: Option<String>,
    /// The values of its places after its last execution.
    pub(crate) values: HashMap<PlaceId, Scalar>,
    pub(crate) timers: HashMap<PlaceId, i64>,
}

impl Instances {
    /// Finds the instances that these units call, and the instances in them.
    pub(crate) fn of(logic: Logic<'_>, units: &[UnitId]) -> Self {
        let mut found = Self { all: Vec::new(), known: HashMap::new(), codes: HashMap::new() };
        let mut left: Vec<(Option<usize>, Vec<UnitId>)> = vec![(None, units.to_vec())];
        while let Some((around, units)) = left.pop() {
            let statements = units.iter().flat_map(|unit| logic.index.statements_of(*unit));
            for (_, statement) in statements {
                let Some(called @ (block, place)) = called(logic, statement) else { continue };
                let known = found.known.contains_key(&(around, called));
                if known || found.all.len() >= INSTANCES || found.is_inside(around, block) {
                    continue;
                }
                let name = place.and_then(|place| found.name(logic, around, place));
                let at = found.all.len();
                let code = found.codes.entry(block).or_insert_with(|| Code::of(logic, block));
                let units = code.logic.clone();
                let values = code.initial.clone();
                found.all.push(Instance { block, place, name, values, timers: HashMap::new() });
                found.known.insert((around, called), at);
                left.push((Some(at), units));
            }
        }
        found
    }

    /// A block cannot call itself, although a file can contain such a call.
    fn is_inside(&self, around: Option<usize>, block: u32) -> bool {
        let mut at = around;
        while let Some(instance) = at {
            if self.all[instance].block == block {
                return true;
            }
            at = self.known.iter().find(|(_, it)| **it == instance).and_then(|((it, _), _)| *it);
        }
        false
    }

    fn name(&self, logic: Logic<'_>, around: Option<usize>, instance: PlaceId) -> Option<String> {
        match around {
            None => {
                let named = tagbridge_logic::why::is_named(logic.index, instance);
                named.then(|| logic.place(instance))
            }
            Some(around) => {
                Some(format!("{}{}", self.all[around].name.as_ref()?, part(logic, instance)?))
            }
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &Instance, &Code)> {
        self.all.iter().enumerate().map(|(at, it)| (at, it, &self.codes[&it.block]))
    }

    pub(crate) fn values(&self, at: usize) -> &HashMap<PlaceId, Scalar> {
        &self.all[at].values
    }

    pub(crate) fn load(&mut self, at: usize, place: PlaceId, value: Scalar) {
        self.all[at].values.insert(place, value);
    }
}

/// The part of a path after the name of its block: `.Timer.DN`.
pub(crate) fn part(logic: Logic<'_>, place: PlaceId) -> Option<String> {
    let root = logic.index.places.step(logic.index.places.root_of(place));
    let text = |owner| logic.index.names.text(owner);
    let owner = match root {
        Step::Root(Scope::AddOn(owner), _) => format!("AOI:{}.", text(owner)),
        Step::Root(Scope::Block(owner), _) => format!("{}#", text(owner)),
        Step::Root(Scope::Unit(owner), _) => format!("{}.", text(owner)),
        _ => return None,
    };
    Some(format!(".{}", logic.place(place).strip_prefix(&owner)?))
}

/// The scope of a block's own names.
pub(crate) fn scope(logic: Logic<'_>, block: u32) -> Option<Scope> {
    let owner = logic.index.names.find(&logic.project.blocks[block as usize].name)?;
    Some(match logic.project.vendor {
        Vendor::AllenBradley => Scope::AddOn(owner),
        Vendor::Siemens => Scope::Block(owner),
        Vendor::Codesys => Scope::Unit(owner),
    })
}

/// The called block of a statement and its instance; `None` if it is not executed: a method, or a
/// block that inherits code and values.
pub(crate) fn called(logic: Logic<'_>, statement: &Statement) -> Option<CalledBlock> {
    let Effect::Call { callee: Callee::Block(block), how, instance, .. } = &statement.effect else {
        return None;
    };
    let place = instance.map(|at| logic.index.canonical(logic.index.reference(at).place));
    let has_memory = match how {
        CallHow::AddOn | CallHow::FunctionBlock => true,
        CallHow::Function => false,
        _ => return None,
    };
    let is_alone = logic.project.blocks[*block as usize].extends.is_empty();
    (is_alone && has_memory == place.is_some()).then_some((*block, place))
}

/// The action that a statement executes, which uses the names of the calling code.
pub(crate) fn action(statement: &Statement) -> Option<u32> {
    match &statement.effect {
        Effect::Call {
            callee: Callee::Block(block), how: CallHow::Action, instance: None, ..
        } => Some(*block),
        _ => None,
    }
}

/// Whether the callee of a statement is executed: the file contains its code.
pub(crate) fn is_executed(logic: Logic<'_>, statement: &Statement) -> bool {
    let block = called(logic, statement).map(|(block, _)| block).or_else(|| action(statement));
    block.is_some_and(|block| body(logic, block).is_some())
}

/// The routine that a call of a block executes.
fn body(logic: Logic<'_>, block: u32) -> Option<RoutineId> {
    let block = &logic.project.blocks[block as usize];
    let main = |name: &str| logic.project.vendor != Vendor::AllenBradley || name == "Logic";
    let mut routines = logic.project.routines.iter();
    let at = routines.position(|it| it.owner == block.name && main(&it.name))?;
    let found = matches!(logic.project.routines[at].body, Body::Text(_) | Body::Rungs(_));
    found.then(|| RoutineId::at(at))
}

/// The units that a call of a block executes.
pub(crate) fn units(logic: Logic<'_>, block: u32) -> Vec<UnitId> {
    let Some(routine) = body(logic, block) else { return Vec::new() };
    let units = logic.index.units().filter(|(_, unit)| unit.routine == routine);
    units.map(|(id, _)| id).collect()
}

impl Code {
    fn of(logic: Logic<'_>, block: u32) -> Self {
        let Logic { project, index } = logic;
        let owner = &project.blocks[block as usize].name;
        let routine = |name: &str| {
            let at = project.routines.iter().position(|it| it.owner == *owner && it.name == name);
            at.map(RoutineId::at)
        };
        let has_units = |id: RoutineId| index.units().any(|(_, unit)| unit.routine == id);
        let scope = scope(logic, block);
        let is_own = |place: &PlaceId| {
            let root = index.places.step(index.places.root_of(*place));
            matches!(root, Step::Root(of, _) if Some(of) == scope)
        };
        let own: Vec<PlaceId> = index.places.ids().filter(is_own).collect();
        Self {
            logic: units(logic, block),
            acts_when_off: routine("EnableInFalse").is_some_and(has_units),
            initial: initial(logic, block, &own),
            own,
        }
    }
}

fn initial(logic: Logic<'_>, block: u32, own: &[PlaceId]) -> HashMap<PlaceId, Scalar> {
    let Logic { project, index } = logic;
    let mut declared = HashMap::new();
    for member in &project.blocks[block as usize].members {
        let name = format!(".{}", member.name).to_lowercase();
        match &member.initial {
            Some(Initial::Scalar(value)) => {
                declared.insert(name, value);
            }
            Some(Initial::Parts(parts)) => {
                let parts = parts.iter();
                declared.extend(
                    parts.map(|(part, value)| (format!("{name}{part}").to_lowercase(), value)),
                );
            }
            None => {}
        }
    }
    let value = |place: &PlaceId| {
        let Some(text) = declared.get(&part(logic, *place)?.to_lowercase()) else {
            // IEC 61131-3: the default initial value is zero.
            let is_iec = project.vendor != Vendor::AllenBradley;
            return Some((*place, types::zero(project, index, *place).filter(|_| is_iec)?));
        };
        Some((*place, logic.start(*place, text)?))
    };
    own.iter().filter(|it| index.canonical(**it) == **it).filter_map(value).collect()
}
