//! The kind of an object, by its name.

use tagbridge_project::Tag;

/// Words in names of alarms and faults.
const ALARM: &[&str] = &[
    "alarm",
    "alarms",
    "alm",
    "fault",
    "faults",
    "faulted",
    "flt",
    "error",
    "err",
    "warning",
    "warn",
    "störung",
    "stoerung",
    "fehler",
    "meldung",
    "trip",
    "авария",
    "ошибка",
];
/// Words in names of motors and drives.
pub(super) const MOTORS: &[&str] = &[
    "motor",
    "mtr",
    "drive",
    "pump",
    "pumpe",
    "conveyor",
    "conv",
    "fan",
    "antrieb",
    "förderer",
    "rührwerk",
    "umrichter",
    "vfd",
    "agitator",
];
/// Words in names of valves.
pub(super) const VALVES: &[&str] = &["valve", "vlv", "ventil", "klappe"];

pub(super) fn is_alarm(tag: &Tag) -> bool {
    says_alarm(&tag.name)
        || says_alarm(tag.comment.as_deref().unwrap_or_default())
        || tag.type_use.name.to_ascii_uppercase().starts_with("ALARM")
}

/// Whether a name or a comment is that of an alarm or a fault.
pub(crate) fn says_alarm(text: &str) -> bool {
    parts(text).any(|word| ALARM.contains(&word.as_str()))
}

pub(super) fn is_called(tag: &Tag, words: &[&str]) -> bool {
    let comment = tag.comment.as_deref().unwrap_or_default().to_lowercase();
    parts(&tag.name).chain(parts(&tag.type_use.name)).any(|word| words.contains(&word.as_str()))
        || words.iter().any(|word| word.len() > 4 && comment.contains(word))
}

/// The words of `Motor1_FaultReset` are motor, fault, reset.
fn parts(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for char in text.chars() {
        if !char.is_alphabetic() || (char.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if char.is_alphabetic()
            && let Some(last) = words.last_mut()
        {
            last.extend(char.to_lowercase());
        }
        before = char;
    }
    words.into_iter().filter(|it| !it.is_empty())
}
