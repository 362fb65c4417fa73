//! The subject of a sentence, and the likeliest intents with its name masked.

use super::{SURE, Sentence};
use crate::{
    classify::{Intent, classify},
    common::is_common,
    fuzzy::{self, MeantName},
    kinds::of_kind,
    reader::Chosen,
    resolve::Subject,
};

/// The meaning of one question.
pub(super) struct Reading {
    /// The intents, the likeliest first.
    pub(super) likely: Vec<(Intent, f32)>,
    pub(super) chosen: Option<Chosen>,
    /// The written name, if the project has only a similar one.
    pub(super) taken_for: Option<String>,
}

impl Reading {
    pub(super) fn intent(&self) -> Intent {
        self.likely.first().map_or(Intent::Other, |it| it.0)
    }
}

/// How much lower the score of a place that code turns on or off may be than that of another.
const TURNED_NEAR: f32 = 0.2;
/// Maximum number of candidates that are checked for that.
const TURNED_LOOKED_AT: usize = 30;

impl Sentence<'_> {
    /// The meaning of the question.
    pub(super) fn reading(&self) -> Reading {
        let reader = self.reader;
        if let Some(chosen) = self.before.chosen {
            return self.of_chosen(chosen);
        }
        let exact = reader.exact(false, &[]);
        let is_path = |it: &Chosen| it.used.iter().any(|at| reader.mentions[*at].is_path);
        if !exact.as_ref().is_some_and(is_path)
            && let Some(found) = reader.joined()
        {
            return self.of_exact(found);
        }
        if let Some(found) = exact {
            return self.of_exact(found);
        }
        let plain = classify(&reader.masked(&[]));
        if let Some(found) = self.of_path().or_else(|| self.common(&plain)) {
            return found;
        }
        let intent = plain.first().map_or(Intent::Other, |it| it.0);
        if let Some(found) = self.of_kind() {
            return found;
        }
        let mut content = reader.content(&[]);
        if intent == Intent::Value {
            let words = &reader.words;
            content.extend((0..words.len()).filter(|at| fuzzy::is_property(&words[*at])));
            content.sort_unstable();
        }
        let refers = refers_back(&reader.words) || content.is_empty();
        if let Some(name) = self.before.subject().filter(|_| refers && intent.has_subject()) {
            return self.of_name(name, plain);
        }
        if !intent.has_subject() && intent != Intent::Other {
            return Reading { likely: plain, chosen: None, taken_for: None };
        }
        self.of_words(&content).unwrap_or(Reading { likely: plain, chosen: None, taken_for: None })
    }

    /// An object that is only named by its kind: "the timer".
    fn of_kind(&self) -> Option<Reading> {
        let reader = self.reader;
        let (at, places) = of_kind(self.facts, &reader.words)?;
        let likely = classify(&reader.masked(&[at]));
        let subject = match places.as_slice() {
            [one] => Subject::Place(*one),
            several => self.facts.several(several),
        };
        let chosen = Chosen { subject, written: reader.mentions[at].text.clone(), used: vec![at] };
        likely.first()?.0.has_subject().then_some(Reading {
            likely,
            chosen: Some(chosen),
            taken_for: None,
        })
    }

    /// A text that looks like a name but is not exact: the end or a part of a name, or a name with
    /// blanks.
    fn of_path(&self) -> Option<Reading> {
        let reader = self.reader;
        let content = reader.content(&[]);
        let paths: Vec<usize> =
            content.iter().copied().filter(|at| reader.mentions[*at].is_path).collect();
        if paths.is_empty() {
            return None;
        }
        let text = |at: usize| reader.mentions[at].text.clone();
        let joined = || content.iter().map(|at| text(*at)).collect::<Vec<_>>().join(" ");
        let mut tries: Vec<(String, Vec<usize>)> = Vec::new();
        if content.len() > 1 {
            tries.push((joined(), content.clone()));
        }
        tries.extend(paths.iter().map(|at| (text(*at), vec![*at])));
        for (written, used) in tries {
            let likely = classify(&reader.masked(&used));
            if !likely.first()?.0.has_subject() {
                continue;
            }
            let is_about_code = likely.first()?.0.is_about_code();
            let subject = match self.facts.likely(&written) {
                Subject::Unknown(_) => self.facts.code_like(&written),
                subject if is_about_code => self.facts.code_like(&written).or(Some(subject)),
                subject => Some(subject),
            };
            let Some(subject) = subject else { continue };
            let taken_for = Some(written.clone());
            let chosen = Some(Chosen { subject, written, used });
            return Some(Reading { likely, chosen, taken_for });
        }
        None
    }

    /// With the exact name in the question; another name of code if the question is about code.
    fn of_exact(&self, found: Chosen) -> Reading {
        let reader = self.reader;
        let likely = self.likely(&found.used);
        let is_word = found.used.iter().all(|at| !reader.mentions[*at].is_path);
        if is_word {
            // A word that is a name by chance: the sentence requests a list, or the words around it
            // form another name.
            let plain = classify(&reader.masked(&[]));
            if let (Some((intent, sure)), Some((_, named))) = (plain.first(), likely.first())
                && matches!(intent, Intent::Inventory | Intent::Find)
                && sure > named
            {
                return Reading { likely: plain, chosen: None, taken_for: None };
            }
            if let Some(longer) = self.longer(&found) {
                return longer;
            }
        }
        let intent = likely.first().map_or(Intent::Other, |it| it.0);
        let of_code = || self.reader.exact(true, &[]);
        if intent.is_about_code()
            && let Some(code) = of_code()
        {
            let likely = self.likely(&code.used);
            return Reading { likely, chosen: Some(code), taken_for: None };
        }
        Reading { likely, chosen: Some(found), taken_for: None }
    }

    /// The intents with these mentions and all other names masked.
    fn likely(&self, used: &[usize]) -> Vec<(Intent, f32)> {
        let mut masked = used.to_vec();
        masked.extend(self.reader.other_names(used));
        classify(&self.reader.masked(&masked))
    }

    /// A name of more words than the found one: `line speed` means `Line_Speed`, even if another
    /// object is named `Speed`.
    fn longer(&self, found: &Chosen) -> Option<Reading> {
        let reader = self.reader;
        let mut content = reader.content(&[]);
        content.extend((0..reader.words.len()).filter(|at| fuzzy::is_property(&reader.words[*at])));
        content.sort_unstable();
        content.dedup();
        if content.len() < 2 || !found.used.iter().all(|at| content.contains(at)) {
            return None;
        }
        let better = self.of_words(&content)?;
        let chosen = better.chosen.as_ref()?;
        let is_more = chosen.used.len() > found.used.len()
            && found.used.iter().all(|at| chosen.used.contains(at))
            && !matches!(chosen.subject, Subject::Several(_) | Subject::Unknown(_));
        is_more.then_some(better)
    }

    /// The user's choice after an ambiguous question.
    fn of_chosen(&self, chosen: &str) -> Reading {
        let reader = self.reader;
        let used = if let Some(found) = reader.exact(false, &[]) {
            found.used
        } else {
            let common = (0..reader.words.len()).find(|at| reader.common_name(*at).is_some());
            common.map_or_else(|| reader.content(&[]), |at| vec![at])
        };
        self.of_name(chosen, classify(&reader.masked(&used)))
    }

    fn of_name(&self, name: &str, likely: Vec<(Intent, f32)>) -> Reading {
        let intent = likely.first().map_or(Intent::Other, |it| it.0);
        let subject = self.facts.target(name, intent.is_about_code());
        let chosen = Chosen { subject, written: name.to_owned(), used: Vec::new() };
        Reading { likely, chosen: Some(chosen), taken_for: None }
    }

    /// A common word is a name if no other word is one and the project has it, unless the sentence
    /// makes more sense with the word itself.
    fn common(&self, plain: &[(Intent, f32)]) -> Option<Reading> {
        let reader = self.reader;
        if refers_back(&reader.words) {
            return None;
        }
        let (intent, sure) = *plain.first()?;
        let found = (0..reader.words.len())
            .filter(|at| is_common(&reader.words[*at]) && !reader.mentions[*at].is_path)
            .filter(|at| reader.words[*at].chars().count() > 2)
            .filter_map(|at| {
                // "step 20", even if a tag is named `Step`.
                let next = reader.words.get(at + 1);
                let is_numbered = next.is_some_and(|it| it.chars().all(char::is_numeric));
                if intent == Intent::States && is_numbered {
                    return None;
                }
                let chosen = reader.common_name(at)?;
                let likely = classify(&reader.masked(&chosen.used));
                let (own, score) = *likely.first()?;
                let is_spelled = reader.mentions[at].text.starts_with(char::is_uppercase) && at > 0;
                let needs_none = !intent.has_subject() && intent != Intent::Other;
                let is_better = !needs_none || score > sure || is_spelled;
                let reading = Reading { likely, chosen: Some(chosen), taken_for: None };
                (own.has_subject() && is_better).then_some((score, reading))
            })
            .max_by(|one, other| one.0.total_cmp(&other.0))?;
        (found.0 > SURE).then_some(found.1)
    }

    /// The meaning of words that are not a name: an object with a similar name or comment.
    fn of_words(&self, content: &[usize]) -> Option<Reading> {
        let reader = self.reader;
        if content.is_empty() {
            return None;
        }
        let written: Vec<String> =
            content.iter().map(|at| reader.mentions[*at].text.clone()).collect();
        let found = self.facts.lexicon().meant(&written);
        let first = found.first()?;
        let used: Vec<usize> = first.rests_on.iter().map(|at| content[*at]).collect();
        let likely = classify(&reader.masked(&used));
        let intent = likely.first().map_or(Intent::Other, |it| it.0);
        if !intent.has_subject() && intent != Intent::Other {
            return Some(Reading { likely, chosen: None, taken_for: None });
        }
        let names = self.fitting(&found, intent);
        let subject = match names.as_slice() {
            [] => return None,
            [one] => self.facts.target(one, intent.is_about_code()),
            several => Subject::Several(several.to_vec()),
        };
        let words: Vec<&str> = used.iter().map(|at| reader.mentions[*at].text.as_str()).collect();
        let written = words.join(" ");
        let taken_for = Some(written.clone());
        Some(Reading { likely, chosen: Some(Chosen { subject, written, used }), taken_for })
    }

    /// The candidates that fit the intent: code for questions about code; places that code turns on
    /// or off for questions about that.
    fn fitting(&self, found: &[MeantName], intent: Intent) -> Vec<String> {
        let facts = self.facts;
        let is_code = |it: &MeantName| it.is_code == intent.is_about_code();
        let fits: Vec<MeantName> = found.iter().filter(|it| is_code(it)).cloned().collect();
        let fits = if fits.is_empty() { found.to_vec() } else { fits };
        let turns = matches!(intent, Intent::On | Intent::Off | Intent::WhyOff | Intent::WhyOn);
        let near = fuzzy::best(&fits);
        let is_turned = |it: &&MeantName| match facts.bit(&it.name) {
            Subject::Place(place) => {
                let turned = facts.logic().turned(place, tagbridge_logic::query::Turned::On);
                turned.rows.iter().any(|row| !row.bound)
            }
            _ => false,
        };
        let mut names: Vec<String> = Vec::new();
        if turns {
            let close = fits.iter().take_while(|it| it.score >= fits[0].score - TURNED_NEAR);
            let written: Vec<&MeantName> = close.take(TURNED_LOOKED_AT).filter(is_turned).collect();
            if let Some(best) = written.first() {
                let as_good = written.iter().take_while(|it| it.score >= best.score - 0.02);
                names = as_good.map(|it| it.name.clone()).collect();
            }
        }
        if names.is_empty() {
            names = near.iter().map(|it| it.name.clone()).collect();
        }
        names
    }
}

/// Whether words refer to the last subject.
fn refers_back(words: &[String]) -> bool {
    let pronouns =
        ["it", "its", "that", "this", "they", "es", "er", "sie", "das", "dies", "ihn", "davon"];
    words.iter().any(|word| pronouns.contains(&word.as_str()))
}
