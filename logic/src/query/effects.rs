//! What turns something on or off, and under which condition.

use super::Answer;
use crate::{
    Citation, Effect, How, Logic, PlaceId, RefId, Relation, StatementId,
    expr::{Constant, Expr, ExprId},
    members::defines,
    unit::Direction,
};

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turned {
    /// What makes it true, or gives it a value other than 0.
    On,
    /// What makes it false, or 0.
    Off,
}

/// A statement that does it.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectRow {
    /// Where.
    pub citation: Citation,
    /// The statement.
    pub statement: StatementId,
    /// The place that is written, whole.
    pub place: String,
    /// How that lies to what was asked for.
    pub relation: Relation,
    /// How it gets its value; absent where an instruction with memory or a call gives it.
    pub how: Option<How>,
    /// Whether a call gives it: the parameter is bound to it.
    pub bound: bool,
    /// The condition under which the statement does it.
    pub condition: ExprId,
    /// What it gives the place where that condition holds; absent where that is fixed, as by a
    /// latch.
    pub value: Option<ExprId>,
    /// The places of that condition.
    pub literals: Vec<PlaceId>,
    /// Whether the place itself is in its condition: it holds itself on.
    pub sealed_in: bool,
    /// Statements that do the opposite of a latch.
    pub opposing: Vec<StatementId>,
}

struct Hit {
    statement: StatementId,
    at: RefId,
    relation: Relation,
    how: Option<How>,
    bound: bool,
}

impl Logic<'_> {
    /// What turns a place on or off: outputs that follow a condition do both. Bits of an
    /// instance that its instruction defines (a timer's DN) count; call sites that bind a
    /// parameter to the place are rows of their own.
    pub fn turned(&self, place: PlaceId, wanted: Turned) -> Answer<EffectRow> {
        let hits = self.hits(place);
        let latches: Vec<(StatementId, How)> = hits
            .iter()
            .filter_map(|hit| Some((hit.statement, hit.how.filter(|how| is_latch(*how))?)))
            .collect();
        let rows: Vec<EffectRow> = hits
            .iter()
            .filter(|hit| self.does(hit, wanted))
            .map(|hit| {
                let statement = self.index.statement(hit.statement);
                let condition = statement.guard;
                let value = match &statement.effect {
                    Effect::Assign { value, .. } => {
                        let is_fixed = match self.index.exprs.get(*value) {
                            Expr::Const(constant) => is_on(constant).is_some(),
                            _ => false,
                        };
                        (!is_fixed).then_some(*value)
                    }
                    _ => None,
                };
                let mut literals = self.index.exprs.places(condition);
                let more = value.map(|value| self.index.exprs.places(value)).unwrap_or_default();
                literals.extend(more);
                let mut seen = std::collections::HashSet::new();
                literals.retain(|place| seen.insert(*place));
                let sealed_in = literals
                    .iter()
                    .any(|literal| self.index.relate(*literal, place) == Relation::Same);
                let own = hit.how.filter(|how| is_latch(*how));
                let opposing = latches.iter().filter(|(_, how)| own.is_some_and(|own| own != *how));
                EffectRow {
                    citation: self.cite(statement.unit, statement.span),
                    statement: hit.statement,
                    place: self.place(self.index.reference(hit.at).place),
                    relation: hit.relation,
                    how: hit.how,
                    bound: hit.bound,
                    condition,
                    value,
                    literals,
                    sealed_in,
                    opposing: opposing.map(|(id, _)| *id).collect(),
                }
            })
            .collect();
        let mut units: Vec<_> = rows.iter().map(|row| row.citation.unit).collect();
        units.dedup();
        self.answer(rows, Some(&units)).with_hidden(self)
    }

    /// The statements that write a place, or bind it to a parameter.
    fn hits(&self, place: PlaceId) -> Vec<Hit> {
        let mut hits = Vec::new();
        for (other, relation) in self.related(place) {
            for at in self.index.refs_to(other) {
                if !self.index.reference(*at).mode.writes() {
                    continue;
                }
                let writers = self.writers_at(*at).into_iter();
                hits.extend(writers.filter_map(|id| self.hit(id, *at, place, relation)));
            }
        }
        hits.sort_unstable_by_key(|hit| (hit.statement, hit.at));
        hits.dedup_by_key(|hit| hit.statement);
        hits
    }

    fn hit(&self, id: StatementId, at: RefId, place: PlaceId, relation: Relation) -> Option<Hit> {
        let (how, bound) = match &self.index.statement(id).effect {
            Effect::Assign { how, .. } => (Some(*how), false),
            Effect::Run { spec, instance, .. } => {
                let name = self.index.names.text(self.index.specs.name(*spec));
                // The whole instance is no bit; of its members those that the instruction sets.
                let is_instance = *instance == Some(at);
                if is_instance && !self.is_defined(name, at, place) {
                    return None;
                }
                (None, false)
            }
            Effect::Call { .. } => (None, true),
            _ => return None,
        };
        Some(Hit { statement: id, at, relation, how, bound })
    }

    /// Whether an instruction defines the member of its instance that a place is.
    fn is_defined(&self, instruction: &str, instance: RefId, place: PlaceId) -> bool {
        let instance = self.index.canonical(self.index.reference(instance).place);
        let path = self.index.places.path(self.index.canonical(place));
        let Some(depth) = path.iter().position(|part| *part == instance) else { return false };
        let Some(crate::Step::Member(member)) =
            path.get(depth + 1).map(|part| self.index.places.step(*part))
        else {
            return false;
        };
        defines(instruction, self.index.names.text(member))
    }

    /// The statements that write where an occurrence stands: a flip-flop sets and resets.
    pub(crate) fn writers_at(&self, at: RefId) -> Vec<StatementId> {
        let unit = self.index.unit_of(at);
        let mut found = Vec::new();
        for (id, statement) in self.index.statements_of(unit) {
            let writes = match &statement.effect {
                Effect::Assign { to, .. } => *to == at,
                Effect::Run { operands, instance, .. } => {
                    operands.contains(&at.0) || *instance == Some(at)
                }
                Effect::Call { bindings, instance, .. } => {
                    *instance == Some(at)
                        || self.index.bindings(bindings).iter().any(|binding| {
                            binding.at == Some(at) && binding.direction != Direction::In
                        })
                }
                _ => false,
            };
            if writes {
                found.push(id);
            }
        }
        found
    }

    /// Whether a statement can have the effect that is asked for. Of a structure, bits that are
    /// turned count; a value that is stored in one of its members does not turn it.
    fn does(&self, hit: &Hit, wanted: Turned) -> bool {
        let Effect::Assign { value, how, .. } = &self.index.statement(hit.statement).effect else {
            return hit.relation != Relation::Within;
        };
        match how {
            How::Follow => true,
            How::Latch => wanted == Turned::On,
            How::Unlatch => wanted == Turned::Off,
            _ if hit.relation == Relation::Within => false,
            _ => match self.index.exprs.get(*value) {
                Expr::Const(constant) => {
                    is_on(constant).is_none_or(|is_on| is_on == (wanted == Turned::On))
                }
                _ => true,
            },
        }
    }
}

fn is_latch(how: How) -> bool {
    matches!(how, How::Latch | How::Unlatch)
}

/// Whether a constant turns on what gets it; none where it is a name or a text.
fn is_on(constant: Constant) -> Option<bool> {
    match constant {
        Constant::Bool(on) => Some(on),
        Constant::Int(number) => Some(number != 0),
        Constant::Real(bits) => Some(f64::from_bits(bits) != 0.0),
        Constant::Text(_) => None,
    }
}
