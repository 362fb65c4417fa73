//! The kind of an object, by its name.

use tagbridge_cause::name_words;
use tagbridge_project::Tag;

/// What motors and drives are called.
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

pub(super) fn is_called(tag: &Tag, words: &[&str]) -> bool {
    let comment = tag.comment.as_deref().unwrap_or_default().to_lowercase();
    name_words(&tag.name)
        .chain(name_words(&tag.type_use.name))
        .any(|word| words.contains(&word.as_str()))
        || words.iter().any(|word| word.len() > 4 && comment.contains(word))
}
