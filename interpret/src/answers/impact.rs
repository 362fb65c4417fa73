//! The indirect effects of an object, and the path from one tag to another.

use std::collections::HashSet;

use tagbridge_logic::{
    Citation, Logic, PlaceId,
    query::{Direction, Slice},
};

use crate::{book::Book, items, say::with};

/// Maximum number of steps.
const DEPTH: u32 = 8;

/// The places that depend on a place: outputs of the controller first, each with its path.
pub(super) fn impact(book: &mut Book<'_>, place: PlaceId, name: &str, outputs_only: bool) {
    let answer = book.logic().slice(place, Direction::Forward, DEPTH);
    let Some(slice) = answer.rows.first() else { return };
    let is_output = outputs(book);
    let mut reached: Vec<usize> = (1..slice.nodes.len()).collect();
    let count = reached.len();
    let is_of_controller = |at: &usize| is_output.contains(&slice.nodes[*at].place);
    let of_controller: Vec<usize> = reached.iter().copied().filter(is_of_controller).collect();
    if outputs_only {
        let key = if of_controller.is_empty() { "impact-no-outputs" } else { "impact-outputs" };
        book.say(key, &with!["name" => name, "count" => of_controller.len(), "all" => count]);
        reached = if of_controller.is_empty() { reached } else { of_controller };
    } else {
        let named: Vec<&str> =
            of_controller.iter().map(|at| slice.nodes[*at].name.as_str()).collect();
        let steps = slice.nodes.iter().map(|it| it.depth).max().unwrap_or(0);
        let key = match (count, named.is_empty()) {
            (0, _) => "affects-nothing",
            (_, true) => "impact",
            (_, false) => "impact-with-outputs",
        };
        let shown = named.iter().take(6).copied().collect::<Vec<_>>().join(", ");
        let more = named.len().saturating_sub(6);
        book.say(
            key,
            &with!["name" => name, "count" => count, "depth" => steps, "outputs" => shown, "more" => more],
        );
        reached.sort_by_key(|at| (!is_output.contains(&slice.nodes[*at].place), *at));
    }
    for at in reached {
        node(book, slice, at);
    }
    book.completeness(&answer.opaque, &answer.gaps);
}

/// A reached place, with its path.
fn node(book: &mut Book<'_>, slice: &Slice, at: usize) {
    let Some(citation) = &slice.nodes[at].citation else { return };
    let way = way(slice, at);
    let text =
        if slice.nodes[at].certain { way } else { book.words("perhaps", &with!["what" => way]) };
    let quote = book.quote(citation);
    book.item(citation, &format!("{text}: {quote}"));
}

/// The names on the path to a place, from the first one.
fn way(slice: &Slice, at: usize) -> String {
    let mut names = vec![slice.nodes[at].name.as_str()];
    let mut from = slice.nodes[at].from;
    while let Some(before) = from {
        names.push(&slice.nodes[before].name);
        from = slice.nodes[before].from;
    }
    names.reverse();
    names.join(" → ")
}

/// The outputs of the controller, and their aliases.
pub(super) fn outputs(book: &Book<'_>) -> HashSet<PlaceId> {
    let facts = book.facts;
    let logic = facts.logic();
    let tags = facts.project().tags.iter().filter(|tag| items::area(tag) == Some('Q'));
    let mut found: HashSet<PlaceId> = HashSet::new();
    for tag in tags {
        if let Some(tagbridge_logic::query::Found::One(place)) = facts.place_called(&tag.name) {
            found.insert(place);
            found.insert(logic.index.canonical(place));
        }
    }
    let is_address = |place: &PlaceId| {
        let text = logic.place(*place);
        text.starts_with("%Q") || text.split(['.', '[']).next().is_some_and(|it| it.ends_with(":O"))
    };
    found.extend(logic.index.places.ids().filter(is_address));
    found
}

/// How one place influences another.
pub(super) fn path(book: &mut Book<'_>, from: (PlaceId, &str), to: (PlaceId, &str)) {
    let logic = book.logic();
    let answer = logic.slice(from.0, Direction::Forward, DEPTH);
    let found = answer.rows.first().and_then(|slice| {
        let goal = logic.index.canonical(to.0);
        let at = slice.nodes.iter().position(|node| reaches(logic, node.place, goal))?;
        Some((slice, at))
    });
    let Some((slice, at)) = found else {
        let back = logic.slice(to.0, Direction::Forward, DEPTH);
        let turned = back.rows.first().is_some_and(|slice| {
            let goal = logic.index.canonical(from.0);
            slice.nodes.iter().any(|node| reaches(logic, node.place, goal))
        });
        let key = if turned { "path-other-way" } else { "path-none" };
        book.say(key, &with!["from" => from.1, "to" => to.1, "depth" => DEPTH]);
        return book.completeness(&answer.opaque, &answer.gaps);
    };
    book.say("path", &with!["from" => from.1, "to" => to.1, "way" => way(slice, at)]);
    let mut steps: Vec<(&Citation, String)> = Vec::new();
    let mut next = Some(at);
    while let Some(here) = next {
        let node = &slice.nodes[here];
        if let Some(citation) = &node.citation {
            steps.push((citation, node.name.clone()));
        }
        next = node.from;
    }
    for (citation, name) in steps.into_iter().rev() {
        let quote = book.quote(citation);
        book.item(citation, &format!("{name}: {quote}"));
    }
    book.completeness(&[], &answer.gaps);
}

/// Whether a place is the target, or a part of it.
fn reaches(logic: Logic<'_>, place: PlaceId, goal: PlaceId) -> bool {
    place == goal || logic.index.places.path(place).contains(&goal)
}
