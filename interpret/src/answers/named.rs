//! The names of places, and the outputs of the controller.

use std::collections::HashSet;

use tagbridge_logic::{PlaceId, query::Found};
use tagbridge_project::Tag;

use crate::book::Book;

/// The name of a place, and of the tag for it.
pub(super) fn called(book: &Book<'_>, place: PlaceId) -> String {
    let name = book.logic().place(place);
    match alias(book, &name) {
        Some(tag) => format!("{} ({name})", tag.name),
        None => name,
    }
}

/// The name of the tag for a place, or of the place.
pub(super) fn tag_name(book: &Book<'_>, place: PlaceId) -> String {
    let name = book.logic().place(place);
    alias(book, &name).map_or(name, |tag| tag.name.clone())
}

fn alias<'a>(book: &Book<'a>, name: &str) -> Option<&'a Tag> {
    let tags = &book.facts.project().tags;
    tags.iter().find(|it| it.alias_for.as_deref().is_some_and(|of| of.eq_ignore_ascii_case(name)))
}

/// The outputs of the controller, and their aliases.
pub(super) fn outputs(book: &Book<'_>) -> HashSet<PlaceId> {
    let facts = book.facts;
    let logic = facts.logic();
    let tags = facts.project().tags.iter().filter(|tag| crate::area(tag) == Some('Q'));
    let mut found: HashSet<PlaceId> = HashSet::new();
    for tag in tags {
        if let Some(Found::One(place)) = facts.place_called(&tag.name) {
            found.insert(place);
            found.insert(logic.index.canonical(place));
        }
    }
    let is_address = |place: &PlaceId| {
        let text = logic.place(*place);
        text.starts_with("%Q") || text.split(['.', '[']).next().is_some_and(|it| it.ends_with(":O"))
    };
    found.extend(logic.index.places.ids().filter(is_address));
    found
}
