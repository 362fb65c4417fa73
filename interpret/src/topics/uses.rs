//! Where something is used, read, written.

use std::collections::BTreeMap;

use tagbridge_logic::{
    Certainty, Citation, PlaceId, Relation, UseMode,
    query::{UseRow, Wanted},
};

use crate::{book::Book, say::with};

pub(super) fn uses(book: &mut Book<'_>, place: PlaceId, name: &str, wanted: Wanted) {
    let answer = book.logic().uses(place, wanted);
    let places = by_place(&answer.rows);
    let key = match (wanted, places.is_empty()) {
        (Wanted::Used, false) => "used",
        (Wanted::Read, false) => "read",
        (Wanted::Written, false) => "written",
        (Wanted::Used, true) => "used-nowhere",
        (Wanted::Read, true) => "read-nowhere",
        (Wanted::Written, true) => "written-nowhere",
    };
    book.say(key, &with!["name" => name, "count" => places.len()]);
    for rows in places {
        let Some(first) = rows.first() else { continue };
        let mut what = mode(book, &rows);
        for row in &rows {
            let note = note(book, row);
            if !note.is_empty() && !what.contains(&note) {
                what += &note;
            }
        }
        let quote = book.quote(&first.citation);
        book.item(&first.citation, &format!("{what}: {quote}"));
    }
    book.completeness(&answer.opaque, &answer.gaps);
}

/// What is declared, and no code names.
pub(super) fn nowhere(book: &mut Book<'_>, name: &str) {
    let number = super::what::cite_declared(book, name);
    let text = book.words("in-no-code", &with!["name" => name]);
    book.numbered(number, &text);
    book.partial();
}

/// The rows of a rung or a line together, in the order of the project.
fn by_place(rows: &[UseRow]) -> Vec<Vec<&UseRow>> {
    let mut places: BTreeMap<(tagbridge_logic::UnitId, Option<u32>), Vec<&UseRow>> =
        BTreeMap::new();
    for row in rows {
        let Citation { unit, line, .. } = row.citation;
        places.entry((unit, line)).or_default().push(row);
    }
    places.into_values().collect()
}

fn mode(book: &Book<'_>, rows: &[&UseRow]) -> String {
    let reads = rows.iter().any(|row| row.mode.reads());
    let writes = rows.iter().any(|row| row.mode.writes());
    book.word(match (reads, writes) {
        (true, true) => "mode-both",
        (false, true) => "mode-write",
        (true, false) => "mode-read",
        (false, false) => "mode-address",
    })
}

fn note(book: &Book<'_>, row: &UseRow) -> String {
    let place = row.place.as_str();
    let relation = match row.relation {
        Relation::Same | Relation::Disjoint if row.alias.is_some() => "as-alias",
        Relation::Same | Relation::Disjoint => "",
        Relation::Contains => "as-whole",
        Relation::Within => "as-part",
        Relation::Overlaps => "as-overlap",
        Relation::May => "as-maybe",
    };
    let mut note = String::new();
    if !relation.is_empty() {
        note = format!(" ({})", book.words(relation, &with!["place" => place]));
    }
    if row.certainty != Certainty::Certain && row.mode != UseMode::Read {
        note = format!("{note} ({})", book.word("not-certain"));
    }
    note
}
