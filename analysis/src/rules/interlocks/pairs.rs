//! Opposite outputs: forward and reverse, open and close.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_logic::{
    Effect, PlaceId, StatementId,
    expr::{Constant, Expr},
};

use super::{
    InterlockCount, InterlockFinding, Output, turns_on,
    vocabulary::{ACTS, COMMANDS, OPPOSITES, TELLS},
};
use crate::{
    chapter_writer::ChapterWriter,
    facts::Facts,
    literals::{Literal, Literals, never_hold_together},
    rule::Confidence,
    words::among,
};

/// How many levels of writers are searched for a condition.
const DEPTH: usize = 2;

/// I01.
pub(super) fn pairs(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    literals: &mut Literals<'_>,
    outputs: &[Output<'_>],
) {
    let mut by_key: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (at, output) in outputs.iter().enumerate() {
        if !among(&output.words, TELLS) {
            for (position, word) in output.words.iter().enumerate() {
                if OPPOSITES.iter().any(|(one, other)| word == one || word == other) {
                    let mut key = output.words.clone();
                    "*".clone_into(&mut key[position]);
                    by_key.entry((output.before.clone(), key.join(" "))).or_default().push(at);
                }
            }
        }
    }
    let (mut count, mut kept) = (0, 0);
    let mut seen = BTreeSet::new();
    for those in by_key.values() {
        for (position, one) in those.iter().enumerate() {
            for other in &those[position + 1..] {
                pen.check();
                let (one, other) = (&outputs[*one], &outputs[*other]);
                if !are_opposite(one, other) || !seen.insert((one.place, other.place)) {
                    continue;
                }
                let is_command = |it: &Output<'_>| {
                    it.is_physical || among(&it.words, COMMANDS) || among(&it.words, ACTS)
                };
                if !is_command(one) && !is_command(other) {
                    continue;
                }
                count += 1;
                let places = [one.place, other.place];
                let otherwise = |place| facts.writers().others(facts.index, place);
                if places.into_iter().any(otherwise) || exclude(facts, literals, places, DEPTH) {
                    kept += 1;
                    continue;
                }
                let names = places.map(|place| facts.logic.place(place));
                let message = InterlockFinding::Pair { one: &names[0], other: &names[1] };
                let at = one.on.iter().chain(&other.on).map(|it| facts.statement(*it)).collect();
                pen.find_as("I01", Confidence::Likely, &names.join(" "), &message, at);
            }
        }
    }
    pen.figure(&InterlockCount::Pairs, count);
    pen.figure(&InterlockCount::Exclusive, kept);
}

fn are_opposite(one: &Output<'_>, other: &Output<'_>) -> bool {
    let differ = one.words.iter().zip(&other.words).filter(|(a, b)| a != b);
    let differ: Vec<_> = differ.collect();
    let [(a, b)] = differ[..] else { return false };
    OPPOSITES.iter().any(|(x, y)| (a == x && b == y) || (a == y && b == x))
}

/// Whether the conditions of two bits prevent them from being on at the same time.
fn exclude(
    facts: &Facts<'_>,
    literals: &mut Literals<'_>,
    places: [PlaceId; 2],
    depth: usize,
) -> bool {
    let by = places.map(|place| turns_on(facts, facts.writers().of(facts.index, place)));
    if by.iter().any(Vec::is_empty) {
        return false;
    }
    for one in &by[0] {
        for other in &by[1] {
            if !never_both(facts, literals, places, [*one, *other], depth) {
                return false;
            }
        }
    }
    true
}

fn never_both(
    facts: &Facts<'_>,
    literals: &mut Literals<'_>,
    places: [PlaceId; 2],
    by: [StatementId; 2],
    depth: usize,
) -> bool {
    let index = facts.index;
    let statements = by.map(|id| index.statement(id));
    // A condition that reads the opposite output is an interlock.
    for (statement, other) in statements.iter().zip([places[1], places[0]]) {
        let mut read = index.exprs.places(statement.guard);
        if let Effect::Assign { value, .. } = &statement.effect {
            read.extend(index.exprs.places(*value));
        }
        let looks = read.iter().any(|place| index.canonical(*place) == other);
        let turns_off = index.statements_of(statement.unit).any(|(_, it)| match &it.effect {
            Effect::Assign { to, value, .. } => {
                index.canonical(index.reference(*to).place) == other
                    && it.guard == statement.guard
                    && matches!(
                        index.exprs.get(*value),
                        Expr::Const(Constant::Bool(false) | Constant::Int(0))
                    )
            }
            _ => false,
        });
        if looks || turns_off {
            return true;
        }
    }
    let held = statements.map(|statement| literals.of(statement));
    if never_hold_together(&held[0], &held[1]) {
        return true;
    }
    if depth == 0 {
        return false;
    }
    let on = |held: &BTreeSet<Literal>| -> Vec<PlaceId> {
        let bit = |it: &Literal| match it {
            Literal::Bit(place, true) => Some(*place),
            _ => None,
        };
        held.iter().filter_map(bit).collect()
    };
    let on = [on(&held[0]), on(&held[1])];
    on[0].iter().any(|one| {
        on[1]
            .iter()
            .any(|other| one != other && exclude(facts, literals, [*one, *other], depth - 1))
    })
}
