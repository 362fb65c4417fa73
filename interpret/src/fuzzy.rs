//! Names that a person means with other words, by a comment, misspelt, or in the other language.

use std::{collections::HashMap, sync::LazyLock};

use strsim::osa_distance;

use crate::{
    lexicon::{Entry, Lexicon},
    words::{same::SAME, tables::RUSSIAN, words},
};

/// A name that some words may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct MeantName {
    /// The whole name, as the project spells it.
    pub name: String,
    /// About 1 if the name or its comment has all words.
    pub score: f32,
    /// The positions of the words that match.
    pub rests_on: Vec<usize>,
    /// Whether it is a program, a routine or a block.
    pub is_code: bool,
    /// Whether the name has these words without its comment.
    pub is_of_name: bool,
}

impl MeantName {
    /// Whether it is as likely as the best name.
    pub fn is_near(&self, best: &Self) -> bool {
        self.score >= best.score - NEAR
    }
}

/// Minimum score of a name.
const SCORE_MIN: f32 = 0.55;
/// Names with scores this close to the best one are equally likely.
const NEAR: f32 = 0.05;
/// Shorter words are not matched as parts of compounds.
const CHARS_MIN: usize = 4;
/// Shorter words are not matched with misspellings.
const TYPO_CHARS_MIN: usize = 5;
/// Shorter parts of a compound are no words.
const PART_CHARS_MIN: usize = 3;
/// A translated word matches at least so well, and how much a similar one is the word.
const TRANSLATED: f32 = 0.85;
const SIMILAR_SHARE: f32 = 0.65;
/// How much a part of a compound is the whole word.
const PART_SHARE: f32 = 0.75;
/// How alike a part of a compound must be.
const PART_MIN: f32 = 0.8;

impl Lexicon {
    /// The names that some of these words may mean, the likeliest first.
    pub fn meant(&self, written: &[String]) -> Vec<MeantName> {
        let wanted: Vec<Written> = written.iter().map(|word| Written::of(word)).collect();
        let mut found: Vec<MeantName> = self
            .0
            .iter()
            .filter_map(|entry| {
                let scores: Vec<f32> = wanted.iter().map(|word| of_word(word, entry)).collect();
                let rests_on: Vec<usize> = scores
                    .iter()
                    .enumerate()
                    .filter(|(_, score)| **score > 0.0)
                    .map(|(at, _)| at)
                    .collect();
                if rests_on.is_empty() {
                    return None;
                }
                let score = weighed(&scores, written) + 0.1 * coverage(&wanted, entry);
                let (name, is_code) = (entry.name.clone(), entry.is_code);
                let is_of_name = rests_on.iter().all(|at| of_stems(&wanted[*at], &entry.own) > 0.0);
                let found = MeantName { name, score, rests_on, is_code, is_of_name };
                (score >= SCORE_MIN).then_some(found)
            })
            .collect();
        // Words that match no name at all are ignored: the others are scored without them.
        if found.is_empty() && written.len() > 1 {
            let fits =
                |word: &Written| self.0.iter().any(|entry| of_word(word, entry) >= SCORE_MIN);
            let known: Vec<usize> = (0..wanted.len()).filter(|at| fits(&wanted[*at])).collect();
            if !known.is_empty() && known.len() < written.len() {
                let words: Vec<String> = known.iter().map(|at| written[*at].clone()).collect();
                found = self.meant(&words);
                for candidate in &mut found {
                    candidate.rests_on.iter_mut().for_each(|at| *at = known[*at]);
                }
            }
        }
        found.sort_by(|one, other| {
            other.score.total_cmp(&one.score).then_with(|| one.name.cmp(&other.name))
        });
        found
    }
}

/// Minimum evidence for the subject of a text: about the weight of two words that few names have.
const EVIDENCE_MIN: f32 = 6.0;
/// A word that matches less is not evidence.
const MATCH_MIN: f32 = 0.74;

