//! The differences between two objects of a project.

mod code;
mod turned;

use std::collections::BTreeSet;

use tagbridge_logic::{
    Callee, Citation, Effect, Logic, PlaceId, StatementId, Step,
    query::{UseRow, Wanted},
};
use tagbridge_project::Member;

use super::{starts::starts, what};
use crate::{book::Book, resolve::Subject, say::with};

/// Maximum number of named parts with equal values.
const SAME_MAX: usize = 8;

pub(super) fn compare(book: &mut Book<'_>, one: (&Subject, &str), other: (&Subject, &str)) -> bool {
    match (one.0, other.0) {
        (Subject::Place(first), Subject::Place(second)) => {
            places(book, (*first, one.1), (*second, other.1));
        }
        (Subject::Block(first), Subject::Block(second)) => {
            let blocks = &book.facts.project().blocks;
            members(book, (&blocks[*first].members, one.1), (&blocks[*second].members, other.1));
            let units = [first, second].map(|at| super::explain::units_of(book, *at));
            code::units(book, (&units[0], one.1), (&units[1], other.1));
        }
        (Subject::Type(first), Subject::Type(second)) => {
            let types = &book.facts.project().data_types;
            members(book, (&types[*first].members, one.1), (&types[*second].members, other.1));
        }
        (Subject::Units(first), Subject::Units(second)) => {
            code::units(book, (first, one.1), (second, other.1));
        }
        _ => {
            if !values(book, one.1, other.1) {
                declarations(book, one.1, other.1);
            }
        }
    }
    true
}

/// The start values of the parts that differ; false if no part has a start value.
fn values(book: &mut Book<'_>, one: &str, other: &str) -> bool {
    let [first, second] = [one, other].map(|name| starts(book, name));
    let (mut same, mut rows) = (Vec::new(), Vec::new());
    for start in &first {
        let Some(found) = second.iter().find(|it| it.part == start.part) else { continue };
        if found.value == start.value {
            same.push(start.part.as_str());
        } else {
            rows.push((start, found));
        }
    }
    if same.is_empty() && rows.is_empty() {
        return false;
    }
    let key = if rows.is_empty() { "compare-values-same" } else { "compare-values" };
    book.say(key, &with!["one" => one, "other" => other, "count" => rows.len()]);
    for (start, found) in rows {
        let numbers = [&start.name, &found.name].map(|name| book.cite_tag(name));
        let marks = numbers.map(|it| it.map_or_else(String::new, |it| format!(" [{it}]")));
        let part = if start.part.is_empty() { one } else { start.part.as_str() };
        book.evidence(format!("{part}: {} / {}{}", start.value, found.value, marks.concat()));
    }
    if !same.is_empty() {
        let shown = same.iter().take(SAME_MAX).copied().collect::<Vec<_>>().join(", ");
        let more = same.len().saturating_sub(SAME_MAX);
        book.say("compare-same-parts", &with!["names" => shown, "more" => more]);
    }
    true
}

/// What the calls of two instances of one block are given, where it differs; false if they are no
/// such instances.
fn arguments(book: &mut Book<'_>, one: (PlaceId, &str), other: (PlaceId, &str)) -> bool {
    let logic = book.logic();
    let calls = [one, other].map(|it| call_of(logic, it.0));
    let [Some(first), Some(second)] = calls else { return false };
    let [given, others] = [first, second].map(|call| operands(logic, call));
    if given.iter().map(|it| &it.0).ne(others.iter().map(|it| &it.0)) {
        return false;
    }
    let rows: Vec<(String, String, String)> = given
        .into_iter()
        .zip(others)
        .filter(|(it, other)| it.1 != other.1)
        .map(|(it, other)| (it.0, it.1, other.1))
        .collect();
    let citations = [first, second].map(|call| logic.cite_statement(call));
    let marks = citations.each_ref().map(|it| book.cite_code(it));
    let marks = marks.map(|it| it.map_or_else(String::new, |it| format!(" [{it}]"))).concat();
    let places = citations.each_ref().map(|it| book.label(it)).join(" / ");
    let key = if rows.is_empty() { "compare-calls-same" } else { "compare-calls" };
    let text = book.words(
        key,
        &with!["one" => one.1, "other" => other.1, "count" => rows.len(), "places" => places],
    );
    book.line(format!("{text}{marks}"));
    for (formal, first, second) in rows {
        book.evidence(format!("{formal}: {first} / {second}"));
    }
    true
}

