//! The rules that turn a clause into a change.

use super::{
    KnownNames,
    built::built,
    clause::Clause,
    counts::counted_limit,
    declared::{declarations, member, retyped},
    described::{joined, words_of},
    follow::{MORE, remarked, timed, with_others, zeroed},
    incomplete::incomplete,
    lexicon::{Token, tokens},
    recipes::{alarm, chain, hysteresis, starter, unused, valve},
    rungs::{conditions, contacts},
    sentences::turned,
    story::{
        is_aside, is_contrast, is_enough, is_order, is_reason, is_restraint, is_statement, subject,
    },
};
use crate::{
    ChangeRequest, RequestedChange,
    words::{RequestWord, words},
};

/// What joins several changes in a sentence.
pub(super) const JOINTS: [&str; 6] = [", and ", ", und ", " and then ", " and ", " und ", ", "];

pub(super) fn is_outside_quotes(text: &str, at: usize) -> bool {
    text[..at].matches('"').count().is_multiple_of(2)
}

/// One change, or several that are joined by "and" or a comma: where each side is one by itself.
pub(super) fn split(
    part: &str,
    names: &dyn KnownNames,
    before: Option<&str>,
) -> Option<Vec<ChangeRequest>> {
    let turned = turned(part);
    let part = turned.as_deref().unwrap_or(part);
    for joint in JOINTS {
        for (at, _) in part.match_indices(joint) {
            if !is_outside_quotes(part, at) {
                continue;
            }
            let (left, right) = (&part[..at], &part[at + joint.len()..]);
            // "It trips all the time, take it out."
            let is_about_one = joint == ", " && is_statement(left, names) && is_order(right);
            if is_about_one && !Clause::is_unused(left, names) {
                let about = subject(left, names);
                if let Some(both) = about.as_ref().and_then(|it| with_others(right, names, it)) {
                    return Some(vec![both]);
                }
                let found =
                    split(right, names, before).or_else(|| about_that(right, names, about?));
                if let Some(mut found) = found {
                    // A sensor that is another kind of contact now is inverted wherever it is read.
                    let said = tokens(&words(left), names);
                    let is_kind =
                        said.iter().any(|it| matches!(it, Token::RequestWord("closed" | "open")));
                    for one in found.iter_mut().filter(|it| is_kind && it.get("output").is_none()) {
                        if one.kind == RequestedChange::Invert {
                            one.kind = RequestedChange::Swapped;
                        }
                    }
                    return Some(found);
                }
            }
            let Some(first) = split(left, names, before) else { continue };
            if joint == ", " && (is_aside(right, names) || is_enough(right) || is_reason(right)) {
                return Some(first);
            }
            if let Some(whole) = timed(left, right, &first) {
                return Some(whole);
            }
            let more = remarked(right, names, &first).or_else(|| zeroed(right, names, &first));
            if let Some(more) = more {
                return Some([first, more].concat());
            }
            let is_value = |it: &ChangeRequest| {
                matches!(it.kind, RequestedChange::SetValue | RequestedChange::Limit)
            };
            if first.iter().all(is_value) && (is_contrast(right, names) || is_restraint(right)) {
                return Some(first);
            }
            let output = first.last().and_then(|it| it.get("output")).map(ToOwned::to_owned);
            let Some(second) = split(right, names, output.as_deref().or(before)) else { continue };
            return Some([first, second].concat());
        }
    }
    one(part, names, before).map(|it| vec![it])
}

/// One change. `before` is the subject of the change before it.
fn one(part: &str, names: &dyn KnownNames, before: Option<&str>) -> Option<ChangeRequest> {
    let (words, mut tokens) = (words(part), tokens(&words(part), names));
    let is_pronoun = |it: &RequestWord| ["it", "sie", "er", "es"].iter().any(|own| it.is(own));
    // "It must be on", "Should be 1".
    let is_of_it = |it: &RequestWord| {
        is_pronoun(it) || ["soll", "should", "must", "muss"].iter().any(|own| it.is(own))
    };
    if let (Some(before), true) = (before, words.first().is_some_and(is_of_it)) {
        tokens.insert(0, Token::Name(before.to_owned()));
    }
    let mut clause = Clause::new(words, tokens, names);
    let mut request = rule(&mut clause)?;
    if let Some((rung, place)) = clause.rung {
        request.set("rung", rung);
        if let Some(place) = place {
            request.set("place", place);
        }
    }
    if let Some(place) = clause.place.filter(|_| request.get("place").is_none()) {
        request.set("place", place);
    }
    if request.get("output").is_none() && request.get("rung").is_none() && request.kind.is_in_rung()
    {
        // A contact of a bit that one rung reads needs no output.
        match before {
            Some(before) => request.set("output", before),
            None if request.get("tag").is_some() => {}
            None => return None,
        }
    }
    Some(request)
}

/// An order that names nothing, about the subject of the statement before it.
pub(super) fn about_that(
    part: &str,
    names: &dyn KnownNames,
    subject: String,
) -> Option<Vec<ChangeRequest>> {
    let words = words(part);
    let mut tokens = tokens(&words, names);
    let is_name = |it: &Token| matches!(it, Token::Name(_));
    if tokens.iter().any(is_name) {
        return None;
    }
    tokens.push(Token::Name(subject));
    rule(&mut Clause::new(words, tokens, names)).map(|it| vec![it])
}

