//! Statements in words.

use tagbridge_logic::{
    Citation, Effect, PlaceId, Relation, Span,
    explain::Row,
    query::{InsideRow, Turned},
    types,
};

use crate::{book::Book, is_timer, items::of_time, say::with};

/// The preset of a timer or a counter, as an addition to a sentence.
pub(super) fn preset(book: &Book<'_>, inside: &InsideRow, literal: PlaceId) -> Option<String> {
    let index = book.logic().index;
    let Effect::Run { inputs, .. } = &index.statement(inside.row.statement).effect else {
        return None;
    };
    let given = inputs.iter().find(|(pin, _)| ["PT", "PRE"].contains(&index.names.text(*pin)));
    let given = given.map(|(_, value)| book.logic().expression(*value));
    let declared = || {
        let name = index.places.parent(literal).map(|timer| book.logic().place(timer))?;
        let symbol = book.facts.symbols.find_without_hint(&format!("{name}.PRE")).ok()?;
        symbol.initial.map(str::to_owned)
    };
    let name = |place| types::name_of(book.facts.project(), index, place);
    let is_timer = index.places.parent(literal).and_then(name).is_some_and(|it| is_timer(&it));
    let value = given.or_else(declared)?;
    Some(book.words("inventory-setting", &with!["value" => of_time(&value, is_timer)]))
}

/// A statement in words.
pub(super) fn sentence(book: &Book<'_>, inside: &InsideRow, wanted: Turned) -> String {
    let row = &inside.row;
    let explained = book.logic().explain(row.citation.unit).rows;
    match explained.into_iter().find(|it| it.statement == row.statement) {
        Some(found) => {
            let holds = wanted == Turned::On;
            book.logic().sentence_at(&found, holds, &inside.calls, book.language)
        }
        None => String::new(),
    }
}

/// A row of an explanation as a sentence.
pub(super) fn in_words(book: &Book<'_>, row: &Row) -> String {
    book.logic().sentence(row, book.language)
}

/// What the code at a location does to a place, in words.
pub(super) fn told_at(book: &Book<'_>, citation: &Citation, place: PlaceId) -> Option<String> {
    let index = book.logic().index;
    let is_it = |row: &&Row| {
        let target = super::conclude::target(row);
        let relation = target.map(|at| index.relate(at, place));
        row.citation.line == citation.line
            && matches!(relation, Some(Relation::Same | Relation::Within))
    };
    let rows = book.logic().explain(citation.unit).rows;
    let said: Vec<String> = rows.iter().filter(is_it).map(|row| in_words(book, row)).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// The span for a citation of a whole unit.
pub(super) fn whole() -> Span {
    Span::new(0, 0)
}
