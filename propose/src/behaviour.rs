//! Changes in behaviour: the old and the new code are executed side by side with the same random
//! inputs, and different outputs are reported with the conditions of the difference.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_logic::{
    Effect, Index, Logic, PlaceId, UnitId,
    expr::{Expr, ExprId, Scalar},
    types,
};
use tagbridge_scan::{Machine, with_presets, written};
use tagbridge_texts::{Coded as _, Language};

use crate::says::Behaviour;

/// Number of input sequences for both versions …
const SEQUENCES: u64 = 60;
/// … number of scans in each of them …
const SCANS: u64 = 12;
/// … and possible durations of a scan, in milliseconds.
const ELAPSED_MS: [i64; 4] = [20, 100, 1_000, 6_000];
/// Maximum number of units of an executed routine.
const UNITS: usize = 400;
/// Maximum number of outputs that are named.
const NAMED: usize = 8;
/// Maximum number of reported conditions of an output.
const SHOWN: usize = 3;

/// The sentence about the changed behaviour of routines; `None` if they are not executed.
pub(crate) fn sentence(
    old: Logic<'_>,
    new: Logic<'_>,
    routines: &BTreeSet<(String, String)>,
    language: Language,
) -> Option<String> {
    let (one, two) = (Version::new(old, routines)?, Version::new(new, routines)?);
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    let mut executed = 0;
    for sequence in 0..SEQUENCES {
        let (mut left, mut right) = (one.machine(), two.machine());
        let mut known: BTreeMap<String, bool> = BTreeMap::new();
        for scan in 0..SCANS {
            let elapsed = ELAPSED_MS[usize::try_from((sequence + scan) % 4).unwrap_or(0)];
            let inputs = drawn(&one, &two, sequence, scan);
            one.set(&mut left, &inputs);
            two.set(&mut right, &inputs);
            left.scan(elapsed);
            right.scan(elapsed);
            executed += 1;
            known.clear();
            known.extend(
                inputs.iter().filter_map(|(name, value)| Some((name.clone(), value.bit()?))),
            );
            for (name, was) in one.outputs(&left) {
                if let Scalar::Bool(on) = was {
                    known.entry(name).or_insert(on);
                }
            }
            let after: BTreeMap<String, Scalar> = two.outputs(&right).collect();
            for (name, was) in one.outputs(&left) {
                let Some(is) = after.get(&name) else { continue };
                seen.entry(name.clone()).or_default().add(&name, &was, is, &known);
            }
            // Both versions begin each scan with the same values, so that a difference belongs to
            // one scan.
            for (name, value) in one.outputs(&left) {
                if let Some(place) = two.outputs.get(&name) {
                    right.set(*place, value);
                }
            }
        }
    }
    let mut differ: Vec<(&String, &Seen)> = seen.iter().filter(|it| it.1.differs()).collect();
    // Outputs that are written first influence the later ones.
    differ.sort_by_key(|it| one.order.get(it.0));
    let said = |it: Behaviour| it.message().in_language(language);
    if differ.is_empty() {
        return Some(said(Behaviour::Same { count: executed }));
    }
    let named = differ.iter().take(NAMED);
    let named = named.map(|(name, seen)| said(seen.behaviour(name, &one, &two, language)));
    let first = named.collect::<Vec<_>>().join(" ");
    Some(match differ.len().saturating_sub(NAMED) {
        0 => first,
        more => said(Behaviour::Several { first, more }),
    })
}

/// The executed code, with its inputs and outputs.
struct Version<'a> {
    logic: Logic<'a>,
    index: Index,
    units: Vec<UnitId>,
    presets: Vec<(PlaceId, Scalar)>,
    /// The places that it reads but does not write, by name, and whether each is a bit.
    inputs: BTreeMap<String, (PlaceId, bool)>,
    outputs: BTreeMap<String, PlaceId>,
    /// The position of the first write of each output.
    order: BTreeMap<String, usize>,
    /// Whether it uses timers.
    is_timed: bool,
    /// Numbers that inputs are compared with.
    limits: Vec<i64>,
}

