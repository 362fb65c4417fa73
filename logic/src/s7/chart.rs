//! GRAPH sequences: active steps, their actions, and the conditions of transitions.
//!
//! The help of TIA Portal, GRAPH: a step's `X` is true while it is active; a transition with active
//! steps whose condition holds deactivates them and activates the steps after it.

use std::collections::HashMap;

use tagbridge_code::{ChartAction, ChartElementKind, ChartStep, ChartTransition, NamedStep};
use tagbridge_project::Rung;

use super::ladder::Network;
use crate::{
    PlaceId, RoutineId, Scope, Span, StatementId, Step,
    emit::Emit,
    expr::{Constant, Edge, ExprId},
    index::Index,
    qualifier::{ActionEffect, Active, act},
    text::{Declarations, Dialect, Scopes, statements_at},
    unit::{Effect, How, OpaqueReason, Operand, UseMode},
};

/// A step: its number, its activity, and the conditions of its interlock and its supervision, if it
/// has them.
#[derive(Clone, Copy)]
struct StepContext<'t> {
    number: &'t str,
    active: Active,
    interlock: Option<ExprId>,
    supervision: Option<ExprId>,
}

/// A sequence that is being read.
struct Chart<'e, 'p> {
    net: Network<'e, 'p>,
    scopes: &'e Scopes<'p>,
    /// The names of steps by number.
    steps: HashMap<&'p str, &'p str>,
    /// The first statement of the transitions: all their conditions are evaluated before it.
    first: Option<StatementId>,
}

/// Reads the steps and transitions of a sequence, each as a unit.
pub(crate) fn lower<'p>(
    emit: &mut Emit<'p>,
    scopes: &Scopes<'p>,
    routine: RoutineId,
    rungs: &'p [Rung],
) {
    let owner = emit.routine_of(routine).owner.as_str();
    let steps = rungs.iter().filter_map(|rung| {
        let element = rung.element.as_deref()?;
        let is_step = matches!(element.kind, ChartElementKind::Step(_));
        let number = rung.text.get(element.name.range()).filter(|_| is_step)?;
        Some((number, rung.title.as_deref()?))
    });
    let steps = steps.collect();
    let net = Network::new(emit, scopes, owner);
    let mut chart = Chart { net, scopes, steps, first: None };
    for (at, rung) in rungs.iter().enumerate() {
        chart.net.emit.begin(routine, Some(at));
        chart.net.begin(rung);
        match rung.element.as_deref().map(|element| (&element.kind, element.name)) {
            Some((ChartElementKind::Step(step), name)) => chart.step(name, step),
            Some((ChartElementKind::Transition(own), _))
                if !(own.from.is_empty() && own.to.is_empty()) =>
            {
                chart.transition(own);
            }
            // A permanent operation, or the condition of a transition without steps before it.
            _ => chart.net.all(Span::new(0, rung.text.len())),
        }
    }
}

