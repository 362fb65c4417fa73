//! The words that a project has for a place.

use tagbridge_logic::{Citation, PlaceId, UnitId};
use tagbridge_project::Body;

use crate::{answers::what::member_of, book::Book};

/// The name of a place, and its comment in all languages of the project.
pub(in crate::answers) fn described(book: &Book<'_>, place: PlaceId) -> String {
    let name = book.logic().place(place);
    let comment = comment_of(book, &name);
    // The data of an instruction have the comment of the whole.
    let parent = || {
        let whole = book.logic().index.places.parent(place)?;
        comment_of(book, &book.logic().place(whole))
    };
    let comment = comment.or_else(parent).unwrap_or_default();
    format!("{name} {}", in_all_languages(book, &comment))
}

/// The comment of a tag, or of a variable of a block.
pub(in crate::answers) fn comment_of(book: &Book<'_>, name: &str) -> Option<String> {
    let symbol = book.facts.symbols.find_without_hint(name).ok();
    let own = symbol.and_then(|it| it.comment).map(str::to_owned);
    own.or_else(|| member_of(book, name).and_then(|it| it.1.comment.clone()))
}

/// A comment in all languages of the project.
pub(super) fn in_all_languages(book: &Book<'_>, comment: &str) -> String {
    let others = book.facts.project().translations.of(comment).map(|it| it.1);
    std::iter::once(comment).chain(others).collect::<Vec<_>>().join(" ")
}

/// The title and the comment of a rung.
pub(in crate::answers) fn of_rung(book: &Book<'_>, unit: UnitId) -> String {
    let logic = book.logic();
    let unit = logic.index.unit(unit);
    let (Body::Rungs(rungs), Some(at)) =
        (&book.facts.project().routines[unit.routine.index()].body, unit.rung)
    else {
        return String::new();
    };
    let rung = rungs.get(at as usize);
    let said = rung.map(|it| [it.title.as_deref(), it.comment.as_deref()]);
    said.into_iter().flatten().flatten().collect::<Vec<_>>().join(" ")
}

/// The comment at a location in code: of a rung, or of a line and the line above.
pub(super) fn at(book: &Book<'_>, citation: &Citation) -> String {
    let rung = of_rung(book, citation.unit);
    if !rung.is_empty() {
        return in_all_languages(book, &rung);
    }
    let Some(line) = citation.line.and_then(|it| usize::try_from(it).ok()) else {
        return String::new();
    };
    let text = book.logic().text(citation.unit);
    let said = |line: &str| {
        let mark = ["//", "(*", "/*"].iter().filter_map(|it| line.find(it)).min();
        mark.map_or_else(String::new, |at| line[at..].to_owned())
    };
    let lines: Vec<&str> = text.lines().skip(line.saturating_sub(2)).take(2).collect();
    let above = lines.first().filter(|it| lines.len() > 1 && it.trim_start().starts_with('/'));
    let own = lines.last().map_or_else(String::new, |it| said(it));
    format!("{} {own}", above.map_or_else(String::new, |it| said(it)))
}
