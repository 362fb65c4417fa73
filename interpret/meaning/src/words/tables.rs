//! Words that have equivalents.

use std::sync::LazyLock;

/// Pairs of words of a file in `words/`.
pub type Pairs = LazyLock<Vec<(&'static str, &'static str)>>;

/// The pairs of a text: one a line, with a tab between the two.
fn pairs(text: &'static str) -> Vec<(&'static str, &'static str)> {
    text.lines().filter_map(|it| it.split_once('\t')).collect()
}

/// Abbreviations in names, in order, with their meanings; German ones also in English.
pub static ABBREVIATIONS: Pairs =
    LazyLock::new(|| pairs(include_str!("../../../words/abbreviations.txt")));

/// Russian words of plants with their English, for all words with the same stem: names are often
/// English while comments are not.
pub static RUSSIAN: Pairs = LazyLock::new(|| pairs(include_str!("../../../words/russian.txt")));

/// Cyrillic letters with their sounds in Latin letters, as in names of tags.
pub const SOUNDS: &[(char, &str)] = &[
    ('а', "a"),
    ('б', "b"),
    ('в', "v"),
    ('г', "g"),
    ('д', "d"),
    ('е', "e"),
    ('ж', "zh"),
    ('з', "z"),
    ('и', "i"),
    ('й', "i"),
    ('к', "k"),
    ('л', "l"),
    ('м', "m"),
    ('н', "n"),
    ('о', "o"),
    ('п', "p"),
    ('р', "r"),
    ('с', "s"),
    ('т', "t"),
    ('у', "u"),
    ('ф', "f"),
    ('х', "h"),
    ('ц', "c"),
    ('ч', "ch"),
    ('ш', "sh"),
    ('щ', "shch"),
    ('ъ', ""),
    ('ы', "y"),
    ('ь', ""),
    ('э', "e"),
    ('ю', "yu"),
    ('я', "ya"),
];

/// The meanings of instructions and elements of drawings, in order of their names.
pub static GLOSSES: Pairs = LazyLock::new(|| pairs(include_str!("../../../words/glosses.txt")));

/// Stop words, which occur in every question.
pub const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "has",
    "have", "how", "if", "in", "into", "is", "it", "its", "of", "or", "so", "that", "the", "then",
    "there", "this", "to", "was", "what", "when", "where", "which", "who", "why", "will", "with",
    "auf", "das", "dass", "dem", "den", "der", "des", "die", "ein", "eine", "einen", "es", "fuer",
    "hat", "ich", "im", "ist", "mit", "nicht", "oder", "sich", "sind", "und", "von", "wann",
    "warum", "was", "wenn", "wer", "wie", "wird", "wo", "zu", "zum", "zur", "в", "для", "до", "за",
    "и", "из", "на", "не", "от", "по", "при", "с",
];
