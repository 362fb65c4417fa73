//! The times that a question asks for: presets of timers, and settings that are times.

use std::collections::HashSet;

use tagbridge_api::{
    query::{ItemFilter, ItemKind},
    turn::LocationKind,
};
use tagbridge_logic::{
    Effect, PlaceId, StatementId, Step,
    explain::Row,
    expr::{Constant, Expr, ExprId},
    query::Wanted,
    types,
};
use tagbridge_project::Initial;

use super::{
    rank::{Candidate, rank},
    said,
};
use crate::{
    answers::{reads, sentences::in_words, what::member_of},
    book::Book,
    is_timer,
    items::{Item, in_units, items, number, of_time},
    say::with,
};

/// Maximum number of times for one part of a question.
const TIMES_MAX: usize = 2;
/// Maximum number of statements that describe what happens after the time.
const AFTER_MAX: usize = 2;
/// Pins that take the time of a timer.
const PRESETS: [&str; 3] = ["PT", "PRE", "TV"];
/// Members of a timer that are on after the time.
const DONE: [&str; 2] = ["DN", "Q"];

/// A time of the project.
struct Time {
    name: String,
    value: String,
    /// The timer, and the statement that runs it.
    timer: Option<(PlaceId, StatementId)>,
    /// Whether calls may give another value.
    is_default: bool,
}

/// Shows the times that fit a part of a question; false if none fits.
pub(super) fn times(
    book: &mut Book<'_>,
    part: &str,
    whole: &str,
    subjects: &HashSet<PlaceId>,
    told: &mut HashSet<String>,
) -> bool {
    let mut all = timers(book, subjects);
    all.extend(given(book));
    all.extend(declared(book));
    let found = rank(part, whole, all, TIMES_MAX);
    let found: Vec<Time> =
        found.into_iter().map(|it| it.1).filter(|it| told.insert(it.name.clone())).collect();
    for time in &found {
        tell(book, time);
    }
    !found.is_empty()
}

fn tell(book: &mut Book<'_>, time: &Time) {
    let comment = said::comment_of(book, &time.name);
    let comment = comment.map_or_else(String::new, |it| format!(" – {}", book.comment(&it)));
    let with = with!["name" => time.name.as_str(), "value" => time.value.as_str()];
    let key = if time.is_default { "conclude-time-default" } else { "conclude-time" };
    let text = book.words(key, &with);
    book.line(format!("{text}{comment}"));
    let Some((timer, statement)) = time.timer else { return };
    let unit = book.logic().index.statement(statement).unit;
    let rows = book.logic().explain(unit).rows;
    if let Some(row) = rows.iter().find(|it| it.statement == statement) {
        let said = in_words(book, row);
        book.item(&row.citation, &said);
    }
    for row in after(book, timer).iter().take(AFTER_MAX) {
        let (said, label) = (in_words(book, row), book.label(&row.citation));
        book.detail(format!("{said} ({label})"));
    }
}

/// The statements that read that a timer is done.
fn after(book: &Book<'_>, timer: PlaceId) -> Vec<Row> {
    let index = book.logic().index;
    let is_done = |it: &PlaceId| match index.places.step(*it) {
        Step::Member(name) => DONE.contains(&index.names.text(name)),
        _ => false,
    };
    let done = index.places.children(timer).iter().copied().find(is_done);
    let place = done.unwrap_or(timer);
    let runs = |row: &Row| {
        matches!(&index.statement(row.statement).effect, Effect::Run { instance: Some(at), .. }
            if index.reference(*at).place == timer)
    };
    let mut rows = reads::rows(book, place);
    rows.retain(|row| !runs(row));
    rows
}

/// All timers that the code runs.
fn timers(book: &Book<'_>, subjects: &HashSet<PlaceId>) -> Vec<Candidate<Time>> {
    let logic = book.logic();
    let index = logic.index;
    let items = items(book.facts, ItemKind::Timers, &[]);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (id, _) in index.units() {
        for (statement, it) in index.statements_of(id) {
            let Effect::Run { spec, instance: Some(at), inputs, .. } = &it.effect else { continue };
            let timer = index.reference(*at).place;
            let of = types::name_of(logic.project, index, timer).unwrap_or_default();
            let spec = index.names.text(index.specs.name(*spec));
            let preset = inputs
                .iter()
                .find(|(pin, _)| PRESETS.contains(&index.names.text(*pin).to_uppercase().as_str()));
            let is_meant = is_timer(&of) || is_timer(spec) || preset.is_some();
            if !is_meant || !seen.insert(timer) {
                continue;
            }
            let name = logic.place(timer);
            let value = preset.map(|it| valued(book, it.1)).or_else(|| set(&items, &name));
            let Some(value) = value else { continue };
            let mut around = said::at(book, &logic.cite(id, it.span));
            for place in inputs.iter().flat_map(|it| index.exprs.places(it.1)) {
                around = format!("{around} {}", said::described(book, place));
            }
            for row in after(book, timer).iter().take(AFTER_MAX) {
                let target = super::target(row);
                let target = target.map_or_else(String::new, |it| said::described(book, it));
                around = format!("{around} {target} {}", said::at(book, &row.citation));
            }
            let own = said::described(book, timer);
            let what = Time { name, value, timer: Some((timer, statement)), is_default: false };
            let path = logic.path(index.unit(id).routine);
            let candidate = Candidate::new(&own, &around, what).at(&path);
            found.push(candidate.of_subject(subjects.contains(&timer)));
        }
    }
    found
}

