//! What the code does with a value that it reads.

use tagbridge_logic::{Citation, Effect, PlaceId, Relation, UnitId, explain::Row, query::Wanted};

use super::sentences::in_words;
use crate::book::Book;

/// Maximum number of statements.
const STATEMENTS_MAX: usize = 6;
/// Maximum number of sentences about one location.
const SENTENCES_MAX: usize = 2;

/// Adds the statements that read a place, in words: what an input or a setting does.
pub(super) fn effects(book: &mut Book<'_>, place: PlaceId) {
    let rows = rows(book, place);
    if rows.is_empty() {
        return;
    }
    let text = book.word("reads-effects");
    book.line(text);
    let most = if book.page.all { usize::MAX } else { STATEMENTS_MAX };
    for row in rows.iter().take(most) {
        let (said, label) = (in_words(book, row), book.label(&row.citation));
        book.evidence(format!("{said} ({label})"));
    }
    book.leave_out(rows.len().saturating_sub(most));
}

/// What the code at a location does with a place, in words.
pub(super) fn told_at(book: &Book<'_>, citation: &Citation, place: PlaceId) -> Option<String> {
    let rows = of_unit(book, citation.unit, place);
    let here = rows.iter().filter(|row| row.citation.line == citation.line).take(SENTENCES_MAX);
    let said: Vec<String> = here.map(|row| in_words(book, row)).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// The statements with a place in their conditions or values.
pub(super) fn rows(book: &Book<'_>, place: PlaceId) -> Vec<Row> {
    let uses = book.logic().uses(place, Wanted::Read).rows;
    let mut units: Vec<UnitId> = uses.iter().map(|row| row.citation.unit).collect();
    units.dedup();
    units.into_iter().flat_map(|unit| of_unit(book, unit, place)).collect()
}

fn of_unit(book: &Book<'_>, unit: UnitId, place: PlaceId) -> Vec<Row> {
    let logic = book.logic();
    let index = logic.index;
    let is_it =
        |other: &PlaceId| matches!(index.relate(*other, place), Relation::Same | Relation::Within);
    let reads = |row: &Row| {
        let statement = index.statement(row.statement);
        let value = match &statement.effect {
            Effect::Assign { value, .. } => Some(*value),
            _ => None,
        };
        let all = [Some(statement.guard), Some(row.condition), value];
        all.into_iter().flatten().any(|it| index.exprs.places(it).iter().any(is_it))
    };
    logic.explain(unit).rows.into_iter().filter(reads).collect()
}
