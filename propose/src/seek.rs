//! What a request may mean whose sentence is not understood: its words lead to the code that it is about,
//! and changes of this code are offered. Each of them has been planned before.

mod evidence;
mod meanings;

use std::collections::BTreeSet;

use tagbridge_texts::Language;

use self::{
    evidence::{Evidence, Row},
    meanings::{MEANINGS, SentenceMeaning, Wants},
};
use crate::{
    locate::Known,
    request::{self, KnownNames},
};

/// A question has at most four options, and one of them may leave the part out.
const CHOICES_MAX: usize = 3;
/// So many changes are planned until enough of them can be offered.
const TRIED_MAX: usize = 16;
/// A word of the wish counts as much as a rare word of a name.
const CUE: f32 = 3.0;
/// A sentence whose names have less of the request is a guess.
const EVIDENCE_MIN: f32 = 4.0;
/// Other bits and numbers than these are unlikely.
const NAMES_MAX: usize = 4;

/// What a request may mean.
#[derive(Debug, Default)]
pub(crate) struct Sought {
    /// Sentences that are understood and can be planned, the likeliest first.
    pub(crate) choices: Vec<String>,
    /// The place in the code that the words are about.
    pub(crate) place: Option<String>,
}

/// A sentence, and how likely it is.
struct Candidate {
    sentence: String,
    weight: f32,
    /// The part of it that names and places have.
    evidence: f32,
}

/// The changes that a part of a request may mean. `serves` says whether a sentence leads to a plan.
pub(crate) fn sought(
    known: &Known<'_>,
    (part, prompt): (&str, &str),
    serves: &dyn Fn(&str) -> bool,
) -> Sought {
    let evidence = Evidence::of(known, prompt);
    let rows = evidence.rows();
    let place = rows.first().map(|it| known.logic.name(it.unit));
    let mut all = Candidates { known, evidence: &evidence, rows: &rows, found: Vec::new() };
    let is_german = request::language(prompt, Language::English) == Language::German;
    for text in [part, prompt] {
        let lower = format!(" {} ", plain(text));
        for meaning in MEANINGS {
            let hits = meaning.cues.iter().filter(|it| lower.contains(&format!(" {it}"))).count();
            if hits > 0 {
                #[expect(clippy::cast_precision_loss, reason = "a few words")]
                let weight = CUE * hits.min(2) as f32;
                all.add(meaning, weight, is_german);
            }
        }
        if !all.found.is_empty() {
            break;
        }
    }
    let mut found = all.found;
    found.retain(|it| it.evidence >= EVIDENCE_MIN);
    found.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    let mut seen: BTreeSet<String> = BTreeSet::new();
    found.retain(|it| seen.insert(it.sentence.to_lowercase()));
    let tried = found.into_iter().take(TRIED_MAX).map(|it| it.sentence);
    let choices = tried.filter(|it| serves(it)).take(CHOICES_MAX).collect();
    Sought { choices, place }
}

/// In lower case, with single blanks instead of signs.
fn plain(prompt: &str) -> String {
    let sign = |it: char| if it.is_alphanumeric() || it == '-' || it == '_' { it } else { ' ' };
    let words: String = prompt.to_lowercase().chars().map(sign).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Candidates<'e, 'k> {
    known: &'e Known<'k>,
    evidence: &'e Evidence<'k>,
    rows: &'e [Row],
    found: Vec<Candidate>,
}

impl Candidates<'_, '_> {
    fn add(&mut self, meaning: &SentenceMeaning, weight: f32, is_german: bool) {
        let pattern = if is_german { meaning.german } else { meaning.english };
        let fill = |letters: &[(&str, &str)]| {
            let word = |it: &str| {
                let known = letters.iter().find(|(letter, _)| *letter == it);
                known.map_or(it, |it| it.1).to_owned()
            };
            pattern.split(' ').map(word).collect::<Vec<_>>().join(" ")
        };
        let (times, numbers) = (self.evidence.times(), self.evidence.numbers());
        let mut found: Vec<Candidate> = Vec::new();
        let mut push = |letters: &[(&str, &str)], more: f32| {
            found.push(Candidate {
                sentence: fill(letters),
                weight: weight + more,
                evidence: more,
            });
        };
        match meaning.wants {
            Wants::Contact => {
                for (row, output) in self.outputs() {
                    for bit in &row.reads {
                        let own = self.evidence.of_name_beside(bit, output);
                        if own > 0.0 {
                            let letters = [("A", &*self.shown(output)), ("B", &*self.shown(bit))];
                            push(&letters, row.weight + own);
                        }
                    }
                }
            }
            Wants::Condition => {
                for (row, output) in self.outputs() {
                    let is_new = |bit: &&(String, f32)| {
                        !bit.0.eq_ignore_ascii_case(output)
                            && !row.reads.iter().any(|it| it.eq_ignore_ascii_case(&bit.0))
                    };
                    for (bit, _) in self.evidence.bits().iter().filter(is_new).take(NAMES_MAX) {
                        let own = self.evidence.of_name_beside(bit, output);
                        if own > 0.0 {
                            let letters = [("A", &*self.shown(output)), ("B", &*self.shown(bit))];
                            push(&letters, row.weight + own);
                        }
                    }
                }
            }
            Wants::Output => {
                for (row, output) in self.outputs() {
                    let own = self.evidence.of_name(output);
                    push(&[("A", &*self.shown(output))], row.weight + own);
                }
            }
            Wants::Delay => {
                for (row, output) in self.outputs() {
                    for time in &times {
                        let own = self.evidence.of_name(output);
                        push(&[("A", &*self.shown(output)), ("T", time)], row.weight + own);
                    }
                }
            }
            Wants::Number => {
                for (name, own) in self.evidence.settings().iter().take(NAMES_MAX) {
                    for value in times.iter().chain(&numbers).rev().take(2) {
                        push(&[("N", &*self.shown(name)), ("V", value)], *own * 2.0);
                    }
                }
            }
            Wants::Limit => {
                for (row, output) in self.outputs() {
                    for (name, own) in self.evidence.settings().iter().take(NAMES_MAX) {
                        for value in numbers.iter().take(1) {
                            let (output, name) = (self.shown(output), self.shown(name));
                            let letters = [("A", &*output), ("N", &*name), ("V", value)];
                            push(&letters, row.weight + own);
                        }
                    }
                }
            }
            Wants::Bit => {
                for (bit, own) in self.evidence.bits().iter().take(NAMES_MAX) {
                    push(&[("B", &*self.shown(bit))], *own * 2.0);
                }
            }
        }
        self.found.append(&mut found);
    }

    /// The bits that the likeliest places write.
    fn outputs(&self) -> impl Iterator<Item = (&Row, &String)> {
        self.rows.iter().flat_map(|row| row.outputs.iter().map(move |it| (row, it)))
    }

    /// A name as code writes it.
    fn shown(&self, name: &str) -> String {
        let own = name.strip_prefix("Program:").and_then(|it| it.split_once('.')).map(|it| it.1);
        match own {
            Some(own) if self.known.is_known(own) => own.to_owned(),
            // A name with blanks is quoted.
            _ if name.contains(' ') && !name.contains('"') => format!("`{name}`"),
            _ => name.to_owned(),
        }
    }
}
