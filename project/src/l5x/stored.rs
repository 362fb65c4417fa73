//! Start values that the file only has in L5K form or as raw bytes.

use std::collections::{BTreeMap, HashMap};

use super::{built_in, data::is_zero, tree::Element, types::type_use};
use crate::{Initial, TypeUse, expand::count, values};

/// The parts of the types in a file in L5K form, by name in lower case.
#[derive(Default)]
pub(super) struct Layouts(HashMap<String, Layout>);

enum Layout {
    Text,
    Structure(Vec<StoredMember>),
    /// An add-on instruction, whose other bits have no known order.
    Instruction(Vec<StoredMember>),
}

struct StoredMember {
    name: String,
    type_use: TypeUse,
    /// Whether it has no name in code: a host of bits.
    is_hidden: bool,
    /// The members that are its bits.
    bits: Vec<(String, u32)>,
}

/// Built-in structures: their bits from the highest one of the first value, and the values after it.
const STATUS: [(&str, &str, [&str; 2]); 3] = [
    ("TIMER", "EN TT DN", ["PRE", "ACC"]),
    ("COUNTER", "CU CD DN OV UN", ["PRE", "ACC"]),
    ("CONTROL", "EN EU DN EM ER UL IN FD", ["LEN", "POS"]),
];

impl Layouts {
    /// Only the built-in types.
    pub(super) fn new() -> Self {
        let member = |name: &str, is_hidden, bits| StoredMember {
            name: name.to_owned(),
            type_use: TypeUse::scalar("DINT"),
            is_hidden,
            bits,
        };
        let status = STATUS.iter().map(|(name, bits, values)| {
            let bits = bits.split(' ').zip((0..32).rev()).map(|(it, bit)| (it.to_owned(), bit));
            let mut members = vec![member("", true, bits.collect())];
            members.extend(values.iter().map(|it| member(it, false, Vec::new())));
            (name.to_ascii_lowercase(), Layout::Structure(members))
        });
        Self(status.chain([("string".to_owned(), Layout::Text)]).collect())
    }

    /// Adds a `DataType` element.
    pub(super) fn add(&mut self, element: Element<'_, '_>) {
        let mut members: Vec<StoredMember> = Vec::new();
        for member in element.within("Members", "Member") {
            let (name, kind) = (member.owned("Name"), member.owned("DataType"));
            if kind.eq_ignore_ascii_case("BIT") {
                let host = member.owned("Target");
                let bit = member.attribute("BitNumber").and_then(|bit| bit.parse().ok());
                let host = members.iter_mut().find(|it| it.name == host);
                if let (Some(host), Some(bit)) = (host, bit) {
                    host.bits.push((name, bit));
                }
            } else {
                let type_use = type_use(kind, member.attribute("Dimension").as_deref());
                let is_hidden = member.is("Hidden", "true");
                members.push(StoredMember { name, type_use, is_hidden, bits: Vec::new() });
            }
        }
        let is_text = element.is("Family", "StringFamily");
        let layout = if is_text { Layout::Text } else { Layout::Structure(members) };
        self.0.entry(element.owned("Name").to_ascii_lowercase()).or_insert(layout);
    }

    /// Adds an `AddOnInstructionDefinition` element: the bits are in the first value, then the other
    /// parameters and local tags follow. Parameters that refer to other tags have no value.
    pub(super) fn add_instruction(&mut self, element: Element<'_, '_>) {
        let member = |it: Element<'_, '_>, is_hidden| StoredMember {
            name: it.owned("Name"),
            type_use: type_use(it.owned("DataType"), it.attribute("Dimensions").as_deref()),
            is_hidden,
            bits: Vec::new(),
        };
        let is_bit = |it: &StoredMember| it.type_use == TypeUse::scalar("BOOL");
        let parameters = element.within("Parameters", "Parameter");
        let parameters =
            parameters.filter(|it| !it.is("Usage", "InOut") && !it.is("TagType", "Alias"));
        let locals = element.within("LocalTags", "LocalTag").map(|it| member(it, true));
        let values = parameters.map(|it| member(it, false)).chain(locals).filter(|it| !is_bit(it));
        let bits = [("EnableIn".to_owned(), 0), ("EnableOut".to_owned(), 1)].to_vec();
        let type_use = TypeUse::scalar("DINT");
        let host = StoredMember { name: String::new(), type_use, is_hidden: true, bits };
        let members = std::iter::once(host).chain(values).collect();
        let key = element.owned("Name").to_ascii_lowercase();
        self.0.entry(key).or_insert(Layout::Instruction(members));
    }

    fn of(&self, kind: &str) -> Option<&Layout> {
        self.0.get(&kind.to_ascii_lowercase())
    }

