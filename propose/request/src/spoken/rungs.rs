//! Clauses about a rung: its conditions and its contacts.

use super::{
    clause::Clause,
    described::{described, words_of},
    lexicon::Token,
};
use crate::{ChangeRequest, RequestedChange};
use tagbridge_forms::condition::SwitchCondition as Condition;

/// Conditions of outputs.
pub(super) fn conditions(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let until = clause
        .split("until")
        .or_else(|| clause.has("latch").then(|| clause.split("reset")).flatten());
    if let Some((left, right)) = until {
        let output = Clause::first_name(left)?;
        let reset = clause.reset().or_else(|| Clause::first_name(right))?;
        return Some(ChangeRequest::of(
            RequestedChange::Latch,
            &[("output", &output), ("tag", &reset)],
        ));
    }
    if clause.has("seal") && !clause.has("invert") {
        let all = clause.names();
        let (output, around) = (all.first()?, all.get(1));
        let mut request = ChangeRequest::of(RequestedChange::Parallel, &[("output", output)]);
        request.when = Some(Condition::bit(output, true));
        if let Some(around) = around {
            request.set("around", around);
        }
        return Some(request);
    }
    // "A: while B, no release", "A must not switch at B".
    if let Some(request) = locked(clause) {
        return Some(request);
    }
    if let Some(request) = beside(clause) {
        return Some(request);
    }
    if let Some((left, right)) = clause.split("await").or_else(|| clause.split("needs")) {
        return series(left, Clause::condition(right)?);
    }
    if let Some((left, right)) = clause.split("unless") {
        let condition = Clause::condition(right)?;
        let is_not = left.contains(&Token::RequestWord("not"));
        return series(left, if is_not { condition } else { condition.not() });
    }
    if let Some((left, right)) = clause.split("when") {
        let is_time = |it: &Token| matches!(it, Token::Value(value) if value.contains(' '));
        let lasting: Vec<Token> = right.iter().filter(|it| !is_time(it)).cloned().collect();
        let condition = Clause::condition(&lasting)?;
        let output = Clause::first_name(left);
        let said = |word: &'static str| left.contains(&Token::RequestWord(word));
        let is_first = |word| left.first() == Some(&Token::RequestWord(word));
        let must_not = said("not") && !said("only")
            || is_first("stop")
            || is_first("off")
            || left.last() == Some(&Token::RequestWord("off"))
            || left.last() == Some(&Token::RequestWord("stop"));
        let time = Clause::values_of(right).filter(|it| it.contains(' '));
        let is_not = said("interlock") || must_not;
        let (kind, condition) = if is_not && time.is_some() {
            (RequestedChange::Series, condition)
        } else if is_not {
            (RequestedChange::Series, condition.not())
        } else if said("only") {
            (RequestedChange::Series, condition)
        } else if said("also") {
            (RequestedChange::Parallel, condition)
        } else {
            (RequestedChange::NewRung, condition)
        };
        let mut request = ChangeRequest::of(kind, &[]);
        if let Some(output) = output {
            request.set("output", output);
        } else if kind == RequestedChange::NewRung {
            return None;
        }
        request.when = Some(condition);
        if is_not && time.is_some() {
            // What must not be is that the condition held for the time.
            request.set("not", "yes");
        }
        request.lasting(time, None);
        return Some(request);
    }
    if let Some((left, right)) = clause.split("assign").or_else(|| clause.split("is")) {
        let output = Clause::first_name(left)?;
        let condition = Clause::condition(right)?;
        let mut request = ChangeRequest::of(RequestedChange::NewRung, &[("output", &output)]);
        request.when = Some(condition);
        return Some(request);
    }
    if clause.has("interlock") {
        let all = clause.names();
        let (output, other) = match all.as_slice() {
            [one] => (None, one),
            // "Add an interlock with A to B."
            [one, two] if clause.name_behind("with").as_ref() == Some(one) => (Some(two), one),
            [one, two] => (Some(one), two),
            _ => return None,
        };
        let mut request = ChangeRequest::of(RequestedChange::Series, &[]);
        if let Some(output) = output {
            request.set("output", output);
        }
        request.when = Some(Condition::bit(other, false));
        return Some(request);
    }
    None
}

