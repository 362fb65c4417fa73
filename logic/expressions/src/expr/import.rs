use std::collections::HashMap;

use super::{Comparison, Constant, Expr, ExprId, Exprs, Unclear, evaluate::order};
use crate::ids::{NameId, PlaceId, StatementId};

/// Maps the ids of another graph to those of this one.
pub trait Meaning {
    /// A place, or its replacement in this graph.
    fn place(&mut self, place: PlaceId) -> Result<PlaceId, ExprId>;

    /// A name or a text.
    fn name(&mut self, name: NameId) -> NameId;

    /// A statement.
    fn statement(&mut self, statement: StatementId) -> StatementId;
}

impl Exprs {
    /// Copies an expression of another graph to this one. `known` caches the result; use it only
    /// with the same graph and mapping.
    pub fn import(
        &mut self,
        from: &Self,
        id: ExprId,
        known: &mut HashMap<ExprId, ExprId>,
        meaning: &mut dyn Meaning,
    ) -> ExprId {
        if let Some(known) = known.get(&id) {
            return *known;
        }
        let of: Vec<ExprId> = from
            .children(id)
            .into_iter()
            .map(|child| self.import(from, child, known, meaning))
            .collect();
        let imported = match from.get(id) {
            Expr::Const(Constant::Text(name)) => self.constant(Constant::Text(meaning.name(name))),
            Expr::Const(constant) => self.constant(constant),
            Expr::Ref(place) => match meaning.place(place) {
                Ok(place) => self.read(place),
                Err(value) => value,
            },
            Expr::Not(_) => self.not(of[0]),
            Expr::And(_) => self.and(&of),
            Expr::Or(_) => self.or(&of),
            Expr::Xor(..) => self.xor(of[0], of[1]),
            Expr::Compare(how, ..) => self.compared(how, of[0], of[1]),
            Expr::Arith(how, _) => self.arith(how, &of),
            Expr::Edge(edge, _, memory) => {
                let memory = memory.and_then(|place| meaning.place(place).ok());
                self.edge(edge, of[0], memory)
            }
            Expr::Output(of, pin) => self.output(meaning.statement(of), meaning.name(pin)),
            Expr::Call(callee, _) => self.call(meaning.name(callee), &of),
            Expr::Unknown(Unclear::Named(name)) => self.unknown(meaning.name(name)),
            Expr::Unknown(Unclear::TooDeep) => self.intern(Expr::Unknown(Unclear::TooDeep)),
        };
        known.insert(id, imported);
        imported
    }

    /// The comparison of two values; of two numbers its result.
    pub fn compared(&mut self, how: Comparison, left: ExprId, right: ExprId) -> ExprId {
        let number = |id| match self.get(id) {
            Expr::Const(constant) => constant.scalar().filter(|it| it.number().is_some()),
            _ => None,
        };
        match number(left).zip(number(right)).and_then(|(left, right)| order(&left, &right)) {
            Some(order) => self.constant(Constant::Bool(how.holds(order))),
            None => self.compare(how, left, right),
        }
    }
}
