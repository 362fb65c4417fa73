use std::collections::{HashMap, HashSet};

use tagbridge_code::ChartElementKind;
use tagbridge_project::{Body, Initial, Section, Vendor};

use crate::{Machine, block};
use tagbridge_logic::{
    Effect, Index, Logic, PlaceId, Step, UnitId, expr::Scalar, types, why::is_named,
};

/// Code that is executed on external values, by name: it keeps the places that it writes, and reads
/// all other values before each scan.
#[derive(Clone)]
pub struct Bound<'a> {
    machine: Machine<'a>,
    slots: Vec<Slot>,
    /// The values after the last scan of places that it writes and that have no readable name.
    kept: HashMap<usize, Scalar>,
    /// Whether no scan has been executed.
    begins: bool,
}

/// A value that is also stored externally.
#[derive(Clone)]
struct Slot {
    /// The instance of a block that contains it; `None` for a tag that code names.
    instance: Option<usize>,
    place: PlaceId,
    name: String,
    /// Whether the code writes it.
    is_own: bool,
    /// Its initial value if it is not stored externally.
    begins: Option<Scalar>,
}

impl<'a> Bound<'a> {
    /// Creates the machine for all code that the tasks of a project execute.
    pub fn new(logic: Logic<'a>) -> Self {
        let index = logic.index;
        let units = logic.reached();
        let machine = Machine::new(logic, logic.executed());
        let own = written(logic, &units);
        let is_own = |place| index.places.path(place).iter().any(|part| own.contains(part));
        let mut seen = HashSet::new();
        let mut slots = Vec::new();
        let inner: HashSet<PlaceId> =
            machine.instances.iter().flat_map(|(.., code)| code.own.iter().copied()).collect();
        // The places that an inner instance writes are places of the outer instance.
        let mut inner_own = HashSet::new();
        for (_, instance, code) in machine.instances.iter() {
            let places = code.own.iter().filter(|place| is_own(**place));
            let outside = places.filter_map(|it| machine.counterpart(*it, 0, instance.place?));
            inner_own.extend(outside.filter(|it| !is_named(index, *it)));
        }
        for (at, instance, code) in machine.instances.iter() {
            let given = in_outs(logic, instance.block);
            for place in code.own.iter().filter(|it| index.canonical(**it) == **it) {
                let path = index.places.path(*place);
                let Some(name) = instance.name.as_ref().filter(|_| !given.contains(&path[0]))
                else {
                    continue;
                };
                let Some(part) = block::part(logic, *place) else { continue };
                let outside = instance.place.and_then(|it| machine.counterpart(*place, 0, it));
                match outside.map(|it| (it, is_named(index, it))) {
                    None => slots.push(Slot {
                        instance: Some(at),
                        place: *place,
                        name: format!("{name}{part}"),
                        is_own: is_own(*place) || inner_own.contains(place),
                        begins: None,
                    }),
                    Some((outside, true)) if seen.insert(outside) => slots.push(Slot {
                        instance: None,
                        place: outside,
                        name: index.places.text(outside, &index.names),
                        is_own: is_own(*place) || is_own(outside),
                        begins: None,
                    }),
                    // It is a place of the outer instance.
                    Some(_) => {}
                }
            }
        }
        for reference in units.iter().flat_map(|unit| index.refs_of(*unit)) {
            let canonical = index.canonical(reference.place);
            let parts = index.places.children(canonical).iter().copied();
            for place in parts.chain([canonical]) {
                let is_tag = is_named(index, place) && !inner.contains(&place);
                if seen.insert(place) && is_tag {
                    let name = index.places.text(place, &index.names);
                    slots.push(Slot {
                        instance: None,
                        place,
                        name,
                        is_own: is_own(place),
                        begins: None,
                    });
                }
            }
        }
        begin(logic, &mut slots);
        begin_charts(logic, &units, &mut slots);
        Self { machine, slots, kept: HashMap::new(), begins: true }
    }

    /// Reads all values before the first scan: later external writes to the code's own places have
    /// no effect.
    pub fn begin<V>(&mut self, values: &V, get: impl Fn(&V, &str) -> Option<Scalar>) {
        self.fetch(values, get);
    }

