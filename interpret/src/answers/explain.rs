//! The function of a rung, a routine, a block.

use tagbridge_logic::{PlaceId, UnitId, query::Wanted};
use tagbridge_project::Section;

use super::sentences::in_words;
use crate::{book::Book, say::with};

/// Further rungs or statements of one routine are only counted.
const UNITS_MAX: usize = 40;
const STATEMENTS_MAX: usize = 40;
/// Maximum number of named parameters and calls.
const PARAMETERS_MAX: usize = 12;

pub(super) fn units(book: &mut Book<'_>, units: &[UnitId]) {
    for unit in units.iter().take(UNITS_MAX) {
        explain(book, *unit, units.len() == 1);
    }
    if units.len() > UNITS_MAX {
        book.say("more-units", &with!["count" => units.len() - UNITS_MAX]);
    }
}

fn explain(book: &mut Book<'_>, unit: UnitId, alone: bool) {
    let logic = book.logic();
    let explanation = logic.explain(unit);
    let whole = logic.cite(unit, super::sentences::whole());
    let number = book.cite_code(&whole);
    let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
    if whole.rung.is_some() {
        let (label, quote) = (book.label(&whole), book.quote(&whole));
        book.line(format!("{label}: {quote}{mark}"));
    } else {
        book.line(format!("{}{mark}", whole.path));
    }
    for comment in &explanation.comments {
        let comment = book.comment(comment);
        book.say("its-comment", &with!["comment" => comment]);
    }
    if explanation.rows.is_empty() {
        let text = book.word("does-nothing");
        book.line(format!("{text}{mark}"));
    }
    for row in explanation.rows.iter().take(STATEMENTS_MAX) {
        let sentence = in_words(book, row);
        let at = match row.citation.line {
            Some(line) => book.words("line", &with!["number" => line]) + ": ",
            None => String::new(),
        };
        book.evidence(format!("{at}{sentence}{mark}"));
    }
    if explanation.rows.len() > STATEMENTS_MAX {
        let count = explanation.rows.len() - STATEMENTS_MAX;
        book.say("more-statements", &with!["count" => count]);
    }
    if alone {
        for (name, said) in explanation.descriptions.iter().take(UNITS_MAX) {
            let said = book.comment(said);
            book.say("its-tag", &with!["name" => name.as_str(), "comment" => said]);
        }
    }
}

/// What a block is for: its parameters, its calls, and what it does; the steps of a chart.
pub(super) fn block(book: &mut Book<'_>, at: usize) {
    super::what::head(book, at);
    let of_block = units_of(book, at);
    let Some(first) = of_block.first() else { return super::what::interface(book, at) };
    let name = book.facts.project().blocks[at].name.clone();
    parameters(book, at);
    calls(book, &name);
    let routine = book.logic().index.unit(*first).routine;
    if !super::states::chart(book, routine, &name, None) {
        super::purpose::of_block(book, &of_block);
    }
    if book.page.all {
        super::what::interface(book, at);
    }
}

/// The code of a block.
pub(super) fn units_of(book: &Book<'_>, at: usize) -> Vec<UnitId> {
    let logic = book.logic();
    let block = &book.facts.project().blocks[at];
    let units = logic.index.units().filter(|(_, unit)| {
        let path = logic.path(unit.routine);
        let owner = &book.facts.project().routines[unit.routine.index()].owner;
        path.eq_ignore_ascii_case(&block.name) || owner.eq_ignore_ascii_case(&block.name)
    });
    units.map(|(id, _)| id).collect()
}

/// The inputs and the outputs of a block, with their comments.
fn parameters(book: &mut Book<'_>, at: usize) {
    let members = &book.facts.project().blocks[at].members;
    for (key, sections) in [
        ("its-inputs", [Section::Input, Section::InOut]),
        ("its-outputs", [Section::Output, Section::Return]),
    ] {
        let own: Vec<_> = members
            .iter()
            .filter(|it| it.section.is_some_and(|it| sections.contains(&it)))
            .collect();
        let named = own.iter().take(PARAMETERS_MAX).map(|it| {
            let comment = it.comment.as_deref().map(|it| book.comment(it));
            let comment = comment.filter(|it| !it.is_empty());
            comment.map_or_else(|| it.name.clone(), |comment| format!("{} ({comment})", it.name))
        });
        let named = named.collect::<Vec<_>>().join(", ");
        let more = own.len().saturating_sub(PARAMETERS_MAX);
        if !own.is_empty() {
            book.say(key, &with!["names" => named, "more" => more]);
        }
    }
}

/// Where a block is called, in one line.
fn calls(book: &mut Book<'_>, name: &str) {
    let rows = book.logic().callers(name).rows;
    let places = rows.iter().take(PARAMETERS_MAX).map(|row| {
        let label = book.label(&row.citation);
        row.instance.as_ref().map_or_else(|| label.clone(), |on| format!("{on} ({label})"))
    });
    let places = places.collect::<Vec<_>>().join(", ");
    let more = rows.len().saturating_sub(PARAMETERS_MAX);
    let key = if rows.is_empty() { "called-nowhere" } else { "its-calls" };
    book.say(key, &with!["name" => name, "places" => places, "more" => more]);
}

/// For a tag: the code that uses it, by the units that write it.
pub(super) fn place(book: &mut Book<'_>, place: PlaceId, name: &str) {
    super::what::place(book, place, name);
    let written = book.logic().uses(place, Wanted::Written);
    let mut of_place: Vec<UnitId> = written.rows.iter().map(|row| row.citation.unit).collect();
    of_place.dedup();
    // A whole text is too long: only the lines that turn the tag are explained.
    let rungs: Vec<UnitId> = of_place
        .into_iter()
        .filter(|unit| book.logic().cite(*unit, super::sentences::whole()).rung.is_some())
        .collect();
    units(book, &rungs);
}
