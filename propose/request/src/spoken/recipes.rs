//! Clauses about common tasks: starters, valves, chains, alarms with limits.

use super::{
    KnownNames,
    built::{is_alarm, is_alarm_word},
    clause::Clause,
    lexicon::{Token, tokens},
};
use crate::{ChangeRequest, RequestedChange, words::words};

/// A motor starter.
pub(super) fn starter(clause: &Clause<'_>) -> Option<ChangeRequest> {
    const ROLES: [&str; 3] = ["start", "stop", "feedback"];
    let motor = clause.name_but(&ROLES)?;
    let mut request = ChangeRequest::of(RequestedChange::Starter, &[("tag", &motor)]);
    for role in ROLES {
        let is_said = clause.has(role);
        let name = clause.name_of_role(role, &ROLES).filter(|it| *it != motor);
        // A feedback without a name gets one like the motor.
        let new = || (is_said && role == "feedback").then(|| format!("{motor}_Feedback"));
        if let Some(name) = name.or_else(new) {
            request.set(role, name);
        }
    }
    if let Some(time) = clause.time() {
        request.set("time", time);
    }
    Some(request)
}

/// `an interlock chain Line_OK of EStop_OK, Guard_Closed and Permit`: the bit, then its conditions.
pub(super) fn chain(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let names = clause.names();
    let (bit, conditions) = names.split_first().filter(|it| it.1.len() > 1)?;
    let conditions = conditions.join("\n");
    Some(ChangeRequest::of(RequestedChange::Chain, &[("tag", bit), ("conditions", &conditions)]))
}

/// A valve with end positions.
pub(super) fn valve(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let valve = clause.name_but(&["open-end", "closed-end"])?;
    let mut request = ChangeRequest::of(RequestedChange::Valve, &[("tag", &valve)]);
    request.set("open", clause.name_behind("open-end")?);
    request.set("closed", clause.name_behind("closed-end")?);
    if let Some(time) = clause.time() {
        request.set("time", time);
    }
    Some(request)
}

/// `an alarm with hysteresis for Level at 90, back at 85`: the limit, then its end; or the difference of
/// both: `with a hysteresis of 5`.
pub(super) fn hysteresis(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let name = clause.names().into_iter().find(|it| !is_alarm_word(it))?;
    let values = clause.values();
    let [one, other] = values.as_slice() else { return None };
    let (left, right) = clause.split("hysteresis")?;
    let of = Token::RequestWord("of");
    let width = match (left.last(), right) {
        (Some(Token::Value(width)), _) | (_, [Token::Value(width), ..]) => Some(width),
        (_, [first, Token::Value(width), ..]) if *first == of => Some(width),
        _ => None,
    };
    let (limit, back) = match width {
        Some(width) => {
            let limit = if width == one { other } else { one };
            let below = clause.comparison().is_some_and(|it| it.1.sign().starts_with('<'));
            (limit, beside(limit, width, below)?)
        }
        None => (one, other.clone()),
    };
    let slots = [("tag", name.as_str()), ("value", limit), ("back", &back)];
    Some(ChangeRequest::of(RequestedChange::LimitAlarm, &slots))
}

/// A limit less a difference, or more.
fn beside(limit: &str, width: &str, is_more: bool) -> Option<String> {
    let (number, by): (f64, f64) = (limit.parse().ok()?, width.parse().ok()?);
    let back = if is_more { number + by } else { number - by };
    let text = format!("{back:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    Some(text.to_owned())
}

impl Clause<'_> {
    /// The first name after the word of a role, and before the next role.
    fn name_of_role(&self, role: &str, roles: &[&str]) -> Option<String> {
        let (_, right) = self.split(role)?;
        let is_next = |it: &Token| matches!(it, Token::RequestWord(own) if roles.contains(own));
        Self::first_name(right.split(is_next).next().unwrap_or_default())
    }

    /// Whether a part of a sentence says that things are not used.
    pub(super) fn is_unused(part: &str, names: &dyn KnownNames) -> bool {
        let tokens = tokens(&words(part), names);
        tokens.contains(&Token::RequestWord("unused")) && Self::names_of(&tokens).len() > 1
    }
}

/// Things that are deleted because nothing uses them.
pub(super) fn unused(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let names = clause.names();
    let (first, more) = names.split_first().filter(|_| clause.has("unused"))?;
    let mut request =
        ChangeRequest::of(RequestedChange::Delete, &[("noun", "tag"), ("name", first)]);
    if !more.is_empty() {
        request.set("more", more.join("\n"));
    }
    clause.has("remove").then_some(request)
}

/// An alarm with a limit.
pub(super) fn alarm(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let (tag, relation, value) = clause.comparison()?;
    let is_alarm = clause.has("alarm") || is_alarm(clause);
    let (time, reset) = (clause.time(), clause.reset());
    if !is_alarm || value.contains(' ') {
        return None;
    }
    let name = clause
        .names()
        .into_iter()
        .find(|it| *it != tag && *it != value && Some(it) != reset.as_ref() && !is_alarm_word(it));
    let name = name.unwrap_or_else(|| {
        let plain: String =
            tag.chars().map(|it| if it.is_alphanumeric() { it } else { '_' }).collect();
        format!("{}_Alarm", plain.trim_matches('_'))
    });
    let op = relation.sign();
    // "On above 40, off below 38": the second limit ends it.
    let numbers: Option<Vec<f64>> = clause.values().iter().map(|it| it.parse().ok()).collect();
    if let ([limit, back], Some([one, other])) = (clause.values().as_slice(), numbers.as_deref()) {
        let is_end = if op.starts_with('<') { other > one } else { other < one };
        let slots = [("alarm", name.as_str()), ("tag", &tag), ("value", limit), ("back", back)];
        return is_end.then(|| ChangeRequest::of(RequestedChange::LimitAlarm, &slots));
    }
    let slots = [("name", name.as_str()), ("tag", &tag), ("op", op), ("value", &value)];
    let mut request = ChangeRequest::of(RequestedChange::AddAlarm, &slots);
    request.lasting(time, reset);
    Some(request)
}