/// An input that is to work like another one: "the start of the HMI should work, too".
fn beside(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let works =
        ["gehen", "funktionieren", "wirken", "gelten", "work", "count", "possible", "möglich"];
    let is_wish = clause.says(&["soll", "sollte", "muss", "should", "must", "shall"])
        && clause.says(&["auch", "ebenfalls", "also", "too"])
        && clause.says(&works);
    let is_verb = |it: &String| works.contains(&it.to_lowercase().as_str());
    let mut names = clause.names();
    names.retain(|it| words_of(it).is_none_or(|of| !of.iter().all(is_verb)));
    let [name] = <[String; 1]>::try_from(names).ok()?;
    if !is_wish || clause.has("when") || clause.has("not") {
        return None;
    }
    // "Start of the HMI": the member of a block.
    let role = ["start", "stop", "reset"].into_iter().find(|it| clause.has(it));
    let name = match role {
        Some(role) if clause.is_place(&name) => described(&[role.to_owned(), name]),
        _ => name,
    };
    let mut request = ChangeRequest::of(RequestedChange::Parallel, &[("output", "?")]);
    request.when = Some(Condition::bit(&name, true));
    Some(request)
}

/// An output that is not released while a condition holds.
fn locked(clause: &Clause<'_>) -> Option<ChangeRequest> {
    if let (Some((left, right)), true) = (clause.split("when"), clause.has("locked")) {
        let is_locked = |it: &Token| *it == Token::RequestWord("locked");
        let right = right.split(is_locked).next()?;
        return series(left, Clause::condition(right)?.not());
    }
    let is_ban =
        clause.says(&["darf", "dürfen", "may", "must", "mustn't", "soll"]) && clause.has("not");
    let is_other = clause.has("when") || clause.compares();
    if !is_ban || is_other || clause.says(&["mehr", "longer", "anymore"]) {
        return None;
    }
    let (output, other) = with_cause(clause)?;
    let mut request = ChangeRequest::of(RequestedChange::Series, &[("output", &output)]);
    request.when = Some(Condition::bit(&other, clause.says(&["ohne", "without"])));
    Some(request)
}

/// The output, and the cause behind "at", "bei" or "without".
fn with_cause(clause: &Clause<'_>) -> Option<(String, String)> {
    let at = ["bei", "during", "at", "ohne", "without"];
    let at = clause.words.iter().position(|it| at.iter().any(|own| it.is(own)))?;
    let [one, other] = <[String; 2]>::try_from(clause.names()).ok()?;
    // The condition follows the word, on either side of the output.
    let is_behind = |name: &str| {
        let first = words_of(name).map_or_else(|| name.to_owned(), |it| it[0].clone());
        clause.words.iter().position(|it| it.text.eq_ignore_ascii_case(&first)) > Some(at)
    };
    match (is_behind(&one), is_behind(&other)) {
        (false, true) => Some((one, other)),
        (true, true) => Some((other, one)),
        _ => None,
    }
}

/// An output that also needs a condition.
fn series(left: &[Token], condition: Condition) -> Option<ChangeRequest> {
    let mut request =
        ChangeRequest::of(RequestedChange::Series, &[("output", &Clause::first_name(left)?)]);
    request.when = Some(condition);
    Some(request)
}

/// "B instead of A", with two limits or two contacts.
fn instead(
    clause: &Clause<'_>,
    all: &[String],
    left: &[Token],
    right: &[Token],
) -> Option<ChangeRequest> {
    let times = [left, right].map(Clause::values_of);
    if let [Some(to), Some(_)] = &times
        && to.contains(' ')
    {
        return None;
    }
    if let [Some(to), Some(from)] = times {
        let output = all.first()?;
        if clause.type_of(output).is_some_and(|it| it != "BOOL") && !clause.has("limit") {
            return None;
        }
        return Some(ChangeRequest::of(
            RequestedChange::Limit,
            &[("output", output), ("from", &from), ("to", &to)],
        ));
    }
    let behind = Clause::names_of(right);
    let (by, from) = (Clause::names_of(left).pop()?, behind.first()?.clone());
    let mut request = ChangeRequest::of(RequestedChange::Replace, &[("tag", &from), ("by", &by)]);
    let before = Clause::names_of(left);
    let output = behind.get(1).or_else(|| before.first().filter(|it| **it != by));
    if let Some(output) = output {
        request.set("output", output);
    }
    Some(request)
}

