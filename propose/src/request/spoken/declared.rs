//! New tags, and new members of types.

use super::{clause::Clause, described::words_of};
use crate::request::{Kind, Request};

/// What a place is, before its name.
const UNITS: [&str; 8] =
    ["program", "programm", "routine", "block", "baustein", "pou", "datenbaustein", "datablock"];

/// A new member of a type of the project.
pub(super) fn member(clause: &Clause<'_>) -> Option<Request> {
    let (place, new): (Vec<String>, Vec<String>) =
        clause.names().into_iter().partition(|it| clause.is_type(it));
    let ([place], [name]) = (place.as_slice(), new.as_slice()) else { return None };
    let kind = clause.declared_type()?;
    Some(Request::of(Kind::AddMember, &[("name", name), ("type", &kind), ("place", place)]))
}

/// New tags.
pub(super) fn declarations(clause: &Clause<'_>) -> Option<Request> {
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
    let mut request = Request::of(Kind::AddTag, &[("name", &first), ("type", &kind)]);
    if let [value] = clause.values().as_slice() {
        request.set("value", value.clone());
    }
    if let Some(place) = place {
        request.set("place", place);
    }
    if !names.is_empty() {
        request.set("more", names.join(" "));
    }
    Some(request)
}
