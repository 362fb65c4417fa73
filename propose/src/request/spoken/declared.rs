//! New tags, and new members of types.

use super::clause::Clause;
use crate::request::{Kind, Request};

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
