//! Declarations that are unused, only read, only written, or written twice; unexecuted code.

use std::collections::BTreeMap;

use tagbridge_api::turn::LocationKind;
use tagbridge_logic::{
    Citation, Direction, Effect, How, Logic, PlaceId, RefId, Step,
    query::{Dead, DeadRow, Found, Wanted},
    types,
};
use tagbridge_project::{Tag, Vendor};

use super::{
    named::{called, outputs},
    overwritten::deciding,
};
use crate::{book::Book, say::with};

pub(super) fn unused(book: &mut Book<'_>) {
    // A name without a use in code may be reached in another way: by its address, or outside code.
    let facts = book.facts;
    let (index, places) = facts.logic().index.naming_tags(facts.project());
    let logic = Logic::new(facts.project(), &index);
    let is_reached = |tag: &Tag| {
        let at = facts.project().tags.iter().position(|it| std::ptr::eq(it, tag));
        let place = at.and_then(|at| places[at]);
        place.is_some_and(|place| logic.is_reached(place))
    };
    let tags = tags(book, |tag, book| {
        roots_of(book, tag).is_none()
            && !is_reached(tag)
            && book.logic().constant_uses(&tag.name).is_empty()
    });
    tell(book, "unused", "unused-none", &tags);
}

pub(super) fn never_written(book: &mut Book<'_>) {
    let tags = tags(book, |tag, book| {
        let logic = book.logic();
        let is_input = tag.exchange.is_some() || tag.constant;
        roots_of(book, tag).is_some_and(|place| {
            !is_input
                && logic.mentions(place, Wanted::Written).is_empty()
                && !uses(book, place, Wanted::Written)
                && (uses(book, place, Wanted::Read) || crate::area(tag) == Some('Q'))
        }) || (crate::area(tag) == Some('Q') && roots_of(book, tag).is_none())
    });
    // An input or a setting comes from outside, an output does not.
    let (outputs, others): (Vec<&Tag>, Vec<&Tag>) =
        tags.into_iter().partition(|tag| crate::area(tag) == Some('Q'));
    if !outputs.is_empty() {
        tell(book, "never-written-outputs", "never-written-none", &outputs);
    }
    if outputs.is_empty() || !others.is_empty() {
        tell(book, "never-written", "never-written-none", &others);
    }
}

pub(super) fn never_read(book: &mut Book<'_>) {
    let tags = tags(book, |tag, book| {
        roots_of(book, tag).is_some_and(|place| {
            let written = book.logic().uses(place, Wanted::Written).rows;
            written.iter().any(|row| !row.may_write)
                && book.logic().mentions(place, Wanted::Read).is_empty()
                && !uses(book, place, Wanted::Read)
        })
    });
    tell(book, "never-read", "never-read-none", &tags);
}

fn uses(book: &Book<'_>, place: PlaceId, wanted: Wanted) -> bool {
    !book.logic().uses(place, wanted).rows.is_empty()
}

/// The place of a tag in code, if the code names it or a part of it.
fn roots_of(book: &Book<'_>, tag: &Tag) -> Option<PlaceId> {
    match book.facts.place_called(&tag.name)? {
        Found::One(place) => Some(place),
        Found::Several(places) => places.first().copied(),
        Found::Unused(_) | Found::None => None,
    }
}

