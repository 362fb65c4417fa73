//! The current value of a place, or why it is unknown.

use tagbridge_logic::{
    PlaceId,
    expr::Scalar,
    why::{Absence, Sample},
};

use super::{Given, Values, what};
use crate::{book::Book, say::with};

pub(super) fn of_place(book: &mut Book<'_>, place: PlaceId, name: &str, given: &Given<'_>) {
    value(book, name, given);
    if given.values.as_ref().is_some_and(|it| it.live) {
        what::declaration(book, name);
        return explain(book, place, name);
    }
    // Where no value is known, the code says where it comes from.
    what::place(book, place, name);
    constant(book, name);
}

/// A name without a use in code: only its value can be answered.
pub(super) fn declared(book: &mut Book<'_>, name: &str, given: &Given<'_>) {
    value(book, name, given);
    what::declared(book, name);
    constant(book, name);
}

fn value(book: &mut Book<'_>, name: &str, given: &Given<'_>) {
    let Some(values) = given.values.as_ref().filter(|it| it.live) else {
        let key = if given.values.is_some() { "value-not-live" } else { "value-not-at-hand" };
        return book.say(key, &with!["name" => name]);
    };
    let lack = match values.now.get(name) {
        Some(Sample::Good(value)) => {
            let value = scalar(book, value);
            let text = book.words("is-now", &with!["name" => name, "value" => value]);
            let number = what::cite_declared(book, name);
            book.numbered(number, &text);
            return scan(book, values);
        }
        Some(Sample::Bad(reason)) => Absence::Bad(reason.clone()),
        None => Absence::NotRead,
    };
    let why = self::lack(book, &lack);
    book.say("value-unknown", &with!["name" => name, "why" => why]);
    requested(book, values);
    if lack != Absence::NotRead {
        scan(book, values);
    }
}

/// The scan of the values.
pub(super) fn scan(book: &mut Book<'_>, values: &Values) {
    let sequence = values.now.sequence.to_string();
    match values.scan_began {
        Some(began) => {
            let time = began.get().strftime("%Y-%m-%d %H:%M:%S UTC").to_string();
            book.say("of-scan", &with!["sequence" => sequence, "time" => time]);
        }
        None => book.say("of-sequence", &with!["sequence" => sequence]),
    }
}

/// Why a value is unknown.
pub(super) fn lack(book: &Book<'_>, lack: &Absence) -> String {
    match lack {
        Absence::NotRead => book.word("lack-not-read"),
        Absence::Bad(reason) => {
            let reason = reason.in_language(book.language);
            book.words("lack-bad", &with!["reason" => reason])
        }
        Absence::NoValue => book.word("lack-none"),
    }
}

/// The requested values, which will be available soon.
pub(super) fn requested(book: &mut Book<'_>, values: &Values) {
    if !values.requested.is_empty() {
        let names = values.requested.join(", ");
        book.say("requested", &with!["names" => names, "count" => values.requested.len()]);
    }
}

/// Remarks about the place: its alias, and whether it is constant.
pub(super) fn explain(book: &mut Book<'_>, place: PlaceId, name: &str) {
    if let Some(alias) = book.logic().alias_of(place) {
        book.say("stands-for", &with!["name" => name, "place" => alias]);
    }
    constant(book, name);
}

/// Adds that no code can change it, if that is so.
fn constant(book: &mut Book<'_>, name: &str) {
    let tags = &book.facts.project().tags;
    if tags.iter().any(|tag| tag.constant && tag.name.eq_ignore_ascii_case(name)) {
        book.say("is-constant", &with!["name" => name]);
    }
}

pub(super) fn scalar(book: &Book<'_>, value: &Scalar) -> String {
    match value {
        Scalar::Bool(true) => book.word("on"),
        Scalar::Bool(false) => book.word("off"),
        Scalar::Int(value) => value.to_string(),
        Scalar::Real(value) => value.to_string(),
        Scalar::Text(text) => format!("'{text}'"),
    }
}
