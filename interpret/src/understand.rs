//! Converts a sentence to queries.

mod compose;
mod follow;
mod general;
mod meant;
mod reading;
mod several;
mod states;
mod themes;

use tagbridge_api::query::{Aspect, ItemKind, Query};

use self::reading::Reading;
use crate::{
    Asked, Facts, Language,
    asked::Open,
    classify::Intent,
    common::is_one_of,
    constraints::Constraints,
    language::language_of,
    reader::{Chosen, Reader},
    resolve::Subject,
};

/// The context of a question.
#[derive(Debug, Clone, Copy, Default)]
pub struct Before<'a> {
    /// The last query of the conversation: "and why is it off?".
    pub query: Option<&'a Query>,
    /// The entries of the last answer, in order: "the second one".
    pub listed: &'a [String],
    /// The user's choice after an ambiguous question: a name or a question.
    pub chosen: Option<&'a str>,
    /// The language of the last question, because two words hardly show it.
    pub language: Option<Language>,
}

impl<'a> Before<'a> {
    fn subject(&self) -> Option<&'a str> {
        self.query.and_then(Query::subject)
    }
}

/// Minimum probability of an intent; below it, the user is asked.
const SURE: f32 = 0.3;
/// Minimum probability of a request for a change.
const SURE_OF_CHANGE: f32 = 0.75;
/// Maximum number of words of a follow-up question.
const FOLLOWING_MAX: usize = 7;
/// Maximum number of words of a question that is only a name.
const NOUN_MAX: usize = 5;
/// Words that ask for a list.
const LISTS: &str = "list all every show give liste zeig zeige alle sämtliche gib";
/// A question with more words, and so many that name something, is not about all faults.
const FINDINGS_WORDS: usize = 12;
const FINDINGS_OTHERS: usize = 4;
/// Words for a setting in such a question.
const SETTINGS: &str =
    "time zeit delay verzögerung limit grenze grenzwert preset setpoint sollwert timeout dauer";
/// Maximum number of offered similar names.
const NEAREST_MAX: usize = 3;

/// Finds the subject and the intent of a question.
pub fn understand(facts: &Facts, question: &str, before: &Before<'_>) -> Asked {
    if let Some(chosen) = before.chosen
        && chosen.split_whitespace().count() > 2
        && facts.value_called(chosen).is_none()
        && facts.code_called(chosen.trim_matches('"'), None).is_none()
    {
        return understand(facts, chosen, &Before { chosen: None, ..*before });
    }
    let question = several::without_purpose(question);
    let reader = Reader::new(facts, question);
    let mut language = language_of(&reader.words);
    if reader.words.len() <= 2 {
        language = before.language.unwrap_or(language);
    }
    let constraints = Constraints(&reader.words);
    let asked = Asked::new(language, constraints.all());
    if let Some(found) = follow::follow(facts, &reader, before, &asked) {
        return found;
    }
    if before.chosen.is_none()
        && let Some((told, last)) = several::told(question)
    {
        return after(facts, &told, &last, before, &asked);
    }
    let parts = several::parts(question);
    if parts.len() > 1
        && before.chosen.is_none()
        && let Some(all) = each(facts, &parts, before, &asked)
    {
        return all;
    }
    let understood = Sentence { facts, reader: &reader, before, asked };
    understood.read()
}

