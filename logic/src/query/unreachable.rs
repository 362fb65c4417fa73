//! Code that is never executed, or whose condition never holds.

use std::collections::{HashMap, HashSet};

use tagbridge_project::{Body, Language};
use tagbridge_texts::Coded;

use super::Answer;
use crate::{
    Certainty, Citation, Effect, How, Logic, NameId, PlaceId, Ref, Relation, RoutineId, Span,
    Statement, StatementId, UnitId, UseMode,
    expr::{Constant, Expr, ExprId, Scalar, SearchLimits, ValuedCondition, Values},
    types,
};

/// Code without effect.
#[derive(Debug, Clone, PartialEq)]
pub struct DeadRow {
    /// The location.
    pub citation: Citation,
    /// The reason.
    pub why: Dead,
}

/// Why code has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Coded)]
#[coded(prefix = "logic-dead")]
pub enum Dead {
    /// No task executes it, and no executed code calls it.
    NotExecuted,
    /// It follows an unconditional jump or return.
    BehindJump,
    /// Its condition can never hold.
    NeverTrue,
    /// It is executed, but its output is never on: its condition contradicts itself.
    NeverOn,
}

impl Dead {
    /// Its stable name in the interface.
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
    /// Returns the code that is never executed, or never has an effect. If the file has no tasks,
    /// execution is unknown.
    pub fn dead_code(&self) -> Answer<DeadRow> {
        let reached = self.executed_routines();
        let mut rows = Vec::new();
        let mut left: HashMap<RoutineId, bool> = HashMap::new();
        let mut impossible: HashMap<ExprId, bool> = HashMap::new();
        for (id, unit) in self.index.units() {
            if reached.is_some_and(|reached| !reached.contains(&unit.routine)) {
                let citation = self.cite(id, Span::new(0, self.text(id).len()));
                rows.push(DeadRow { citation, why: Dead::NotExecuted });
                continue;
            }
            let left = left.entry(unit.routine).or_default();
            let mut said = HashSet::new();
            for (at, statement) in self.index.statements_of(id) {
                let behind = *left;
                if self.is_false(statement.guard) && behind {
                    if said.insert(Dead::BehindJump) {
                        let citation = self.cite(id, statement.span);
                        rows.push(DeadRow { citation, why: Dead::BehindJump });
                    }
                } else if let Some(why) = self.never_holds(at, statement, &mut impossible)
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

    /// The routines that are executed, or may be called from outside; `None` if the file does not
    /// show it.
    pub(crate) fn executed_routines(&self) -> Option<&HashSet<RoutineId>> {
        (!self.is_partial()).then(|| self.index.order.reached_or_called_from_outside())
    }

    /// The same, or `None` if hidden code may call other visible code.
    pub(crate) fn surely_executed(&self) -> Option<&HashSet<RoutineId>> {
        if self.index.order.may_call_more { None } else { self.executed_routines() }
    }

    fn is_true(&self, id: ExprId) -> bool {
        self.index.exprs.get(id) == Expr::Const(Constant::Bool(true))
    }

    /// Whether a condition is false due to its literals.
    fn is_false(&self, id: ExprId) -> bool {
        self.is_false_by(id, &mut HashMap::new())
    }

    /// `known`: the results for the parts that were met before.
    fn is_false_by(&self, id: ExprId, known: &mut HashMap<ExprId, bool>) -> bool {
        if let Some(known) = known.get(&id) {
            return *known;
        }
        let exprs = &self.index.exprs;
        let is_false = match exprs.get(id) {
            Expr::Const(constant) => constant == Constant::Bool(false),
            Expr::Not(of) => self.is_true(of),
            Expr::Compare(how, left, right) => match (exprs.get(left), exprs.get(right)) {
                (Expr::Const(Constant::Int(left)), Expr::Const(Constant::Int(right))) => {
                    !how.holds(left.cmp(&right))
                }
                _ => false,
            },
            Expr::And(list) => exprs.list(list).iter().any(|it| self.is_false_by(*it, known)),
            Expr::Or(list) => exprs.list(list).iter().all(|it| self.is_false_by(*it, known)),
            _ => false,
        };
        known.insert(id, is_false);
        is_false
    }

    /// `impossible`: the conditions that were tried before; the statements of one branch have the same.
    fn never_holds(
        &self,
        at: StatementId,
        statement: &Statement,
        impossible: &mut HashMap<ExprId, bool>,
    ) -> Option<Dead> {
        let unit = statement.unit;
        // A coil that is always off is intentional if no contact precedes it.
        let mut never = |id: ExprId| {
            let written = self.index.exprs.get(id) != Expr::Const(Constant::Bool(false));
            let mut is_impossible =
                || *impossible.entry(id).or_insert_with(|| self.is_impossible(id));
            let contradicts =
                |is_impossible: bool| is_impossible && !self.changes_on_the_way(at, id);
            written && (self.is_false(id) || contradicts(is_impossible()))
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

    /// Whether no values make a condition hold. Only checked if a variable occurs twice.
    fn is_impossible(&self, id: ExprId) -> bool {
        let mut seen = HashSet::new();
        if !self.repeats(id, &mut seen) {
            return false;
        }
        let whole = |place| types::is_whole(self.project, self.index, place);
        let condition = ValuedCondition::new(&self.index.exprs, id, true, &Nothing(self), &whole);
        !condition.is_possible(SearchLimits::default())
    }

    /// Whether a value in a condition may change between two evaluations: it is written where a
    /// part of the condition already holds, before the statement.
    fn changes_on_the_way(&self, to: StatementId, id: ExprId) -> bool {
        let unit = self.index.statement(to).unit;
        let read = self.index.exprs.places(id);
        let written: Vec<usize> =
            self.may_write(unit, &read).map(|it| it.span().range().start).collect();
        let mut parts = HashSet::new();
        self.parts(id, &mut parts);
        self.index.statements_of(unit).any(|(at, statement)| {
            let is_before = at.index() < to.index() || (statement.repeated && at != to);
            let span = statement.span.range();
            if !is_before {
                return false;
            }
            let may_change = match &statement.effect {
                // The condition of unknown code is unknown.
                Effect::Opaque(_) => return true,
                Effect::Call { .. } if self.call_may_write(at, &read) => true,
                _ => written.iter().any(|start| span.contains(start)),
            };
            if !may_change {
                return false;
            }
            let mut own = HashSet::new();
            self.parts(statement.guard, &mut own);
            if let Effect::Assign { value, how: How::Follow, .. } = &statement.effect {
                self.parts(*value, &mut own);
            }
            !own.is_disjoint(&parts)
        })
    }

    /// The occurrences in a unit that write or may write one of these places.
    fn may_write<'s>(
        &'s self,
        unit: UnitId,
        places: &'s [PlaceId],
    ) -> impl Iterator<Item = &'s Ref> + 's {
        self.index.refs_of(unit).iter().filter(move |it| {
            let writes = it.mode.writes() || it.mode == UseMode::Address;
            let related =
                |place: &PlaceId| self.index.relate(it.place, *place) != Relation::Disjoint;
            (writes || it.certainty != Certainty::Certain) && places.iter().any(related)
        })
    }

    /// Whether a call may write one of these places, directly or in hidden code.
    fn call_may_write(&self, call: StatementId, places: &[PlaceId]) -> bool {
        let executed = self.index.order.executed_by(call);
        let is_hidden = |id: &RoutineId| {
            let body = &self.project.routines[id.index()].body;
            matches!(body, Body::Protected | Body::Absent)
        };
        if executed.is_empty() || executed.iter().any(is_hidden) {
            return true;
        }
        let mut units = self.index.units().filter(|(_, unit)| executed.contains(&unit.routine));
        units.any(|(unit, _)| {
            self.may_write(unit, places).next().is_some()
                || self.index.statements_of(unit).any(|(at, statement)| match &statement.effect {
                    Effect::Opaque(_) => true,
                    Effect::Call { .. } => self.index.order.executed_by(at).is_empty(),
                    _ => false,
                })
        })
    }

    /// The conditions that must each hold for a condition to hold.
    fn parts(&self, id: ExprId, into: &mut HashSet<ExprId>) {
        match self.index.exprs.get(id) {
            Expr::And(list) => {
                self.index.exprs.list(list).iter().for_each(|part| self.parts(*part, into));
            }
            _ => drop(into.insert(id)),
        }
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

/// All values are unknown.
struct Nothing<'a>(&'a Logic<'a>);

impl Values for Nothing<'_> {
    fn value(&self, _: PlaceId) -> Option<Scalar> {
        None
    }

    fn text(&self, name: NameId) -> &str {
        self.0.index.names.text(name)
    }
}
