//! The code that turns an object on or off.

use tagbridge_logic::{
    How, PlaceId, Span,
    explain::Row,
    query::{EffectRow, Turned},
};

use crate::{book::Book, say::with};

pub(super) fn turned(
    book: &mut Book<'_>,
    place: PlaceId,
    name: &str,
    wanted: Turned,
    only: Option<How>,
) {
    let answer = book.logic().turned(place, wanted);
    let rows = answer.rows.iter().filter(|row| only.is_none_or(|how| row.how == Some(how)));
    let (bound, rows): (Vec<&EffectRow>, Vec<&EffectRow>) = rows.partition(|row| row.bound);
    let key = match (wanted, only.is_some(), rows.is_empty()) {
        (Turned::On, false, false) => "turned-on",
        (Turned::Off, false, false) => "turned-off",
        (Turned::On, true, false) => "latched",
        (Turned::Off, true, false) => "unlatched",
        (Turned::On, false, true) => "turned-on-nowhere",
        (Turned::Off, false, true) => "turned-off-nowhere",
        (Turned::On, true, true) => "latched-nowhere",
        (Turned::Off, true, true) => "unlatched-nowhere",
    };
    book.say(key, &with!["name" => name, "count" => rows.len()]);
    for row in rows {
        let sentence = sentence(book, row, wanted);
        book.item(&row.citation, &sentence);
        // A reset with its own condition does not seal anything in.
        if row.sealed_in && wanted == Turned::On {
            let text = book.words("sealed-in", &with!["name" => row.place.as_str()]);
            book.detail(text);
        }
    }
    // A parameter gets its value at the call of the block.
    for row in bound {
        let (label, quote) = (book.label(&row.citation), book.quote(&row.citation));
        let place = row.place.as_str();
        book.say("bound", &with!["label" => label, "place" => place, "quote" => quote]);
    }
    book.completeness(&answer.opaque, &answer.gaps);
}

/// A statement in words, with its code.
fn sentence(book: &Book<'_>, row: &EffectRow, wanted: Turned) -> String {
    let quote = book.quote(&row.citation);
    let explained = book.logic().explain(row.citation.unit).rows;
    match explained.into_iter().find(|it| it.statement == row.statement) {
        Some(found) => {
            let said = match wanted {
                Turned::On => in_words(book, &found),
                Turned::Off => book.logic().sentence_off(&found, book.language),
            };
            format!("{said} {quote}")
        }
        None => quote,
    }
}

/// A row of an explanation as a sentence.
pub(super) fn in_words(book: &Book<'_>, row: &Row) -> String {
    book.logic().sentence(row, book.language)
}

/// The span for a citation of a whole unit.
pub(super) fn whole() -> Span {
    Span::new(0, 0)
}