/// The request of a clause.
pub(super) fn rule(clause: &mut Clause<'_>) -> Option<ChangeRequest> {
    let has = |clause: &Clause<'_>, word: &str| clause.has(word);
    if has(clause, "comment") {
        return comment(clause);
    }
    if ["starter", "chain", "hysteresis", "hours", "debounce"].iter().any(|it| clause.has(it)) {
        clause.separate_place();
    }
    let names = clause.names();
    let first = names.first().cloned();
    if has(clause, "starter") {
        return starter(clause);
    }
    if has(clause, "chain") {
        return chain(clause);
    }
    if has(clause, "valve") && has(clause, "open-end") && has(clause, "closed-end") {
        return valve(clause);
    }
    if has(clause, "hysteresis") {
        return hysteresis(clause);
    }
    if has(clause, "hours") && !has(clause, "rename") {
        return Some(ChangeRequest::of(RequestedChange::Hours, &[("tag", &first?)]));
    }
    if let (true, Some(time)) = (has(clause, "debounce"), clause.time()) {
        let slots = [("tag", first?), ("time", time)];
        let slots: Vec<_> = slots.iter().map(|it| (it.0, it.1.as_str())).collect();
        let mut request = ChangeRequest::of(RequestedChange::Debounce, &slots);
        if clause.says(&MORE) {
            request.set("more", "yes");
        }
        return Some(request);
    }
    if let Some(found) = member(clause) {
        return Some(found);
    }
    let is_new = ["add", "tag", "duplicate"].iter().any(|it| clause.has(it));
    if has(clause, "rename") || has(clause, "arrow") || (has(clause, "call") && !is_new) {
        if let [from, place, to] = names.as_slice()
            && clause.is_unit(place)
        {
            let slots = [("from", from.as_str()), ("place", place), ("to", to)];
            return Some(ChangeRequest::of(RequestedChange::Rename, &slots));
        }
        // "The belt hours: A to B": the description says what A is.
        let exact: Vec<&String> = names.iter().filter(|it| words_of(it).is_none()).collect();
        let pair = match names.as_slice() {
            [from, to] => Some((from, to)),
            _ => <[&String; 2]>::try_from(exact).ok().map(|[from, to]| (from, to)),
        };
        if let Some((from, to)) = pair {
            return Some(ChangeRequest::of(RequestedChange::Rename, &[("from", from), ("to", to)]));
        }
        if has(clause, "rename") {
            return incomplete(clause);
        }
    }
    if has(clause, "alias") {
        let [name, target] = names.as_slice() else { return None };
        return Some(ChangeRequest::of(
            RequestedChange::AddAlias,
            &[("name", name), ("target", target)],
        ));
    }
    if has(clause, "duplicate") {
        if let [from, place, to] = names.as_slice()
            && clause.is_unit(from)
            && clause.is_unit(place)
        {
            let slots = [("name", from.as_str()), ("place", place), ("to", to)];
            return Some(ChangeRequest::of(RequestedChange::Duplicate, &slots));
        }
        let [from, to] = names.as_slice() else { return None };
        return Some(ChangeRequest::of(RequestedChange::Duplicate, &[("name", from), ("to", to)]));
    }
    if let Some(moved) = moved(clause) {
        return Some(moved);
    }
    clause.separate_place();
    if let Some(unused) = unused(clause) {
        return Some(unused);
    }
    if clause.compares()
        && let Some(alarm) = alarm(clause)
    {
        return Some(alarm);
    }
    built(clause)
        .or_else(|| counted_limit(clause))
        .or_else(|| delays(clause))
        .or_else(|| conditions(clause))
        .or_else(|| contacts(clause))
        .or_else(|| values(clause))
        .or_else(|| declarations(clause))
        .or_else(|| retyped(clause))
        .or_else(|| incomplete(clause))
}

fn comment(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let text = clause.text()?;
    let name = clause.names().into_iter().next();
    let mut request =
        ChangeRequest::of(RequestedChange::Comment, &[("text", text.trim_matches('"'))]);
    if ["put", "add", "note", "ergänze"].iter().any(|own| clause.words.iter().any(|it| it.is(own)))
    {
        request.set("append", "yes");
    }
    match (clause.has("rung") || clause.rung.is_some(), name) {
        (true, Some(output)) => request.set("output", output),
        (true, None) => {}
        (false, name) => request.set("place", name?),
    }
    Some(request)
}

