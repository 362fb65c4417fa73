//! Places in code and names: what they are, and what their code does.

use std::collections::HashSet;

use fluent_bundle::FluentArgs;
use tagbridge_logic::{
    Citation, Direction, Effect, PlaceId, Span, UnitId,
    explain::{Act, Row},
    expr::{Constant, Expr},
    query::{InsideRow, Turned, Wanted},
    types,
};
use tagbridge_meaning::NameEntry;
use tagbridge_project::{Initial, Section};

use super::{
    conclude::said::of_rung,
    named::outputs,
    origins::{is_input, start_of},
    overwritten::overwritten,
    sentences::{in_words, sentence, whole},
    turned,
};
use crate::{
    Facts, WrittenWord,
    book::Book,
    places::At,
    resolve::Subject,
    say::{one_line, shortened, with},
    words::words,
};

/// Maximum number of statements of a place that are explained.
const STATEMENTS_MAX: usize = 2;
/// Maximum number of named values.
const VALUES_MAX: usize = 4;
/// Maximum length of a comment.
const COMMENT_MAX: usize = 160;

/// Shows places, and what their code does.
pub(super) fn tell(book: &mut Book<'_>, question: &str, found: &[&At]) {
    for at in found {
        match at {
            At::Name(at) => name(book, &book.facts.lexicon().entries()[*at]),
            At::Rung(unit) => {
                let said = of_rung(book, *unit);
                code(book, question, *unit, at, &said);
            }
            At::Line(unit, _, said) => code(book, question, *unit, at, said),
        }
    }
}

/// A name: what it is, what it starts with, and what the code does with it.
fn name(book: &mut Book<'_>, entry: &NameEntry) {
    let symbol = book.facts.symbols.find_without_hint(&entry.name).ok();
    let member = super::what::member_of(book, &entry.name).map(|it| it.1);
    let comment =
        symbol.as_ref().and_then(|it| it.comment).or(member.and_then(|it| it.comment.as_deref()));
    let comment = comment.map(|it| shortened(&book.comment(it), COMMENT_MAX));
    let mut what = comment.map_or_else(String::new, |it| format!(": {it}"));
    if let Some(Initial::Scalar(value)) = member.and_then(|it| it.initial.as_ref()) {
        what += &book.words("starts-with", &with!["value" => value.as_str()]);
    }
    let subject = value(book.facts, &entry.name);
    let Some(Subject::Place(place)) = subject else {
        let number = super::what::cite_declared(book, &entry.name);
        book.numbered(number, &format!("{}{what}", entry.name));
        if matches!(subject, Some(Subject::Declared(_))) && !is_in_code(book, &entry.name) {
            let text = book.words("in-no-code", &with!["name" => entry.name.as_str()]);
            book.detail(text);
        }
        return;
    };
    if symbol.is_some() {
        book.tag(&entry.name, &what);
    } else {
        let number = super::what::cite_declared(book, &entry.name);
        book.numbered(number, &format!("{}{what}", entry.name));
    }
    let rows = book.logic().turned(place, Turned::On).rows.into_iter();
    let rows = rows.filter(|row| !row.bound).map(|row| InsideRow { row, calls: Vec::new() });
    let mut said: Vec<(String, String)> = rows
        .take(STATEMENTS_MAX)
        .map(|it| (sentence(book, &it, Turned::On), book.label(&it.row.citation)))
        .collect();
    if said.is_empty() {
        if let Some(start) = start_of(book, place) {
            book.detail(start);
        }
        let reads = super::reads::rows(book, place).into_iter().take(STATEMENTS_MAX);
        said = reads.map(|row| (in_words(book, &row), book.label(&row.citation))).collect();
    }
    for (said, label) in said {
        book.detail(format!("{said} ({label})"));
    }
}

/// The value with a name of the lexicon, which names an add-on instruction without its mark.
fn value(facts: &Facts, name: &str) -> Option<Subject> {
    let of_instruction = || facts.value_called(&format!("AOI:{name}"));
    match facts.value_called(name) {
        Some(place @ Subject::Place(_)) => Some(place),
        other => of_instruction().filter(|it| matches!(it, Subject::Place(_))).or(other),
    }
}

