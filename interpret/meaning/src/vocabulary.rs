//! Words of plants that mean the same or nearly the same, in English and German, and how names abbreviate
//! them.

use std::{collections::HashMap, sync::LazyLock};

use crate::words::{stem_of, tables::RUSSIAN, words};

/// What a word is in a row of the vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// One of the words for the same thing.
    Same,
    /// A narrower, wider or closely tied word.
    Near,
    /// How names abbreviate it.
    Abbreviation,
}

/// How a word of a question matches a word of a project, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
#[repr(u8)]
pub(crate) enum Match {
    /// Another word.
    #[default]
    None,
    /// A narrower, wider or closely tied word.
    Near,
    /// The same word, misspelt.
    Misspelt,
    /// A part of a compound, or the beginning of a word.
    Part,
    /// An abbreviation of the same thing.
    Abbreviation,
    /// Another word for the same thing.
    Same,
    /// The same word.
    Exact,
}

impl Match {
    pub(crate) const ALL: [Self; 7] = [
        Self::None,
        Self::Near,
        Self::Misspelt,
        Self::Part,
        Self::Abbreviation,
        Self::Same,
        Self::Exact,
    ];

    /// How much of the word it is.
    pub(crate) fn share(self) -> f32 {
        [0.0, 0.45, 0.75, 0.7, 0.8, 0.9, 1.0][self as usize]
    }
}

/// The rows of each stem, and what it is there.
type Rows = HashMap<Box<str>, Vec<(u16, Part)>>;

/// The rows with a stem.
pub(crate) fn rows(stem: &str) -> &'static [(u16, Part)] {
    ROWS.get(stem).map_or(&[], Vec::as_slice)
}

/// Whether a word is one of plants, and no abbreviation.
pub(crate) fn is_known(stem: &str) -> bool {
    rows(stem).iter().any(|it| it.1 == Part::Same)
}

/// How two words in one row match.
pub(crate) fn in_row(one: Part, other: Part) -> Match {
    match (one, other) {
        (Part::Same, Part::Same) => Match::Same,
        (Part::Abbreviation, Part::Same) | (Part::Same, Part::Abbreviation) => Match::Abbreviation,
        (Part::Near, Part::Same) | (Part::Same, Part::Near) => Match::Near,
        _ => Match::None,
    }
}

/// How two different stems match.
pub(crate) fn relation(one: &str, other: &str) -> Match {
    let of_row = |(row, part): &(u16, Part)| {
        let others = rows(other).iter().filter(move |it| it.0 == *row);
        others.map(|it| in_row(*part, it.1)).max()
    };
    rows(one).iter().filter_map(of_row).max().unwrap_or_default()
}

/// The rows of each stem: `words/same.txt` has lines of words, of near words, and of abbreviations. A
/// Russian word belongs to the rows of its English ones.
static ROWS: LazyLock<Rows> = LazyLock::new(|| {
    let mut rows = Rows::new();
    let mut add = |stem: String, row: usize, part: Part| {
        let Ok(row) = u16::try_from(row) else { return };
        let known = rows.entry(stem.into_boxed_str()).or_default();
        if !known.iter().any(|it| it.0 == row) {
            known.push((row, part));
        }
    };
    let lines: Vec<&str> = FILES.iter().flat_map(|file| file.lines()).collect();
    for (row, line) in lines.iter().enumerate() {
        let fields = line.split('\t').zip([Part::Same, Part::Near, Part::Abbreviation]);
        for (field, part) in fields {
            for word in field.split(' ').filter(|it| !it.is_empty()) {
                add(stem_of(word), row, part);
            }
        }
    }
    for (at, (russian, english)) in RUSSIAN.iter().enumerate() {
        let stems: Vec<String> = english.split(' ').flat_map(words).collect();
        for stem in words(russian).into_iter().chain(stems) {
            add(stem, lines.len() + at, Part::Same);
        }
    }
    rows
});

const FILES: [&str; 3] = [
    include_str!("../../words/same.txt"),
    include_str!("../../words/plants.txt"),
    include_str!("../../words/processes.txt"),
];