/// A rung at another position, or a program in another task.
fn moved(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let names = clause.names();
    if let (true, Some(task)) = (clause.has("task"), clause.task()) {
        let program = names.iter().find(|it| clause.is_unit(it))?;
        let mut request =
            ChangeRequest::of(RequestedChange::Schedule, &[("name", program), ("task", &task)]);
        if clause.has("move") {
            request.set("instead", "yes");
        }
        return Some(request);
    }
    let (units, outputs): (Vec<String>, Vec<String>) =
        names.into_iter().partition(|it| clause.is_unit(it));
    let is_rung = clause.has("move") || clause.has("rung");
    let mut request = match (outputs.as_slice(), clause.has("after")) {
        ([output], _) if clause.has("move") || (is_rung && clause.has("first")) => {
            let to = if clause.has("last") { "last" } else { "first" };
            ChangeRequest::of(RequestedChange::MoveRung, &[("output", output), ("to", to)])
        }
        ([output, other], true) if is_rung => {
            let is_before = clause.words.iter().any(|it| it.is("before") || it.is("vor"));
            let to = if is_before { "before" } else { "after" };
            let slots = [("output", output.as_str()), ("to", to), ("other", other)];
            ChangeRequest::of(RequestedChange::MoveRung, &slots)
        }
        _ => return None,
    };
    if let [place] = units.as_slice() {
        request.set("place", place.clone());
    }
    Some(request)
}

/// Delayed outputs.
fn delays(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let time = clause.time()?;
    let name = clause.names().into_iter().next()?;
    if clause.is_timer(&name) {
        return None;
    }
    let is_off = clause.has("off-delay") || (clause.has("keep") && clause.has("after"));
    let is_shown_late = clause.split("await").is_some_and(|(_, right)| {
        Clause::first_name(right).is_none() && Clause::values_of(right).is_some()
    });
    // "A starts 2 s after B is on": the condition of A has lasted for this time.
    if let (false, Some((left, right))) = (is_off, clause.split("after"))
        && let Some(output) = Clause::first_name(left)
        && let Some(cause) = Clause::first_name(right).filter(|it| *it != output)
        && clause.type_of(&cause).as_deref() == Some("BOOL")
    {
        let right: Vec<Token> =
            right.iter().filter(|it| !matches!(it, Token::Value(_))).cloned().collect();
        let mut request = ChangeRequest::of(RequestedChange::Series, &[("output", &output)]);
        request.when = Some(Clause::condition(&right)?);
        request.set("for", time);
        return Some(request);
    }
    let kind = match () {
        () if is_off => RequestedChange::OffDelay,
        () if clause.has("delay") || clause.has("after") || is_shown_late => {
            RequestedChange::OnDelay
        }
        () => return None,
    };
    Some(ChangeRequest::of(kind, &[("output", &name), ("time", &time)]))
}

/// Words of a condition, or of another change than of a value.
const NO_VALUE: [&str; 9] =
    ["add", "remove", "not", "only", "when", "until", "interlock", "needs", "unless"];

/// Presets, limits, values to start with.
fn values(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let all: Vec<String> = clause.names().into_iter().filter(|it| !clause.is_unit(it)).collect();
    let name = &joined(&all)?;
    let is_described = words_of(name).is_some();
    let values = clause.values();
    if let Some(by) = clause.difference() {
        let slots = [("noun", "value"), ("tag", name), ("by", &by)];
        return Some(ChangeRequest::of(RequestedChange::SetValue, &slots));
    }
    let to = &with_unit(&values)?;
    if clause.compares() || NO_VALUE.iter().any(|it| clause.has(it)) {
        return None;
    }
    // "5 s instead of 3": the time of a timer, also where the name is an output.
    if clause.has("instead") && values.len() == 2 && values[0].contains(' ') {
        let slots = [("noun", "value"), ("tag", name), ("to", &values[0])];
        return Some(ChangeRequest::of(RequestedChange::SetValue, &slots));
    }
    let is_bit = !is_described && clause.type_of(name).as_deref() == Some("BOOL");
    // "400 ms instead of 250": the new value is first.
    if !is_bit && !clause.has("limit") && clause.has("instead") && values.len() == 2 {
        let noun = ("noun", "value");
        return Some(ChangeRequest::of(
            RequestedChange::SetValue,
            &[noun, ("tag", name), ("to", &values[0])],
        ));
    }
    if (clause.has("limit") && !is_described) || is_bit {
        // A bit that is to be on or off is an order to the machine.
        let is_order = is_bit && !clause.has("limit") && matches!(to.as_str(), "0" | "1");
        if to.parse::<f64>().is_err() || is_order || (is_bit && clause.has("initial")) {
            return None;
        }
        let mut request =
            ChangeRequest::of(RequestedChange::Limit, &[("output", name), ("to", to)]);
        if let [from, _] = values.as_slice() {
            request.set("from", from);
        }
        return Some(request);
    }
    let mut request = ChangeRequest::of(
        RequestedChange::SetValue,
        &[("noun", "value"), ("tag", name), ("to", to)],
    );
    if let [was, _] = values.as_slice() {
        request.set("was", was.clone());
    }
    Some(request)
}

/// The last value; it has the unit of the one before it, where it has none of its own.
fn with_unit(values: &[String]) -> Option<String> {
    let last = values.last()?;
    match values {
        [before, _] if !last.contains(' ') => {
            let unit = before.split_once(' ').map(|it| it.1);
            Some(unit.map_or_else(|| last.clone(), |unit| format!("{last} {unit}")))
        }
        _ => Some(last.clone()),
    }
}
