//! The meanings of names in code, and their current values.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use serde_json::Value;
use tagbridge_api::hmi::{Quality as ApiQuality, TagValue};
use tagbridge_bridge::LiveView;
use tagbridge_logic::{
    Index, Logic, NameId, PlaceId, RoutineId, UnitId,
    expr::{Scalar, Values},
    why::is_named,
};
use tagbridge_project::{Project, Symbols};

use crate::{
    parts::TagPath,
    table::quality,
    text::short,
    time::{millis, small},
    view::{CodeName, LiveCode},
};

/// The values for the display of code.
#[derive(Clone, Copy)]
pub(crate) struct DisplayedValues<'a> {
    /// The newest scan, if it is not too old.
    pub(crate) view: Option<&'a LiveView>,
    pub(crate) symbols: &'a Symbols,
    /// Whether all values are from that scan: rate groups are read at different times.
    pub(crate) is_one_scan: bool,
    /// Why there are no values.
    pub(crate) unread: Option<&'static str>,
}

impl DisplayedValues<'_> {
    /// The readings of a tag, with the controller's name of its type.
    pub(super) fn read(&self, tag: &str) -> Option<TagValue> {
        let tags = &self.view?.tags;
        let way = TagPath::to(tag, tags, Some(self.symbols)).or_else(|| {
            let canonical = self.symbols.find_without_hint(tag).ok()?.name();
            TagPath::to(&canonical, tags, Some(self.symbols))
        })?;
        let value = way.value(tags)?.into_owned();
        let symbol = || self.symbols.find_without_hint(tag).ok();
        let symbol = if value.type_name.is_empty() { symbol() } else { None };
        let type_name = way.type_name(&value, symbol.as_ref());
        Some(TagValue { type_name, ..value })
    }
}

/// The names of a routine's code.
pub(super) struct CodeNames<'a> {
    logic: Logic<'a>,
    units: Vec<(u32, UnitId)>,
    shown: DisplayedValues<'a>,
    /// The places of the current rung, by their names in the code.
    places: HashMap<&'a str, PlaceId>,
    read: BTreeSet<String>,
    unreadable: BTreeSet<String>,
    missing: BTreeSet<String>,
}

/// The current values of an index's operands.
pub(super) struct LiveOperands<'a> {
    logic: Logic<'a>,
    shown: DisplayedValues<'a>,
}

impl<'a> LiveOperands<'a> {
    pub(super) fn new(project: &'a Project, index: &'a Index, shown: DisplayedValues<'a>) -> Self {
        Self { logic: Logic::new(project, index), shown }
    }
}

impl Values for LiveOperands<'_> {
    /// Stale values, and values of a controller that executes no program, are not current. Integers
    /// above 2^53 are text, and are not compared.
    fn value(&self, place: PlaceId) -> Option<Scalar> {
        let read = self.shown.read(&self.logic.place(place))?;
        if read.quality != ApiQuality::Good {
            return None;
        }
        match scalar(&read.value)? {
            Scalar::Text(_) => None,
            value => Some(value),
        }
    }

    fn text(&self, name: NameId) -> &str {
        self.logic.index.names.text(name)
    }
}

