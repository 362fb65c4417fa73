//! The code that turns an object on or off.

use std::collections::HashSet;

use tagbridge_logic::{
    Citation, How, PlaceId, UnitId,
    explain::{Act, Row},
    query::{EffectRow, InsideRow, Turned, Wanted},
};

use super::{
    origins::{is_input, origins},
    overwritten::overwritten,
    sentences::{in_words, preset, sentence},
};
use crate::{book::Book, say::with};

/// Maximum number of resets in an answer about what sets a bit.
const RESETS_MAX: usize = 3;
/// Maximum number of values in a condition whose own condition is added.
const BEHIND_MAX: usize = 2;

pub(super) fn turned(
    book: &mut Book<'_>,
    place: PlaceId,
    name: &str,
    wanted: Turned,
    only: Option<How>,
) {
    let answer = book.logic().turned(place, wanted);
    let is_meant = |row: &EffectRow| only.is_none_or(|how| row.how == Some(how));
    let mut rows: Vec<InsideRow> = Vec::new();
    // The calls of blocks that give the place its value in a way that their code does not show.
    let mut hidden: Vec<&EffectRow> = Vec::new();
    for row in &answer.rows {
        if !row.bound {
            rows.extend(is_meant(row).then(|| InsideRow { row: row.clone(), calls: Vec::new() }));
            continue;
        }
        let inside = book.logic().turned_inside(row.statement, place, wanted);
        if inside.is_empty() {
            hidden.extend(only.is_none().then_some(row));
        }
        rows.extend(inside.into_iter().filter(|it| is_meant(&it.row)));
    }
    let logic = book.logic();
    rows.sort_by_key(|it| {
        let unit =
            it.calls.last().map_or(it.row.citation.unit, |call| logic.index.statement(*call).unit);
        logic.is_idle(unit)
    });
    let key = match (wanted, only.is_some(), rows.is_empty()) {
        (Turned::On, false, false) => "turned-on",
        (Turned::Off, false, false) => "turned-off",
        (Turned::On, true, false) => "latched",
        (Turned::Off, true, false) => "unlatched",
        (_, false, true) if !hidden.is_empty() => "turned-by-call",
        (Turned::On, false, true) => "turned-on-nowhere",
        (Turned::Off, false, true) => "turned-off-nowhere",
        (Turned::On, true, true) => "latched-nowhere",
        (Turned::Off, true, true) => "unlatched-nowhere",
    };
    let is_written = !book.logic().uses(place, Wanted::Written).rows.is_empty();
    let given = if only.is_none() && rows.is_empty() { given(book, place) } else { Vec::new() };
    let run = if key == "turned-on-nowhere" { run(book, place) } else { Vec::new() };
    let key = match key {
        _ if !given.is_empty() => "given-by-calls",
        _ if !run.is_empty() => "run-by",
        "turned-on-nowhere" | "turned-off-nowhere" if !is_written => "written-nowhere",
        key => key,
    };
    let mut head = book.words(key, &with!["name" => name, "count" => rows.len().max(given.len())]);
    let only_row = rows.first().filter(|_| rows.len() == 1 && hidden.is_empty());
    let only_said = only_row.map(|it| sentence(book, it, wanted)).filter(|it| !it.contains('\n'));
    if let Some(said) = &only_said {
        head = format!("{head} {said}");
    }
    book.line(head);
    match key {
        "written-nowhere" => super::reads::effects(book, place),
        "turned-on-nowhere" | "turned-off-nowhere" => other_way(book, place, name, wanted),
        _ => {}
    }
    overwritten(book, place, name);
    for citation in given {
        let quote = book.quote(&citation);
        book.item(&citation, &quote);
    }
    for row in run {
        let (said, quote) = (in_words(book, &row), book.quote(&row.citation));
        book.item(&row.citation, &format!("{said} {quote}"));
    }
    let mut told = HashSet::new();
    for inside in &rows {
        let said = match only_said {
            Some(_) => String::new(),
            None => sentence(book, inside, wanted),
        };
        tell(book, inside, &said, wanted, &mut told);
    }
    if only.is_none() && wanted == Turned::On {
        resets(book, place, &rows);
        origins(book, place, &rows, told);
    }
    if is_input(book, place) && key != "written-nowhere" {
        // Code that writes an input simulates it: what matters is what reads it.
        super::reads::effects(book, place);
    }
    for row in hidden {
        let quote = book.quote(&row.citation);
        let text = book.words("bound", &with!["place" => row.place.as_str(), "quote" => quote]);
        book.item(&row.citation, &text);
    }
    book.completeness(&answer.opaque, &answer.gaps);
}

/// What else resets a place: one that stays on, or one that other code turns off, too.
pub(super) fn resets(book: &mut Book<'_>, place: PlaceId, rows: &[InsideRow]) {
    let logic = book.logic();
    let off = logic.turned(place, Turned::Off).rows.into_iter();
    let is_other = |row: &EffectRow| {
        let is_told = rows.iter().any(|it| it.row.statement == row.statement);
        !row.bound && !is_told && matches!(row.how, Some(How::Unlatch | How::Store))
    };
    for row in off.filter(is_other).take(RESETS_MAX) {
        let inside = InsideRow { row, calls: Vec::new() };
        let said = sentence(book, &inside, Turned::Off);
        let label = book.label(&inside.row.citation);
        book.evidence(format!("{said} ({label})"));
    }
}

