//! The parts of a tag's value: the members of a structure, the elements of an array, the bits of an
//! integer. One level at a time, by the project's types if they are known, otherwise by the value.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use serde_json::Value;
use tagbridge_api::hmi::{GroupedTags, Quality, TagValue};
use tagbridge_project::{Step as Written, Symbol, Symbols};

use crate::{
    comment::Comment,
    view::RowKind::{self, Array, Bits, Leaf, Structure},
};

/// Maximum number of displayed elements of an array; the number of the others is displayed.
pub(crate) const ELEMENTS: usize = 10_000;

/// The last good values of tags that have none now, with their times: displayed with their age.
pub(crate) type LastGood = HashMap<String, TagValue>;

/// The project's data of a tag.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct TagNote {
    pub(crate) comment: Comment,
    pub(crate) unit: String,
}

/// A part of a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    /// Its whole name in the platform's spelling.
    pub(crate) name: String,
    /// Its addition to the name of the whole, without a dot: `Speed`, `[3]`, `7`.
    pub(crate) label: String,
    pub(crate) type_name: String,
    pub(crate) note: TagNote,
    pub(crate) step: Step,
}

/// A step from a value to a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// A member of a structure.
    Member(String),
    /// An element of an array: its index from 0 in each dimension.
    Element(Vec<usize>),
    /// A bit of an integer; the lowest is 0.
    Bit(u8),
}

/// A tag of a session, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TagPath {
    /// The session's tag.
    pub(crate) tag: String,
    /// The steps from it to the part; empty for the tag itself.
    pub(crate) steps: Vec<Step>,
}

/// The kind of parts of a value, and their number.
pub(crate) fn kind(symbols: Option<&Symbols>, name: &str, of: &TagValue) -> (RowKind, usize) {
    match &of.value {
        Value::Object(members) => return (Structure, members.len()),
        Value::Array(_) => return (Array, dimensions(&of.value).iter().product()),
        Value::Null => {
            let symbol = symbols.and_then(|it| it.find_without_hint(name).ok());
            if let (Some(symbols), Some(symbol)) = (symbols, symbol) {
                let parts = symbols.parts(&symbol).len();
                if parts > 0 {
                    let is_array = !symbol.dimensions().is_empty();
                    return (if is_array { Array } else { Structure }, parts);
                }
            }
        }
        _ => {}
    }
    match bits(&of.type_name) {
        Some(bits) => (Bits, usize::from(bits)),
        None => (Leaf, 0),
    }
}

/// The parts of a value, one level down, and the number of further elements of an array.
pub(crate) fn parts(symbols: Option<&Symbols>, name: &str, of: &TagValue) -> (Vec<Part>, usize) {
    if let Some(symbols) = symbols
        && let Ok(symbol) = symbols.find_without_hint(name)
    {
        let found = declared(symbols, &symbol, name, &of.type_name);
        if !found.is_empty() {
            let counts = symbol.dimensions().iter().map(|it| it.count() as usize);
            return (found, counts.product::<usize>().saturating_sub(ELEMENTS));
        }
    }
    match &of.value {
        Value::Object(members) => {
            let member = |(label, value): (&String, &Value)| Part {
                name: format!("{name}.{label}"),
                label: label.clone(),
                type_name: type_of(value).to_owned(),
                note: TagNote::default(),
                step: Step::Member(label.clone()),
            };
            (members.iter().map(member).collect(), 0)
        }
        Value::Array(_) => {
            let counts = dimensions(&of.value);
            let element = of.type_name.split('[').next().unwrap_or_default();
            let all: usize = counts.iter().product();
            let part = |at| {
                let at = positions(&counts, at);
                let label =
                    format!("[{}]", at.iter().map(usize::to_string).collect::<Vec<_>>().join(","));
                Part {
                    name: format!("{name}{label}"),
                    label,
                    type_name: element.to_owned(),
                    note: TagNote::default(),
                    step: Step::Element(at),
                }
            };
            ((0..all.min(ELEMENTS)).map(part).collect(), all.saturating_sub(ELEMENTS))
        }
        _ => (bit_parts(None, name, &of.type_name), 0),
    }
}

