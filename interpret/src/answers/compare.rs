//! The differences between two objects of a project.

use std::collections::BTreeSet;

use tagbridge_logic::{
    Citation, PlaceId, UnitId,
    query::{UseRow, Wanted},
};
use tagbridge_project::Member;

use super::what;
use crate::{
    book::Book,
    resolve::Subject,
    say::{one_line, with},
};

pub(super) fn compare(book: &mut Book<'_>, one: (&Subject, &str), other: (&Subject, &str)) -> bool {
    match (one.0, other.0) {
        (Subject::Place(first), Subject::Place(second)) => {
            places(book, (*first, one.1), (*second, other.1));
        }
        (Subject::Block(first), Subject::Block(second)) => {
            let blocks = &book.facts.project().blocks;
            members(book, (&blocks[*first].members, one.1), (&blocks[*second].members, other.1));
        }
        (Subject::Type(first), Subject::Type(second)) => {
            let types = &book.facts.project().data_types;
            members(book, (&types[*first].members, one.1), (&types[*second].members, other.1));
        }
        (Subject::Units(first), Subject::Units(second)) => {
            units(book, (first, one.1), (second, other.1));
        }
        _ => {
            declarations(book, one.1, other.1);
        }
    }
    true
}

/// Two tags: their declarations, and the code that uses only one of them in this way.
fn places(book: &mut Book<'_>, one: (PlaceId, &str), other: (PlaceId, &str)) {
    let shapes = [one, other].map(|(place, name)| {
        let answer = book.logic().uses(place, Wanted::Used);
        let rows: Vec<(String, Citation)> =
            answer.rows.iter().map(|row| (shape(book, row, name), row.citation.clone())).collect();
        rows
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
    let key = if only.iter().all(Vec::is_empty) { "compare-same" } else { "compare" };
    let counts = with!["one" => one.1, "other" => other.1, "first" => only[0].len(), "second" => only[1].len()];
    book.say(key, &counts);
    declarations(book, one.1, other.1);
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
fn shape(book: &Book<'_>, row: &UseRow, name: &str) -> String {
    let quote = book.quote(&row.citation).to_lowercase();
    let bare = name.to_lowercase();
    let text = quote.replace(&bare, "§");
    let digits =
        |text: &str| -> String { text.chars().filter(|it| !it.is_ascii_digit()).collect() };
    format!("{:?} {} {}", row.mode, row.instruction, digits(&text))
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

/// Two routines, by the text of their rungs or lines.
fn units(book: &mut Book<'_>, one: (&[UnitId], &str), other: (&[UnitId], &str)) {
    let logic = book.logic();
    let texts = |units: &[UnitId]| -> Vec<(String, UnitId)> {
        let text = |unit: &UnitId| one_line(logic.text(*unit));
        units.iter().map(|unit| (text(unit), *unit)).collect()
    };
    let (first, second) = (texts(one.0), texts(other.0));
    let only = |own: &[(String, UnitId)], others: &[(String, UnitId)]| -> Vec<UnitId> {
        let is_there = |text: &str| others.iter().any(|it| it.0 == text);
        own.iter().filter(|it| !is_there(&it.0)).map(|it| it.1).collect()
    };
    let differences = [(one.1, only(&first, &second)), (other.1, only(&second, &first))];
    let key = if differences.iter().all(|it| it.1.is_empty()) { "compare-same" } else { "compare" };
    book.say(
        key,
        &with![
            "one" => one.1, "other" => other.1,
            "first" => differences[0].1.len(), "second" => differences[1].1.len(),
        ],
    );
    for (name, units) in differences {
        for unit in units {
            let citation = logic.cite(unit, super::turned::whole());
            let quote = book.quote(&citation);
            let text = book.words("compare-only", &with!["name" => name]);
            book.item(&citation, &format!("{text}: {quote}"));
        }
    }
}
