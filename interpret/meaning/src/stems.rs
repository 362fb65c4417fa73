//! All stems of a project, each once.

use std::collections::HashMap;

use crate::{
    vocabulary::{Match, Part, in_row, rows},
    written::compound,
};

/// Shorter words are not matched by their beginnings or with misspellings.
const CHARS_MIN: usize = 4;
const TYPO_CHARS_MIN: usize = 5;
/// Shorter words are no compounds.
const COMPOUND_CHARS_MIN: usize = 8;

/// Stems with ids, and where the vocabulary has them.
#[derive(Debug, Default)]
pub(crate) struct Stems {
    ids: HashMap<Box<str>, u32>,
    texts: Vec<Box<str>>,
    by_row: HashMap<u16, Vec<(u32, Part)>>,
    /// The compounds with a part.
    compounds: HashMap<u32, Vec<u32>>,
    /// Number of stems that are more than parts of others.
    whole: usize,
}

impl Stems {
    pub(crate) fn id(&mut self, stem: &str) -> u32 {
        if let Some(id) = self.ids.get(stem) {
            return *id;
        }
        let id = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.ids.insert(stem.into(), id);
        self.texts.push(stem.into());
        id
    }

    pub(crate) fn text(&self, id: u32) -> &str {
        &self.texts[id as usize]
    }

    /// Finds the parts of compounds and the rows of the vocabulary, after all stems are known.
    pub(crate) fn finish(&mut self) {
        self.whole = self.texts.len();
        for id in 0..self.whole {
            let text = self.texts[id].clone();
            if text.chars().count() < COMPOUND_CHARS_MIN {
                continue;
            }
            let Some(parts) = compound(&text) else { continue };
            for part in parts {
                let part = self.id(&part);
                self.compounds.entry(part).or_default().push(u32::try_from(id).unwrap_or(u32::MAX));
            }
        }
        for (id, text) in self.texts.iter().enumerate() {
            for (row, part) in rows(text) {
                let of_row = self.by_row.entry(*row).or_default();
                of_row.push((u32::try_from(id).unwrap_or(u32::MAX), *part));
            }
        }
    }

    /// The stems that a word with these forms matches, each with its best match.
    pub(crate) fn matches(&self, forms: &[String]) -> HashMap<u32, Match> {
        let mut found: HashMap<u32, Match> = HashMap::new();
        let mut add = |id: u32, of: Match| {
            let best = found.entry(id).or_default();
            *best = (*best).max(of);
        };
        for form in forms {
            if let Some(id) = self.ids.get(form.as_str()) {
                add(*id, Match::Exact);
            }
            for (row, part) in rows(form) {
                for (id, other) in self.by_row.get(row).into_iter().flatten() {
                    add(*id, in_row(*part, *other));
                }
            }
        }
        let parts: Vec<u32> =
            found.iter().filter(|it| *it.1 >= Match::Abbreviation).map(|it| *it.0).collect();
        let is_spelled = forms.iter().any(|it| !rows(it).is_empty()) || !parts.is_empty();
        for whole in parts.iter().filter_map(|it| self.compounds.get(it)).flatten() {
            let best = found.entry(*whole).or_default();
            *best = (*best).max(Match::Part);
        }
        for form in forms.iter().filter(|it| it.chars().count() >= CHARS_MIN) {
            for (id, text) in self.texts[..self.whole].iter().enumerate() {
                let of = alike(form, text, is_spelled);
                if of > Match::None {
                    let best = found.entry(u32::try_from(id).unwrap_or(u32::MAX)).or_default();
                    *best = (*best).max(of);
                }
            }
        }
        found.retain(|_, of| *of > Match::None);
        found
    }
}

/// Whether one of two words begins with the other, or is it with a mistake.
fn alike(form: &str, text: &str, is_spelled: bool) -> Match {
    if text.len() < CHARS_MIN || text == form {
        return Match::None;
    }
    if text.starts_with(form) {
        return Match::Part;
    }
    if form.starts_with(text) {
        // A word of the vocabulary is another one than its beginning: `Füllstand`, `Füller`.
        return if is_spelled { Match::Near } else { Match::Part };
    }
    let least = form.len().min(text.len());
    if is_spelled || least < TYPO_CHARS_MIN || form.len().abs_diff(text.len()) > 2 {
        return Match::None;
    }
    let most = if least < 8 { 1 } else { 2 };
    if strsim::osa_distance(form, text) <= most { Match::Misspelt } else { Match::None }
}
