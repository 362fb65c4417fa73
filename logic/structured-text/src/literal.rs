//! The ends of literals.

use crate::{ends::end_of, is_word, quoted_end};

/// `5`, `1_000`, `1.5`, `1.0E-3`, `16#FF`, `2#1010_0001`; `1..5` is a range of two numbers.
pub(crate) fn number_end(text: &str) -> usize {
    let digits = |text: &str| end_of(text, |c| c.is_ascii_digit() || c == '_');
    let mut end = digits(text);
    if let Some(based) = text[end..].strip_prefix('#') {
        return end + 1 + end_of(based, is_word);
    }
    if let Some(fraction) = text[end..].strip_prefix('.') {
        match digits(fraction) {
            0 => {}
            length => end += 1 + length,
        }
    }
    let tail = &text[end..];
    if let Some(exponent) = tail.strip_prefix(['e', 'E']) {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        match digits(unsigned) {
            0 => {}
            length => end += tail.len() - unsigned.len() + length,
        }
    }
    // A number with name characters after it is invalid, but is a single token.
    end + end_of(&text[end..], is_word)
}

/// `%I0.0`, `%MW10`, `%DB1.DBX0.0`, `%X3`, `%I*`; 1 if only the `%` is there.
pub(crate) fn direct_end(text: &str) -> usize {
    let mut end = 1 + end_of(&text[1..], |c| c.is_ascii_alphanumeric());
    if end == 1 {
        return 1;
    }
    if text[end..].starts_with('*') {
        return end + 1;
    }
    while let Some(behind) = text[end..].strip_prefix('.') {
        let is_block = behind.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("DB"));
        if !is_block && !behind.starts_with(|c: char| c.is_ascii_digit()) {
            break;
        }
        end += 1 + end_of(behind, |c| c.is_ascii_alphanumeric());
    }
    end
}

/// The end of a literal that begins with a word and `#`: `T#5s`, `INT#16#FF`,
/// `DT#2024-01-31-12:00:00`, `P#DB1.DBX0.0 BYTE 10`, `WSTRING#'x'`, `E_State#Idle`. `None` for
/// other words.
pub(crate) fn typed_end(text: &str, word_end: usize) -> Option<usize> {
    let word = &text[..word_end];
    let value = text[word_end..].strip_prefix('#')?;
    let begin = word_end + 1;
    let upper = word.to_ascii_uppercase();
    // An operator before a local name.
    if ["AND", "OR", "XOR", "NOT", "MOD", "IF", "ELSIF", "TO", "BY", "OF", "UNTIL", "WHILE", "FOR"]
        .contains(&upper.as_str())
    {
        return None;
    }
    let length = match upper.as_str() {
        "T" | "TIME" | "LT" | "LTIME" | "S5T" | "S5TIME" => {
            let sign = usize::from(value.starts_with(['-', '+']));
            sign + end_of(&value[sign..], |c| is_word(c) || c == '.')
        }
        kind if DATES.contains(&kind) => {
            end_of(value, |c| is_word(c) || matches!(c, '-' | ':' | '.'))
        }
        "P" => pointer_end(value),
        "B" if value.starts_with('(') => value.find(')').map_or(value.len(), |end| end + 1),
        _ => value_end(value),
    };
    (length > 0).then_some(begin + length)
}

/// `DB1.DBX0.0 BYTE 10`: with the count and its type.
fn pointer_end(text: &str) -> usize {
    let end = end_of(text, |c| c.is_ascii_alphanumeric() || matches!(c, '.' | '%'));
    let behind = text[end..].trim_start_matches(' ');
    let kind = end_of(behind, |c| c.is_ascii_alphabetic());
    let count = behind[kind..].trim_start_matches(' ');
    let digits = end_of(count, |c| c.is_ascii_digit());
    let known = ["BOOL", "BYTE", "WORD", "DWORD", "INT", "DINT", "REAL", "CHAR", "S5TIME", "DATE"];
    if digits > 0 && known.iter().any(|it| behind[..kind].eq_ignore_ascii_case(it)) {
        text.len() - count.len() + digits
    } else {
        end
    }
}

fn value_end(text: &str) -> usize {
    match text.chars().next() {
        Some(quote @ ('\'' | '"')) => quoted_end(text, quote, true),
        Some('-' | '+') => match text[1..].chars().next() {
            Some('0'..='9') => 1 + number_end(&text[1..]),
            _ => 0,
        },
        Some('0'..='9') => number_end(text),
        Some(char) if is_word(char) => end_of(text, is_word),
        _ => 0,
    }
}

/// The types of dates and times of day.
const DATES: [&str; 14] = [
    "D",
    "DATE",
    "LD",
    "LDATE",
    "TOD",
    "LTOD",
    "TIME_OF_DAY",
    "LTIME_OF_DAY",
    "DT",
    "LDT",
    "DATE_AND_TIME",
    "LDATE_AND_TIME",
    "DTL",
    "LTD",
];

/// Whether a literal is a date or a time of day: `DT#2024-01-31-12:00:00`.
pub fn is_date(literal: &str) -> bool {
    let kind = literal.split_once('#').map(|(kind, _)| kind);
    kind.is_some_and(|kind| DATES.iter().any(|it| it.eq_ignore_ascii_case(kind)))
}

/// The milliseconds of a time without its type: `1h2m3.5s`, `500ms`, `2s_500ms`, `-5min`.
pub fn milliseconds(text: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 10] = [
        ("MS", 1.0),
        ("MIN", 6e4),
        ("US", 0.001),
        ("µS", 0.001),
        ("μS", 0.001),
        ("NS", 0.000_001),
        ("S", 1e3),
        ("M", 6e4),
        ("H", 36e5),
        ("D", 864e5),
    ];
    let text = text.replace('_', "").to_ascii_uppercase();
    let (sign, mut rest) = text.strip_prefix('-').map_or((1.0, text.as_str()), |it| (-1.0, it));
    if rest.is_empty() {
        return None;
    }
    let mut total = 0.0;
    while !rest.is_empty() {
        let end = rest.find(char::is_alphabetic)?;
        let number: f64 = rest[..end].parse().ok()?;
        let (unit, factor) = UNITS.iter().find(|(unit, _)| rest[end..].starts_with(unit))?;
        total += number * factor;
        rest = &rest[end + unit.len()..];
    }
    Some(sign * total)
}

/// The value of a literal of an integer type: `5`, `-1_000`, `16#FF`, `INT#5`, `WORD#16#FF`, `C#10`.
pub fn integer(text: &str) -> Option<i64> {
    const KINDS: [&str; 20] = [
        "INT", "SINT", "DINT", "LINT", "UINT", "USINT", "UDINT", "ULINT", "BYTE", "WORD", "DWORD",
        "LWORD", "B", "W", "DW", "LW", "I", "L", "DI", "C",
    ];
    let mut parts = text.trim().rsplit('#');
    let digits = parts.next()?.replace('_', "");
    let radix = match parts.next() {
        None => 10,
        Some("2") => 2,
        Some("8") => 8,
        Some("16") => 16,
        Some(kind) => KINDS.iter().any(|known| known.eq_ignore_ascii_case(kind)).then_some(10)?,
    };
    i64::from_str_radix(&digits, radix).ok()
}
