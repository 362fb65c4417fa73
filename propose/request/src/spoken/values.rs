//! Numbers and times in requests.

use crate::words::{RequestWord, words};

const NUMBERS: &str = "zero one two three four five six seven eight nine ten eleven twelve";
const ZAHLEN: &str = "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf";
/// Units that values of a project do not have.
const UNITS: &str =
    "% percent prozent bar mbar grad degc degrees degree °c k mm cm m kg g l ml pcs stück times";

/// The numbers and times of a request, in order.
pub(crate) fn values(prompt: &str) -> Vec<String> {
    let words = words(prompt);
    let all = words.iter().enumerate().filter(|it| !it.1.quoted).filter_map(|(at, word)| {
        let next = words.get(at + 1).map(|it| it.text.as_str());
        value(&word.text.to_lowercase(), next).map(|it| it.0)
    });
    all.collect()
}

/// Whether a word is a number, with a unit of time or without.
pub(super) fn is_value(word: &RequestWord) -> bool {
    !word.quoted && value(&word.text.to_lowercase(), None).is_some()
}

/// A number, with the unit of time after it.
pub(super) fn value(lower: &str, next: Option<&str>) -> Option<(String, usize)> {
    let plain = lower.replace(',', ".");
    let digits = plain.trim_start_matches("time#").trim_start_matches("t#");
    let end = digits
        .find(|it: char| !it.is_ascii_digit() && !matches!(it, '.' | '-' | '+'))
        .unwrap_or(digits.len());
    let (number, unit) = digits.split_at(end);
    let spelled = || {
        let of = |all: &str| all.split(' ').position(|it| it == lower);
        let number = of(NUMBERS).or_else(|| of(ZAHLEN))?.to_string();
        let next = next?.to_lowercase();
        match unit_of(&next) {
            Some(unit) => Some((format!("{number} {unit}"), 2)),
            None => is_unit(&next).then_some((number, 2)),
        }
    };
    if number.parse::<f64>().is_err() {
        return spelled();
    }
    match unit.trim() {
        "" => {
            let has_unit = next.is_some_and(|it| is_unit(&it.to_lowercase()));
            Some((number.to_owned(), if has_unit { 2 } else { 1 }))
        }
        unit if is_unit(unit) => Some((number.to_owned(), 1)),
        unit => Some((format!("{number} {}", unit_of(unit)?), 1)),
    }
}

/// A number from two to twelve that is written as a word.
pub(super) fn counted(lower: &str) -> Option<String> {
    let of = |all: &str| all.split(' ').position(|it| it == lower);
    let number = of(NUMBERS).or_else(|| of(ZAHLEN)).filter(|it| *it > 1)?;
    Some(number.to_string())
}

/// Whether a value has a unit of time.
pub(super) fn is_time(value: &str) -> bool {
    value.contains(' ')
}

fn is_unit(word: &str) -> bool {
    UNITS.split(' ').any(|it| it == word)
}

/// The short form of a unit of time.
pub(crate) fn unit_of(word: &str) -> Option<&'static str> {
    let all = [
        ("ms", "ms millisecond milliseconds millisekunden"),
        ("s", "s sec secs second seconds sek sekunde sekunden"),
        ("min", "min mins minute minutes minuten"),
        ("h", "h hour hours stunde stunden"),
    ];
    all.iter().find(|(_, of)| of.split(' ').any(|it| it == word)).map(|it| it.0)
}
