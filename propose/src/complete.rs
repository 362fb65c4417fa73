//! Facts that a request lacks: a time, a value, a name. They are asked back, never guessed.

use tagbridge_forms::amounts::{moved, times};

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
