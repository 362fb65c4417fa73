//! The path from one value to another.

use std::collections::{HashSet, VecDeque};

use tagbridge_logic::{
    Citation, Logic, OpaqueReason, PlaceId, Scope, Span, Step, UnitId,
    query::{Dependence, Direction},
};

use super::named::tag_name;
use crate::{book::Book, say::with};

/// Maximum number of steps.
const STEPS_MAX: usize = 24;
/// Maximum number of visited values.
const VISITED_MAX: usize = 3_000;

/// A call of a block, by its location.
type CallSpot = (UnitId, Span);

/// A value on the way.
struct Visited {
    place: PlaceId,
    from: Option<usize>,
    citation: Option<Citation>,
    certain: bool,
    /// The calls around it: a block gives its values back to the call that it was entered by.
    calls: Vec<CallSpot>,
    steps: usize,
}

/// How one value influences another.
pub(super) fn path(book: &mut Book<'_>, from: (PlaceId, &str), to: (PlaceId, &str)) {
    let logic = book.logic();
    let Search { visited, found, is_cut, opaque } = search(logic, from.0, to.0);
    let Some(at) = found else {
        let turned = search(logic, to.0, from.0).found.is_some();
        let key = if turned { "path-other-way" } else { "path-none" };
        book.say(key, &with!["from" => from.1, "to" => to.1, "depth" => STEPS_MAX]);
        if is_cut {
            let text = book.word("slice-cut");
            book.line(text);
        }
        return book.completeness(&opaque, &logic.slice(from.0, Direction::Forward, 1).gaps);
    };
    let mut way = vec![at];
    while let Some(before) = visited[way[way.len() - 1]].from {
        way.push(before);
    }
    way.reverse();
    let names: Vec<String> = way.iter().map(|at| tag_name(book, visited[*at].place)).collect();
    let key = if way.iter().all(|at| visited[*at].certain) { "path" } else { "path-perhaps" };
    book.say(key, &with!["from" => from.1, "to" => to.1, "way" => names.join(" → ")]);
    for (at, name) in way.iter().zip(&names) {
        if let Some(citation) = &visited[*at].citation {
            let quote = book.quote(citation);
            book.item(citation, &format!("{name}: {quote}"));
        }
    }
}

/// A search for the shortest path.
struct Search {
    visited: Vec<Visited>,
    /// The position of the goal.
    found: Option<usize>,
    /// Whether it ended before all values were visited.
    is_cut: bool,
    /// Unknown code on the way.
    opaque: Vec<(Citation, OpaqueReason)>,
}

fn search(logic: Logic<'_>, from: PlaceId, to: PlaceId) -> Search {
    let goal = logic.index.canonical(to);
    let first = logic.index.canonical(from);
    let start = Visited {
        place: first,
        from: None,
        citation: None,
        certain: true,
        calls: Vec::new(),
        steps: 0,
    };
    let mut visited = vec![start];
    let mut seen: HashSet<(PlaceId, Vec<CallSpot>)> = HashSet::from([(first, Vec::new())]);
    let mut left = VecDeque::from([0]);
    let (mut is_cut, mut opaque) = (false, Vec::new());
    while let Some(at) = left.pop_front() {
        let Visited { place, steps, certain, ref calls, .. } = visited[at];
        let calls = calls.clone();
        if steps >= STEPS_MAX || visited.len() >= VISITED_MAX {
            is_cut = true;
            continue;
        }
        let slice = logic.slice(place, Direction::Forward, 1);
        let unknown = slice.opaque.into_iter().filter(|it| !opaque.contains(it));
        let unknown: Vec<_> = unknown.collect();
        opaque.extend(unknown);
        for node in slice.rows.into_iter().flat_map(|it| it.nodes).skip(1) {
            let Some(citation) = node.citation else { continue };
            let is_call = node.edge == Some(Dependence::Bound);
            let spot = (citation.unit, citation.span);
            let Some(calls) = after(logic, (place, node.place), is_call.then_some(spot), &calls)
            else {
                continue;
            };
            if !seen.insert((node.place, calls.clone())) {
                continue;
            }
            let certain = certain && node.certain;
            let citation = Some(citation);
            let place = node.place;
            visited.push(Visited {
                place,
                from: Some(at),
                citation,
                certain,
                calls,
                steps: steps + 1,
            });
            if place == goal || logic.index.places.path(place).contains(&goal) {
                let found = Some(visited.len() - 1);
                return Search { visited, found, is_cut, opaque };
            }
            left.push_back(visited.len() - 1);
        }
    }
    Search { visited, found: None, is_cut, opaque }
}

/// The calls around the next value; `None` if a block would give a value back to another call.
fn after(
    logic: Logic<'_>,
    (place, next): (PlaceId, PlaceId),
    call: Option<CallSpot>,
    calls: &[CallSpot],
) -> Option<Vec<CallSpot>> {
    let mut calls = calls.to_vec();
    if let Some(call) = call {
        let routine = logic.index.unit(call.0).routine;
        let caller = logic.index.names.find(&logic.project.routines[routine.index()].owner);
        let leaves = owner(logic, place).is_some_and(|own| Some(own) != caller);
        match calls.last().copied() {
            Some(last) if leaves && last != call => return None,
            Some(_) if leaves => {
                calls.pop();
            }
            None if leaves => {}
            _ => calls.push(call),
        }
    }
    if owner(logic, next).is_none() {
        calls.clear();
    }
    Some(calls)
}

/// The block whose own variable a place is.
fn owner(logic: Logic<'_>, place: PlaceId) -> Option<tagbridge_logic::NameId> {
    match logic.index.places.step(logic.index.places.root_of(place)) {
        Step::Root(Scope::AddOn(owner) | Scope::Block(owner), _) => Some(owner),
        Step::Root(Scope::Unit(owner), _) => {
            let name = logic.index.names.text(owner);
            let is_block = |it: &tagbridge_project::Block| it.name.eq_ignore_ascii_case(name);
            logic.project.blocks.iter().any(is_block).then_some(owner)
        }
        _ => None,
    }
}
