//! The rungs of an output that is written in several places, as one rung.

use tagbridge_logic::{
    Effect, How, Logic, UnitId,
    expr::{Comparison, Expr, ExprId},
};

use super::{Expand, uses::place_of};
use crate::{
    blocks::is_simulated,
    condition::{Condition, Relation},
    draft::Stop,
    request::{ChangeRequest, RequestedChange},
    says::Why,
};

impl Expand<'_> {
    /// The first rung gets the conditions of the others in parallel; the others are deleted.
    pub(super) fn merged(self, output: &str) -> Result<Vec<ChangeRequest>, Stop> {
        let logic = self.known.logic;
        let mut units = self.known.writers(output);
        units.retain(|it| !is_simulated(logic, *it));
        let [first, others @ ..] = units.as_slice() else { return Err(Why::NotUnderstood.into()) };
        if others.is_empty() {
            return Err(Why::NotUnderstood.into());
        }
        let (place, rung) = place_of(logic, *first);
        let shared = || Stop::No(Why::Shared { place: logic.name(*first) });
        let rung = format!("{place}:{}", rung.ok_or_else(shared)?);
        only_condition(logic, *first).ok_or_else(shared)?;
        let slots = [("output", output), ("rung", rung.as_str())];
        let mut also = ChangeRequest::of(RequestedChange::Parallel, &slots);
        let mut all = Vec::new();
        let mut conditions = Vec::new();
        // The later rungs are deleted first, so that the others keep their numbers.
        for unit in others.iter().rev() {
            let (place, number) = place_of(logic, *unit);
            let when = only_condition(logic, *unit).zip(number);
            let (when, number) = when.ok_or(Why::Shared { place: logic.name(*unit) })?;
            conditions.insert(0, when);
            let rung = format!("{place}:{number}");
            all.push(ChangeRequest::of(RequestedChange::DeleteRung, &[("rung", &rung)]));
        }
        also.when = Some(match <[Condition; 1]>::try_from(conditions) {
            Ok([one]) => one,
            Err(several) => Condition::Any(several),
        });
        all.insert(0, also);
        Ok(all)
    }
}

/// The condition of the only output of a unit.
fn only_condition(logic: Logic<'_>, unit: UnitId) -> Option<Condition> {
    let mut statements = logic.index.statements_of(unit).map(|it| it.1);
    let statement = statements.next()?;
    let Effect::Assign { value, how: How::Follow | How::Store, .. } = &statement.effect else {
        return None;
    };
    let is_always = matches!(logic.index.exprs.get(statement.guard), Expr::Const(_));
    if statements.next().is_some() || !is_always {
        return None;
    }
    condition(logic, unit, *value)
}

fn condition(logic: Logic<'_>, unit: UnitId, of: ExprId) -> Option<Condition> {
    let exprs = &logic.index.exprs;
    let all = |list| -> Option<Vec<Condition>> {
        exprs.list(list).iter().map(|it| condition(logic, unit, *it)).collect()
    };
    Some(match exprs.get(of) {
        Expr::Ref(_) => Condition::bit(&written(logic, unit, of)?, true),
        Expr::Not(of) => condition(logic, unit, of)?.not(),
        Expr::And(list) => Condition::All(all(list)?),
        Expr::Or(list) => Condition::Any(all(list)?),
        Expr::Compare(how, left, right) => Condition::Compare {
            name: written(logic, unit, left)?,
            how: match how {
                Comparison::Eq => Relation::Equal,
                Comparison::Ne => Relation::Unequal,
                Comparison::Lt => Relation::Below,
                Comparison::Le => Relation::AtMost,
                Comparison::Gt => Relation::Above,
                Comparison::Ge => Relation::AtLeast,
            },
            value: written(logic, unit, right)?,
        },
        _ => return None,
    })
}

/// A name as the code of the unit has it, or a number.
fn written(logic: Logic<'_>, unit: UnitId, of: ExprId) -> Option<String> {
    match logic.index.exprs.get(of) {
        Expr::Ref(place) => {
            let refs = logic.index.refs_of(unit).iter();
            let own = refs
                .filter(|it| it.place == place)
                .find_map(|it| logic.text(unit).get(it.span().range()).map(ToOwned::to_owned));
            Some(own.unwrap_or_else(|| logic.place(place)))
        }
        Expr::Const(constant) => {
            let number = constant.scalar()?.number()?;
            Some(format!("{number}"))
        }
        _ => None,
    }
}
