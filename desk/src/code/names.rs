//! What names in code mean, and what they are now.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use serde_json::Value;
use tagbridge_api::hmi::Quality as ApiQuality;
use tagbridge_bridge::LiveView;
use tagbridge_logic::{Logic, PlaceId, RoutineId, UnitId, why::is_named};
use tagbridge_project::Symbols;

use crate::{
    parts::Way,
    table::quality,
    text::short,
    time::{millis, small},
    view::{CodeName, LiveCode},
};

/// The values that code is shown with.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    /// Of the newest scan, where it is read in time.
    pub(crate) view: Option<&'a LiveView>,
    pub(crate) symbols: &'a Symbols,
    /// Whether all of them are of that scan: rate groups are read at times of their own.
    pub(crate) is_one_scan: bool,
    /// Why there are none.
    pub(crate) unread: Option<&'static str>,
}

/// The names of a routine's code.
pub(super) struct Written<'a> {
    logic: Logic<'a>,
    units: Vec<(u32, UnitId)>,
    shown: Shown<'a>,
    /// Of the rung that is looked at: what is meant by what is written.
    places: HashMap<&'a str, PlaceId>,
    read: BTreeSet<String>,
    unreadable: BTreeSet<String>,
    missing: BTreeSet<String>,
}

/// What a name has now.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Now {
    Value(Value),
    Unknown,
}

impl<'a> Written<'a> {
    pub(super) fn new(logic: Logic<'a>, routine: RoutineId, shown: Shown<'a>) -> Self {
        let units = logic.index.units().filter(|(_, unit)| unit.routine == routine);
        let units = units.map(|(id, unit)| (unit.rung.unwrap_or_default(), id)).collect();
        let places = HashMap::new();
        let [read, unreadable, missing] = [const { BTreeSet::new() }; 3];
        Self { logic, units, shown, places, read, unreadable, missing }
    }

    /// Whether values are shown.
    pub(super) fn is_live(&self) -> bool {
        self.shown.view.is_some()
    }

    /// From now on names are those of this rung.
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

    /// What the whole text names, in order.
    pub(super) fn look_at_text(&self) -> Vec<(Range<usize>, PlaceId)> {
        let refs = self.units.iter().flat_map(|(_, unit)| self.logic.index.refs_of(*unit));
        let mut spans: Vec<_> = refs.map(|it| (it.span().range(), it.place)).collect();
        // Of two that begin together the longer one holds the other.
        spans.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        spans
    }

    /// What is written somewhere, with its value.
    pub(super) fn name(&mut self, written: &str) -> CodeName {
        match self.places.get(written) {
            Some(place) => self.of_place(*place, written),
            None => CodeName { text: written.to_owned(), ..CodeName::default() },
        }
    }

    /// A place of the project, as it is written here.
    pub(super) fn of_place(&mut self, place: PlaceId, written: &str) -> CodeName {
        let text = written.to_owned();
        if !is_named(self.logic.index, place) {
            return CodeName { text, ..CodeName::default() };
        }
        let tag = self.logic.place(place);
        let Some(now) = self.now(&tag) else {
            return CodeName { text, tag: Some(tag), ..CodeName::default() };
        };
        let (value, quality) = (Some(short(&now.value)), Some(quality(now.quality)));
        let type_name = now.type_name.to_string();
        CodeName { text, tag: Some(tag), value, type_name, quality }
    }

    /// What it is now, for who asks whether current flows: a literal is itself.
    pub(super) fn value(&mut self, name: &CodeName) -> Now {
        let Some(tag) = &name.tag else {
            let literal = name.text.trim().parse::<f64>().ok().filter(|_| self.is_live());
            return literal.map_or(Now::Unknown, |it| Now::Value(it.into()));
        };
        match self.now(&tag.clone()) {
            // What is stale, or of a controller that executes nothing, says nothing of now.
            Some(it) if it.quality == ApiQuality::Good => Now::Value(it.value),
            _ => Now::Unknown,
        }
    }

    fn now(&mut self, tag: &str) -> Option<tagbridge_api::hmi::TagValue> {
        let view = self.shown.view?;
        let symbols = Some(self.shown.symbols);
        let found = Way::to(tag, &view.tags, symbols).or_else(|| {
            let canonical = self.shown.symbols.find_without_hint(tag).ok()?.name();
            Way::to(&canonical, &view.tags, symbols)
        });
        let value = found.and_then(|way| {
            let value = way.value(&view.tags)?.into_owned();
            let symbol = || self.shown.symbols.find_without_hint(tag).ok();
            let symbol = if value.type_name.is_empty() { symbol() } else { None };
            let type_name = way.type_name(&value, symbol.as_ref());
            Some(tagbridge_api::hmi::TagValue { type_name, ..value })
        });
        match &value {
            Some(it) if it.quality == ApiQuality::Good => self.read.insert(tag.to_owned()),
            Some(_) => self.unreadable.insert(tag.to_owned()),
            None => self.missing.insert(tag.to_owned()),
        };
        value
    }

    /// How much of what could be read was.
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

impl Now {
    /// Whether it is on.
    pub(super) fn bit(&self) -> Option<bool> {
        match self {
            Self::Value(Value::Bool(it)) => Some(*it),
            _ => None,
        }
    }

    /// What it is as a number that can be compared. Integers beyond 2^53, which travel as text, would
    /// be compared by what a floating-point number keeps of them.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Value(Value::Number(it)) => it.as_f64(),
            Self::Value(_) | Self::Unknown => None,
        }
    }
}