/// The only executed call of an instance.
fn call_of(logic: Logic<'_>, place: PlaceId) -> Option<StatementId> {
    let index = logic.index;
    let place = index.canonical(place);
    let all = index.units().filter(|(unit, _)| !logic.is_idle(*unit));
    let mut calls = all.flat_map(|(unit, _)| index.statements_of(unit)).filter(|(_, statement)| {
        matches!(&statement.effect, Effect::Call { instance: Some(at), callee: Callee::Block(_), .. }
            if index.canonical(index.reference(*at).place) == place)
    });
    let first = calls.next()?.0;
    calls.next().is_none().then_some(first)
}

/// The parameters of a call, and what it gives for them.
fn operands(logic: Logic<'_>, call: StatementId) -> Vec<(String, String)> {
    let index = logic.index;
    let Effect::Call { bindings, .. } = &index.statement(call).effect else { return Vec::new() };
    let name = |formal: PlaceId| match index.places.step(formal) {
        Step::Root(_, name) => index.names.text(name).to_owned(),
        _ => logic.place(formal),
    };
    let all = index.bindings(bindings).iter();
    all.map(|it| (name(it.formal), logic.expression(it.actual))).collect()
}

/// Two tags: their declarations, and the code that uses only one of them in this way.
fn places(book: &mut Book<'_>, one: (PlaceId, &str), other: (PlaceId, &str)) {
    let shapes = [[one, other], [other, one]].map(|[(place, name), (_, other)]| {
        let rows = book.logic().uses(place, Wanted::Used).rows.into_iter();
        let rows = rows.map(|row| (shape(book, &row, [name, other]), row.citation));
        rows.collect::<Vec<(String, Citation)>>()
    });
    let is_in = |shape: &str, rows: &[(String, Citation)]| rows.iter().any(|it| it.0 == shape);
    let only = [0, 1].map(|at| {
        let mut rows: Vec<Citation> = shapes[at]
            .iter()
            .filter(|(shape, _)| !is_in(shape, &shapes[1 - at]))
            .map(|it| it.1.clone())
            .collect();
        rows.dedup_by_key(|it| (it.unit, it.line));
        rows
    });
    let is_told = values(book, one.1, other.1);
    if arguments(book, one, other) {
        return;
    }
    let key = if only.iter().all(Vec::is_empty) { "compare-same" } else { "compare" };
    let counts = with!["one" => one.1, "other" => other.1, "first" => only[0].len(), "second" => only[1].len()];
    book.say(key, &counts);
    turned::turned(book, one, other);
    if !is_told {
        declarations(book, one.1, other.1);
    }
    for (at, name) in [one.1, other.1].into_iter().enumerate() {
        for citation in &only[at] {
            let quote = book.quote(citation);
            let text = book.words("compare-only", &with!["name" => name]);
            book.item(citation, &format!("{text}: {quote}"));
        }
    }
}

/// The use of a place in code without its name: equal for copies of the code about another place,
/// even if numbers in the names differ.
fn shape(book: &Book<'_>, row: &UseRow, names: [&str; 2]) -> String {
    let text = code::shape(&book.quote(&row.citation), names);
    format!("{:?} {} {text}", row.mode, row.instruction)
}

/// The declarations of two tags, if they differ.
fn declarations(book: &mut Book<'_>, one: &str, other: &str) {
    for name in [one, other] {
        if !what::declaration(book, name) {
            what::member_of_block(book, name);
        }
    }
}

fn members(book: &mut Book<'_>, one: (&[Member], &str), other: (&[Member], &str)) {
    let texts = |of: &[Member]| -> BTreeSet<String> {
        of.iter().map(|it| what::member_text(book, it)).collect()
    };
    let (first, second) = (texts(one.0), texts(other.0));
    let counts = with![
        "one" => one.1, "other" => other.1,
        "first" => first.difference(&second).count(),
        "second" => second.difference(&first).count(),
    ];
    let key = if first == second { "compare-same" } else { "compare" };
    book.say(key, &counts);
    for (name, own, others) in [(one.1, &first, &second), (other.1, &second, &first)] {
        let number = book.cite(tagbridge_api::turn::LocationKind::Definition, name, None);
        for text in own.difference(others) {
            let only = book.words("compare-only", &with!["name" => name]);
            book.numbered(number, &format!("{only}: {text}"));
        }
    }
}
