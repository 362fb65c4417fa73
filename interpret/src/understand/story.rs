//! Texts of several sentences: some ask, the others describe what the questions are about.

use tagbridge_api::query::{Aspect, CodeFault, Query};

use super::{
    Before, Sentence, compose,
    general::general,
    lists, ranked,
    reading::is_single,
    states,
    text::{Part, sentences},
    understand,
};
use crate::{
    Asked, Facts, MeantName,
    asked::Open,
    classify::{Intent, classify},
    reader::{Chosen, Reader},
    resolve::Subject,
};

/// Minimum probability of what a sentence asks of a subject that it may not name.
const SURE_OF_TEXT: f32 = 0.4;
/// Minimum chance of a subject.
const CHANCE: f32 = 0.25;
/// Names with this share of the best chance may be meant, too.
const NEAR: f32 = 0.6;
/// Maximum number of candidates that are offered.
const OFFERED_MAX: usize = 4;

/// What a sentence that does not ask is about.
pub(super) struct Told {
    pub(super) name: String,
    pub(super) written: String,
    /// Whether it contains the name itself, and not other words for it.
    pub(super) is_exact: bool,
    /// Whether it is only the name, or several words for it: "vacuum lost alarm".
    is_whole: bool,
}

/// The questions of a text of several sentences; `None` for one sentence.
pub(super) fn story(
    facts: &Facts,
    text: &str,
    before: &Before<'_>,
    asked: &Asked,
) -> Option<Asked> {
    let parts = sentences(text);
    let questions: Vec<&Part> = parts.iter().filter(|it| it.asks).collect();
    if parts.len() < 2 || questions.is_empty() || before.chosen.is_some() {
        return None;
    }
    let told: Vec<Told> = parts
        .iter()
        .filter(|it| !it.asks)
        .filter_map(|it| told(facts, &it.text, asked, None))
        .collect();
    let subject = told.iter().rfind(|it| it.is_exact).or(told.last());
    let declared =
        |it: &Told| Query::Explain { name: it.name.clone(), aspect: Aspect::Declaration };
    let mut last: Option<Query> = subject.map(declared);
    let mut found = Asked::new(asked.language, asked.all);
    let mut open: Option<Asked> = None;
    let has_others = questions.len() < parts.len();
    for part in &questions {
        let listed = last.as_ref().map(|it| lists::entries(facts, it)).unwrap_or_default();
        let context = Before {
            query: last.as_ref().or(before.query),
            listed: &listed,
            chosen: None,
            language: Some(asked.language),
        };
        let understood = understand(facts, &part.text, &context);
        if understood.is_change() {
            return Some(understood);
        }
        if is_answer(facts, &part.text, &understood, last.as_ref(), has_others) {
            let is_list = |it: &Query| matches!(it, Query::Inventory { .. });
            let named = understood.queries.iter().rfind(|it| it.subject().is_some() || is_list(it));
            last = named.cloned().or(last);
            found.add(understood);
        } else {
            found.left_out.push(part.text.clone());
            open = Some(understood);
        }
    }
    if let (Some(told), Some(own), true) = (subject, found.name(), !found.taken_for.is_empty())
        && (told.is_exact || told.is_whole)
        && told.name != own
    {
        // The other sentences name a tag, and the question has only words that resemble another.
        let names = vec![told.name.clone(), own.to_owned()];
        let which = || Asked::new(asked.language, asked.all).open(Open::Which(names));
        let reader = Reader::new(facts, &questions.last()?.text);
        let sentence = Sentence { facts, reader: &reader, before, asked: asked.clone() };
        return Some(sentence.of_text(&parts, Some(told)).unwrap_or_else(which));
    }
    // What is said in other words is named in the answer.
    let in_other_words = |it: &&Told| !it.is_exact && !it.name.ends_with(&it.written);
    for told in told.iter().filter(in_other_words) {
        let is_meant = found.queries.iter().any(|it| it.subject() == Some(&told.name));
        if is_meant && !found.taken_for.iter().any(|it| it.1 == told.name) {
            found.taken_for.push((told.written.clone(), told.name.clone()));
        }
    }
    if !found.queries.is_empty() {
        return Some(found);
    }
    let question = questions.last()?;
    let all = Reader::new(facts, text);
    let content: Vec<String> =
        all.content(&[]).into_iter().map(|at| all.words[at].clone()).collect();
    if !told.iter().any(|it| it.is_exact)
        && let Some(query) = states::of_story(facts, &all.words, &content)
    {
        return Some(Asked { queries: vec![query], left_out: Vec::new(), ..found });
    }
    let reader = Reader::new(facts, &question.text);
    let sentence = Sentence { facts, reader: &reader, before, asked: found.clone() };
    let own = self::told(facts, &question.text, asked, None);
    // A question that names nothing is about what the others name.
    let names_nothing = reader.content(&[]).is_empty();
    let last = told.last().filter(|_| names_nothing);
    let subject = told.iter().rfind(|it| it.is_exact).or(own.as_ref()).or(last);
    let whole = sentence.of_text(&parts, subject);
    // What the question itself may mean, and not what the others are about.
    let is_offered = |whole: &Asked| match open.as_ref().and_then(|it| it.open.as_ref()) {
        Some(Open::Which(names)) => whole.name().is_some_and(|it| names.iter().any(|n| n == it)),
        _ => true,
    };
    let whole = whole.filter(is_offered);
    if whole.is_none()
        && open.as_ref().is_some_and(|it| !it.queries.is_empty())
        && let Some(names) = several_in(facts, &parts)
    {
        // A search for faults is no answer where the text is about one of several things.
        return Some(Asked::new(asked.language, asked.all).open(Open::Which(names)));
    }
    let is_search =
        |it: &Query| matches!(it, Query::Findings { fault } if *fault != CodeFault::Any);
    if whole.is_none() && open.as_ref().is_some_and(|it| it.queries.iter().any(is_search)) {
        // The search for one kind of fault would answer another question.
        return Some(Asked::new(asked.language, asked.all).open(Open::NotUnderstood));
    }
    whole.or_else(|| open.map(unanswered))
}

