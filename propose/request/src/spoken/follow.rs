//! Parts of a sentence that are about the change before them: a comment on it, the reset of a new counter.

use super::{
    KnownNames,
    clause::Clause,
    lexicon::{Token, tokens},
};
use crate::{ChangeRequest, RequestedChange, words::words};
use tagbridge_forms::condition::SwitchCondition as Condition;

/// Words of a counter that is set to zero.
const ZERO: [&str; 10] = [
    "0",
    "null",
    "zero",
    "reset",
    "resets",
    "zurückgesetzt",
    "zurücksetzen",
    "genullt",
    "nullen",
    "cleared",
];
/// What a counter is called whose name is not known yet.
const COUNTERS: [&str; 4] = ["counter", "zähler", "count", "zählerstand"];

/// Words of a time that is there already.
pub(super) const MORE: [&str; 5] = ["more", "longer", "mehr", "länger", "stärker"];

/// Comments on the values that were changed before: "and a comment why (new pump)".
pub(super) fn remarked(
    part: &str,
    names: &dyn KnownNames,
    before: &[ChangeRequest],
) -> Option<Vec<ChangeRequest>> {
    let words = words(part);
    let text = part.split_once('(').and_then(|it| it.1.split_once(')')).map(|it| it.0.trim());
    let is_comment = tokens(&words, names).contains(&Token::RequestWord("comment"));
    let text = text.filter(|it| is_comment && !it.is_empty())?;
    let tags = before.iter().filter(|it| it.kind == RequestedChange::SetValue);
    let all = tags.filter_map(|it| {
        let slots = [("place", it.get("tag")?), ("text", text), ("append", "yes")];
        Some(ChangeRequest::of(RequestedChange::Comment, &slots))
    });
    let all: Vec<ChangeRequest> = all.collect();
    (!all.is_empty()).then_some(all)
}

/// The time of the change before: "debounce A a bit more, make it 3 s".
pub(super) fn timed(
    left: &str,
    right: &str,
    before: &[ChangeRequest],
) -> Option<Vec<ChangeRequest>> {
    use RequestedChange::{Debounce, OffDelay, OnDelay};
    let [one] = before else { return None };
    let is_open = matches!(one.kind, Debounce | OffDelay | OnDelay) && one.get("time").is_none();
    let is_of_it = words(right).iter().any(|it| ["it", "them", "auf"].iter().any(|own| it.is(own)));
    let times: Vec<String> =
        super::values::values(right).into_iter().filter(|it| it.contains(' ')).collect();
    let [time] = times.as_slice() else { return None };
    let mut request = one.clone();
    request.set("time", time.clone());
    if words(left).iter().any(|it| MORE.iter().any(|own| it.is(own))) {
        request.set("more", "yes");
    }
    (is_open && is_of_it).then(|| vec![request])
}

/// A new counter that a bit sets to zero: "the counter to 0 at Reset".
pub(super) fn zeroed(
    part: &str,
    names: &dyn KnownNames,
    before: &[ChangeRequest],
) -> Option<Vec<ChangeRequest>> {
    let counter = before.last().filter(|it| it.get("count").is_some())?.get("output")?;
    let words = words(part);
    if !words.iter().any(|it| ZERO.iter().any(|own| it.is(own))) {
        return None;
    }
    let tokens = tokens(&words, names);
    let is_counter = |name: &String| {
        let own = super::words_of(name).unwrap_or_else(|| vec![name.clone()]);
        own.iter().all(|it| COUNTERS.contains(&it.to_lowercase().as_str()))
    };
    let mut bits = Clause::names_of(&tokens);
    bits.retain(|it| !is_counter(it) && it != counter);
    let slots = [("output", counter), ("value", "0")];
    let mut request = ChangeRequest::of(RequestedChange::Put, &slots);
    match bits.as_slice() {
        [] => request.set("tag", "?"),
        [bit] => request.when = Some(Condition::bit(bit, true)),
        _ => return None,
    }
    Some(vec![request])
}

/// The deletion of the subject of the statement before, with others: "remove it together with A".
pub(super) fn with_others(
    part: &str,
    names: &dyn KnownNames,
    subject: &str,
) -> Option<ChangeRequest> {
    const WITH: [&str; 6] = ["together", "along", "including", "samt", "mitsamt", "zusammen"];
    let words = words(part);
    let tokens = tokens(&words, names);
    let removes = tokens.contains(&Token::RequestWord("remove"));
    let is_with = words.iter().any(|it| WITH.iter().any(|own| it.is(own)));
    let more = Clause::names_of(&tokens);
    if !removes || !is_with || more.is_empty() {
        return None;
    }
    let more = more.join("\n");
    let slots = [("noun", "tag"), ("name", subject), ("more", more.as_str())];
    Some(ChangeRequest::of(RequestedChange::Delete, &slots))
}
