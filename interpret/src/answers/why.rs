//! Why a place is on or off now.

use tagbridge_logic::{
    PlaceId,
    expr::{Interval, Scalar, Truth},
    query::Turned,
    why::{self, Answer, Condition, ConditionSource, Doubt, Remark, Side, Wanted},
};

use super::{
    Given, Values,
    value::{self, scalar},
};
use crate::{book::Book, say::with};

/// Maximum number of sets of conditions in the answer: the smallest ones.
const SETS_MAX: usize = 4;

/// Maximum number of described possible writers; further ones are counted.
const OTHERS_MAX: usize = 4;

pub(super) fn why(
    book: &mut Book<'_>,
    place: PlaceId,
    name: &str,
    wanted: bool,
    given: &Given<'_>,
) {
    let Some(values) = given.values.as_ref().filter(|it| it.live) else {
        let text = book.word(if given.values.is_some() { "not-live" } else { "no-values" });
        let turned = if wanted { Turned::On } else { Turned::Off };
        super::turned::turned(book, place, name, turned, None);
        return book.line(text);
    };
    let answer = why::why(book.logic(), place, wanted, &values.now, &values.history);
    verdict(book, &answer, name);
    for set in answer.blocking.iter().take(SETS_MAX) {
        let all: Vec<String> = set.iter().map(|it| needed(book, it)).collect();
        let and = format!(" {} ", book.word("and"));
        let key = if wanted { "on-if" } else { "off-if" };
        let text = book.words(key, &with!["name" => name, "conditions" => all.join(&and)]);
        cited(book, set, &text);
    }
    more(book, answer.blocking.len());
    if !answer.minimal {
        let text = book.word("not-minimal");
        book.line(text);
    }
    let key = held_key(&answer);
    for core in answer.cores.iter().take(SETS_MAX) {
        let all: Vec<String> = core.iter().map(|it| held(book, it)).collect();
        let and = format!(" {} ", book.word("and"));
        let text = book.words(key, &with!["conditions" => all.join(&and)]);
        cited(book, core, &text);
    }
    more(book, answer.cores.len());
    missing(book, &answer, values);
    for remark in &answer.remarks {
        remarked(book, &answer, remark, name);
    }
    for writer in &answer.writers {
        let citation = book.logic().cite_statement(writer.statement);
        let quote = book.quote(&citation);
        let text = book.words("written-by", &with!["quote" => quote]);
        book.item(&citation, &text);
    }
    for citation in answer.others.iter().take(OTHERS_MAX) {
        let quote = book.quote(citation);
        let text = book.words("may-be-written-by", &with!["quote" => quote]);
        book.item(citation, &text);
    }
    value::scan(book, values);
    if answer.verdict != Truth::Unknown {
        value::explain(book, place, name);
    }
}

/// The key of the sentence about the cause: if the value differs from the logic, about the logic.
fn held_key(answer: &Answer) -> &'static str {
    let disagrees = answer.remarks.iter().any(|it| matches!(it, Remark::Disagrees(_)));
    match (disagrees, answer.by_logic) {
        (true, Truth::True) => "would-be-on",
        (true, _) => "would-be-off",
        (false, _) => "held-by",
    }
}

/// Adds that further sets may exist if the maximum number is reached.
fn more(book: &mut Book<'_>, sets: usize) {
    if sets >= SETS_MAX {
        let text = book.word("more-sets");
        book.line(text);
    }
}

fn verdict(book: &mut Book<'_>, answer: &Answer, name: &str) {
    let is_on = if answer.wanted { answer.verdict } else { !answer.verdict };
    let now = answer.now.as_ref().map(|it| scalar(book, it));
    let key = match (is_on, &now) {
        (_, Some(_)) if answer.remarks.contains(&Remark::Number) => "is-number",
        (Truth::True, Some(_)) => "is-on",
        (Truth::False, Some(_)) => "is-off",
        (Truth::True, None) => "is-on-by-logic",
        (Truth::False, None) => "is-off-by-logic",
        (Truth::Unknown, _) => "is-unknown",
    };
    let text = book.words(key, &with!["name" => name, "value" => now.clone().unwrap_or_default()]);
    match now.and_then(|_| book.cite_tag(name)) {
        Some(number) => book.line(format!("{text} [{number}]")),
        None => book.line(text),
    }
}