/// A value in the types of the logic; `None` for a structure, an array or a missing value.
pub(crate) fn scalar(value: &Value) -> Option<Scalar> {
    match value {
        Value::Bool(bit) => Some(Scalar::Bool(*bit)),
        Value::Number(number) => match number.as_i64() {
            Some(number) => Some(Scalar::Int(number)),
            None => number.as_f64().map(Scalar::Real),
        },
        Value::String(text) => Some(Scalar::Text(text.as_str().into())),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Converts a value of the logic to text for a screen.
pub(crate) fn written(value: &Scalar) -> String {
    match value {
        Scalar::Bool(bit) => bit.to_string(),
        Scalar::Int(number) => number.to_string(),
        Scalar::Real(number) => number.to_string(),
        Scalar::Text(text) => text.to_string(),
    }
}

impl<'a> CodeNames<'a> {
    pub(super) fn new(logic: Logic<'a>, routine: RoutineId, shown: DisplayedValues<'a>) -> Self {
        let units = logic.index.units().filter(|(_, unit)| unit.routine == routine);
        let units = units.map(|(id, unit)| (unit.rung.unwrap_or_default(), id)).collect();
        let places = HashMap::new();
        let [read, unreadable, missing] = [const { BTreeSet::new() }; 3];
        Self { logic, units, shown, places, read, unreadable, missing }
    }

    /// Whether values are displayed.
    pub(super) fn is_live(&self) -> bool {
        self.shown.view.is_some()
    }

    /// Selects the rung of the following names.
    pub(super) fn look_at(&mut self, rung: u32) {
        self.places.clear();
        for (_, unit) in self.units.iter().filter(|(at, _)| *at == rung) {
            let text = self.logic.text(*unit);
            for reference in self.logic.index.refs_of(*unit) {
                if let Some(written) = text.get(reference.span().range()) {
                    self.places.insert(written, reference.place);
                }
            }
        }
    }

    /// The names of the whole text, in order.
    pub(super) fn look_at_text(&self) -> Vec<(Range<usize>, PlaceId)> {
        let refs = self.units.iter().flat_map(|(_, unit)| self.logic.index.refs_of(*unit));
        let mut spans: Vec<_> = refs.map(|it| (it.span().range(), it.place)).collect();
        // Of two names with the same start, the longer one contains the other.
        spans.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        spans
    }

    /// A name in the text, with its value.
    pub(super) fn name(&mut self, written: &str) -> CodeName {
        match self.places.get(written) {
            Some(place) => self.of_place(*place, written),
            None => CodeName { text: written.to_owned(), ..CodeName::default() },
        }
    }

    /// A place of the project, with its name in the code.
    pub(super) fn of_place(&mut self, place: PlaceId, written: &str) -> CodeName {
        let text = written.to_owned();
        if !is_named(self.logic.index, place) {
            return CodeName { text, ..CodeName::default() };
        }
        let tag = self.logic.place(place);
        self.of_tag(text, tag)
    }

    /// A member of a name, with its value; `None` if the name is not read.
    pub(super) fn member(&mut self, of: &CodeName, member: &str) -> Option<CodeName> {
        of.quality?;
        let tag = format!("{}.{member}", of.tag.as_ref()?);
        let name = self.of_tag(format!("{}.{member}", of.text), tag);
        name.quality.is_some().then_some(name)
    }

    /// Returns a tag with its value; without one if the tag is not read.
    fn of_tag(&mut self, text: String, tag: String) -> CodeName {
        let Some(now) = self.now(&tag) else {
            return CodeName { text, tag: Some(tag), ..CodeName::default() };
        };
        // A structure has members with values, but no value itself.
        let value = (!now.value.is_object()).then(|| short(&now.value));
        let quality = Some(quality(now.quality));
        let type_name = now.type_name.to_string();
        CodeName { text, tag: Some(tag), value, type_name, quality }
    }

    fn now(&mut self, tag: &str) -> Option<TagValue> {
        self.shown.view?;
        let value = self.shown.read(tag);
        match &value {
            Some(it) if it.quality == ApiQuality::Good => self.read.insert(tag.to_owned()),
            Some(_) => self.unreadable.insert(tag.to_owned()),
            None => self.missing.insert(tag.to_owned()),
        };
        value
    }

    /// The number of read names, and of all names that could be read.
    pub(super) fn summary(self) -> Option<LiveCode> {
        let view = self.shown.view?;
        let read = small(self.read.len());
        Some(LiveCode {
            scan_at: millis(view.timestamp),
            read,
            of: read + small(self.unreadable.len()) + small(self.missing.len()),
            is_one_scan: self.shown.is_one_scan,
            missing: self.missing.into_iter().collect(),
        })
    }
}
