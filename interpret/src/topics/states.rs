//! A number that holds the state of a sequence.

use tagbridge_logic::PlaceId;

use crate::{book::Book, say::with};

pub(super) fn states(book: &mut Book<'_>, place: PlaceId, name: &str) {
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
    let all: Vec<String> = machine.states.iter().map(i64::to_string).collect();
    book.say("states", &with!["name" => name, "count" => all.len(), "states" => all.join(", ")]);
    for transition in &machine.transitions {
        let from = transition.from.map_or_else(|| book.word("any-state"), |from| from.to_string());
        let condition = book.logic().expression(transition.condition);
        let to = transition.to.to_string();
        let text =
            book.words("transition", &with!["from" => from, "to" => to, "condition" => condition]);
        book.item(&transition.citation, &text);
    }
    for (key, states) in
        [("dead-states", &machine.dead), ("unreachable-states", &machine.unreachable)]
    {
        if !states.is_empty() {
            let states: Vec<String> = states.iter().map(i64::to_string).collect();
            book.say(key, &with!["states" => states.join(", ")]);
        }
    }
    book.completeness(&answer.opaque, &answer.gaps);
}
