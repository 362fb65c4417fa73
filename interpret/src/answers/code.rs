//! Queries about code: a routine, a rung, a block, a type.

use tagbridge_api::query::{Aspect, Query};
use tagbridge_logic::UnitId;
use tagbridge_project::BlockKind;

use super::{explain, limits, purpose, sentences, states, structure, uses, what};
use crate::{book::Book, resolve::Subject};

pub(super) fn of_code(book: &mut Book<'_>, query: &Query, subject: &Subject, name: &str) -> bool {
    match (query, subject) {
        (Query::Sequence { state, .. }, Subject::Units(units))
            if is_chart(book, units, name, state.as_deref()) => {}
        (Query::Sequence { state, .. }, Subject::Block(at))
            if is_sequence(book, *at, name, state.as_deref()) => {}
        (Query::Explain { aspect: Aspect::Purpose, .. }, Subject::Block(at)) => {
            explain::block(book, *at);
        }
        (
            Query::Condition { .. } | Query::WhyNow { .. } | Query::WhyThen { .. },
            Subject::Units(units),
        ) => {
            structure::runs(book, name, units);
        }
        (Query::References { .. }, Subject::Block(at)) if is_data(book, *at) => {
            uses::nowhere(book, name);
        }
        (Query::References { .. }, Subject::Block(_) | Subject::Called(_) | Subject::Units(_))
        | (
            Query::Condition { .. } | Query::WhyNow { .. } | Query::WhyThen { .. },
            Subject::Block(_),
        )
        | (_, Subject::Called(_)) => structure::callers(book, name),
        (Query::Settings { .. }, Subject::Block(_)) => limits::of_block(book, name),
        (_, Subject::Block(at)) => what::block(book, *at),
        (_, Subject::Type(at)) => what::data_type(book, *at),
        (_, Subject::Units(units)) => match units.as_slice() {
            [unit] if is_rung(book, *unit) => explain::units(book, units),
            _ => purpose::purpose(book, units, name),
        },
        _ => return false,
    }
    true
}

fn is_data(book: &Book<'_>, at: usize) -> bool {
    book.facts.project().blocks[at].kind == BlockKind::DataBlock
}

/// Whether a unit is one rung, network or sheet, not a whole text.
fn is_rung(book: &Book<'_>, unit: UnitId) -> bool {
    book.logic().cite(unit, sentences::whole()).rung.is_some()
}

/// Whether units are a chart or contain a state machine; then its states have been described.
fn is_chart(book: &mut Book<'_>, units: &[UnitId], name: &str, state: Option<&str>) -> bool {
    let routine = units.first().map(|unit| book.logic().index.unit(*unit).routine);
    routine.is_some_and(|routine| states::chart(book, routine, name, state))
        || states::machine_in(book, units, state)
}

/// The same for the code of a block.
fn is_sequence(book: &mut Book<'_>, at: usize, name: &str, state: Option<&str>) -> bool {
    let units = explain::units_of(book, at);
    is_chart(book, &units, name, state)
}
