//! The indirect effects of an object.

use std::collections::HashSet;

use tagbridge_logic::{
    Logic, PlaceId, Scope, Span, Step, UnitId,
    query::{Direction, Slice},
    types,
};

use super::{
    forced::{Forced, forced},
    named::{outputs, tag_name},
};
use crate::{book::Book, say::with};

/// Maximum number of steps.
const DEPTH: u32 = 8;
/// Maximum number of names in one sentence.
const NAMES_MAX: usize = 12;

/// The places that depend on a place: outputs of the controller first, each with its path.
pub(super) fn impact(book: &mut Book<'_>, place: PlaceId, name: &str, outputs_only: bool) {
    let answer = book.logic().slice(place, Direction::Forward, DEPTH);
    let Some(slice) = answer.rows.first() else { return };
    let is_output = outputs(book);
    let told = both_ways(book, place, name, &is_output, outputs_only);
    let mut reached = possible(book, slice);
    let count = reached.len();
    let is_of_controller = |at: &usize| is_output.contains(&slice.nodes[*at].place);
    let of_controller: Vec<usize> = reached.iter().copied().filter(is_of_controller).collect();
    if outputs_only {
        let key = if of_controller.is_empty() { "impact-no-outputs" } else { "impact-outputs" };
        book.say(key, &with!["name" => name, "count" => of_controller.len(), "all" => count]);
        reached = if of_controller.is_empty() { reached } else { of_controller };
    } else {
        let forced = told.iter().flat_map(|way| &way.shown).map(|it| it.1).collect::<HashSet<_>>();
        if forced.is_empty() {
            let named: Vec<String> =
                of_controller.iter().map(|at| tag_name(book, slice.nodes[*at].place)).collect();
            let steps = slice.nodes.iter().map(|it| it.depth).max().unwrap_or(0);
            let key = match (count, named.is_empty()) {
                (0, _) => "affects-nothing",
                (_, true) => "impact",
                (_, false) => "impact-with-outputs",
            };
            let shown = named.iter().take(6).cloned().collect::<Vec<_>>().join(", ");
            let more = named.len().saturating_sub(6);
            book.say(
                key,
                &with!["name" => name, "count" => count, "depth" => steps, "outputs" => shown, "more" => more],
            );
        } else {
            let others = reached.iter().filter(|at| !forced.contains(&slice.nodes[**at].place));
            book.say("impact-others", &with!["name" => name, "count" => others.count()]);
        }
        reached.sort_by_key(|at| (!is_output.contains(&slice.nodes[*at].place), *at));
    }
    let forced: HashSet<PlaceId> = told.iter().flat_map(|way| &way.shown).map(|at| at.1).collect();
    for way in &told {
        way.tell(book, name);
    }
    let is_told = |at: &usize| forced.contains(&slice.nodes[*at].place);
    for at in reached.into_iter().filter(|at| !is_told(at)) {
        node(book, slice, at);
    }
    book.completeness(&answer.opaque, &answer.gaps);
}

/// The reached places, without those whose path enters a block by one call and leaves it by another one: the
/// calls have their own values.
fn possible(book: &Book<'_>, slice: &Slice) -> Vec<usize> {
    let logic = book.logic();
    let scope = |place: PlaceId| match logic.index.places.step(logic.index.places.root_of(place)) {
        Step::Root(scope @ (Scope::AddOn(_) | Scope::Block(_)), _) => Some(scope),
        _ => None,
    };
    // Of each place: whether it is possible, and the call by which its path is in a block.
    let mut all: Vec<(bool, Option<(UnitId, Span)>)> = vec![(true, None)];
    for node in slice.nodes.iter().skip(1) {
        let from = node.from.unwrap_or_default();
        let (mut is_possible, mut call) = all.get(from).copied().unwrap_or((true, None));
        let (before, own) = (scope(slice.nodes[from].place), scope(node.place));
        let at = node.citation.as_ref().map(|it| (it.unit, it.span));
        match (before, own) {
            (None, Some(_)) => call = at,
            (Some(_), None) => {
                is_possible &= call.is_none() || at.is_none() || call == at;
                call = None;
            }
            _ => {}
        }
        all.push((is_possible, call));
    }
    let mut found: HashSet<usize> = (0..all.len()).filter(|at| all[*at].0).collect();
    // What is reached in another way, too, is found from the places outside of blocks.
    let mut left: Vec<usize> = if found.len() == all.len() {
        Vec::new()
    } else {
        found.iter().copied().filter(|at| scope(slice.nodes[*at].place).is_none()).collect()
    };
    while let Some(at) = left.pop() {
        for next in logic.slice(slice.nodes[at].place, Direction::Forward, 1).rows {
            for next in next.nodes.iter().skip(1).filter(|it| scope(it.place).is_none()) {
                let own = slice.nodes.iter().position(|it| it.place == next.place);
                left.extend(own.filter(|own| found.insert(*own)));
            }
        }
    }
    let mut found: Vec<usize> = found.into_iter().filter(|at| *at > 0).collect();
    found.sort_unstable();
    found
}

/// What a bit forces when it goes on or off.
struct Way {
    rows: Vec<Forced>,
    /// The rows with a name, outputs of the controller first, and their places.
    shown: Vec<(usize, PlaceId)>,
}

