//! The uses of an object: all, reads, writes.

use std::collections::BTreeMap;

use tagbridge_api::query::{Accessed, Aspect, ImpactWay, Query};
use tagbridge_logic::{
    Certainty, Citation, PlaceId, Relation, Span, UnitId,
    query::{UseRow, Wanted},
};

use tagbridge_texts::Coded;

use super::overwritten::overwritten;
use crate::{book::Book, lines::apart, say::with};

/// Maximum number of named locations of other uses.
const INSTEAD_MAX: usize = 6;

/// A rung, or a line of a text.
type Spot = (UnitId, Option<u32>);

pub(super) fn uses(book: &mut Book<'_>, place: PlaceId, name: &str, wanted: Wanted) {
    let answer = book.logic().uses(place, wanted);
    let (may, sure): (Vec<&UseRow>, Vec<&UseRow>) =
        answer.rows.iter().partition(|row| wanted == Wanted::Written && row.may_write);
    let sure = by_place(sure);
    let mut may = by_place(may);
    may.retain(|(at, _)| sure.iter().all(|(other, _)| other != at));
    let unseen = match wanted {
        Wanted::Written if sure.is_empty() => book.logic().unseen_writers(place),
        _ => Vec::new(),
    };
    let may_be = !may.is_empty() || !unseen.is_empty();
    let key = match (wanted, sure.is_empty()) {
        (Wanted::Used, false) => "used",
        (Wanted::Read, false) => "read",
        (Wanted::Written, false) => "written",
        (Wanted::Used, true) => "used-nowhere",
        (Wanted::Read, true) => "read-nowhere",
        (Wanted::Written, true) if may_be => "written-nowhere-surely",
        (Wanted::Written, true) => "written-nowhere",
    };
    book.say(key, &with!["name" => name, "count" => sure.len()]);
    match key {
        "read-nowhere" => instead(book, place, Wanted::Written),
        "written-nowhere" => instead(book, place, Wanted::Read),
        "used" | "written" => overwritten(book, place, name),
        _ => {}
    }
    for (_, rows) in &sure {
        let what = mode(book, rows);
        item(book, rows, what);
    }
    if may_be {
        book.say("may-write", &with!["name" => name, "count" => may.len() + unseen.len()]);
    }
    for (_, rows) in &may {
        let what = book.word("mode-may");
        item(book, rows, what);
    }
    for citation in &unseen {
        unread(book, citation);
    }
    book.completeness(&answer.opaque, &answer.gaps);
}

/// The other uses of a place that has none of the wanted ones.
fn instead(book: &mut Book<'_>, place: PlaceId, other: Wanted) {
    let mut uses: Vec<(String, Citation)> = Vec::new();
    for row in book.logic().uses(place, other).rows {
        let label = book.label(&row.citation);
        if !uses.iter().any(|it| it.0 == label) {
            uses.push((label, row.citation));
        }
    }
    if uses.is_empty() {
        return;
    }
    let labels: Vec<&str> = uses.iter().map(|it| it.0.as_str()).take(INSTEAD_MAX).collect();
    let more = uses.len().saturating_sub(INSTEAD_MAX);
    let key = if other == Wanted::Read { "instead-read" } else { "instead-written" };
    book.say(key, &with!["places" => labels.join(", "), "more" => more]);
    for (label, citation) in uses.into_iter().take(INSTEAD_MAX) {
        let said = match other {
            Wanted::Read => super::reads::told_at(book, &citation, place),
            _ => super::sentences::told_at(book, &citation, place),
        };
        if let Some(said) = said {
            book.evidence(format!("{said} ({label})"));
        }
    }
}

/// The uses at one location.
fn item(book: &mut Book<'_>, rows: &[&UseRow], mut what: String) {
    let Some(first) = rows.first() else { return };
    for row in rows {
        let note = note(book, row);
        if !note.is_empty() && !what.contains(&note) {
            what += &note;
        }
    }
    let quote = book.quote(&first.citation);
    book.item(&first.citation, &format!("{what}: {quote}"));
}

/// Hidden or unknown code.
fn unread(book: &mut Book<'_>, citation: &Citation) {
    let (what, quote) = (book.word("mode-may"), book.quote(citation));
    let text = if quote.is_empty() { what } else { format!("{what}: {quote}") };
    book.item(citation, &text);
}