/// A line with the tags of its conditions.
fn cited(book: &mut Book<'_>, set: &[Condition], text: &str) {
    let numbers: Vec<String> = set
        .iter()
        .flat_map(|it| &it.reads)
        .filter_map(|name| book.cite_tag(name))
        .map(|number| format!("[{number}]"))
        .collect();
    book.evidence(format!("{text} {}", numbers.join(" ")).trim_end());
}

fn needed(book: &Book<'_>, condition: &Condition) -> String {
    if let (Some(sides), Some(Wanted::Within(intervals, _))) = (&condition.sides, &condition.need) {
        return compared(book, condition, sides, intervals);
    }
    let need = match &condition.need {
        Some(Wanted::On) => book.word("need-on"),
        Some(Wanted::Off) => book.word("need-off"),
        Some(Wanted::Within(intervals, _)) => {
            let or = format!(" {} ", book.word("or"));
            intervals.iter().map(interval).collect::<Vec<_>>().join(&or)
        }
        None => String::new(),
    };
    let mut notes = vec![now(book, condition.now.as_ref())];
    notes.extend(away(book, condition));
    match &condition.source {
        ConditionSource::Timer { elapsed_ms: Some(elapsed), preset_ms: Some(preset), .. } => {
            let (elapsed, preset) =
                (format!("{:.1}", elapsed / 1e3), format!("{:.1}", preset / 1e3));
            notes.push(book.words("timer-at", &with!["elapsed" => elapsed, "preset" => preset]));
        }
        ConditionSource::Edge(_) => notes.push(book.word("an-edge")),
        ConditionSource::Outside => notes.push(book.word("from-outside")),
        _ => {}
    }
    format!("{} {need} ({})", condition.name, notes.join(", ")).replace("  ", " ")
}

/// A comparison of two values: `Speed > Limit (now 3 and 5, 2 from the limit)`.
fn compared(
    book: &Book<'_>,
    condition: &Condition,
    [left, right]: &[Side; 2],
    intervals: &[Interval],
) -> String {
    let signs: Vec<&str> = intervals.iter().map(sign).collect();
    let or = format!(" {} ", book.word("or"));
    let mut notes = vec![now(book, left.now.as_ref()), now(book, right.now.as_ref())];
    notes.extend(away(book, condition));
    format!("{} {} {} ({})", left.name, signs.join(&or), right.name, notes.join(", "))
}

fn now(book: &Book<'_>, value: Option<&Scalar>) -> String {
    match value {
        Some(value) => book.words("now", &with!["value" => scalar(book, value)]),
        None => book.word("now-unknown"),
    }
}

/// The distance of a number from the necessary range.
fn away(book: &Book<'_>, condition: &Condition) -> Option<String> {
    let Some(Wanted::Within(_, Some(distance))) = condition.need else { return None };
    // A value at an excluded limit has no distance.
    if distance <= 0.0 {
        return None;
    }
    Some(book.words("away", &with!["distance" => format!("{distance}")]))
}

fn held(book: &Book<'_>, condition: &Condition) -> String {
    if let Some([left, right]) = condition.sides.as_deref() {
        let of = |side: &Side| {
            let value = side.now.as_ref();
            let value = value.map_or_else(|| book.word("now-unknown"), |it| scalar(book, it));
            format!("{} = {value}", side.name)
        };
        return format!("{} {} {}", of(left), book.word("and"), of(right));
    }
    let value = condition
        .now
        .as_ref()
        .map_or_else(|| book.word("now-unknown"), |value| scalar(book, value));
    format!("{} = {value}", condition.name)
}

fn missing(book: &mut Book<'_>, answer: &Answer, values: &Values) {
    for it in &answer.missing {
        let why = value::lack(book, &it.lack);
        book.say("missing", &with!["name" => it.name.as_str(), "why" => why]);
    }
    value::requested(book, values);
}

