//! Sequential function charts of Logix: active steps, their actions, and the conditions of
//! transitions.
//!
//! 1756-PM006: a step's `X` is on while it is active, its `DN` when its timer `T` has reached
//! `PRE`; an action's `Q` is on while it is executed. A Boolean action has no logic and only sets
//! its `Q`; an indicator tag follows `Q`. A transition with active steps whose condition holds
//! deactivates them and activates the steps after it.

use std::collections::{HashMap, HashSet};

use tagbridge_code::{Chart as Tree, ChartAction, ChartElementKind, ChartStep};

use super::declared::{CodeScope, Declared};
use crate::{
    PlaceId, RoutineId, Span, StatementId, Step,
    emit::Emit,
    expr::{Comparison, Constant, ExprId},
    index::Index,
    qualifier::{ActionEffect, Active, act},
    text::{Declarations, Dialect, Scopes, condition_at, statements_at},
    unit::{Effect, How, OpaqueReason, Operand, UseMode},
};

/// A chart that is being read.
struct Chart<'e, 'p> {
    emit: &'e mut Emit<'p>,
    declared: &'e Declared,
    scopes: &'e Scopes<'p>,
    home: CodeScope,
    owner: &'p str,
    text: &'p str,
}

/// Reads a chart as one unit.
pub(crate) fn lower<'p>(
    emit: &mut Emit<'p>,
    declared: &Declared,
    scopes: &Scopes<'p>,
    routine: RoutineId,
    text: &'p str,
) {
    let owner = emit.routine_of(routine).owner.as_str();
    let name = emit.name(owner);
    let home = declared.home(name);
    let tree = emit.routine_of(routine).chart.as_deref();
    emit.begin(routine, None);
    let Some(tree) = tree else {
        emit.opaque(Span::new(0, text.len()), OpaqueReason::Language);
        return;
    };
    let mut chart = Chart { emit, declared, scopes, home, owner, text };
    for element in &tree.elements {
        if let ChartElementKind::Step(step) = &element.kind {
            chart.step(element.name, step);
        }
    }
    chart.transitions(tree);
}

