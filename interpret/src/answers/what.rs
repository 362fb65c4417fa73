//! The description of an object.

use std::collections::HashSet;

use tagbridge_api::turn::LocationKind;
use tagbridge_logic::{
    PlaceId,
    query::{InsideRow, Turned, UseRow, Wanted},
    types,
};
use tagbridge_project::{Block, BlockKind, Initial, Member, Place, Section, TypeUse};

use super::{origins::origins, overwritten::overwritten, sentences::told_at};
use crate::{book::Book, say::with};

pub(super) fn place(book: &mut Book<'_>, place: PlaceId, name: &str) {
    if !declaration(book, name) {
        member_of_block(book, name);
    }
    overwritten(book, place, name);
    let logic = book.logic();
    for (wanted, key) in [(Wanted::Written, "is-written"), (Wanted::Read, "is-read")] {
        let answer = logic.uses(place, wanted);
        let is_maybe = |row: &UseRow| wanted == Wanted::Written && row.may_write;
        let (may, sure): (Vec<_>, Vec<_>) = answer.rows.into_iter().partition(is_maybe);
        // If no writer is certain, a sentence about possible writers is sufficient.
        let unsure = wanted == Wanted::Written && sure.is_empty();
        if unsure && may.is_empty() && !logic.unseen_writers(place).is_empty() {
            book.say("written-nowhere-surely", &with!["name" => name]);
        } else if !unsure || may.is_empty() {
            rows(book, key, sure, Some((place, wanted)));
        }
        if !may.is_empty() {
            rows(book, "is-maybe-written", may, None);
        }
        if wanted == Wanted::Written {
            behind(book, place);
        }
    }
    if let Some(alias) = logic.alias_of(place) {
        book.say("stands-for", &with!["name" => name, "place" => alias]);
    }
}

/// The conditions behind those that turn a bit on.
fn behind(book: &mut Book<'_>, place: PlaceId) {
    let logic = book.logic();
    if types::is_bit(logic.project, logic.index, place) != Some(true) {
        return;
    }
    let rows = logic.turned(place, Turned::On).rows.into_iter().filter(|row| !row.bound);
    let rows: Vec<InsideRow> = rows.map(|row| InsideRow { row, calls: Vec::new() }).collect();
    origins(book, place, &rows, HashSet::new());
}

/// The locations of these rows, with their number; with what they do to a place.
fn rows(book: &mut Book<'_>, key: &str, of: Vec<UseRow>, place: Option<(PlaceId, Wanted)>) {
    let mut citations: Vec<_> = of.into_iter().map(|row| row.citation).collect();
    citations.dedup_by_key(|citation| (citation.unit, citation.line));
    book.say(key, &with!["count" => citations.len()]);
    for citation in citations {
        let quote = book.quote(&citation);
        let said = place.and_then(|(place, wanted)| match wanted {
            Wanted::Read => super::reads::told_at(book, &citation, place),
            _ => told_at(book, &citation, place),
        });
        let said = said.unwrap_or_default();
        book.item(&citation, format!("{said} {quote}").trim_start());
    }
}

pub(super) fn declared(book: &mut Book<'_>, name: &str) {
    if !declaration(book, name) {
        member_of_block(book, name);
    }
    if constant(book, name) || super::uses::named_in_block(book, name) {
        return;
    }
    let text = book.words("in-no-code", &with!["name" => name]);
    book.line(text);
}

/// The uses of a constant in code; false if there are none.
pub(super) fn constant(book: &mut Book<'_>, name: &str) -> bool {
    let mut citations = book.logic().constant_uses(name);
    citations.dedup_by_key(|citation| (citation.unit, citation.line));
    if citations.is_empty() {
        return false;
    }
    book.say("constant-used", &with!["name" => name, "count" => citations.len()]);
    for citation in citations {
        let quote = book.quote(&citation);
        book.item(&citation, &quote);
    }
    book.partial();
    true
}

