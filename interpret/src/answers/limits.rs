//! Presets, limits, and comparisons of an object.

use std::collections::BTreeSet;

use tagbridge_api::{
    query::{ItemFilter, ItemKind},
    turn::LocationKind,
};
use tagbridge_logic::{
    Citation, Effect, PlaceId, Relation, UnitId,
    expr::{Expr, ExprId},
    query::{Turned, Wanted},
    types,
};
use tagbridge_project::Initial;

use super::starts::{Start, starts};
use crate::{
    book::Book,
    is_timer,
    items::{items, of_time},
    say::with,
};

/// Uses that are shown where no value is recognized.
const USES_MAX: usize = 4;
/// Members that hold what an instance is set to.
const PRESETS: &[&str] = &["PRE", "PT", "PV", "MAX", "MIN", "HLIMIT", "LLIMIT", "SP"];

pub(super) fn limits(book: &mut Book<'_>, place: PlaceId, name: &str) {
    let found = Found::of(book, place);
    let initial = declared(book, name);
    let inside = inside(book, place);
    let is_bit = types::is_bit(book.facts.project(), book.logic().index, place) == Some(true);
    let only_start = initial.iter().all(|(member, _)| member == name);
    if is_bit && found.is_empty() && only_start {
        // The limit is in what turns the bit on.
        return super::turned::turned(book, place, name, Turned::On, None);
    }
    if found.is_empty() && initial.is_empty() && inside.is_empty() {
        book.say("no-limits", &with!["name" => name]);
        let uses = book.logic().uses(place, Wanted::Used).rows;
        for row in uses.iter().take(USES_MAX) {
            let quote = book.quote(&row.citation);
            book.item(&row.citation, &quote);
        }
        let number = book.cite_tag(name);
        let text = book.words("declared-as", &with!["name" => name]);
        book.numbered(number, &text);
        return;
    }
    let bare = |name: &str| name.replace('"', "").to_lowercase();
    let only = initial.first().filter(|it| initial.len() == 1 && bare(&it.0) == bare(name));
    match only {
        Some((member, value)) => {
            let text =
                book.words("limits-start", &with!["name" => name, "value" => value.as_str()]);
            let mark = book.cite_tag(member).map_or_else(String::new, |it| format!(" [{it}]"));
            book.line(format!("{text}{mark}"));
        }
        None => book.say("limits", &with!["name" => name]),
    }
    let initial = if only.is_some() { Vec::new() } else { initial };
    for (member, value) in initial {
        let text = book.words("initial", &with!["value" => value]);
        book.tag(&member, &format!(": {text}"));
    }
    for (block, name, value) in inside {
        let number = book.cite(LocationKind::Definition, &block, None);
        let text = book.words("initial-inside", &with!["name" => name, "value" => value]);
        book.numbered(number, &text);
    }
    let sources = found.sources(book, place);
    let is_set = found.rows.iter().any(|it| it.0 != "compared");
    for (key, citation, value) in found.rows {
        let quote = book.quote(&citation);
        let text = book.words(key, &with!["value" => value]);
        book.item(&citation, &format!("{text}: {quote}"));
    }
    for source in sources {
        book.evidence(source);
    }
    if !is_bit && !is_set {
        writers(book, place);
    }
}

/// The code that computes a value to which no code gives a constant.
fn writers(book: &mut Book<'_>, place: PlaceId) {
    let rows = book.logic().uses(place, Wanted::Written).rows;
    for row in rows.iter().take(USES_MAX) {
        if let Some(said) = super::sentences::told_at(book, &row.citation, place) {
            let label = book.label(&row.citation);
            book.evidence(format!("{said} ({label})"));
        }
    }
}