/// A question after sentences that name its subject, or are questions themselves.
fn after(
    facts: &Facts,
    told: &[String],
    question: &str,
    before: &Before<'_>,
    asked: &Asked,
) -> Asked {
    let mut last: Option<Query> = None;
    let mut stated: Option<Asked> = None;
    let mut exact_name: Option<String> = None;
    let mut queries: Vec<Query> = Vec::new();
    for sentence in told {
        let is_question = sentence.ends_with('?');
        let about = Before { query: last.as_ref().or(before.query), ..Before::default() };
        let understood = understand(facts, sentence, &about);
        let reader = Reader::new(facts, sentence);
        let exact = reader.exact(false, &[]).filter(|it| {
            let is_one = !matches!(it.subject, Subject::Several(_) | Subject::Unknown(_));
            is_one && it.used.iter().any(|at| reader.mentions[*at].is_path)
        });
        let named = exact.map(|it| Query::Explain {
            name: facts.name_of(&it.subject, &it.written),
            aspect: Aspect::Declaration,
        });
        exact_name = named.as_ref().and_then(Query::subject).map(str::to_owned).or(exact_name);
        // A statement is not answered; it is only about its subject.
        let meant = query_of(&understood).filter(|_| is_question || understood.taken_for.is_some());
        let own = query_of(&understood).filter(|_| named.is_some());
        if let Some(query) = own.or(meant).cloned().or(named) {
            last = Some(query);
        }
        if is_question {
            queries.extend(understood.queries);
        } else if query_of(&understood).is_some()
            || matches!(understood.open, Some(Open::Which(_) | Open::Unknown(..)))
        {
            stated = Some(understood);
        }
    }
    let context = Before { query: last.as_ref().or(before.query), chosen: None, ..*before };
    let understood = understand(facts, question, &context);
    // The sentences before name a tag, and the question has only words that resemble another name.
    if let (Some(told), Some(own), true) =
        (&exact_name, understood.name(), understood.taken_for.is_some())
        && told != own
    {
        let names = vec![told.clone(), own.to_owned()];
        return Asked { queries: Vec::new(), ..understood }.open(Open::Which(names));
    }
    let words = Reader::new(facts, question).words;
    let refers = reading::refers_back(&words) && query_of(&understood).is_none();
    let waits = states::waits(&words) && matches!(last, Some(Query::Sequence { .. }));
    let is_lost = understood.open == Some(Open::NotUnderstood)
        || (stated.as_ref().and_then(query_of).is_some() && (refers || waits));
    match stated {
        // The sentences before name the subject of the question.
        Some(stated) if is_lost && queries.is_empty() => {
            let left_out = if waits { Vec::new() } else { vec![question.to_owned()] };
            return Asked { left_out, ..stated };
        }
        _ if !queries.is_empty() && is_lost => {
            return Asked { queries, left_out: vec![question.to_owned()], ..asked.clone() };
        }
        _ if queries.is_empty() || understood.open.is_some() => return understood,
        _ => {}
    }
    queries.extend(understood.queries);
    Asked { queries, ..asked.clone() }
}

/// The last query with a subject.
fn query_of(asked: &Asked) -> Option<&Query> {
    asked.queries.last().filter(|it| it.subject().is_some())
}

/// Several questions in one sentence: a part without a name has the subject of another part.
fn each(facts: &Facts, parts: &[String], before: &Before<'_>, asked: &Asked) -> Option<Asked> {
    let mut all: Vec<Option<Asked>> = vec![None; parts.len()];
    let names_something = |part: &String| Reader::new(facts, part).exact(false, &[]).is_some();
    let mut named: Vec<usize> =
        (0..parts.len()).filter(|at| names_something(&parts[*at])).collect();
    named.extend((0..parts.len()).filter(|at| !names_something(&parts[*at])));
    let mut last: Option<Query> = None;
    let mut left_out: Vec<String> = Vec::new();
    for at in named {
        let query = last.as_ref().or(before.query);
        let before = Before { query, chosen: None, listed: &[], language: Some(asked.language) };
        if matches!(last, Some(Query::Inventory { .. }))
            && compose::is_more_of_list(facts, &parts[at])
        {
            continue;
        }
        let understood = understand(facts, &parts[at], &before);
        match &understood.open {
            None => {}
            Some(Open::NotUnderstood | Open::Unknown(..)) => {
                left_out.push(parts[at].clone());
                continue;
            }
            Some(_) => return None,
        }
        let is_list = |it: &&Query| matches!(it, Query::Inventory { .. });
        let new = understood.queries.last().filter(|it| it.subject().is_some() || is_list(it));
        last = new.cloned().or(last);
        all[at] = Some(understood);
    }
    let queries: Vec<Query> = all.into_iter().flatten().flat_map(|it| it.queries).collect();
    (!queries.is_empty()).then(|| Asked { queries, left_out, ..asked.clone() })
}

/// One question.
struct Sentence<'a> {
    facts: &'a Facts,
    reader: &'a Reader<'a>,
    before: &'a Before<'a>,
    asked: Asked,
}