impl<'a> Version<'a> {
    fn new(logic: Logic<'a>, routines: &BTreeSet<(String, String)>) -> Option<Self> {
        let is_meant = |unit: &tagbridge_logic::Unit| {
            let routine = &logic.project.routines[unit.routine.index()];
            routines.contains(&(routine.owner.to_lowercase(), routine.name.to_lowercase()))
        };
        let units: Vec<UnitId> =
            logic.index.units().filter(|(_, unit)| is_meant(unit)).map(|it| it.0).collect();
        if units.is_empty() || units.len() > UNITS {
            return None;
        }
        let (index, presets) = with_presets(logic, &units);
        let in_order = written(&index, &units);
        let writes: BTreeSet<PlaceId> = in_order.iter().copied().collect();
        let name = |place: PlaceId| index.places.text(place, &index.names);
        let is_bit = |place| types::is_bit(logic.project, &index, place);
        let (mut inputs, mut outputs) = (BTreeMap::new(), BTreeMap::new());
        for unit in &units {
            for reference in index.refs_of(*unit) {
                let place = index.canonical(reference.place);
                let is_written = index.places.path(place).iter().any(|it| writes.contains(it));
                if reference.mode.reads()
                    && !is_written
                    && let Some(bit) = is_bit(place)
                {
                    inputs.insert(name(place), (place, bit));
                }
            }
        }
        for place in &writes {
            if is_bit(*place).is_some() {
                outputs.insert(name(*place), *place);
            }
        }
        let order = in_order.iter().enumerate().map(|(at, it)| (name(*it), at)).collect();
        let statements = || units.iter().flat_map(|unit| index.statements_of(*unit));
        let is_timed = statements().any(|(_, it)| matches!(it.effect, Effect::Run { .. }));
        let mut limits = Vec::new();
        for (_, statement) in statements() {
            let value = match &statement.effect {
                Effect::Assign { value, .. } => Some(*value),
                _ => None,
            };
            for id in value.into_iter().chain([statement.guard]) {
                let more = LIMITS.saturating_sub(limits.len());
                limits.extend(constants(&index, id).take(more));
            }
        }
        Some(Self { logic, index, units, presets, inputs, outputs, order, is_timed, limits })
    }

    fn machine(&self) -> Machine<'_> {
        let logic = Logic::new(self.logic.project, &self.index);
        let mut machine = Machine::new(logic, self.units.clone());
        for place in self.outputs.values() {
            if let Some(zero) = types::zero(self.logic.project, &self.index, *place) {
                machine.set(*place, zero);
            }
        }
        self.presets.iter().for_each(|(place, value)| machine.set(*place, value.clone()));
        machine
    }

    fn set(&self, machine: &mut Machine<'_>, inputs: &BTreeMap<String, Scalar>) {
        for (name, (place, _)) in &self.inputs {
            if let Some(value) = inputs.get(name) {
                machine.set(*place, value.clone());
            }
        }
    }

    fn outputs<'v>(
        &'v self,
        machine: &'v Machine<'_>,
    ) -> impl Iterator<Item = (String, Scalar)> + 'v {
        let values = self.outputs.iter();
        values.filter_map(|(name, place)| Some((name.clone(), machine.value(*place)?.clone())))
    }
}

/// Maximum number of limits of a unit that are tried.
const LIMITS: usize = 200;

/// The whole numbers in an expression.
#[expect(clippy::cast_possible_truncation, reason = "a limit is near its whole number")]
fn constants(index: &Index, id: ExprId) -> impl Iterator<Item = i64> + '_ {
    let number = |id| match index.exprs.get(id) {
        Expr::Const(constant) => constant.scalar().and_then(|it| it.number()),
        _ => None,
    };
    index.exprs.within(id).filter_map(number).map(|it| it as i64)
}

/// A value for each input of both versions, which each input keeps for some scans.
fn drawn(
    one: &Version<'_>,
    two: &Version<'_>,
    sequence: u64,
    scan: u64,
) -> BTreeMap<String, Scalar> {
    let limits: Vec<i64> = one.limits.iter().chain(&two.limits).copied().collect();
    let inputs = one.inputs.iter().chain(&two.inputs);
    let value = |(name, (_, is_bit)): (&String, &(PlaceId, bool))| {
        let stays = 1 + number(name, sequence, 0) % 6;
        let drawn = number(name, sequence, scan / stays + 1);
        let value = if *is_bit {
            Scalar::Bool(drawn & 1 == 1)
        } else {
            let near = usize::try_from(drawn >> 8).unwrap_or(0);
            let limit = limits.get(near % limits.len().max(1)).copied().unwrap_or(0);
            Scalar::Int(limit + i64::try_from(drawn % 5).unwrap_or(0) - 2)
        };
        (name.clone(), value)
    };
    inputs.map(value).collect()
}