/// Cites a declaration: of a tag, or of the block with this parameter or variable.
pub(super) fn cite_declared(book: &mut Book<'_>, name: &str) -> Option<usize> {
    let is_tag = book.facts.symbols.find_without_hint(name).is_ok();
    match member_of(book, name).filter(|_| !is_tag) {
        Some((block, _)) => book.cite(LocationKind::Definition, &block.name, None),
        None => book.cite_tag(name),
    }
}

/// The declaration; false if it is not among the tags.
pub(super) fn declaration(book: &mut Book<'_>, name: &str) -> bool {
    let facts = book.facts;
    let Ok(symbol) = facts.symbols.find_without_hint(name) else { return false };
    let name = symbol.name();
    let bounds: Vec<String> =
        symbol.dimensions().iter().map(|it| format!("{}..{}", it.low, it.high)).collect();
    let bounds = if bounds.is_empty() { String::new() } else { format!("[{}]", bounds.join(",")) };
    let of_type = format!("{}{bounds}", symbol.type_name());
    let mut what = book.words("of-type", &with!["type" => of_type]);
    if let Some(address) = address(&symbol.place()) {
        what += &book.words("at-address", &with!["address" => address]);
    }
    if let Some(value) = symbol.initial {
        what += &book.words("starts-with", &with!["value" => value]);
    }
    if let Some(unit) = symbol.unit {
        what += &book.words("in-unit", &with!["unit" => unit]);
    }
    if let Some(of) = symbol.tag.alias_for.as_deref().filter(|_| symbol.path.is_empty()) {
        what += &book.words("alias-of", &with!["place" => of]);
    }
    let comment = symbol.comment.map(|it| book.comment(it));
    let kind = if facts.project().blocks.iter().any(|block| {
        block.kind == BlockKind::DataBlock
            && symbol.tag.scope == block.name
            && symbol.path.is_empty()
            && symbol.tag.name.trim_matches('"') == block.name
    }) {
        LocationKind::DataBlock
    } else {
        LocationKind::Tag
    };
    let number = book.cite(kind, &name, None);
    let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
    book.line(format!("{name}{what}{mark}"));
    if let Some(comment) = comment {
        book.say("its-comment", &with!["comment" => comment]);
    }
    if let Some(cause) = symbol.hidden() {
        book.say("not-readable", &with!["why" => cause.to_string()]);
    }
    true
}

fn address(place: &Place) -> Option<String> {
    match place {
        Place::Area { area, bit } => Some(format!("{area}{}.{}", bit / 8, bit % 8)),
        Place::Block { block, number: Some(number), bit } => {
            Some(format!("DB{number}, {}.{} (\"{block}\")", bit / 8, bit % 8))
        }
        _ => None,
    }
}

/// A parameter or a variable of a block, which is not a tag.
pub(super) fn member_of_block(book: &mut Book<'_>, name: &str) {
    if let Some((of, value)) = book.facts.project().enumeration_value(name) {
        let number = value.number.map_or_else(String::new, |it| format!(" = {it}"));
        let mark = book.cite(LocationKind::Definition, &of.name, None);
        let mark = mark.map_or_else(String::new, |it| format!(" [{it}]"));
        book.line(format!("{name}{number}{mark}"));
        return;
    }
    let Some((block, member)) = member_of(book, name) else { return };
    let what = member_text(book, member);
    let number = book.cite(LocationKind::Definition, &block.name, None);
    let value = match &member.initial {
        Some(Initial::Scalar(value)) => {
            book.words("starts-with", &with!["value" => value.as_str()])
        }
        _ => String::new(),
    };
    let what = format!("{what}{value}");
    let of = book.words("variable-of", &with!["block" => block.name.as_str()]);
    let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
    book.line(format!("{what} {of}{mark}"));
}

