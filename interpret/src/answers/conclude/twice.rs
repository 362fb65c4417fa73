//! Outputs whose last write decides, and conditions that never hold.

use tagbridge_logic::{
    PlaceId,
    expr::{Expr, ExprId},
    query::{InsideRow, Turned},
};

use super::{
    rank::{Candidate, rank},
    said,
};
use crate::{
    Asked,
    answers::{named::outputs, overwritten::deciding, sentences::sentence},
    book::Book,
    common::is_one_of,
    say::with,
    wants::Clause,
};

/// Words of a symptom.
const SYMPTOM: &str = "not never only nothing doesnt wont why no nicht nie nur nichts warum wieso kein keine bleibt \
    although obwohl";

/// Shows that the last write decides an output that the first part of a question names, and what it then
/// follows; or that a condition never holds. False if neither is so.
pub(super) fn last_write(book: &mut Book<'_>, asked: &Asked, parts: &[Clause]) -> bool {
    let lower = asked.text.to_lowercase().replace('\'', "");
    let is_symptom = lower.split(|it: char| !it.is_alphabetic()).any(|it| is_one_of(it, SYMPTOM));
    let Some(first) = parts.first().filter(|_| is_symptom) else { return false };
    never(book, asked) | overwritten(book, &first.text)
}

fn overwritten(book: &mut Book<'_>, part: &str) -> bool {
    let logic = book.logic();
    let mut places: Vec<PlaceId> = outputs(book)
        .into_iter()
        .filter(|it| logic.index.canonical(*it) == *it && deciding(logic, *it).is_some())
        .collect();
    places.sort_unstable();
    let all = places.iter().map(|it| {
        let name = crate::answers::named::tag_name(book, *it);
        let comment = said::comment_of(book, &name).unwrap_or_default();
        let own = format!("{name} {}", said::in_all_languages(book, &comment));
        Candidate::new(&own, "", (*it, name))
    });
    let found = rank(part, part, all.collect(), 1).into_iter().next();
    let Some((_, (place, name))) = found else { return false };
    let Some((last, others)) = deciding(logic, place) else { return false };
    let rows = logic.turned(place, Turned::On).rows.into_iter();
    let row = rows.into_iter().find(|it| it.statement == last && !it.bound);
    let Some(row) = row else { return false };
    let citation = row.citation.clone();
    let said = sentence(book, &InsideRow { row, calls: Vec::new() }, Turned::On);
    let mut others: Vec<String> =
        others.iter().map(|it| book.label(&logic.cite_statement(*it))).collect();
    others.dedup();
    let number = book.cite_code(&citation);
    let mark = number.map_or_else(String::new, |it| format!(" [{it}]"));
    let with = with![
        "name" => name, "last" => book.label(&citation), "said" => said,
        "others" => others.join(", "),
    ];
    let text = book.words("conclude-overwritten", &with);
    book.line(format!("{text}{mark}"));
    true
}

/// Shows that a condition never holds: it needs one bit on, and another one off that follows it.
fn never(book: &mut Book<'_>, asked: &Asked) -> bool {
    let mut is_told = false;
    for name in asked.queries.iter().filter_map(tagbridge_api::query::Query::subject) {
        let Some(crate::resolve::Subject::Place(place)) = book.facts.value_called(name) else {
            continue;
        };
        let rows = book.logic().turned(place, Turned::On).rows;
        let [row] = rows.as_slice() else { continue };
        let Some((on, off)) = contradiction(book, row.condition) else { continue };
        let names = [on, off].map(|it| book.logic().place(it));
        let with = with!["name" => name, "on" => names[0].as_str(), "off" => names[1].as_str()];
        book.say("conclude-never", &with);
        is_told = true;
    }
    is_told
}

/// A bit that a condition needs, and another one that it must not have, which follows the first.
fn contradiction(book: &Book<'_>, condition: ExprId) -> Option<(PlaceId, PlaceId)> {
    let index = book.logic().index;
    let Expr::And(list) = index.exprs.get(condition) else { return None };
    let parts = index.exprs.list(list);
    let on: Vec<PlaceId> = parts
        .iter()
        .filter_map(|it| match index.exprs.get(*it) {
            Expr::Ref(place) => Some(index.canonical(place)),
            _ => None,
        })
        .collect();
    parts.iter().find_map(|it| {
        let Expr::Not(of) = index.exprs.get(*it) else { return None };
        let Expr::Ref(off) = index.exprs.get(of) else { return None };
        let rows = book.logic().turned(off, Turned::On).rows;
        let [row] = rows.as_slice() else { return None };
        let follows = row.how == Some(tagbridge_logic::How::Follow) && !row.bound;
        let value = row.value.filter(|_| follows)?;
        let Expr::Ref(source) = index.exprs.get(value) else { return None };
        let source = index.canonical(source);
        on.contains(&source).then_some((source, off))
    })
}