    /// The start value of a tag whose data has neither of the usual forms. Returns an error if the
    /// form or the type cannot be read.
    pub(super) fn initial(
        &self,
        element: Element<'_, '_>,
        list: &'static str,
        type_use: &TypeUse,
    ) -> Result<Option<Initial>, ()> {
        let stored = |format: Option<&str>| {
            let mut data = element.named(list);
            data.find(|it| it.attribute("Format").as_deref() == format).map(Element::text)
        };
        let mut parts = BTreeMap::new();
        if let Some(text) = stored(Some("L5K")) {
            let list = List::parse(text).ok_or(())?;
            self.split(&list, type_use, "", &mut parts).ok_or(())?;
        } else if let Some(text) = stored(None).filter(|it| !it.is_empty()) {
            let count = usize::try_from(count(&type_use.dimensions)).map_err(|_| ())?;
            let is_text = matches!(self.of(&type_use.name), Some(Layout::Text));
            let all = raw(text, &type_use.name, count, is_text).ok_or(())?;
            for (index, value) in (0..).zip(all) {
                keep(values::operand(&type_use.dimensions, index), value, &mut parts);
            }
        } else {
            return Ok(None);
        }
        if type_use.dimensions.is_empty()
            && matches!(self.of(&type_use.name), None | Some(Layout::Text))
        {
            return Ok(parts.remove("").map(Initial::Scalar));
        }
        Ok((!parts.is_empty()).then_some(Initial::Parts(parts)))
    }

    /// Splits a value into its parts that are not zero, by operand.
    fn split(
        &self,
        value: &List,
        of: &TypeUse,
        at: &str,
        parts: &mut BTreeMap<String, String>,
    ) -> Option<()> {
        if !of.dimensions.is_empty() {
            let element = TypeUse::scalar(of.name.as_str());
            let items = value.items(count(&of.dimensions))?;
            return (0..).zip(items).try_for_each(|(index, item)| {
                let place = values::operand(&of.dimensions, index)?;
                self.split(item, &element, &format!("{at}{place}"), parts)
            });
        }
        match (self.of(&of.name), value) {
            (Some(Layout::Text), _) => keep(Some(at.to_owned()), value.text()?, parts),
            (Some(layout), List::Several(items)) => {
                let (Layout::Structure(members) | Layout::Instruction(members)) = layout else {
                    return None;
                };
                if items.len() != members.len() {
                    return None;
                }
                for (member, item) in members.iter().zip(items) {
                    if !member.is_hidden {
                        let at = format!("{at}.{}", member.name);
                        self.split(item, &member.type_use, &at, parts)?;
                    }
                    let host: i64 =
                        if member.bits.is_empty() { 0 } else { item.scalar()?.parse().ok()? };
                    let known = member.bits.iter().fold(0, |all, (_, bit)| all | 1 << bit.min(&63));
                    if matches!(layout, Layout::Instruction(_)) && host & !known != 0 {
                        return None;
                    }
                    let set = member.bits.iter().filter(|(_, bit)| host >> bit.min(&63) & 1 == 1);
                    parts.extend(set.map(|(name, _)| (format!("{at}.{name}"), "1".to_owned())));
                }
            }
            (None, _) if built_in::is_elementary(&of.name) => {
                keep(Some(at.to_owned()), value.scalar()?, parts);
            }
            _ => return None,
        }
        Some(())
    }
}

/// Keeps a value that is not zero. The length of a text determines its characters, even if they
/// are zero.
fn keep(at: Option<String>, value: String, parts: &mut BTreeMap<String, String>) {
    let is_kept = if value.starts_with('\'') { value != "''" } else { !is_zero(&value) };
    parts.extend(at.filter(|at| is_kept || at.is_empty()).map(|at| (at, value)));
}

/// A value in the notation of L5K: a single one, or several in brackets.
#[derive(Debug, Clone, PartialEq)]
enum List {
    One(String),
    Several(Vec<List>),
}

/// Maximum nesting of lists.
const MAX_DEPTH: usize = 64;

impl List {
    fn parse(text: &str) -> Option<Self> {
        let mut open: Vec<Vec<Self>> = Vec::new();
        let mut left = text.trim_start();
        loop {
            let first = left.chars().next()?;
            let item = match first {
                '[' => {
                    if open.len() >= MAX_DEPTH {
                        return None;
                    }
                    open.push(Vec::new());
                    left = left[1..].trim_start();
                    continue;
                }
                ']' => {
                    left = &left[1..];
                    Self::Several(open.pop()?)
                }
                '\'' => {
                    let length = quoted(left)?;
                    let text = left[..length].to_owned();
                    left = &left[length..];
                    Self::One(text)
                }
                _ => {
                    let length = left.find([',', ']', '[', '\'']).unwrap_or(left.len());
                    let text = left[..length].trim().to_owned();
                    left = &left[length..];
                    Self::One(text)
                }
            };
            left = left.trim_start();
            match open.last_mut() {
                None => return left.is_empty().then_some(item),
                Some(list) => list.push(item),
            }
            left = left.strip_prefix(',').unwrap_or(left).trim_start();
        }
    }

