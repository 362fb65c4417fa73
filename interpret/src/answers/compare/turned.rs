//! What turns two bits on.

use tagbridge_logic::{
    PlaceId,
    query::{InsideRow, Turned},
    types,
};

use super::super::sentences::sentence;
use crate::book::Book;

/// Maximum number of places of each bit.
const PLACES_MAX: usize = 3;

/// The conditions under which two bits are turned on, one under the other.
pub(super) fn turned(book: &mut Book<'_>, one: (PlaceId, &str), other: (PlaceId, &str)) {
    let logic = book.logic();
    let is_bit = |place| types::is_bit(logic.project, logic.index, place) == Some(true);
    if !is_bit(one.0) || !is_bit(other.0) {
        return;
    }
    for (place, _) in [one, other] {
        let mut rows: Vec<InsideRow> = Vec::new();
        for row in logic.turned(place, Turned::On).rows {
            if row.bound {
                rows.extend(logic.turned_inside(row.statement, place, Turned::On));
            } else {
                rows.push(InsideRow { row, calls: Vec::new() });
            }
        }
        for inside in rows.iter().take(PLACES_MAX) {
            let said = sentence(book, inside, Turned::On);
            let call = inside.calls.last().map(|call| logic.cite_statement(*call));
            book.item(call.as_ref().unwrap_or(&inside.row.citation), &said);
        }
        book.leave_out(rows.len().saturating_sub(PLACES_MAX));
    }
}
