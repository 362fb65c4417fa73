//! Requests in free text: the words decide, not the order of a fixed sentence.
//!
//! A sentence becomes the words with a meaning, and the names and values between them. The first
//! matching rule determines the change.

mod clause;
mod declared;
mod described;
mod lexicon;
mod rungs;
mod story;

pub(crate) use self::described::words_of;
use self::{
    clause::Clause,
    declared::{declarations, member},
    described::joined,
    lexicon::{Token, tokens},
    rungs::{conditions, contacts},
    story::{is_aside, is_order, is_statement, is_told, subject},
};
use tagbridge_interpret::MeantName;

use super::{
    Kind, Request,
    words::{Word, words},
};

/// The names of a project.
pub(crate) trait Names {
    /// Whether a name exists, in any case.
    fn is_known(&self, name: &str) -> bool;
    /// Whether a name exists in exactly this spelling.
    fn is_spelled(&self, name: &str) -> bool;
    /// Whether a routine, a program or a block has this name.
    fn is_unit(&self, name: &str) -> bool;
    /// Whether variables are declared in what has this name.
    fn is_place(&self, name: &str) -> bool;
    /// Whether a type of the project has this name.
    fn is_type(&self, name: &str) -> bool;
    /// The data type of a tag or variable in upper case.
    fn type_of(&self, name: &str) -> Option<String>;
    /// The names that words may mean, the likeliest first.
    fn meant(&self, words: &[String]) -> Vec<MeantName>;
}

/// The changes in a sentence, in order; `None` if a part is not understood.
pub(crate) fn understand(prompt: &str, names: &dyn Names) -> Option<Vec<Request>> {
    let parts = parts(prompt);
    let (mut all, mut told): (Vec<Request>, Option<String>) = (Vec::new(), None);
    for (at, part) in parts.iter().enumerate() {
        let before = all.last().and_then(|it| it.get("output")).map(ToOwned::to_owned);
        let found = split(part, names, before.as_deref()).or_else(|| {
            told.as_deref().filter(|_| before.is_none()).and_then(|it| split(part, names, Some(it)))
        });
        // A statement before the sentence that asks.
        let is_story = all.is_empty() && at + 1 < parts.len() && is_told(part);
        let is_vague = |it: &Vec<Request>| {
            it.iter().all(|it| it.slots().all(|(_, value)| !names.is_known(value)))
        };
        match found {
            Some(found) if !(is_story && is_vague(&found)) => all.extend(found),
            _ if is_story => told = subject(part, names),
            _ if !all.is_empty() && is_aside(part, names) => {}
            _ => return None,
        }
    }
    (!all.is_empty()).then_some(all)
}

/// Splits at the ends of sentences and at separators, outside quotes.
fn parts(prompt: &str) -> Vec<String> {
    let (mut found, mut part, mut quoted) = (Vec::new(), String::new(), false);
    let prompt = &without_states(prompt);
    let mut chars = prompt.chars().peekable();
    while let Some(char) = chars.next() {
        quoted ^= char == '"';
        let ends = !quoted && (char == ';' || char == '\n')
            || (!quoted
                && char == '.'
                && !is_unit_of_time(&part)
                && chars.peek().is_some_and(|it| it.is_whitespace()));
        if ends {
            found.push(std::mem::take(&mut part));
        } else {
            part.push(char);
        }
    }
    found.push(part);
    found.retain(|it| !it.trim().is_empty());
    found
}

/// Without what a state of a bit means: `(1 = not pressed)`.
fn without_states(prompt: &str) -> String {
    let mut left = prompt.to_owned();
    while let Some(from) = ["(1 =", "(0 =", "(1=", "(0="].iter().find_map(|it| left.find(it)) {
        let Some(length) = left[from..].find(')') else { break };
        left.replace_range(from..=from + length, "");
    }
    left
}

/// Whether a text ends in a unit that has a period: `5 Sek`.
fn is_unit_of_time(text: &str) -> bool {
    ["sek", "sec", "min", "std"].iter().any(|it| text.to_lowercase().ends_with(&format!(" {it}")))
}

