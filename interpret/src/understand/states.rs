//! Questions about sequences and their states.

use tagbridge_api::query::Query;
use tagbridge_logic::{Step, query::States};

use crate::{
    Facts, WrittenWord,
    common::{is_common, is_one_of},
    machine::{codes, labels},
    reader::{Chosen, Reader},
    resolve::Subject,
    words::words,
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

/// What one value of a number means, or all of them: "what is `Error` = 5", "`State` shows 3", "which values
/// can `Error` have".
pub(super) fn coded(facts: &Facts, words: &[String], chosen: &Chosen) -> Option<Query> {
    let Subject::Place(place) = chosen.subject else { return None };
    let logic = facts.logic();
    let has = |any: &'static str| words.iter().any(|word| is_one_of(word, any));
    if has(NO_VALUE) || !has(MEANING) {
        return None;
    }
    let name = facts.name_of(&chosen.subject, &chosen.written);
    let known = || {
        let machine = logic.states(place).rows.into_iter().next();
        machine.or_else(|| codes(logic, place))
    };
    let after = chosen.used.iter().max().map_or(0, |it| it + 1);
    let near = words.iter().skip(after).take(NUMBER_NEAR);
    let number = near.into_iter().find(|word| word.chars().all(|it| it.is_ascii_digit()));
    if let Some(number) = number {
        known()?;
        return Some(Query::Sequence { name, state: Some(number.clone()) });
    }
    let has_bits = || {
        let places = &logic.index.places;
        places.children(place).iter().any(|it| matches!(places.step(*it), Step::Bit(_)))
    };
    (has(VALUES) && !has(NO_VALUES) && (known().is_some() || has_bits()))
        .then_some(Query::Sequence { name, state: None })
}

/// A value of the only one of several numbers that the code compares with it: "recipe 2".
pub(super) fn value_of_one(
    facts: &Facts,
    words: &[String],
    names: &[String],
    used: &[usize],
) -> Option<Query> {
    let after = used.iter().max()? + 1;
    let number = words.get(after).filter(|it| it.chars().all(|it| it.is_ascii_digit()))?;
    let logic = facts.logic();
    let has = |name: &&String| {
        let Some(place) = facts.used_place(name) else { return false };
        let machine = logic.states(place).rows.into_iter().next();
        let all = machine.or_else(|| codes(logic, place));
        all.is_some_and(|it| it.states.iter().any(|it| it.name == *number))
    };
    let mut found = names.iter().filter(has);
    let name = found.next().filter(|_| found.next().is_none())?.clone();
    Some(Query::Sequence { name, state: Some(number.clone()) })
}

/// So many words behind a name may be between it and its value.
const NUMBER_NEAR: usize = 3;
const VALUES: &str =
    "values value codes code bits numbers werte wert bit nummern meanings bedeutungen";
const MEANING: &str = "mean means meaning meanings stand stands shows show what which is bedeutet bedeuten bedeutung heißt \
    heisst steht zeigt was welche welcher ist meldet says reads";
/// Words for other questions about one value, and about all values.
const NO_VALUE: &str = "write writes written sets set schreibt geschrieben setzt who wer where wo used use read compare \
    difference unterschied vergleich differ";
const NO_VALUES: &str = "when wann how wie";

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
    let all = names(facts);
    let is_sequence = is_machine || step.is_some() || all.iter().any(|it| it.ends_with(&name));
    let meant = || {
        called(&all, &rest.iter().map(String::as_str).chain([name.as_str()]).collect::<Vec<_>>())
    };
    let name = match (near.as_slice(), all.as_slice()) {
        ([only], _) if !is_sequence => (*only).to_owned(),
        (_, [only]) if !is_sequence => only.clone(),
        _ if !is_sequence => match meant().as_slice() {
            [only] => only.clone(),
            _ => name,
        },
        _ => name,
    };
    let state = step.or_else(|| number(rest)).or_else(|| {
        let machine = machines.iter().find(|it| it.subject == name)?;
        labelled(facts, machine, rest)
    });
    Query::Sequence { name, state }
}