fn number(name: &str, sequence: u64, scan: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64
        ^ sequence.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ scan.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    for byte in name.bytes() {
        hash = (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01B3);
    }
    (hash ^ (hash >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 24
}

/// The conditions in the scans with a different output, and in all others.
#[derive(Default)]
struct Seen {
    on: Cases,
    off: Cases,
    /// Scans with the same output in both versions, on and off.
    same_on: Cases,
    same_off: Cases,
    /// Whether values other than bits were different.
    other: bool,
}

/// Bits that had the same value in all of some scans.
#[derive(Default)]
struct Cases {
    count: usize,
    common: BTreeMap<String, bool>,
}

impl Cases {
    fn add(&mut self, own: &str, known: &BTreeMap<String, bool>) {
        self.count += 1;
        if self.count == 1 {
            self.common = known.clone();
            self.common.remove(own);
            return;
        }
        self.common.retain(|name, value| known.get(name) == Some(value));
    }
}

impl Seen {
    fn add(&mut self, name: &str, was: &Scalar, is: &Scalar, known: &BTreeMap<String, bool>) {
        match (was, is) {
            (Scalar::Bool(false), Scalar::Bool(true)) => self.on.add(name, known),
            (Scalar::Bool(true), Scalar::Bool(false)) => self.off.add(name, known),
            (Scalar::Bool(true), Scalar::Bool(true)) => self.same_on.add(name, known),
            (Scalar::Bool(false), Scalar::Bool(false)) => self.same_off.add(name, known),
            (was, is) if was == is => {}
            _ => self.other = true,
        }
    }

    fn differs(&self) -> bool {
        self.on.count + self.off.count > 0 || self.other
    }

    fn behaviour(
        &self,
        name: &str,
        one: &Version<'_>,
        two: &Version<'_>,
        language: Language,
    ) -> Behaviour {
        let name = name.to_owned();
        let on = || when(&self.on, &self.same_off, language);
        let off = || when(&self.off, &self.same_on, language);
        match (self.on.count, self.off.count) {
            (0, 0) => Behaviour::Other { name },
            // A timer is new, or has a different time.
            _ if two.is_timed && is_late(one, two) => Behaviour::Later { name },
            (_, 0) => Behaviour::AlsoOn { name, when: on() },
            (0, _) => Behaviour::NoLongerOn { name, when: off() },
            _ => Behaviour::Both { name, on: on(), off: off() },
        }
    }
}

/// The bits with a common value in all of these scans, and in none of the others with equal
/// outputs; otherwise the bits without the value that all others have.
fn when(cases: &Cases, others: &Cases, language: Language) -> String {
    let of = |is_wanted: &dyn Fn(&String, bool) -> bool| -> Vec<String> {
        let common = cases.common.iter().filter(|it| is_wanted(it.0, *it.1));
        let said = common.take(SHOWN).map(|(name, value)| {
            let name = name.clone();
            let it = if *value { Behaviour::IsOn { name } } else { Behaviour::IsOff { name } };
            it.message().in_language(language)
        });
        said.collect()
    };
    let opposite = of(&|name, value| others.common.get(name) == Some(&!value));
    let said = if opposite.is_empty() {
        of(&|name, value| others.common.get(name) != Some(&value))
    } else {
        opposite
    };
    if said.is_empty() {
        return Behaviour::InSomeStates.message().in_language(language);
    }
    said.join(if language == Language::German { " und " } else { " and " })
}

/// Whether the timers of two versions differ, or have different times.
fn is_late(one: &Version<'_>, two: &Version<'_>) -> bool {
    let timers = |of: &Version<'_>| {
        let runs = of.units.iter().flat_map(|unit| of.index.statements_of(*unit));
        runs.filter(|(_, it)| matches!(it.effect, Effect::Run { .. })).count()
    };
    let presets = |of: &Version<'_>| of.presets.iter().map(|it| it.1.clone()).collect::<Vec<_>>();
    timers(one) != timers(two) || presets(one) != presets(two)
}
