//! Motors that run without a permissive, and bypasses that never end.

use std::collections::BTreeSet;

use tagbridge_logic::{
    Effect, How, PlaceId, StatementId,
    expr::{Constant, Expr},
};
use tagbridge_project::Access;

use super::{
    InterlockCount, InterlockFinding, Output, own_name,
    vocabulary::{BYPASSES, LEAVE, MOTORS, RUNS, TELLS},
};
use crate::{
    chapter_writer::ChapterWriter,
    facts::Facts,
    literals::{Literal, Literals},
    rule::Confidence,
    rules::security::is_parameter,
    words::{among, words},
};
use tagbridge_logic::kinds::Sort;

/// I02.
pub(super) fn motors(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    literals: &mut Literals<'_>,
    outputs: &[Output<'_>],
) {
    let index = facts.index;
    let mut count = 0;
    for output in outputs {
        pen.check();
        let all = words(&format!("{} {}", output.before, output.name));
        let is_motor = among(&all, MOTORS) && !among(&output.words, TELLS);
        if !is_motor || !(output.is_physical || among(&output.words, RUNS)) {
            continue;
        }
        count += 1;
        let lacks = |id: &StatementId, literals: &mut Literals<'_>| {
            let statement = index.statement(*id);
            let held = literals.of(statement);
            let mut places = index.exprs.places(statement.guard);
            if let Effect::Assign { value, .. } = &statement.effect {
                places.extend(index.exprs.places(*value));
            }
            let others: BTreeSet<PlaceId> = places
                .into_iter()
                .map(|place| index.canonical(place))
                .filter(|place| *place != output.place)
                .collect();
            let leave = |place: &PlaceId| {
                let name = own_name(facts, *place).map(words).unwrap_or_default();
                name.is_empty() || among(&name, LEAVE)
            };
            let kept = |it: &Literal| matches!(it, Literal::Bit(_, false) | Literal::Equal(..));
            (1..=2).contains(&others.len())
                && !others.iter().any(leave)
                && !others.iter().any(|place| is_parameter(facts, *place))
                && !held.iter().any(kept)
                // A value that is computed elsewhere may include the permissive.
                && others.iter().all(|place| !facts.writers().any(index, *place))
        };
        if output.on.iter().all(|id| lacks(id, literals))
            && !facts.writers().others(index, output.place)
        {
            let name = facts.logic.place(output.place);
            let at = output.on.iter().map(|id| facts.statement(*id)).collect();
            let message = InterlockFinding::NoPermissive { name: &name };
            pen.find_as("I02", Confidence::Likely, &name, &message, at);
        }
    }
    pen.figure(&InterlockCount::Motors, count);
}

/// I03.
pub(super) fn bypasses(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let index = facts.index;
    let mut count = 0;
    for place in index.places.ids() {
        let is_bypass = index.canonical(place) == place
            && own_name(facts, place).is_some_and(|name| among(&words(name), BYPASSES));
        if !is_bypass || facts.kinds.sort(index, place) != Sort::Bit {
            continue;
        }
        pen.check();
        let reads: Vec<_> = index
            .refs_to(place)
            .iter()
            .copied()
            .filter(|at| index.reference(*at).mode.reads())
            .collect();
        let is_read = reads.iter().all(|at| facts.is_read(index.unit_of(*at)));
        if reads.is_empty() || !is_read || is_parameter(facts, place) {
            continue;
        }
        count += 1;
        let writers = facts.writers();
        let by = writers.of(index, place);
        let keeps_on = |id: &StatementId| match &index.statement(*id).effect {
            Effect::Assign { value, how, .. } => {
                *how == How::Latch
                    || matches!(index.exprs.get(*value), Expr::Const(Constant::Bool(true)))
            }
            _ => false,
        };
        if writers.others(index, place) || !by.iter().all(keeps_on) || facts.is_partial() {
            continue;
        }
        let name = facts.logic.place(place);
        if by.is_empty() {
            let is_open = facts.kinds.tag(index, place).is_some_and(|(tag, _)| {
                !tag.constant && matches!(tag.access, Access::ReadWrite | Access::Unknown)
            });
            if is_open {
                let at = reads.iter().map(|at| facts.reference(*at)).collect();
                let message = InterlockFinding::BypassOutside { name: &name };
                pen.find_as("I03", Confidence::Likely, &name, &message, at);
            }
        } else {
            let at = by.iter().map(|id| facts.statement(*id)).collect();
            let message = InterlockFinding::Bypass { name: &name };
            pen.find_as("I03", Confidence::Likely, &name, &message, at);
        }
    }
    pen.figure(&InterlockCount::Bypasses, count);
}
