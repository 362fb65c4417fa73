//! What holds a bit, what resets it, and what the plant needs to run again.

use std::collections::HashSet;

use tagbridge_logic::{
    Effect, How, PlaceId, Scope, Step,
    query::{InsideRow, Turned},
};

use super::{
    chain::{Link, chain},
    rank::{Candidate, rank},
    said,
};
use crate::{
    answers::{
        origins::is_input,
        sentences::{in_words, sentence},
    },
    book::Book,
    common::is_one_of,
    machine::codes,
    say::with,
};

/// Number of steps behind the run request in which faults are looked for.
const STEPS: usize = 4;
/// Words for the whole plant.
const PLANT: &str = "linie anlage maschine line plant machine system";
/// Number of steps behind another bit.
const STEPS_BEHIND: usize = 2;
/// Maximum number of names in a sentence.
const NAMES_MAX: usize = 8;
/// Maximum number of latched bits that are shown.
const HELD_MAX: usize = 3;

/// How a bit goes off.
enum Goes {
    /// It stays on until this resets it.
    Latched(Vec<InsideRow>),
    /// Its own condition holds it until this.
    Holds(InsideRow),
    /// It is only on while its condition holds.
    Follows(InsideRow),
}

fn goes(book: &Book<'_>, place: PlaceId, on: &[InsideRow]) -> Option<Goes> {
    let latches = |it: &InsideRow| {
        matches!(it.row.how, Some(How::Latch | How::Store)) && it.row.value.is_none()
    };
    if on.iter().any(latches) {
        return Some(Goes::Latched(off(book, place)));
    }
    let first = on.iter().find(|it| it.row.how.is_some())?;
    let is_sealed = on.iter().any(|it| it.row.sealed_in);
    Some(if is_sealed { Goes::Holds(first.clone()) } else { Goes::Follows(first.clone()) })
}

/// The statements that reset a bit, within called blocks, too.
fn off(book: &Book<'_>, place: PlaceId) -> Vec<InsideRow> {
    let logic = book.logic();
    let mut found = logic.turned_in_instance(place, Turned::Off);
    if found.is_empty() {
        for row in logic.turned(place, Turned::Off).rows {
            if row.bound {
                found.extend(logic.turned_inside(row.statement, place, Turned::Off));
            } else {
                found.push(InsideRow { row, calls: Vec::new() });
            }
        }
    }
    found.retain(|it| matches!(it.row.how, Some(How::Unlatch | How::Store)));
    found
}

/// Shows how a bit goes off again: by a reset, or by itself.
pub(super) fn clears(book: &mut Book<'_>, place: PlaceId) -> bool {
    let on = super::chain::on(book, place, &[]);
    let name = book.logic().place(place);
    let Some(goes) = goes(book, place, &on) else { return false };
    match goes {
        Goes::Latched(resets) if resets.is_empty() => {
            book.say("conclude-no-reset", &with!["name" => name]);
        }
        Goes::Latched(resets) => {
            let said: Vec<String> = resets.iter().map(|it| cited(book, it)).collect();
            book.say("conclude-latched", &with!["name" => name, "resets" => said.join(" ")]);
        }
        Goes::Holds(row) => {
            let said = sentence(book, &row, Turned::Off);
            book.say("conclude-holds", &with!["name" => name, "off" => said]);
        }
        Goes::Follows(row) => {
            let said = sentence(book, &row, Turned::Off);
            let links = chain(book, place, STEPS_BEHIND);
            let held = links.iter().filter_map(|link| {
                let resets = match self::goes(book, link.place, &link.rows)? {
                    Goes::Latched(resets) => resets,
                    Goes::Holds(_) | Goes::Follows(_) => return None,
                };
                Some((book.logic().place(link.place), resets))
            });
            let held: Vec<(String, Vec<InsideRow>)> = held.collect();
            let Some((_, resets)) = held.first() else {
                book.say("conclude-follows", &with!["name" => name, "off" => said]);
                return true;
            };
            let resets: Vec<String> = resets.iter().map(|it| cited(book, it)).collect();
            let names: Vec<&str> = held.iter().take(NAMES_MAX).map(|it| it.0.as_str()).collect();
            let with = with![
                "name" => name, "off" => said, "held" => names.join(", "),
                "more" => held.len().saturating_sub(NAMES_MAX), "resets" => resets.join(" "),
            ];
            book.say("conclude-held-behind", &with);
        }
    }
    true
}

