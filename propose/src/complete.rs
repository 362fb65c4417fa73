//! Facts that a request lacks: a time, a value, a name. They are asked back, never guessed.

use tagbridge_structured_text::milliseconds;

use crate::{
    draft::{Asking, Choice, Stop},
    request::{ChangeRequest, RequestedChange},
    says::{Ask, Why},
};

/// Sets what is missing in a request from the answers, or asks for it.
///
/// `value` returns the value that a request with any new value would change; `answer` the answer to a
/// question.
pub(crate) fn complete(
    request: &mut ChangeRequest,
    value: &dyn Fn(&ChangeRequest) -> Option<String>,
    answer: &dyn Fn(&str) -> Option<String>,
) -> Result<(), Stop> {
    use RequestedChange::{AddAlarm, Debounce, Limit, OffDelay, OnDelay, Rename, SetValue};
    let lacks = |slot: &str| request.get(slot).is_none();
    let texts = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    let name = ["output", "tag", "from"].iter().find_map(|it| request.get(it));
    let name = name.unwrap_or_default().to_owned();
    let (slot, question, options, about) = match request.kind {
        OnDelay | OffDelay | Debounce if lacks("time") => {
            ("time", Ask::Time, texts(&["500 ms", "1 s", "2 s", "5 s"]), name)
        }
        AddAlarm if lacks("value") => ("value", Ask::Limit, texts(&["80", "90", "95"]), name),
        Rename if lacks("to") => {
            ("to", Ask::NewName, vec![format!("{name}_New"), format!("{name}_2")], name)
        }
        SetValue | Limit if lacks("to") => {
            let now = current(request, value);
            if let Some(by) = request.get("by") {
                let new = now.as_deref().and_then(|it| moved(it, by));
                request.set("to", new.ok_or(Why::NoValue { name })?);
                return Ok(());
            }
            let Some(now) = now else { return Err(Why::NoValue { name }.into()) };
            let options: Vec<String> =
                [0.5, 2.0].iter().filter_map(|factor| times(&now, *factor)).collect();
            ("to", Ask::Value, options, format!("{name} = {now}"))
        }
        _ => return Ok(()),
    };
    if let Some(text) = answer(slot) {
        request.set(slot, text);
        return Ok(());
    }
    let mut options: Vec<Choice> = options.into_iter().map(Choice::Name).collect();
    if options.len() < 2 {
        options.push(Choice::Meaning(Ask::Nothing, ""));
    }
    let (of, about) = (options.len(), Some(about));
    Err(Stop::Ask(Asking { slot, nth: 0, question, why: Ask::WhyFact, options, of, about }))
}

/// The value now: what a change of it would replace.
fn current(
    request: &ChangeRequest,
    value: &dyn Fn(&ChangeRequest) -> Option<String>,
) -> Option<String> {
    ["1 s", "1", "2", "1.5"].iter().find_map(|to| {
        let mut tried = request.clone();
        tried.set("to", *to);
        value(&tried)
    })
}

/// A number, or the milliseconds of a time.
pub(crate) fn amount(text: &str) -> Option<(f64, bool)> {
    if let Ok(number) = text.parse::<f64>() {
        return Some((number, false));
    }
    let folded = text.to_lowercase().replace(' ', "");
    let folded = folded.trim_start_matches("time#").trim_start_matches("t#");
    Some((milliseconds(folded)?, true))
}

fn text_of(amount: f64, is_time: bool) -> String {
    let is_whole = |it: f64| (it - it.round()).abs() < 1e-9;
    match is_time {
        true if is_whole(amount / 1_000.0) => format!("{} s", (amount / 1_000.0).round()),
        true => format!("{} ms", amount.round()),
        false if is_whole(amount) => format!("{}", amount.round()),
        false => format!("{amount:.3}").trim_end_matches('0').to_owned(),
    }
}

fn times(now: &str, factor: f64) -> Option<String> {
    let (number, is_time) = amount(now)?;
    let is_fraction = now.contains('.') || (number * factor).fract() == 0.0;
    (number != 0.0 && is_fraction).then(|| text_of(number * factor, is_time))
}

/// A value that is so much more or less than before; a preset without a unit is in milliseconds.
fn moved(now: &str, by: &str) -> Option<String> {
    let (less, by) = by.strip_prefix('-').map_or((false, by), |it| (true, it));
    let (number, is_time) = amount(now)?;
    let (amount, has_unit) = amount(by)?;
    if is_time && !has_unit {
        return None;
    }
    let new = if less { number - amount } else { number + amount };
    Some(text_of(new, is_time || has_unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_moved_in_its_own_unit() {
        for (now, by, new) in [
            ("5", "2", "7"),
            ("5", "-2", "3"),
            ("T#4s", "2 s", "6 s"),
            ("T#4s", "-500 ms", "3500 ms"),
            ("6000", "-2 s", "4 s"),
            ("1.5", "0.5", "2"),
        ] {
            assert_eq!(moved(now, by).as_deref(), Some(new), "{now} {by}");
        }
        assert_eq!(moved("T#4s", "2"), None);
        assert_eq!(moved("text", "2"), None);
    }
}