/// The uses outside code, as far as they answer the question.
pub(super) fn outside(book: &mut Book<'_>, place: PlaceId, name: &str, query: &Query) {
    let wanted = match query {
        Query::References { access: Accessed::Read, .. } => Wanted::Read,
        Query::References { access: Accessed::Write, .. }
        | Query::Condition { latched: false, .. }
        | Query::WhyNow { .. }
        | Query::WhyThen { .. }
        | Query::Impact { way: ImpactWay::DependsOn, .. } => Wanted::Written,
        Query::References { .. }
        | Query::Explain { aspect: Aspect::Declaration, .. }
        | Query::Impact { .. } => Wanted::Used,
        _ => return,
    };
    let mut rows = book.logic().mentions(place, wanted);
    if rows.is_empty() && wanted == Wanted::Read {
        rows = book.logic().mentions(place, Wanted::Used);
    }
    if rows.is_empty() {
        return;
    }
    book.say("outside", &with!["name" => name]);
    for row in rows {
        let said = row.mention.message().in_language(book.language);
        let (operand, line) = (row.mention.operand.as_str(), row.mention.origin.line);
        let text =
            book.words("outside-at", &with!["operand" => operand, "said" => said, "line" => line]);
        let named = book.logic().place(book.logic().index.places.root_of(row.place));
        let number = book.cite_tag(&named);
        book.numbered(number, &text);
    }
}

/// The code of a block that contains the name of one of its variables, although no use of it is known;
/// false without such code.
pub(super) fn named_in_block(book: &mut Book<'_>, name: &str) -> bool {
    let Some((block, member)) = super::what::member_of(book, name) else { return false };
    let blocks = &book.facts.project().blocks;
    let Some(at) = blocks.iter().position(|it| it.name == block.name) else { return false };
    let logic = book.logic();
    let mut found = Vec::new();
    for unit in super::explain::units_of(book, at) {
        let text = logic.text(unit);
        let mut start = 0;
        for (line, raw) in
            apart(text, logic.project.dialect()).iter().zip(text.split_inclusive('\n'))
        {
            let names = line.code.split(|it: char| !(it.is_alphanumeric() || "_.".contains(it)));
            if names.into_iter().any(|it| it.split('.').next() == Some(member.name.as_str())) {
                let indent = raw.len() - raw.trim_start().len();
                found.push(logic.cite(unit, Span::new(start + indent, start + raw.len())));
            }
            start += raw.len();
        }
    }
    if found.is_empty() {
        return false;
    }
    book.say("named-in-block", &with!["name" => name]);
    for citation in found.iter().take(INSTEAD_MAX) {
        let quote = book.quote(citation);
        book.item(citation, &quote);
    }
    book.leave_out(found.len().saturating_sub(INSTEAD_MAX));
    true
}

/// A declared name without a use in code.
pub(super) fn nowhere(book: &mut Book<'_>, name: &str) {
    if super::what::constant(book, name) || named_in_block(book, name) {
        return;
    }
    let number = super::what::cite_declared(book, name);
    let text = book.words("in-no-code", &with!["name" => name]);
    let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
    book.line(format!("{text}{mark}"));
    if !super::what::declaration(book, name) {
        super::what::member_of_block(book, name);
    }
    book.partial();
}

/// The rows grouped by rung or line, in the order of the project.
fn by_place(rows: Vec<&UseRow>) -> Vec<(Spot, Vec<&UseRow>)> {
    let mut places: BTreeMap<Spot, Vec<&UseRow>> = BTreeMap::new();
    for row in rows {
        let Citation { unit, line, .. } = row.citation;
        places.entry((unit, line)).or_default().push(row);
    }
    places.into_iter().collect()
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
    let doubt = match row.certainty {
        Certainty::Certain => "",
        // It is certainly read there.
        Certainty::MayWrite if row.may_write => "may-be-written",
        Certainty::MayWrite | Certainty::Unknown => "not-certain",
    };
    if !doubt.is_empty() {
        note = format!("{note} ({})", book.word(doubt));
    }
    note
}
