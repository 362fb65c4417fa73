//! The subject of a sentence, and the likeliest intents with its name masked.

use super::{SURE, Sentence};
use crate::{
    classify::{Intent, classify},
    common::{is_common, is_one_of},
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
/// The same for a number that is written behind the name.
const NUMBERED_NEAR: f32 = 0.25;
/// Words that ask for an input or output of the controller.
const ADDRESS: &str = "address addresses adresse adrese addresse byte terminal klemme klemmen slot karte card \
    channel kanal angeschlossen wired eingang ausgang input output";
/// Verbs next to a name.
const VERBS: &str = "sound sounds tear tears open opens close closes press pressed light lights move moves fill \
    fills ertönt leuchtet reißt öffnet schließt";
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
        if let Some(found) = self.of_path().or_else(|| self.said()) {
            return found;
        }
        // A common word is a name only where all other words do not mean one: "what starts conveyor 2".
        let own = self.of_words(&reader.content(&[]));
        let is_whole = own.as_ref().and_then(|it| it.chosen.as_ref()).is_some_and(|chosen| {
            let is_meant = !matches!(chosen.subject, Subject::Several(_) | Subject::Unknown(_));
            is_meant && reader.content(&chosen.used).is_empty()
        });
        if let Some(own) = own.filter(|_| is_whole) {
            return own;
        }
        if let Some(found) = self.common(&plain) {
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
    pub(super) fn of_words(&self, content: &[usize]) -> Option<Reading> {
        let reader = self.reader;
        if content.is_empty() {
            return None;
        }
        let written: Vec<String> =
            content.iter().map(|at| reader.mentions[*at].text.clone()).collect();
        let found = self.facts.lexicon().meant(&written);
        let first = found.first()?;
        let first_names: Vec<String> = fuzzy::best(&found).iter().map(|it| it.name.clone()).collect();
        let used: Vec<usize> = first.rests_on.iter().map(|at| content[*at]).collect();
        let likely = classify(&reader.masked(&used));
        let intent = likely.first().map_or(Intent::Other, |it| it.0);
        if !intent.has_subject() && intent != Intent::Other {
            return Some(Reading { likely, chosen: None, taken_for: None });
        }
        let written: Vec<&str> = used.iter().map(|at| reader.mentions[*at].text.as_str()).collect();
        let numbers = self.numbers(&used);
        let numbered = self.numbered(found, &numbers);
        let names = self.fitting(&numbered, intent);
        let lacking = self.lacking(content, &used);
        if numbered.is_empty() || !lacking.is_empty() {
            // A part of what is written is nowhere: what is near is offered, and not taken for it.
            let mut at: Vec<usize> = used.iter().chain(&lacking).copied().collect();
            at.sort_unstable();
            let said = at.iter().map(|at| reader.mentions[*at].text.as_str()).chain(numbers.iter().map(String::as_str));
            let written = said.collect::<Vec<_>>().join(" ");
            let nearest = if names.is_empty() { first_names } else { names };
            let nearest = nearest.into_iter().take(super::NEAREST_MAX).collect();
            let chosen = Chosen { subject: Subject::Unknown(nearest), written, used: at };
            return Some(Reading { likely, chosen: Some(chosen), taken_for: None });
        }
        let subject = match names.as_slice() {
            [] => return None,
            [one] => self.facts.target(one, intent.is_about_code()),
            several => Subject::Several(several.to_vec()),
        };
        let written = written.join(" ");
        let taken_for = Some(written.clone());
        Some(Reading { likely, chosen: Some(Chosen { subject, written, used }), taken_for })
    }

    /// The numbers behind the words of a name: "pump 3".
    fn numbers(&self, used: &[usize]) -> Vec<String> {
        let words = &self.reader.words;
        let is_number = |at: usize| {
            let word = words.get(at)?;
            let is_unit = words.get(at + 1).is_some_and(|it| crate::items::milliseconds(it).is_some());
            let is_short = word.len() <= 3 && word.chars().all(|it| it.is_ascii_digit());
            (is_short && !is_unit).then(|| word.clone())
        };
        used.iter().filter_map(|at| is_number(at + 1)).collect()
    }

    /// The candidates with a number, if one of the likeliest has any; all without a number.
    fn numbered(&self, found: Vec<MeantName>, numbers: &[String]) -> Vec<MeantName> {
        let Some(best) = found.first().map(|it| it.score) else { return found };
        let digits = |it: &MeantName| -> Vec<String> {
            let symbol = self.facts.symbols.find_without_hint(&it.name).ok();
            let said = symbol.and_then(|it| it.comment).unwrap_or_default();
            let words = crate::words::words(&format!("{} {said}", it.name));
            words.into_iter().filter(|it| it.starts_with(|char: char| char.is_ascii_digit())).collect()
        };
        let is_near = |it: &&MeantName| it.score >= best - NUMBERED_NEAR;
        if numbers.is_empty() || !found.iter().filter(is_near).any(|it| !digits(it).is_empty()) {
            return found;
        }
        let has = |it: &MeantName| numbers.iter().all(|number| digits(it).contains(number));
        found.into_iter().filter(|it| is_near(&it) && has(it)).collect()
    }

    /// The words next to those of a name that nothing in the project has: "glue" of "glue pump".
    fn lacking(&self, content: &[usize], used: &[usize]) -> Vec<usize> {
        let reader = self.reader;
        let (Some(first), Some(last)) = (used.iter().min(), used.iter().max()) else {
            return Vec::new();
        };
        let is_german = self.asked.language == crate::Language::German;
        let is_noun = |at: usize| {
            let text = &reader.mentions[at].text;
            !is_german || (text.starts_with(char::is_uppercase) && at > 0)
        };
        let is_free = |at: &usize| content.contains(at) && !used.contains(at) && is_noun(*at);
        // Words before it in one group, and those behind "of the".
        let before = (0..*first).rev().take_while(|at| content.contains(at)).filter(is_free);
        let between = (*first..*last).filter(is_free);
        let mut found: Vec<usize> = before.chain(between).collect();
        let links = "of von vom des der the am an im in dem den das";
        let mut next = last + 1;
        let is_link = |at: usize| reader.words.get(at).is_some_and(|it| is_one_of(it, links));
        if is_link(next) || (is_german && content.contains(&next)) {
            while is_link(next) {
                next += 1;
            }
            found.extend((next..reader.words.len()).take_while(|at| content.contains(at)).filter(is_free));
        }
        let is_verb = |at: &usize| is_one_of(&reader.words[*at], VERBS);
        found.retain(|at| !is_verb(at));
        found
    }

    /// A text in quotes that a comment contains: the tag with it.
    fn said(&self) -> Option<Reading> {
        let reader = self.reader;
        let translations = &self.facts.project().translations;
        let quoted = |at: &usize| reader.mentions[*at].text.contains(' ');
        let at = (0..reader.mentions.len()).find(quoted)?;
        let wanted = reader.mentions[at].text.to_lowercase();
        let tags = self.facts.project().tags.iter().filter(|tag| {
            let comment = tag.comment.as_deref().unwrap_or_default();
            let mut all = std::iter::once(comment).chain(translations.of(comment).map(|it| it.1));
            all.any(|it| it.to_lowercase().contains(&wanted))
        });
        let names: Vec<String> = tags.map(|tag| tag.name.clone()).collect();
        let likely = classify(&reader.masked(&[at]));
        let subject = match names.as_slice() {
            [] => return None,
            [one] => self.facts.target(one, false),
            _ => Subject::Several(names),
        };
        let written = reader.mentions[at].text.clone();
        let taken_for = Some(written.clone());
        let chosen = Some(Chosen { subject, written, used: vec![at] });
        likely.first()?.0.has_subject().then_some(Reading { likely, chosen, taken_for })
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
            let mut written: Vec<&MeantName> =
                close.take(TURNED_LOOKED_AT).filter(is_turned).collect();
            // An output of the controller is what a person sees.
            if written.iter().any(|it| self.is_io(it, &['Q'])) {
                written.retain(|it| self.is_io(it, &['Q']));
            }
            if let Some(best) = written.first() {
                let as_good = written.iter().take_while(|it| it.score >= best.score - 0.02);
                names = as_good.map(|it| it.name.clone()).collect();
            }
        }
        let asks_where = self.reader.words.iter().any(|it| is_one_of(it, ADDRESS));
        if names.is_empty() && asks_where {
            let close = fits.iter().filter(|it| it.score >= fits[0].score - TURNED_NEAR);
            let wired: Vec<&MeantName> = close.filter(|it| self.is_io(it, &['I', 'Q'])).collect();
            let best = wired.first().map_or(0.0, |it| it.score);
            let wired = wired.iter().take_while(|it| it.score >= best - 0.02);
            names = wired.map(|it| it.name.clone()).collect();
        }
        if names.is_empty() {
            names = near.iter().map(|it| it.name.clone()).collect();
        }
        self.without_instances(names)
    }

    /// The names without the members of instances whose block is among them: the code is about its own.
    fn without_instances(&self, names: Vec<String>) -> Vec<String> {
        let blocks = &self.facts.project().blocks;
        let own = |name: &String| {
            let (instance, member) = name.rsplit_once('.')?;
            let instance = blocks.iter().find(|it| it.name == instance.trim_matches('"'))?;
            Some(format!("{}#{}", instance.instance_of.as_ref()?, member.trim_matches('"')))
        };
        let is_instance = |name: &String| own(name).is_some_and(|own| names.contains(&own));
        names.iter().filter(|it| !is_instance(it)).cloned().collect()
    }

    /// Whether a name is an input or output of the controller.
    fn is_io(&self, name: &MeantName, areas: &[char]) -> bool {
        let mut tags = self.facts.project().tags.iter();
        let tag = tags.find(|it| it.name == name.name);
        tag.and_then(crate::items::area).is_some_and(|it| areas.contains(&it))
    }
}

/// Whether words refer to the last subject.
fn refers_back(words: &[String]) -> bool {
    let pronouns =
        ["it", "its", "that", "this", "they", "es", "er", "sie", "das", "dies", "ihn", "davon"];
    words.iter().any(|word| pronouns.contains(&word.as_str()))
}
