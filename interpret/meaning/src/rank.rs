//! Ranks the names of a project by trained weights.

use std::sync::LazyLock;

use crate::{
    cues,
    lexicon::{Lexicon, NameEntry},
    meant::MeantName,
    query::{Atom, addresses, atoms, cast},
    roles::Role,
    vocabulary::Match,
};

/// Number of features of a name that do not depend on its role.
pub const PLAIN: usize = 31;
/// Number of features.
pub const FEATURES: usize = PLAIN + Role::COUNT * (1 + cues::COUNT);
/// Where the kinds of matches begin among the features.
const OF_NAME: usize = 0;
const OF_COMMENT: usize = 5;
const AROUND: usize = 10;

/// A name with the features of a question.
#[derive(Debug, Clone)]
pub struct Ranked<'a> {
    /// The name.
    pub entry: &'a NameEntry,
    /// The features.
    pub features: [f32; FEATURES],
    /// The score.
    pub score: f32,
}

/// The trained weights.
static WEIGHTS: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let text = include_str!("../weights.txt");
    text.lines().filter_map(|it| it.split(' ').next()?.parse().ok()).collect()
});

/// The trained weights, one for each feature.
pub fn weights() -> &'static [f32] {
    &WEIGHTS
}

/// What the words of a question give for all names.
struct Table<'a> {
    lexicon: &'a Lexicon,
    atoms: Vec<Atom>,
    /// The weight of each word by its rarity, and the sum.
    shares: Vec<f32>,
    own: Vec<u8>,
    said: Vec<u8>,
    groups: Vec<u8>,
    segments: Vec<u8>,
    routines: Vec<u8>,
    cues: [bool; cues::COUNT],
    addresses: Vec<String>,
}

impl Lexicon {
    /// The names with words of a question, each word with its weight; the likeliest first.
    pub fn ranked(&self, written: &[(String, f32)]) -> Vec<Ranked<'_>> {
        let table = Table::new(self, written);
        let mut found: Vec<Ranked<'_>> = (0..self.entries.len())
            .filter_map(|at| {
                let features = table.features(at)?;
                let score = features.iter().zip(WEIGHTS.iter()).map(|(one, by)| one * by).sum();
                Some(Ranked { entry: &self.entries[at], features, score })
            })
            .collect();
        found.sort_by(|one, other| {
            let by_name = || one.entry.name.cmp(&other.entry.name);
            other.score.total_cmp(&one.score).then_with(by_name)
        });
        found
    }
}

/// Maximum number of names that a question may mean.
const LIKELY_MAX: usize = 12;

impl Lexicon {
    /// The names that a question may mean, each word with its weight: the score of a name is the chance
    /// that it is meant, and it rests on the words that its name or its comment has.
    pub fn likely(&self, written: &[(String, f32)]) -> Vec<MeantName> {
        let ranked = self.ranked(written);
        let most = ranked.first().map_or(0.0, |it| it.score);
        let all: f32 = ranked.iter().map(|it| (it.score - most).exp()).sum();
        let atoms = atoms(self, written);
        let best = ranked.into_iter().take(LIKELY_MAX).map(|it| {
            let has = |stems: &[u32], atom: &Atom| {
                stems.iter().any(|it| atom.matches.get(it) > Some(&Match::Near))
            };
            let (own, said) = (&it.entry.own, &it.entry.said);
            let direct: Vec<&Atom> =
                atoms.iter().filter(|atom| has(own, atom) || has(said, atom)).collect();
            let mut rests_on: Vec<usize> = direct.iter().map(|it| it.word).collect();
            rests_on.dedup();
            MeantName {
                name: it.entry.name.clone(),
                score: (it.score - most).exp() / all,
                rests_on,
                is_code: it.entry.is_code,
                is_of_name: direct.iter().all(|atom| has(own, atom)),
            }
        });
        best.collect()
    }
}

impl<'a> Table<'a> {
    fn new(lexicon: &'a Lexicon, written: &[(String, f32)]) -> Self {
        let atoms = atoms(lexicon, written);
        let of = |lists: &mut dyn Iterator<Item = &[u32]>| {
            let mut found = Vec::new();
            for stems in lists {
                for atom in &atoms {
                    let best = stems.iter().filter_map(|it| atom.matches.get(it)).max();
                    found.push(best.copied().unwrap_or_default() as u8);
                }
            }
            found
        };
        let own = of(&mut lexicon.entries.iter().map(|it| &*it.own));
        let said = of(&mut lexicon.entries.iter().map(|it| &*it.said));
        let groups = of(&mut lexicon.groups.iter().map(|it| &**it));
        let segments = of(&mut lexicon.context.segments.iter().map(|it| &**it));
        let routines = of(&mut lexicon.context.routines.iter().map(|it| &**it));
        let count = atoms.len();
        let all = cast(lexicon.entries.len() + 1);
        let mut shares: Vec<f32> = (0..count)
            .map(|at| {
                let has =
                    |table: &[u8], entry: usize| table[entry * count + at] >= Match::Misspelt as u8;
                let direct =
                    (0..lexicon.entries.len()).filter(|it| has(&own, *it) || has(&said, *it));
                let direct = direct.count();
                let rarity = (all / (cast(direct) + 0.5)).ln() / all.ln();
                atoms[at].weight * rarity.max(0.05)
            })
            .collect();
        let sum: f32 = shares.iter().sum::<f32>().max(1e-6);
        for share in &mut shares {
            *share /= sum;
        }
        let cues = cues::cues(written.iter().map(|it| it.0.as_str()));
        let addresses = addresses(written);
        Self { lexicon, atoms, shares, own, said, groups, segments, routines, cues, addresses }
    }

