//! The dependencies of a place in both directions.

use std::collections::{HashMap, HashSet, VecDeque};

use tagbridge_texts::Coded;

use super::Answer;
use crate::{
    Citation, Effect, Logic, PlaceId, Relation, StatementId, UnitId, expr::ExprId,
    unit::Direction as Binds,
};

/// Maximum depth of a slice.
const MAXIMUM_DEPTH: u32 = 8;
/// Maximum number of places.
const MAXIMUM_NODES: usize = 200;

/// The direction of a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To the places that it depends on.
    Back,
    /// To the places that depend on it.
    Forward,
}

/// The kind of dependence between two places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Coded)]
#[coded(prefix = "logic-dependence")]
pub enum Dependence {
    /// Its value is computed from the other.
    Data,
    /// Whether it gets a value depends on the other.
    Control,
    /// A call binds one to the other.
    Bound,
}

/// A place of a slice.
#[derive(Debug, Clone, PartialEq)]
pub struct SliceNode {
    /// The place.
    pub place: PlaceId,
    /// Its full name.
    pub name: String,
    /// The previous node; absent for the first.
    pub from: Option<usize>,
    /// The kind of dependence between the two.
    pub edge: Option<Dependence>,
    /// Whether it is certain: without a pointer or a computed index on the way.
    pub certain: bool,
    /// Number of steps from the first place.
    pub depth: u32,
    /// The statement between the two.
    pub citation: Option<Citation>,
}

/// A slice.
#[derive(Debug, Clone, PartialEq)]
pub struct Slice {
    /// Places, nearest first; uncertain ones after the certain ones.
    pub nodes: Vec<SliceNode>,
    /// Whether it ends at the limits, before the end of the logic.
    pub cut: bool,
}

