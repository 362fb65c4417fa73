//! Why something is on or off, for a person.

use serde_json::Value;
use tagbridge_logic::{Logic, why::Answer};

use super::{Document, Named, named, remark::place};
use crate::{failure::Failure, output};

pub(super) fn print(
    logic: &Logic<'_>,
    answer: &Answer,
    document: &Document,
) -> Result<(), Failure> {
    let name = logic.place(answer.place);
    output::line(format!("{name} is {}.", document.verdict))?;
    let sets: Vec<Vec<Named>> = answer
        .blocking
        .iter()
        .map(|set| set.iter().map(|condition| named(logic, condition)).collect())
        .collect();
    for (at, set) in sets.iter().enumerate() {
        let begins = match (at, answer.minimal) {
            (0, true) => format!("It goes {} when", document.wanted),
            (0, false) => format!("It goes {} when (possibly less is enough)", document.wanted),
            _ => "or when".to_owned(),
        };
        let set: Vec<String> = set.iter().map(needed).collect();
        output::line(format!("{begins} {}", set.join(" and ")))?;
    }
    for core in &answer.cores {
        let core: Vec<String> = core.iter().map(|it| held(&named(logic, it))).collect();
        output::line(format!("Kept {} by {}", document.verdict, core.join(" and ")))?;
    }
    for unknown in &document.unknown {
        output::line(format!("Not known: {} ({})", unknown.name, unknown.reason))?;
    }
    if document.requests.len() > 1 {
        let requests = document.requests.len();
        output::line(format!(
            "That is more than one request of the service: {requests} are needed"
        ))?;
    }
    for remark in &document.remarks {
        output::line(format!("Note: {}", remark.sentence))?;
    }
    for writer in &answer.writers {
        output::line(format!("Written by {}", place(&logic.cite_statement(writer.statement))))?;
    }
    Ok(())
}

fn needed(condition: &Named) -> String {
    let need = condition.need.as_deref().unwrap_or_default();
    let away = condition.distance.filter(|it| *it > 0.0);
    let away = away.map(|it| format!(", {it} away")).unwrap_or_default();
    if let [left, right] = &condition.sides[..] {
        let need = need.strip_suffix(" 0").unwrap_or(need);
        let now =
            format!("now {} and {}{away}", shown(left.now.as_ref()), shown(right.now.as_ref()));
        return format!("{} {need} {} ({now})", left.name, right.name);
    }
    let need = match need {
        "on" | "off" => format!("is {need}"),
        other => other.to_owned(),
    };
    format!("{} {need} (now {}{away}{})", condition.name, now(condition), source(condition))
}

fn held(condition: &Named) -> String {
    if let [left, right] = &condition.sides[..] {
        let (now, other) = (shown(left.now.as_ref()), shown(right.now.as_ref()));
        return format!("{} = {now} beside {} = {other}", left.name, right.name);
    }
    match &condition.now {
        Some(Value::Bool(now)) => {
            let now = if *now { "on" } else { "off" };
            format!("{}, which is {now}{}", condition.name, source(condition))
        }
        now => format!("{} = {}{}", condition.name, shown(now.as_ref()), source(condition)),
    }
}

fn now(condition: &Named) -> String {
    match &condition.now {
        Some(Value::Bool(true)) => "on".to_owned(),
        Some(Value::Bool(false)) => "off".to_owned(),
        now => shown(now.as_ref()),
    }
}

fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "unknown".to_owned(), Value::to_string)
}

/// What is to know of where a value comes from: how far a timer is, that an edge is short.
fn source(condition: &Named) -> String {
    match (condition.source, condition.elapsed_ms, condition.preset_ms) {
        ("timer", Some(elapsed), Some(preset)) => {
            let input = condition.running.unwrap_or("unknown");
            format!(", timer at {:.1} of {:.1} s, input {input}", elapsed / 1e3, preset / 1e3)
        }
        ("edge", ..) => {
            let memory = condition.memory.as_ref();
            let memory = memory.map(|name| format!(", remembered in {name}")).unwrap_or_default();
            format!(", an edge: it lasts one scan and is not seen by polling{memory}")
        }
        ("outside", ..) => ", from outside the code".to_owned(),
        _ => String::new(),
    }
}