/// The other direction of a place that no code turns in the asked one.
fn other_way(book: &mut Book<'_>, place: PlaceId, name: &str, wanted: Turned) {
    let logic = book.logic();
    let other = if wanted == Turned::On { Turned::Off } else { Turned::On };
    let rows: Vec<EffectRow> =
        logic.turned(place, other).rows.into_iter().filter(|row| !row.bound).collect();
    if rows.is_empty() {
        return;
    }
    let key = if wanted == Turned::On { "turned-off" } else { "turned-on" };
    book.say(key, &with!["name" => name, "count" => rows.len()]);
    for row in rows {
        let inside = InsideRow { row, calls: Vec::new() };
        let said = sentence(book, &inside, other);
        let label = book.label(&inside.row.citation);
        book.evidence(format!("{said} ({label})"));
    }
}

/// The calls that give a parameter its value.
fn given(book: &Book<'_>, place: PlaceId) -> Vec<Citation> {
    let index = book.logic().index;
    let calls = index.bound_to(index.canonical(place)).iter();
    calls.map(|(statement, _)| book.logic().cite_statement(*statement)).collect()
}

/// The instructions whose data a place is: a timer, an alarm.
pub(super) fn run(book: &Book<'_>, place: PlaceId) -> Vec<Row> {
    let logic = book.logic();
    let is_same = |on: PlaceId| logic.index.canonical(on) == logic.index.canonical(place);
    let name = logic.place(place);
    let is_it = |row: &Row| match &row.act {
        Act::Runs(_, on) => on.is_none_or(is_same),
        Act::Calls(called) => *called == name,
        _ => false,
    };
    let mut units: Vec<UnitId> =
        logic.uses(place, Wanted::Written).rows.iter().map(|row| row.citation.unit).collect();
    units.dedup();
    units.into_iter().flat_map(|unit| logic.explain(unit).rows).filter(is_it).collect()
}

/// A statement, by the calls that lead to it.
fn tell(
    book: &mut Book<'_>,
    inside: &InsideRow,
    said: &str,
    wanted: Turned,
    told: &mut HashSet<PlaceId>,
) {
    let row = &inside.row;
    if inside.calls.is_empty() {
        let quote = book.quote(&row.citation);
        book.item(&row.citation, format!("{said} {quote}").trim_start());
    } else {
        by_calls(book, inside, said);
    }
    // A reset with its own condition does not seal anything in.
    if row.sealed_in && wanted == Turned::On && inside.calls.is_empty() {
        let text = book.words("sealed-in", &with!["name" => row.place.as_str()]);
        book.detail(text);
    }
    behind(book, inside, told);
}

/// A statement within a block: the calls from outside, and what it means for the operands.
fn by_calls(book: &mut Book<'_>, inside: &InsideRow, said: &str) {
    let mut numbers = String::new();
    let mut way: Vec<String> = Vec::new();
    let mut limits: Vec<String> = Vec::new();
    for call in inside.calls.iter().rev() {
        let citation = book.logic().cite_statement(*call);
        let number = book.cite_code(&citation);
        numbers += &number.map_or_else(String::new, |it| format!(" [{it}]"));
        way.push(book.label(&citation));
        let guard = book.logic().expression(book.logic().index.statement(*call).guard);
        if guard != "TRUE" {
            limits.push(book.words("under", &with!["condition" => guard]));
        }
        if book.logic().is_idle(citation.unit) {
            limits.push(book.word("call-idle"));
        }
    }
    let number = book.cite_code(&inside.row.citation);
    numbers += &number.map_or_else(String::new, |it| format!(" [{it}]"));
    way.push(book.label(&inside.row.citation));
    let limits =
        if limits.is_empty() { String::new() } else { format!(" ({})", limits.join("; ")) };
    let said = if said.is_empty() { String::new() } else { format!(": {said}") };
    book.evidence(format!("{}{limits}{said}{numbers}", way.join(" → ")));
}

/// The conditions of values that the same block computes: what a timer waits for.
pub(super) fn behind(book: &mut Book<'_>, inside: &InsideRow, told: &mut HashSet<PlaceId>) {
    let logic = book.logic();
    let mut count = 0;
    for literal in &inside.row.literals {
        if count >= BEHIND_MAX {
            break;
        }
        let mut found = Vec::new();
        if inside.calls.is_empty() {
            found = logic.turned_in_instance(*literal, Turned::On);
        }
        if found.is_empty() {
            let own = logic.turned(*literal, Turned::On).rows.into_iter();
            let own = own.filter(|row| !row.bound && row.statement != inside.row.statement);
            // Of other code, only what a timer waits for.
            let is_near = |row: &EffectRow| {
                row.how.is_none()
                    || (!inside.calls.is_empty() && row.citation.path == inside.row.citation.path)
            };
            let within = |row| InsideRow { row, calls: inside.calls.clone() };
            found = own.filter(is_near).map(within).collect();
        }
        let [only] = found.as_slice() else { continue };
        count += 1;
        told.insert(logic.index.canonical(*literal));
        let said = sentence(book, only, Turned::On);
        let preset = preset(book, only, *literal);
        let said = preset.map_or(said.clone(), |it| format!("{}{it}.", said.trim_end_matches('.')));
        // Of a row of the place's own code, only that row is cited.
        let mark = if inside.calls.is_empty() {
            format!(" ({})", book.label(&only.row.citation))
        } else {
            let number = book.cite_code(&only.row.citation);
            number.map_or_else(String::new, |it| format!(" [{it}]"))
        };
        book.detail(format!("{said}{mark}"));
        if inside.calls.is_empty() {
            behind(book, only, told);
        }
    }
}
