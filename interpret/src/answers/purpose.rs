//! The purpose of a routine: its outputs, and their conditions.

use tagbridge_logic::{
    PlaceId, RoutineId, Scope, Step, UnitId,
    explain::{Act, Row},
};
use tagbridge_project::{Body, Section};

use super::sentences::in_words;
use crate::{
    Facts,
    book::Book,
    say::{one_line, with},
};

/// Maximum number of outputs in the first line.
const NAMED_MAX: usize = 6;

/// The common purpose of the units of one routine.
pub(super) fn purpose(book: &mut Book<'_>, units: &[UnitId], name: &str) {
    let logic = book.logic();
    let Some(first) = units.first() else { return };
    let routine = logic.index.unit(*first).routine;
    let rows: Vec<Row> = units.iter().flat_map(|unit| logic.explain(*unit).rows).collect();
    let written = written(book, &rows, routine);
    let named: Vec<String> =
        written.iter().take(NAMED_MAX).map(|it| with_comment(book.facts, it.1)).collect();
    let key = if named.is_empty() { "purpose-nothing" } else { "purpose" };
    let more = written.len().saturating_sub(NAMED_MAX);
    let whole = logic.cite(*first, super::sentences::whole());
    let text =
        book.words(key, &with!["name" => name, "outputs" => named.join(", "), "more" => more]);
    let mark = mark(book, &whole);
    book.line(format!("{text}{mark}"));
    for comment in comments(book.facts, routine) {
        let comment = book.comment(&comment);
        book.say("its-comment", &with!["comment" => comment]);
    }
    if units.iter().all(|unit| logic.is_idle(*unit)) {
        book.say("runs-never", &with!["name" => name]);
    }
    effects(book, &rows, &written);
}

/// What the units of a block do, without a first line.
pub(super) fn of_block(book: &mut Book<'_>, units: &[UnitId]) {
    let logic = book.logic();
    let Some(first) = units.first() else { return };
    let routine = logic.index.unit(*first).routine;
    let rows: Vec<Row> = units.iter().flat_map(|unit| logic.explain(*unit).rows).collect();
    let written = written(book, &rows, routine);
    effects(book, &rows, &written);
}

/// The written places with their ranks, the most important first.
fn written(book: &Book<'_>, rows: &[Row], routine: RoutineId) -> Vec<(u8, PlaceId)> {
    let mut written: Vec<(u8, PlaceId)> = Vec::new();
    for row in rows {
        if let Some(place) = place_of(&row.act)
            && !written.iter().any(|it| it.1 == place)
        {
            written.push((rank(book.facts, place, routine), place));
        }
    }
    written.sort_by_key(|it| it.0);
    written
}

/// The effects, those on the most important places first.
fn effects(book: &mut Book<'_>, rows: &[Row], written: &[(u8, PlaceId)]) {
    let mut ordered: Vec<&Row> = rows.iter().collect();
    let rank_of = |row: &&Row| {
        let place = place_of(&row.act);
        let of = |place: PlaceId| written.iter().find(|it| it.1 == place).map_or(3, |it| it.0);
        place.map_or(3, of)
    };
    ordered.sort_by_key(rank_of);
    for row in ordered {
        let sentence = in_words(book, row);
        book.item(&row.citation, &sentence);
    }
}

/// The mark ` [1]` of the first citation of a unit.
fn mark(book: &mut Book<'_>, citation: &tagbridge_logic::Citation) -> String {
    if citation.rung.is_some() {
        return String::new();
    }
    book.cite_code(citation).map_or_else(String::new, |it| format!(" [{it}]"))
}

fn place_of(act: &Act) -> Option<PlaceId> {
    match act {
        Act::Follows(place)
        | Act::Latches(place)
        | Act::Unlatches(place)
        | Act::Gets(place, _)
        | Act::GetsPart(place, _) => Some(*place),
        Act::Runs(_, place) => *place,
        _ => None,
    }
}

/// The rank of an output: controller outputs first, then values for other routines, then the rest.
fn rank(facts: &Facts, place: PlaceId, routine: RoutineId) -> u8 {
    let logic = facts.logic();
    let root = logic.place(logic.index.places.root_of(place));
    let tag = facts.project().tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(&root));
    if tag.is_some_and(|tag| crate::area(tag) == Some('Q')) || root.contains(":O") {
        return 0;
    }
    if is_output(facts, place) {
        return 0;
    }
    let is_elsewhere = |at: &tagbridge_logic::RefId| {
        logic.index.reference(*at).mode.reads()
            && logic.index.unit(logic.index.unit_of(*at)).routine != routine
    };
    if logic.index.refs_to(place).iter().any(is_elsewhere) { 1 } else { 2 }
}

/// Whether a place is an output parameter of a block.
fn is_output(facts: &Facts, place: PlaceId) -> bool {
    let index = facts.logic().index;
    let Step::Root(Scope::AddOn(owner) | Scope::Block(owner) | Scope::Unit(owner), name) =
        index.places.step(index.places.root_of(place))
    else {
        return false;
    };
    let [owner, name] = [owner, name].map(|it| index.names.text(it));
    let block = facts.project().blocks.iter().find(|it| it.name.eq_ignore_ascii_case(owner));
    let member =
        block.and_then(|block| block.members.iter().find(|it| it.name.eq_ignore_ascii_case(name)));
    member.is_some_and(|it| matches!(it.section, Some(Section::Output | Section::Return)))
}

fn with_comment(facts: &Facts, place: PlaceId) -> String {
    let name = facts.logic().place(place);
    let symbol = facts.symbols.find_without_hint(&name).ok();
    match symbol.and_then(|it| it.comment.map(str::to_owned)).filter(|it| !it.is_empty()) {
        Some(comment) => {
            format!("{name} ({})", one_line(&comment))
        }
        None => name,
    }
}

/// The comments of a routine: its own comment, otherwise the titles of its parts.
fn comments(facts: &Facts, routine: RoutineId) -> Vec<String> {
    let routine = &facts.project().routines[routine.index()];
    let own = routine.comment.as_deref().map(one_line).filter(|it| !it.is_empty());
    if let Some(own) = own {
        return vec![own];
    }
    let Body::Rungs(rungs) = &routine.body else { return Vec::new() };
    let said = rungs.iter().filter_map(|rung| rung.title.as_deref().or(rung.comment.as_deref()));
    let said: Vec<String> = said.map(one_line).filter(|it| !it.is_empty()).take(3).collect();
    if said.is_empty() { said } else { vec![said.join("; ")] }
}
