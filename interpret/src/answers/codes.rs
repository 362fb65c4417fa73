//! What the values of a number mean: of a code of faults, of a word with single bits.

use tagbridge_logic::{PlaceId, Step, explain::Row, query::States};

use super::{
    conclude::said,
    sentences::{in_words, sentence},
};
use crate::{
    book::Book,
    machine::{codes, done_in, labels, sets},
    say::with,
};

/// Maximum number of statements about one of several values.
const STATEMENTS_MAX: usize = 1;

/// Shows what one value of a number means, or all of them; false if code names less than two values.
pub(super) fn values(book: &mut Book<'_>, place: PlaceId, name: &str, value: Option<&str>) -> bool {
    let Some(all) = codes(book.logic(), place) else { return false };
    let texts = labels(book.logic(), &all);
    let text = |of: &str| texts.get(of).and_then(|it| it.first()).cloned();
    let comment = said::comment_of(book, name).map(|it| book.comment(&it));
    let comment = comment.map_or_else(String::new, |it| format!(" “{it}”"));
    if let Some(value) = value {
        let is_known = all.states.iter().any(|it| it.name.eq_ignore_ascii_case(value));
        let text = text(value).map_or_else(String::new, |it| format!(": “{it}”"));
        let key = if is_known { "value-means" } else { "value-unknown-in-code" };
        let with =
            with!["name" => name, "value" => value, "text" => text, "comment" => comment.as_str()];
        book.say(key, &with);
        if is_known {
            for row in one(book, &all, value) {
                let said = in_words(book, &row);
                book.item(&row.citation, &said);
            }
            return true;
        }
    }
    let count = all.states.len();
    book.say("values-mean", &with!["name" => name, "count" => count, "comment" => comment]);
    for state in &all.states {
        let text = text(&state.name).map_or_else(String::new, |it| format!("“{it}” "));
        let rows = one(book, &all, &state.name);
        let mut said: Vec<String> = Vec::new();
        for row in rows.iter().take(STATEMENTS_MAX) {
            book.cite_code(&row.citation);
            said.push(format!("{} ({})", in_words(book, row), book.label(&row.citation)));
        }
        book.evidence(format!("{}: {text}{}", state.name, said.join(" ")));
    }
    true
}

/// What sets a value, and what is done only with it.
fn one(book: &Book<'_>, all: &States, value: &str) -> Vec<Row> {
    let mut rows = sets(book.logic(), all, value);
    rows.extend(done_in(book.logic(), all, value));
    rows
}

/// Shows what the bits of a word mean; false if code names less than two.
pub(super) fn bits(book: &mut Book<'_>, place: PlaceId, name: &str) -> bool {
    let logic = book.logic();
    let places = &logic.index.places;
    let number = |it: &PlaceId| match places.step(*it) {
        Step::Bit(at) => Some(at),
        _ => None,
    };
    let mut all: Vec<(u16, PlaceId)> =
        places.children(place).iter().filter_map(|it| Some((number(it)?, *it))).collect();
    all.sort_unstable();
    if all.len() < 2 {
        return false;
    }
    book.say("bits-mean", &with!["name" => name, "count" => all.len()]);
    for (at, bit) in all {
        let comment = said::comment_of(book, &logic.place(bit)).map(|it| book.comment(&it));
        let comment = comment.map_or_else(String::new, |it| format!("“{it}” "));
        let mut rows = logic.turned(bit, tagbridge_logic::query::Turned::On).rows.into_iter();
        let row = rows.find(|it| !it.bound);
        let said = row.map_or_else(String::new, |row| {
            let label = book.label(&row.citation);
            book.cite_code(&row.citation);
            let inside = tagbridge_logic::query::InsideRow { row, calls: Vec::new() };
            let said = sentence(book, &inside, tagbridge_logic::query::Turned::On);
            format!("{said} ({label})")
        });
        book.evidence(format!("{at}: {comment}{said}"));
    }
    true
}