/// The value of an expression as a time; of a setting with its start value.
fn valued(book: &Book<'_>, value: ExprId) -> String {
    let logic = book.logic();
    let text = logic.expression(value);
    match logic.index.exprs.get(value) {
        Expr::Const(Constant::Int(time)) => of_time(&time.to_string(), true),
        Expr::Ref(place) => {
            let start = start_of(book, place);
            start.map_or(text.clone(), |it| format!("{text} = {it}"))
        }
        _ => text,
    }
}

/// The start value of a setting that no code writes.
fn start_of(book: &Book<'_>, place: PlaceId) -> Option<String> {
    if !book.logic().uses(place, Wanted::Written).rows.is_empty() {
        return None;
    }
    let name = book.logic().place(place);
    let symbol = book.facts.symbols.find_without_hint(&name).ok();
    let own = symbol.and_then(|it| it.initial).map(str::to_owned);
    own.or_else(|| match &member_of(book, &name)?.1.initial {
        Some(Initial::Scalar(value)) => Some(value.clone()),
        _ => None,
    })
}

/// The declared preset of a timer, or what code writes to it.
fn set(items: &[Item], name: &str) -> Option<String> {
    let bare = name.strip_prefix("AOI:").unwrap_or(name);
    let item = items.iter().find(|it| it.name.eq_ignore_ascii_case(bare))?;
    let written = item.more.first().map(|it| it.1.clone());
    let declared = item.setting.as_deref().map(|it| of_time(it, true));
    match (written, declared) {
        (Some(written), Some(declared)) => Some(format!("{written} ({declared})")),
        (one, other) => one.or(other),
    }
}

/// The times that calls give to blocks.
fn given(book: &Book<'_>) -> Vec<Candidate<Time>> {
    let logic = book.logic();
    let index = logic.index;
    let mut found = Vec::new();
    for (id, _) in index.units() {
        for (_, it) in index.statements_of(id) {
            let Effect::Call { bindings, instance, .. } = &it.effect else { continue };
            let instance = instance.map(|at| index.reference(at).place);
            for binding in index.bindings(bindings) {
                let text = logic.expression(binding.actual);
                let quote = &logic.text(id)[it.span.start as usize..it.span.end as usize];
                let is_time = types::name_of(logic.project, index, binding.formal)
                    .is_some_and(|it| it.eq_ignore_ascii_case("TIME"));
                let Expr::Const(Constant::Int(time)) = index.exprs.get(binding.actual) else {
                    continue;
                };
                if !is_time || quote.is_empty() || time == 0 {
                    continue;
                }
                let formal = logic.place(binding.formal);
                let owner = instance.map_or_else(String::new, |it| said::described(book, it));
                let own = format!("{} {owner}", said::described(book, binding.formal));
                let short = formal.rsplit(['.', '#']).next().unwrap_or(&formal).to_owned();
                let name =
                    instance.map_or(formal.clone(), |it| format!("{}.{short}", logic.place(it)));
                let value =
                    number(&text).unwrap_or_else(|| f64::from(i32::try_from(time).unwrap_or(0)));
                let value = in_units(value);
                let what = Time { name, value, timer: None, is_default: false };
                found.push(Candidate::new(&own, &said::at(book, &logic.cite(id, it.span)), what));
            }
        }
    }
    found
}

/// Tags and variables of blocks that are declared with a time.
fn declared(book: &Book<'_>) -> Vec<Candidate<Time>> {
    let items = items(book.facts, ItemKind::Tags, &[ItemFilter::Words { words: Vec::new() }]);
    let is_time = |about: &str| {
        let of = about.split(' ').next().unwrap_or_default().to_uppercase();
        matches!(of.as_str(), "TIME" | "LTIME" | "S5TIME")
    };
    let times = items.into_iter().filter(|it| is_time(&it.about));
    let with_value = times.filter_map(|it| {
        let setting = it.setting?;
        let time = number(&setting).filter(|it| *it > 0.0)?;
        let own = format!("{} {}", it.name, said::in_all_languages(book, &it.comment));
        let is_default = it.kind == LocationKind::Definition;
        let what = Time { name: it.name, value: in_units(time), timer: None, is_default };
        Some(Candidate::new(&own, "", what))
    });
    with_value.collect()
}
