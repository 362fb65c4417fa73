//! The words of a question, and how they match the stems of a project.

use std::collections::HashMap;

use crate::{
    common::is_common,
    lexicon::Lexicon,
    vocabulary::{Match, is_known},
    words::{forms, plain_address, split, stem_of, tables::STOP_WORDS, words},
    written::compound,
};

/// Maximum number of words that are compared.
const ATOMS_MAX: usize = 40;

/// A word of a question, or a part of one, with the stems that it matches.
#[derive(Debug)]
pub(crate) struct Atom {
    /// The position of the word.
    pub(crate) word: usize,
    pub(crate) weight: f32,
    pub(crate) is_number: bool,
    /// Whether it is a part of a compound.
    pub(crate) is_part: bool,
    pub(crate) matches: HashMap<u32, Match>,
}

/// How much a common word counts, and a common one that names often have.
const COMMON: f32 = 0.1;
const COMMON_OF_PLANTS: f32 = 0.45;

/// The words of a text with their weights: a word that every question has counts little.
pub fn weighed(text: &str) -> Vec<(String, f32)> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    // The parts of an address are one word.
    let is_path = |it: &str| it.contains(['.', ':']) && it.contains(|it: char| it.is_ascii_digit());
    let pieces = text.split_whitespace().flat_map(|piece| {
        let piece = piece.trim_matches(|it: char| !is_part(it) && it != '%');
        let whole = is_path(piece);
        piece.split(move |it: char| !(is_part(it) || whole && matches!(it, '.' | ':' | '%')))
    });
    let pieces = pieces.filter(|it| !it.is_empty());
    pieces.map(|it| (it.to_owned(), weight(it))).collect()
}

/// The addresses that a text may have, in normal form.
pub(crate) fn addresses(text: &[(String, f32)]) -> Vec<String> {
    let words = text.iter().map(|it| it.0.trim_end_matches(['.', ',', '?', ':']));
    let is_address = |it: &&str| it.contains(|char: char| char.is_ascii_digit()) && it.len() > 2;
    words.filter(is_address).map(plain_address).collect()
}

/// How much a word counts.
pub fn weight(word: &str) -> f32 {
    let lower = word.to_lowercase();
    let is_stop = || split(&lower).iter().all(|it| STOP_WORDS.contains(&it.as_str()));
    if !is_common(&lower) && !is_stop() {
        return if lower.chars().count() < 3 { 0.5 } else { 1.0 };
    }
    match lower.chars().all(|it| it.is_ascii_digit()) {
        true => 0.5,
        false if is_stop() => 0.0,
        false if is_known(&stem_of(&lower)) => COMMON_OF_PLANTS,
        false => COMMON,
    }
}

/// The words with their weights, in parts.
pub(crate) fn atoms(lexicon: &Lexicon, written: &[(String, f32)]) -> Vec<Atom> {
    let mut found: Vec<Atom> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut before: Option<(String, usize)> = None;
    for (word, (text, weight)) in written.iter().enumerate() {
        if *weight <= 0.0 {
            before = None;
            continue;
        }
        let pieces = split(text);
        let share = 1.0 / cast(pieces.len().max(1)).sqrt();
        for piece in &pieces {
            if found.len() >= ATOMS_MAX {
                return found;
            }
            if let Some(at) = known.get(piece) {
                let atom = &mut found[*at];
                atom.weight = atom.weight.max(weight * share);
                continue;
            }
            let mut all = words(piece);
            all.extend(forms(piece));
            all.dedup();
            let whole = lexicon.stems.matches(&all);
            let is_number = piece.bytes().all(|it| it.is_ascii_digit());
            let is_found = whole.values().any(|it| *it >= Match::Abbreviation);
            let is_whole = is_found || is_number;
            let parts = if is_whole { Vec::new() } else { parts(lexicon, piece) };
            known.insert(piece.clone(), found.len());
            let weight = weight * share;
            let is_part = !parts.is_empty();
            let mut push = |weight: f32, matches: HashMap<u32, Match>| {
                found.push(Atom { word, weight, is_number, is_part, matches });
            };
            if parts.is_empty() {
                push(weight, whole);
            }
            for mut matches in parts {
                // A part is not the word.
                for of in matches.values_mut() {
                    *of = (*of).min(Match::Same);
                }
                push(0.6 * weight, matches);
            }
        }
        // "photo eye" is one word of the vocabulary.
        let last = found.len().saturating_sub(1);
        let single = (pieces.len() == 1).then(|| pieces[0].clone());
        if let (Some((first, at)), Some(second)) = (&before, &single) {
            let joined = stem_of(&format!("{first}{second}"));
            if is_known(&joined) {
                for (id, of) in lexicon.stems.matches(&[joined]) {
                    for at in [*at, last] {
                        let best = found[at].matches.entry(id).or_default();
                        *best = (*best).max(of.min(Match::Same));
                    }
                }
            }
        }
        before = single.map(|it| (it, last));
    }
    found
}

/// What the parts of a compound match; a part that nothing in the project has is cut again.
fn parts(lexicon: &Lexicon, word: &str) -> Vec<HashMap<u32, Match>> {
    let mut found = Vec::new();
    for part in compound(word).into_iter().flatten() {
        let matches = lexicon.stems.matches(std::slice::from_ref(&part));
        let is_found = matches.values().any(|it| *it >= Match::Abbreviation);
        let inner = if is_found { Vec::new() } else { parts(lexicon, &part) };
        if inner.is_empty() {
            found.push(matches);
        } else {
            found.extend(inner);
        }
    }
    found
}

#[expect(clippy::cast_precision_loss, reason = "some thousand things")]
pub(crate) fn cast(count: usize) -> f32 {
    count as f32
}
