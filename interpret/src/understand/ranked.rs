//! What all words of a question mean, by the trained ranking.

use tagbridge_meaning::{MeantName, weighed};

use super::{NEAREST_MAX, Sentence, meant::is_of_turning, text::Part};
use crate::classify::Intent;

/// The weight of a word of a question, where a word of the other sentences has 1.
const ASKED_WEIGHT: f32 = 1.5;
/// Minimum chance of a name that is taken; the next one has at most this share of it.
const TAKEN: f32 = 0.5;
const NEXT: f32 = 0.5;
/// Maximum number of names that are looked at.
const LOOKED_AT: usize = 30;
/// Minimum chance of a name that is offered.
const OFFERED: f32 = 0.04;
/// Minimum share of the chance of several names that the best of them has to be taken.
const OF_SEVERAL: f32 = 0.75;

/// The words of sentences with their weights; those of questions count more.
pub(super) fn words(parts: &[Part]) -> Vec<(String, f32)> {
    let weighted = parts.iter().flat_map(|part| {
        let by = if part.asks { ASKED_WEIGHT } else { 1.0 };
        weighed(&part.text).into_iter().map(move |(word, weight)| (word, weight * by))
    });
    weighted.collect()
}

/// The likeliest name, if it is likely and clearly ahead.
pub(super) fn clear(found: &[MeantName]) -> Option<&MeantName> {
    let best = found.first().filter(|it| it.score >= TAKEN)?;
    let is_ahead = found.get(1).is_none_or(|it| it.score <= best.score * NEXT);
    is_ahead.then_some(best)
}

/// The names that are offered.
pub(super) fn offered(found: &[MeantName]) -> Vec<String> {
    let likely = found.iter().take(NEAREST_MAX).filter(|it| it.score >= OFFERED);
    likely.map(|it| it.name.clone()).collect()
}

/// Of several names the one that the other words of a question mean.
pub(super) fn one_of(found: &[MeantName], names: &[String]) -> Option<String> {
    let of_names: Vec<&MeantName> = found.iter().filter(|it| names.contains(&it.name)).collect();
    let all: f32 = of_names.iter().map(|it| it.score).sum();
    let best = of_names.first().filter(|it| it.score >= all * OF_SEVERAL)?;
    Some(best.name.clone())
}

impl Sentence<'_> {
    /// The names that the whole question may mean, of those that its intent can be about.
    pub(super) fn ranked_for(&self, intent: Intent) -> Vec<MeantName> {
        let mut found = self.ranked();
        found.truncate(LOOKED_AT);
        let is_turned = |it: &MeantName| self.is_turned_on(&it.name);
        if is_of_turning(intent) && found.iter().any(is_turned) {
            found.retain(is_turned);
        }
        found
    }

    /// The names that the whole question may mean.
    pub(super) fn ranked(&self) -> Vec<MeantName> {
        self.facts.lexicon().likely(&weighed(self.reader.question))
    }
}