impl<'p> Chart<'_, 'p> {
    /// The activity of a step.
    fn activity(&mut self, number: &str) -> PlaceId {
        self.member(number, "X")
    }

    fn member(&mut self, number: &str, member: &str) -> PlaceId {
        let name = self.steps.get(number).copied().unwrap_or(number);
        let owner = self.net.owner;
        let (owner, name) = (self.net.emit.name(owner), self.net.emit.name(name));
        let member = self.net.emit.name(member);
        let places = &mut self.net.emit.index.places;
        let step = places.root(Scope::Block(owner), name);
        places.part(step, Step::Member(member))
    }

    fn slice(&self, span: Span) -> &'p str {
        self.net.text.get(span.range()).unwrap_or_default()
    }

    fn step(&mut self, name: Span, own: &ChartStep) {
        let number = self.slice(name);
        let place = self.activity(number);
        let spec = self.net.emit.spec("STEP");
        let span = Span { start: 0, ..name };
        self.net.emit.reference(place, span, UseMode::Read, spec, Operand::None);
        let elapsed = self.member(number, "T");
        let exprs = &mut self.net.emit.index.exprs;
        let active = Active { step: exprs.read(place), elapsed: exprs.read(elapsed) };
        let mut around = StepContext { number, active, interlock: None, supervision: None };
        for (word, code) in &own.limits {
            self.net.outcome = None;
            self.net.all(*code);
            match self.slice(*word) {
                "INTERLOCK" => around.interlock = self.net.outcome,
                _ => around.supervision = self.net.outcome,
            }
        }
        for action in &own.actions {
            self.action(action, around);
        }
    }

    /// `N "Valve";`, `S1 NC #x;`, `D "Horn", T#5s;`, `N #a := #b;`
    fn action(&mut self, action: &ChartAction, around: StepContext<'_>) {
        let (span, active) = (action.span, around.active);
        let mut when = match action.event {
            Some(event) => self.event(self.slice(event), around),
            None => active.step,
        };
        if action.with_interlock {
            let all: Vec<ExprId> = [Some(when), around.interlock].into_iter().flatten().collect();
            when = self.net.emit.index.exprs.and(&all);
        }
        let (kind, what) = (self.slice(action.qualifier), action.name);
        let (rest, start) = (self.slice(what), what.start as usize);
        let known = ["N", "S", "R", "D", "L"].contains(&kind);
        if !known || rest.contains(":=") || rest.contains('(') {
            self.statement(span, what, kind, known, when);
            return;
        }
        let end = rest.find(',').map_or(what.end as usize, |comma| start + comma);
        let spec = self.net.emit.spec(kind);
        let (_, to) =
            self.net.read_at(Span::new(start, end), (spec, Operand::None), UseMode::Write);
        let Some(to) = to else { return };
        let time = rest.find(',').map(|comma| {
            let behind = &rest[comma + 1..];
            let from = what.end as usize - behind.trim_start().len();
            let time = Span::new(from, from + behind.trim().len());
            self.net.read_at(time, (spec, Operand::None), UseMode::Read).0
        });
        let Index { exprs, names, .. } = &mut self.net.emit.index;
        let active = Active { step: when, ..active };
        let Some(ActionEffect { guard, value, how }) = act(exprs, names, kind, active, time) else {
            return;
        };
        self.net.emit.statement(span, guard, Effect::Assign { to, value, how });
    }

    /// The time of a step's event (S7-GRAPH, C79000-G7076-C526, chapters 7.9, 7.10 and 15.11): an
    /// interlock is lost (`L1`) or satisfied again (`L0`); a supervision error occurs (`V1`) or
    /// ends (`V0`). The step's structure has bits for the acknowledgement and the registration,
    /// which come from outside.
    fn event(&mut self, event: &str, around: StepContext<'_>) -> ExprId {
        let StepContext { number, active: Active { step, .. }, interlock, supervision } = around;
        if let "A1" | "R1" = event {
            let bit = self.member(number, event);
            return self.net.emit.index.exprs.read(bit);
        }
        let exprs = &mut self.net.emit.index.exprs;
        match (event, interlock, supervision) {
            ("S1", ..) => exprs.edge(Edge::Rising, step, None),
            ("S0", ..) => exprs.edge(Edge::Falling, step, None),
            ("L1", Some(interlock), _) => {
                let missing = exprs.not(interlock);
                let error = exprs.and(&[step, missing]);
                exprs.edge(Edge::Rising, error, None)
            }
            ("L0", Some(interlock), _) => {
                let satisfied = exprs.edge(Edge::Rising, interlock, None);
                exprs.and(&[step, satisfied])
            }
            ("V1" | "V0", _, Some(supervision)) => {
                let error = exprs.and(&[step, supervision]);
                let edge = if event == "V1" { Edge::Rising } else { Edge::Falling };
                exprs.edge(edge, error, None)
            }
            // The step has no such condition, so the event never happens.
            _ => exprs.no(),
        }
    }

    /// An action that is a separate statement.
    fn statement(&mut self, span: Span, what: Span, kind: &str, known: bool, when: ExprId) {
        if !known && kind != "CALL" {
            let name = self.net.emit.name(kind);
            self.net.emit.opaque(span, OpaqueReason::UnknownInstruction(name));
            return;
        }
        let declarations = Declarations::Scopes(self.scopes);
        let (owner, text) = (self.net.owner, self.net.text);
        statements_at(self.net.emit, declarations, owner, (text, what), Dialect::Siemens, when);
    }

    /// `FROM step 1, step 2 TO step 3 (jump): …`
    fn transition(&mut self, own: &ChartTransition) {
        let spec = self.net.emit.spec("TRANSITION");
        let mut refs = Vec::new();
        let mut conditions = Vec::new();
        for NamedStep { span, number } in &own.from {
            let place = self.activity(self.slice(*number));
            conditions.push(self.net.emit.index.exprs.read(place));
            let at = self.net.emit.reference(place, *span, UseMode::Both, spec, Operand::None);
            refs.push((at, false));
        }
        for NamedStep { span, number } in &own.to {
            let place = self.activity(self.slice(*number));
            let at = self.net.emit.reference(place, *span, UseMode::Write, spec, Operand::None);
            refs.push((at, true));
        }
        self.net.all(own.condition);
        conditions.extend(self.net.outcome);
        let guard = self.net.emit.index.exprs.and(&conditions);
        let next = self.net.emit.next_statement();
        let first = *self.first.get_or_insert(next);
        self.net.emit.taken(first, guard, guard);
        for (to, on) in refs {
            let value = self.net.emit.index.exprs.constant(Constant::Bool(on));
            let how = if on { How::Latch } else { How::Unlatch };
            self.net.emit.statement(own.span, guard, Effect::Assign { to, value, how });
        }
    }
}