impl Sentence<'_> {
    fn read(self) -> Asked {
        if let Some(found) = self.general() {
            return found;
        }
        if let Some(found) = self.theme() {
            return found;
        }
        let by_kind = || compose::named_by_kind(self.facts, self.reader);
        if let Some(query) = compose::whole_list(self.reader).or_else(by_kind) {
            return Asked { queries: vec![query], ..self.asked };
        }
        let reading = self.reading();
        let intent = reading.intent();
        let Reading { likely, chosen, taken_for } = reading;
        let sure = likely.first().map_or(0.0, |it| it.1);
        if intent == Intent::Change && sure > SURE_OF_CHANGE {
            return self.asked.open(Open::Change);
        }
        let others = self.reader.content(&[]).len();
        if intent == Intent::Findings
            && others >= FINDINGS_OTHERS
            && self.reader.words.len() > FINDINGS_WORDS
        {
            // A long story is not a question about all faults of the code.
            return self.asked.open(Open::NotUnderstood);
        }
        let intent = match (intent, likely.get(1)) {
            (Intent::Change, Some(next)) => next.0,
            _ => intent,
        };
        if let Some(chosen) = &chosen {
            match &chosen.subject {
                Subject::Several(names) if names.len() > 1 && intent != Intent::Find => {
                    return self.asked.clone().open(Open::Which(names.clone()));
                }
                Subject::Unknown(nearest) => {
                    let (written, nearest) = (chosen.written.clone(), nearest.clone());
                    return self.asked.open(Open::Unknown(written, nearest));
                }
                _ => {}
            }
        }
        let is_named = chosen.is_some();
        if is_named && sure < SURE && intent.has_subject() {
            let name = chosen.as_ref().map_or_else(String::new, |it| self.name(it));
            let questions = compose::questions(self.asked.language, &likely, &name);
            if questions.len() > 1 {
                return self.asked.open(Open::Readings(questions));
            }
        }
        if intent == Intent::Inventory
            && (chosen.is_none() || taken_for.is_some())
            && let Some(asked) = self.of_noun()
        {
            return asked;
        }
        let composed = compose::compose(self.facts, self.reader, intent, chosen.as_ref());
        match composed {
            Some(query) => {
                let queries = vec![query];
                Asked { queries, taken_for, ..self.asked }
            }
            None => self.unnamed(intent),
        }
    }

    /// A question that is only a name in other words: "mixing time?".
    fn of_noun(&self) -> Option<Asked> {
        let reader = self.reader;
        let is_kind =
            |word: &String| crate::kinds::kind_of(word).is_some_and(|it| it != ItemKind::Timers);
        let is_list = |word: &String| is_one_of(word, LISTS);
        if reader.words.len() > NOUN_MAX || reader.words.iter().any(|it| is_kind(it) || is_list(it))
        {
            return None;
        }
        let is_setting = |at: &usize| is_one_of(&reader.words[*at], SETTINGS);
        let mut content = reader.content(&[]);
        let is_of_list = |at: &usize| compose::is_about_list(&reader.words[*at]);
        let names_kind = |at: &usize| crate::kinds::kind_of(&reader.words[*at]).is_some();
        if content.iter().all(names_kind) || content.iter().any(is_of_list) {
            return None;
        }
        let settings: Vec<usize> = (0..reader.words.len()).filter(is_setting).collect();
        content.extend(&settings);
        content.sort_unstable();
        content.dedup();
        let reading = self.of_words(&content)?;
        let chosen = reading.chosen?;
        let name = self.name(&chosen);
        let query = match chosen.subject {
            Subject::Several(names) if names.len() > 1 => {
                return Some(self.asked.clone().open(Open::Which(names)));
            }
            Subject::Unknown(_) | Subject::Several(_) => return None,
            _ if settings.is_empty() => Query::Explain { name, aspect: Aspect::Declaration },
            _ => Query::Settings { name },
        };
        Some(Asked { queries: vec![query], taken_for: reading.taken_for, ..self.asked.clone() })
    }

    fn name(&self, chosen: &Chosen) -> String {
        self.facts.name_of(&chosen.subject, &chosen.written)
    }

    /// A question without the necessary name: it is about the only sequence, or the text search of
    /// its words; otherwise the nearest names are offered.
    fn unnamed(self, intent: Intent) -> Asked {
        let reader = self.reader;
        if intent == Intent::States {
            let (names, state) = states::sequences(self.facts, &reader.words);
            match names.as_slice() {
                [] => {}
                [name] => {
                    let queries = vec![Query::Sequence { name: name.clone(), state }];
                    return Asked { queries, ..self.asked };
                }
                _ => return self.asked.open(Open::Which(names)),
            }
        }
        let content = reader.content(&[]);
        if intent == Intent::Tasks
            && content.iter().all(|at| compose::is_about_list(&reader.words[*at]))
        {
            let queries = vec![Query::Inventory { kind: ItemKind::Tasks, filters: Vec::new() }];
            return Asked { queries, ..self.asked };
        }
        if content.is_empty() {
            return self.asked.open(Open::NotUnderstood);
        }
        let words: Vec<String> =
            content.iter().map(|at| reader.mentions[*at].text.clone()).collect();
        let is_path = content.iter().any(|at| reader.mentions[*at].is_path);
        let written = words.join(" ");
        if is_path || intent != Intent::Other {
            let nearest = nearest(self.facts, &words);
            return self.asked.open(Open::Unknown(written, nearest));
        }
        self.asked.open(Open::NotUnderstood)
    }
}

/// The names that are most similar to words.
fn nearest(facts: &Facts, words: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words {
        let candidates = facts.lexicon().meant(std::slice::from_ref(word));
        found.extend(candidates.into_iter().take(NEAREST_MAX).map(|it| it.name));
        match facts.likely(word) {
            Subject::Unknown(names) => found.extend(names),
            Subject::Declared(name) => found.push(name),
            _ => {}
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|name| seen.insert(name.clone()));
    found.truncate(NEAREST_MAX);
    found
}