impl Logic<'_> {
    /// Returns the dependencies of a place, or the places that depend on it, up to a depth of 8 and
    /// 200 places.
    pub fn slice(&self, place: PlaceId, direction: Direction, depth: u32) -> Answer<Slice> {
        let depth = depth.min(MAXIMUM_DEPTH);
        let first = self.index.canonical(place);
        let start = SliceNode {
            name: self.place(first),
            place: first,
            from: None,
            edge: None,
            certain: true,
            depth: 0,
            citation: None,
        };
        let mut slice = Slice { nodes: vec![start], cut: false };
        let mut seen: HashSet<PlaceId> = HashSet::from([first]);
        // All certain places come first.
        let mut left: VecDeque<(usize, bool)> = VecDeque::from([(0, false)]);
        let mut later: VecDeque<(usize, bool)> = VecDeque::from([(0, true)]);
        let mut units: HashSet<UnitId> = HashSet::new();
        while let Some((at, may)) = left.pop_front().or_else(|| later.pop_front()) {
            let SliceNode { place, depth: now, certain, .. } = slice.nodes[at];
            let certain = certain && !may;
            let next = match direction {
                Direction::Back => self.sources(place, may),
                Direction::Forward => self.targets(place, may),
            };
            if now >= depth {
                slice.cut |= next.iter().any(|(_, place, _)| !seen.contains(place));
                continue;
            }
            for (edge, place, statement) in next {
                if !seen.insert(place) {
                    continue;
                }
                if slice.nodes.len() >= MAXIMUM_NODES {
                    slice.cut = true;
                    break;
                }
                let statement = self.index.statement(statement);
                units.insert(statement.unit);
                let number = slice.nodes.len();
                if certain { &mut left } else { &mut later }.push_back((number, false));
                later.push_back((number, true));
                slice.nodes.push(SliceNode {
                    name: self.place(place),
                    place,
                    from: Some(at),
                    edge: Some(edge),
                    certain,
                    depth: now + 1,
                    citation: Some(self.cite(statement.unit, statement.span)),
                });
            }
        }
        let units: Vec<UnitId> = units.into_iter().collect();
        let cut = slice.cut;
        let answer = self.answer(vec![slice], Some(&units));
        let mut answer = answer.with_hidden(self);
        answer.gaps.extend(cut.then_some(super::Gap::Cut));
        answer
    }

    /// The places that share bits with a place, or that may.
    fn overlapping_places(&self, place: PlaceId, may: bool) -> impl Iterator<Item = PlaceId> {
        let related = self.related(place).into_iter();
        related.filter(move |(_, how)| (*how == Relation::May) == may).map(|(other, _)| other)
    }

    /// The sources of a place's value.
    fn sources(&self, place: PlaceId, may: bool) -> Vec<(Dependence, PlaceId, StatementId)> {
        let mut found = Vec::new();
        for other in self.overlapping_places(place, may) {
            for at in self.index.refs_to(other) {
                if !self.index.reference(*at).mode.writes() {
                    continue;
                }
                for id in self.writers_at(*at) {
                    let statement = self.index.statement(id);
                    match &statement.effect {
                        Effect::Assign { value, .. } => {
                            self.add(&mut found, Dependence::Data, *value, id);
                        }
                        Effect::Run { operands, inputs, .. } => {
                            for (_, input) in inputs {
                                self.add(&mut found, Dependence::Data, *input, id);
                            }
                            let read = operands.clone().map(|at| &self.index.refs[at as usize]);
                            for operand in read.filter(|operand| operand.mode.reads()) {
                                found.push((
                                    Dependence::Data,
                                    self.index.canonical(operand.place),
                                    id,
                                ));
                            }
                        }
                        Effect::Call { bindings, .. } => {
                            for binding in self.index.bindings(bindings) {
                                if binding.at == Some(*at) && binding.direction != Binds::In {
                                    let formal = self.index.canonical(binding.formal);
                                    found.push((Dependence::Bound, formal, id));
                                }
                            }
                        }
                        _ => {}
                    }
                    // A place with both kinds of dependence is reported as data.
                    self.add(&mut found, Dependence::Control, statement.guard, id);
                }
            }
            found.extend(self.bound_places(other, Binds::In));
        }
        found
    }

    /// The places whose value depends on a place.
    fn targets(&self, place: PlaceId, may: bool) -> Vec<(Dependence, PlaceId, StatementId)> {
        let mut found = Vec::new();
        let mut read_in: HashMap<UnitId, Vec<PlaceId>> = HashMap::new();
        for other in self.overlapping_places(place, may) {
            for at in self.index.refs_to(other) {
                if self.index.reference(*at).mode.reads() {
                    read_in.entry(self.index.unit_of(*at)).or_default().push(other);
                }
            }
            found.extend(self.bound_places(other, Binds::Out));
        }
        let mut units: Vec<_> = read_in.into_iter().collect();
        units.sort_unstable();
        for (unit, places) in units {
            for (id, statement) in self.index.statements_of(unit) {
                let reads = |expr: ExprId| {
                    self.index.exprs.places(expr).iter().any(|place| places.contains(place))
                };
                self.written_by(id, reads(statement.guard), &reads, &places, &mut found);
            }
        }
        found
    }

    /// The places that a statement writes with a dependent value.
    fn written_by(
        &self,
        id: StatementId,
        controls: bool,
        reads: &dyn Fn(ExprId) -> bool,
        places: &[PlaceId],
        found: &mut Vec<(Dependence, PlaceId, StatementId)>,
    ) {
        let place_of = |at: crate::RefId| self.index.canonical(self.index.reference(at).place);
        match &self.index.statement(id).effect {
            Effect::Assign { to, value, .. } => {
                if reads(*value) {
                    found.push((Dependence::Data, place_of(*to), id));
                } else if controls {
                    found.push((Dependence::Control, place_of(*to), id));
                }
            }
            Effect::Run { operands, inputs, instance, .. } => {
                let refs = || operands.clone().map(|at| &self.index.refs[at as usize]);
                let given = inputs.iter().any(|(_, input)| reads(*input))
                    || refs().any(|it| it.mode.reads() && places.contains(&it.place));
                if given || controls {
                    let edge = if given { Dependence::Data } else { Dependence::Control };
                    let called = instance.map(|at| self.index.reference(at));
                    let written = refs().filter(|it| it.mode.writes()).chain(called);
                    found.extend(written.map(|it| (edge, self.index.canonical(it.place), id)));
                }
            }
            Effect::Call { bindings, .. } => {
                for binding in self.index.bindings(bindings) {
                    if binding.direction != Binds::Out && reads(binding.actual) {
                        found.push((Dependence::Bound, self.index.canonical(binding.formal), id));
                    }
                }
            }
            _ => {}
        }
    }

    /// The places that calls bind to a parameter.
    fn bound_places(&self, formal: PlaceId, way: Binds) -> Vec<(Dependence, PlaceId, StatementId)> {
        let mut found = Vec::new();
        for (statement, binding) in self.index.bound_to(formal) {
            let binding = &self.index.bindings[binding.index()];
            match way {
                Binds::In if binding.direction != Binds::Out => {
                    self.add(&mut found, Dependence::Bound, binding.actual, *statement);
                }
                Binds::Out if binding.direction != Binds::In => {
                    if let Some(at) = binding.at {
                        let place = self.index.canonical(self.index.reference(at).place);
                        found.push((Dependence::Bound, place, *statement));
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn add(
        &self,
        found: &mut Vec<(Dependence, PlaceId, StatementId)>,
        edge: Dependence,
        of: ExprId,
        by: StatementId,
    ) {
        let places = self.index.exprs.places(of);
        found.extend(places.into_iter().map(|place| (edge, self.index.canonical(place), by)));
    }
}
