//! Instances of add-on instructions: the same code, on values of its own for each.

use std::collections::HashMap;

use tagbridge_project::{Body, Initial};

use crate::Machine;
use tagbridge_logic::{
    CallHow, Callee, Direction, Effect, Logic, PlaceId, RefId, RoutineId, Scope, Statement, Step,
    UnitId,
    expr::{Scalar, Truth},
    types,
};

/// More instances than these are not executed.
const INSTANCES: usize = 10_000;

/// The instances that code works on.
pub(crate) struct Instances {
    all: Vec<Instance>,
    known: HashMap<(Option<usize>, PlaceId), usize>,
    /// Of each add-on instruction by its position among the blocks.
    codes: HashMap<u32, Code>,
}

/// An add-on instruction.
pub(crate) struct Code {
    logic: Vec<UnitId>,
    /// Whether it does something where it is not enabled.
    acts_when_off: bool,
    /// What it names that is its own.
    pub(crate) own: Vec<PlaceId>,
    /// What an instance begins with, as far as its declaration tells.
    initial: HashMap<PlaceId, Scalar>,
}

/// An instance.
pub(crate) struct Instance {
    pub(crate) block: u32,
    pub(crate) place: PlaceId,
    /// Its name from outside, where it has one.
    pub(crate) name: Option<String>,
    /// What its own places were after it was executed last.
    pub(crate) values: HashMap<PlaceId, Scalar>,
    timers: HashMap<PlaceId, i64>,
}

impl Instances {
    /// Those that these units call, and those in them.
    pub(crate) fn of(logic: Logic<'_>, units: &[UnitId]) -> Self {
        let mut found = Self { all: Vec::new(), known: HashMap::new(), codes: HashMap::new() };
        let mut left: Vec<(Option<usize>, Vec<UnitId>)> = vec![(None, units.to_vec())];
        while let Some((around, units)) = left.pop() {
            let statements = units.iter().flat_map(|unit| logic.index.statements_of(*unit));
            for (_, statement) in statements {
                let Some((block, instance)) = called(logic, statement) else { continue };
                let known = found.known.contains_key(&(around, instance));
                if known || found.all.len() >= INSTANCES || found.is_inside(around, block) {
                    continue;
                }
                let name = found.name(logic, around, instance);
                let at = found.all.len();
                let code = found.codes.entry(block).or_insert_with(|| Code::of(logic, block));
                let units = code.logic.clone();
                let (place, values) = (instance, code.initial.clone());
                found.all.push(Instance { block, place, name, values, timers: HashMap::new() });
                found.known.insert((around, instance), at);
                left.push((Some(at), units));
            }
        }
        found
    }

