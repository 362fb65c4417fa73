use std::{cell::RefCell, collections::HashMap};

use tagbridge_project::Project;

use tagbridge_code::Width;
use tagbridge_logic::{
    Index, Logic, NameId, PlaceId, Step, UnitId,
    expr::{Arithmetic, ExprId, Scalar, Values},
    types,
};

use crate::function;

/// The values of all places.
#[derive(Clone)]
pub(crate) struct Memory<'a> {
    pub(crate) project: &'a Project,
    pub(crate) index: &'a Index,
    /// The widths of places, cached.
    pub(crate) widths: RefCell<HashMap<PlaceId, Option<Width>>>,
    pub(crate) now: HashMap<PlaceId, Scalar>,
    pub(crate) before: HashMap<PlaceId, Scalar>,
    pub(crate) timers: HashMap<PlaceId, i64>,
    /// The results of functions in this scan, with their arguments.
    returned: Vec<(NameId, Vec<Scalar>, Scalar)>,
    /// The position of the executed statement.
    pub(crate) at: u32,
    earlier: EarlierValues,
}

/// When code reads its places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Reads {
    /// In the order of execution: a text, whose branches are evaluated when they are reached.
    #[default]
    AsWritten,
    /// In the order of the unit's text: a contact before a coil reads the value before it.
    InOrder,
    /// At the beginning of the routine: input references of a diagram.
    AtFirst,
}

/// The values before the writes since the beginning of a unit or a routine.
#[derive(Debug, Clone, Default)]
pub(crate) struct EarlierValues {
    unit: Option<UnitId>,
    reads: Reads,
    values: HashMap<PlaceId, EarlierValue>,
}

/// The value of a place before its first write, and the positions of its first and last write.
#[derive(Debug, Clone)]
struct EarlierValue {
    value: Option<Scalar>,
    first: u32,
    last: u32,
}

impl<'a> Memory<'a> {
    pub(crate) fn new(logic: Logic<'a>) -> Self {
        let Logic { project, index } = logic;
        let (now, before, timers) = (HashMap::new(), HashMap::new(), HashMap::new());
        let (returned, earlier) = (Vec::new(), EarlierValues::default());
        let widths = RefCell::default();
        Self { project, index, widths, now, before, timers, returned, at: 0, earlier }
    }

    /// Begins a scan.
    pub(crate) fn begin(&mut self) {
        self.before = self.now.clone();
        self.returned.clear();
    }

    /// Records the result of a function.
    pub(crate) fn returns(&mut self, name: NameId, given: Vec<Scalar>, value: Scalar) {
        self.returned.retain(|(of, for_these, _)| *of != name || *for_these != given);
        self.returned.push((name, given, value));
    }

    /// The place whose memory it uses.
    pub(crate) fn place_of(&self, place: PlaceId) -> PlaceId {
        self.index.canonical(place)
    }

    /// The name of a place's type.
    pub(crate) fn type_of(&self, place: PlaceId) -> Option<String> {
        types::name_of(self.project, self.index, place).map(|name| name.to_uppercase())
    }

    /// A member by its name in the code.
    pub(crate) fn pin(&self, of: PlaceId, name: NameId) -> Option<PlaceId> {
        self.index.places.find(Some(of), Step::Member(name))
    }

    /// Whether a name has this spelling, in any case.
    pub(crate) fn is_called(&self, name: NameId, text: &str) -> bool {
        self.index.names.text(name).eq_ignore_ascii_case(text)
    }

    /// Begins a unit, or a routine that reads its inputs at the beginning.
    pub(crate) fn enter(&mut self, unit: UnitId, reads: Reads) {
        self.earlier = EarlierValues { unit: Some(unit), reads, values: HashMap::new() };
    }

    /// Leaves a unit to execute a callee.
    pub(crate) fn leave(&mut self) -> EarlierValues {
        std::mem::take(&mut self.earlier)
    }

    /// Continues a unit.
    pub(crate) fn enter_again(&mut self, earlier: EarlierValues) {
        self.earlier = earlier;
    }

    /// Sets or removes the value of a place, and records the old value.
    pub(crate) fn write(&mut self, place: PlaceId, value: Option<Scalar>) {
        let old = match value {
            Some(value) => self.now.insert(place, value),
            None => self.now.remove(&place),
        };
        if self.earlier.reads != Reads::AsWritten {
            let at = self.at;
            let before = self.earlier.values.entry(place);
            before.or_insert(EarlierValue { value: old, first: at, last: at }).last = at;
        }
    }

    /// Sets a place of a block to its value in the current instance, and to its value before this
    /// scan.
    pub(crate) fn bring(&mut self, place: PlaceId, value: Option<Scalar>, before: Option<Scalar>) {
        let own = self.index.canonical(place);
        if own != place && value.is_none() {
            return;
        }
        for (values, value) in [(&mut self.now, value), (&mut self.before, before)] {
            match value {
                Some(value) => values.insert(own, value),
                None => values.remove(&own),
            };
        }
    }

    /// Exchanges the timers for those of an instance.
    pub(crate) fn swap_timers(&mut self, timers: &mut HashMap<PlaceId, i64>) {
        std::mem::swap(&mut self.timers, timers);
    }

