//! The conditions behind a condition, step by step to the values that no code writes.

use std::collections::{HashSet, VecDeque};

use tagbridge_logic::{
    Effect, PlaceId, StatementId,
    query::{InsideRow, Turned, Wanted},
    types,
};

use super::{named::called, sentences::sentence};
use crate::{book::Book, say::with};

/// Maximum number of steps.
const STEPS_MAX: usize = 5;
/// Maximum number of described conditions, and if all are wanted.
const LINES_MAX: usize = 5;
const ALL_LINES_MAX: usize = 40;
/// Values that more code turns on are only named with that code.
const ROWS_MAX: usize = 2;
/// Maximum number of followed values.
const SEEN_MAX: usize = 80;
/// Maximum number of values at the end.
const ENDS_MAX: usize = 10;

/// A value in a condition; for a variable of a block, the calls that lead to it, innermost first.
type Literal = (PlaceId, Vec<StatementId>);

/// Adds what turns on the values in these conditions, and on which values from outside all depends.
pub(super) fn origins(
    book: &mut Book<'_>,
    place: PlaceId,
    rows: &[InsideRow],
    mut told: HashSet<PlaceId>,
) {
    let logic = book.logic();
    let most = if book.page.all { ALL_LINES_MAX } else { LINES_MAX };
    told.insert(logic.index.canonical(place));
    let mut left: VecDeque<(Literal, usize)> =
        rows.iter().flat_map(|row| literals(book, row)).map(|it| (it, 1)).collect();
    let mut seen = HashSet::from([(logic.index.canonical(place), Vec::new())]);
    // Of code that nothing executes, the conditions are there, too.
    let is_idle = !rows.is_empty() && rows.iter().all(|it| logic.is_idle(it.row.citation.unit));
    let (mut lines, mut ends, mut is_cut) = (0, Vec::new(), false);
    while let Some(((place, calls), step)) = left.pop_front() {
        if seen.len() >= SEEN_MAX {
            is_cut = true;
            break;
        }
        if !seen.insert((place, calls.clone())) {
            continue;
        }
        if is_input(book, place) || logic.uses(place, Wanted::Written).rows.is_empty() {
            let is_end = book.facts.is_value(place) && !ends.contains(&place);
            ends.extend(is_end.then_some(place));
            continue;
        }
        if types::is_bit(logic.project, logic.index, place) != Some(true) {
            continue;
        }
        let found = on(book, place, &calls, is_idle);
        if step < STEPS_MAX {
            let further = found.iter().flat_map(|row| literals(book, row));
            left.extend(further.map(|it| (it, step + 1)));
        } else {
            is_cut = true;
        }
        if found.is_empty() || told.contains(&place) {
            continue;
        }
        if lines >= most {
            book.leave_out(1);
            continue;
        }
        lines += 1;
        if found.len() > ROWS_MAX {
            let labels: Vec<String> = found.iter().map(|it| book.label(&it.row.citation)).collect();
            let name = called(book, place);
            let text =
                book.words("origin-several", &with!["name" => name, "places" => labels.join("; ")]);
            book.evidence(text);
            continue;
        }
        for row in &found {
            let said = sentence(book, row, Turned::On);
            let label = book.label(&row.row.citation);
            book.evidence(format!("{said} ({label})"));
        }
    }
    let values: Vec<String> = ends.iter().filter_map(|it| start_of(book, *it)).collect();
    if !ends.is_empty() && lines > 0 {
        let more = ends.len().saturating_sub(ENDS_MAX);
        let named: Vec<String> = ends.iter().take(ENDS_MAX).map(|it| called(book, *it)).collect();
        let key = if is_cut || more > 0 { "origin-ends-more" } else { "origin-ends" };
        book.say(key, &with!["names" => named.join(", ")]);
    }
    if !values.is_empty() {
        let more = values.len().saturating_sub(ENDS_MAX);
        let shown = values.into_iter().take(ENDS_MAX).collect::<Vec<_>>().join(", ");
        book.say("origin-values", &with!["values" => shown, "more" => more]);
    }
}

/// A number that no code writes with its start value.
pub(super) fn start_of(book: &Book<'_>, place: PlaceId) -> Option<String> {
    let logic = book.logic();
    if types::is_bit(logic.project, logic.index, place) == Some(true) || is_input(book, place) {
        return None;
    }
    let name = logic.place(place);
    let symbol = book.facts.symbols.find_without_hint(&name).ok()?;
    let unit = symbol.unit.map_or_else(String::new, |it| format!(" {it}"));
    let comment = symbol.comment.map_or_else(String::new, |it| format!(" – {}", book.comment(it)));
    symbol.initial.map(|value| format!("{name} = {value}{unit}{comment}"))
}

/// Whether a place is an input of the controller. What writes it simulates the plant.
pub(super) fn is_input(book: &Book<'_>, place: PlaceId) -> bool {
    let logic = book.logic();
    let root = logic.place(logic.index.places.root_of(place));
    let tags = &book.facts.project().tags;
    let tag = tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(&root));
    tag.is_some_and(|tag| crate::area(tag) == Some('I'))
        || root.starts_with("%I")
        || root.ends_with(":I")
}

/// The code that turns a place on, within called blocks, too; only executed code, unless all is wanted.
pub(super) fn on(
    book: &Book<'_>,
    place: PlaceId,
    calls: &[StatementId],
    with_idle: bool,
) -> Vec<InsideRow> {
    let logic = book.logic();
    let found = logic.turned_in_instance(place, Turned::On);
    if calls.is_empty() && !found.is_empty() {
        return found;
    }
    let mut found = Vec::new();
    for row in logic.turned(place, Turned::On).rows {
        if calls.is_empty() && !with_idle && logic.is_idle(row.citation.unit) {
            continue;
        }
        if row.bound {
            let inside = logic.turned_inside(row.statement, place, Turned::On).into_iter();
            found.extend(inside.map(|it| InsideRow { calls: [&it.calls, calls].concat(), ..it }));
        } else {
            found.push(InsideRow { row, calls: calls.to_vec() });
        }
    }
    found
}

/// The values in a condition, in the names of the outermost caller that knows them.
fn literals(book: &Book<'_>, inside: &InsideRow) -> Vec<Literal> {
    let index = book.logic().index;
    let mut places = inside.row.literals.clone();
    // A timer waits for its input.
    if let Effect::Run { inputs, .. } = &index.statement(inside.row.statement).effect {
        places.extend(inputs.iter().flat_map(|(_, input)| index.exprs.places(*input)));
    }
    places.iter().flat_map(|place| outward(book, *place, &inside.calls)).collect()
}

/// What the caller gives for a parameter of a block; another variable of the block is itself.
pub(super) fn outward(book: &Book<'_>, place: PlaceId, calls: &[StatementId]) -> Vec<Literal> {
    let index = book.logic().index;
    let place = index.canonical(place);
    let Some((call, outer)) = calls.split_first() else { return vec![(place, Vec::new())] };
    let Effect::Call { bindings, .. } = &index.statement(*call).effect else {
        return Vec::new();
    };
    let given = index.bindings(bindings).iter().find(|it| index.canonical(it.formal) == place);
    match given {
        Some(binding) => {
            let places = index.exprs.places(binding.actual).into_iter();
            places.flat_map(|it| outward(book, it, outer)).collect()
        }
        None if book.facts.is_value(place) => vec![(place, Vec::new())],
        None => vec![(place, calls.to_vec())],
    }
}
