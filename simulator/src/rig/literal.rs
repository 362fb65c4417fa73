//! Constants in the format of projects: `16#FF`, `INT#5`, `TRUE`, `'text$N'`, `T#1m30s`,
//! `DT#2024-01-31-12:00:00` (IEC 61131-3 §6.3), in the spellings of all vendors.

use std::str::FromStr;

use jiff::{SignedDuration, civil};

/// `TRUE`, `BOOL#0`, and any integer.
pub(crate) fn truth(text: &str) -> Option<bool> {
    match bare(text).to_ascii_uppercase().as_str() {
        "TRUE" => Some(true),
        "FALSE" => Some(false),
        _ => Some(integer(text)? != 0),
    }
}

/// In any radix, with or without a type: `-5`, `1_000`, `16#0F`, `INT#16#7F`, `DW#16#1`.
pub(crate) fn integer(text: &str) -> Option<i128> {
    let text = text.trim();
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest.trim_start()));
    let (head, digits) = text.rsplit_once('#').unwrap_or_default();
    let digits = if text.contains('#') { digits } else { text };
    let radix = match head.rsplit('#').next().map(str::parse) {
        Some(Ok(radix @ 2..=16)) => radix,
        Some(Ok(_)) => return None,
        _ => 10,
    };
    Some(sign * i128::from_str_radix(&digits.replace('_', ""), radix).ok()?)
}

/// The signed number with this bit pattern: for 8 bits, 255 is -1.
pub(crate) fn of_pattern(number: i128, bits: u32) -> i128 {
    let half = 1_i128 << (bits - 1);
    if (half..2 * half).contains(&number) { number - 2 * half } else { number }
}

/// `1.5e3`, `REAL#1.5`
pub(crate) fn real<T: FromStr>(text: &str) -> Option<T> {
    bare(text).replace('_', "").parse().ok()
}

/// The text between quotes: `$$`, `$'`, `$L`, `$N`, `$P`, `$R` and `$T` are characters, and so are
/// two digits after a `$` (four in double quotes, and after `WSTRING#` or `WCHAR#`).
pub(crate) fn characters(text: &str) -> Option<String> {
    let begin = text.find(['\'', '"'])?;
    let quote = text[begin..].chars().next()?;
    let digits = if quote == '"' || text.starts_with(['W', 'w']) { 4 } else { 2 };
    let mut rest = text[begin..].strip_prefix(quote)?.strip_suffix(quote)?.chars();
    let mut read = String::new();
    while let Some(one) = rest.next() {
        if one != '$' {
            read.push(one);
            continue;
        }
        let escaped = rest.next()?;
        read.push(match escaped.to_ascii_uppercase() {
            'L' | 'N' => '\n',
            'P' => '\u{c}',
            'R' => '\r',
            'T' => '\t',
            high if high.is_ascii_hexdigit() => {
                let code: String =
                    [high].into_iter().chain(rest.by_ref().take(digits - 1)).collect();
                let code = Some(code).filter(|code| code.len() == digits)?;
                char::from_u32(u32::from_str_radix(&code, 16).ok()?)?
            }
            _ => escaped,
        });
    }
    Some(read)
}

/// `T#1d2h_3m4s5ms`, `S5T#10s`, `LT#5us`, `T#-1.5s`
pub(crate) fn span(text: &str) -> Option<SignedDuration> {
    let text = bare(text).replace('_', "").to_ascii_lowercase();
    let (sign, mut rest) = text.strip_prefix('-').map_or((1, &*text), |rest| (-1, rest));
    let mut sum: i128 = 0;
    loop {
        let unit = rest.find(|char: char| char.is_ascii_alphabetic())?;
        let (number, behind) = rest.split_at(unit);
        let end = behind.find(|char: char| !char.is_ascii_alphabetic()).unwrap_or(behind.len());
        let nanoseconds: i128 = match &behind[..end] {
            "d" => 86_400_000_000_000,
            "h" => 3_600_000_000_000,
            "m" => 60_000_000_000,
            "s" => 1_000_000_000,
            "ms" => 1_000_000,
            "us" => 1_000,
            "ns" => 1,
            _ => return None,
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let mut digit = nanoseconds;
        let times = whole.parse::<u32>().ok().map(i128::from)?;
        sum += times * nanoseconds;
        for char in fraction.chars() {
            digit /= 10;
            sum += i128::from(char.to_digit(10)?) * digit;
        }
        rest = &behind[end..];
        if rest.is_empty() {
            break;
        }
    }
    let (seconds, rest) = (sign * sum / 1_000_000_000, sign * sum % 1_000_000_000);
    Some(SignedDuration::new(i64::try_from(seconds).ok()?, i32::try_from(rest).ok()?))
}

/// `DT#2024-01-31-12:00:00`, `D#2024-01-31`, `TOD#12:00:00.5`: a time without a date is on the
/// first day that OPC UA clients expect, and seconds are optional.
pub(crate) fn moment(text: &str) -> Option<civil::DateTime> {
    let text = bare(text).replace('_', "");
    let text = text.trim_end_matches('Z');
    let time = |text: &str| {
        let seconds = if text.matches(':').count() == 1 { ":00" } else { "" };
        format!("{text}{seconds}").parse::<civil::Time>().ok()
    };
    match text.split_at_checked(10) {
        Some((date, rest)) if date.matches('-').count() == 2 => {
            let date: civil::Date = date.parse().ok()?;
            let time = match rest.strip_prefix('-') {
                Some(rest) => time(rest)?,
                None => rest.is_empty().then(civil::Time::midnight)?,
            };
            Some(date.to_datetime(time))
        }
        _ => Some(civil::date(1970, 1, 1).to_datetime(time(text)?)),
    }
}

/// Removes the type before the value.
fn bare(text: &str) -> &str {
    text.rsplit('#').next().unwrap_or(text).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_constant_is_nothing() {
        for text in ["", "#", "-", "INT#", "99#1", "16#G", "1#1", "x"] {
            assert_eq!(integer(text), None, "{text}");
        }
        for text in ["", "'", "'a$", "'$4'", "'$4", "\"$00A\"", "a"] {
            assert_eq!(characters(text), None, "{text}");
        }
        for text in ["", "T#", "T#5", "T#s", "T#5x", "T#1.xs", "T#99999999999d", "T#1s5"] {
            assert_eq!(span(text), None, "{text}");
        }
        for text in ["", "DT#2024-01-31-", "D#2024-13-01", "TOD#25:00:00", "DTL#é", "D#2024-01-31x"]
        {
            assert_eq!(moment(text), None, "{text}");
        }
        assert_eq!(integer("-16#ff"), Some(-255));
        assert_eq!(of_pattern(0xFF, 8), -1);
        assert_eq!(span("LT#0.000000001s"), Some(SignedDuration::from_nanos(1)));
    }
}
