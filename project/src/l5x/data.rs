//! The `Decorated` data of tags: their start values, and the structures that the file does not define.
//!
//! Data is deeply nested in real projects, so the code in this file is not recursive.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use super::{tree::Element, types::type_use};
use crate::{DataType, DataTypeKind, Initial, Member, TypeUse};

/// Maximum length of a stored operand.
const MAX_OPERAND: usize = 1_000;

/// What the data of all tags contains in addition to values.
pub(super) struct Seen {
    /// By name, in lower case.
    structures: HashMap<String, DataType>,
    /// The names in the order of their first occurrence.
    order: Vec<String>,
    /// The remaining size of operands and values, in bytes.
    room: usize,
}

impl Seen {
    /// For a file with this number of bytes.
    pub(super) fn new(size: usize) -> Self {
        Self { structures: HashMap::new(), order: Vec::new(), room: size.saturating_mul(2) }
    }

    /// Whether values were omitted because of the limit.
    pub(super) fn is_full(&self) -> bool {
        self.room == 0
    }

    /// All structures in the data, in order.
    pub(super) fn structures(&mut self) -> Vec<DataType> {
        self.order.drain(..).filter_map(|name| self.structures.remove(&name)).collect()
    }

    fn structure(&mut self, element: Element<'_, '_>) {
        if !matches!(element.name(), "Structure" | "StructureMember") {
            return;
        }
        let Some(name) = element.attribute("DataType") else { return };
        let key = name.to_ascii_lowercase();
        if self.structures.contains_key(&key) {
            return;
        }
        let (kind, members, base) = if let Some(text) = text_of(element) {
            let count = capacity(&name).unwrap_or(text.trim_matches('\'').len()).max(1);
            let of = |name: &str, type_use| Member {
                name: name.to_owned(),
                type_use,
                ..Member::default()
            };
            let data = of("DATA", type_use("SINT", Some(&count.to_string())));
            let length = u32::try_from(count).ok();
            let base = TypeUse { length, ..TypeUse::scalar("STRING") };
            (DataTypeKind::String, vec![of("LEN", TypeUse::scalar("DINT")), data], Some(base))
        } else {
            let members = element.children().filter_map(member).collect();
            (DataTypeKind::Structure, members, None)
        };
        let name = name.into_owned();
        let data_type = DataType { name, kind, members, base, ..DataType::default() };
        self.structures.insert(key.clone(), data_type);
        self.order.push(key);
    }
}

/// How many characters a text type of a module holds, by its name: `AB:5000_String32_Struct:I:0`.
fn capacity(name: &str) -> Option<usize> {
    let name = name.to_ascii_lowercase();
    let behind = &name[name.find("string")? + "string".len()..];
    let digits = behind.find(|it: char| !it.is_ascii_digit()).unwrap_or(behind.len());
    behind[..digits].parse().ok()
}

fn member(element: Element<'_, '_>) -> Option<Member> {
    let dimensions = match element.name() {
        "DataValueMember" | "StructureMember" => None,
        "ArrayMember" => element.attribute("Dimensions"),
        _ => return None,
    };
    let type_use = type_use(element.owned("DataType"), dimensions.as_deref());
    Some(Member { name: element.owned("Name"), type_use, ..Member::default() })
}

/// The type of a tag without the attribute `DataType`, according to its data: a tag of a module.
pub(super) fn type_of(tag: Element<'_, '_>) -> TypeUse {
    let mut data = tag.named("Data").filter(|data| data.is("Format", "Decorated"));
    let Some(value) = data.find_map(Element::first) else { return TypeUse::default() };
    type_use(value.owned("DataType"), value.attribute("Dimensions").as_deref())
}

/// The start value of a tag or a parameter: `list` is `Data` or `DefaultData`.
pub(super) fn initial(seen: &mut Seen, element: Element<'_, '_>, list: &str) -> Option<Initial> {
    let of = |format: &'static str| element.named(list).find(move |data| data.is("Format", format));
    if let Some(text) = of("String") {
        return Some(Initial::Scalar(text.text().to_owned()));
    }
    let value = of("Decorated")?.first()?;
    if value.name() == "DataValue" {
        return Some(Initial::Scalar(scalar(value)?.into_owned()));
    }
    if let Some(text) = text_of(value) {
        return Some(Initial::Scalar(text.to_owned()));
    }
    let parts = parts(seen, value);
    (!parts.is_empty()).then_some(Initial::Parts(parts))
}

