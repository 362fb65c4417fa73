//! The subject of a sentence, and the likeliest intents with its name masked.

use super::{SURE, Sentence, lists, states, text};
use crate::{
    classify::{Intent, classify},
    common::{is_common, is_one_of},
    kinds::of_kind,
    reader::{Chosen, LONG},
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

/// So many other words make a meaning by one word of a long question doubtful.
pub(super) const OTHERS: usize = 3;

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
            // "fill volume lemon?" names one thing, and says more.
            let more = reader.content(&found.used);
            let is_noun = !more.is_empty() && !text::asks(reader.question.trim_end_matches('?'));
            let mut all: Vec<usize> = found.used.iter().copied().chain(more).collect();
            all.sort_unstable();
            let said: Vec<&str> = all.iter().map(|at| reader.mentions[*at].text.as_str()).collect();
            let said = is_noun.then(|| said.join(" "));
            let reading = self.of_exact(found);
            return Reading { taken_for: reading.taken_for.clone().or(said), ..reading };
        }
        if let Some(found) = exact.filter(|it| !self.is_by_chance(it)) {
            return self.of_exact(found);
        }
        let plain = classify(&reader.masked(&[]));
        if let Some(found) = self.of_path() {
            return found;
        }
        // A common word is a name only where all other words do not mean one: "what starts conveyor 2".
        let own_content = reader.content(&[]);
        let own = self.of_words(&own_content);
        let is_whole = own.as_ref().and_then(|it| it.chosen.as_ref()).is_some_and(|chosen| {
            let is_kind = |at: &usize| lists::kind(&reader.words[*at]).is_some();
            is_single(&chosen.subject)
                && reader.content(&chosen.used).is_empty()
                && !chosen.used.iter().all(is_kind)
        });
        if is_whole && let Some(own) = own {
            return own;
        }
        if own_content.is_empty()
            && let Some(found) = self.common(&plain)
        {
            return found;
        }
        let intent = plain.first().map_or(Intent::Other, |it| it.0);
        if let Some(found) = self.of_kind() {
            return found;
        }
        let mut content = reader.content(&[]);
        if intent == Intent::Value {
            let words = &reader.words;
            content.extend((0..words.len()).filter(|at| is_property(&words[*at])));
            content.sort_unstable();
        }
        let refers = refers_back(&reader.words) || content.is_empty();
        let asks_of_it = intent.has_subject() || intent.is_fault();
        if let Some(name) = self.before.subject().filter(|_| refers && asks_of_it) {
            let likely = if self.says_off() { plain } else { as_on(plain) };
            return self.of_name(name, likely);
        }
        if !intent.has_subject() && intent != Intent::Other {
            return Reading { likely: plain, chosen: None, taken_for: None };
        }
        let found = if content == own_content { own } else { self.of_words(&content) };
        found.unwrap_or(Reading { likely: plain, chosen: None, taken_for: None })
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
            // "pump 3", where something is called pump.
            if !self.numbers(&found.used).is_empty()
                && let Some(numbered) = self.of_words(&found.used)
            {
                return numbered;
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
        let found = self.turned_one(self.bit_of(found), intent);
        Reading { likely, chosen: Some(found), taken_for: None }
    }

    /// "bit 2 of X" is `X.2`.
    fn bit_of(&self, found: Chosen) -> Chosen {
        let words = &self.reader.words;
        let at = words
            .windows(2)
            .position(|pair| pair[0] == "bit" && pair[1].chars().all(|it| it.is_ascii_digit()));
        let Some(at) = at else { return found };
        let name = self.facts.name_of(&found.subject, &found.written);
        let written = format!("{name}.{}", words[at + 1]);
        let Some(subject) = self.facts.value_called(&written) else { return found };
        let used = found.used.iter().copied().chain([at, at + 1]).collect();
        Chosen { subject, written, used }
    }

    /// Whether a word of a long question only happens to be a name: "kein band", where a limit of a
    /// block is called `Band`.
    fn is_by_chance(&self, found: &Chosen) -> bool {
        let reader = self.reader;
        let is_word = found.used.iter().all(|at| {
            let is_lower = reader.mentions[*at].text == reader.words[*at];
            !reader.mentions[*at].is_path
                && (is_lower || matches!(found.subject, Subject::Declared(_)))
        });
        if !is_word || reader.words.len() <= LONG || reader.content(&found.used).len() < OTHERS {
            return false;
        }
        let name = self.facts.name_of(&found.subject, &found.written);
        let is_unused = matches!(found.subject, Subject::Declared(_));
        is_unused || !name.trim_matches('"').ends_with(&found.written)
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
        content.extend((0..reader.words.len()).filter(|at| is_property(&reader.words[*at])));
        content.sort_unstable();
        content.dedup();
        if content.len() < 2 || !found.used.iter().all(|at| content.contains(at)) {
            return None;
        }
        let better = self.of_words(&content)?;
        let chosen = better.chosen.as_ref()?;
        let is_more = chosen.used.len() > found.used.len()
            && found.used.iter().all(|at| chosen.used.contains(at))
            && is_single(&chosen.subject);
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

    /// Whether a word says that something goes off.
    fn says_off(&self) -> bool {
        self.reader.words.iter().any(|word| is_one_of(word, OFF))
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
            .filter(|at| intent != Intent::States || !states::is_of_sequence(&reader.words[*at]))
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
}

/// Whether a word asks for a property, for which names use another word: `hot` is a temperature.
fn is_property(word: &str) -> bool {
    is_one_of(word, "hot warm cold heiß heiss kalt fast quick schnell full empty voll leer")
}

/// Words for something that goes off.
const OFF: &str = "off out down away aus ab weg stop stops stopped reset resets clear clears cleared drop drops dropped \
    fällt zurück false low nicht not doesnt isnt verschwindet ausgeschaltet abgeschaltet gelöscht rid";

/// Intents of a question without such a word: "when exactly" asks what turns it on.
fn as_on(mut likely: Vec<(Intent, f32)>) -> Vec<(Intent, f32)> {
    if let Some(first) = likely.first_mut().filter(|it| it.0 == Intent::Off) {
        first.0 = Intent::On;
    }
    likely
}

/// Whether a subject is one object.
pub(super) fn is_single(subject: &Subject) -> bool {
    !matches!(subject, Subject::Several(_) | Subject::Unknown(_))
}

/// Whether words refer to the last subject: by a pronoun, or by a German article at the end.
pub(super) fn refers_back(words: &[String]) -> bool {
    let pronouns = "it its that this they es er sie das dies ihn davon";
    words.iter().any(|word| is_one_of(word, pronouns))
        || words.last().is_some_and(|word| is_one_of(word, "der die den dem"))
}
