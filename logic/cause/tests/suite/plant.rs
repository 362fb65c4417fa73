//! A plant: the code of a project on a virtual controller, a script that changes its inputs, and a
//! bridge that reads all of its tags from time to time.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashSet},
};

use jiff::Timestamp;
use tagbridge_cause::{PastSamples, PastValue};
use tagbridge_logic::{
    Logic, PlaceId, Step,
    expr::{Constant, Expr, Scalar},
    types,
    why::is_named,
};
use tagbridge_project::Initial;
use tagbridge_scan::Bound;

use crate::random::Random;

/// How long a scan of the controller lasts, in milliseconds.
pub(crate) const SCAN_MS: i64 = 10;
/// Presets are no longer than that.
const LONGEST_MS: i64 = 4_000;

/// A tag that the script may change.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    pub(crate) name: String,
    /// What it may be.
    pub(crate) values: Vec<Scalar>,
}

/// A controller and the values of its tags.
#[derive(Clone)]
pub(crate) struct Plant<'a> {
    bound: Bound<'a>,
    pub(crate) values: BTreeMap<String, Scalar>,
    pub(crate) scans: i64,
}

/// What the script may change, and what the code writes.
pub(crate) struct Layout {
    pub(crate) inputs: Vec<Input>,
    /// Bits that the code writes.
    pub(crate) outputs: Vec<(PlaceId, String)>,
}

fn milliseconds(at: i64) -> Timestamp {
    Timestamp::from_millisecond(1_790_000_000_000 + at).expect("a time")
}

/// The time of a scan.
pub(crate) fn time(scan: i64) -> Timestamp {
    milliseconds(scan * SCAN_MS)
}

impl<'a> Plant<'a> {
    /// A controller that has just begun, with the values of its project.
    pub(crate) fn new(logic: Logic<'a>, random: &mut Random) -> (Self, Layout) {
        let index = logic.index;
        let mut places: BTreeMap<String, PlaceId> = BTreeMap::new();
        for place in index.places.ids().filter(|place| is_named(index, *place)) {
            places.insert(logic.place(place), place);
        }
        // Members of instances that no code names from outside.
        let inner: Vec<(String, PlaceId)> = index
            .places
            .ids()
            .filter_map(|place| {
                let text = logic.place(place);
                Some((text.split_once('#')?.1.to_owned(), place))
            })
            .collect();
        let mut bound = Bound::new(logic);
        let mut values = declared(logic, &places);
        // Which names the machine asks for, and which it writes.
        let asked = RefCell::new(BTreeSet::new());
        let written: RefCell<HashSet<String>> = RefCell::default();
        for scan in 0..3 {
            let get = |values: &BTreeMap<String, Scalar>, name: &str| {
                asked.borrow_mut().insert(name.to_owned());
                values.get(name).cloned()
            };
            if scan == 0 {
                bound.begin(&values, get);
            }
            bound.scan(SCAN_MS, &mut values, get, |values, name, value| {
                written.borrow_mut().insert(name.to_owned());
                values.insert(name.to_owned(), value.clone());
            });
            let names: Vec<String> =
                asked.borrow().iter().chain(written.borrow().iter()).cloned().collect();
            for name in names {
                if let Some((_, part)) = name.split_once('.')
                    && let Some((_, place)) = inner.iter().find(|(text, _)| text == part)
                {
                    places.entry(name.clone()).or_insert(*place);
                }
                let Some(place) = places.get(&name) else { continue };
                if !values.contains_key(&name)
                    && let Some(zero) = zero(logic, *place, &name)
                {
                    values.insert(name, zero);
                }
            }
        }
        let (asked, written) = (asked.into_inner(), written.into_inner());
        for (name, value) in &mut values {
            let part = name.rsplit('.').next().unwrap_or_default().to_uppercase();
            if ["PRE", "PT"].contains(&part.as_str()) && !written.contains(name) {
                let longest = if random.below(2) == 0 { 500 } else { LONGEST_MS };
                match value {
                    Scalar::Int(0) => *value = Scalar::Int(200 + 100 * number(random.below(20))),
                    Scalar::Int(preset) => *preset = (*preset).min(longest),
                    _ => {}
                }
            }
        }
        let inputs = asked.iter().filter(|name| !written.contains(*name));
        let inputs = inputs.filter_map(|name| {
            let place = *places.get(name)?;
            let is_part = index
                .places
                .children(place)
                .iter()
                .any(|it| !matches!(index.places.step(*it), Step::Bit(_) | Step::Slice(..)));
            let part = name.rsplit('.').next().unwrap_or_default().to_uppercase();
            let fixed = [
                "PRE", "PT", "LEN", "POS", "ACC", "ET", "PV", "CV", "DN", "Q", "TT", "EN", "CU",
                "CD",
            ];
            if is_part || fixed.contains(&part.as_str()) || index.canonical(place) != place {
                return None;
            }
            let values = choices(logic, place)?;
            Some(Input { name: name.clone(), values })
        });
        let inputs: Vec<Input> = inputs.collect();
        let outputs = written.iter().filter_map(|name| {
            let place = *places.get(name)?;
            (types::is_bit(logic.project, index, place) == Some(true))
                .then(|| (place, name.clone()))
        });
        let mut outputs: Vec<_> = outputs.collect();
        outputs.sort();
        (Self { bound, values, scans: 0 }, Layout { inputs, outputs })
    }