/// The start values and presets of a data block, a variable list, or in the code of a block.
pub(super) fn of_block(book: &mut Book<'_>, name: &str) {
    let starts: Vec<Start> = starts(book, name).into_iter().filter(|it| !it.is_bit).collect();
    let presets = of_code(book, name);
    let constants = book.facts.project().blocks.iter().filter(|it| it.name == name);
    let constants: Vec<(String, String)> = constants
        .flat_map(|block| &block.members)
        .filter(|member| !member.type_use.name.eq_ignore_ascii_case("BOOL"))
        .filter_map(|member| match &member.initial {
            Some(Initial::Scalar(value)) => Some((member.name.clone(), value.clone())),
            _ => None,
        })
        .collect();
    let count = starts.len() + presets.len() + constants.len();
    let key = if count == 0 { "no-starts" } else { "starts" };
    book.say(key, &with!["name" => name, "count" => count]);
    for (name, value) in presets {
        let number = book.cite(
            LocationKind::Definition,
            name.split(['.', '#']).next().unwrap_or_default(),
            None,
        );
        let text = book.words("initial-inside", &with!["name" => name, "value" => value]);
        book.numbered(number, &text);
    }
    for start in starts {
        let text = book.words("initial", &with!["value" => start.value]);
        book.tag(&start.name, &format!(": {text}"));
    }
    let mark = book.cite(LocationKind::Definition, name, None).filter(|_| !constants.is_empty());
    for (member, value) in constants {
        let text = book.words("initial-inside", &with!["name" => member, "value" => value]);
        book.numbered(mark, &text);
    }
}

/// A name without a use in code, with its start value, or that the file has none.
pub(super) fn of_declared(book: &mut Book<'_>, name: &str) {
    super::what::declared(book, name);
    if starts(book, name).is_empty() && super::what::member_of(book, name).is_none() {
        book.say("no-start", &with!["name" => name]);
    }
}

/// The presets in the code of the block that a place is an instance of.
fn inside(book: &Book<'_>, place: PlaceId) -> Vec<(String, String, String)> {
    let of = types::name_of(book.facts.project(), book.logic().index, place);
    let Some(of) = of.map(|it| it.trim_matches('"').to_owned()) else { return Vec::new() };
    let is_block = book.facts.project().blocks.iter().any(|it| it.name.eq_ignore_ascii_case(&of));
    let found = if is_block { of_code(book, &of) } else { Vec::new() };
    found.into_iter().map(|(name, value)| (of.clone(), name, value)).collect()
}

/// The presets of the timers and counters of a block.
fn of_code(book: &Book<'_>, block: &str) -> Vec<(String, String)> {
    let within = [ItemFilter::Within { name: block.to_owned() }];
    let kinds = [(ItemKind::Timers, true), (ItemKind::Counters, false)];
    let found = kinds.into_iter().flat_map(|(kind, is_time)| {
        let items = items(book.facts, kind, &within).into_iter();
        items.filter_map(move |it| Some((it.name, of_time(&it.setting?, is_time))))
    });
    found.collect()
}

/// The declared values of a place and its presets.
fn declared(book: &Book<'_>, name: &str) -> Vec<(String, String)> {
    let symbols = &book.facts.symbols;
    let mut found = Vec::new();
    let Ok(symbol) = symbols.find_without_hint(name) else {
        let name = name.strip_prefix("AOI:").unwrap_or(name);
        let member = super::what::member_of(book, name).and_then(|(_, it)| it.initial.as_ref());
        match member {
            Some(Initial::Scalar(value)) => found.push((name.to_owned(), value.clone())),
            Some(Initial::Parts(parts)) => {
                let presets = parts.iter().filter(|(part, _)| is_preset(part));
                found.extend(presets.map(|(part, value)| (format!("{name}{part}"), value.clone())));
            }
            None => {}
        }
        return found;
    };
    if let Some(value) = symbol.initial {
        let unit = symbol.unit.map_or_else(String::new, |it| format!(" {it}"));
        found.push((symbol.name(), format!("{value}{unit}")));
    }
    for part in symbols.parts(&symbol) {
        let name = part.name();
        if let (true, Some(value)) = (is_preset(&name), part.initial) {
            let is_time = is_timer(symbol.type_name());
            found.push((name, of_time(value, is_time)));
        }
    }
    if found.is_empty() {
        // The bits of a structure are no settings.
        let starts = starts(book, name).into_iter().filter(|it| !it.is_bit);
        found.extend(starts.map(|it| (it.name, it.value)));
    }
    found
}

