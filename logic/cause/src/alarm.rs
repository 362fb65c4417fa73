//! What is an alarm, by what it is called.

use tagbridge_project::Tag;

/// What alarms and faults are called.
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

/// Whether a tag is an alarm or a fault by its name, its comment or its type.
pub fn is_alarm(tag: &Tag) -> bool {
    says_alarm(&tag.name)
        || says_alarm(tag.comment.as_deref().unwrap_or_default())
        || tag.type_use.name.to_ascii_uppercase().starts_with("ALARM")
}

/// Whether a name or a comment is that of an alarm or a fault.
pub fn says_alarm(text: &str) -> bool {
    name_words(text).any(|word| ALARM.contains(&word.as_str()))
}

/// The words of a name in lower case: `Motor1_FaultReset` is motor, fault, reset.
pub fn name_words(text: &str) -> impl Iterator<Item = String> + '_ {
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
