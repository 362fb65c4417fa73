//! The bits in the conditions of a bit, step by step.

use std::collections::{HashSet, VecDeque};

use tagbridge_logic::{
    PlaceId, StatementId,
    query::{InsideRow, Turned},
};

use crate::{
    answers::origins::{is_input, outward},
    book::Book,
};

/// Maximum number of followed bits.
const LINKS_MAX: usize = 120;

/// A bit with the statements that turn it on.
pub(super) struct Link {
    pub(super) place: PlaceId,
    pub(super) rows: Vec<InsideRow>,
}

/// The bits in the conditions of a bit, the nearest first; inputs are ends.
pub(super) fn chain(book: &Book<'_>, place: PlaceId, steps: usize) -> Vec<Link> {
    let logic = book.logic();
    let index = logic.index;
    let mut seen = HashSet::from([(index.canonical(place), Vec::new())]);
    let mut left = VecDeque::from([(index.canonical(place), Vec::new(), 0)]);
    let mut found = Vec::new();
    while let Some((place, calls, step)) = left.pop_front() {
        let rows = on(book, place, &calls);
        if step < steps && found.len() < LINKS_MAX {
            for row in &rows {
                for literal in &row.row.literals {
                    for (next, calls) in outward(book, *literal, &row.calls) {
                        if super::is_bit(book, next)
                            && !is_input(book, next)
                            && seen.insert((next, calls.clone()))
                        {
                            left.push_back((next, calls, step + 1));
                        }
                    }
                }
            }
        }
        if step > 0 && !rows.is_empty() {
            found.push(Link { place, rows });
        }
    }
    found
}

/// The executed code that turns a bit on, within called blocks, too.
pub(super) fn on(book: &Book<'_>, place: PlaceId, calls: &[StatementId]) -> Vec<InsideRow> {
    let found = crate::answers::origins::on(book, place, calls, false);
    if found.is_empty() {
        let logic = book.logic();
        let own = logic.turned(place, Turned::On).rows.into_iter().filter(|it| !it.bound);
        return own.map(|row| InsideRow { row, calls: calls.to_vec() }).collect();
    }
    found
}