/// The parts that the project declares; for an integer, its bits.
fn declared<'p>(symbols: &'p Symbols, of: &Symbol<'p>, name: &str, type_name: &str) -> Vec<Part> {
    let (own, parts) = (of.operand().len(), symbols.parts(of));
    if parts.is_empty() {
        let type_name = if bits(type_name).is_some() { type_name } else { of.type_name() };
        return bit_parts(Some(symbols), name, type_name);
    }
    let counts: Vec<usize> = of.dimensions().iter().map(|it| it.count() as usize).collect();
    let part = |(at, it): (usize, &Symbol<'p>)| {
        let added = it.operand().split_off(own);
        let step = match it.path.last() {
            Some(Written::Member(member)) => Step::Member((*member).to_owned()),
            _ => Step::Element(positions(&counts, at)),
        };
        let label = match &step {
            Step::Member(member) => member.clone(),
            _ => added.clone(),
        };
        Part {
            name: format!("{name}{added}"),
            label,
            type_name: typed(it),
            note: note(symbols, it),
            step,
        }
    };
    parts.iter().enumerate().map(part).collect()
}

fn bit_parts(symbols: Option<&Symbols>, name: &str, type_name: &str) -> Vec<Part> {
    // In the platform's spelling, if it is known from the project.
    let written = |bit: u8| {
        let symbols = symbols?;
        let symbol = symbols.find_without_hint(&format!("{name}.{bit}")).ok()?;
        let operand = symbol.operand();
        let added = operand.rsplit_once('.')?.1;
        Some((format!("{name}.{added}"), note(symbols, &symbol)))
    };
    let part = |bit: u8| {
        let (name, note) =
            written(bit).unwrap_or_else(|| (format!("{name}.{bit}"), TagNote::default()));
        Part {
            name,
            label: bit.to_string(),
            type_name: "BOOL".to_owned(),
            note,
            step: Step::Bit(bit),
        }
    };
    (0..bits(type_name).unwrap_or_default()).map(part).collect()
}

/// The project's data of a symbol.
pub(crate) fn note(symbols: &Symbols, of: &Symbol<'_>) -> TagNote {
    TagNote {
        comment: Comment::of(symbols.project(), of.comment),
        unit: of.unit.unwrap_or_default().to_owned(),
    }
}

/// A type with the sizes of an array, as controllers write it: `REAL[2,3]`.
fn typed(of: &Symbol<'_>) -> String {
    let sizes: Vec<String> = of.dimensions().iter().map(|it| it.count().to_string()).collect();
    let name = of.type_name();
    if sizes.is_empty() { name.to_owned() } else { format!("{name}[{}]", sizes.join(",")) }
}

impl TagPath {
    /// Resolves a name to one of these tags, or to a part of one. `None` if there is no such tag.
    pub(crate) fn to(name: &str, tags: &GroupedTags, symbols: Option<&Symbols>) -> Option<Self> {
        if tags.contains_key(name) {
            return Some(Self { tag: name.to_owned(), steps: Vec::new() });
        }
        let ends = name.char_indices().filter(|(_, it)| matches!(it, '.' | '['));
        let mut ends: Vec<usize> = ends.map(|(at, _)| at).collect();
        ends.reverse();
        let tag = ends.into_iter().map(|at| &name[..at]).find(|it| tags.contains_key(it))?;
        let (mut here, mut value) = (tag.to_owned(), tags[tag].clone());
        let mut steps = Vec::new();
        while here.len() < name.len() {
            let next = parts(symbols, &here, &value).0.into_iter().find(|it| {
                name.strip_prefix(it.name.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            })?;
            value = next.of(&value);
            here = next.name;
            steps.push(next.step);
        }
        Some(Self { tag: tag.to_owned(), steps })
    }

    /// Its value when its tag was last good.
    pub(crate) fn of_last(&self, was: &LastGood) -> Option<TagValue> {
        let of = was.get(&self.tag)?.clone();
        let tags = [(self.tag.clone(), of)].into_iter().collect();
        self.value(&tags).map(Cow::into_owned)
    }

    /// The type: the controller's name of it, otherwise the project's, otherwise derived from the
    /// value; empty if not known.
    pub(crate) fn type_name(&self, of: &TagValue, symbol: Option<&Symbol<'_>>) -> Arc<str> {
        match (symbol, &of.value) {
            _ if !of.type_name.is_empty() => Arc::clone(&of.type_name),
            (Some(symbol), _) => symbol.type_name().into(),
            _ if matches!(self.steps.last(), Some(Step::Bit(_))) => "BOOL".into(),
            (None, Value::Bool(_) | Value::String(_)) => type_of(&of.value).into(),
            (None, _) => Arc::default(),
        }
    }

    /// The value of a part; `None` if the tag is not among these.
    pub(crate) fn value<'t>(&self, tags: &'t GroupedTags) -> Option<Cow<'t, TagValue>> {
        let of = tags.get(&self.tag)?;
        if self.steps.is_empty() {
            return Some(Cow::Borrowed(of));
        }
        let mut value = Some(Cow::Borrowed(&of.value));
        for step in &self.steps {
            value = value.and_then(|it| step.of(&it).map(Cow::Owned));
        }
        Some(Cow::Owned(with(of, value.map(Cow::into_owned), Arc::default())))
    }
}

