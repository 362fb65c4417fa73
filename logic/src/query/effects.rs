//! The statements that turn a place on or off, and their conditions.

use super::Answer;
use crate::{
    Citation, Effect, How, Logic, PlaceId, RefId, Relation, StatementId,
    expr::{Arithmetic, Constant, Expr, ExprId},
    members::writes_member,
    types,
    unit::Direction,
};

/// The wanted effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turned {
    /// It becomes true, or other than 0.
    On,
    /// It becomes false, or 0.
    Off,
}

/// A statement with the effect.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectRow {
    /// The location.
    pub citation: Citation,
    /// The statement.
    pub statement: StatementId,
    /// The full name of the written place.
    pub place: String,
    /// Its relation to the place in the question.
    pub relation: Relation,
    /// How it gets its value; absent if an instruction with memory or a call writes it.
    pub how: Option<How>,
    /// Whether a call writes it, because a parameter is bound to it.
    pub bound: bool,
    /// The condition of the effect.
    pub condition: ExprId,
    /// The assigned value; absent if it is fixed, like that of a latch.
    pub value: Option<ExprId>,
    /// The places in the condition.
    pub literals: Vec<PlaceId>,
    /// Whether the place is in its own condition: it seals itself in.
    pub sealed_in: bool,
    /// Statements with the opposite effect of a latch.
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
    /// Returns the statements that turn a place on or off: outputs that follow a condition do both.
    /// Bits of an instance that its instruction writes (a timer's DN) count; calls that bind a
    /// parameter to the place have separate rows.
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
                // S7 texts call all instances with CALL: the type says which instruction it is.
                let of_type = instance.filter(|_| name == "CALL").and_then(|at| {
                    types::name_of(self.project, self.index, self.index.reference(at).place)
                });
                let name = of_type.as_deref().unwrap_or(name);
                // The whole instance is not a bit; its members that the instruction writes count.
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

    /// Whether an instruction writes the member of its instance at this place.
    fn is_defined(&self, instruction: &str, instance: RefId, place: PlaceId) -> bool {
        let instance = self.index.canonical(self.index.reference(instance).place);
        let path = self.index.places.path(self.index.canonical(place));
        let Some(depth) = path.iter().position(|part| *part == instance) else { return false };
        let Some(crate::Step::Member(member)) =
            path.get(depth + 1).map(|part| self.index.places.step(*part))
        else {
            return false;
        };
        writes_member(instruction, self.index.names.text(member))
    }

    /// The statements that write an occurrence: a flip-flop sets and resets.
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

    /// Whether a statement can have the wanted effect. For a structure, changes of bits count, but
    /// not values that are stored in its members.
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
                // What counts up does not reset.
                Expr::Arith(Arithmetic::Add, _) => {
                    let written = self.index.reference(hit.at).place;
                    wanted == Turned::On || !self.index.exprs.places(*value).contains(&written)
                }
                _ => true,
            },
        }
    }
}

fn is_latch(how: How) -> bool {
    matches!(how, How::Latch | How::Unlatch)
}

/// Whether a constant is on; `None` for a name or a text.
fn is_on(constant: Constant) -> Option<bool> {
    match constant {
        Constant::Bool(on) => Some(on),
        Constant::Int(number) => Some(number != 0),
        Constant::Real(bits) => Some(f64::from_bits(bits) != 0.0),
        Constant::Text(_) => None,
    }
}
