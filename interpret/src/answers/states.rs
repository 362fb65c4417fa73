//! Numbers that contain the state of a sequence, and charts.

use std::collections::BTreeMap;

use tagbridge_logic::{
    PlaceId, RoutineId, UnitId,
    explain::{Act, Row},
    query::{InsideRow, State, States, Transition, Turned},
    types,
};

use super::{
    codes,
    sentences::{in_words, preset},
};
use crate::{
    book::Book,
    machine::{done_in, labels},
    say::with,
};

pub(super) fn states(book: &mut Book<'_>, place: PlaceId, name: &str, state: Option<&str>) {
    let answer = book.logic().states(place);
    let Some(machine) = answer.rows.first() else {
        let (project, index) = (book.facts.project(), book.logic().index);
        if types::is_bit(project, index, place) == Some(true) {
            return super::turned::turned(book, place, name, Turned::On, None);
        }
        if codes::values(book, place, name, state) || codes::bits(book, place, name) {
            return;
        }
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

/// The state machine in the code of some units; false if they contain no state machine.
pub(super) fn machine_in(book: &mut Book<'_>, units: &[UnitId], state: Option<&str>) -> bool {
    let machines = book.logic().machines();
    let is_here = |it: &&States| {
        it.transitions.first().is_some_and(|first| units.contains(&first.citation.unit))
    };
    let Some(machine) = machines.iter().filter(is_here).max_by_key(|it| it.states.len()) else {
        return false;
    };
    tell(book, machine, &machine.subject, state);
    true
}

/// Two states of one machine, such as two recipes: what the code sets in each; false if it sets nothing
/// in one of them only.
pub(super) fn compare(book: &mut Book<'_>, name: &str, states: [&str; 2]) -> bool {
    let logic = book.logic();
    let machines = logic.machines();
    let Some(machine) = machines.iter().find(|it| it.subject == name) else { return false };
    let [first, second] = states.map(|state| done_in(logic, machine, state));
    let texts = labels(logic, machine);
    let [one, other] = states.map(|state| label(&texts, state));
    let value = |row: &Row| match row.act {
        Act::Gets(place, value) => Some((place, logic.expression(value))),
        _ => None,
    };
    let (mut values, mut same) = (Vec::new(), Vec::new());
    for row in &first {
        let Some((place, own)) = value(row) else { continue };
        let others = second.iter().filter_map(value).find(|it| it.0 == place);
        let Some((_, others)) = others else { continue };
        if own == others {
            same.push(logic.place(place));
        } else {
            values.push((row, format!("{}: {own} / {others}", logic.place(place))));
        }
    }
    if values.is_empty() && same.is_empty() {
        return false;
    }
    let counts = with!["one" => one, "other" => other, "count" => values.len(), "name" => name];
    book.say("compare-states", &counts);
    for (row, text) in values {
        book.item(&row.citation, &text);
    }
    if !same.is_empty() {
        book.say("compare-same-parts", &with!["names" => same.join(", "), "more" => 0]);
    }
    true
}

/// The states and the transitions: all of them, or those of one state, first what follows it.
fn tell(book: &mut Book<'_>, machine: &States, name: &str, state: Option<&str>) {
    let texts = labels(book.logic(), machine);
    let label = |state: &String| label(&texts, state);
    let or = format!(" {} ", book.word("or"));
    let and = format!(" {} ", book.word("and"));
    let is_it = |name: &String| {
        state.is_some_and(|state| {
            let is_text = |it: &String| it.eq_ignore_ascii_case(state);
            name.eq_ignore_ascii_case(state)
                || texts.get(name).is_some_and(|it| it.iter().any(is_text))
        })
    };
    let mut transitions: Vec<&Transition> = machine.transitions.iter().collect();
    if let Some(state) = state {
        let after: Vec<&Transition> =
            transitions.iter().copied().filter(|it| it.from.iter().any(is_it)).collect();
        let to: Vec<String> =
            after.iter().map(|it| it.to.iter().map(label).collect::<Vec<_>>().join(&and)).collect();
        let own = machine.states.iter().map(|it| &it.name).find(|it| is_it(it));
        let own = own.map_or_else(|| state.to_owned(), label);
        if !after.is_empty() {
            book.say(
                "states-after",
                &with!["state" => own.as_str(), "states" => once(to).join(&or)],
            );
        }
        let before = transitions.into_iter().filter(|it| !it.from.iter().any(is_it));
        let before: Vec<&Transition> = before.filter(|it| it.to.iter().any(is_it)).collect();
        let from = |it: &&Transition| match it.from.as_slice() {
            [] => book.word("any-state"),
            from => from.iter().map(label).collect::<Vec<_>>().join(&and),
        };
        let from: Vec<String> = before.iter().map(from).collect();
        if !from.is_empty() {
            book.say(
                "states-before",
                &with!["state" => own.as_str(), "states" => once(from).join(&or)],
            );
        }
        transitions = after.into_iter().chain(before).collect();
    } else {
        let all: Vec<String> = machine.states.iter().map(|it| label(&it.name)).collect();
        book.say(
            "states",
            &with!["name" => name, "count" => all.len(), "states" => all.join(", ")],
        );
    }
    for transition in &transitions {
        let from = match transition.from.as_slice() {
            [] => book.word("any-state"),
            from => from.iter().map(label).collect::<Vec<_>>().join(&and),
        };
        let condition = condition(book, transition);
        let to = transition.to.iter().map(label).collect::<Vec<_>>().join(&and);
        let text =
            book.words("transition", &with!["from" => from, "to" => to, "condition" => condition]);
        book.item(&transition.citation, &text);
    }
    let own = machine.states.iter().find(|it| is_it(&it.name)).map(|it| it.name.clone());
    let done = own.map(|own| done_in(book.logic(), machine, &own)).unwrap_or_default();
    if let (Some(state), false) = (state, done.is_empty()) {
        book.say("states-done", &with!["state" => state, "count" => done.len()]);
        for row in done {
            let said = in_words(book, &row);
            book.item(&row.citation, &said);
            super::places::sources(book, &row);
        }
    }
    let is_left = transitions.iter().any(|it| it.from.iter().any(is_it));
    if !machine.given_by.is_empty() && !is_left {
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

/// A state, and what a display or a comment calls it, where that says more.
fn label(texts: &BTreeMap<String, Vec<String>>, state: &str) -> String {
    let bare = |text: &str| -> String {
        text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    match texts.get(state).and_then(|it| it.first()) {
        Some(text) if !bare(state).ends_with(&bare(text)) => format!("{state} ({text})"),
        _ => state.to_owned(),
    }
}

/// Each text once, in order.
fn once(texts: Vec<String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in texts {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// The conditions of a transition, with the times of its timers.
fn condition(book: &Book<'_>, transition: &Transition) -> String {
    let logic = book.logic();
    let text = logic.conjunction(&transition.conditions);
    let places = transition.conditions.iter().flat_map(|it| logic.index.exprs.places(*it));
    let times: Vec<String> = places
        .filter_map(|place| {
            let rows = logic.turned(place, Turned::On).rows;
            let row = rows.into_iter().find(|row| row.how.is_none() && !row.bound)?;
            let time = preset(book, &InsideRow { row, calls: Vec::new() }, place)?;
            Some(format!("{}{time}", logic.place(place)))
        })
        .collect();
    if times.is_empty() { text } else { format!("{text} ({})", times.join("; ")) }
}
