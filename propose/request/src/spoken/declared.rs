//! New tags, and new members of types.

use super::{
    clause::Clause,
    described::words_of,
    lexicon::{is_type, meaning},
};
use crate::{
    ChangeRequest, RequestedChange,
    words::{RequestWord, is_filler},
};

/// Words before or after the name of a type.
const KINDS: [&str; 7] = ["udt", "dut", "type", "typ", "struct", "struktur", "datentyp"];
/// Units of quantities that have fractions.
const UNITS_OF_REALS: [&str; 12] =
    ["kw", "kg", "bar", "mbar", "°c", "m3/h", "l/min", "l/h", "hz", "m/s", "%", "nm"];

/// What a place is, before its name.
const UNITS: [&str; 8] =
    ["program", "programm", "routine", "block", "baustein", "pou", "datenbaustein", "datablock"];

/// A new member of a type of the project.
pub(super) fn member(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let (place, new): (Vec<String>, Vec<String>) =
        clause.names().into_iter().partition(|it| clause.is_type(it));
    let [place] = place.as_slice() else { return None };
    let says = |all: &[&str]| all.iter().any(|own| clause.words.iter().any(|it| it.is(own)));
    // "A tag of type T" is no member of T.
    let is_of = clause.words.windows(2).any(|it| {
        ["of", "vom", "von", "as", "with", "mit"].iter().any(|own| it[0].is(own))
            && KINDS.iter().any(|own| it[1].is(own))
    });
    let is_kind = clause.has("member") || (says(&KINDS) && !is_of && !clause.has("tag"));
    let is_wanted = ["add", "member", "needs"].iter().any(|it| clause.has(it))
        || says(&["fehlt", "missing", "lacks", "bekommt", "gets", "extend", "erweitere"]);
    if !is_kind
        || !is_wanted
        || ["duplicate", "rename", "remove", "comment"].iter().any(|it| clause.has(it))
    {
        return None;
    }
    let name = match new.as_slice() {
        [name] if words_of(name).is_none() => name.clone(),
        _ => new_noun(clause, place)?,
    };
    let mut request =
        ChangeRequest::of(RequestedChange::AddMember, &[("name", &name), ("place", place)]);
    // A quantity with a unit is a number with a fraction.
    let kind = clause.declared_type().or_else(|| says(&UNITS_OF_REALS).then(|| "REAL".to_owned()));
    if let Some(kind) = kind {
        request.set("type", kind);
    }
    Some(request)
}

/// New tags.
pub(super) fn declarations(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let kind = clause.declared_type()?;
    let all = clause.names().into_iter();
    let (places, mut names): (Vec<String>, Vec<String>) =
        all.partition(|it| clause.is_unit(it) || clause.is_place(it));
    if !(clause.has("add") || clause.has("tag") || clause.has("declare")) || names.is_empty() {
        return None;
    }
    // `Im Programm Alarms` names one place.
    let is_unit = |it: &String| UNITS.iter().any(|unit| unit.eq_ignore_ascii_case(it));
    let is_kind =
        |it: &String| words_of(it).map_or_else(|| is_unit(it), |of| of.iter().all(is_unit));
    if !names.iter().all(is_kind) {
        names.retain(|it| !is_kind(it));
    }
    let first = names.remove(0);
    let behind = clause.name_behind("of").filter(|it| *it != first);
    let place = places.into_iter().next().or(behind);
    let place = place.or_else(|| clause.has("controller").then(|| "controller".to_owned()));
    names.retain(|it| place.as_ref() != Some(it));
    let mut request =
        ChangeRequest::of(RequestedChange::AddTag, &[("name", &first), ("type", &kind)]);
    if let [value] = clause.values().as_slice() {
        request.set("value", value.clone());
    }
    if let Some(place) = place {
        request.set("place", place);
    }
    if !names.is_empty() {
        request.set("more", names.join("\n"));
    }
    Some(request)
}

/// Another type of an existing variable.
pub(super) fn retyped(clause: &Clause<'_>) -> Option<ChangeRequest> {
    let [name] = <[String; 1]>::try_from(clause.names()).ok()?;
    let is = clause.type_of(&name)?;
    let types = clause.declared_types();
    // "The pallet counter": the noun is no type.
    let types: Vec<&String> = types
        .iter()
        .filter(|it| !["COUNTER", "TIMER"].contains(&it.as_str()) && **it != is)
        .collect();
    let [kind] = types.as_slice() else { return None };
    let is_other =
        !["add", "remove", "when", "comment", "duplicate"].iter().any(|it| clause.has(it));
    is_other.then(|| ChangeRequest::of(RequestedChange::Retype, &[("name", &name), ("type", kind)]))
}

/// What a new member of a type is called where the project has no such word: a noun of the sentence.
fn new_noun(clause: &Clause<'_>, place: &str) -> Option<String> {
    let is_noun = |(at, word): &(usize, &RequestWord)| {
        let lower = word.text.to_lowercase();
        let begins = ["add", "field", "member", "the", "a", "an", "for"];
        let is_named = clause
            .words
            .get(at.wrapping_sub(1))
            .is_some_and(|it| begins.iter().any(|own| it.is(own)));
        let is_upper = *at > 0 && word.text.starts_with(char::is_uppercase);
        (is_upper || is_named)
            && word.text.chars().count() > 3
            && word.text.chars().all(char::is_alphabetic)
            && meaning(&lower).is_none()
            && !is_type(word)
            && !is_filler(word)
            && !KINDS.contains(&lower.as_str())
            && !word.text.eq_ignore_ascii_case(place)
    };
    let found = clause.words.iter().enumerate().find(is_noun)?.1.text.clone();
    let plain =
        [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue"), ("ß", "ss")];
    Some(plain.iter().fold(found, |name, (from, to)| name.replace(from, to)))
}
