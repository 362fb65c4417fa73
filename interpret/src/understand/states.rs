//! Questions about sequences and their states.

use tagbridge_api::query::Query;
use tagbridge_logic::Step;

use crate::{
    Facts,
    common::is_one_of,
    reader::{Chosen, Reader},
    resolve::Subject,
};

/// A state that is a named constant: what it waits for, or what comes after it.
pub(super) fn of_state(facts: &Facts, reader: &Reader<'_>, name: &str) -> Option<Query> {
    let (_, value) = facts.project().enumeration_value(name)?;
    let asks = waits(&reader.words);
    let number = value.number.map(|it| it.to_string());
    let is_it = |own: &str| own.eq_ignore_ascii_case(&value.name) || number.as_deref() == Some(own);
    let machines = facts.logic().machines();
    machines.iter().filter(|_| asks).find_map(|machine| {
        let state = machine.states.iter().find(|it| is_it(&it.name))?;
        Some(Query::Sequence { name: machine.subject.clone(), state: Some(state.name.clone()) })
    })
}

/// Whether words ask what a state waits for, or what comes next.
pub(super) fn waits(words: &[String]) -> bool {
    words.iter().any(|word| is_one_of(word, WAITS))
}

const WAITS: &str = "wait waits waiting stuck next after leave leaves follows wartet warten hängt hängen nach folgt \
    danach verlassen weiter";

/// A whole sequence, or the transitions of one state.
pub(super) fn sequence(
    facts: &Facts,
    chosen: Option<&Chosen>,
    rest: &[String],
    name: String,
) -> Query {
    let step = chosen.and_then(|it| match it.subject {
        Subject::Place(place) => {
            let logic = facts.logic();
            let answer = logic.states(place);
            let machine = answer.rows.first()?;
            let own = match logic.index.places.step(logic.index.canonical(place)) {
                Step::Root(_, name) | Step::Member(name) => logic.index.names.text(name),
                _ => return None,
            };
            machine
                .states
                .iter()
                .find(|it| it.name.eq_ignore_ascii_case(own))
                .map(|it| it.name.clone())
        }
        _ => None,
    });
    // "the states of the batch", where the batch has a sequence of its own.
    let machines = facts.logic().machines();
    let is_machine = machines.iter().any(|it| it.subject.eq_ignore_ascii_case(&name));
    let near: Vec<&str> = machines
        .iter()
        .map(|it| it.subject.as_str())
        .filter(|it| it.to_lowercase().contains(&name.trim_matches('"').to_lowercase()))
        .collect();
    let name = match near.as_slice() {
        [only] if !is_machine => (*only).to_owned(),
        _ => name,
    };
    Query::Sequence { name, state: step.or_else(|| number(rest)) }
}

/// The possible sequences of a question without a name: those with its state, if it contains one;
/// and that state.
pub(super) fn sequences(facts: &Facts, words: &[String]) -> (Vec<String>, Option<String>) {
    let state = number(words);
    let machines = facts.logic().machines();
    let has_state = |name: &String| {
        machines.iter().any(|it| {
            it.subject == *name && it.states.iter().any(|own| state.as_ref() == Some(&own.name))
        })
    };
    let all: Vec<String> = machines.iter().map(|it| it.subject.clone()).collect();
    let with_state: Vec<String> = all.iter().filter(|it| has_state(it)).cloned().collect();
    (if with_state.is_empty() { all } else { with_state }, state)
}

fn number(words: &[String]) -> Option<String> {
    words.iter().find(|word| word.chars().all(|it| it.is_ascii_digit())).cloned()
}