    fn row<'t>(&self, table: &'t [u8], at: usize) -> &'t [u8] {
        &table[at * self.atoms.len()..(at + 1) * self.atoms.len()]
    }

    /// The best matches of several rows.
    fn best<'t>(&self, rows: impl Iterator<Item = &'t [u8]>) -> Vec<f32> {
        let mut best = vec![0_u8; self.atoms.len()];
        for row in rows {
            best.iter_mut().zip(row).for_each(|(best, own)| *best = (*best).max(*own));
        }
        best.into_iter().map(share).collect()
    }

    /// The features of a name; `None` if it has nothing of the words.
    fn features(&self, at: usize) -> Option<[f32; FEATURES]> {
        /// Maximum number of places and neighbours of a name that are looked at.
        const MOST: usize = 40;
        let (lexicon, entry) = (self.lexicon, &self.lexicon.entries[at]);
        let context = &lexicon.context;
        let (own, said) = (self.row(&self.own, at), self.row(&self.said, at));
        let mut found = [0.0_f32; FEATURES];
        let mut direct = vec![0.0_f32; self.atoms.len()];
        for (atom, weight) in self.shares.iter().enumerate() {
            let (of_name, of_comment) = (own[atom], said[atom]);
            if of_name > 0 {
                found[OF_NAME + group(of_name)] += weight;
            }
            if of_comment > of_name {
                found[OF_COMMENT + group(of_comment)] += weight;
            }
            direct[atom] = share(of_name.max(of_comment));
        }
        let written = || context.written.get(at).iter().take(MOST).map(|it| *it as usize);
        let read = || context.read.get(at).iter().take(MOST).map(|it| *it as usize);
        let both = |it: &usize| [self.row(&self.own, *it), self.row(&self.said, *it)];
        let near =
            |lists: &'a crate::lists::Lists| lists.get(at).iter().take(MOST).map(|it| *it as usize);
        let around = [
            self.best(std::iter::once(self.row(&self.groups, entry.owner as usize))),
            self.best(std::iter::once(self.row(&self.groups, entry.kind as usize))),
            self.best(written().map(|it| self.row(&self.segments, it))),
            self.best(read().map(|it| self.row(&self.segments, it))),
            self.best(
                written()
                    .chain(read())
                    .map(|it| self.row(&self.routines, context.routine_of[it] as usize)),
            ),
            self.best(near(&context.sources).flat_map(|it| both(&it))),
            self.best(near(&context.targets).flat_map(|it| both(&it))),
        ];
        let mut all = direct.clone();
        for (kind, best) in around.iter().enumerate() {
            for (atom, weight) in self.shares.iter().enumerate() {
                found[AROUND + kind] += weight * (best[atom] - direct[atom]).max(0.0);
                all[atom] = all[atom].max(best[atom]);
            }
        }
        let sum = |of: &[f32]| of.iter().zip(&self.shares).map(|(of, by)| of * by).sum::<f32>();
        let (of_direct, of_all) = (sum(&direct), sum(&all));
        let is_addressed =
            entry.address.as_ref().is_some_and(|own| self.addresses.iter().any(|it| **it == **own));
        found[30] = if is_addressed { 1.0 } else { 0.0 };
        if of_all < 0.02 && !is_addressed {
            return None;
        }
        found[17] = of_direct;
        found[18] = of_direct * of_direct;
        found[19] = of_all;
        found[20] = of_all * of_all;
        let covered = |stems: &[u32]| {
            let of = |stem: &u32| {
                let best = self.atoms.iter().filter_map(|it| it.matches.get(stem)).max();
                best.map_or(0.0, |it| it.share())
            };
            let all: f32 = stems.iter().map(of).sum();
            if stems.is_empty() { 0.0 } else { all / cast(stems.len()) }
        };
        let (of_name, of_comment) = (covered(&entry.own), covered(&entry.said));
        found[21] = of_name;
        found[22] = of_name * of_name;
        found[23] = of_comment;
        found[24] = of_direct * of_name.max(of_comment);
        let best = direct.iter().zip(&self.shares).map(|(of, by)| of * by).fold(0.0, f32::max);
        found[25] = best;
        found[26] = cast(direct.iter().filter(|it| **it > 0.6).count()).ln_1p();
        let is_number = |id: &&u32| lexicon.stems.text(**id).bytes().all(|it| it.is_ascii_digit());
        let numbers: Vec<&u32> = entry.own.iter().filter(is_number).collect();
        let asked = self.atoms.iter().any(|it| it.is_number);
        let is_asked =
            |id: &&&u32| self.atoms.iter().any(|it| it.is_number && it.matches.contains_key(**id));
        if asked {
            found[27] = cast(numbers.iter().filter(is_asked).count().min(1));
            found[28] = cast(numbers.iter().filter(|it| !is_asked(it)).count().min(1));
        }
        found[29] = cast(entry.own.len()).ln_1p() * of_direct;
        for role in (0..Role::COUNT).filter(|it| entry.roles & (1 << it) != 0) {
            found[PLAIN + role] = 1.0;
            for cue in (0..cues::COUNT).filter(|it| self.cues[*it]) {
                found[PLAIN + Role::COUNT * (1 + cue) + role] = 1.0;
            }
        }
        Some(found)
    }
}

/// How much of a word a match is.
fn share(of: u8) -> f32 {
    Match::ALL[of as usize].share()
}

/// The kinds of matches that have a feature of their own.
fn group(of: u8) -> usize {
    match Match::ALL[of as usize] {
        Match::Exact => 0,
        Match::Same => 1,
        Match::Abbreviation | Match::Part => 2,
        Match::None | Match::Near => 3,
        Match::Misspelt => 4,
    }
}