fn remarked(book: &mut Book<'_>, answer: &Answer, remark: &Remark, name: &str) {
    let place = |book: &mut Book<'_>, at: usize| {
        let citation = book.logic().cite_statement(answer.writers[at].statement);
        let number = book.cite_code(&citation).map_or_else(String::new, |it| format!(" [{it}]"));
        format!("{}{number}", book.label(&citation))
    };
    match remark {
        Remark::Number => book.say("remark-number", &with!["name" => name]),
        Remark::Impossible => book.say("remark-impossible", &fluent_bundle::FluentArgs::new()),
        Remark::NeverWritten if book.logic().is_partial() => {
            book.say("remark-never-here", &with!["name" => name]);
        }
        Remark::NeverWritten => book.say("remark-never", &with!["name" => name]),
        Remark::Kept => book.say("remark-kept", &with!["name" => name]),
        Remark::LastBy(at) => {
            let place = place(book, *at);
            book.say("remark-last", &with!["place" => place]);
        }
        Remark::LastByOneOf(all) if all.is_empty() => {
            book.say("remark-last-unknown", &fluent_bundle::FluentArgs::new());
        }
        Remark::LastByOneOf(all) => {
            let all: Vec<String> = all.iter().map(|at| place(book, *at)).collect();
            book.say("remark-last-of", &with!["places" => all.join("; ")]);
        }
        Remark::Disagrees(causes) => {
            let causes: Vec<String> = causes.iter().map(|it| cause(book, it)).collect();
            book.say("remark-disagrees", &with!["causes" => causes.join("; ")]);
        }
        Remark::SeveralTasks(tasks) => {
            book.say("remark-tasks", &with!["name" => name, "tasks" => tasks.join(", ")]);
        }
        Remark::NotExecuted(count) => {
            book.say("remark-left-out", &with!["name" => name, "count" => *count]);
        }
        Remark::SeveralRoutines => book.say("remark-several", &with!["name" => name]),
        Remark::MayBeWritten(count) if answer.writers.is_empty() => {
            book.say("remark-may-only", &with!["name" => name, "count" => *count]);
        }
        Remark::MayBeWritten(count) => {
            book.say("remark-may", &with!["name" => name, "count" => *count]);
        }
    }
}

/// A possible reason why the value differs from the logic.
fn cause(book: &mut Book<'_>, cause: &Doubt) -> String {
    match cause {
        Doubt::OtherWriter(others) => {
            let others: Vec<String> = others.iter().map(|it| book.label(it)).collect();
            book.words("cause-writer", &with!["places" => others.join("; ")])
        }
        Doubt::OtherTask(tasks) => book.words("cause-task", &with!["tasks" => tasks.join(", ")]),
        Doubt::Forced => book.word("cause-forced"),
        Doubt::OutsideWrite => book.word("cause-outside"),
        Doubt::OtherVersion => book.word("cause-version"),
        Doubt::DifferentScans => book.word("cause-scans"),
    }
}

fn interval(range: &Interval) -> String {
    match (range.low, range.high) {
        (Some(low), Some(high)) if low.total_cmp(&high).is_eq() => format!("= {low}"),
        (Some(low), None) => format!("{} {low}", if range.low_included { "≥" } else { ">" }),
        (None, Some(high)) => format!("{} {high}", if range.high_included { "≤" } else { "<" }),
        (Some(low), Some(high)) => {
            let from = if range.low_included { "≥" } else { ">" };
            let to = if range.high_included { "≤" } else { "<" };
            format!("{from} {low}, {to} {high}")
        }
        (None, None) => String::new(),
    }
}

/// The sign of a difference compared with zero.
fn sign(range: &Interval) -> &'static str {
    match (range.low, range.high) {
        (Some(_), Some(_)) => "=",
        (Some(_), None) if range.low_included => "≥",
        (Some(_), None) => ">",
        (None, _) if range.high_included => "≤",
        (None, _) => "<",
    }
}
