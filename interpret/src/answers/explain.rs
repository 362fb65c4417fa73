//! The function of a rung, a routine, a block.

use tagbridge_logic::{PlaceId, UnitId, query::Wanted};

use super::turned::in_words;
use crate::{book::Book, say::with};

/// Further rungs or statements of one routine are only counted.
const UNITS_MAX: usize = 40;
const STATEMENTS_MAX: usize = 40;

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
    let whole = logic.cite(unit, super::turned::whole());
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

pub(super) fn block(book: &mut Book<'_>, at: usize) {
    super::what::head(book, at);
    let logic = book.logic();
    let block = &book.facts.project().blocks[at];
    let of_block: Vec<UnitId> = logic
        .index
        .units()
        .filter(|(_, unit)| {
            let path = logic.path(unit.routine);
            let owner = &book.facts.project().routines[unit.routine.index()].owner;
            path.eq_ignore_ascii_case(&block.name) || owner.eq_ignore_ascii_case(&block.name)
        })
        .map(|(id, _)| id)
        .collect();
    units(book, &of_block);
    super::what::interface(book, at);
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
        .filter(|unit| book.logic().cite(*unit, super::turned::whole()).rung.is_some())
        .collect();
    units(book, &rungs);
}