impl Part {
    /// The part's value within the value of the whole.
    pub(crate) fn of(&self, whole: &TagValue) -> TagValue {
        with(whole, self.step.of(&whole.value), self.type_name.as_str().into())
    }
}

impl Step {
    fn of(&self, whole: &Value) -> Option<Value> {
        match self {
            Self::Member(name) => {
                let members = whole.as_object()?;
                let same = || members.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
                members.get(name).or_else(|| same().map(|(_, it)| it)).cloned()
            }
            Self::Element(at) => {
                at.iter().try_fold(whole, |it, at| it.as_array()?.get(*at)).cloned()
            }
            Self::Bit(bit) => Some(Value::Bool(integer(whole)? >> bit & 1 == 1)),
        }
    }
}

/// A part is read with the whole, and has its quality; a missing part has no value.
fn with(whole: &TagValue, value: Option<Value>, type_name: Arc<str>) -> TagValue {
    TagValue {
        quality: if value.is_none() { Quality::Bad } else { whole.quality },
        reason: whole.reason,
        value: value.unwrap_or_default(),
        type_name,
        timestamp: whole.timestamp,
    }
}

/// An integer, which is transmitted as text if JavaScript cannot represent it exactly.
fn integer(value: &Value) -> Option<i128> {
    match value {
        Value::Number(it) => it.as_i64().map(i128::from).or_else(|| it.as_u64().map(i128::from)),
        Value::String(text) if text.len() <= 20 => text.parse().ok(),
        _ => None,
    }
}

/// Number of bits of an integer or a bit string.
pub(crate) fn bits(type_name: &str) -> Option<u8> {
    Some(match type_name.to_ascii_uppercase().as_str() {
        "SINT" | "USINT" | "BYTE" | "SBYTE" => 8,
        "INT" | "UINT" | "WORD" | "INT16" | "UINT16" => 16,
        "DINT" | "UDINT" | "DWORD" | "INT32" | "UINT32" => 32,
        "LINT" | "ULINT" | "LWORD" | "INT64" | "UINT64" => 64,
        _ => return None,
    })
}

/// Number of elements in each dimension: arrays in arrays are one array.
fn dimensions(value: &Value) -> Vec<usize> {
    let mut counts = Vec::new();
    let mut at = value;
    while let Value::Array(elements) = at {
        counts.push(elements.len());
        let Some(first) = elements.first() else { break };
        at = first;
    }
    counts
}

/// The index in each dimension of an element; the last dimension varies fastest.
fn positions(counts: &[usize], at: usize) -> Vec<usize> {
    let mut rest = at;
    let mut positions: Vec<usize> = counts
        .iter()
        .rev()
        .map(|count| {
            let count = (*count).max(1);
            let at = rest % count;
            rest /= count;
            at
        })
        .collect();
    positions.reverse();
    positions
}

/// The type of a JSON value.
fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "BOOL",
        Value::String(_) => "STRING",
        Value::Number(it) if it.is_f64() => "REAL",
        _ => "",
    }
}

#[cfg(test)]
mod tests;
