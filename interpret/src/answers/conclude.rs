//! Conclusions: the first lines of an answer, by the kinds of facts that the parts of a question ask for.

mod chain;
mod limits;
mod missing;
mod rank;
mod resets;
pub(super) mod said;
mod terminals;
mod times;
mod twice;

use std::collections::HashSet;

use tagbridge_api::query::Query;
use tagbridge_logic::{
    PlaceId,
    explain::{Act, Row},
    query::Turned,
    types,
};

use self::rank::{Candidate, rank};
use super::places::last_of;
use crate::{
    Asked,
    book::Book,
    common::is_one_of,
    reader::LONG,
    say::with,
    wants::{Clause, Want, clauses},
};

/// Maximum number of subjects that are shown.
const SUBJECTS_MAX: usize = 3;
/// Words for all alarms.
const ALARMS: &str = "störungen alarme fehler meldungen faults alarms errors";
/// Words before all of a kind.
const WHICH: &str = "welche which alle all";

/// What is concluded for a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Concluded {
    Nothing,
    /// Some facts that the question asks for.
    Part,
    /// The whole answer.
    Whole,
}

/// Shows what can be concluded for the parts of a question.
pub(super) fn conclude(book: &mut Book<'_>, asked: &Asked) -> Concluded {
    let text = asked.text.as_str();
    let parts = clauses(text);
    let wants = |want: Want| parts.iter().any(|it| it.wants.contains(&want));
    // An exact name has an answer of its own.
    let is_exact = is_exact(asked);
    let has = |any: &'static str| text.to_lowercase().split(' ').any(|it| is_one_of(it, any));
    if wants(Want::Reset) && has(ALARMS) && has(WHICH) && resets::classes(book) {
        return Concluded::Whole;
    }
    if wants(Want::Restart) && !is_exact && resets::restart(book, text) {
        return Concluded::Whole;
    }
    let mut is_told = false;
    if wants(Want::Terminal) && !is_exact {
        is_told |= terminals::terminals(book, text);
    }
    let mut told = HashSet::new();
    let timers = if wants(Want::Time) { timers_of(book, asked) } else { HashSet::new() };
    // Words that mean a setting have its value in their own answer.
    let is_setting = |it: &Query| match it {
        Query::Settings { name } => {
            let is_taken = |it: &(String, String)| it.1 == *name && it.0.contains(' ');
            let is_bit = book.facts.used_place(name).is_some_and(|it| is_bit(book, it));
            asked.taken_for.iter().any(is_taken) && !is_bit
        }
        _ => false,
    };
    let is_set = asked.queries.iter().any(is_setting);
    for part in parts.iter().filter(|_| !is_exact) {
        // A part that only asks says nothing; what it is about is in the part before.
        let both = with_before(&parts, part);
        if part.wants.contains(&Want::Time) {
            is_told |= times::times(book, &part.text, text, &timers, &mut told)
                || times::times(book, &both, text, &timers, &mut told);
        }
        if part.wants.contains(&Want::Limit) && !is_set {
            is_told |= limits::limits(book, &part.text, text, &mut told)
                || limits::limits(book, &both, text, &mut told);
        }
    }
    if wants(Want::Reset) || wants(Want::Stops) {
        for place in subjects(book, asked, &parts) {
            if wants(Want::Reset) {
                is_told |= resets::clears(book, place);
            }
            if wants(Want::Stops) {
                is_told |= resets::stops(book, place);
            }
        }
    }
    is_told |= missing::missing(book, asked);
    is_told |= twice::last_write(book, asked, &parts);
    is_told |= unread(book, asked);
    if !is_told {
        return Concluded::Nothing;
    }
    book.page.close();
    // A list of all of a kind answers another question.
    let is_list = |it: &Query| matches!(it, Query::Findings { .. } | Query::Changes { .. });
    let is_dump = !asked.left_out.is_empty() && asked.queries.iter().all(is_list);
    if is_dump { Concluded::Whole } else { Concluded::Part }
}

/// Whether a question spells the name of what each of its queries is about.
fn is_exact(asked: &Asked) -> bool {
    let is_short = asked.text.split_whitespace().count() <= LONG;
    let is_said = |name: &str| {
        let last = last_of(name);
        let is_spelled = last.chars().skip(1).any(|it| !it.is_lowercase());
        asked.text.contains(last) && (is_spelled || is_short)
    };
    asked.open.is_none()
        && asked.taken_for.is_empty()
        && asked.left_out.is_empty()
        && asked.queries.iter().all(|it| it.subject().is_none_or(is_said))
}

