//! What a request may mean whose sentence is not understood: its words lead to the code that it is about,
//! and changes of this code are offered. Each of them has been planned before.

mod evidence;
mod settings;

use std::collections::BTreeSet;

use tagbridge_texts::Language;

use self::evidence::{Evidence, Row};
pub(crate) use self::settings::of_value;
use crate::{
    locate::Known,
    request::{self, KnownNames, MEANINGS, SentenceMeaning, WishParts},
};

/// A question has at most four options, and one of them may leave the part out.
const CHOICES_MAX: usize = 3;
/// So many changes are planned until enough of them can be offered.
const TRIED_MAX: usize = 16;
/// A word of the wish counts as much as a rare word of a name.
const CUE: f32 = 3.0;
/// A sentence whose names have less of the request is a guess.
const EVIDENCE_MIN: f32 = 4.0;
/// A setting with the old value and less evidence is only offered.
const MEANT_MIN: f32 = 1.0;
/// A sentence with less of the best evidence is not offered.
const SHARE_MIN: f32 = 0.5;
/// Other bits and numbers than these are unlikely.
const NAMES_MAX: usize = 4;

/// The place counts more than the condition.
const PLACE: f32 = 1.5;

/// What a request may mean.
#[derive(Debug, Default)]
pub(crate) struct Sought {
    /// Sentences that are understood and can be planned, the likeliest first.
    pub(crate) choices: Vec<String>,
    /// Whether the first one replaces the value that the request names, and nothing else has this value.
    pub(crate) is_clear: bool,
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
            let hits =
                meaning.cues.split('|').filter(|it| lower.contains(&format!(" {it}"))).count();
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
    let (replaced, is_meant) = all.of_old_value(prompt, is_german);
    let mut found = all.found;
    // A change without the time of the request is another one.
    let times = evidence.times();
    found.retain(|it| times.is_empty() || times.iter().any(|time| it.sentence.contains(time)));
    let most = found.iter().map(|it| it.evidence).fold(0.0_f32, f32::max);
    found.retain(|it| it.evidence >= EVIDENCE_MIN.max(most * SHARE_MIN));
    found.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    let mut seen: BTreeSet<String> = BTreeSet::new();
    found.retain(|it| seen.insert(it.sentence.to_lowercase()));
    let tried = found.into_iter().take(TRIED_MAX).map(|it| it.sentence);
    let is_clear = is_meant && replaced.len() == 1 && serves(&replaced[0]);
    let tried = replaced.into_iter().chain(tried);
    let choices = tried.filter(|it| serves(it)).take(CHOICES_MAX).collect();
    Sought { choices, is_clear, place }
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

/// What a sentence has in place of its letters, and the evidence for it.
type Filled = (Vec<(&'static str, String)>, f32);

impl Candidates<'_, '_> {
    fn add(&mut self, meaning: &SentenceMeaning, weight: f32, is_german: bool) {
        let pattern = if is_german { meaning.german } else { meaning.english };
        let all = match meaning.wants {
            WishParts::Contact | WishParts::Condition => self.of_two(meaning.wants),
            WishParts::Output | WishParts::Delay => {
                self.of_outputs(meaning.wants == WishParts::Delay)
            }
            WishParts::New => self.of_unwritten(),
            WishParts::Limit | WishParts::Numbers => {
                self.of_limits(meaning.wants == WishParts::Numbers)
            }
            WishParts::Number | WishParts::Type => {
                self.of_numbers(meaning.wants == WishParts::Type)
            }
            WishParts::Bit => {
                let bits = self.evidence.bits().iter().take(NAMES_MAX);
                bits.map(|(bit, own)| (vec![("B", self.shown(bit))], own * 2.0)).collect()
            }
        };
        self.found.extend(all.into_iter().map(|(letters, evidence)| {
            let word = |it: &str| {
                let known = letters.iter().find(|(letter, _)| *letter == it);
                known.map_or_else(|| it.to_owned(), |it| it.1.clone())
            };
            let sentence = pattern.split(' ').map(word).collect::<Vec<_>>().join(" ");
            Candidate { sentence, weight: weight + evidence, evidence }
        }));
    }

    /// The changes of what has the value that a request names as the old one: `3 s instead of 1.5`. First
    /// settings, then constants of the code. And whether a word of the request means them.
    fn of_old_value(&self, prompt: &str, is_german: bool) -> (Vec<String>, bool) {
        let Some((old, new)) = request::replaced_value(prompt) else { return Default::default() };
        let names = of_value(self.known, (prompt, &old), &|name| self.evidence.of_name(name));
        // What no word of the request means is only offered.
        let is_meant = names.iter().any(|it| self.evidence.of_name(it) >= MEANT_MIN);
        let names: Vec<String> = names.iter().map(|it| self.shown(it)).collect();
        if !names.is_empty() {
            let set = |it: &String| request::value_sentence(it, &new, is_german);
            return (names.iter().map(set).collect(), is_meant);
        }
        let constant = |row: &Row| {
            let (place, rung) = crate::expand::place_of(self.known.logic, row.unit);
            let from = request::written_number(self.known.logic.text(row.unit), &old)?;
            Some(request::constant_sentence((from, &new), (&place, rung), is_german))
        };
        let rows = self.rows.iter().filter(|it| it.weight >= EVIDENCE_MIN);
        (rows.filter_map(constant).collect(), true)
    }

    /// An output, and a bit that decides about it or that is new there.
    fn of_two(&self, wants: WishParts) -> Vec<Filled> {
        let mut found = Vec::new();
        for (row, output) in self.outputs() {
            let is_read = |bit: &String| row.reads.iter().any(|it| it.eq_ignore_ascii_case(bit));
            let bits: Vec<&String> = if wants == WishParts::Contact {
                row.reads.iter().collect()
            } else {
                let all = self.evidence.bits().iter().map(|it| &it.0);
                let new = all.filter(|it| !it.eq_ignore_ascii_case(output) && !is_read(it));
                new.take(NAMES_MAX).collect()
            };
            for bit in bits {
                let own = self.evidence.of_name_beside(bit, output);
                if own > 0.0 {
                    let letters = vec![("A", self.shown(output)), ("B", self.shown(bit))];
                    found.push((letters, row.weight * PLACE + own));
                }
            }
        }
        found
    }

    fn of_outputs(&self, is_timed: bool) -> Vec<Filled> {
        let times = self.evidence.times();
        let mut found = Vec::new();
        for (row, output) in self.outputs() {
            let evidence = row.weight + self.evidence.of_name(output);
            let output = ("A", self.shown(output));
            if is_timed {
                let all = times.iter().map(|it| vec![output.clone(), ("T", it.clone())]);
                found.extend(all.map(|it| (it, evidence)));
            } else {
                found.push((vec![output], evidence));
            }
        }
        found
    }

    /// A bit that no code writes, and two conditions.
    fn of_unwritten(&self) -> Vec<Filled> {
        let mut found = Vec::new();
        for (output, own) in self.evidence.unwritten().iter().take(2) {
            let bits = self.evidence.bits().iter().filter(|it| it.0 != *output);
            let others: Vec<_> = bits.take(3).collect();
            for (at, one) in others.iter().enumerate() {
                for two in &others[at + 1..] {
                    let [a, b, c] = [output, &one.0, &two.0].map(|it| self.shown(it));
                    let more = own + f32::midpoint(one.1, two.1);
                    found.push((vec![("A", a), ("B", b), ("C", c)], more));
                }
            }
        }
        found
    }

    /// An output, a number, and its limit: a value, or another number.
    fn of_limits(&self, is_named: bool) -> Vec<Filled> {
        let numbers = self.evidence.settings();
        let values = self.evidence.numbers();
        let mut found = Vec::new();
        for (row, output) in self.outputs().take(NAMES_MAX) {
            for (name, own) in numbers.iter().take(NAMES_MAX) {
                let mut push = |limit: String, more: f32| {
                    let letters =
                        vec![("A", self.shown(output)), ("N", self.shown(name)), ("V", limit)];
                    found.push((letters, row.weight + own + more));
                };
                if is_named {
                    let others = numbers.iter().take(NAMES_MAX).filter(|it| it.0 != *name);
                    others.for_each(|(limit, more)| push(self.shown(limit), *more));
                } else if let Some(value) = values.first() {
                    push(value.clone(), 0.0);
                }
            }
        }
        found
    }

    /// A number, and its new value or type.
    fn of_numbers(&self, is_typed: bool) -> Vec<Filled> {
        let numbers = self.evidence.settings().iter();
        if is_typed {
            let (old, new) = self.evidence.types();
            let Some(new) = new else { return Vec::new() };
            let is_it = |it: &&(String, f32)| {
                let kind = self.known.type_of(&it.0);
                old.as_ref().is_none_or(|_| kind == old) && kind.as_ref() != Some(&new)
            };
            let named = numbers.filter(is_it);
            let filled = named
                .map(|(name, own)| (vec![("N", self.shown(name)), ("V", new.clone())], own * 3.0));
            return filled.collect();
        }
        let values = [self.evidence.times(), self.evidence.numbers()].concat();
        let named = numbers.take(NAMES_MAX).flat_map(|(name, own)| {
            let values = values.iter().rev().take(2);
            values.map(move |it| (vec![("N", self.shown(name)), ("V", it.clone())], own * 2.0))
        });
        named.collect()
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
