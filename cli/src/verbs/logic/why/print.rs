//! Why a tag is on or off, for a user.

use serde_json::Value;
use tagbridge_cause::written;
use tagbridge_logic::{
    Logic,
    why::{Answer, Remark},
};

use super::{Document, Named, document, named, remark::place};
use crate::{
    failure::Failure,
    messages::WhyWord,
    output::{self, said},
};

pub(super) fn print(
    logic: &Logic<'_>,
    answer: &Answer,
    document: &Document,
) -> Result<(), Failure> {
    output::text(verdict(logic, answer, document))?;
    let wanted = document.wanted;
    for (at, set) in sets(logic, answer).iter().enumerate() {
        let all = &*joined(set, needed);
        output::line(&match (at, answer.minimal) {
            (0, true) => WhyWord::GoesWhen { wanted, all },
            (0, false) => WhyWord::GoesWhenLess { wanted, all },
            _ => WhyWord::OrWhen { all },
        })?;
    }
    let state = match &answer.now {
        Some(value) if answer.remarks.contains(&Remark::Number) => written(value),
        _ => document.verdict.to_owned(),
    };
    for core in &answer.cores {
        let is = &*state;
        let core: Vec<Named> = core.iter().map(|it| named(logic, it)).collect();
        let all = &*joined(&core, held);
        output::line(&if core.is_empty() {
            WhyWord::KeptByNothing { is }
        } else {
            WhyWord::KeptBy { is, all }
        })?;
    }
    for unknown in &document.unknown {
        output::line(&WhyWord::NotKnown { name: &unknown.name, reason: &unknown.reason })?;
    }
    if document.requests.len() > 1 {
        output::line(&WhyWord::Requests { count: document.requests.len() })?;
    }
    for remark in &document.remarks {
        output::line(&WhyWord::Note { sentence: &remark.sentence })?;
    }
    for writer in &answer.writers {
        let place = &*place(&logic.cite_statement(writer.statement));
        output::line(&WhyWord::WrittenBy { place })?;
    }
    Ok(())
}

/// An answer in one line: the value, what would change it, and the place in the code.
pub(crate) fn in_short(logic: &Logic<'_>, answer: &Answer) -> String {
    let document = document(logic, answer);
    let mut line = verdict(logic, answer, &document);
    if let Some(set) = sets(logic, answer).first() {
        let (wanted, all) = (document.wanted, &*joined(set, needed));
        line = said(&WhyWord::InShort { verdict: &line, wanted, all });
    }
    match answer.writers.last() {
        Some(writer) => {
            format!("{line} [{}]", place(&logic.cite_statement(writer.statement)))
        }
        None => line,
    }
}

fn verdict(logic: &Logic<'_>, answer: &Answer, document: &Document) -> String {
    let name = logic.place(answer.place);
    said(&WhyWord::Verdict { name: &name, is: document.verdict })
}

fn sets(logic: &Logic<'_>, answer: &Answer) -> Vec<Vec<Named>> {
    let sets = answer.blocking.iter();
    sets.map(|set| set.iter().map(|it| named(logic, it)).collect()).collect()
}

fn joined(of: &[Named], say: fn(&Named) -> String) -> String {
    let all: Vec<String> = of.iter().map(say).collect();
    all.join(&format!(" {} ", said(&WhyWord::And)))
}

fn needed(condition: &Named) -> String {
    let need = condition.need.as_deref().unwrap_or_default();
    let away = condition.distance.filter(|it| *it > 0.0).map(|it| it.to_string());
    let away = away.map(|it| said(&WhyWord::Away { distance: &it })).unwrap_or_default();
    if let [left, right] = &condition.sides[..] {
        let need = need.strip_suffix(" 0").unwrap_or(need);
        let (one, other) = (shown(left.now.as_ref()), shown(right.now.as_ref()));
        let names = format!("{} {need} {}", left.name, right.name);
        return said(&WhyWord::Compared { names: &names, one: &one, other: &other, away: &away });
    }
    let (is, source) = (shown(condition.now.as_ref()), source(condition));
    let name = &condition.name;
    said(&WhyWord::Needed { name, need, is: &is, away: &away, source: &source })
}

fn held(condition: &Named) -> String {
    let held = |name: &str, now: Option<&Value>, source: &str| {
        said(&WhyWord::Held { name, is: &shown(now), source })
    };
    if let [left, right] = &condition.sides[..] {
        let one = held(&left.name, left.now.as_ref(), "");
        let other = held(&right.name, right.now.as_ref(), "");
        return said(&WhyWord::Beside { one: &one, other: &other });
    }
    held(&condition.name, condition.now.as_ref(), &source(condition))
}

/// `on`, `off`, `unknown`, or a number.
fn shown(value: Option<&Value>) -> String {
    match value {
        Some(Value::Bool(true)) => "on".to_owned(),
        Some(Value::Bool(false)) => "off".to_owned(),
        Some(value) => value.to_string(),
        None => "unknown".to_owned(),
    }
}

/// Details of a value's source: the elapsed time of a timer, the short duration of an edge.
fn source(condition: &Named) -> String {
    match (condition.source, condition.elapsed_ms, condition.preset_ms) {
        ("timer", Some(elapsed), Some(preset)) => {
            let input = condition.running.unwrap_or("unknown");
            let [elapsed, preset] = [elapsed, preset].map(|it| format!("{:.1}", it / 1e3));
            said(&WhyWord::Timer { elapsed: &elapsed, preset: &preset, input })
        }
        ("edge", ..) => {
            let memory = condition.memory.as_ref();
            let memory = memory.map(|name| format!(" ({name})")).unwrap_or_default();
            said(&WhyWord::Edge { memory: &memory })
        }
        ("outside", ..) => said(&WhyWord::Outside),
        _ => String::new(),
    }
}
