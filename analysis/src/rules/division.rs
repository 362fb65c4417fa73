//! Divisions by values that may be 0.

use std::collections::HashSet;

use tagbridge_logic::kinds::Sort;
use tagbridge_logic::{
    Effect, How, PlaceId, RoutineId, StatementId,
    expr::{Arithmetic, Constant, Expr, ExprId},
};
use tagbridge_project::Section;
use tagbridge_texts::Coded;

use crate::{
    chapter_writer::ChapterWriter,
    conditions::{self, Checked},
    facts::Facts,
    rule::Confidence,
    syntax::is_zero,
};

/// A finding about a divisor.
#[derive(Coded)]
#[coded(prefix = "analysis-division")]
pub(super) enum DivisionFinding<'a> {
    /// A literal 0.
    Zero,
    /// A value that no code prevents from being 0.
    Unchecked { divisor: &'a str },
}

/// S03.
pub(crate) fn check(facts: &Facts<'_>, pen: &mut ChapterWriter<'_>) {
    let index = facts.index;
    let checked = Checked::new(index, || pen.check());
    for (id, unit) in index.units() {
        pen.check();
        if !facts.is_read(id) {
            continue;
        }
        let mut seen = HashSet::new();
        for (at, statement) in index.statements_of(id) {
            let mut divisors = Vec::new();
            let roots = conditions::roots(index, statement);
            conditions::each(index, &roots, &mut seen, |_, expr| {
                if let Expr::Arith(Arithmetic::Div | Arithmetic::Mod, list) = expr {
                    divisors.extend(index.exprs.list(list).get(1));
                }
                true
            });
            let asked: HashSet<PlaceId> = index.exprs.places(statement.guard).into_iter().collect();
            for divisor in divisors {
                divided(facts, pen, &checked, (at, unit.routine), &asked, divisor);
            }
        }
    }
}

fn divided(
    facts: &Facts<'_>,
    pen: &mut ChapterWriter<'_>,
    checked: &Checked,
    (at, routine): (StatementId, RoutineId),
    asked: &HashSet<PlaceId>,
    divisor: ExprId,
) {
    let site = || vec![facts.statement(at)];
    match suspects(facts, divisor) {
        ZeroDivisor::Zero => pen.find("S03", "0", &DivisionFinding::Zero, site()),
        ZeroDivisor::Places(places) => {
            let is_asked =
                |place: &PlaceId| asked.contains(place) || checked.is(facts.index, routine, *place);
            let is_safe =
                |place: &PlaceId| is_asked(place) || is_never_zero(facts, *place, &is_asked);
            if places.is_empty() || places.iter().any(is_safe) {
                return;
            }
            let name = facts.logic.expression(divisor);
            let message = DivisionFinding::Unchecked { divisor: &name };
            pen.find_as("S03", Confidence::Likely, &name, &message, site());
        }
    }
}

enum ZeroDivisor {
    /// It is 0.
    Zero,
    /// It is 0 if these places are 0 or equal; `None` for other expressions.
    Places(Vec<PlaceId>),
}

fn suspects(facts: &Facts<'_>, id: ExprId) -> ZeroDivisor {
    let exprs = &facts.index.exprs;
    let none = || ZeroDivisor::Places(Vec::new());
    match exprs.get(id) {
        Expr::Const(Constant::Int(0)) => ZeroDivisor::Zero,
        Expr::Const(Constant::Real(bits)) if f64::from_bits(bits) == 0.0 => ZeroDivisor::Zero,
        Expr::Ref(place) => ZeroDivisor::Places(vec![place]),
        Expr::Arith(Arithmetic::Neg | Arithmetic::Abs | Arithmetic::Sqrt, list) => {
            suspects(facts, exprs.list(list)[0])
        }
        Expr::Call(name, list) => match exprs.list(list) {
            [only] if facts.index.names.text(name).to_ascii_uppercase().contains("TO_") => {
                suspects(facts, *only)
            }
            _ => none(),
        },
        Expr::Arith(Arithmetic::Sub, list) => {
            let sides = exprs.list(list).iter().map(|side| exprs.get(*side));
            let places: Vec<PlaceId> = sides
                .filter_map(|side| match side {
                    Expr::Ref(place) => Some(place),
                    _ => None,
                })
                .collect();
            // The value of an expression with other operands is unknown.
            if places.len() == 2 { ZeroDivisor::Places(places) } else { none() }
        }
        _ => none(),
    }
}

/// Whether a place is known not to be 0, or whether the code checks a value from which it is
/// computed.
fn is_never_zero(facts: &Facts<'_>, place: PlaceId, is_asked: &dyn Fn(&PlaceId) -> bool) -> bool {
    let index = facts.index;
    if !matches!(facts.kinds.sort(index, place), Sort::Whole | Sort::Real | Sort::Time) {
        return true;
    }
    if facts.kinds.tag(index, place).is_some_and(|(tag, _)| tag.constant) {
        return true;
    }
    let writers = facts.writers();
    if !writers.any(index, place) {
        let is_given = facts.kinds.variable(index, place).is_some_and(|variable| {
            matches!(variable.section, Some(Section::Input | Section::InOut))
        });
        let initial = facts.kinds.initial(index, place);
        return if is_given {
            let given = index.bound_to(index.places.root_of(place));
            let is_number = |id: ExprId| match index.exprs.get(id) {
                Expr::Const(Constant::Int(number)) => number != 0,
                Expr::Const(Constant::Real(bits)) => f64::from_bits(bits) != 0.0,
                _ => false,
            };
            let actual = |binding: tagbridge_logic::BindingId| {
                index.bindings(&(binding.0..binding.0 + 1))[0].actual
            };
            !given.is_empty() && given.iter().all(|(_, binding)| is_number(actual(*binding)))
        } else {
            initial.is_some_and(|text| !is_zero(text))
        };
    }
    let keeps = |id: &StatementId| match &index.statement(*id).effect {
        Effect::Assign { value, how: How::Store, .. } => {
            keeps_off_zero(facts, *value) || index.exprs.places(*value).iter().any(is_asked)
        }
        _ => true,
    };
    writers.others(index, place) || writers.of(index, place).iter().any(keeps)
}

/// Whether a value is a number other than 0, is limited, or is a count.
fn keeps_off_zero(facts: &Facts<'_>, id: ExprId) -> bool {
    let exprs = &facts.index.exprs;
    match exprs.get(id) {
        Expr::Const(Constant::Int(number)) => number != 0,
        Expr::Const(Constant::Real(bits)) => f64::from_bits(bits) != 0.0,
        Expr::Const(_)
        | Expr::Unknown(_)
        | Expr::Output(..)
        | Expr::Arith(Arithmetic::Max | Arithmetic::Min | Arithmetic::Add | Arithmetic::Pow, _) => {
            true
        }
        // A function of the project may limit its result.
        Expr::Call(name, list) => {
            let is_conversion = facts.index.names.text(name).to_ascii_uppercase().contains("TO_");
            match exprs.list(list) {
                [only] if is_conversion => keeps_off_zero(facts, *only),
                _ => true,
            }
        }
        _ => false,
    }
}
