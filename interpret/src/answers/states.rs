//! Numbers that contain the state of a sequence, and charts.

use tagbridge_logic::{
    PlaceId, RoutineId,
    query::{State, States},
};

use crate::{book::Book, say::with};

pub(super) fn states(book: &mut Book<'_>, place: PlaceId, name: &str, state: Option<&str>) {
    let answer = book.logic().states(place);
    let Some(machine) = answer.rows.first() else {
        book.say("no-states", &with!["name" => name]);
        let uses = book.logic().uses(place, tagbridge_logic::query::Wanted::Used);
        for row in uses.rows {
            let quote = book.quote(&row.citation);
            book.item(&row.citation, &quote);
        }
        return;
    };
    tell(book, machine, name, state);
    book.completeness(&answer.opaque, &answer.gaps);
}

/// The steps of a chart; false if a routine is not a chart.
pub(super) fn chart(
    book: &mut Book<'_>,
    routine: RoutineId,
    name: &str,
    state: Option<&str>,
) -> bool {
    let answer = book.logic().sequence(routine);
    let Some(machine) = answer.rows.first() else { return false };
    tell(book, machine, name, state);
    book.completeness(&answer.opaque, &answer.gaps);
    true
}

/// The states and the transitions: all of them, or those of one state.
fn tell(book: &mut Book<'_>, machine: &States, name: &str, state: Option<&str>) {
    let all: Vec<&str> = machine.states.iter().map(|it| it.name.as_str()).collect();
    book.say("states", &with!["name" => name, "count" => all.len(), "states" => all.join(", ")]);
    let is_of_state = |names: &[String]| {
        state.is_none_or(|state| names.iter().any(|it| it.eq_ignore_ascii_case(state)))
    };
    for transition in
        machine.transitions.iter().filter(|it| is_of_state(&it.from) || is_of_state(&it.to))
    {
        let and = format!(" {} ", book.word("and"));
        let from = match transition.from.as_slice() {
            [] => book.word("any-state"),
            from => from.join(&and),
        };
        let condition = book.logic().conjunction(&transition.conditions);
        let to = transition.to.join(&and);
        let text =
            book.words("transition", &with!["from" => from, "to" => to, "condition" => condition]);
        book.item(&transition.citation, &text);
    }
    if !machine.given_by.is_empty() {
        book.say("states-given", &with!["name" => name]);
        for citation in &machine.given_by {
            let quote = book.quote(citation);
            book.item(citation, &quote);
        }
    }
    let dead = machine.states.iter().filter(|it| it.is_dead);
    let unreachable = machine.states.iter().filter(|it| it.is_unreachable);
    let names = |of: Vec<&State>| of.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    let groups = [
        ("dead-states", names(dead.collect())),
        ("unreachable-states", names(unreachable.collect())),
    ];
    for (key, states) in groups {
        if !states.is_empty() {
            book.say(key, &with!["states" => states.join(", ")]);
        }
    }
}