/// Whether the words of a question are in the name or the comment of a place.
pub(super) fn fits(book: &Book<'_>, place: PlaceId, question: &str) -> bool {
    let own = Candidate::new(&said::described(book, place), "", ());
    !rank(question, question, vec![own], 1).is_empty()
}

/// The wholes of the values in the conditions of what the queries are about: the timers among them.
fn timers_of(book: &Book<'_>, asked: &Asked) -> HashSet<PlaceId> {
    let index = book.logic().index;
    let mut found = HashSet::new();
    for name in asked.queries.iter().filter_map(Query::subject) {
        let Some(place) = book.facts.used_place(name) else { continue };
        let own = chain::on(book, place, &[]);
        let read: Vec<PlaceId> = own.iter().flat_map(|it| it.row.literals.clone()).collect();
        // An alarm is run by its condition.
        let run = super::turned::run(book, place).into_iter();
        let run = run.flat_map(|it| index.exprs.places(it.condition));
        found.extend(read.into_iter().chain(run).filter_map(|it| index.places.parent(it)));
    }
    found
}

/// The words of a part with those of the part before.
fn with_before(parts: &[Clause], part: &Clause) -> String {
    let at = parts.iter().position(|it| it == part).unwrap_or_default();
    let before = at.checked_sub(1).map_or("", |it| parts[it].text.as_str());
    format!("{before} {}", part.text)
}

fn is_bit(book: &Book<'_>, place: PlaceId) -> bool {
    let logic = book.logic();
    types::is_bit(logic.project, logic.index, place) == Some(true)
}

/// The bits that a question is about: the alarms that its parts name, or those of its queries.
fn subjects(book: &Book<'_>, asked: &Asked, parts: &[Clause]) -> Vec<PlaceId> {
    let named = |is: &dyn Fn(&str) -> bool| -> Vec<PlaceId> {
        let names = asked.queries.iter().filter_map(Query::subject).filter(|it| is(it));
        let places = names.filter_map(|it| book.facts.used_place(it));
        places.filter(|it| is_bit(book, *it)).collect()
    };
    // Several words for one name, or the name itself, are surer than an alarm by one word.
    let is_sure = |name: &str| {
        let taken = asked.taken_for.iter().find(|it| it.1 == name);
        taken.map_or_else(|| is_exact(asked), |it| it.0.contains(' '))
    };
    let mut found = named(&is_sure);
    if !asked.queries.iter().filter_map(Query::subject).any(is_sure) {
        let alarms = alarms(book);
        for part in parts {
            let all = alarms.iter().map(|it| Candidate::new(&said::described(book, *it), "", *it));
            found.extend(rank(&part.text, &part.text, all.collect(), 1).into_iter().map(|it| it.1));
        }
        if found.is_empty() {
            found = named(&|_| true);
        }
    }
    let mut seen = HashSet::new();
    found.retain(|it| seen.insert(*it));
    found.truncate(SUBJECTS_MAX);
    found
}

/// The alarms of the project, without those that only sum up others.
pub(super) fn alarms(book: &Book<'_>) -> Vec<PlaceId> {
    let logic = book.logic();
    let all: Vec<PlaceId> = tagbridge_cause::alarm_bits(logic)
        .iter()
        .filter_map(|name| book.facts.used_place(name))
        .collect();
    let is_sum = |place: PlaceId| {
        let rows = logic.turned(place, Turned::On).rows;
        let others = rows.iter().flat_map(|it| &it.literals).filter(|it| **it != place);
        others.filter(|it| all.contains(it)).count() > 1
    };
    all.iter().copied().filter(|it| !is_sum(*it)).collect()
}

/// Shows that no code reads a value, where a question is about what it does.
fn unread(book: &mut Book<'_>, asked: &Asked) -> bool {
    let is_asked = asked.text.split_whitespace().count() > LONG || !asked.taken_for.is_empty();
    let mut is_told = false;
    for query in asked.queries.iter().filter(|_| is_asked) {
        let (Query::Condition { name, .. } | Query::WhyNow { name, .. }) = query else { continue };
        let Some(place) = book.facts.used_place(name) else { continue };
        if super::places::is_unread(book, place) {
            let name = book.logic().place(place);
            book.say("conclude-unread", &with!["name" => name]);
            is_told = true;
        }
    }
    is_told
}

/// The place that a statement writes.
pub(super) fn target(row: &Row) -> Option<PlaceId> {
    match row.act {
        Act::Follows(at)
        | Act::Latches(at)
        | Act::Unlatches(at)
        | Act::Gets(at, _)
        | Act::GetsPart(at, _) => Some(at),
        Act::Runs(_, at) => at,
        _ => None,
    }
}