/// Whether any code contains the last part of a name, or reaches the name in another way.
fn is_in_code(book: &Book<'_>, name: &str) -> bool {
    let logic = book.logic();
    let last = last_of(name).to_lowercase();
    let is_part = |it: char| !(it.is_alphanumeric() || it == '_');
    let has = |text: &str| text.to_lowercase().split(is_part).any(|it| it == last);
    let is_word = !last.contains(is_part);
    let contains =
        |text: &str| if is_word { has(text) } else { text.to_lowercase().contains(&last) };
    logic.index.units().any(|(id, _)| contains(logic.text(id)))
        || book.facts.reaching(name).is_some()
}

/// A place in code, its comment, and what it does.
fn code(book: &mut Book<'_>, question: &str, unit: UnitId, at: &At, said: &str) {
    let Some(citation) = citation(book, at) else { return };
    let said = one_line(said);
    let comment = if said.is_empty() {
        String::new()
    } else {
        format!("“{}” ", shortened(&said, COMMENT_MAX))
    };
    let quote = book.quote(&citation);
    book.item(&citation, &format!("{comment}{quote}"));
    let rows = book.logic().explain(unit).rows;
    let mut told: Vec<(Row, String)> = here(&rows, &citation, &quote)
        .into_iter()
        .map(|row| (row.clone(), in_words(book, row)))
        .collect();
    if told.len() > STATEMENTS_MAX {
        // Of many statements, those with the words of the question.
        let sought: Vec<WrittenWord> = question.split(' ').map(WrittenWord::of).collect();
        let score = |said: &String| {
            let own = words(said);
            sought.iter().filter(|it| it.is_in(&own)).count()
        };
        told.sort_by_cached_key(|(_, said)| std::cmp::Reverse(score(said)));
    }
    // The quoted code shows a call without a condition.
    let index = book.logic().index;
    let is_always = |row: &Row| index.exprs.get(row.condition) == Expr::Const(Constant::Bool(true));
    for (row, _) in told.iter().filter(|it| matches!(it.0.act, Act::Calls(_))) {
        sources(book, row);
    }
    told.retain(|(row, _)| !(matches!(row.act, Act::Calls(_)) && is_always(row)));
    told.truncate(STATEMENTS_MAX);
    for (row, said) in told {
        book.detail(said);
        behind(book, &row);
        if !matches!(row.act, Act::Calls(_)) {
            sources(book, &row);
        }
    }
}

/// The numbers that a statement uses with their start values, and what no code writes or reads.
pub(super) fn sources(book: &mut Book<'_>, row: &Row) {
    let logic = book.logic();
    let index = logic.index;
    let value = match row.act {
        Act::Gets(_, value) | Act::GetsPart(_, value) => Some(value),
        _ => None,
    };
    let inputs = match &index.statement(row.statement).effect {
        Effect::Run { inputs, .. } => inputs.iter().map(|it| it.1).collect(),
        Effect::Call { bindings, .. } => {
            let given = index.bindings(bindings).iter();
            given.filter(|it| it.direction == Direction::In).map(|it| it.actual).collect()
        }
        _ => Vec::new(),
    };
    let all = [Some(row.condition), value].into_iter().flatten().chain(inputs);
    let mut places: Vec<PlaceId> = all.flat_map(|it| index.exprs.places(it)).collect();
    places.sort_unstable();
    places.dedup();
    let (mut values, mut unwritten) = (Vec::new(), Vec::new());
    for place in places {
        let is_bit = types::is_bit(logic.project, index, place) == Some(true);
        if !logic.uses(place, Wanted::Written).rows.is_empty() || is_input(book, place) {
            continue;
        }
        if is_bit {
            let is_given =
                is_given(book, place) || !logic.mentions(place, Wanted::Written).is_empty();
            unwritten.extend((!is_given && !logic.is_partial()).then(|| logic.place(place)));
        } else {
            values.extend(value_of(book, place));
        }
    }
    if !values.is_empty() {
        values.truncate(VALUES_MAX);
        detail(book, "nearby-values", &with!["values" => values.join(", ")]);
    }
    if !unwritten.is_empty() {
        unwritten.truncate(VALUES_MAX);
        detail(book, "nearby-unwritten", &with!["names" => unwritten.join(", ")]);
    }
    if let Act::Follows(place) = row.act
        && is_unread(book, place)
    {
        detail(book, "nearby-unread", &with!["name" => logic.place(place)]);
    }
}

