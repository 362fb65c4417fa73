//! Whether two rungs have the same effect under the same conditions, in any notation.

use std::collections::{HashMap, HashSet};

use tagbridge_logic::{
    Effect, Index, NameId, Names, PlaceId, Statement, StatementId, UnitId,
    expr::{Constant, Expr, ExprId, Exprs, Meaning, Scalar, Values, equivalent},
};

use crate::Spot;

/// Converts the conditions of two indexes to a common graph.
pub(crate) struct Same<'i> {
    sides: [Side<'i>; 2],
    exprs: Exprs,
    names: Names,
    places: HashMap<String, PlaceId>,
    /// The compared units.
    units: [UnitId; 2],
}

struct Side<'i> {
    index: &'i Index,
    units: HashMap<(u32, Option<u32>), UnitId>,
    known: HashMap<ExprId, ExprId>,
}

impl<'i> Same<'i> {
    pub(crate) fn new(old: &'i Index, new: &'i Index) -> Self {
        let side = |index: &'i Index| Side {
            index,
            units: index.units().map(|(id, unit)| ((unit.routine.0, unit.rung), id)).collect(),
            known: HashMap::new(),
        };
        Self {
            sides: [side(old), side(new)],
            exprs: Exprs::new(),
            names: Names::default(),
            places: HashMap::new(),
            units: [UnitId(0); 2],
        }
    }

    /// Whether both rungs have the same effects in the same order, each under the same condition.
    /// False if this cannot be decided.
    pub(crate) fn same(&mut self, old: Spot, new: Spot) -> bool {
        let unit = |side: &Side<'i>, spot: Spot| {
            side.units.get(&(spot.routine.0, spot.rung)).map(|unit| (side.index, *unit))
        };
        let (Some((before, old)), Some((after, new))) =
            (unit(&self.sides[0], old), unit(&self.sides[1], new))
        else {
            return false;
        };
        self.units = [old, new];
        let olds: Vec<&Statement> = before.statements_of(old).map(|it| it.1).collect();
        let news: Vec<&Statement> = after.statements_of(new).map(|it| it.1).collect();
        !olds.is_empty()
            && olds.len() == news.len()
            && olds.iter().zip(news).all(|(old, new)| {
                self.condition(old.guard, new.guard) && self.effect(&old.effect, &new.effect)
            })
    }

    fn effect(&mut self, old: &Effect, new: &Effect) -> bool {
        match (old, new) {
            (
                Effect::Assign { to, value, how },
                Effect::Assign { to: into, value: other, how: manner },
            ) => {
                let place =
                    |index: &Index, at| index.places.text(index.reference(at).place, &index.names);
                place(self.sides[0].index, *to)
                    .eq_ignore_ascii_case(&place(self.sides[1].index, *into))
                    && how == manner
                    && self.condition(*value, *other)
            }
            (Effect::Run { inputs, .. }, Effect::Run { inputs: others, .. }) => {
                inputs.len() == others.len()
                    && inputs
                        .iter()
                        .zip(others)
                        .all(|((_, value), (_, other))| self.condition(*value, *other))
            }
            (Effect::Call { bindings, .. }, Effect::Call { bindings: others, .. }) => {
                let [before, after] = [self.sides[0].index, self.sides[1].index];
                let (olds, news) = (before.bindings(bindings), after.bindings(others));
                olds.len() == news.len()
                    && olds
                        .iter()
                        .zip(news)
                        .all(|(old, new)| self.condition(old.actual, new.actual))
            }
            (Effect::Jump(_), Effect::Jump(_))
            | (Effect::Label(_), Effect::Label(_))
            | (Effect::Return, Effect::Return) => true,
            _ => false,
        }
    }

    fn condition(&mut self, old: ExprId, new: ExprId) -> bool {
        let [before, after] = self.units;
        let (old, new) = (self.bring(0, before, old), self.bring(1, after, new));
        // Two numbers are not equal just because both are not 0.
        if self.has_number(old) || self.has_number(new) {
            return old == new;
        }
        equivalent(&self.exprs, old, new, &Nothing, &|_| false) == Some(true)
    }

    /// Whether a number or a text is used as a condition.
    fn has_number(&self, id: ExprId) -> bool {
        let (mut left, mut seen) = (vec![id], HashSet::from([id]));
        while let Some(id) = left.pop() {
            match self.exprs.get(id) {
                Expr::Const(Constant::Bool(_)) => {}
                Expr::Const(_) => return true,
                Expr::Not(_) | Expr::And(_) | Expr::Or(_) | Expr::Xor(..) => {
                    left.extend(self.exprs.children(id).into_iter().filter(|it| seen.insert(*it)));
                }
                _ => {}
            }
        }
        false
    }

    /// Converts an expression of one side to the common graph.
    fn bring(&mut self, side: usize, unit: UnitId, id: ExprId) -> ExprId {
        let Side { index, known, .. } = &mut self.sides[side];
        let first = index.unit(unit).statements.start;
        let mut meaning = Common { index, first, names: &mut self.names, places: &mut self.places };
        self.exprs.import(&index.exprs, id, known, &mut meaning)
    }
}

/// Maps the ids of one side to those of the common graph.
struct Common<'a, 'i> {
    index: &'i Index,
    first: u32,
    names: &'a mut Names,
    places: &'a mut HashMap<String, PlaceId>,
}

impl Meaning for Common<'_, '_> {
    fn place(&mut self, place: PlaceId) -> Result<PlaceId, ExprId> {
        let text = self.index.places.text(place, &self.index.names).to_lowercase();
        let next = PlaceId::at(self.places.len());
        Ok(*self.places.entry(text).or_insert(next))
    }

    fn name(&mut self, name: NameId) -> NameId {
        self.names.exact(self.index.names.text(name))
    }

    /// A statement's output is identified by its position in the unit.
    fn statement(&mut self, statement: StatementId) -> StatementId {
        StatementId(statement.0.saturating_sub(self.first))
    }
}

/// Without values: they do not affect whether two conditions are equivalent.
struct Nothing;

impl Values for Nothing {
    fn value(&self, _place: PlaceId) -> Option<Scalar> {
        None
    }

    fn text(&self, _name: NameId) -> &'static str {
        ""
    }
}