fn is_preset(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default().trim_matches('"').to_uppercase();
    PRESETS.contains(&last.as_str())
}

/// The findings: kind, location and value; and the expressions of the values.
struct Found {
    rows: Vec<(&'static str, Citation, String)>,
    values: Vec<ExprId>,
}

impl Found {
    fn of(book: &Book<'_>, place: PlaceId) -> Self {
        let logic = book.logic();
        let uses = logic.uses(place, Wanted::Used);
        let units: BTreeSet<UnitId> = uses.rows.iter().map(|row| row.citation.unit).collect();
        let is_it = |of: PlaceId| {
            matches!(logic.index.relate(of, place), Relation::Same | Relation::Within)
        };
        let constant = |of: ExprId| matches!(logic.index.exprs.get(of), Expr::Const(_));
        let (mut found, mut values) = (Vec::new(), Vec::new());
        for unit in units {
            for (statement_id, statement) in logic.index.statements_of(unit) {
                let mut compared = Vec::new();
                walk(book, statement.guard, &is_it, &mut compared);
                match &statement.effect {
                    Effect::Assign { to, value, .. } => {
                        let reference = logic.index.reference(*to);
                        let is_set = constant(*value) || is_preset(&logic.place(reference.place));
                        if is_it(reference.place) && is_set {
                            let text = logic.expression(*value);
                            found.push(("set-to", logic.cite_statement(statement_id), text));
                            values.push(*value);
                        }
                        walk(book, *value, &is_it, &mut compared);
                    }
                    Effect::Run { instance: Some(instance), inputs, .. } => {
                        let of = logic.index.reference(*instance).place;
                        let presets = inputs.iter().filter(|(pin, _)| {
                            let pin = logic.index.names.text(*pin).to_uppercase();
                            PRESETS.contains(&pin.as_str())
                        });
                        if is_it(of) || logic.index.relate(of, place) == Relation::Contains {
                            for (pin, value) in presets {
                                values.push(*value);
                                let pin = logic.index.names.text(*pin);
                                let value = of_time(&logic.expression(*value), pin == "PT");
                                let text = format!("{pin} = {value}");
                                found.push(("given", logic.cite_statement(statement_id), text));
                            }
                        }
                    }
                    _ => {}
                }
                for (id, text) in compared {
                    values.push(id);
                    // All statements under one condition have the same comparison.
                    let is_same = |it: &(&str, Citation, String)| {
                        it.0 == "compared" && it.1.unit == unit && it.2 == text
                    };
                    if !found.iter().any(is_same) {
                        found.push(("compared", logic.cite_statement(statement_id), text));
                    }
                }
            }
        }
        Self { rows: found, values }
    }

    fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The start values of the other tags in the values, which no code writes.
    fn sources(&self, book: &Book<'_>, place: PlaceId) -> Vec<String> {
        let logic = book.logic();
        let mut seen = BTreeSet::new();
        let places = self.values.iter().flat_map(|it| logic.index.exprs.places(*it));
        let others = places.filter(|it| {
            let is_other = logic.index.relate(*it, place) == Relation::Disjoint;
            is_other && seen.insert(*it) && logic.uses(*it, Wanted::Written).rows.is_empty()
        });
        others.filter_map(|it| super::origins::start_of(book, it)).collect()
    }
}

/// The comparisons with a place in an expression, as text.
fn walk(
    book: &Book<'_>,
    of: ExprId,
    is_it: &dyn Fn(PlaceId) -> bool,
    found: &mut Vec<(ExprId, String)>,
) {
    let exprs = &book.logic().index.exprs;
    let mut left = vec![of];
    let mut seen = BTreeSet::new();
    while let Some(id) = left.pop() {
        if !seen.insert(id) {
            continue;
        }
        if let Expr::Compare(_, one, other) = exprs.get(id) {
            let named = |id: ExprId| exprs.places(id).into_iter().any(is_it);
            if named(one) || named(other) {
                found.push((id, book.logic().expression(id)));
            }
        }
        left.extend(exprs.children(id));
    }
}