    /// The elements of an array with this number of elements, with brackets for each dimension or for all.
    fn items(&self, count: u64) -> Option<Vec<&Self>> {
        let mut items = vec![self];
        for _ in 0..4 {
            items = items
                .into_iter()
                .flat_map(|it| match it {
                    Self::Several(inner) => inner.as_slice(),
                    one @ Self::One(_) => std::slice::from_ref(one),
                })
                .collect();
            if items.len() as u64 >= count {
                break;
            }
        }
        (items.len() as u64 == count).then_some(items)
    }

    fn scalar(&self) -> Option<String> {
        match self {
            Self::One(text) if !text.starts_with('\'') => Some(text.clone()),
            _ => None,
        }
    }

    /// The text of a string, with the number of characters in its length.
    fn text(&self) -> Option<String> {
        let Self::Several(parts) = self else { return None };
        let [Self::One(length), Self::One(text)] = parts.as_slice() else { return None };
        let count: usize = length.parse().ok()?;
        let inside = text.strip_prefix('\'')?.strip_suffix('\'')?;
        let mut end = 0;
        for _ in 0..count {
            end += character(&inside[end..])?;
        }
        Some(format!("'{}'", &inside[..end]))
    }
}

/// The length of a quoted text, including its quotes.
fn quoted(text: &str) -> Option<usize> {
    let mut at = 1;
    while !text[at..].starts_with('\'') {
        at += character(&text[at..])?;
    }
    Some(at + 1)
}

/// The length of the first character in its notation: `$00`, `$'`, `a`.
fn character(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if first != '$' {
        return Some(first.len_utf8());
    }
    let is_hexadecimal = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_hexdigit);
    if is_hexadecimal(1) && is_hexadecimal(2) {
        return Some(3);
    }
    text[1..].chars().next().map(|it| 1 + it.len_utf8())
}

/// The values of bytes in hexadecimal digits, little-endian.
fn raw(text: &str, kind: &str, count: usize, is_text: bool) -> Option<Vec<String>> {
    let bytes: Option<Vec<u8>> =
        text.split_whitespace().map(|it| u8::from_str_radix(it, 16).ok()).collect();
    let bytes = bytes?;
    if bytes.is_empty() || !bytes.len().is_multiple_of(count) {
        return None;
    }
    let value = |bytes: &[u8]| if is_text { text_of(bytes) } else { number(bytes, kind) };
    bytes.chunks(bytes.len() / count).map(value).collect()
}

fn text_of(bytes: &[u8]) -> Option<String> {
    let (length, characters) = bytes.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let characters = characters.get(..length)?;
    let text: String = characters
        .iter()
        .map(|it| match it {
            b'\'' => "$'".to_owned(),
            b'$' => "$$".to_owned(),
            b' '..=b'~' => char::from(*it).to_string(),
            _ => format!("${it:02X}"),
        })
        .collect();
    Some(format!("'{text}'"))
}

fn number(bytes: &[u8], kind: &str) -> Option<String> {
    let four = || <[u8; 4]>::try_from(bytes).ok();
    let eight = || <[u8; 8]>::try_from(bytes).ok();
    let two = || <[u8; 2]>::try_from(bytes).ok();
    Some(match (kind.to_ascii_uppercase().as_str(), bytes) {
        ("BOOL", [first, ..]) => u8::from(*first != 0).to_string(),
        ("SINT", [one]) => one.cast_signed().to_string(),
        ("USINT", [one]) => one.to_string(),
        ("INT", _) => i16::from_le_bytes(two()?).to_string(),
        ("UINT", _) => u16::from_le_bytes(two()?).to_string(),
        ("DINT", _) => i32::from_le_bytes(four()?).to_string(),
        ("UDINT", _) => u32::from_le_bytes(four()?).to_string(),
        ("REAL", _) => f32::from_le_bytes(four()?).to_string(),
        ("LINT", _) => i64::from_le_bytes(eight()?).to_string(),
        ("ULINT", _) => u64::from_le_bytes(eight()?).to_string(),
        ("LREAL", _) => f64::from_le_bytes(eight()?).to_string(),
        _ => return None,
    })
}