    /// One scan.
    pub(crate) fn scan(&mut self) {
        let get = |values: &BTreeMap<String, Scalar>, name: &str| values.get(name).cloned();
        self.bound.scan(SCAN_MS, &mut self.values, get, |values, name, value| {
            if let Some(old) = values.get_mut(name) {
                *old = like(old, value);
            } else {
                values.insert(name.to_owned(), value.clone());
            }
        });
        self.scans += 1;
    }

    /// What the bridge reads.
    pub(crate) fn read(&self, into: &mut PastSamples) {
        let values = self.values.iter();
        let values = values.map(|(name, value)| (name.as_str(), PastValue::Good(value.clone())));
        into.scan(time(self.scans), values);
    }
}

fn number(value: usize) -> i64 {
    i64::try_from(value).expect("small")
}

fn like(old: &Scalar, value: &Scalar) -> Scalar {
    match (old, value) {
        (Scalar::Bool(_), value) => value.bit().map_or(value.clone(), Scalar::Bool),
        (Scalar::Real(_), value) => value.number().map_or(value.clone(), Scalar::Real),
        _ => value.clone(),
    }
}

/// What tags begin with.
fn declared(logic: Logic<'_>, places: &BTreeMap<String, PlaceId>) -> BTreeMap<String, Scalar> {
    let mut values = BTreeMap::new();
    let mut put = |name: &str, text: &str| {
        let Some(place) = places.get(name) else { return };
        let is_bit = types::is_bit(logic.project, logic.index, *place) == Some(true);
        let value = match text.trim().parse::<i64>() {
            Ok(whole) if is_bit => Scalar::Bool(whole != 0),
            Ok(whole) if types::is_whole(logic.project, logic.index, *place) => Scalar::Int(whole),
            Ok(_) | Err(_) => match (text.trim().to_lowercase().as_str(), text.trim().parse()) {
                ("true", _) => Scalar::Bool(true),
                ("false", _) => Scalar::Bool(false),
                (_, Ok(real)) => Scalar::Real(real),
                _ => return,
            },
        };
        values.insert(name.to_owned(), value);
    };
    for tag in &logic.project.tags {
        match &tag.initial {
            Some(Initial::Scalar(text)) => put(&tag.name, text),
            Some(Initial::Parts(parts)) => {
                for (part, text) in parts {
                    put(&format!("{}{part}", tag.name), text);
                }
            }
            None => {}
        }
    }
    values
}

fn zero(logic: Logic<'_>, place: PlaceId, name: &str) -> Option<Scalar> {
    let zero = types::zero(logic.project, logic.index, place);
    let part = name.rsplit('.').next().unwrap_or_default();
    zero.or_else(|| ["PRE", "ACC"].contains(&part).then_some(Scalar::Int(0)))
}

/// The values that a script gives a tag: of a number those that the code compares it with, and those around.
fn choices(logic: Logic<'_>, place: PlaceId) -> Option<Vec<Scalar>> {
    let index = logic.index;
    if types::is_bit(logic.project, index, place) == Some(true) {
        return Some(vec![Scalar::Bool(false), Scalar::Bool(true)]);
    }
    let is_whole = types::is_whole(logic.project, index, place);
    let is_real = types::name_of(logic.project, index, place)
        .is_some_and(|it| ["REAL", "LREAL"].contains(&it.to_uppercase().as_str()));
    if !is_whole && !is_real {
        return None;
    }
    let mut numbers = vec![0.0, 1.0, 2.0, 5.0, 20.0, 90.0];
    let mut seen = HashSet::new();
    for (_, unit) in index.units() {
        for id in unit.statements.clone().map(tagbridge_logic::StatementId) {
            let mut left = vec![index.statement(id).guard];
            while let Some(id) = left.pop() {
                if !seen.insert(id) {
                    continue;
                }
                if let Expr::Compare(_, one, other) = index.exprs.get(id) {
                    for (own, with) in [(one, other), (other, one)] {
                        let is_own = matches!(index.exprs.get(own), Expr::Ref(it) if index.canonical(it) == place);
                        if let (true, Expr::Const(constant)) = (is_own, index.exprs.get(with))
                            && !matches!(constant, Constant::Text(_))
                            && let Some(number) = constant.scalar().and_then(|it| it.number())
                        {
                            numbers.extend([number - 1.0, number, number + 1.0]);
                        }
                    }
                }
                left.extend(index.exprs.children(id));
            }
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "small")]
    let scalar = |it: f64| if is_whole { Scalar::Int(it as i64) } else { Scalar::Real(it) };
    let mut values: Vec<Scalar> = numbers.into_iter().map(scalar).collect();
    values.dedup();
    Some(values)
}