fn cited(book: &Book<'_>, row: &InsideRow) -> String {
    let said = sentence(book, row, Turned::Off);
    format!("{said} ({})", book.label(&row.row.citation))
}

/// The bit that holds itself on while the plant is to run: the one of these that most code names.
pub(super) fn request(book: &Book<'_>) -> Option<Link> {
    let logic = book.logic();
    let index = logic.index;
    let mut seen = HashSet::new();
    let mut found: Vec<(bool, usize, Link)> = Vec::new();
    for (id, _) in index.units() {
        for (statement, it) in index.statements_of(id) {
            let Effect::Assign { to, value, how: How::Follow | How::Store } = &it.effect else {
                continue;
            };
            let place = index.canonical(index.reference(*to).place);
            let is_own = |it: &PlaceId| index.canonical(*it) == place;
            let is_sealed = index.exprs.places(*value).iter().any(is_own);
            if !is_sealed || !super::is_bit(book, place) || !seen.insert(place) || logic.is_idle(id)
            {
                continue;
            }
            let rows = logic.turned(place, Turned::On).rows.into_iter();
            let rows = rows.filter(|it| it.statement == statement && it.sealed_in);
            let rows: Vec<InsideRow> =
                rows.map(|row| InsideRow { row, calls: Vec::new() }).collect();
            let root = index.places.step(index.places.root_of(place));
            let is_local = matches!(root, Step::Root(Scope::AddOn(_) | Scope::Block(_), _));
            let uses = index.refs_below(place).len();
            found.push((!is_local, uses, Link { place, rows }));
        }
    }
    found.into_iter().max_by_key(|it| (it.0, it.1)).map(|it| it.2)
}

/// Shows what must be done so that the plant runs again: the latched fault that fits the question, what
/// resets it, and what starts the plant.
pub(super) fn restart(book: &mut Book<'_>, question: &str) -> bool {
    let Some(request) = request(book).filter(|it| !it.rows.is_empty()) else { return false };
    let links = chain(book, request.place, STEPS);
    let held: Vec<(Candidate<&Link>, &Link)> = links
        .iter()
        .filter(|it| {
            let goes = goes(book, it.place, &it.rows);
            matches!(goes, Some(Goes::Latched(_) | Goes::Holds(_)))
        })
        .map(|link| {
            let mut around = String::new();
            for row in &link.rows {
                around = format!("{around} {}", said::at(book, &row.row.citation));
                for literal in &row.row.literals {
                    around = format!("{around} {}", said::described(book, *literal));
                }
            }
            (Candidate::new(&said::described(book, link.place), &around, link), link)
        })
        .collect();
    let (candidates, all): (Vec<_>, Vec<_>) = held.into_iter().unzip();
    let mut fitting: Vec<&Link> =
        rank(question, question, candidates, 1).into_iter().map(|it| it.1).collect();
    let lower = question.to_lowercase();
    let names_plant = lower.split(|it: char| !it.is_alphabetic()).any(|it| is_one_of(it, PLANT));
    if fitting.is_empty() && names_plant {
        fitting = all.into_iter().take(HELD_MAX).collect();
    }
    if fitting.is_empty() {
        return false;
    }
    let mut reset = Vec::new();
    for link in &fitting {
        clears(book, link.place);
        for row in causes(book, link, question) {
            let said = sentence(book, row, Turned::On);
            book.item(&row.row.citation, &said);
        }
        for row in off(book, link.place) {
            reset.extend(row.row.literals);
        }
    }
    reset.sort_unstable();
    reset.dedup();
    for place in reset {
        if is_input(book, place) {
            continue;
        }
        for row in super::chain::on(book, place, &[]).iter().take(1) {
            let said = sentence(book, row, Turned::On);
            book.item(&row.row.citation, &said);
        }
    }
    let name = book.logic().place(request.place);
    book.say("conclude-start", &with!["name" => name]);
    for row in &request.rows {
        let said = sentence(book, row, Turned::On);
        book.item(&row.row.citation, &said);
        for literal in &row.row.literals {
            let is_own = *literal == request.place;
            for start in super::chain::on(book, *literal, &[]).iter().filter(|_| !is_own).take(1) {
                let said = sentence(book, start, Turned::On);
                let label = book.label(&start.row.citation);
                book.detail(format!("{said} ({label})"));
            }
        }
    }
    true
}

