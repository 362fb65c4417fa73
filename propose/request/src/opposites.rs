//! States that a bit says of a thing, and their opposites.

const OPPOSITES: [(&str, &str); 9] = [
    ("open", "closed"),
    ("full", "empty"),
    ("high", "low"),
    ("ok", "fault"),
    ("auto", "manual"),
    ("up", "down"),
    ("forward", "reverse"),
    ("offen", "zu"),
    ("voll", "leer"),
];

/// The opposite of a word that says in what state something is.
pub fn opposite(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    OPPOSITES.iter().find_map(|(one, other)| match word.as_str() {
        it if it == *one => Some(*other),
        it if it == *other => Some(*one),
        _ => None,
    })
}