/// What a bit forces in both directions, the one with more effects first, each with a sentence; only
/// these places if they are given.
fn both_ways(
    book: &mut Book<'_>,
    place: PlaceId,
    name: &str,
    outputs: &HashSet<PlaceId>,
    outputs_only: bool,
) -> Vec<Way> {
    let logic = book.logic();
    if types::is_bit(logic.project, logic.index, place) != Some(true) {
        return Vec::new();
    }
    let mut ways: Vec<Way> = [false, true]
        .into_iter()
        .map(|on| {
            let rows = forced(logic, place, on);
            let named = rows.iter().enumerate().skip(1).map(|(at, row)| (at, row.place));
            let is_named = |it: PlaceId| book.facts.is_value(it) || is_beside(logic, it, place);
            let shown =
                named.filter(|it| is_named(it.1) && (!outputs_only || outputs.contains(&it.1)));
            Way { shown: shown.collect(), rows }
        })
        .filter(|way| !way.shown.is_empty())
        .collect();
    ways.sort_by_key(|way| std::cmp::Reverse(way.shown.len()));
    for way in &ways {
        way.say(book, name, outputs);
    }
    ways
}

/// Whether two places are variables of the same block.
fn is_beside(logic: Logic<'_>, one: PlaceId, other: PlaceId) -> bool {
    let scope = |place: PlaceId| match logic.index.places.step(logic.index.places.root_of(place)) {
        Step::Root(scope @ (Scope::AddOn(_) | Scope::Block(_) | Scope::Unit(_)), _) => Some(scope),
        _ => None,
    };
    scope(one).is_some() && scope(one) == scope(other)
}

/// The keys of the texts for groups of effects, in order.
const GROUPS: [&str; 6] = [
    "forced-off",
    "forced-on",
    "forced-reset",
    "forced-set",
    "forced-off-later",
    "forced-on-later",
];

/// The group of an effect.
fn group(row: &Forced) -> &'static str {
    match (row.is_later, row.is_kept, row.on) {
        (true, _, false) => "forced-off-later",
        (true, _, true) => "forced-on-later",
        (false, true, false) => "forced-reset",
        (false, true, true) => "forced-set",
        (false, false, false) => "forced-off",
        (false, false, true) => "forced-on",
    }
}

impl Way {
    /// What goes on and what goes off, in one sentence.
    fn say(&self, book: &mut Book<'_>, name: &str, outputs: &HashSet<PlaceId>) {
        let mut parts: Vec<String> = Vec::new();
        for key in GROUPS {
            let mut places: Vec<PlaceId> = self
                .shown
                .iter()
                .filter(|it| group(&self.rows[it.0]) == key)
                .map(|it| it.1)
                .collect();
            places.sort_by_key(|place| !outputs.contains(place));
            if !places.is_empty() {
                let named: Vec<String> =
                    places.iter().take(NAMES_MAX).map(|it| tag_name(book, *it)).collect();
                let more = places.len().saturating_sub(NAMES_MAX);
                parts.push(book.words(key, &with!["names" => named.join(", "), "more" => more]));
            }
        }
        let turn = if self.rows[0].on { "on" } else { "off" };
        book.say("forced", &with!["name" => name, "turn" => turn, "what" => parts.join("; ")]);
    }

    /// The code of each effect.
    fn tell(&self, book: &mut Book<'_>, name: &str) {
        for (at, place) in &self.shown {
            let row = &self.rows[*at];
            let Some(statement) = row.statement else { continue };
            let citation = book.logic().cite_statement(statement);
            let turn = |on: bool| if on { "on" } else { "off" };
            // Variables of blocks are internal: the last named bit counts.
            let mut from = row.from.unwrap_or_default();
            while from > 0 && !self.shown.iter().any(|it| it.0 == from) {
                from = self.rows[from].from.unwrap_or_default();
            }
            let because =
                if from == 0 { name.to_owned() } else { tag_name(book, self.rows[from].place) };
            let what = with![
                "name" => tag_name(book, *place), "turn" => turn(row.on),
                "from" => because, "of" => turn(self.rows[from].on),
                "quote" => book.quote(&citation),
            ];
            let key = if row.is_kept { "forced-kept-at" } else { "forced-at" };
            let text = book.words(key, &what);
            book.item(&citation, &text);
        }
    }
}

/// A reached place, with its path.
fn node(book: &mut Book<'_>, slice: &Slice, at: usize) {
    let Some(citation) = &slice.nodes[at].citation else { return };
    let way = way(book, slice, at);
    let text =
        if slice.nodes[at].certain { way } else { book.words("perhaps", &with!["what" => way]) };
    let quote = book.quote(citation);
    book.item(citation, &format!("{text}: {quote}"));
}

/// The names on the path to a place, from the first one.
fn way(book: &Book<'_>, slice: &Slice, at: usize) -> String {
    let mut names = vec![tag_name(book, slice.nodes[at].place)];
    let mut from = slice.nodes[at].from;
    while let Some(before) = from {
        names.push(tag_name(book, slice.nodes[before].place));
        from = slice.nodes[before].from;
    }
    names.reverse();
    names.join(" → ")
}
