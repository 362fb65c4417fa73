//! State machines: a number that is compared with constants, and set to constants where it is.

use std::collections::{BTreeMap, BTreeSet};

use super::Answer;
use crate::{
    Citation, Effect, Logic, PlaceId, StatementId,
    expr::{Comparison, Constant, Expr, ExprId},
};

/// Fewer compared constants are no state machine.
const LEAST_STATES: usize = 3;
/// Fewer stores under such a comparison are none.
const LEAST_STORES: usize = 2;

/// A state machine.
#[derive(Debug, Clone, PartialEq)]
pub struct States {
    /// The number that holds the state.
    pub place: String,
    /// Its states.
    pub states: BTreeSet<i64>,
    /// How it goes from one to another.
    pub transitions: Vec<Transition>,
    /// States that are entered, and nothing leaves.
    pub dead: BTreeSet<i64>,
    /// States that are looked for, and nothing enters.
    pub unreachable: BTreeSet<i64>,
}

/// A change of state.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The state before; absent where it is set whatever the state is.
    pub from: Option<i64>,
    /// The state after.
    pub to: i64,
    /// The whole condition, the state before included.
    pub condition: ExprId,
    /// Where.
    pub citation: Citation,
    /// The statement.
    pub statement: StatementId,
}

impl Logic<'_> {
    /// A place as a state machine; no row where it is none.
    pub fn states(&self, place: PlaceId) -> Answer<States> {
        let place = self.index.canonical(place);
        let mut compared = BTreeSet::new();
        let mut units = BTreeSet::new();
        let mut transitions = Vec::new();
        for (other, relation) in self.related(place) {
            if relation != crate::Relation::Same {
                continue;
            }
            units.extend(self.index.refs_to(other).iter().map(|at| self.index.unit_of(*at)));
        }
        for unit in &units {
            for (id, statement) in self.index.statements_of(*unit) {
                let mut before = BTreeMap::new();
                self.compared(statement.guard, place, true, &mut before);
                compared.extend(before.keys().copied());
                let Effect::Assign { to, value, .. } = &statement.effect else { continue };
                let mut looked_for = BTreeMap::new();
                self.compared(*value, place, true, &mut looked_for);
                compared.extend(looked_for.keys().copied());
                if self.index.canonical(self.index.reference(*to).place) != place {
                    continue;
                }
                let Expr::Const(Constant::Int(to)) = self.index.exprs.get(*value) else { continue };
                let mut froms: Vec<Option<i64>> =
                    before.iter().filter(|(_, is)| **is).map(|(from, _)| Some(*from)).collect();
                if froms.is_empty() {
                    froms.push(None);
                }
                transitions.extend(froms.into_iter().map(|from| Transition {
                    from,
                    to,
                    condition: statement.guard,
                    citation: self.cite(*unit, statement.span),
                    statement: id,
                }));
            }
        }
        let guarded = transitions.iter().filter(|it| it.from.is_some()).count();
        let mut rows = Vec::new();
        if compared.len() >= LEAST_STATES && guarded >= LEAST_STORES {
            let entered: BTreeSet<i64> = transitions.iter().map(|it| it.to).collect();
            let left: BTreeSet<i64> = transitions.iter().filter_map(|it| it.from).collect();
            let always = transitions.iter().any(|it| it.from.is_none());
            rows.push(States {
                place: self.place(place),
                states: compared.union(&entered).copied().collect(),
                dead: entered.difference(&left).copied().filter(|_| !always).collect(),
                // 0 is what it begins with.
                unreachable: compared
                    .difference(&entered)
                    .copied()
                    .filter(|state| *state != 0)
                    .collect(),
                transitions,
            });
        }
        let units: Vec<_> = units.into_iter().collect();
        self.answer(rows, Some(&units))
    }

    /// The constants that a condition holds a place against for equality, and whether they must
    /// be equal.
    fn compared(&self, of: ExprId, place: PlaceId, is: bool, into: &mut BTreeMap<i64, bool>) {
        match self.index.exprs.get(of) {
            Expr::Compare(how @ (Comparison::Eq | Comparison::Ne), left, right) => {
                let is = is == (how == Comparison::Eq);
                let sides = [(left, right), (right, left)];
                for (one, other) in sides {
                    if let (Expr::Ref(found), Expr::Const(Constant::Int(number))) =
                        (self.index.exprs.get(one), self.index.exprs.get(other))
                        && self.index.canonical(found) == place
                    {
                        *into.entry(number).or_insert(false) |= is;
                    }
                }
            }
            Expr::Not(inner) => self.compared(inner, place, !is, into),
            Expr::And(_) | Expr::Or(_) => {
                for child in self.index.exprs.children(of) {
                    self.compared(child, place, is, into);
                }
            }
            _ => {}
        }
    }
}
