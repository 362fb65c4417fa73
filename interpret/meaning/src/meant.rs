//! The names that have the words of a phrase.

use crate::{
    lexicon::Lexicon,
    query::{Atom, atoms, cast},
    vocabulary::Match,
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
/// How much a word of a comment counts.
const SAID: f32 = 0.9;
/// Words that match less are other words.
const LEAST: Match = Match::Misspelt;

impl Lexicon {
    /// The names that some of these words may mean, the likeliest first.
    pub fn meant(&self, written: &[String]) -> Vec<MeantName> {
        // Longer words have a higher weight.
        let weighted = written.iter().map(|it| (it.clone(), cast(it.chars().count().min(8))));
        let all = atoms(self, &weighted.collect::<Vec<_>>());
        let mut found = self.having(&all);
        if found.is_empty() && all.len() > 1 {
            // Words that match no name at all are ignored: the others are scored without them.
            let is_known = |it: &Atom| it.matches.values().any(|of| *of >= LEAST);
            let known: Vec<Atom> = all.into_iter().filter(is_known).collect();
            found = self.having(&known);
        }
        found.sort_by(|one, other| {
            other.score.total_cmp(&one.score).then_with(|| one.name.cmp(&other.name))
        });
        found
    }

    fn having(&self, atoms: &[Atom]) -> Vec<MeantName> {
        let all: f32 = atoms.iter().map(|it| it.weight).sum();
        let best = |atom: &Atom, stems: &[u32]| {
            let matches = stems.iter().filter_map(|it| atom.matches.get(it));
            let best = matches.filter(|it| **it >= LEAST).max();
            best.map_or(0.0, |it| it.share())
        };
        let covered = |stems: &[u32]| {
            let of = |stem: &&u32| atoms.iter().any(|it| it.matches.get(*stem) >= Some(&LEAST));
            cast(stems.iter().filter(of).count()) / cast(stems.len().max(1))
        };
        let entries = self.entries.iter().filter_map(|entry| {
            let (mut sum, mut rests_on, mut is_of_name) = (0.0, Vec::new(), true);
            let mut lacking = Vec::new();
            for atom in atoms {
                let own = best(atom, &entry.own);
                let score = own.max(SAID * best(atom, &entry.said));
                sum += score * atom.weight;
                if score > 0.0 {
                    is_of_name &= own > 0.0;
                    rests_on.push(atom.word);
                } else if atom.is_part {
                    lacking.push(atom.word);
                }
            }
            rests_on.dedup();
            // Of a compound, a thing has all parts.
            rests_on.retain(|word| !lacking.contains(word));
            let score = sum / all.max(1e-6);
            // A name or comment that has few other words is likelier.
            let score = score + 0.1 * covered(&entry.own).max(covered(&entry.said));
            let is_meant = !rests_on.is_empty() && score >= SCORE_MIN;
            let (name, is_code) = (entry.name.clone(), entry.is_code);
            is_meant.then_some(MeantName { name, score, rests_on, is_code, is_of_name })
        });
        entries.collect()
    }
}
