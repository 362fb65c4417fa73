//! A word of a question, compared with the words of texts.

use strsim::osa_distance;

use crate::{
    vocabulary::{Match, is_known, relation},
    words::{stem_of, words},
};

/// A word that matches less is another word.
const MATCH_MIN: f32 = 0.74;
/// Shorter words are not matched as parts of compounds, or with misspellings.
const CHARS_MIN: usize = 4;
const TYPO_CHARS_MIN: usize = 5;
/// Shorter parts of a compound are no words.
const PART_CHARS_MIN: usize = 3;
/// A translated word matches at least so well, and how much a similar one is the word.
const TRANSLATED: f32 = 0.85;
const SIMILAR_SHARE: f32 = 0.65;
/// How much a part of a compound is the whole word, and how alike it must be.
const PART_SHARE: f32 = 0.75;
const PART_MIN: f32 = 0.8;

/// A written word: its stems, and for a German compound the stems of its parts.
#[derive(Debug)]
pub struct WrittenWord {
    stems: Vec<String>,
    parts: Option<[Vec<String>; 2]>,
}

impl WrittenWord {
    /// Reads a word.
    pub fn of(word: &str) -> Self {
        let parts = compound(word).map(|parts| parts.map(|it| vec![it]));
        Self { stems: words(word), parts }
    }

    /// How much a stem is one of its own, alike or translated, or one of a part of a compound; 0 if it
    /// is another word.
    pub fn likeness(&self, stem: &str) -> f32 {
        let own = fits(&self.stems, stem);
        if own >= MATCH_MIN {
            // A similar word may be another one.
            return if own < TRANSLATED { own * SIMILAR_SHARE } else { own };
        }
        let parts = self.parts.iter().flatten().map(|it| fits(it, stem));
        PART_SHARE * parts.filter(|it| *it >= PART_MIN).fold(0.0, f32::max)
    }

    /// Whether it is a stem in another form or language: `Prüfen` of `prueft`, but no compound.
    pub fn is_form_of(&self, stem: &str) -> bool {
        let begins = |own: &String| {
            own.chars().count().min(stem.chars().count()) >= CHARS_MIN
                && (own.starts_with(stem) || stem.starts_with(own.as_str()))
        };
        self.stems.iter().any(|own| own == stem || is_translated(own, stem) || begins(own))
    }

    /// Whether a text with these stems has it, in either language, or both parts of a compound.
    pub fn is_in(&self, text: &[String]) -> bool {
        let is_in = |stem: &String| text.iter().any(|it| it == stem || is_translated(it, stem));
        (!self.stems.is_empty() && self.stems.iter().all(is_in))
            || self.parts.iter().any(|parts| is_made_of(parts, text))
    }
}

/// Whether a text has both parts of a compound: `Förderpumpe` matches `Feed_Pump`.
fn is_made_of([head, tail]: &[Vec<String>; 2], of: &[String]) -> bool {
    of.iter().enumerate().any(|(last, stem)| {
        let others = || of.iter().enumerate().filter(|(at, _)| *at != last);
        fits(tail, stem) >= PART_MIN && others().any(|(_, stem)| fits(head, stem) >= PART_MIN)
    })
}

/// The stems of the parts of a German compound of which the last is a word of plants: `Füllventile` is
/// `füll` and `ventil`, `Füllstandssensor` is `füllstand` and `sensor`.
pub(crate) fn compound(word: &str) -> Option<[String; 2]> {
    if !word.chars().all(char::is_alphabetic) {
        return None;
    }
    let cuts = word.char_indices().map(|it| it.0).skip(PART_CHARS_MIN);
    let parts = cuts.filter_map(|at| {
        let (head, tail) = word.split_at(at);
        let length = tail.chars().count();
        if length < PART_CHARS_MIN || !is_known(&stem_of(tail)) {
            return None;
        }
        let bare = [head, head.strip_suffix('s').unwrap_or(head)].map(stem_of);
        let head = bare.iter().find(|it| is_known(it));
        let is_sure = head.is_some();
        let is_part = is_sure || length >= CHARS_MIN;
        is_part.then(|| ((is_sure, length), [head.unwrap_or(&bare[0]).clone(), stem_of(tail)]))
    });
    parts.max_by_key(|it| it.0).map(|it| it.1)
}

/// The best score of a word's stems for a stem of a text.
fn fits(stems: &[String], own: &str) -> f32 {
    stems.iter().map(|stem| alike(stem, own)).fold(0.0, f32::max)
}

fn alike(stem: &str, own: &str) -> f32 {
    if stem == own {
        return 1.0;
    }
    let (length, other) = (stem.chars().count(), own.chars().count());
    if length < CHARS_MIN || other < CHARS_MIN {
        return if is_translated(stem, own) { 0.85 } else { 0.0 };
    }
    if is_translated(stem, own) {
        return 0.9;
    }
    // `foerderpumpe` ends in `pump`, `motorschutz` begins with `motor`; `orange` is no `range`.
    let (long, short) = if length > other { (stem, own) } else { (own, stem) };
    let is_compound = long.starts_with(short)
        || (long.ends_with(short) && length.abs_diff(other) >= PART_CHARS_MIN);
    if is_compound {
        return 0.75;
    }
    // A letter of a short word makes another word: `oven`, `open`.
    let most = match length.min(other) {
        ..TYPO_CHARS_MIN => return 0.0,
        TYPO_CHARS_MIN..8 => 1,
        _ => 2,
    };
    let is_near = length.abs_diff(other) <= most && osa_distance(stem, own) <= most;
    if is_near { 0.8 } else { 0.0 }
}

/// Whether two stems are words for the same thing, or one is an abbreviation of the other.
fn is_translated(one: &str, other: &str) -> bool {
    relation(one, other) >= Match::Abbreviation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_both_languages_and_compounds_are_alike() {
        let likeness = |one: &str, other: &str| {
            let (one, other) = (words(one), words(other));
            fits(&one, other.last().expect("a stem"))
        };
        assert!(likeness("pump", "Pumpe") > 0.8);
        assert!(likeness("valve", "Ventil") > 0.8);
        assert!(likeness("Pumpe", "Förderpumpe") > 0.7);
        assert!(likeness("agitater", "agitator") > 0.7);
        assert!(likeness("door", "valve") < 0.1);
    }
}
