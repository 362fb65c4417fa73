//! The limits that a question asks for: comparisons with constants and settings, and presets of counters.

use std::collections::HashSet;

use tagbridge_api::query::ItemKind;
use tagbridge_logic::{
    Citation, Effect, PlaceId, StatementId,
    expr::{Expr, ExprId},
    query::Wanted,
    types,
};

use super::{
    rank::{Candidate, rank},
    said,
};
use crate::{
    answers::{origins::start_of, sentences::in_words},
    book::Book,
    items::items,
    say::with,
};

/// Maximum number of limits for one part of a question.
const LIMITS_MAX: usize = 2;

enum Limit {
    /// A statement with a comparison, and the settings in it.
    Compared(StatementId, Citation, Vec<PlaceId>),
    /// A counter with its preset.
    Counter(String, String),
}

/// Shows the limits that fit a part of a question; false if none fits.
pub(super) fn limits(
    book: &mut Book<'_>,
    part: &str,
    whole: &str,
    told: &mut HashSet<String>,
) -> bool {
    let mut all = compared(book);
    all.extend(counters(book));
    let mut is_told = false;
    for (_, limit) in rank(part, whole, all, LIMITS_MAX) {
        is_told |= tell(book, limit, told);
    }
    is_told
}

fn tell(book: &mut Book<'_>, limit: Limit, told: &mut HashSet<String>) -> bool {
    match limit {
        Limit::Counter(name, value) => {
            if !told.insert(name.clone()) {
                return false;
            }
            let comment = said::comment_of(book, &name);
            let comment =
                comment.map_or_else(String::new, |it| format!(" – {}", book.comment(&it)));
            let number = book.cite_tag(&name);
            let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
            let text = book.words("conclude-counter", &with!["name" => name, "value" => value]);
            book.line(format!("{text}{comment}{mark}"));
        }
        Limit::Compared(statement, citation, settings) => {
            let rows = book.logic().explain(citation.unit).rows;
            let Some(row) = rows.iter().find(|it| it.statement == statement) else { return false };
            let said = in_words(book, row);
            if !told.insert(said.clone()) {
                return false;
            }
            let number = book.cite_code(&citation);
            let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
            let label = book.label(&citation);
            book.line(format!("{said} ({label}){mark}"));
            let is_setting =
                |it: &&PlaceId| book.logic().uses(**it, Wanted::Written).rows.is_empty();
            let mut values: Vec<String> =
                settings.iter().filter(is_setting).filter_map(|it| start_of(book, *it)).collect();
            values.dedup();
            if !values.is_empty() {
                let text = book.words("nearby-values", &with!["values" => values.join(", ")]);
                book.detail(text);
            }
        }
    }
    true
}

/// The statements with comparisons of a number with a constant or with a setting that no code writes.
fn compared(book: &Book<'_>) -> Vec<Candidate<Limit>> {
    let logic = book.logic();
    let index = logic.index;
    let mut found = Vec::new();
    for (id, _) in index.units() {
        for (statement, it) in index.statements_of(id) {
            let (to, value) = match &it.effect {
                Effect::Assign { to, value, .. } => {
                    (Some(index.reference(*to).place), Some(*value))
                }
                _ => continue,
            };
            let all = std::iter::once(it.guard).chain(value);
            let comparisons: Vec<ExprId> = all
                .flat_map(|it| index.exprs.within(it).collect::<Vec<_>>())
                .filter(|it| is_limit(book, *it))
                .collect();
            if comparisons.is_empty() {
                continue;
            }
            let places: Vec<PlaceId> =
                comparisons.iter().flat_map(|it| index.exprs.places(*it)).collect();
            let citation = logic.cite(id, it.span);
            let own = to.map_or_else(String::new, |it| said::described(book, it));
            let around: Vec<String> = places.iter().map(|it| said::described(book, *it)).collect();
            let around = format!("{} {}", around.join(" "), said::at(book, &citation));
            let path = citation.path.clone();
            let what = Limit::Compared(statement, citation, places);
            found.push(Candidate::new(&format!("{own} {around}"), "", what).at(&path));
        }
    }
    found
}

/// Whether an expression compares a number with a constant or with a setting.
fn is_limit(book: &Book<'_>, id: ExprId) -> bool {
    let index = book.logic().index;
    let Expr::Compare(_, one, other) = index.exprs.get(id) else { return false };
    let is_fixed = |id: ExprId| {
        let places = index.exprs.places(id);
        places.iter().all(|it| book.logic().uses(*it, Wanted::Written).rows.is_empty())
    };
    let is_number = |id: ExprId| {
        let places = index.exprs.places(id);
        !places.is_empty()
            && places.iter().all(|it| types::is_bit(book.logic().project, index, *it) != Some(true))
    };
    (is_fixed(one) && is_number(other)) || (is_fixed(other) && is_number(one))
}

fn counters(book: &Book<'_>) -> Vec<Candidate<Limit>> {
    let items = items(book.facts, ItemKind::Counters, &[]).into_iter();
    let with_value = items.filter_map(|it| {
        let value = it.setting?;
        let own = format!("{} {}", it.name, said::in_all_languages(book, &it.comment));
        Some(Candidate::new(&own, "", Limit::Counter(it.name, value)))
    });
    with_value.collect()
}
