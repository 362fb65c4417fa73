//! Limits of counts and of steps: "every 25th box", "only from step 30 on".

use super::{clause::Clause, described::words_of};
use crate::{ChangeRequest, RequestedChange};

const STEPS: [&str; 2] = ["step", "schritt"];

/// A limit of a count or of a step.
pub(super) fn counted_limit(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let number = |at: usize| clause.words.get(at).and_then(|it| ordinal(&it.text));
    let at = |all: &[&str]| clause.words.iter().position(|it| all.iter().any(|own| it.is(own)));
    let step = at(&STEPS);
    let before = step.and_then(|it| clause.words.get(it.checked_sub(1)?));
    let side = before.and_then(|it| match () {
        () if it.is("ab") || it.is("from") => Some(">="),
        () if it.is("bis") || it.is("until") || it.is("to") => Some("<="),
        () => None,
    });
    let every = at(&["jeden", "jede", "jedes", "jeder", "every", "each"]);
    let (to, side) = match (step.zip(side), every) {
        (Some((step, side)), _) => (number(step + 1)?, Some(side)),
        (None, Some(every)) => (number(every + 1)?, None),
        _ => return None,
    };
    let is_step = |it: &String| STEPS.contains(&it.to_lowercase().as_str());
    let mut names = clause.names();
    names.retain(|it| words_of(it).is_none_or(|of| !of.iter().any(is_step)));
    let output = names.into_iter().next()?;
    let slots = [("output", output.as_str()), ("to", &to)];
    let mut request = ChangeRequest::of(RequestedChange::Limit, &slots);
    if let Some(side) = side {
        request.set("side", side);
    }
    Some(request)
}

/// `25`, `25.` or `25th`.
fn ordinal(text: &str) -> Option<String> {
    let digits = text.trim_end_matches(|it: char| it.is_alphabetic() || it == '.');
    let ends = ["", ".", "th", "st", "nd", "rd", "te", "ten", "tes", "ter"];
    let is_it = ends.contains(&&text[digits.len()..]) && digits.parse::<u32>().is_ok();
    is_it.then(|| digits.to_owned())
}
