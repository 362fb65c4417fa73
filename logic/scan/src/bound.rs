use std::collections::{HashMap, HashSet};

use tagbridge_project::Section;

use crate::{Machine, add_on};
use tagbridge_logic::{Effect, Index, Logic, PlaceId, Step, UnitId, expr::Scalar, why::is_named};

/// Code that is executed on values that are kept elsewhere, by name: what it writes is its own, all
/// else is fetched before each scan.
pub struct Bound<'a> {
    machine: Machine<'a>,
    slots: Vec<Slot>,
    /// Of what it writes and whose value it does not know: what it was after the last scan.
    kept: HashMap<usize, Scalar>,
}

/// A value that is kept elsewhere, too.
struct Slot {
    /// The instance of an add-on instruction that it belongs to; none of a tag that code names.
    instance: Option<usize>,
    place: PlaceId,
    name: String,
    /// Whether the code writes it.
    is_own: bool,
}

impl<'a> Bound<'a> {
    /// All code that the tasks of a project execute.
    pub fn new(logic: Logic<'a>) -> Self {
        let index = logic.index;
        let units = logic.reached();
        let machine = Machine::new(logic, logic.executed());
        let own = written(logic, &units);
        let is_own = |place| index.places.path(place).iter().any(|part| own.contains(part));
        let mut seen = HashSet::new();
        let mut slots = Vec::new();
        for (at, instance, code) in machine.instances.iter() {
            let given = in_outs(logic, instance.block);
            for place in code.own.iter().filter(|it| index.canonical(**it) == **it) {
                let path = index.places.path(*place);
                let Some(name) = instance.name.as_ref().filter(|_| !given.contains(&path[0]))
                else {
                    continue;
                };
                let Some(part) = add_on::part(logic, *place) else { continue };
                let outside = machine.counterpart(*place, 0, instance.place);
                match outside.map(|it| (it, is_named(index, it))) {
                    None => slots.push(Slot {
                        instance: Some(at),
                        place: *place,
                        name: format!("{name}{part}"),
                        is_own: is_own(*place),
                    }),
                    Some((outside, true)) if seen.insert(outside) => slots.push(Slot {
                        instance: None,
                        place: outside,
                        name: index.places.text(outside, &index.names),
                        is_own: is_own(*place) || is_own(outside),
                    }),
                    // It is a place of the instance around.
                    Some(_) => {}
                }
            }
        }
        for reference in units.iter().flat_map(|unit| index.refs_of(*unit)) {
            let canonical = index.canonical(reference.place);
            let parts = index.places.children(canonical).iter().copied();
            for place in parts.chain([canonical]) {
                if seen.insert(place) && is_named(index, place) {
                    let name = index.places.text(place, &index.names);
                    slots.push(Slot { instance: None, place, name, is_own: is_own(place) });
                }
            }
        }
        Self { machine, slots, kept: HashMap::new() }
    }

    /// One scan that lasts so many milliseconds. What is not understood leaves values as they are.
    pub fn scan<V>(
        &mut self,
        elapsed_ms: i64,
        values: &mut V,
        get: impl Fn(&V, &str) -> Option<Scalar>,
        put: impl Fn(&mut V, &str, &Scalar),
    ) {
        for (at, slot) in self.slots.iter().enumerate() {
            if slot.is_own && self.machine.value_in(slot.instance, slot.place).is_some() {
                continue;
            }
            // Nobody else writes it.
            if let Some(kept) = self.kept.get(&at) {
                put(values, &slot.name, kept);
            }
            if let Some(value) = get(values, &slot.name) {
                self.machine.load(slot.instance, slot.place, value);
            }
        }
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

    /// The machine that executes it.
    pub fn machine(&self) -> &Machine<'a> {
        &self.machine
    }
}

/// What code writes; of the instances of add-on instructions what their own code does.
fn written(logic: Logic<'_>, units: &[UnitId]) -> HashSet<PlaceId> {
    let index: &Index = logic.index;
    let mut places = HashSet::new();
    for unit in units {
        let instances: HashSet<_> = index
            .statements_of(*unit)
            .filter(|(_, statement)| add_on::called(logic, statement).is_some())
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

/// The in-out parameters of an add-on instruction: they are their caller's.
fn in_outs(logic: Logic<'_>, block: u32) -> HashSet<PlaceId> {
    let block = &logic.project.blocks[block as usize];
    let names = &logic.index.names;
    let Some(owner) = names.find(&block.name) else { return HashSet::new() };
    let members = block.members.iter().filter(|it| it.section == Some(Section::InOut));
    members
        .filter_map(|member| {
            let name = names.find(&member.name)?;
            logic.index.places.find(None, Step::Root(tagbridge_logic::Scope::AddOn(owner), name))
        })
        .collect()
}