impl Lexicon {
    /// The names that a text of many words may be about, the likeliest first: each word counts by its
    /// weight and its rarity in the project.
    #[expect(clippy::cast_precision_loss, reason = "a project has some thousand names")]
    pub(crate) fn about(&self, written: &[(String, f32)]) -> Vec<MeantName> {
        let wanted: Vec<Written> = written.iter().map(|it| Written::of(&it.0)).collect();
        let scores: Vec<Vec<f32>> = wanted
            .iter()
            .map(|word| self.0.iter().map(|entry| of_word(word, entry)).collect())
            .collect();
        let rarity = |scores: &Vec<f32>| {
            let count = scores.iter().filter(|it| **it >= MATCH_MIN).count();
            ((self.0.len() + 1) as f32 / (count + 1) as f32).ln()
        };
        let rare: Vec<f32> = scores.iter().map(rarity).collect();
        let entries = self.0.iter().enumerate().filter_map(|(at, entry)| {
            let matched = |word: &usize| scores[*word][at] >= MATCH_MIN;
            let rests_on: Vec<usize> = (0..wanted.len()).filter(matched).collect();
            let mut evidence: f32 = rests_on
                .iter()
                .map(|word| scores[*word][at] * rare[*word] * written[*word].1)
                .sum();
            let own: Vec<&Written> = rests_on.iter().map(|word| &wanted[*word]).collect();
            evidence *= 0.5 + 0.5 * coverage(&own, entry);
            let (name, is_code) = (entry.name.clone(), entry.is_code);
            let is_of_name = own.iter().all(|word| of_stems(word, &entry.own) > 0.0);
            (evidence >= EVIDENCE_MIN / 2.0).then_some(MeantName {
                name,
                score: evidence,
                rests_on,
                is_code,
                is_of_name,
            })
        });
        let mut found: Vec<MeantName> = entries.collect();
        found.sort_by(|one, other| {
            other.score.total_cmp(&one.score).then_with(|| one.name.cmp(&other.name))
        });
        found
    }
}

/// The candidates that are as likely as the best one.
pub(crate) fn best(candidates: &[MeantName]) -> &[MeantName] {
    let Some(first) = candidates.first() else { return &[] };
    let count = candidates.iter().take_while(|it| it.is_near(first)).count();
    &candidates[..count]
}

/// Longer words have a higher weight.
#[expect(clippy::cast_precision_loss, reason = "words have some characters")]
fn weighed(scores: &[f32], written: &[String]) -> f32 {
    let weight = |at: usize| written[at].chars().count().min(8) as f32;
    let all: f32 = (0..scores.len()).map(weight).sum();
    let own: f32 = scores.iter().enumerate().map(|(at, score)| score * weight(at)).sum();
    if all > 0.0 { own / all } else { 0.0 }
}

/// The part of a name or its comment that the words cover.
#[expect(clippy::cast_precision_loss, reason = "names have some words")]
fn coverage<W: std::borrow::Borrow<Written>>(wanted: &[W], entry: &Entry) -> f32 {
    let covers = |word: &Written, stem: &str| {
        fits(&word.stems, stem) > 0.0
            || word.parts.iter().flatten().any(|part| fits(part, stem) >= PART_MIN)
    };
    let share = |of: &[String]| {
        let shared =
            of.iter().filter(|stem| wanted.iter().any(|it| covers(it.borrow(), stem))).count();
        if of.is_empty() { 0.0 } else { shared as f32 / of.len() as f32 }
    };
    share(&entry.own).max(share(&entry.said))
}

/// The score of a word for the stems of a name.
fn of_stems(word: &Written, own: &[String]) -> f32 {
    if word.parts.iter().any(|parts| is_made_of(parts, own)) {
        return 0.95;
    }
    own.iter().map(|stem| fits(&word.stems, stem)).fold(0.0_f32, f32::max)
}

fn of_word(word: &Written, entry: &Entry) -> f32 {
    let best =
        |of: &[String]| of.iter().map(|stem| fits(&word.stems, stem)).fold(0.0_f32, f32::max);
    let whole = best(&entry.own).max(0.9 * best(&entry.said));
    let is_made = |of: &[String]| word.parts.iter().any(|parts| is_made_of(parts, of));
    if whole >= 0.9 {
        whole
    } else if is_made(&entry.own) {
        0.95
    } else if is_made(&entry.said) {
        0.86
    } else {
        whole
    }
}

/// Whether a name has both parts of a compound: `Förderpumpe` matches `Feed_Pump`.
fn is_made_of([head, tail]: &[Vec<String>; 2], of: &[String]) -> bool {
    of.iter().enumerate().any(|(last, stem)| {
        let others = || of.iter().enumerate().filter(|(at, _)| *at != last);
        fits(tail, stem) >= PART_MIN && others().any(|(_, stem)| fits(head, stem) >= PART_MIN)
    })
}

/// A written word: its stems, and for a German compound the stems of its parts.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) stems: Vec<String>,
    parts: Vec<[Vec<String>; 2]>,
}

impl Written {
    pub(crate) fn of(word: &str) -> Self {
        let parts = compound(word).into_iter().map(|(head, tail)| [words(&head), words(&tail)]);
        Self { stems: words(word), parts: parts.collect() }
    }

