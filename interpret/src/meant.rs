//! Names that a text means in other words, for crates that read other sentences than questions.

use crate::{Facts, fuzzy::candidates};

/// A name that some words may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct MeantName {
    /// The name, whole, as the project spells it.
    pub name: String,
    /// How well the words fit: about 1 if the name or its comment has all of them.
    pub score: f32,
    /// The positions of the words that the name or its comment has.
    pub rests_on: Vec<usize>,
    /// Whether it is a program, a routine or a block.
    pub is_code: bool,
}

impl Facts {
    /// Returns the names that these words may mean, the likeliest first.
    pub fn meant(&self, words: &[String]) -> Vec<MeantName> {
        let found = candidates(self, words).into_iter();
        found
            .map(|it| MeantName {
                name: it.name,
                score: it.score,
                rests_on: it.rests_on,
                is_code: it.is_code,
            })
            .collect()
    }
}