/// Whether nothing reads a place, and nothing outside the code can.
pub(super) fn is_unread(book: &Book<'_>, place: PlaceId) -> bool {
    let logic = book.logic();
    logic.uses(place, Wanted::Read).rows.is_empty()
        && !logic.is_partial()
        && !outputs(book).contains(&logic.index.canonical(place))
        && logic.mentions(place, Wanted::Read).is_empty()
        && !is_given(book, place)
}

/// Whether a place is a parameter of a block, or a part of an instance: code outside may use it.
fn is_given(book: &Book<'_>, place: PlaceId) -> bool {
    let logic = book.logic();
    let name = logic.place(place);
    let member = super::what::member_of(book, &name).and_then(|it| it.1.section);
    let is_parameter =
        matches!(member, Some(Section::Input | Section::InOut | Section::Output | Section::Return));
    is_parameter || logic.index.places.parent(place).is_some()
}

/// The start value of a number.
fn value_of(book: &Book<'_>, place: PlaceId) -> Option<String> {
    let name = book.logic().place(place);
    let member = || {
        let member = super::what::member_of(book, &name)?.1;
        let Some(Initial::Scalar(value)) = &member.initial else { return None };
        Some(format!("{} = {value}", member.name))
    };
    start_of(book, place).or_else(member)
}

/// The statements of a location; those behind a condition, and the one that a line continues.
fn here<'a>(rows: &'a [Row], citation: &Citation, quote: &str) -> Vec<&'a Row> {
    let own: Vec<&Row> = rows.iter().filter(|row| row.citation.line == citation.line).collect();
    let Some(line) = citation.line.filter(|_| own.is_empty()) else { return own };
    let upper = quote.to_uppercase();
    let first = upper.split([' ', '(']).next().unwrap_or_default();
    let is_head = ["IF", "ELSIF", "ELSE", "CASE", "FOR", "WHILE"].contains(&first)
        || quote.trim_end().ends_with(':');
    let lines = if is_head { line..line + 4 } else { line.saturating_sub(12)..line };
    let near = rows.iter().filter(|row| row.citation.line.is_some_and(|it| lines.contains(&it)));
    let near: Vec<&Row> = near.collect();
    if is_head { near } else { near.into_iter().next_back().into_iter().collect() }
}

/// What a bit that a statement sets waits for, what else resets it, and whether other code overwrites it.
fn behind(book: &mut Book<'_>, row: &Row) {
    let place: PlaceId = match row.act {
        Act::Follows(place) | Act::Latches(place) => place,
        _ => return,
    };
    let found = book.logic().turned(place, Turned::On).rows.into_iter();
    let mut found = found.filter(|it| !it.bound && it.statement == row.statement);
    if let Some(row) = found.next() {
        let inside = InsideRow { row, calls: Vec::new() };
        turned::behind(book, &inside, &mut HashSet::new());
        turned::resets(book, place, &[inside]);
    }
    let name = book.logic().place(place);
    overwritten(book, place, &name);
}

/// A detail from the catalogue.
fn detail(book: &mut Book<'_>, key: &str, arguments: &FluentArgs<'_>) {
    let text = book.words(key, arguments);
    book.detail(text);
}

/// The location of a place in code.
pub(super) fn citation(book: &Book<'_>, at: &At) -> Option<Citation> {
    match at {
        At::Rung(unit) => Some(book.logic().cite(*unit, whole())),
        At::Line(unit, span, _) => {
            let text = &book.logic().text(*unit)[span.start as usize..span.end as usize];
            let start = span.start as usize + text.len() - text.trim_start().len();
            Some(book.logic().cite(*unit, Span::new(start, span.end as usize)))
        }
        At::Name(_) => None,
    }
}

/// The last part of a name.
pub(super) fn last_of(name: &str) -> &str {
    name.rsplit(['.', '#', '/']).next().unwrap_or(name).trim_matches('"')
}