/// What a question that is no answer to the text is: not understood, or asked back.
fn unanswered(open: Asked) -> Asked {
    let is_other = |it: &Query| matches!(it, Query::Changes { .. } | Query::Text { .. });
    let is_open = match open.open {
        Some(Open::NotUnderstood | Open::Unknown(..)) => true,
        Some(_) => false,
        None => open.queries.iter().all(is_other),
    };
    if !is_open {
        return open;
    }
    Asked::new(open.language, open.all).open(Open::NotUnderstood)
}

/// The objects with one name that a sentence contains which does not ask.
fn several_in(facts: &Facts, parts: &[Part]) -> Option<Vec<String>> {
    parts.iter().filter(|it| !it.asks).find_map(|part| {
        let found = Reader::new(facts, &part.text).exact(false, &[])?;
        match found.subject {
            Subject::Several(names) => Some(names),
            _ => None,
        }
    })
}

/// Whether a question is answered: nothing is open. Where other sentences say what the text is about, a
/// search for faults without a kind of thing is no answer, and neither is a common word that is a name.
fn is_answer(
    facts: &Facts,
    text: &str,
    understood: &Asked,
    last: Option<&Query>,
    has_others: bool,
) -> bool {
    if understood.open.is_some() || understood.queries.is_empty() {
        return false;
    }
    if !has_others && last.is_none() {
        return true;
    }
    let subject = last.and_then(Query::subject);
    let reader = Reader::new(facts, text);
    let has_kind = reader.words.iter().any(|word| lists::kind(word).is_some());
    let is_search = |it: &Query| {
        matches!(it, Query::Text { .. } | Query::Changes { .. })
            || (matches!(it, Query::Findings { .. }) && !has_kind)
    };
    let is_bare = reader.content(&[]).is_empty() && reader.exact(false, &[]).is_none();
    let is_other = |it: &Query| it.subject().is_some() && it.subject() != subject;
    let by_chance = is_bare && understood.queries.iter().all(is_other);
    !(understood.queries.iter().all(is_search) || by_chance)
}

/// The single object that a sentence is about, else the only input or output that it may mean.
pub(super) fn told(facts: &Facts, text: &str, asked: &Asked, area: Option<char>) -> Option<Told> {
    // Bare words may be taken for a list.
    let as_question = || told_in(facts, &format!("what is {text}"), asked, None);
    told_in(facts, text, asked, area).or_else(as_question)
}

fn told_in(facts: &Facts, text: &str, asked: &Asked, area: Option<char>) -> Option<Told> {
    let reader = Reader::new(facts, text);
    let before = Before::default();
    let sentence = Sentence { facts, reader: &reader, before: &before, asked: asked.clone() };
    let reading = sentence.reading();
    let Some(chosen) = reading.chosen.filter(|it| is_single(&it.subject)) else {
        return sentence.wired(area?);
    };
    let name = facts.name_of(&chosen.subject, &chosen.written);
    // A sentence that does not ask has all words of the thing, or another one is meant; its code is
    // named, or its values are meant.
    let is_code = matches!(chosen.subject, Subject::Block(_) | Subject::Units(_));
    let is_taken = reading.taken_for.is_some();
    if is_taken && (is_code || !has_all(facts, &name, &chosen.written)) {
        return None;
    }
    let is_spelled = |text: &str| text.chars().skip(1).any(char::is_uppercase);
    let is_name = |at: &usize| {
        let mention = &reader.mentions[*at];
        mention.is_path || is_spelled(&mention.text)
    };
    let is_exact = chosen.used.iter().any(is_name) && reading.taken_for.is_none();
    let is_whole = chosen.used.len() > 1 && reader.content(&chosen.used).is_empty();
    Some(Told { name, written: chosen.written, is_exact, is_whole })
}

