//! Start values that the file only has in L5K form or as raw bytes.

use std::collections::BTreeMap;

use super::tree::Element;
use crate::{Initial, TypeUse};

/// The types whose values can be read in these forms, in addition to strings.
const ELEMENTARY: [&str; 11] =
    ["BOOL", "SINT", "INT", "DINT", "LINT", "USINT", "UINT", "UDINT", "ULINT", "REAL", "LREAL"];

/// The start value of a tag whose data has neither of the usual forms. Returns an error if the form
/// or the type cannot be read.
pub(super) fn initial(
    element: Element<'_, '_>,
    type_use: &TypeUse,
    is_text: bool,
) -> Result<Option<Initial>, ()> {
    if !is_text && !ELEMENTARY.iter().any(|it| it.eq_ignore_ascii_case(&type_use.name)) {
        return Err(());
    }
    let stored = |format: Option<&str>| {
        let mut data = element.named("Data");
        data.find(|it| it.attribute("Format").as_deref() == format).map(Element::text)
    };
    let count: usize = type_use.dimensions.iter().map(|it| it.count() as usize).product();
    let is_array = !type_use.dimensions.is_empty();
    let values = if let Some(text) = stored(Some("L5K")) {
        let list = List::parse(text).ok_or(())?;
        let elements = if is_array { list.items(count).ok_or(())? } else { vec![list] };
        let value = |it: &List| if is_text { it.text() } else { it.scalar() };
        elements.iter().map(value).collect::<Option<Vec<String>>>().ok_or(())?
    } else if let Some(text) = stored(None).filter(|it| !it.is_empty()) {
        raw(text, &type_use.name, count, is_text).ok_or(())?
    } else {
        return Ok(None);
    };
    if !is_array {
        return Ok(values.into_iter().next().map(Initial::Scalar));
    }
    // The length of a string determines its characters, even if they are zero.
    let is_zero =
        |value: &String| if is_text { value == "''" } else { super::data::is_zero(value) };
    let parts: BTreeMap<String, String> = values
        .into_iter()
        .enumerate()
        .filter(|(_, value)| !is_zero(value))
        .map(|(at, value)| (operand(at, type_use), value))
        .collect();
    Ok((!parts.is_empty()).then_some(Initial::Parts(parts)))
}

/// The operand of the element with this index: `[1,2]`.
fn operand(mut at: usize, type_use: &TypeUse) -> String {
    let mut indexes = Vec::new();
    for dimension in type_use.dimensions.iter().rev() {
        let count = (dimension.count() as usize).max(1);
        indexes.push((at % count).to_string());
        at /= count;
    }
    indexes.reverse();
    format!("[{}]", indexes.join(","))
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
    fn items(self, count: usize) -> Option<Vec<Self>> {
        let mut items = vec![self];
        for _ in 0..4 {
            items = items
                .into_iter()
                .flat_map(|it| match it {
                    Self::Several(inner) => inner,
                    one @ Self::One(_) => vec![one],
                })
                .collect();
            if items.len() >= count {
                break;
            }
        }
        (items.len() == count).then_some(items)
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
