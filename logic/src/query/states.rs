//! State machines: the steps of a chart, or a number that is compared with constants and set to
//! constants.

mod number;

use std::collections::{BTreeMap, BTreeSet};

use tagbridge_project::Language;

use super::Answer;
use crate::{
    Citation, Effect, How, Logic, PlaceId, RoutineId, StatementId, Step, UnitId,
    expr::{Constant, Expr, ExprId},
};

/// A state machine.
#[derive(Debug, Clone, PartialEq)]
pub struct States {
    /// The number that contains the state, or the chart.
    pub subject: String,
    /// Its states, in order.
    pub states: Vec<State>,
    /// The changes between states.
    pub transitions: Vec<Transition>,
    /// Other sources of a state whose value is unknown: another variable, a copy, a call. If there
    /// are any, no state is reported as dead or unreachable.
    pub given_by: Vec<Citation>,
}

/// A state.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The step, the name of the number in an enumeration, or the number.
    pub name: String,
    /// The location of a step.
    pub citation: Option<Citation>,
    /// Whether it is entered but never left.
    pub is_dead: bool,
    /// Whether it is tested but never entered.
    pub is_unreachable: bool,
}

/// A change of state.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The states before: all of them, if several steps are active at once; empty if it happens in
    /// any state.
    pub from: Vec<String>,
    /// The states after: all of them.
    pub to: Vec<String>,
    /// The conditions in addition to the state; without any, the state is left immediately.
    pub conditions: Vec<ExprId>,
    /// The location.
    pub citation: Citation,
    /// The statement.
    pub statement: StatementId,
}

impl Logic<'_> {
    /// All state machines: the charts, and the numbers that several statements set to a constant.
    pub fn machines(&self) -> Vec<States> {
        let mut routines = BTreeSet::new();
        let mut stores: BTreeMap<PlaceId, usize> = BTreeMap::new();
        for (id, unit) in self.index.units() {
            routines.insert(unit.routine);
            for (_, statement) in self.index.statements_of(id) {
                if let Effect::Assign { to, value, how: How::Store } = &statement.effect
                    && let Expr::Const(Constant::Int(_)) = self.index.exprs.get(*value)
                {
                    let place = self.index.canonical(self.index.reference(*to).place);
                    *stores.entry(place).or_default() += 1;
                }
            }
        }
        let charts = routines.into_iter().flat_map(|it| self.sequence(it).rows);
        let set = stores.into_iter().filter(|(_, count)| *count > 1).map(|(place, _)| place);
        charts.chain(set.flat_map(|it| self.of_number(it).rows)).collect()
    }

    /// A place as a state machine, or the chart of a step; no row otherwise.
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

    /// A sequential function chart as a state machine; no row if the routine is not a chart.
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
        // The target of an unknown branch is unknown.
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
        let rows = found.then_some(States { subject, states, transitions, given_by: Vec::new() });
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

    /// The parts of a conjunction, without those of a kind.
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
}
