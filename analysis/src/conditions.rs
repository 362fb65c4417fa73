//! The expressions in code, and the values that each routine checks.

use std::collections::{HashMap, HashSet};

use tagbridge_logic::{
    Effect, Index, PlaceId, RoutineId, Statement, UnitId,
    expr::{Arithmetic, Expr, ExprId},
};

/// The conditions and the values of a statement.
pub(crate) fn roots(index: &Index, statement: &Statement) -> Vec<ExprId> {
    let mut roots = vec![statement.guard];
    match &statement.effect {
        Effect::Assign { value, .. } => roots.push(*value),
        Effect::Run { inputs, .. } => roots.extend(inputs.iter().map(|it| it.1)),
        Effect::Call { bindings, .. } => {
            roots.extend(index.bindings(bindings).iter().map(|it| it.actual));
        }
        _ => {}
    }
    roots
}

/// Visits every expression below these once. Skips expressions in `seen`; skips the children if
/// `enter` returns false.
pub(crate) fn each(
    index: &Index,
    roots: &[ExprId],
    seen: &mut HashSet<ExprId>,
    mut enter: impl FnMut(ExprId, Expr) -> bool,
) {
    let mut left: Vec<ExprId> = roots.iter().rev().copied().collect();
    while let Some(id) = left.pop() {
        if seen.insert(id) && enter(id, index.exprs.get(id)) {
            left.extend(index.exprs.children(id).into_iter().rev());
        }
    }
}

/// The places that the code of each routine compares or limits.
#[derive(Default)]
pub(crate) struct Checked {
    by_routine: HashMap<RoutineId, HashSet<PlaceId>>,
}

impl Checked {
    pub(crate) fn new(index: &Index, mut budget: impl FnMut()) -> Self {
        let mut checked = Self::default();
        for (id, unit) in index.units() {
            budget();
            let known = checked.by_routine.entry(unit.routine).or_default();
            checked_in(index, id, known);
        }
        checked
    }

    /// Whether the code of a routine checks a place.
    pub(crate) fn is(&self, index: &Index, routine: RoutineId, place: PlaceId) -> bool {
        let known = self.by_routine.get(&routine);
        known.is_some_and(|known| known.contains(&index.canonical(place)))
    }

    /// Whether any code checks a place.
    pub(crate) fn is_checked_anywhere(&self, index: &Index, place: PlaceId) -> bool {
        let place = index.canonical(place);
        self.by_routine.values().any(|known| known.contains(&place))
    }
}

fn checked_in(index: &Index, unit: UnitId, known: &mut HashSet<PlaceId>) {
    let mut seen = HashSet::new();
    let mut compared: Vec<ExprId> = Vec::new();
    for (_, statement) in index.statements_of(unit) {
        each(index, &roots(index, statement), &mut seen, |id, expr| {
            let limits = match expr {
                Expr::Compare(..) => true,
                Expr::Arith(how, _) => {
                    matches!(how, Arithmetic::Min | Arithmetic::Max | Arithmetic::Mod)
                }
                Expr::Call(name, _) => {
                    let name = index.names.text(name).to_ascii_uppercase();
                    matches!(name.as_str(), "LIMIT" | "SEL" | "NORM_X" | "FOR" | "LIM")
                }
                _ => false,
            };
            if limits {
                compared.push(id);
            }
            true
        });
    }
    // A comparison of a quotient does not check the divisor.
    let mut seen = HashSet::new();
    for top in compared {
        let mut left = vec![top];
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            match index.exprs.get(id) {
                Expr::Ref(place) => {
                    known.insert(index.canonical(place));
                }
                Expr::Arith(Arithmetic::Div | Arithmetic::Mod, list) => {
                    left.extend(&index.exprs.list(list)[..1]);
                }
                _ => left.extend(index.exprs.children(id)),
            }
        }
    }
}
