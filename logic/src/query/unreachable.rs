//! Code that is never executed, or whose condition never holds.

use std::collections::{HashMap, HashSet};

use tagbridge_project::Language;
use tagbridge_texts::Coded;

use super::Answer;
use crate::{
    Citation, Effect, How, Logic, NameId, PlaceId, RoutineId, Span, Statement, UnitId,
    expr::{Condition, Constant, Expr, ExprId, Scalar, SearchLimits, Truth, Values},
    types,
};

/// Code without effect.
#[derive(Debug, Clone, PartialEq)]
pub struct DeadRow {
    /// Where.
    pub citation: Citation,
    /// Why.
    pub why: Dead,
}

/// Why code has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "logic-dead")]
pub enum Dead {
    /// No task executes it, and nothing that is executed calls it.
    NotExecuted,
    /// It stands behind an unconditional jump or return.
    BehindJump,
    /// Its condition can never hold.
    NeverTrue,
    /// It is executed, and what it writes never is on: its condition contradicts itself.
    NeverOn,
}

impl Dead {
    /// Its stable name, as on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotExecuted => "not_executed",
            Self::BehindJump => "behind_jump",
            Self::NeverTrue => "never_true",
            Self::NeverOn => "never_on",
        }
    }
}

impl Logic<'_> {
    /// The code that nothing in the file executes, or that never has an effect. Where the file has
    /// no tasks, nothing is known of who executes what.
    pub fn dead_code(&self) -> Answer<DeadRow> {
        let reached =
            (!self.is_partial()).then(|| self.index.order.reached_or_called_from_outside());
        let mut rows = Vec::new();
        let mut left: HashMap<RoutineId, bool> = HashMap::new();
        for (id, unit) in self.index.units() {
            if reached.as_ref().is_some_and(|reached| !reached.contains(&unit.routine)) {
                let citation = self.cite(id, Span::new(0, self.text(id).len()));
                rows.push(DeadRow { citation, why: Dead::NotExecuted });
                continue;
            }
            let left = left.entry(unit.routine).or_default();
            let mut said = HashSet::new();
            for (_, statement) in self.index.statements_of(id) {
                let behind = *left;
                if self.is_false(statement.guard) && behind {
                    if said.insert(Dead::BehindJump) {
                        let citation = self.cite(id, statement.span);
                        rows.push(DeadRow { citation, why: Dead::BehindJump });
                    }
                } else if let Some(why) = self.never_holds(id, statement)
                    && said.insert(why)
                {
                    let citation = self.cite(id, statement.span);
                    rows.push(DeadRow { citation, why });
                }
                let leaves = matches!(statement.effect, Effect::Jump(_) | Effect::Return);
                *left |= leaves && self.is_true(statement.guard);
            }
        }
        self.answer(rows, Some(&[])).with_hidden(self)
    }

    fn is_true(&self, id: ExprId) -> bool {
        self.index.exprs.get(id) == Expr::Const(Constant::Bool(true))
    }

    /// Whether a condition is false by its literals alone.
    fn is_false(&self, id: ExprId) -> bool {
        let exprs = &self.index.exprs;
        match exprs.get(id) {
            Expr::Const(constant) => constant == Constant::Bool(false),
            Expr::Not(of) => self.is_true(of),
            Expr::Compare(how, left, right) => match (exprs.get(left), exprs.get(right)) {
                (Expr::Const(Constant::Int(left)), Expr::Const(Constant::Int(right))) => {
                    !how.holds(left.cmp(&right))
                }
                _ => false,
            },
            Expr::And(list) => exprs.list(list).iter().any(|part| self.is_false(*part)),
            Expr::Or(list) => exprs.list(list).iter().all(|part| self.is_false(*part)),
            _ => false,
        }
    }

    fn never_holds(&self, unit: UnitId, statement: &Statement) -> Option<Dead> {
        // A coil that always is off is written so on purpose where no contact stands before it.
        let never = |id: ExprId| {
            let written = self.index.exprs.get(id) != Expr::Const(Constant::Bool(false));
            written && (self.is_false(id) || self.contradicts_itself(unit, id))
        };
        match &statement.effect {
            Effect::Label(_) | Effect::Opaque(_) => None,
            _ if never(statement.guard) => Some(Dead::NeverTrue),
            // `IF FALSE THEN`.
            _ if self.is_text(unit) && self.is_false(statement.guard) => Some(Dead::NeverTrue),
            Effect::Assign { value, how: How::Follow, .. } => {
                never(*value).then_some(Dead::NeverOn)
            }
            _ => None,
        }
    }

    fn is_text(&self, unit: UnitId) -> bool {
        self.language(self.index.unit(unit)) == Language::St
    }

    /// Whether no values make a condition hold. It is tried only where something occurs twice.
    fn contradicts_itself(&self, unit: UnitId, id: ExprId) -> bool {
        let mut seen = HashSet::new();
        if !self.repeats(id, &mut seen) {
            return false;
        }
        // What is written in between may be different each time that it is read.
        let written = |place: &PlaceId| {
            let refs = self.index.refs_of(unit).iter();
            refs.filter(|it| it.mode.writes())
                .any(|it| self.index.relate(it.place, *place) != crate::Relation::Disjoint)
        };
        if self.index.exprs.places(id).iter().any(written) {
            return false;
        }
        let whole = |place| types::is_whole(self.project, self.index, place);
        let condition = Condition::new(&self.index.exprs, id, true, &Nothing(self), &whole);
        let finding = condition.finding(SearchLimits::default());
        finding.impossible || (finding.truth == Truth::False && finding.minimal)
    }

    /// Whether a variable occurs twice.
    fn repeats(&self, id: ExprId, seen: &mut HashSet<ExprId>) -> bool {
        let exprs = &self.index.exprs;
        match exprs.get(id) {
            Expr::Not(of) => self.repeats(of, seen),
            Expr::And(_) | Expr::Or(_) | Expr::Xor(..) => {
                let children = exprs.children(id);
                children.into_iter().any(|child| self.repeats(child, seen))
            }
            Expr::Compare(_, left, right) => {
                let is_variable = |id: &ExprId| !matches!(exprs.get(*id), Expr::Const(_));
                let sides = [left, right];
                sides.into_iter().filter(is_variable).any(|id| !seen.insert(id))
            }
            Expr::Const(_) | Expr::Unknown(_) => false,
            _ => !seen.insert(id),
        }
    }
}

/// No value is known.
struct Nothing<'a>(&'a Logic<'a>);

impl Values for Nothing<'_> {
    fn value(&self, _: PlaceId) -> Option<Scalar> {
        None
    }

    fn text(&self, name: NameId) -> &str {
        self.0.index.names.text(name)
    }
}