impl<'p> Chart<'_, 'p> {
    fn slice(&self, span: Span) -> &'p str {
        self.text.get(span.range()).unwrap_or_default()
    }

    fn member(&mut self, of: Span, member: &str) -> PlaceId {
        let name = self.slice(of);
        let place = self.declared.root(self.emit, self.home, name);
        let member = self.emit.name(member);
        self.emit.index.places.part(place, Step::Member(member))
    }

    fn step(&mut self, name: Span, step: &ChartStep) {
        let place = self.member(name, "X");
        let spec = self.emit.spec("STEP");
        self.emit.reference(place, name, UseMode::Read, spec, Operand::None);
        let elapsed = self.member(name, "T");
        let exprs = &mut self.emit.index.exprs;
        let active = Active { step: exprs.read(place), elapsed: exprs.read(elapsed) };
        self.done(name, active.elapsed);
        for (word, expression) in &step.limits {
            let word = self.slice(*word);
            let value = self.condition(*expression, word);
            if word == "PRESET" {
                self.gives(name, "PRE", (active.step, value, How::Store));
            }
        }
        for action in &step.actions {
            self.action(action, active);
        }
    }

    /// The timer of the step runs, and keeps its value after the step has ended.
    fn done(&mut self, step: Span, elapsed: ExprId) {
        let preset = self.member(step, "PRE");
        let exprs = &mut self.emit.index.exprs;
        let preset = exprs.read(preset);
        let (always, over) = (exprs.yes(), exprs.compare(Comparison::Ge, elapsed, preset));
        self.gives(step, "DN", (always, over, How::Follow));
    }

    /// A step assigns a value to one of its members.
    fn gives(&mut self, step: Span, member: &str, (guard, value, how): (ExprId, ExprId, How)) {
        let place = self.member(step, member);
        let spec = self.emit.spec("STEP");
        let to = self.emit.reference(place, step, UseMode::Write, spec, Operand::None);
        self.emit.statement(step, guard, Effect::Assign { to, value, how });
    }

    fn condition(&mut self, part: Span, spec: &str) -> ExprId {
        let declarations = Declarations::Logix(self.declared, self.home, self.scopes);
        let text = (self.text, part);
        condition_at(self.emit, declarations, self.owner, text, Dialect::Logix, spec)
    }

    fn action(&mut self, action: &ChartAction, active: Active) {
        let span = action.span;
        let qualifier = self.slice(action.qualifier);
        let spec = self.emit.spec(qualifier);
        let time = action.preset.map(|preset| self.condition(preset, "PRESET"));
        let time = time.unwrap_or_else(|| {
            let preset = self.member(action.name, "PRE");
            self.emit.index.exprs.read(preset)
        });
        let executed = self.member(action.name, "Q");
        let to = self.emit.reference(executed, action.name, UseMode::Write, spec, Operand::None);
        let Index { exprs, names, .. } = &mut self.emit.index;
        if let Some(ActionEffect { guard, value, how }) =
            act(exprs, names, qualifier, active, Some(time))
        {
            self.emit.statement(span, guard, Effect::Assign { to, value, how });
        } else {
            // The time of its execution is unknown, but its effect is known.
            let name = self.emit.name(qualifier);
            self.emit.opaque(span, OpaqueReason::UnknownInstruction(name));
        }
        let runs = self.emit.index.exprs.read(executed);
        if let Some(indicator) = action.indicator {
            let place =
                super::alias::place(self.emit, self.declared, self.home, self.slice(indicator));
            if let Some(place) = place {
                let to = self.emit.reference(place, indicator, UseMode::Write, spec, Operand::None);
                let (guard, how) = (self.emit.index.exprs.yes(), How::Follow);
                self.emit.statement(span, guard, Effect::Assign { to, value: runs, how });
            }
        }
        let Some(body) = action.body else { return };
        // A plain action depends on its step, as in the editor.
        let when = if qualifier == "N" { active.step } else { runs };
        let declarations = Declarations::Logix(self.declared, self.home, self.scopes);
        let text = (self.text, body);
        statements_at(self.emit, declarations, self.owner, text, Dialect::Logix, when);
    }

    /// The conditions of transitions, and the steps that they end and begin: all conditions are
    /// evaluated before the first transition changes anything.
    fn transitions(&mut self, chart: &Tree) {
        let (mut behind, mut before): (Links, Links) = (HashMap::new(), HashMap::new());
        for (from, to) in &chart.links {
            behind.entry(*from).or_default().push(*to);
            before.entry(*to).or_default().push(*from);
        }
        let first = self.emit.next_statement();
        for (at, element) in chart.elements.iter().enumerate() {
            let ChartElementKind::Transition(own) = &element.kind else { continue };
            let reached = |links: &Links| -> Vec<Span> {
                let ends = nearest(links, at, chart).into_iter().map(|at| &chart.elements[at]);
                let steps = ends.filter(|it| matches!(it.kind, ChartElementKind::Step(_)));
                steps.map(|it| it.name).collect()
            };
            let (from, to) = (reached(&before), reached(&behind));
            self.transition(first, own.span, (element.name, own.condition), (&from, &to));
        }
    }

    fn transition(
        &mut self,
        first: StatementId,
        span: Span,
        (name, condition): (Span, Span),
        (from, to): (&[Span], &[Span]),
    ) {
        let holds = self.condition(condition, "TRANSITION");
        let spec = self.emit.spec("TRANSITION");
        let place = self.declared.root(self.emit, self.home, self.slice(name));
        let own = self.emit.reference(place, name, UseMode::Write, spec, Operand::None);
        let (guard, how) = (self.emit.index.exprs.yes(), How::Follow);
        self.emit.statement(span, guard, Effect::Assign { to: own, value: holds, how });
        let mut conditions = Vec::new();
        for step in from {
            let place = self.member(*step, "X");
            conditions.push(self.emit.index.exprs.read(place));
        }
        conditions.push(holds);
        let guard = self.emit.index.exprs.and(&conditions);
        self.emit.taken(first, guard, guard);
        for (steps, on) in [(from, false), (to, true)] {
            for step in steps {
                let place = self.member(*step, "X");
                let mode = if on { UseMode::Write } else { UseMode::Both };
                // The transition is the location: the step is on another line of the text.
                let to = self.emit.reference(place, name, mode, spec, Operand::None);
                let value = self.emit.index.exprs.constant(Constant::Bool(on));
                let how = if on { How::Latch } else { How::Unlatch };
                self.emit.statement(span, guard, Effect::Assign { to, value, how });
            }
        }
    }
}

type Links = HashMap<usize, Vec<usize>>;

/// The steps, transitions and stops that are linked to one, directly or through branches.
fn nearest(links: &Links, from: usize, chart: &Tree) -> Vec<usize> {
    let mut found = Vec::new();
    let mut seen = HashSet::from([from]);
    let mut left: Vec<usize> = links.get(&from).into_iter().flatten().rev().copied().collect();
    while let Some(at) = left.pop() {
        if !seen.insert(at) {
            continue;
        }
        if chart.elements[at].kind == ChartElementKind::Branch {
            left.extend(links.get(&at).into_iter().flatten().rev().copied());
        } else {
            found.push(at);
        }
    }
    found
}