/// The sequence with the only state that displays and comments call by these words, and that state:
/// "what comes after filling".
pub(super) fn of_label(facts: &Facts, said: &[String]) -> Option<Query> {
    let machines = facts.logic().machines();
    let mut found = machines.iter().filter_map(|machine| {
        let state = labelled(facts, machine, said)?;
        Some(Query::Sequence { name: machine.subject.clone(), state: Some(state) })
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The state that a text names, in words for a machine that stays in it: "sits in Check", or with a
/// second state of the same machine.
pub(super) fn of_story(facts: &Facts, said: &[String], content: &[String]) -> Option<Query> {
    let stands = said.iter().any(|word| is_one_of(word, STANDS));
    if content.len() < 2 && !stands {
        return None;
    }
    let mut best: Vec<(usize, Query)> = Vec::new();
    for machine in facts.logic().machines() {
        let labels = labels(facts.logic(), &machine);
        let named: Vec<&str> = content
            .iter()
            .filter_map(|word| {
                let exact = machine.states.iter().find(|it| {
                    let own = it.name.to_lowercase();
                    own.trim_start_matches("s_").trim_start_matches('e') == word || own == *word
                });
                let word = WrittenWord::of(word);
                let is_it = |text: &str| {
                    let own: Vec<String> =
                        words(text).into_iter().filter(|it| it.chars().count() > 2).collect();
                    !own.is_empty() && own.iter().all(|stem| word.is_form_of(stem))
                };
                let texts = |name: &str| labels.get(name).cloned().unwrap_or_default();
                let alike = || {
                    machine.states.iter().find(|it| {
                        let parts = texts(&it.name);
                        let parts = parts.iter().flat_map(|text| text.split(['/', ',']));
                        is_it(&it.name) || parts.into_iter().any(is_it)
                    })
                };
                let found = exact.or_else(alike);
                found.map(|it| it.name.as_str())
            })
            .collect();
        let mut distinct = named.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if let Some(first) = named.first().filter(|_| distinct.len() > 1 || stands) {
            let (name, state) = (machine.subject.clone(), Some((*first).to_owned()));
            best.push((distinct.len(), Query::Sequence { name, state }));
        }
    }
    let most = best.iter().map(|it| it.0).max()?;
    let mut likely = best.into_iter().filter(|it| it.0 == most);
    let first = likely.next()?.1;
    likely.next().is_none().then_some(first)
}

/// Words for a machine that stays in a state.
const STANDS: &str = "step steps state states schritt schritte zustand zustände steht hängt haengt stuck hangs hanging \
    sits sitting stands waits waiting wartet bleibt stays springt jumps festhängt fest";

/// The only state of a machine that is called by most of these words.
pub(super) fn labelled(facts: &Facts, machine: &States, said: &[String]) -> Option<String> {
    let is_telling = |word: &&String| {
        !is_of_sequence(word)
            && !is_one_of(word, WAITS)
            && word.chars().all(char::is_alphabetic)
            && word.chars().count() > 2
    };
    let sought: Vec<WrittenWord> =
        said.iter().filter(is_telling).map(|word| WrittenWord::of(word)).collect();
    let labels = labels(facts.logic(), machine);
    let score = |name: &str| {
        let texts = labels.get(name).map_or(String::new(), |it| it.join(" "));
        let own = words(&format!("{name} {texts}"));
        sought.iter().filter(|it| it.is_in(&own)).count()
    };
    let scores: Vec<(usize, &str)> =
        machine.states.iter().map(|it| (score(&it.name), it.name.as_str())).collect();
    let most = scores.iter().map(|it| it.0).max().filter(|it| *it > 0)?;
    let mut best = scores.iter().filter(|it| it.0 == most);
    let first = best.next()?.1.to_owned();
    best.next().is_none().then_some(first)
}

/// The possible sequences of a question without a name: those with its state, or with a word of the
/// question or of the subject of the conversation in their name; and that state.
pub(super) fn sequences(
    facts: &Facts,
    reader: &Reader<'_>,
    subject: Option<&str>,
) -> (Vec<String>, Option<String>) {
    let state = number(&reader.words);
    let machines = facts.logic().machines();
    let all = names(facts);
    let has_state = |name: &&String| {
        machines.iter().any(|it| {
            it.subject == **name && it.states.iter().any(|own| state.as_ref() == Some(&own.name))
        })
    };
    let with_state: Vec<String> = all.iter().filter(has_state).cloned().collect();
    let some = if with_state.is_empty() { all } else { with_state };
    let text: Vec<&str> = reader.words.iter().map(String::as_str).chain(subject).collect();
    let meant = called(&some, &text);
    (if meant.is_empty() { some } else { meant }, state)
}

/// The names of all sequences: the values that hold a state, and the charts.
pub(super) fn names(facts: &Facts) -> Vec<String> {
    facts.logic().machines().into_iter().map(|it| it.subject).collect()
}

/// Whether a sequence may have this name: a type and a value without a use in code have none.
pub(super) fn may_be_sequence(facts: &Facts, chosen: Option<&Chosen>, name: &str) -> bool {
    let has_none = |it: &Chosen| matches!(it.subject, Subject::Type(_) | Subject::Declared(_));
    !chosen.is_some_and(has_none) || names(facts).iter().any(|it| it == name)
}

/// The sequences that have a word of a text in their name; those with the most.
pub(super) fn called(names: &[String], text: &[&str]) -> Vec<String> {
    let sought: Vec<WrittenWord> = text
        .iter()
        .filter(|word| !is_of_sequence(word) && !is_common(word) && word.chars().count() > 2)
        .map(|word| WrittenWord::of(word))
        .collect();
    let score = |name: &String| {
        let own = words(name);
        sought.iter().filter(|it| it.is_in(&own)).count()
    };
    let most = names.iter().map(score).max().unwrap_or_default();
    // One of many words may be there by chance.
    let is_enough = most > 0 && most * 2 >= sought.len();
    names.iter().filter(|it| is_enough && score(it) == most).cloned().collect()
}

/// Whether a word only says that a sequence is meant.
pub(super) fn is_of_sequence(word: &str) -> bool {
    is_one_of(
        word,
        "state states machine machines step steps sequence sequencer chart sfc grafcet chain kette schrittkette \
         ablaufkette ablauf zustand zustände zustandsmaschine zustandsautomat schritt schritte schritten reihe \
         reihenfolge",
    )
}

fn number(words: &[String]) -> Option<String> {
    words.iter().find(|word| word.chars().all(|it| it.is_ascii_digit())).cloned()
}