    /// An add-on instruction cannot call itself: a file may say so.
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

/// What a path has behind the name of its add-on instruction: `.Timer.DN`.
pub(crate) fn part(logic: Logic<'_>, place: PlaceId) -> Option<String> {
    let Step::Root(Scope::AddOn(owner), _) =
        logic.index.places.step(logic.index.places.root_of(place))
    else {
        return None;
    };
    let owner = logic.index.names.text(owner);
    logic.place(place).strip_prefix("AOI:")?.strip_prefix(owner).map(str::to_owned)
}

/// The add-on instruction that a statement calls, and its instance.
pub(crate) fn called(logic: Logic<'_>, statement: &Statement) -> Option<(u32, PlaceId)> {
    let Effect::Call { callee: Callee::Block(block), how: CallHow::AddOn, instance, .. } =
        &statement.effect
    else {
        return None;
    };
    let instance = logic.index.reference((*instance)?).place;
    Some((*block, logic.index.canonical(instance)))
}

/// Whether the file has the code of an add-on instruction.
pub(crate) fn is_executed(logic: Logic<'_>, block: u32) -> bool {
    let owner = &logic.project.blocks[block as usize].name;
    let mut routines =
        logic.index.units().map(|(_, it)| &logic.project.routines[it.routine.index()]);
    routines.any(|it| it.owner == *owner && it.name == "Logic" && it.body != Body::Protected)
}

impl Code {
    fn of(logic: Logic<'_>, block: u32) -> Self {
        let Logic { project, index } = logic;
        let owner = &project.blocks[block as usize].name;
        let routine = |name: &str| {
            let at = project.routines.iter().position(|it| it.owner == *owner && it.name == name);
            at.map(RoutineId::at)
        };
        let units = |id: Option<RoutineId>| -> Vec<UnitId> {
            let units = index.units().filter(|(_, unit)| Some(unit.routine) == id);
            units.map(|(id, _)| id).collect()
        };
        let name = index.names.find(owner);
        let is_own = |place: &PlaceId| {
            let root = index.places.step(index.places.root_of(*place));
            matches!(root, Step::Root(Scope::AddOn(of), _) if Some(of) == name)
        };
        let own: Vec<PlaceId> = index.places.ids().filter(is_own).collect();
        Self {
            logic: units(routine("Logic")),
            acts_when_off: !units(routine("EnableInFalse")).is_empty(),
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
        let text = declared.get(&part(logic, *place)?.to_lowercase())?;
        let whole = text.parse().ok();
        let is_bit = types::is_bit(project, index, *place) == Some(true);
        let value = match whole {
            Some(whole) if is_bit => Scalar::Bool(whole != 0_i64),
            Some(whole) if types::is_whole(project, index, *place) => Scalar::Int(whole),
            _ => Scalar::Real(text.parse().ok()?),
        };
        Some((*place, value))
    };
    own.iter().filter(|it| index.canonical(**it) == **it).filter_map(value).collect()
}

impl Machine<'_> {
    /// Executes an add-on instruction on its instance; false where its code is not there, or where
    /// it is not known whether it is executed.
    pub(crate) fn add_on(&mut self, statement: &Statement, elapsed_ms: i64, depth: usize) -> bool {
        let Some((block, instance)) = called(self.logic, statement) else { return false };
        let Effect::Call { bindings, .. } = &statement.effect else { return false };
        let Some(at) = self.instances.known.get(&(self.instance, instance)).copied() else {
            return false;
        };
        let code = &self.instances.codes[&block];
        let guard = self.guard(statement.guard);
        if code.logic.is_empty() || guard == Truth::Unknown || depth >= crate::CALLS {
            self.instances.all[at].values.clear();
            return false;
        }
        if guard == Truth::False {
            return !code.acts_when_off;
        }
        let index = self.logic.index;
        let (units, own) = (code.logic.clone(), code.own.clone());
        let given: Vec<_> = index
            .bindings(bindings)
            .iter()
            .map(|it| (it.formal, it.direction, it.at, self.evaluate(it.actual)))
            .collect();
        // The callee works on what an in-out parameter is given, with all of its parts.
        let shared: Vec<(PlaceId, PlaceId, PlaceId)> = given
            .iter()
            .filter(|it| it.1 == Direction::InOut)
            .filter_map(|it| Some((it.0, index.reference(it.2?).place)))
            .flat_map(|(formal, actual)| {
                let parts = own.iter().filter(move |it| index.places.path(**it).contains(&formal));
                parts.map(move |part| (formal, *part, actual))
            })
            .collect();
        let is_shared = |place: &PlaceId| shared.iter().any(|(_, part, _)| part == place);
        let outside: Vec<Option<PlaceId>> =
            own.iter().map(|it| self.counterpart(*it, 0, instance)).collect();
        let kept = std::mem::take(&mut self.instances.all[at].values);
        for (own, outside) in own.iter().zip(&outside).filter(|(own, _)| !is_shared(own)) {
            let value = match outside {
                Some(outside) => self.memory.get(*outside).cloned(),
                None => kept.get(own).cloned(),
            };
            let before = match outside {
                Some(outside) => self.before(*outside).cloned(),
                None => kept.get(own).cloned(),
            };
            self.memory.bring(*own, value, before);
        }
        for (formal, part, actual) in &shared {
            let depth = index.places.path(*formal).len();
            let of = self.counterpart(*part, depth, *actual);
            let value = of.and_then(|of| self.memory.get(of).cloned());
            let before = of.and_then(|of| self.before(of).cloned());
            self.memory.bring(*part, value, before);
        }
        for (formal, direction, _, value) in &given {
            if *direction == Direction::In {
                self.memory.bring(*formal, value.clone(), None);
            }
        }
        let around = self.instance.replace(at);
        self.memory.swap_timers(&mut self.instances.all[at].timers);
        self.execute(&units, elapsed_ms, depth + 1);
        self.memory.swap_timers(&mut self.instances.all[at].timers);
        self.instance = around;
        let results: Vec<Option<Scalar>> =
            own.iter().map(|it| self.memory.get(*it).cloned()).collect();
        let handed: Vec<(PlaceId, Option<Scalar>)> = shared
            .iter()
            .filter_map(|(formal, part, actual)| {
                let depth = index.places.path(*formal).len();
                let of = self.counterpart(*part, depth, *actual)?;
                Some((of, self.memory.get(*part).cloned()))
            })
            .collect();
        let returned: Vec<(RefId, Option<Scalar>)> = given
            .iter()
            .filter(|it| it.1 == Direction::Out)
            .filter_map(|it| Some((it.2?, self.memory.get(it.0).cloned())))
            .collect();
        for ((own, outside), value) in own.iter().zip(&outside).zip(results) {
            if let (Some(value), false) = (&value, is_shared(own)) {
                self.instances.all[at].values.insert(*own, value.clone());
            }
            if let (Some(outside), false) = (outside, is_shared(own)) {
                self.memory.write(index.canonical(*outside), value);
            }
            self.memory.bring(*own, None, None);
        }
        for (of, value) in handed {
            self.memory.write(index.canonical(of), value);
        }
        for (to, value) in returned {
            self.memory.set(index.reference(to).place, value);
        }
        true
    }

    /// The place in another one that is what a part is behind so many steps of its own path; none
    /// where no code names it.
    pub(crate) fn counterpart(&self, part: PlaceId, steps: usize, of: PlaceId) -> Option<PlaceId> {
        let places = &self.logic.index.places;
        let mut at = self.logic.index.canonical(of);
        for step in places.path(part).into_iter().skip(steps) {
            let step = match places.step(step) {
                Step::Root(_, name) => Step::Member(name),
                step => step,
            };
            at = places.find(Some(at), step)?;
        }
        Some(at)
    }
}
