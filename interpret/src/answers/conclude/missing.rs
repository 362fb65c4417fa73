//! What a bit still needs, if what a question says is fulfilled.

use std::collections::HashSet;

use tagbridge_api::query::Query;
use tagbridge_logic::{
    How, PlaceId,
    expr::{Expr, ExprId},
    query::Turned,
};

use super::{
    chain::chain,
    rank::{Candidate, rank},
    resets::request,
    said,
};
use crate::{
    Asked,
    answers::{named::tag_name, places::last_of, sentences::sentence},
    book::Book,
    common::is_one_of,
    say::with,
};

/// Words before what is fulfilled.
const ALTHOUGH: [&str; 9] = [
    "although ",
    "even though ",
    "obwohl ",
    "trotzdem ",
    "though ",
    " aber ",
    " but ",
    "even with ",
    "trotz ",
];
/// Words for the whole plant.
const PLANT: &str = "linie anlage maschine line plant machine start starts startet anlaufen";
/// Words for something that does not come on.
const STANDS: &str = "not nicht wont doesnt isnt never nie fehlt missing";
/// Number of steps in which what is said to be fulfilled is looked for.
const STEPS: usize = 3;
/// Maximum number of bits that one part of the question says to be fulfilled.
const SAID_MAX: usize = 1;
/// Maximum number of conditions that are shown with what turns them on.
const NEEDS_MAX: usize = 4;

/// Shows what a bit needs besides what the question says to be fulfilled; false if it says nothing, or
/// what it says is no condition.
pub(super) fn missing(book: &mut Book<'_>, asked: &Asked) -> bool {
    let lower = asked.text.to_lowercase();
    let bare = lower.replace('\'', "");
    let has = |any: &'static str| {
        bare.split(|it: char| !it.is_alphanumeric()).any(|it| is_one_of(it, any))
    };
    let at = ALTHOUGH.iter().filter_map(|it| lower.find(it).map(|at| at + it.len())).min();
    let Some(given) = at.filter(|_| has(STANDS)).map(|at| lower[at..].to_owned()) else {
        return false;
    };
    let Some(place) = subject(book, asked, has(PLANT)) else { return false };
    let rows = super::chain::on(book, place, &[]);
    let [row] = rows.as_slice() else { return false };
    let condition = row.row.value.unwrap_or(row.row.condition);
    let fulfilled = fulfilled(book, place, &given);
    if fulfilled.is_empty() {
        return false;
    }
    let exprs = &book.logic().index.exprs;
    let parts = match exprs.get(condition) {
        Expr::And(list) => exprs.list(list).to_vec(),
        _ => vec![condition],
    };
    let rest: Vec<ExprId> =
        parts.iter().copied().filter(|it| !holds(book, *it, &fulfilled, STEPS)).collect();
    if rest.len() == parts.len() || rest.is_empty() {
        return false;
    }
    let mut names: Vec<String> = fulfilled.iter().map(|it| tag_name(book, *it)).collect();
    names.sort();
    let name = book.logic().place(place);
    let needs = book.logic().conjunction(&rest);
    let with = with!["name" => name, "needs" => needs, "given" => names.join(", ")];
    book.say("conclude-missing", &with);
    let said = sentence(book, row, Turned::On);
    book.item(&row.row.citation, &said);
    let mut needed: Vec<PlaceId> =
        rest.iter().flat_map(|it| book.logic().index.exprs.places(*it)).collect();
    needed.dedup();
    for literal in needed.iter().filter(|it| **it != place).take(NEEDS_MAX) {
        for row in super::chain::on(book, *literal, &[]).iter().take(1) {
            let said = sentence(book, row, Turned::On);
            let label = book.label(&row.row.citation);
            book.detail(format!("{said} ({label})"));
        }
    }
    true
}

/// The bit that does not come on: the run request of the plant, or that of a query.
fn subject(book: &Book<'_>, asked: &Asked, names_plant: bool) -> Option<PlaceId> {
    if names_plant && !asked.queries.iter().any(|it| is_exact(asked, it)) {
        return request(book).map(|it| it.place);
    }
    let turned = asked.queries.iter().filter_map(|it| match it {
        Query::WhyNow { name, .. } | Query::Condition { name, .. } => Some(name),
        _ => None,
    });
    let mut bits = turned.filter_map(|name| book.facts.used_place(name));
    bits.find(|it| super::is_bit(book, *it))
}

/// Whether a question spells the name of what a query is about.
fn is_exact(asked: &Asked, query: &Query) -> bool {
    let name = query.subject().unwrap_or_default();
    let is_taken = asked.taken_for.iter().any(|it| it.1 == name);
    !is_taken && asked.text.contains(last_of(name))
}

/// The bits behind a bit that a text names.
fn fulfilled(book: &Book<'_>, place: PlaceId, text: &str) -> HashSet<PlaceId> {
    let index = book.logic().index;
    let links = chain(book, place, STEPS);
    let own = super::chain::on(book, place, &[]);
    let rows = links.iter().flat_map(|it| &it.rows).chain(&own);
    let mut all: Vec<PlaceId> =
        rows.flat_map(|it| &it.row.literals).map(|it| index.canonical(*it)).collect();
    all.sort_unstable();
    all.dedup();
    all.retain(|it| *it != index.canonical(place));
    let parts = text.split([',', '.', '?', '!']).flat_map(|it| it.split(" und "));
    let parts = parts.flat_map(|it| it.split(" and ")).filter(|it| !it.trim().is_empty());
    parts
        .flat_map(|part| {
            let all = all.iter().map(|it| {
                let tag = tag_name(book, *it);
                let comment = said::comment_of(book, &tag).unwrap_or_default();
                let comment = said::in_all_languages(book, &comment);
                let own = format!("{tag} {comment} {}", said::described(book, *it));
                Candidate::new(&own, "", *it)
            });
            rank(part, part, all.collect(), SAID_MAX)
        })
        .map(|it| it.1)
        .collect()
}

/// Whether a condition surely holds with these bits on.
fn holds(book: &Book<'_>, id: ExprId, on: &HashSet<PlaceId>, steps: usize) -> bool {
    let index = book.logic().index;
    match index.exprs.get(id) {
        Expr::Ref(place) if on.contains(&index.canonical(place)) => true,
        Expr::Ref(place) if steps > 0 => {
            let rows = book.logic().turned(place, Turned::On).rows;
            match rows.as_slice() {
                [row] if row.how == Some(How::Follow) && !row.bound && !row.sealed_in => {
                    row.value.is_some_and(|it| holds(book, it, on, steps - 1))
                }
                _ => false,
            }
        }
        Expr::And(list) => index.exprs.list(list).iter().all(|it| holds(book, *it, on, steps)),
        Expr::Or(list) => index.exprs.list(list).iter().any(|it| holds(book, *it, on, steps)),
        _ => false,
    }
}
