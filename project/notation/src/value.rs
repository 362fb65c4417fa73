//! Values in L5K form and as raw bytes (Rockwell 1756-RM084).

/// A value in the notation of L5K: a single one, or several in brackets.
#[derive(Debug, Clone, PartialEq)]
pub enum StoredValue {
    /// A single value.
    One(String),
    /// Several in brackets.
    Several(Vec<StoredValue>),
}

/// Maximum nesting of lists.
const MAX_DEPTH: usize = 64;

impl StoredValue {
    /// Parses a value; `None` if it is not one.
    pub fn parse(text: &str) -> Option<Self> {
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
    pub fn items(&self, count: u64) -> Option<Vec<&Self>> {
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

    /// A value that is neither a list nor a text.
    pub fn scalar(&self) -> Option<String> {
        match self {
            Self::One(text) if !text.starts_with('\'') => Some(text.clone()),
            _ => None,
        }
    }

    /// The text of a string, with the number of characters in its length.
    pub fn text(&self) -> Option<String> {
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
pub fn raw_values(text: &str, kind: &str, count: usize, is_text: bool) -> Option<Vec<String>> {
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