/// One change, or several that are joined by "and" or a comma: where each side is one by itself.
fn split(part: &str, names: &dyn Names, before: Option<&str>) -> Option<Vec<Request>> {
    const JOINTS: [&str; 6] = [", and ", ", und ", " and then ", " and ", " und ", ", "];
    for joint in JOINTS {
        for (at, _) in part.match_indices(joint) {
            if part[..at].matches('"').count() % 2 == 1 {
                continue;
            }
            let (left, right) = (&part[..at], &part[at + joint.len()..]);
            // "It trips all the time, take it out."
            if joint == ", " && is_statement(left, names) && is_order(right) {
                let about = subject(left, names);
                let found =
                    split(right, names, before).or_else(|| about_that(right, names, about?));
                if found.is_some() {
                    return found;
                }
            }
            let Some(first) = split(left, names, before) else { continue };
            if joint == ", " && is_aside(right, names) {
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
fn one(part: &str, names: &dyn Names, before: Option<&str>) -> Option<Request> {
    let (words, mut tokens) = (words(part), tokens(&words(part), names));
    let is_pronoun = |it: &Word| ["it", "sie", "er", "es"].iter().any(|own| it.is(own));
    if let (Some(before), true) = (before, words.first().is_some_and(is_pronoun)) {
        tokens.insert(0, Token::Name(before.to_owned()));
    }
    let mut clause = Clause::new(tokens, names);
    let mut request = rule(&mut clause)?;
    if let Some((rung, place)) = clause.rung {
        request.set("rung", rung);
        if let Some(place) = place {
            request.set("place", place);
        }
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
fn about_that(part: &str, names: &dyn Names, subject: String) -> Option<Vec<Request>> {
    let mut tokens = tokens(&words(part), names);
    let is_name = |it: &Token| matches!(it, Token::Name(_));
    if tokens.iter().any(is_name) {
        return None;
    }
    tokens.push(Token::Name(subject));
    rule(&mut Clause::new(tokens, names)).map(|it| vec![it])
}

/// The request of a clause.
fn rule(clause: &mut Clause<'_>) -> Option<Request> {
    let names = clause.names();
    let first = names.first().cloned();
    let has = |clause: &Clause<'_>, word: &str| clause.has(word);
    if has(clause, "comment") {
        return comment(clause);
    }
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
    if has(clause, "hours") {
        return Some(Request::of(Kind::Hours, &[("tag", &first?)]));
    }
    if has(clause, "debounce") {
        return Some(Request::of(Kind::Debounce, &[("tag", &first?), ("time", &clause.time()?)]));
    }
    if has(clause, "member") {
        return member(clause);
    }
    if has(clause, "rename") || has(clause, "arrow") || has(clause, "call") {
        if let [from, place, to] = names.as_slice()
            && clause.is_unit(place)
        {
            let slots = [("from", from.as_str()), ("place", place), ("to", to)];
            return Some(Request::of(Kind::Rename, &slots));
        }
        let [from, to] = names.as_slice() else { return None };
        return Some(Request::of(Kind::Rename, &[("from", from), ("to", to)]));
    }
    if has(clause, "alias") {
        let [name, target] = names.as_slice() else { return None };
        return Some(Request::of(Kind::AddAlias, &[("name", name), ("target", target)]));
    }
    if has(clause, "duplicate") {
        let [from, to] = names.as_slice() else { return None };
        return Some(Request::of(Kind::Duplicate, &[("name", from), ("to", to)]));
    }
    if has(clause, "move") || (has(clause, "rung") && has(clause, "first") && names.len() == 1) {
        let to = if has(clause, "last") { "last" } else { "first" };
        return Some(Request::of(Kind::MoveRung, &[("output", &first?), ("to", to)]));
    }
    if has(clause, "alarm") && clause.compares() {
        return alarm(clause);
    }
    delays(clause)
        .or_else(|| conditions(clause))
        .or_else(|| contacts(clause))
        .or_else(|| values(clause))
        .or_else(|| declarations(clause))
}

fn comment(clause: &Clause<'_>) -> Option<Request> {
    let text = clause.text()?;
    let name = clause.names().into_iter().next();
    let mut request = Request::of(Kind::Comment, &[("text", &text)]);
    match (clause.has("rung") || clause.rung.is_some(), name) {
        (true, Some(output)) => request.set("output", output),
        (true, None) => {}
        (false, name) => request.set("place", name?),
    }
    Some(request)
}

fn starter(clause: &Clause<'_>) -> Option<Request> {
    let motor = clause.name_but(&["start", "stop", "feedback"])?;
    let mut request = Request::of(Kind::Starter, &[("tag", &motor)]);
    for role in ["start", "stop", "feedback"] {
        if let Some(name) = clause.name_behind(role) {
            request.set(role, name);
        }
    }
    Some(request)
}

/// `an interlock chain Line_OK of EStop_OK, Guard_Closed and Permit`: the bit, then its conditions.
fn chain(clause: &Clause<'_>) -> Option<Request> {
    let names = clause.names();
    let (bit, conditions) = names.split_first().filter(|it| it.1.len() > 1)?;
    let conditions = conditions.join("\n");
    Some(Request::of(Kind::Chain, &[("tag", bit), ("conditions", &conditions)]))
}

fn valve(clause: &Clause<'_>) -> Option<Request> {
    let valve = clause.name_but(&["open-end", "closed-end"])?;
    let mut request = Request::of(Kind::Valve, &[("tag", &valve)]);
    request.set("open", clause.name_behind("open-end")?);
    request.set("closed", clause.name_behind("closed-end")?);
    if let Some(time) = clause.time() {
        request.set("time", time);
    }
    Some(request)
}

/// `an alarm with hysteresis for Level at 90, back at 85`: the limit, then its end.
fn hysteresis(clause: &Clause<'_>) -> Option<Request> {
    let name = clause.names().into_iter().next()?;
    let values = clause.values();
    let [limit, back] = values.as_slice() else { return None };
    Some(Request::of(Kind::LimitAlarm, &[("tag", &name), ("value", limit), ("back", back)]))
}

fn alarm(clause: &Clause<'_>) -> Option<Request> {
    let (tag, relation, value) = clause.comparison()?;
    let name = clause.names().into_iter().find(|it| *it != tag && *it != value);
    let name = name.unwrap_or_else(|| {
        let plain: String =
            tag.chars().map(|it| if it.is_alphanumeric() { it } else { '_' }).collect();
        format!("{}_Alarm", plain.trim_matches('_'))
    });
    let op = relation.sign();
    Some(Request::of(
        Kind::AddAlarm,
        &[("name", &name), ("tag", &tag), ("op", op), ("value", &value)],
    ))
}

/// Delayed outputs.
fn delays(clause: &Clause<'_>) -> Option<Request> {
    let time = clause.time()?;
    let name = clause.names().into_iter().next()?;
    if clause.is_timer(&name) {
        return None;
    }
    let is_off = clause.has("off-delay") || (clause.has("keep") && clause.has("after"));
    let is_shown_late = clause.split("await").is_some_and(|(_, right)| {
        Clause::first_name(right).is_none() && Clause::values_of(right).is_some()
    });
    let kind = match () {
        () if is_off => Kind::OffDelay,
        () if clause.has("delay") || clause.has("after") || is_shown_late => Kind::OnDelay,
        () => return None,
    };
    Some(Request::of(kind, &[("output", &name), ("time", &time)]))
}

/// Words of a condition, or of another change than of a value.
const NO_VALUE: [&str; 9] =
    ["add", "remove", "not", "only", "when", "until", "interlock", "needs", "unless"];

/// Presets, limits, values to start with.
fn values(clause: &Clause<'_>) -> Option<Request> {
    let all: Vec<String> = clause.names().into_iter().filter(|it| !clause.is_unit(it)).collect();
    let name = &joined(&all)?;
    let is_described = words_of(name).is_some();
    let values = clause.values();
    let to = &with_unit(&values)?;
    if clause.compares() || NO_VALUE.iter().any(|it| clause.has(it)) {
        return None;
    }
    let is_bit = !is_described && clause.type_of(name).as_deref() == Some("BOOL");
    // "400 ms instead of 250": the new value is first.
    if !is_bit && !clause.has("limit") && clause.has("instead") && values.len() == 2 {
        let noun = ("noun", "value");
        return Some(Request::of(Kind::SetValue, &[noun, ("tag", name), ("to", &values[0])]));
    }
    if (clause.has("limit") && !is_described) || is_bit {
        // A bit that is to be on or off is an order to the machine.
        let is_order = is_bit && !clause.has("limit") && matches!(to.as_str(), "0" | "1");
        if to.parse::<f64>().is_err() || is_order || (is_bit && clause.has("initial")) {
            return None;
        }
        let mut request = Request::of(Kind::Limit, &[("output", name), ("to", to)]);
        if let [from, _] = values.as_slice() {
            request.set("from", from);
        }
        return Some(request);
    }
    let mut request = Request::of(Kind::SetValue, &[("noun", "value"), ("tag", name), ("to", to)]);
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