    /// How much a stem is one of its own, alike or translated, or one of a part of a compound; 0 if it
    /// is another word.
    pub(crate) fn likeness(&self, stem: &str) -> f32 {
        let own = fits(&self.stems, stem);
        if own >= MATCH_MIN {
            // A similar word may be another one.
            return if own < TRANSLATED { own * SIMILAR_SHARE } else { own };
        }
        let parts = self.parts.iter().flatten().map(|it| fits(it, stem));
        PART_SHARE * parts.filter(|it| *it >= PART_MIN).fold(0.0, f32::max)
    }

    /// Whether it is a stem in another form or language: `Prüfen` of `prueft`, but no compound.
    pub(crate) fn is_form_of(&self, stem: &str) -> bool {
        let begins = |own: &String| {
            own.chars().count().min(stem.chars().count()) >= CHARS_MIN
                && (own.starts_with(stem) || stem.starts_with(own.as_str()))
        };
        self.stems.iter().any(|own| own == stem || is_translated(own, stem) || begins(own))
    }

    /// Whether a text with these stems has it, in either language, or both parts of a compound.
    pub(crate) fn is_in(&self, text: &[String]) -> bool {
        let is_in = |stem: &String| text.iter().any(|it| it == stem || is_translated(it, stem));
        (!self.stems.is_empty() && self.stems.iter().all(is_in))
            || self.parts.iter().any(|parts| is_made_of(parts, text))
    }
}

/// The parts of a German compound of which one is a word of plants: `Füllventile` is `füll` and
/// `ventile`, `Füllstandssensor` is `füllstand` and `sensor`.
fn compound(word: &str) -> Vec<(String, String)> {
    if !word.chars().all(char::is_alphabetic) {
        return Vec::new();
    }
    let cuts = word.char_indices().map(|it| it.0).skip(PART_CHARS_MIN);
    let found = cuts.filter_map(|at| {
        let (head, tail) = word.split_at(at);
        if tail.chars().count() < PART_CHARS_MIN || !is_known(tail) {
            return None;
        }
        let bare = head.strip_suffix('s').filter(|it| !is_known(head) && is_known(it));
        Some((bare.unwrap_or(head).to_lowercase(), tail.to_lowercase()))
    });
    found.collect()
}

/// Whether a word asks for a property, for which names use another word: `hot` is a temperature.
pub(crate) fn is_property(word: &str) -> bool {
    "hot warm cold heiß heiss kalt fast quick schnell full empty voll leer"
        .split(' ')
        .any(|it| it == word)
}

/// The best score of a word's stems for a stem of a name.
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
    if distance(stem, own, most).is_some() { 0.8 } else { 0.0 }
}

/// The edit distance of two words, with swaps, if it is at most `most`.
pub(crate) fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    if one.chars().count().abs_diff(other.chars().count()) > most {
        return None;
    }
    Some(osa_distance(one, other)).filter(|it| *it <= most)
}

/// The rows of synonyms with each stem. A Russian word belongs to the rows of its English ones.
static ROWS: LazyLock<HashMap<String, Vec<usize>>> = LazyLock::new(|| {
    let mut rows: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, row) in SAME.iter().enumerate() {
        for word in row.split(' ').flat_map(words) {
            rows.entry(word).or_default().push(at);
        }
    }
    for (at, (russian, english)) in RUSSIAN.iter().enumerate() {
        let own = SAME.len() + at;
        let stems: Vec<String> = english.split(' ').flat_map(words).collect();
        let same = stems.iter().filter_map(|stem| rows.get(stem)).flatten().copied();
        let same: Vec<usize> = same.chain([own]).collect();
        for stem in stems {
            rows.entry(stem).or_default().push(own);
        }
        for stem in words(russian) {
            rows.entry(stem).or_default().extend(&same);
        }
    }
    rows
});

/// Whether a word has synonyms.
fn is_known(word: &str) -> bool {
    words(word).iter().any(|stem| ROWS.contains_key(stem))
}

/// Whether two stems are translations of each other.
fn is_translated(one: &str, other: &str) -> bool {
    let (Some(one_in), Some(other_in)) = (ROWS.get(one), ROWS.get(other)) else { return false };
    one_in.iter().any(|at| other_in.contains(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_are_changed_left_out_added_or_swapped_are_counted() {
        for (one, other, expected) in [
            ("motor", "motor", Some(0)),
            ("motor", "mtoor", Some(1)),
            ("motor", "moter", Some(1)),
            ("motor", "motors", Some(1)),
            ("motor", "valve", None),
        ] {
            assert_eq!(distance(one, other, 2), expected, "{one} {other}");
        }
    }

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
