//! What the code does with a value that it reads.

use tagbridge_logic::{Effect, PlaceId, Relation, UnitId, explain::Row, query::Wanted};

use super::sentences::in_words;
use crate::book::Book;

/// Maximum number of statements.
const STATEMENTS_MAX: usize = 6;

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

/// The statements with a place in their conditions or values.
fn rows(book: &Book<'_>, place: PlaceId) -> Vec<Row> {
    let logic = book.logic();
    let index = logic.index;
    let mut units: Vec<UnitId> =
        logic.uses(place, Wanted::Read).rows.iter().map(|row| row.citation.unit).collect();
    units.dedup();
    let is_it = |other: &PlaceId| {
        matches!(index.relate(*other, place), Relation::Same | Relation::Within)
    };
    let reads = |row: &Row| {
        let statement = index.statement(row.statement);
        let value = match &statement.effect {
            Effect::Assign { value, .. } => Some(*value),
            _ => None,
        };
        let all = [Some(statement.guard), Some(row.condition), value];
        all.into_iter().flatten().any(|it| index.exprs.places(it).iter().any(is_it))
    };
    units.into_iter().flat_map(|unit| logic.explain(unit).rows).filter(reads).collect()
}
