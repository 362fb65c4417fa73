//! The places of a project that have most to do with a question that is not understood as a whole.

use tagbridge_api::{query::Query, turn::Outcome};
use tagbridge_logic::{PlaceId, Step, explain::Act, query::Turned, types};

use super::{
    conclude,
    origins::is_input,
    places::{citation, last_of, tell},
};
use crate::{
    Asked, Facts, WrittenWord,
    book::{Book, Page},
    common::is_common,
    is_timer,
    mention::mentions,
    places::{At, telling},
    reader::LONG,
    resolve::Subject,
    say::{in_the_field, with},
    words::{split, words},
};

/// So many names with one end have nothing in common.
const MANY: usize = 3;
/// Maximum number of places.
const PLACES_MAX: usize = 3;
/// So many words say more than a subject.
const OTHERS_MIN: usize = 2;
/// The words that mean the subject are little of the question if it has so many times as many.
const LITTLE: usize = 3;
/// Maximum number of names among them.
const NAMES_MAX: usize = 2;
/// Places with a smaller share of the best evidence are left out.
const NEAR: f32 = 0.45;
/// Minimum evidence for a place.
const EVIDENCE_MIN: f32 = 1.0;
/// Minimum evidence for a place in addition to an answer.
const ALSO_MIN: f32 = 2.0;
/// Lines of one text this close together are one place.
const CLOSE: u32 = 3;

/// Lists the places with most of the words of a question; false if no place has any. If nothing is
/// concluded before, the bit that the best place writes is explained first.
pub(super) fn nearby(book: &mut Book<'_>, question: &str) -> bool {
    let mut found = best(book, question, &|_| false, EVIDENCE_MIN);
    if found.is_empty() {
        return false;
    }
    let is_first = !std::mem::replace(&mut book.page.has_places, true);
    let is_empty = book.page.is_empty();
    let subject = found.first().and_then(|it| written(book, it)).filter(|_| is_first && is_empty);
    let subject = subject.filter(|it| conclude::fits(book, *it, question));
    if let Some(place) = subject {
        let name = book.logic().place(place);
        book.say("nearby-about", &with!["name" => name.as_str()]);
        super::turned::turned(book, place, &name, Turned::On, None);
        book.page.settle(book.language);
        found.remove(0);
    }
    if !found.is_empty() {
        let text = book.word(if is_empty && subject.is_none() { "nearby" } else { "nearby-also" });
        book.line(text);
        tell(book, question, &found);
    }
    true
}

/// The only bit that a place in code turns on, if the code does not simulate the plant.
fn written(book: &Book<'_>, at: &At) -> Option<PlaceId> {
    let logic = book.logic();
    let citation = citation(book, at)?;
    let rows = logic.explain(citation.unit).rows;
    let here = rows.iter().filter(|it| it.citation.line == citation.line);
    let mut bits: Vec<PlaceId> = here
        .filter_map(|row| match row.act {
            Act::Follows(at) | Act::Latches(at) => Some(at),
            _ => None,
        })
        .collect();
    bits.dedup();
    let is_simulated = citation.path.to_lowercase().contains("simul");
    match bits.as_slice() {
        [one] if !is_simulated && !is_input(book, *one) => Some(*one),
        _ => None,
    }
}

/// Whether a question has so many words that its subject does not explain them.
pub(super) fn is_long(question: &str) -> bool {
    question.split_whitespace().count() > LONG
}

/// The places for a long question that may mean one of several names, or of several questions, by some
/// of its words; `None` if it contains one of these names itself.
pub(super) fn instead(facts: &Facts, asked: &Asked, names: &[String]) -> Option<Outcome> {
    let said = mentions(&asked.text);
    // A small word that many names end in does not count.
    let are_many = names.len() >= MANY;
    let is_said = |name: &String| {
        let last = last_of(name);
        let is_named = |text: &str| !are_many || text.contains(char::is_uppercase);
        said.iter().filter(|it| is_named(&it.text)).any(|it| {
            it.text == last || (it.text.eq_ignore_ascii_case(last) && !is_common(&it.word()))
        })
    };
    // Which of several sequences is meant must be asked.
    let machines = facts.logic().machines();
    let is_sequence = |name: &String| machines.iter().any(|it| it.subject == *name);
    if !is_long(&asked.text) || names.iter().any(|it| is_said(it) || is_sequence(it)) {
        return None;
    }
    let mut book = Book::new(facts, asked.language, Page::new(asked.all));
    nearby(&mut book, &asked.text).then(|| book.page.finish(asked.language))
}

/// The places for a long question of which only some words mean its subject, where none of the best places
/// has anything to do with that subject.
pub(super) fn besides(facts: &Facts, asked: &Asked) -> Option<Outcome> {
    let written = asked.taken_for.iter().map(|it| it.0.split_whitespace().count()).sum::<usize>();
    let is_little = written * LITTLE <= telling(&asked.text).len();
    // The steps of a sequence do not need its name in their code.
    let is_sequence = asked.queries.iter().any(|it| matches!(it, Query::Sequence { .. }));
    if asked.taken_for.is_empty() || is_sequence || !is_little || !says_more(asked) {
        return None;
    }
    let mut book = Book::new(facts, asked.language, Page::new(asked.all));
    let found = best(&book, &asked.text, &|_| false, EVIDENCE_MIN);
    let names = asked.queries.iter().filter_map(Query::subject).map(last_of);
    let names: Vec<String> = names.map(str::to_lowercase).collect();
    let has = |at: &&At| {
        let own = whole_text(&book, at).to_lowercase();
        names.iter().any(|name| own.contains(name.as_str()))
    };
    if found.is_empty() || names.is_empty() || found.iter().any(has) {
        return None;
    }
    nearby(&mut book, &asked.text).then(|| book.page.finish(asked.language))
}