/// Contacts in, out, and otherwise.
pub(super) fn contacts(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let all = clause.names();
    if clause.has("invert") {
        return match all.as_slice() {
            [output] if clause.has("coil") => {
                Some(ChangeRequest::of(RequestedChange::InvertOutput, &[("output", output)]))
            }
            [tag] => Some(ChangeRequest::of(RequestedChange::Invert, &[("tag", tag)])),
            [tag, output] => Some(ChangeRequest::of(
                RequestedChange::Invert,
                &[("tag", tag), ("output", output)],
            )),
            _ => None,
        };
    }
    if let (true, Some((left, right))) = (clause.has("instead"), clause.split("instead")) {
        return instead(clause, &all, left, right);
    }
    // "An empty magazine is no longer to trigger the warning."
    if clause.has("trigger") {
        let [tag, output] = all.as_slice() else { return None };
        if clause.has("not") {
            return Some(ChangeRequest::of(
                RequestedChange::Take,
                &[("tag", tag), ("output", output)],
            ));
        }
        let mut request = ChangeRequest::of(RequestedChange::Parallel, &[("output", output)]);
        request.when = Some(Condition::bit(tag, true));
        return clause.has("also").then_some(request);
    }
    // "At the end of the film, the horn is no longer wanted."
    if clause.has("not") && clause.says(&["mehr", "longer", "anymore"]) && !clause.has("when") {
        let in_order =
            || <[String; 2]>::try_from(all.clone()).ok().map(|[tag, output]| (output, tag));
        if let Some((output, tag)) = with_cause(clause).or_else(in_order) {
            let slots = [("tag", tag.as_str()), ("output", &output)];
            return Some(ChangeRequest::of(RequestedChange::Take, &slots));
        }
    }
    if clause.has("replace") {
        let [from, by, rest @ ..] = all.as_slice() else { return None };
        let mut request = ChangeRequest::of(RequestedChange::Replace, &[("tag", from), ("by", by)]);
        if let Some(output) = rest.first() {
            request.set("output", output);
        }
        return Some(request);
    }
    let is_closed = clause.has("closed");
    let is_new = clause.has("add") || clause.has("series");
    if (is_closed || clause.has("open")) && !is_new {
        let mut request = ChangeRequest::of(RequestedChange::Polarity, &[("tag", all.first()?)]);
        request.set("polarity", if is_closed { "closed" } else { "open" });
        if let Some(output) = all.get(1) {
            request.set("output", output);
        }
        return Some(request);
    }
    if clause.has("remove") {
        return match all.as_slice() {
            [] if clause.rung.is_some() => {
                Some(ChangeRequest::of(RequestedChange::DeleteRung, &[]))
            }
            [output] if clause.has("rung") => {
                Some(ChangeRequest::of(RequestedChange::DeleteRung, &[("output", output)]))
            }
            [tag] if clause.rung.is_some() || (clause.place.is_some() && !clause.has("tag")) => {
                Some(ChangeRequest::of(RequestedChange::Take, &[("tag", tag)]))
            }
            [tag, output] => {
                Some(ChangeRequest::of(RequestedChange::Take, &[("tag", tag), ("output", output)]))
            }
            [name] => {
                Some(ChangeRequest::of(RequestedChange::Delete, &[("noun", "tag"), ("name", name)]))
            }
            _ => None,
        };
    }
    if clause.has("parallel")
        || clause.has("series")
        || (is_new && (clause.has("contact") || is_closed || clause.has("open")))
    {
        let [tag, rest @ ..] = all.as_slice() else { return None };
        let on = !is_closed && !clause.has("not");
        let is_parallel = clause.has("parallel");
        let kind = if is_parallel { RequestedChange::Parallel } else { RequestedChange::Series };
        let mut request = ChangeRequest::of(kind, &[]);
        match rest {
            [around, output, ..] => {
                request.set("around", around);
                request.set("output", output);
            }
            [output] => request.set("output", output),
            [] => {}
        }
        request.when = Some(Condition::bit(tag, on));
        return Some(request);
    }
    None
}