/// The block and the member at the beginning of a name like `AOI:Name.Member` or `Block#member`.
pub(super) fn member_of<'a>(book: &Book<'a>, name: &str) -> Option<(&'a Block, &'a Member)> {
    let bare = name.strip_prefix("AOI:").unwrap_or(name);
    book.facts.project().blocks.iter().find_map(|block| {
        let rest = bare.strip_prefix(block.name.as_str())?.strip_prefix(['.', '#'])?;
        let first = rest.split(['.', '[']).next()?;
        let member = block.members.iter().find(|it| it.name.eq_ignore_ascii_case(first))?;
        Some((block, member))
    })
}

pub(super) fn member_text(book: &Book<'_>, member: &Member) -> String {
    let section = member.section.map_or_else(String::new, |section| {
        let word = book.word(match section {
            Section::Input => "section-input",
            Section::Output => "section-output",
            Section::InOut => "section-inout",
            Section::Temp => "section-temp",
            Section::Constant => "section-constant",
            Section::Return => "section-return",
            _ => "section-static",
        });
        format!("{word} ")
    });
    let comment =
        member.comment.as_deref().map_or_else(String::new, |it| format!(" “{}”", book.comment(it)));
    format!("{section}{}: {}{comment}", member.name, type_text(&member.type_use))
}

fn type_text(of: &TypeUse) -> String {
    let bounds: Vec<String> =
        of.dimensions.iter().map(|it| format!("{}..{}", it.low, it.high)).collect();
    if bounds.is_empty() { of.name.clone() } else { format!("{}[{}]", of.name, bounds.join(",")) }
}

pub(super) fn block(book: &mut Book<'_>, at: usize) {
    head(book, at);
    interface(book, at);
}

/// What a block is.
pub(super) fn head(book: &mut Book<'_>, at: usize) {
    let block = &book.facts.project().blocks[at];
    let is_data = block.kind == BlockKind::DataBlock;
    let kind = if is_data { LocationKind::DataBlock } else { LocationKind::Definition };
    let number = book.cite(kind, &block.name, None);
    let what = book.word(match block.kind {
        BlockKind::AddOnInstruction => "block-aoi",
        BlockKind::FunctionBlock => "block-fb",
        BlockKind::Function => "block-function",
        BlockKind::DataBlock => "block-data",
        BlockKind::Method => "block-method",
        BlockKind::Property => "block-property",
        BlockKind::Action => "block-action",
        BlockKind::Interface => "block-interface",
    });
    let text = book.words("is-a", &with!["name" => block.name.as_str(), "what" => what]);
    let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
    book.line(format!("{text}{mark}"));
    if let Some(comment) = &block.comment {
        let comment = book.comment(comment);
        book.say("its-comment", &with!["comment" => comment]);
    }
    if block.protected {
        let text = book.word("is-protected");
        book.line(text);
    }
}

/// The parameters and variables of a block.
pub(super) fn interface(book: &mut Book<'_>, at: usize) {
    members(book, &book.facts.project().blocks[at].members);
}

pub(super) fn data_type(book: &mut Book<'_>, at: usize) {
    let data_type = &book.facts.project().data_types[at];
    let number = book.cite(LocationKind::Definition, &data_type.name, None);
    let what = book.word("a-type");
    let text = book.words("is-a", &with!["name" => data_type.name.as_str(), "what" => what]);
    let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
    book.line(format!("{text}{mark}"));
    if let Some(comment) = &data_type.comment {
        let comment = book.comment(comment);
        book.say("its-comment", &with!["comment" => comment]);
    }
    members(book, &data_type.members);
    for value in &data_type.values {
        let number = value.number.map_or_else(String::new, |it| format!(" = {it}"));
        book.evidence(format!("{}{number}", value.name));
    }
}

fn members(book: &mut Book<'_>, members: &[Member]) {
    for member in members {
        let mut text = member_text(book, member);
        if let Some(Initial::Scalar(value)) = &member.initial {
            text += &book.words("starts-with", &with!["value" => value.as_str()]);
        }
        book.evidence(text);
    }
}