/// Whether a name or its comment has all of some words.
fn has_all(facts: &Facts, name: &str, written: &str) -> bool {
    let words: Vec<String> = written.split(' ').map(str::to_owned).collect();
    let meant = facts.lexicon().meant(&words);
    let own = meant.iter().find(|it| it.name.trim_start_matches("AOI:") == name);
    own.is_some_and(|it| it.rests_on.len() == words.len())
}

impl Sentence<'_> {
    /// The only input or output of the controller that the words may mean.
    fn wired(&self, area: char) -> Option<Told> {
        let part = Part { text: self.reader.question.to_owned(), asks: false };
        let words = ranked::words(&[part]);
        let mut found = self.facts.lexicon().likely(&words);
        found.retain(|it| it.score >= CHANCE / 2.0 && self.is_io(&it.name, &[area]));
        let best = found.first()?;
        let is_only = found.get(1).is_none_or(|it| it.score < best.score * NEAR);
        let written: Vec<&str> = best.rests_on.iter().map(|at| words[*at].0.as_str()).collect();
        let (name, written) = (best.name.clone(), written.join(" "));
        is_only.then_some(Told { name, written, is_exact: false, is_whole: false })
    }

    /// The question about what all sentences together are about.
    pub(super) fn of_text(&self, parts: &[Part], exact: Option<&Told>) -> Option<Asked> {
        let facts = self.facts;
        let intent = intent_of(facts, parts);
        let (names, written) = if let Some(told) = exact {
            let written = (!told.is_exact).then(|| told.written.clone());
            (vec![told.name.clone()], written)
        } else {
            let words = ranked::words(parts);
            let mut found = facts.lexicon().likely(&words);
            if found.iter().any(|it| it.is_code == intent.is_about_code()) {
                found.retain(|it| it.is_code == intent.is_about_code());
            }
            let best = found.first().filter(|it| it.score >= CHANCE)?;
            let near = |it: &&MeantName| it.score >= best.score * NEAR;
            let close: Vec<MeantName> = found.iter().take_while(near).cloned().collect();
            let written: Vec<&str> = best.rests_on.iter().map(|at| words[*at].0.as_str()).collect();
            (self.fitting(&close, intent), Some(written.join(" ")))
        };
        let is_machine = |name: &String| states::names(facts).contains(name);
        if intent == Intent::States && exact.is_none() && !names.iter().any(is_machine) {
            return None;
        }
        let asked = Asked::new(self.asked.language, self.asked.all);
        if intent == Intent::States && exact.is_none() {
            let (names, state) = states::sequences(facts, self.reader, None);
            return match names.as_slice() {
                [] => None,
                [one] => Some(self.asks(Query::Sequence { name: one.clone(), state })),
                _ => Some(asked.open(Open::Which(names))),
            };
        }
        let [name] = names.as_slice() else {
            let offered: Vec<String> = names.into_iter().take(OFFERED_MAX).collect();
            return (offered.len() > 1).then(|| asked.open(Open::Which(offered)));
        };
        let subject = facts.target(name, intent.is_about_code());
        if !is_single(&subject) {
            return None;
        }
        let chosen = Chosen { subject, written: name.clone(), used: Vec::new() };
        let query = compose::compose(facts, self.reader, intent, Some(&chosen))?;
        let taken_for = written.map(|it| (it, name.clone())).into_iter().collect();
        Some(Asked { queries: vec![query], taken_for, ..asked })
    }
}

/// What the questions of a text ask of its subject, or what the other sentences say of it.
fn intent_of(facts: &Facts, parts: &[Part]) -> Intent {
    let (questions, others): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|it| it.asks);
    let all = questions.into_iter().rev().chain(others.into_iter().rev());
    let mut intents = all.filter_map(|part| {
        let reader = Reader::new(facts, &part.text);
        // "What is going on" asks for what the others say.
        if general(&reader.words, false).is_some() {
            return None;
        }
        let names = reader.other_names(&[]);
        let masked = reader.masked(&names);
        let masked = if names.is_empty() { format!("{{x}} {masked}") } else { masked };
        let likely = classify(&masked);
        let (intent, sure) = likely.first()?;
        (intent.has_subject() && *sure >= SURE_OF_TEXT).then_some(*intent)
    });
    intents.next().unwrap_or(Intent::WhyOff)
}