/// All code of a place, or its name.
fn whole_text(book: &Book<'_>, at: &At) -> String {
    match at {
        At::Rung(unit) | At::Line(unit, ..) => {
            let path = book.logic().path(book.logic().index.unit(*unit).routine);
            let code = match at {
                At::Rung(_) => book.logic().text(*unit).to_owned(),
                _ => text(book, at),
            };
            format!("{path} {code}")
        }
        At::Name(_) => text(book, at),
    }
}

/// Whether a long question says more than the structures to which something happens: it is about a part
/// of one.
pub(super) fn is_of_part(facts: &Facts, asked: &Asked) -> bool {
    let is_structure = |name: &str| match facts.value_called(name) {
        Some(Subject::Place(place)) => {
            let index = facts.logic().index;
            let mut parts = index.places.children(place).iter();
            let of = types::name_of(facts.project(), index, place).unwrap_or_default();
            !is_timer(&of) && parts.any(|it| matches!(index.places.step(*it), Step::Member(_)))
        }
        _ => false,
    };
    let is_happening = |it: &Query| {
        matches!(
            it,
            Query::Condition { .. }
                | Query::WhyNow { .. }
                | Query::Impact { .. }
                | Query::Value { .. }
        )
    };
    let is_whole = |it: &Query| is_happening(it) && it.subject().is_some_and(is_structure);
    says_more(asked) && !asked.queries.is_empty() && asked.queries.iter().all(is_whole)
}

/// Whether a long question says more than its subjects.
fn says_more(asked: &Asked) -> bool {
    let names = asked.queries.iter().flat_map(|it| {
        let other = match it {
            Query::Path { to, .. } => Some(to.as_str()),
            Query::Compare { with, .. } => Some(with.as_str()),
            _ => None,
        };
        it.subject().into_iter().chain(other)
    });
    let own: Vec<String> = names.flat_map(split).collect();
    let others = telling(&asked.text);
    let is_other = |word: &&String| split(word).iter().any(|it| !own.contains(it));
    is_long(&asked.text) && others.iter().filter(is_other).count() >= OTHERS_MIN
}

/// Adds the places with most of the words of a long question that its answer does not have.
pub(super) fn also(book: &mut Book<'_>, asked: &Asked, answer: &str) {
    if book.page.has_places || !says_more(asked) {
        return;
    }
    let question = asked.text.as_str();
    // An answer without evidence explains none of the words.
    let own = if answer.contains("– ") { words(answer) } else { Vec::new() };
    let is_known = |word: &str| WrittenWord::of(word).is_in(&own);
    let is_untold = |at: &&At| {
        if let At::Name(at) = at {
            return !answer.contains(&in_the_field(&book.facts.lexicon().entries()[*at].name));
        }
        let label = citation(book, at).map(|it| book.label(&it));
        label.is_none_or(|label| !has_label(answer, &label))
    };
    let mut found = best(book, question, &is_known, ALSO_MIN);
    found.retain(is_untold);
    if !found.is_empty() {
        let text = book.word("nearby-also");
        book.line(text);
        tell(book, question, &found);
    }
}

/// Whether a text has the label of a location.
fn has_label(text: &str, label: &str) -> bool {
    let label = in_the_field(label);
    let mut ends = text.match_indices(&label).map(|(at, _)| at + label.len());
    ends.any(|end| !text[end..].starts_with(|it: char| it.is_ascii_digit()))
}

/// The best places; words in `known` count less.
fn best<'a>(
    book: &Book<'a>,
    question: &str,
    known: &dyn Fn(&str) -> bool,
    least: f32,
) -> Vec<&'a At> {
    let hits = book.facts.places().best(question, known);
    let least = hits.first().map_or(0.0, |it| it.score * NEAR).max(least);
    let mut found: Vec<&'a At> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let mut names = 0;
    for hit in hits.iter().take_while(|it| it.score >= least) {
        let is_name = matches!(hit.at, At::Name(_));
        let mut text = text(book, hit.at);
        if is_name {
            // `F1_Layers` and `F2_Layers` are of one kind.
            text.retain(|it| !it.is_ascii_digit());
            if names >= NAMES_MAX {
                continue;
            }
        }
        // The same code in another block says nothing new.
        if found.iter().any(|it| is_close(book, it, hit.at)) || texts.contains(&text) {
            continue;
        }
        names += usize::from(is_name);
        texts.push(text);
        found.push(hit.at);
        if found.len() >= PLACES_MAX {
            break;
        }
    }
    found
}

fn text(book: &Book<'_>, at: &At) -> String {
    match at {
        At::Name(at) => book.facts.lexicon().entries()[*at].name.clone(),
        _ => citation(book, at).map_or_else(String::new, |it| book.quote(&it)),
    }
}

fn is_close(book: &Book<'_>, one: &At, other: &At) -> bool {
    let (Some(one), Some(other)) = (citation(book, one), citation(book, other)) else {
        return false;
    };
    let near = |(one, other): (u32, u32)| one.abs_diff(other) <= CLOSE;
    one.unit == other.unit && one.line.zip(other.line).is_none_or(near)
}