/// The tags for which `is` returns true; in a partial export, none are reported.
fn tags<'a>(book: &Book<'a>, is: impl Fn(&Tag, &Book<'a>) -> bool) -> Vec<&'a Tag> {
    if book.logic().is_partial() {
        return Vec::new();
    }
    book.facts.project().tags.iter().filter(|tag| is(tag, book)).collect()
}

fn tell(book: &mut Book<'_>, key: &str, none: &str, tags: &[&Tag]) {
    if book.logic().is_partial() {
        let text = book.word("partial-untold");
        book.line(text);
        return;
    }
    let key = if tags.is_empty() { none } else { key };
    book.say(key, &with!["count" => tags.len()]);
    for tag in tags {
        let comment = tag.comment.as_deref().map_or_else(String::new, |it| format!(": {it}"));
        book.tag(&tag.name, &comment);
    }
    let opaque: Vec<_> = book
        .logic()
        .index
        .opaque()
        .iter()
        .map(|it| (book.logic().cite(it.unit, it.span), it.reason))
        .collect();
    book.completeness(&opaque, &[]);
}

/// The values that several rungs, networks or routines write: outputs of the controller first, then
/// bits that follow two conditions. The flags of a chart's steps are the chart's own.
pub(super) fn written_twice(book: &mut Book<'_>) {
    let logic = book.logic();
    let index = logic.index;
    let mut writers: BTreeMap<PlaceId, Vec<(Citation, bool)>> = BTreeMap::new();
    for (unit, _) in index.units() {
        for (id, statement) in index.statements_of(unit) {
            let written: Vec<(RefId, bool)> = match &statement.effect {
                Effect::Assign { to, how, .. } => vec![(*to, *how == How::Follow)],
                Effect::Call { bindings, .. } => {
                    let out = index.bindings(bindings).iter();
                    let out = out.filter(|it| it.direction == Direction::Out);
                    out.filter_map(|it| Some((it.at?, true))).collect()
                }
                _ => continue,
            };
            for (to, follows) in written {
                let place = index.canonical(index.reference(to).place);
                let is_certain = index.places.path(place).iter().all(|part| {
                    !matches!(index.places.step(*part), Step::Behind | Step::AnyBit(_))
                });
                if is_certain && !is_of_step(book, place) {
                    writers.entry(place).or_default().push((logic.cite_statement(id), follows));
                }
            }
        }
    }
    // Several statements of one text belong together; the question is about several units.
    writers.retain(|_, found| found.iter().any(|(it, _)| it.unit != found[0].0.unit));
    let key = if writers.is_empty() { "twice-none" } else { "twice" };
    let is_logix = book.facts.project().vendor == Vendor::AllenBradley;
    let part = book.word(if is_logix { "part-rung" } else { "part-network" });
    book.say(key, &with!["count" => writers.len(), "part" => part]);
    let outputs = outputs(book);
    let mut ordered: Vec<(PlaceId, Vec<(Citation, bool)>)> = writers.into_iter().collect();
    ordered.sort_by_key(|(place, found)| {
        let coils = found.iter().filter(|it| it.1).count();
        (!outputs.contains(place), coils < 2)
    });
    let of_controller: Vec<String> =
        ordered.iter().filter(|it| outputs.contains(&it.0)).map(|it| called(book, it.0)).collect();
    if !of_controller.is_empty() {
        let names = of_controller.join(", ");
        book.say("twice-outputs", &with!["count" => of_controller.len(), "names" => names]);
    }
    for (place, mut found) in ordered {
        found.dedup_by_key(|it| it.0.unit);
        let places: Vec<String> = found.iter().map(|it| book.label(&it.0)).collect();
        let numbers: Vec<String> = found
            .iter()
            .filter_map(|it| book.cite_code(&it.0))
            .map(|number| format!(" [{number}]"))
            .collect();
        let name = called(book, place);
        book.evidence(format!("{name}: {}{}", places.join(", "), numbers.concat()));
        if let Some((last, _)) = deciding(logic, place) {
            let last = book.label(&logic.cite_statement(last));
            let text = book.words("twice-last", &with!["last" => last]);
            book.detail(text);
        }
    }
    book.partial();
}

/// Whether a place is the flag or the time of a chart's step or action.
fn is_of_step(book: &Book<'_>, place: PlaceId) -> bool {
    let index = book.logic().index;
    let root = index.places.root_of(place);
    let of = types::name_of(book.facts.project(), index, root);
    of.is_some_and(|of| of.to_ascii_uppercase().starts_with("SFC_"))
}

pub(super) fn unreachable(book: &mut Book<'_>) {
    let answer = book.logic().dead_code();
    let idle = |row: &&DeadRow| row.why == Dead::NotExecuted;
    // A whole routine that nothing executes is one place.
    let mut whole: Vec<&DeadRow> = answer.rows.iter().filter(idle).collect();
    whole.dedup_by_key(|row| row.citation.path.clone());
    let parts: Vec<&DeadRow> = answer.rows.iter().filter(|row| !idle(row)).collect();
    let count = whole.len() + parts.len();
    let key = if count == 0 { "all-runs" } else { "unreachable" };
    book.say(key, &with!["count" => count]);
    for row in whole {
        let path = row.citation.path.as_str();
        let number = book.cite(LocationKind::Routine, path, None);
        let why = book.word("dead-not-executed");
        book.numbered(number, &format!("{path}: {why}"));
    }
    for row in parts {
        dead_row(book, row);
    }
    book.completeness(&answer.opaque, &answer.gaps);
}

/// All suspicious findings, counted by kind, the worst first.
pub(super) fn any(book: &mut Book<'_>) {
    let logic = book.logic();
    let found = logic.findings(None);
    let dead = logic.dead_code();
    let count = found.rows.len() + dead.rows.len();
    let key = if count == 0 { "findings-none" } else { "findings" };
    book.say(
        key,
        &with!["count" => count, "writes" => found.rows.len(), "dead" => dead.rows.len()],
    );
    for row in &found.rows {
        let Some(citation) = row.citations.first() else { continue };
        let said = row.says().in_language(book.language);
        let more: Vec<String> = row
            .citations
            .iter()
            .skip(1)
            .filter_map(|it| book.cite_code(it))
            .map(|it| format!(" [{it}]"))
            .collect();
        let more = more.concat();
        let number = book.cite_code(citation);
        let label = book.label(citation);
        book.numbered(number, &format!("{}: {said} ({label}){more}", row.place));
    }
    for row in &dead.rows {
        dead_row(book, row);
    }
    book.completeness(&found.opaque, &found.gaps);
    let text = book.word("findings-more");
    book.line(text);
}

fn dead_row(book: &mut Book<'_>, row: &DeadRow) {
    let why = book.word(match row.why {
        Dead::NotExecuted => "dead-not-executed",
        Dead::BehindJump => "dead-behind",
        Dead::NeverTrue => "dead-never",
        Dead::NeverOn => "dead-off",
    });
    let quote = book.quote(&row.citation);
    book.item(&row.citation, &format!("{why}: {quote}"));
}
