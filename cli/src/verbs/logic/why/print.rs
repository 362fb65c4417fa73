//! Why something is on or off, for a person.

use serde_json::Value;
use tagbridge_logic::{Logic, why::Answer};
use tagbridge_texts::Language;

use super::{super::language::OneOfTwo, Document, Named, document, named, remark::place};
use crate::{failure::Failure, output};

pub(super) fn print(
    logic: &Logic<'_>,
    answer: &Answer,
    document: &Document,
    language: Language,
) -> Result<(), Failure> {
    output::line(verdict(logic, answer, document, language))?;
    for (at, set) in sets(logic, answer).iter().enumerate() {
        let wanted = state(document.wanted, language);
        let begins = match (at, answer.minimal) {
            (0, true) => {
                language.of(format!("It goes {wanted} when"), format!("Es geht {wanted}, wenn"))
            }
            (0, false) => language.of(
                format!("It goes {wanted} when (possibly less is enough)"),
                format!("Es geht {wanted} (vielleicht genügt weniger), wenn"),
            ),
            _ => language.of("or when", "oder wenn"),
        };
        output::line(format!("{begins} {}", joined(set, language, needed)))?;
    }
    for core in &answer.cores {
        let core: Vec<Named> = core.iter().map(|it| named(logic, it)).collect();
        let is = state(document.verdict, language);
        let kept = language.of(format!("Kept {is} by"), format!("Bleibt {is} wegen"));
        output::line(format!("{kept} {}", joined(&core, language, held)))?;
    }
    for unknown in &document.unknown {
        let begins = language.of("Not known", "Nicht bekannt");
        output::line(format!("{begins}: {} ({})", unknown.name, unknown.reason))?;
    }
    if document.requests.len() > 1 {
        let requests = document.requests.len();
        output::line(language.of(
            format!("To ask the service for them takes {requests} requests."),
            format!("Vom Dienst sind sie mit {requests} Anforderungen zu haben."),
        ))?;
    }
    for remark in &document.remarks {
        output::line(format!("{}: {}", language.of("Note", "Hinweis"), remark.sentence))?;
    }
    for writer in &answer.writers {
        let place = place(&logic.cite_statement(writer.statement));
        output::line(
            language.of(format!("Written by {place}"), format!("Geschrieben von {place}")),
        )?;
    }
    Ok(())
}

/// An answer in one line: what it is, what would change that, and where that stands.
pub(crate) fn in_short(logic: &Logic<'_>, answer: &Answer) -> String {
    let language = output::language();
    let document = document(logic, answer, language);
    let mut line = verdict(logic, answer, &document, language);
    if let Some(set) = sets(logic, answer).first() {
        line = format!("{line} It goes {} when {}", document.wanted, joined(set, language, needed));
    }
    match answer.writers.last() {
        Some(writer) => {
            format!("{line} [{}]", place(&logic.cite_statement(writer.statement)))
        }
        None => line,
    }
}

fn verdict(logic: &Logic<'_>, answer: &Answer, document: &Document, language: Language) -> String {
    let (name, is) = (logic.place(answer.place), state(document.verdict, language));
    language.of(format!("{name} is {is}."), format!("{name} ist {is}."))
}

fn sets(logic: &Logic<'_>, answer: &Answer) -> Vec<Vec<Named>> {
    let sets = answer.blocking.iter();
    sets.map(|set| set.iter().map(|it| named(logic, it)).collect()).collect()
}

fn joined(of: &[Named], language: Language, say: fn(&Named, Language) -> String) -> String {
    let all: Vec<String> = of.iter().map(|it| say(it, language)).collect();
    all.join(&language.of(" and ", " und "))
}

fn state(state: &str, language: Language) -> String {
    let german = match state {
        "on" => "ein",
        "off" => "aus",
        _ => "unbekannt",
    };
    language.of(state, german)
}

fn needed(condition: &Named, language: Language) -> String {
    let need = condition.need.as_deref().unwrap_or_default();
    let away = condition.distance.filter(|it| *it > 0.0);
    let away = away
        .map(|it| language.of(format!(", {it} away"), format!(", {it} entfernt")))
        .unwrap_or_default();
    let now = language.of("now", "jetzt");
    if let [left, right] = &condition.sides[..] {
        let need = need.strip_suffix(" 0").unwrap_or(need);
        let (one, other) =
            (shown(left.now.as_ref(), language), shown(right.now.as_ref(), language));
        let and = language.of("and", "und");
        return format!("{} {need} {} ({now} {one} {and} {other}{away})", left.name, right.name);
    }
    let need = match need {
        "on" => language.of("is on", "ein ist"),
        "off" => language.of("is off", "aus ist"),
        other => other.to_owned(),
    };
    let is = shown(condition.now.as_ref(), language);
    format!("{} {need} ({now} {is}{away}{})", condition.name, source(condition, language))
}

fn held(condition: &Named, language: Language) -> String {
    if let [left, right] = &condition.sides[..] {
        let (now, other) =
            (shown(left.now.as_ref(), language), shown(right.now.as_ref(), language));
        let beside = language.of("beside", "neben");
        return format!("{} = {now} {beside} {} = {other}", left.name, right.name);
    }
    let is = shown(condition.now.as_ref(), language);
    format!("{} = {is}{}", condition.name, source(condition, language))
}

fn shown(value: Option<&Value>, language: Language) -> String {
    match value {
        Some(Value::Bool(true)) => state("on", language),
        Some(Value::Bool(false)) => state("off", language),
        Some(value) => value.to_string(),
        None => state("unknown", language),
    }
}

/// What is to know of where a value comes from: how far a timer is, that an edge is short.
fn source(condition: &Named, language: Language) -> String {
    match (condition.source, condition.elapsed_ms, condition.preset_ms) {
        ("timer", Some(elapsed), Some(preset)) => {
            let input = state(condition.running.unwrap_or("unknown"), language);
            let (elapsed, preset) = (elapsed / 1e3, preset / 1e3);
            language.of(
                format!(", timer at {elapsed:.1} of {preset:.1} s, input {input}"),
                format!(", Timer bei {elapsed:.1} von {preset:.1} s, Eingang {input}"),
            )
        }
        ("edge", ..) => {
            let memory = condition.memory.as_ref();
            let memory = memory.map(|name| format!(" ({name})")).unwrap_or_default();
            language.of(
                format!(", an edge{memory}: it lasts one scan, and polling does not see it"),
                format!(", eine Flanke{memory}: sie dauert einen Zyklus, Abfragen sehen sie nicht"),
            )
        }
        ("outside", ..) => language.of(", from outside the code", ", von außerhalb des Codes"),
        _ => String::new(),
    }
}