    /// The value that the current statement reads from a place.
    fn read(&self, place: PlaceId) -> Option<Scalar> {
        let now = || self.now.get(&place).cloned();
        let (Some(before), Some(unit)) = (self.earlier.values.get(&place), self.earlier.unit)
        else {
            return now();
        };
        let refs = self.index.refs_of(unit).iter();
        let mut starts = refs
            .filter(|it| it.mode.reads() && self.index.canonical(it.place) == place)
            .map(|it| it.start);
        match self.earlier.reads {
            Reads::AtFirst if starts.next().is_some() => before.value.clone(),
            Reads::InOrder => {
                let starts: Vec<u32> = starts.collect();
                if starts.iter().all(|start| *start > before.last) {
                    now()
                } else {
                    let all_before = starts.iter().all(|start| *start < before.first);
                    all_before.then(|| before.value.clone()).flatten()
                }
            }
            _ => now(),
        }
    }

    pub(crate) fn get(&self, place: PlaceId) -> Option<&Scalar> {
        self.now.get(&self.index.canonical(place))
    }

    pub(crate) fn set(&mut self, place: PlaceId, value: Option<Scalar>) {
        let value = value.map(|value| self.converted_to_place(place, value));
        let whole = self.with_bit(place, value.as_ref());
        self.forget(place);
        if let Some((of, whole)) = whole {
            self.write(of, Some(whole));
        }
        self.write(self.index.canonical(place), value);
    }

    /// A whole number with one changed bit.
    fn with_bit(&self, place: PlaceId, value: Option<&Scalar>) -> Option<(PlaceId, Scalar)> {
        let place = self.index.canonical(place);
        let Step::Bit(bit) = self.index.places.step(place) else { return None };
        let of = self.index.places.parent(place)?;
        let (Scalar::Int(whole), on) = (self.now.get(&of)?, value?.bit()?) else { return None };
        let mask = 1_i64.checked_shl(bit.into())?;
        let changed = Scalar::Int(if on { whole | mask } else { whole & !mask });
        Some((of, self.converted_to_place(of, changed)))
    }

    /// A bit of a known whole number.
    fn bit(&self, place: PlaceId) -> Option<Scalar> {
        let place = self.index.canonical(place);
        let Step::Bit(bit) = self.index.places.step(place) else { return None };
        match self.read(self.index.places.parent(place)?)? {
            Scalar::Int(whole) => Some(Scalar::Bool(whole.checked_shr(bit.into())? & 1 == 1)),
            _ => None,
        }
    }

    /// Makes the value of a place unknown, and those of its parts and of the places that contain
    /// it.
    pub(crate) fn forget(&mut self, place: PlaceId) {
        let place = self.index.canonical(place);
        self.forget_parts(place);
        for part in self.index.places.path(place) {
            self.write(part, None);
        }
        // A computed index can be any element of the array.
        let Some(parent) = self.index.places.parent(place) else { return };
        if let Step::Index(name) | Step::Elements(name, _) = self.index.places.step(place) {
            let several = matches!(self.index.places.step(place), Step::Elements(..));
            let computed = several || self.index.places.indexes(name).iter().any(Option::is_none);
            for other in self.index.places.children(parent) {
                let Step::Index(other_name) = self.index.places.step(*other) else { continue };
                let indexes = self.index.places.indexes(other_name);
                if computed || indexes.iter().any(Option::is_none) {
                    self.forget_parts(*other);
                }
            }
        }
    }

    fn forget_parts(&mut self, place: PlaceId) {
        let mut left = vec![place];
        while let Some(at) = left.pop() {
            self.write(at, None);
            left.extend(self.index.places.children(at));
        }
    }

    pub(crate) fn part(&self, of: PlaceId, name: &str) -> Option<PlaceId> {
        let name = self.index.names.find(name)?;
        self.index.places.find(Some(of), Step::Member(name))
    }

    pub(crate) fn put(&mut self, of: PlaceId, name: &str, value: Option<Scalar>) {
        if let Some(part) = self.part(of, name) {
            self.write(part, value);
        }
    }
}

impl Values for Memory<'_> {
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        self.read(self.index.canonical(place)).or_else(|| self.bit(place))
    }

    fn text(&self, name: NameId) -> &str {
        self.index.names.text(name)
    }

    fn call(&self, callee: NameId, arguments: &[Scalar]) -> Option<Scalar> {
        let found =
            self.returned.iter().find(|(name, given, _)| *name == callee && given == arguments);
        let own = found.map(|(.., value)| value.clone());
        let name = self.index.names.text(callee);
        let mut blocks = self.project.blocks.iter();
        own.or_else(|| function::standard(name, arguments))
            .filter(|_| found.is_some() || !blocks.any(|it| it.name.eq_ignore_ascii_case(name)))
    }

    fn computed(
        &self,
        how: Arithmetic,
        of: &[ExprId],
        with: &[Scalar],
        value: Option<Scalar>,
    ) -> Option<Scalar> {
        value.map(|value| self.computed(how, of, value)).or_else(|| self.undefined(how, with))
    }

    fn before(&self, memory: PlaceId) -> Option<bool> {
        self.before.get(&self.index.canonical(memory)).and_then(Scalar::bit)
    }
}
