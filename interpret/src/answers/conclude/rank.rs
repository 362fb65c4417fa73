//! Things in the order of how well they fit the words of a part of a question.

use crate::{
    WrittenWord,
    places::telling,
    wants::is_of_want,
    words::{split, words},
};

/// How much a word counts that is only in another part of the question.
const ELSEWHERE: f32 = 0.35;
/// How much a word counts that only the code around a thing has.
const AROUND: f32 = 0.6;
/// Minimum length of a participle without its first syllable.
const STEM_CHARS_MIN: usize = 5;
/// Minimum likeness of two words.
const LIKE_MIN: f32 = 0.4;
/// Minimum score of a thing.
const SCORE_MIN: f32 = 1.15;
/// Things with a smaller share of the best score are left out.
const NEAR: f32 = 0.8;

/// How much code counts that only simulates the plant.
const SIMULATION: f32 = 0.3;
/// How much a thing counts that is a part of what the question is about.
const SUBJECT: f32 = 2.5;
/// So many more things make a word of few things rare.
const FEW: usize = 20;

/// A thing with the words of its name and comment, and those of the code around it.
pub(super) struct Candidate<T> {
    own: Vec<String>,
    around: Vec<String>,
    what: T,
    weight: f32,
}

impl<T> Candidate<T> {
    pub(super) fn new(own: &str, around: &str, what: T) -> Self {
        Self { own: words(own), around: words(around), what, weight: 1.0 }
    }

    /// The same, if it is a part of what the question is about.
    pub(super) fn of_subject(self, is_of_subject: bool) -> Self {
        Self { weight: if is_of_subject { SUBJECT * self.weight } else { self.weight }, ..self }
    }

    /// The same, if the code at this path only simulates the plant.
    pub(super) fn at(self, path: &str) -> Self {
        let is_simulation = path.to_lowercase().contains("simul");
        Self { weight: if is_simulation { SIMULATION } else { 1.0 }, ..self }
    }
}

/// The words of a text that say what it is about; not those that only say which kind of fact it asks for.
fn about(text: &str) -> Vec<String> {
    let mut found: Vec<String> = telling(text).iter().map(|it| it.to_lowercase()).collect();
    found.retain(|it| !is_of_want(it));
    found
}

/// The forms of a word: a German participle is compared without its first syllable, too.
fn forms(word: &str) -> Vec<WrittenWord> {
    // Of `M212`, the number says which one.
    let has_digit = |it: &String| it.contains(|it: char| it.is_ascii_digit());
    let numbers: Vec<String> = split(word).into_iter().filter(has_digit).collect();
    if !numbers.is_empty() {
        return numbers.iter().map(|it| WrittenWord::of(it)).collect();
    }
    let bare = word.strip_prefix("ge").filter(|it| it.chars().count() >= STEM_CHARS_MIN);
    let stem = bare.and_then(|it| it.strip_suffix('t').or_else(|| it.strip_suffix("en")));
    std::iter::once(word).chain(bare).chain(stem).map(WrittenWord::of).collect()
}

/// The things that fit a part of a question best, each with its score; at most `most`.
#[expect(clippy::cast_precision_loss, reason = "a project has some thousand things")]
pub(super) fn rank<T>(
    part: &str,
    whole: &str,
    all: Vec<Candidate<T>>,
    most: usize,
) -> Vec<(f32, T)> {
    let own = about(part);
    let others = about(whole).into_iter().filter(|it| !own.contains(it));
    let sought: Vec<(Vec<WrittenWord>, f32)> = own
        .iter()
        .map(|it| (forms(it), 1.0))
        .chain(others.map(|it| (forms(&it), ELSEWHERE)))
        .collect();
    let best = |word: &[WrittenWord], stems: &[String]| {
        let all = word.iter().flat_map(|word| stems.iter().map(|stem| word.likeness(stem)));
        let found = all.fold(0.0_f32, f32::max);
        if found >= LIKE_MIN { found } else { 0.0 }
    };
    let scores: Vec<Vec<f32>> = all
        .iter()
        .map(|it| {
            let of =
                |word: &[WrittenWord]| best(word, &it.own).max(AROUND * best(word, &it.around));
            sought.iter().map(|(word, _)| of(word)).collect()
        })
        .collect();
    let rarity: Vec<f32> = (0..sought.len())
        .map(|at| {
            let count = scores.iter().filter(|it| it[at] > 0.0).count();
            ((all.len() + FEW) as f32 / (count + 1) as f32).ln()
        })
        .collect();
    let mut found: Vec<(f32, T)> = all
        .into_iter()
        .zip(scores)
        .filter_map(|(it, scores)| {
            let is_of_part = it.weight > 1.0 || scores.iter().take(own.len()).any(|it| *it > 0.0);
            let weighed = scores.iter().zip(&rarity).zip(&sought);
            let score = weighed.map(|((score, rarity), word)| score * rarity * word.1).sum::<f32>();
            let score = score * it.weight;
            (score >= SCORE_MIN && is_of_part).then_some((score, it.what))
        })
        .collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    let least = found.first().map_or(0.0, |it| it.0 * NEAR);
    found.retain(|it| it.0 >= least);
    found.truncate(most);
    found
}