/// The parts of a structure or an array that are not zero, by operand.
fn parts(seen: &mut Seen, root: Element<'_, '_>) -> BTreeMap<String, String> {
    let mut parts = BTreeMap::new();
    let mut operand = String::new();
    // The next element of each level, and the length of the operand at that level. The root has no
    // name, and its siblings are not needed.
    seen.structure(root);
    let mut levels = vec![(root.first(), 0)];
    while let Some((next, length)) = levels.pop() {
        let Some(element) = next else { continue };
        operand.truncate(length);
        levels.push((element.next(), length));
        match element.name() {
            "Structure" | "StructureMember" | "DataValueMember" | "ArrayMember" => {
                if let Some(name) = element.attribute("Name") {
                    operand.push('.');
                    operand.push_str(&name);
                }
            }
            "Element" => operand.push_str(&element.attribute("Index").unwrap_or_default()),
            _ => continue,
        }
        seen.structure(element);
        if let Some(text) = text_of(element) {
            // The length of a string determines its characters, even if they are zero.
            if has_length(element) || !is_zero(text) {
                keep(seen, &mut parts, &operand, text);
            }
            continue;
        }
        if let Some(value) = scalar(element).filter(|value| !is_zero(value)) {
            keep(seen, &mut parts, &operand, &value);
        }
        if element.first().is_some() {
            levels.push((element.first(), operand.len()));
        }
    }
    parts
}

/// The quoted text of a string structure: it only has `LEN` and `DATA`, and `DATA` has characters.
fn text_of<'a>(structure: Element<'a, '_>) -> Option<&'a str> {
    structure
        .named("DataValueMember")
        .find(|member| member.is("Name", "DATA") && member.is("Radix", "ASCII"))
        .filter(|member| member.attribute("Value").is_none())
        .map(Element::text)
}

/// Whether the length of a string is not zero.
fn has_length(structure: Element<'_, '_>) -> bool {
    let mut members = structure.named("DataValueMember");
    let length = members.find(|it| it.is("Name", "LEN")).and_then(|it| it.attribute("Value"));
    length.is_some_and(|length| !is_zero(&length))
}

/// The value of a scalar, if the element has one.
fn scalar<'a>(element: Element<'a, '_>) -> Option<Cow<'a, str>> {
    let text = element.text();
    element.attribute("Value").or_else(|| (!text.is_empty()).then_some(Cow::Borrowed(text)))
}

fn keep(seen: &mut Seen, parts: &mut BTreeMap<String, String>, operand: &str, value: &str) {
    if operand.len() > MAX_OPERAND {
        return;
    }
    seen.room = seen.room.saturating_sub(operand.len() + value.len());
    if seen.room > 0 {
        parts.insert(operand.to_owned(), value.to_owned());
    }
}

/// Whether a value in the notation of L5X is zero, the default.
pub(super) fn is_zero(value: &str) -> bool {
    let value = value.trim();
    if let Some(text) = value.strip_prefix('\'') {
        let mut text = text.strip_suffix('\'').unwrap_or(text);
        while let Some(rest) = text.strip_prefix("$00") {
            text = rest;
        }
        return text.is_empty();
    }
    let digits = match value.split_once('#') {
        // 1970-01-01 is the zero of a date.
        Some(("DT" | "LDT", date)) => date.strip_prefix("1970-01-01").unwrap_or("1"),
        // Not a radix, but a number that is not finite: 1.#QNAN.
        Some((number, _)) if number.contains('.') => "1",
        Some((_, digits)) => digits,
        None => value,
    };
    let mantissa = digits.split_once(['e', 'E']).filter(|_| !value.contains('#'));
    let digits = mantissa.map_or(digits, |(mantissa, _)| mantissa);
    !digits.chars().any(|digit| digit.is_ascii_hexdigit() && digit != '0' && is_digit(value, digit))
}

/// Units of time contain letters, too (`T#0ms`, `LT#0d_0h`): letters are digits only in base 16.
fn is_digit(value: &str, digit: char) -> bool {
    digit.is_ascii_digit() || value.starts_with("16#")
}
