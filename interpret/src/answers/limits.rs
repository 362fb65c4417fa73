//! Presets, limits, and comparisons of an object.

use std::collections::BTreeSet;

use tagbridge_logic::{
    Citation, Effect, PlaceId, Relation, UnitId,
    expr::{Expr, ExprId},
    query::{Turned, Wanted},
    types,
};
use tagbridge_project::Initial;

use crate::{
    book::Book,
    items::{is_timer, of_time},
    say::with,
};

/// Uses that are shown where no value is recognized.
const USES_MAX: usize = 4;
/// Members that hold what an instance is set to.
const PRESETS: &[&str] = &["PRE", "PT", "PV", "MAX", "MIN", "HLIMIT", "LLIMIT", "SP"];

pub(super) fn limits(book: &mut Book<'_>, place: PlaceId, name: &str) {
    let found = Found::of(book, place);
    let initial = declared(book, name);
    let is_bit = types::is_bit(book.facts.project(), book.logic().index, place) == Some(true);
    let only_start = initial.iter().all(|(member, _)| member == name);
    if is_bit && found.is_empty() && only_start {
        // The limit is in what turns the bit on.
        return super::turned::turned(book, place, name, Turned::On, None);
    }
    if found.is_empty() && initial.is_empty() {
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
    book.say("limits", &with!["name" => name]);
    for (member, value) in initial {
        let text = book.words("initial", &with!["value" => value]);
        book.tag(&member, &format!(": {text}"));
    }
    for (key, citation, value) in found.0 {
        let quote = book.quote(&citation);
        let text = book.words(key, &with!["value" => value]);
        book.item(&citation, &format!("{text}: {quote}"));
    }
}

/// The declared values of a place and its presets.
fn declared(book: &Book<'_>, name: &str) -> Vec<(String, String)> {
    let symbols = &book.facts.symbols;
    let mut found = Vec::new();
    let Ok(symbol) = symbols.find_without_hint(name) else {
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
        found.push((symbol.name(), value.to_owned()));
    }
    for part in symbols.parts(&symbol) {
        let name = part.name();
        if let (true, Some(value)) = (is_preset(&name), part.initial) {
            let is_time = is_timer(symbol.type_name());
            found.push((name, of_time(value, is_time)));
        }
    }
    found
}

fn is_preset(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default().trim_matches('"').to_uppercase();
    PRESETS.contains(&last.as_str())
}

/// The findings: kind, location and value.
struct Found(Vec<(&'static str, Citation, String)>);

impl Found {
    fn of(book: &Book<'_>, place: PlaceId) -> Self {
        let logic = book.logic();
        let uses = logic.uses(place, Wanted::Used);
        let units: BTreeSet<UnitId> = uses.rows.iter().map(|row| row.citation.unit).collect();
        let is_it = |of: PlaceId| {
            matches!(logic.index.relate(of, place), Relation::Same | Relation::Within)
        };
        let constant = |of: ExprId| matches!(logic.index.exprs.get(of), Expr::Const(_));
        let mut found = Vec::new();
        for unit in units {
            for (id, statement) in logic.index.statements_of(unit) {
                let mut compared = Vec::new();
                walk(book, statement.guard, &is_it, &mut compared);
                match &statement.effect {
                    Effect::Assign { to, value, .. } => {
                        let reference = logic.index.reference(*to);
                        let is_set = constant(*value) || is_preset(&logic.place(reference.place));
                        if is_it(reference.place) && is_set {
                            let text = logic.expression(*value);
                            found.push(("set-to", logic.cite_statement(id), text));
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
                                let pin = logic.index.names.text(*pin);
                                let value = of_time(&logic.expression(*value), pin == "PT");
                                let text = format!("{pin} = {value}");
                                found.push(("given", logic.cite_statement(id), text));
                            }
                        }
                    }
                    _ => {}
                }
                compared.dedup();
                for text in compared {
                    found.push(("compared", logic.cite_statement(id), text));
                }
            }
        }
        Self(found)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The comparisons with a place in an expression, as text.
fn walk(book: &Book<'_>, of: ExprId, is_it: &dyn Fn(PlaceId) -> bool, found: &mut Vec<String>) {
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
                found.push(book.logic().expression(id));
            }
        }
        left.extend(exprs.children(id));
    }
}
