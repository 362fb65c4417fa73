//! State machines: the steps of a chart; a number that is compared with constants, and set to
//! constants where it is.

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_project::{Initial, Language};

use super::Answer;
use crate::{
    Citation, Effect, How, Logic, PlaceId, RoutineId, StatementId, Step, UnitId,
    expr::{Arithmetic, Comparison, Constant, Expr, ExprId},
    types,
};

/// Fewer compared constants are no state machine.
const LEAST_STATES: usize = 3;
/// Fewer stores under such a comparison are none.
const LEAST_STORES: usize = 2;

/// A state machine.
#[derive(Debug, Clone, PartialEq)]
pub struct States {
    /// The number that holds the state, or the chart.
    pub subject: String,
    /// Its states, in order.
    pub states: Vec<State>,
    /// How it goes from one to another.
    pub transitions: Vec<Transition>,
}

/// A state.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The step, the name that an enumeration has for the number, or the number.
    pub name: String,
    /// Where it stands, where it is a step.
    pub citation: Option<Citation>,
    /// Whether it is entered, and nothing leaves it.
    pub is_dead: bool,
    /// Whether it is looked for, and nothing enters it.
    pub is_unreachable: bool,
}

/// A change of state.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The state before: all of them, of steps that are active at once; none where it is set
    /// whatever the state is.
    pub from: Vec<String>,
    /// The state after: all of them.
    pub to: Vec<String>,
    /// What has to hold beside the state before; without any it is left at once.
    pub conditions: Vec<ExprId>,
    /// Where.
    pub citation: Citation,
    /// The statement.
    pub statement: StatementId,
}