/// The statements that set a bit: those that fit a question, or all of them.
fn causes<'a>(book: &Book<'_>, link: &'a Link, question: &str) -> Vec<&'a InsideRow> {
    let all = link.rows.iter().map(|row| {
        let index = book.logic().index;
        let statement = index.statement(row.row.statement);
        // What the same code does at the same time shows what the cause is.
        let beside = index.statements_of(statement.unit).filter(|it| it.1.guard == statement.guard);
        let beside = beside.filter_map(|(_, it)| match it.effect {
            Effect::Assign { to, .. } => Some(index.reference(to).place),
            _ => None,
        });
        let all = beside.chain(row.row.literals.iter().copied());
        let named: Vec<String> = all.map(|it| said::described(book, it)).collect();
        Candidate::new(&named.join(" "), &said::at(book, &row.row.citation), row)
    });
    let found = rank(question, question, all.collect(), HELD_MAX);
    let fitting: Vec<&InsideRow> = found.into_iter().map(|it| it.1).collect();
    if fitting.is_empty() { link.rows.iter().take(HELD_MAX).collect() } else { fitting }
}

/// Shows whether a bit stops the plant: whether it is in the conditions of the run request.
pub(super) fn stops(book: &mut Book<'_>, place: PlaceId) -> bool {
    let Some(request) = request(book) else { return false };
    let index = book.logic().index;
    let is_it = |it: PlaceId| index.canonical(it) == index.canonical(place);
    if is_it(request.place) {
        return false;
    }
    let links = chain(book, request.place, STEPS);
    let own =
        |link: &Link| link.rows.iter().any(|row| row.row.literals.iter().any(|it| is_it(*it)));
    let through: Vec<&Link> = links.iter().filter(|it| own(it)).collect();
    let (name, main) = (book.logic().place(place), book.logic().place(request.place));
    let is_direct = request.rows.iter().any(|it| it.row.literals.iter().any(|it| is_it(*it)));
    // What a step depends on is not followed.
    let rows = links.iter().flat_map(|it| &it.rows).chain(&request.rows);
    let literals = rows.flat_map(|it| &it.row.literals);
    let number = literals.copied().find(|it| codes(book.logic(), *it).is_some());
    match through.first() {
        Some(link) if !is_direct => {
            let through = book.logic().place(link.place);
            let with = with!["name" => name, "main" => main, "through" => through];
            book.say("conclude-stops-through", &with);
        }
        _ if is_direct => book.say("conclude-stops", &with!["name" => name, "main" => main]),
        _ => {
            let number = number.map(|it| book.logic().place(it));
            let key =
                if number.is_some() { "conclude-stops-not-by-bits" } else { "conclude-stops-not" };
            let with = with![
                "name" => name, "main" => main, "steps" => STEPS,
                "number" => number.unwrap_or_default(),
            ];
            book.say(key, &with);
        }
    }
    true
}

/// Shows which alarms stay on until they are reset, and which go off by themselves.
pub(super) fn classes(book: &mut Book<'_>) -> bool {
    let (mut latched, mut others) = (Vec::new(), Vec::new());
    let mut resets: Vec<String> = Vec::new();
    for place in super::alarms(book) {
        let name = book.logic().place(place);
        let on = super::chain::on(book, place, &[]);
        match goes(book, place, &on) {
            Some(Goes::Latched(rows)) => {
                latched.push(name);
                for row in &rows {
                    let explained = book.logic().explain(row.row.citation.unit).rows;
                    let row = explained.iter().find(|it| it.statement == row.row.statement);
                    resets.extend(row.map(|it| {
                        let said = in_words(book, it);
                        format!("{said} ({})", book.label(&it.citation))
                    }));
                }
            }
            Some(Goes::Holds(_)) => latched.push(name),
            Some(Goes::Follows(_)) => others.push(name),
            None => {}
        }
    }
    if latched.is_empty() || others.is_empty() {
        return false;
    }
    book.say("conclude-alarms-latched", &with!["names" => latched.join(", ")]);
    book.say("conclude-alarms-follow", &with!["names" => others.join(", ")]);
    for said in resets.iter().take(HELD_MAX) {
        book.evidence(said);
    }
    book.leave_out(resets.len().saturating_sub(HELD_MAX));
    true
}