    /// Executes one scan of this duration in milliseconds. Unknown code leaves values unchanged.
    pub fn scan<V>(
        &mut self,
        elapsed_ms: i64,
        values: &mut V,
        get: impl Fn(&V, &str) -> Option<Scalar>,
        put: impl Fn(&mut V, &str, &Scalar),
    ) {
        // Only the code writes these places.
        for (at, kept) in &self.kept {
            let slot = &self.slots[*at];
            if self.machine.value_in(slot.instance, slot.place).is_none() {
                put(values, &slot.name, kept);
            }
        }
        self.fetch(values, &get);
        self.begins = false;
        self.machine.scan(elapsed_ms);
        for (at, slot) in self.slots.iter().enumerate().filter(|(_, it)| it.is_own) {
            match self.machine.value_in(slot.instance, slot.place) {
                Some(value) => {
                    put(values, &slot.name, value);
                    self.kept.remove(&at);
                }
                None => self.kept.extend(get(values, &slot.name).map(|value| (at, value))),
            }
        }
    }

    /// Reads the values that the code does not write.
    fn fetch<V>(&mut self, values: &V, get: impl Fn(&V, &str) -> Option<Scalar>) {
        for slot in &self.slots {
            if slot.is_own && self.machine.value_in(slot.instance, slot.place).is_some() {
                continue;
            }
            let begins = || self.begins.then(|| slot.begins.clone()).flatten();
            if let Some(value) = get(values, &slot.name).or_else(begins) {
                self.machine.load(slot.instance, slot.place, value);
            }
        }
    }

    /// The machine that executes the code.
    pub fn machine(&self) -> &Machine<'a> {
        &self.machine
    }
}

/// The initial values of S7 and CODESYS tags: the memory of a controller does not contain tags that
/// a client cannot see.
fn begin(logic: Logic<'_>, slots: &mut [Slot]) {
    let Logic { project, index } = logic;
    if project.vendor == Vendor::AllenBradley {
        return;
    }
    let bare = |name: &str| name.replace('"', "").to_lowercase();
    let mut declared = HashMap::new();
    for tag in &project.tags {
        match &tag.initial {
            Some(Initial::Scalar(value)) => {
                declared.insert(bare(&tag.name), value);
            }
            Some(Initial::Parts(parts)) => {
                let parts = parts.iter();
                declared.extend(parts.map(|(part, it)| (bare(&format!("{}{part}", tag.name)), it)));
            }
            None => {}
        }
    }
    for slot in slots.iter_mut().filter(|it| it.instance.is_none()) {
        slot.begins = match declared.get(&bare(&slot.name)) {
            Some(text) => logic.start(slot.place, text),
            None => types::zero(project, index, slot.place),
        };
    }
}

/// The initial activity of the steps of CODESYS charts: only the initial step is active. Files do
/// not contain it.
fn begin_charts(logic: Logic<'_>, units: &[UnitId], slots: &mut [Slot]) {
    let Logic { project, index } = logic;
    if project.vendor != Vendor::Codesys {
        return;
    }
    let step = |unit: &UnitId| {
        let of = index.unit(*unit);
        let Body::Rungs(rungs) = &project.routines[of.routine.index()].body else { return None };
        let element = rungs.get(of.rung? as usize)?.element.as_deref()?;
        let ChartElementKind::Step(step) = &element.kind else { return None };
        Some((index.canonical(index.refs_of(*unit).first()?.place), step.is_first))
    };
    let steps: HashMap<PlaceId, bool> = units.iter().filter_map(step).collect();
    for slot in slots {
        if let Some(is_initial) = steps.get(&slot.place) {
            slot.begins = Some(Scalar::Bool(*is_initial));
        }
    }
}

/// The places that code writes; for instances of blocks, those that their own code writes.
fn written(logic: Logic<'_>, units: &[UnitId]) -> HashSet<PlaceId> {
    let index: &Index = logic.index;
    let mut places = HashSet::new();
    for unit in units {
        let instances: HashSet<_> = index
            .statements_of(*unit)
            .filter(|(_, statement)| block::called(logic, statement).is_some())
            .filter_map(|(_, statement)| match statement.effect {
                Effect::Call { instance, .. } => instance,
                _ => None,
            })
            .collect();
        let refs = index.unit(*unit).refs.clone().map(tagbridge_logic::RefId);
        let writes =
            refs.filter(|at| index.reference(*at).mode.writes() && !instances.contains(at));
        places.extend(writes.map(|at| index.canonical(index.reference(at).place)));
    }
    places
}

/// The in-out parameters of a block, which are places of its caller.
fn in_outs(logic: Logic<'_>, block: u32) -> HashSet<PlaceId> {
    let Some(scope) = block::scope(logic, block) else { return HashSet::new() };
    let (block, names) = (&logic.project.blocks[block as usize], &logic.index.names);
    let members = block.members.iter().filter(|it| it.section == Some(Section::InOut));
    members
        .filter_map(|member| {
            let name = names.find(&member.name)?;
            logic.index.places.find(None, Step::Root(scope, name))
        })
        .collect()
}