impl Logic<'_> {
    /// A place as a state machine, or the chart that it is a step of; no row where it is neither.
    pub fn states(&self, place: PlaceId) -> Answer<States> {
        let place = self.index.canonical(place);
        let parts = self.index.places.children(place).iter().copied().chain([place]);
        let charts = parts.flat_map(|part| self.index.refs_to(part)).map(|at| {
            let reference = self.index.reference(*at);
            (self.construct(reference.spec) == "STEP", self.index.unit_of(*at))
        });
        if let Some((_, unit)) = charts.into_iter().find(|(is_step, _)| *is_step) {
            return self.sequence(self.index.unit(unit).routine);
        }
        self.of_number(place)
    }

    /// A sequential function chart as a state machine; no row where the routine is none.
    pub fn sequence(&self, routine: RoutineId) -> Answer<States> {
        let units: Vec<UnitId> = self.units_of_chart(routine);
        let mut states: Vec<State> = Vec::new();
        let mut first = BTreeSet::new();
        let mut transitions: Vec<Transition> = Vec::new();
        for unit in &units {
            for reference in self.index.refs_of(*unit) {
                if !reference.mode.reads() || self.construct(reference.spec) != "STEP" {
                    continue;
                }
                let citation = self.cite(*unit, reference.span());
                let name = self.step_name(reference.place);
                let text = self.text(*unit);
                let start = text[..reference.start as usize].rfind('\n').map_or(0, |at| at + 1);
                let line = text[start..].lines().next().unwrap_or_default();
                if line.starts_with("INITIAL_STEP") || line.contains("(initial)") {
                    first.insert(name.clone());
                }
                let (is_dead, is_unreachable) = (false, false);
                states.push(State { name, citation: Some(citation), is_dead, is_unreachable });
            }
            for (id, statement) in self.index.statements_of(*unit) {
                let Effect::Assign { to, how: how @ (How::Latch | How::Unlatch), .. } =
                    &statement.effect
                else {
                    continue;
                };
                let to = self.index.reference(*to);
                if self.construct(to.spec) != "TRANSITION" {
                    continue;
                }
                let citation = self.cite(*unit, statement.span);
                if transitions.last().is_none_or(|last| last.citation != citation) {
                    let conditions =
                        self.rest(statement.guard, |id| match self.index.exprs.get(id) {
                            Expr::Ref(place) => self.is_activity(place),
                            _ => false,
                        });
                    let (from, to, statement) = (Vec::new(), Vec::new(), id);
                    transitions.push(Transition { from, to, conditions, citation, statement });
                }
                let Some(last) = transitions.last_mut() else { continue };
                let side = if *how == How::Latch { &mut last.to } else { &mut last.from };
                side.push(self.step_name(to.place));
            }
        }
        let answer = self.answer(Vec::new(), Some(&units));
        // Where a branch leads that is not understood is not known.
        if answer.opaque.is_empty() {
            for state in &mut states {
                let entered = transitions.iter().any(|it| it.to.contains(&state.name));
                let left = transitions.iter().any(|it| it.from.contains(&state.name));
                let begins = first.contains(&state.name) || first.is_empty();
                state.is_dead = (entered || begins) && !left;
                state.is_unreachable = !entered && !begins;
            }
        }
        let subject = self.path(routine);
        let found = !states.is_empty();
        let rows = found.then_some(States { subject, states, transitions });
        Answer { rows: rows.into_iter().collect(), ..answer }
    }

    fn units_of_chart(&self, routine: RoutineId) -> Vec<UnitId> {
        let is_chart = self.project.routines[routine.index()].language == Language::Sfc;
        let units = self.index.units().filter(|(_, unit)| is_chart && unit.routine == routine);
        units.map(|(id, _)| id).collect()
    }

    fn construct(&self, spec: crate::SpecId) -> &str {
        self.index.names.text(self.index.specs.name(spec))
    }

    fn is_activity(&self, place: PlaceId) -> bool {
        matches!(self.index.places.step(place), Step::Member(member)
            if self.index.names.text(member).eq_ignore_ascii_case("X"))
    }

    fn step_name(&self, activity: PlaceId) -> String {
        let step = self.index.places.parent(activity).unwrap_or(activity);
        match self.index.places.step(step) {
            Step::Root(_, name) | Step::Member(name) => self.index.names.text(name).to_owned(),
            _ => self.place(step),
        }
    }

    /// The parts of a condition that all have to hold, without those of a kind.
    fn rest(&self, id: ExprId, without: impl Fn(ExprId) -> bool) -> Vec<ExprId> {
        let mut rest = Vec::new();
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            match self.index.exprs.get(id) {
                Expr::And(list) => left.extend(self.index.exprs.list(list).iter().rev()),
                Expr::Const(Constant::Bool(true)) => {}
                _ if without(id) => {}
                _ => rest.push(id),
            }
        }
        rest
    }

    fn of_number(&self, place: PlaceId) -> Answer<States> {
        let mut compared = BTreeSet::new();
        let mut units = BTreeSet::new();
        let mut changes: Vec<(Option<i64>, i64, StatementId)> = Vec::new();
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
                let froms = || before.iter().filter(|(_, is)| **is).map(|(from, _)| *from);
                match (self.index.exprs.get(*value), self.further(*value, place)) {
                    (Expr::Const(Constant::Int(to)), _) if froms().next().is_none() => {
                        changes.push((None, to, id));
                    }
                    (Expr::Const(Constant::Int(to)), _) => {
                        changes.extend(froms().map(|from| (Some(from), to, id)));
                    }
                    (_, Some(by)) => {
                        changes
                            .extend(froms().map(|from| (Some(from), from.saturating_add(by), id)));
                    }
                    _ => {}
                }
            }
        }
        let guarded = changes.iter().filter(|it| it.0.is_some()).count();
        let mut rows = Vec::new();
        if compared.len() >= LEAST_STATES && guarded >= LEAST_STORES {
            rows.push(self.machine(place, &compared, &changes));
        }
        let units: Vec<_> = units.into_iter().collect();
        self.answer(rows, Some(&units))
    }

    fn machine(
        &self,
        place: PlaceId,
        compared: &BTreeSet<i64>,
        changes: &[(Option<i64>, i64, StatementId)],
    ) -> States {
        let entered: BTreeSet<i64> = changes.iter().map(|it| it.1).collect();
        let left: BTreeSet<i64> = changes.iter().filter_map(|it| it.0).collect();
        let always = changes.iter().any(|it| it.0.is_none());
        let begins = self.begins_with(place);
        let name = |number: i64| types::name_of_value(self.project, self.index, place, number);
        let name = |number: i64| name(number).unwrap_or_else(|| number.to_string());
        let states = compared.union(&entered).map(|state| State {
            name: name(*state),
            citation: None,
            is_dead: entered.contains(state) && !left.contains(state) && !always,
            is_unreachable: !entered.contains(state) && *state != begins,
        });
        let is_state = |id: ExprId| {
            let places = self.index.exprs.places(id);
            !places.is_empty() && places.iter().all(|it| self.index.canonical(*it) == place)
        };
        let transitions = changes.iter().map(|(from, to, id)| Transition {
            from: from.iter().map(|from| name(*from)).collect(),
            to: vec![name(*to)],
            conditions: self.rest(self.index.statement(*id).guard, is_state),
            citation: self.cite_statement(*id),
            statement: *id,
        });
        States {
            subject: self.place(place),
            states: states.collect(),
            transitions: transitions.collect(),
        }
    }

    /// The number that a place is declared to begin with; 0 where nothing is said.
    fn begins_with(&self, place: PlaceId) -> i64 {
        let tag = types::tag(self.project, self.index, place);
        match tag.and_then(|tag| tag.initial.as_ref()) {
            Some(Initial::Scalar(text)) => text.parse().unwrap_or_default(),
            _ => 0,
        }
    }

    /// How far a value is from a place: `Step + 10`.
    fn further(&self, value: ExprId, place: PlaceId) -> Option<i64> {
        let exprs = &self.index.exprs;
        let Expr::Arith(how @ (Arithmetic::Add | Arithmetic::Sub), list) = exprs.get(value) else {
            return None;
        };
        match exprs.list(list).iter().map(|id| exprs.get(*id)).collect::<Vec<_>>()[..] {
            [Expr::Ref(own), Expr::Const(Constant::Int(by))]
                if self.index.canonical(own) == place =>
            {
                Some(if how == Arithmetic::Add { by } else { by.saturating_neg() })
            }
            [Expr::Const(Constant::Int(by)), Expr::Ref(own)]
                if how == Arithmetic::Add && self.index.canonical(own) == place =>
            {
                Some(by)
            }
            _ => None,
        }
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
