//! `tagbridge logic FILE diff NEWFILE`: the differences in behaviour between two versions.

use serde::Serialize;
use tagbridge_diff::{Diff, LogicChange, Spot, diff, gaps};
use tagbridge_logic::Logic;
use tagbridge_texts::{Language, Message};

use super::{
    document::Cited,
    gap::{GapNote, incomplete, said},
    print,
};

use crate::{
    failure::{Exit, Failure},
    messages::CodeLine,
    output,
};

#[derive(Serialize)]
struct Document {
    outcome: &'static str,
    rows: Vec<Row>,
    comments: Vec<Row>,
    complete: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gaps: Vec<GapNote>,
}

/// One change.
#[derive(Serialize)]
struct Row {
    change: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Cited>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Cited>,
    subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    sentence: String,
}

/// Prints the differences.
pub(super) fn run(old: &Logic<'_>, new: &Logic<'_>, json: bool) -> Result<Exit, Failure> {
    let Diff { changes, comments } = diff((old.project, old.index), (new.project, new.index));
    let rows = |changes: Vec<LogicChange>| -> Vec<Row> {
        changes.into_iter().map(|change| row(old, new, change)).collect()
    };
    let gaps: Vec<GapNote> = gaps(old, new).iter().map(said).collect();
    let document = Document {
        outcome: "answer",
        rows: rows(changes),
        comments: rows(comments),
        complete: gaps.is_empty(),
        gaps,
    };
    if json {
        output::json(&document)?;
        return Ok(Exit::Done);
    }
    if document.rows.is_empty() {
        output::line(&CodeLine::NoDifference)?;
    }
    for row in document.rows.iter().chain(&document.comments) {
        output::text(&row.sentence)?;
    }
    document.gaps.iter().try_for_each(incomplete)?;
    Ok(Exit::Done)
}

fn row(old: &Logic<'_>, new: &Logic<'_>, change: LogicChange) -> Row {
    let cite = |logic: &Logic<'_>, spot: Option<Spot>| {
        let spot = spot?;
        let unit = logic.index.units().find(|(_, unit)| {
            unit.routine == spot.routine && (spot.rung.is_none() || unit.rung == spot.rung)
        })?;
        Some(logic.cite(unit.0, tagbridge_logic::Span::new(0, 0)))
    };
    let (before, after) = (cite(old, change.before), cite(new, change.after));
    let place = after.as_ref().or(before.as_ref()).map(|cited| {
        let line = change.after.or(change.before).and_then(|it| it.line);
        print::place(&cited.into(), line)
    });
    Row {
        change: change.kind.name(),
        before: before.as_ref().map(Cited::from),
        after: after.as_ref().map(Cited::from),
        sentence: sentence(&change, place.as_deref()),
        subject: change.subject,
        from: change.from,
        to: change.to,
    }
}

/// A change as a sentence in the user's language.
fn sentence(change: &LogicChange, place: Option<&str>) -> String {
    sentence_in(output::language(), change, place)
}

/// The same in another language.
pub(in crate::verbs) fn sentence_in(
    language: Language,
    change: &LogicChange,
    place: Option<&str>,
) -> String {
    let what = Message::from(&change.kind).in_language(language);
    let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
    let subject = tagbridge_project::spelling::one_line(&change.subject);
    let turned = match (&change.from, &change.to) {
        (Some(from), Some(to)) => format!(": {from} → {to}"),
        (Some(from), None) => format!(": {from}"),
        (None, Some(to)) => format!(": {to}"),
        (None, None) => String::new(),
    };
    format!(
        "{place}{what}{turned}{}",
        if subject.is_empty() { subject } else { format!(" ({subject})") }
    )
}
