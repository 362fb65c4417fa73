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

/// `an alarm with hysteresis for Level at 90, back at 85`: the limit, then its end.
pub(super) fn hysteresis(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let name = clause.names().into_iter().next()?;
    let values = clause.values();
    let [limit, back] = values.as_slice() else { return None };
    Some(ChangeRequest::of(
        RequestedChange::LimitAlarm,
        &[("tag", &name), ("value", limit), ("back", back)],
    ))
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
    let slots = [("name", name.as_str()), ("tag", &tag), ("op", op), ("value", &value)];
    let mut request = ChangeRequest::of(RequestedChange::AddAlarm, &slots);
    request.lasting(time, reset);
    Some(request)
}
