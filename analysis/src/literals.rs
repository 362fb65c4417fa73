//! The necessary conditions of a statement.

use std::collections::{BTreeSet, HashMap};

use tagbridge_logic::{
    Effect, Index, PlaceId, Statement,
    expr::{Comparison, Constant, Edge, Expr, ExprId},
};

/// A necessary condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Literal {
    /// A bit is on, or off.
    Bit(PlaceId, bool),
    /// A number has this value.
    Equal(PlaceId, i64),
    /// An expression holds, or does not.
    Whole(ExprId, bool),
}

/// A cache of necessary conditions.
pub(crate) struct Literals<'a> {
    index: &'a Index,
    known: HashMap<(ExprId, bool), BTreeSet<Literal>>,
}

impl<'a> Literals<'a> {
    pub(crate) fn new(index: &'a Index) -> Self {
        Self { index, known: HashMap::new() }
    }

    /// The necessary conditions for a statement to turn on the place that it writes.
    pub(crate) fn of(&mut self, statement: &Statement) -> BTreeSet<Literal> {
        let mut all = self.necessary_conditions(statement.guard, true);
        if let Effect::Assign { value, .. } = &statement.effect {
            all.extend(self.necessary_conditions(*value, true));
        }
        all
    }

    fn necessary_conditions(&mut self, id: ExprId, wanted: bool) -> BTreeSet<Literal> {
        if let Some(known) = self.known.get(&(id, wanted)) {
            return known.clone();
        }
        let mut found = BTreeSet::from([Literal::Whole(id, wanted)]);
        let exprs = &self.index.exprs;
        match exprs.get(id) {
            Expr::Ref(place) => {
                found.insert(Literal::Bit(self.index.canonical(place), wanted));
            }
            Expr::Not(of) => found.extend(self.necessary_conditions(of, !wanted)),
            Expr::And(list) | Expr::Or(list) => {
                let all = matches!(exprs.get(id), Expr::And(_)) == wanted;
                let parts = exprs.list(list).to_vec();
                let mut parts =
                    parts.into_iter().map(|part| self.necessary_conditions(part, wanted));
                if all {
                    parts.for_each(|part| found.extend(part));
                } else if let Some(first) = parts.next() {
                    found.extend(parts.fold(first, |one, other| &one & &other));
                }
            }
            Expr::Edge(edge, of, _) if wanted => {
                found.extend(self.necessary_conditions(of, edge == Edge::Rising));
            }
            Expr::Compare(Comparison::Eq, left, right) if wanted => {
                for (one, other) in [(left, right), (right, left)] {
                    if let (Expr::Ref(place), Expr::Const(Constant::Int(number))) =
                        (exprs.get(one), exprs.get(other))
                    {
                        found.insert(Literal::Equal(self.index.canonical(place), number));
                    }
                }
            }
            _ => {}
        }
        self.known.insert((id, wanted), found.clone());
        found
    }
}

/// Whether two sets never hold at once.
pub(crate) fn never_hold_together(one: &BTreeSet<Literal>, other: &BTreeSet<Literal>) -> bool {
    one.iter().any(|literal| match literal {
        Literal::Bit(place, on) => other.contains(&Literal::Bit(*place, !on)),
        Literal::Whole(id, on) => other.contains(&Literal::Whole(*id, !on)),
        Literal::Equal(place, number) => other.iter().any(
            |it| matches!(it, Literal::Equal(with, wanted) if with == place && wanted != number),
        ),
    })
}
