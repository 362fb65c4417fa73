//! Converts a sentence to queries.

mod change;
mod compose;
mod doubt;
mod follow;
mod general;
mod lists;
mod meant;
mod pairs;
mod path;
mod quoted;
mod ranked;
mod reading;
mod several;
mod states;
mod story;
mod text;
mod themes;

use tagbridge_api::query::{ItemKind, Query};

use self::reading::Reading;
use crate::{
    Asked, Facts, Language,
    asked::Open,
    classify::Intent,
    common::is_one_of,
    constraints::Constraints,
    language::language_of,
    reader::{Chosen, LONG, Reader},
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
/// Words for a setting in a question.
const SETTINGS: &str =
    "time zeit delay verzögerung limit grenze grenzwert preset setpoint sollwert timeout dauer";
/// Words that ask for a list.
const LISTS: &str = "list all every show give liste zeig zeige alle sämtliche gib";
/// Minimum probability of a search for faults in words that do not ask and name something else.
const SURE_OF_FAULTS: f32 = 0.75;
/// A question with more words, and so many that name something, is not about all faults.
const FINDINGS_WORDS: usize = 12;
const FINDINGS_OTHERS: usize = 4;
/// Maximum number of offered similar names.
const NEAREST_MAX: usize = 3;

/// Finds the subject and the intent of a question.
pub fn understand(facts: &Facts, question: &str, before: &Before<'_>) -> Asked {
    let mut asked = meaning(facts, &text::without_given(question), before);
    if let (Some(Open::Which(names)), None) = (&asked.open, before.chosen)
        && let Some(one) = doubt::in_named_unit(names, question)
    {
        asked = meaning(facts, question, &Before { chosen: Some(one), ..*before });
    }
    doubt::leave_out_dumps(facts, question, &mut asked);
    Asked { text: question.to_owned(), ..asked }
}

fn meaning(facts: &Facts, question: &str, before: &Before<'_>) -> Asked {
    if let Some(chosen) = before.chosen
        && chosen.split_whitespace().count() > 2
        && facts.value_called(chosen).is_none()
        && facts.code_called(chosen.trim_matches('"'), None).is_none()
    {
        return understand(facts, chosen, &Before { chosen: None, ..*before });
    }
    let question = text::without_purpose(question);
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
    if before.chosen.is_none() && change::is_change(question) {
        return asked.open(Open::Change);
    }
    if let Some(found) = story::story(facts, question, before, &asked) {
        return found;
    }
    let shown = reader.exact(false, &[]).filter(|_| before.chosen.is_none());
    let shown = shown.and_then(|it| states::coded(facts, &reader.words, &it));
    if let Some(query @ Query::Sequence { state: Some(_), .. }) = shown {
        return Asked { queries: vec![query], ..asked };
    }
    let parts = text::parts(question);
    if parts.len() > 1
        && before.chosen.is_none()
        && let Some(all) = each(facts, &parts, before, &asked)
    {
        return all;
    }
    let understood = Sentence { facts, reader: &reader, before, asked };
    understood.read()
}

/// Several questions in one sentence: a part without a name has the subject of another part.
fn each(facts: &Facts, parts: &[String], before: &Before<'_>, asked: &Asked) -> Option<Asked> {
    let mut all: Vec<Option<Asked>> = vec![None; parts.len()];
    let names_something = |at: &usize| Reader::new(facts, &parts[*at]).exact(false, &[]).is_some();
    let (named, unnamed): (Vec<usize>, Vec<usize>) = (0..parts.len()).partition(names_something);
    let mut last: Option<Query> = None;
    for at in named.into_iter().chain(unnamed) {
        let query = last.as_ref().or(before.query);
        let listed = last.as_ref().map(|it| lists::entries(facts, it)).unwrap_or_default();
        let language = Some(asked.language);
        let before = Before { query, chosen: None, listed: &listed, language };
        if matches!(last, Some(Query::Inventory { .. }))
            && lists::is_more_of_list(facts, &parts[at])
        {
            all[at] = Some(Asked::new(asked.language, asked.all));
            continue;
        }
        let understood = understand(facts, &parts[at], &before);
        if understood.queries.iter().any(|it| matches!(it, Query::Changes { .. })) {
            // Next to another question, "what changes then" is not about versions of the project.
            continue;
        }
        let is_if = parts[at]
            .split(' ')
            .next()
            .is_some_and(|it| is_one_of(&it.to_lowercase(), "wenn falls if when"));
        // What a sentence only says before its question is no request.
        let is_said = !text::asks(&parts[at]) && !change::is_change(&parts[at]);
        let is_before = is_said && parts.iter().any(|it| text::asks(it));
        if understood.is_change() && !is_if {
            if is_before {
                continue;
            }
            return Some(understood);
        }
        if matches!(understood.open, Some(Open::Which(_))) && !text::asks(&parts[at]) {
            // Words before a question belong to it.
            return None;
        }
        if let Some(Query::Sequence { name, state: Some(_) }) = &last
            && understood.queries.iter().all(|it| asks_of_state(it, name))
            && understood.open.is_none()
        {
            // The answer about a state has what comes before and after it.
            all[at] = Some(Asked::new(asked.language, asked.all));
            continue;
        }
        if understood.open.is_none() {
            let is_list = |it: &&Query| matches!(it, Query::Inventory { .. });
            let new = understood.queries.last().filter(|it| it.subject().is_some() || is_list(it));
            last = new.cloned().or(last);
            all[at] = Some(understood);
        }
    }
    let mut found = Asked::new(asked.language, asked.all);
    for (part, understood) in parts.iter().zip(all) {
        match understood {
            Some(understood) => found.add(understood),
            None => found.left_out.push(part.clone()),
        }
    }
    (!found.queries.is_empty()).then_some(found)
}

/// Whether a query asks of a machine what the answer about one of its states has.
fn asks_of_state(query: &Query, machine: &str) -> bool {
    let is_of_place = matches!(
        query,
        Query::Condition { .. }
            | Query::WhyNow { .. }
            | Query::Impact { .. }
            | Query::Sequence { .. }
    );
    is_of_place && query.subject() == Some(machine)
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
        let found = self.general().or_else(|| self.theme()).or_else(|| self.quoted());
        if let Some(found) = found.or_else(|| self.pair()).or_else(|| self.path()) {
            return found;
        }
        let by_kind = || lists::named_by_kind(self.facts, self.reader);
        if let Some(query) = lists::whole_list(self.reader).or_else(by_kind) {
            return Asked { queries: vec![query], ..self.asked };
        }
        let reading = self.reading();
        let intent = reading.intent();
        let Reading { likely, chosen, taken_for } = reading;
        let sure = likely.first().map_or(0.0, |it| it.1);
        if let Some(query) = self.of_state(intent, chosen.as_ref()) {
            return Asked { queries: vec![query], ..self.asked };
        }
        let question = self.reader.question;
        let is_asked = (question.ends_with('?') || text::asks(question))
            && !change::is_polite(&self.reader.words);
        if intent == Intent::Change && sure > SURE_OF_CHANGE && !is_asked {
            return self.asked.open(Open::Change);
        }
        if intent.is_fault() && chosen.is_none() && self.is_about_other(sure) {
            // A question about something else is not one about faults of the code.
            return self.unnamed(Intent::Used);
        }
        let intent = match (intent, likely.get(1)) {
            (Intent::Change, Some(next)) => next.0,
            _ => intent,
        };
        if let Some(chosen) = &chosen {
            match &chosen.subject {
                Subject::Several(_) if intent == Intent::States && taken_for.is_some() => {
                    return self.unnamed(intent);
                }
                Subject::Several(names) if names.len() > 1 && intent != Intent::Find => {
                    if let Some(found) = self.of_several(intent, names, chosen, taken_for.as_ref())
                    {
                        return found;
                    }
                    let words = &self.reader.words;
                    let value = states::value_of_one(self.facts, words, names, &chosen.used);
                    let open = || self.asked.clone().open(Open::Which(names.clone()));
                    return value.map_or_else(open, |it| self.asks(it));
                }
                Subject::Unknown(_) if taken_for.is_none() && self.is_doubtful(chosen) => {
                    let open = self.asked.clone().open(Open::NotUnderstood);
                    return self.of_long().unwrap_or(open);
                }
                Subject::Unknown(nearest) => {
                    let (written, nearest) = (chosen.written.clone(), nearest.clone());
                    let open = self.asked.clone().open(Open::Unknown(written, nearest));
                    return self.of_long().unwrap_or(open);
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
        let is_ability = is_one_of(&self.reader.words[0], "can could kann können darf may");
        let is_long = self.reader.words.len() > 2 * LONG || is_ability;
        if intent == Intent::Changed && (is_long || self.telling().len() >= reading::OTHERS) {
            // It is about something that changes in the code, not about versions of the project.
            return self.asked.open(Open::NotUnderstood);
        }
        if let Some(queries) = self.of_list(intent, &likely, chosen.as_ref()) {
            return Asked { queries, ..self.asked };
        }
        if taken_for.is_some()
            && let Some(found) = self.of_two(intent, chosen.as_ref())
        {
            return found;
        }
        let composed = compose::compose(self.facts, self.reader, intent, chosen.as_ref());
        match composed {
            Some(Query::Sequence { name, .. })
                if !states::may_be_sequence(self.facts, chosen.as_ref(), &name)
                    || (taken_for.is_some() && !states::names(self.facts).contains(&name)) =>
            {
                self.unnamed(intent)
            }
            Some(query) => {
                let taken_for = taken(&query, taken_for);
                Asked { queries: vec![query], taken_for, ..self.asked }
            }
            None => self.unnamed(intent),
        }
    }

    /// Whether words taken for a question about faults are about something else: they do not ask, or
    /// they are many.
    fn is_about_other(&self, sure: f32) -> bool {
        let words = &self.reader.words;
        let content = self.reader.content(&[]);
        let is_kind = |word: &String| lists::kind(word).is_some();
        let is_other =
            |at: &&usize| !is_kind(&words[**at]) && !compose::is_fault_word(&words[**at]);
        let others = content.iter().filter(is_other).count();
        let asks = text::asks(self.reader.question) || text::has_asking(words);
        let is_long = words.len() > FINDINGS_WORDS && others >= FINDINGS_OTHERS;
        is_long && !words.iter().any(is_kind)
            || (others > 0 && sure < SURE_OF_FAULTS && !asks && !words.iter().any(is_kind))
    }

    /// A long question that is about something by all of its words.
    fn of_long(&self) -> Option<Asked> {
        if self.reader.words.len() <= LONG {
            return None;
        }
        let text = self.reader.question.to_owned();
        self.of_text(&[text::Part { text, asks: true }], None)
    }

    fn name(&self, chosen: &Chosen) -> String {
        self.facts.name_of(&chosen.subject, &chosen.written)
    }

    /// A question without the necessary name: it is about the only sequence, or the text search of
    /// its words; otherwise the nearest names are offered.
    fn unnamed(self, intent: Intent) -> Asked {
        let reader = self.reader;
        if intent == Intent::States {
            let (names, state) = states::sequences(self.facts, reader, self.before.subject());
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
            && content.iter().all(|at| lists::is_about_list(&reader.words[*at]))
        {
            let queries = vec![Query::Inventory { kind: ItemKind::Tasks, filters: Vec::new() }];
            return Asked { queries, ..self.asked };
        }
        if let Some(found) = self.of_long() {
            return found;
        }
        if content.is_empty() {
            return self.asked.open(Open::NotUnderstood);
        }
        let words: Vec<String> =
            content.iter().map(|at| reader.mentions[*at].text.clone()).collect();
        let is_path = content.iter().any(|at| reader.mentions[*at].is_path);
        let written = words.join(" ");
        if is_path || intent != Intent::Other {
            let nearest = self.nearest(&words);
            return self.asked.open(Open::Unknown(written, nearest));
        }
        self.asked.open(Open::NotUnderstood)
    }

    /// The names that are most similar to these words, and those that the question may mean.
    fn nearest(&self, words: &[String]) -> Vec<String> {
        let similar = words.iter().filter_map(|word| match self.facts.likely(word) {
            Subject::Unknown(names) => Some(names),
            Subject::Declared(name) => Some(vec![name]),
            _ => None,
        });
        let ranked = ranked::offered(&self.ranked());
        let of_word = |word: &String| {
            let meant = self.facts.lexicon().meant(std::slice::from_ref(word));
            meant.into_iter().map(|it| it.name).take(NEAREST_MAX)
        };
        let of_words = words.iter().flat_map(of_word);
        meant::distinct(ranked.into_iter().chain(of_words).chain(similar.flatten()).collect())
    }
}

/// The words that a query is taken for, with its name.
fn taken(query: &Query, written: Option<String>) -> Vec<(String, String)> {
    let name = query.subject().map(str::to_owned);
    written.zip(name).into_iter().collect()
}
