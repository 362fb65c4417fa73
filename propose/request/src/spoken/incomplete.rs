//! Clauses that lack a fact: the time of a delay, a limit, a new value or name.

use super::{clause::Clause, described::words_of};
use crate::{ChangeRequest, RequestedChange};

/// Verbs that make a value smaller, in English and German.
const LESS: &str = "reduce lower shorten decrease cut drop verkürze verkürzen verringere verringern senke senken kürzer \
    kleiner niedriger weniger herabsetzen runtersetzen reduziere reduzieren";

/// A change without a fact that it needs; it is asked back.
pub(super) fn incomplete(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let names: Vec<String> = clause.names().into_iter().filter(|it| !clause.is_unit(it)).collect();
    let name = names.first()?;
    let has = |all: &[&str]| all.iter().any(|it| clause.has(it));
    let is_bit = |name: &String| clause.type_of(name).as_deref() == Some("BOOL");
    let of = |kind, slot, name: &str| Some(ChangeRequest::of(kind, &[(slot, name)]));
    if has(&["when", "only", "until", "unless", "not", "remove", "instead", "comment"])
        || clause.compares()
        || !clause.values().is_empty()
    {
        return None;
    }
    if has(&["rename"]) && names.len() == 1 && words_of(name).is_none() {
        return of(RequestedChange::Rename, "from", name);
    }
    if has(&["debounce"]) && is_bit(name) {
        return of(RequestedChange::Debounce, "tag", name);
    }
    if has(&["off-delay"]) && is_bit(name) {
        return of(RequestedChange::OffDelay, "output", name);
    }
    if has(&["delay"]) && is_bit(name) {
        return of(RequestedChange::OnDelay, "output", name);
    }
    let number = names.iter().find(|it| !is_bit(it) && clause.type_of(it).is_some())?;
    (has(&["set", "limit", "preset"]) && names.len() == 1 && !has(&["alarm", "add"])).then(|| {
        ChangeRequest::of(RequestedChange::SetValue, &[("noun", "value"), ("tag", number)])
    })
}

impl Clause<'_> {
    /// By how much a value changes: `by 2 s`, `um 500 ms`; with a minus where it becomes smaller.
    pub(super) fn difference(&self) -> Option<String> {
        let at = self.words.iter().position(|it| it.is("by") || it.is("um"))?;
        let [value]: [String; 1] = self.values().try_into().ok()?;
        let first = value.split(' ').next()?;
        let is_next =
            self.words.get(at + 1).is_some_and(|it| it.text.replace(',', ".").starts_with(first));
        let is_less = self.words.iter().any(|it| LESS.split_whitespace().any(|own| it.is(own)));
        let is_set = self.has("set") || is_less;
        let by = if is_less { format!("-{value}") } else { value };
        (is_next && is_set && !self.has("delay")).then_some(by)
    }
}
