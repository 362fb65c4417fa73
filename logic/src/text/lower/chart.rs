//! CODESYS charts: active steps, their actions, and the conditions of transitions.
//!
//! The help of CODESYS, SFC: a step's implicit `x` is true while it is active; an action that is a
//! variable follows it. A transition deactivates the step before it, and activates the step after
//! it.

use tagbridge_code::{ChartAction, ChartElementKind, ChartStep, ChartTransition};
use tagbridge_project::{Rung, Way};

use super::{Declarations, Lowering, Scopes, access_path::AccessTarget};
use crate::{
    PlaceId, RoutineId, Span, SpecId, StatementId, Step,
    emit::Emit,
    expr::{Constant, ExprId},
    index::Index,
    qualifier::{ActionEffect, Active, act},
    text::{Dialect, StatementKind, condition, parse_at, parse_operand},
    unit::{Effect, How, OpaqueReason, Operand as Place, UseMode},
};

/// Reads a chart, one unit for each element.
pub(crate) fn lower<'p>(
    emit: &mut Emit<'p>,
    scopes: &Scopes<'p>,
    id: RoutineId,
    rungs: &'p [Rung],
) {
    let owner = &emit.routine_of(id).owner;
    let mut first = None;
    for (at, rung) in rungs.iter().enumerate() {
        emit.begin(id, Some(at));
        let text = rung.text.as_str();
        let mut lowering =
            Lowering::new(emit, Declarations::Scopes(scopes), owner, text, Dialect::Codesys);
        let Some(element) = rung.element.as_deref() else {
            lowering.unclear(Span::new(0, text.len()), OpaqueReason::Unparsed);
            continue;
        };
        match &element.kind {
            ChartElementKind::Step(step) => lowering.step_of_chart(element.name, step),
            ChartElementKind::Transition(own) => {
                let first = *first.get_or_insert(lowering.emit.next_statement());
                lowering.transition(first, (element.name, own), rung.way.as_deref());
            }
            // Transitions contain the targets of jumps and of the legs of a branch.
            ChartElementKind::Branch | ChartElementKind::Stop => {}
        }
    }
}

impl Lowering<'_, '_> {
    /// The activity of a step.
    fn activity(&mut self, step: &str) -> PlaceId {
        self.of_step(step, "x")
    }

    fn of_step(&mut self, step: &str, member: &str) -> PlaceId {
        let (step, member) = (self.emit.name(step), self.emit.name(member));
        let scope = self.unit_scope(self.owner);
        let place = self.place(scope, step);
        self.emit.index.places.part(place, Step::Member(member))
    }

    fn step_of_chart(&mut self, span: Span, step: &ChartStep) {
        let name = self.slice(span);
        let place = self.activity(name);
        let spec = self.emit.spec("STEP");
        self.emit.reference(place, span, UseMode::Read, spec, Place::None);
        let elapsed = self.of_step(name, "t");
        let exprs = &mut self.emit.index.exprs;
        let active = Active { step: exprs.read(place), elapsed: exprs.read(elapsed) };
        for action in &step.actions {
            self.action(action, active);
        }
    }

    /// `N MAIN_INIT`, `D T#5s Lamp`: a qualifier, its time, and an action of a step.
    fn action(&mut self, action: &ChartAction, active: Active) {
        let (qualifier, time) = (self.slice(action.qualifier), action.preset);
        let span = action.name;
        let spec = self.emit.spec(qualifier);
        let time = time.and_then(|time| parse_operand(self.text, time, self.dialect));
        let time = time.map(|it| self.within(spec, Place::None, |own| own.value(&it)).expr);
        let Index { exprs, names, .. } = &mut self.emit.index;
        let Some(act) = act(exprs, names, qualifier, active, time) else {
            let name = self.emit.name(qualifier);
            self.emit.opaque(span, OpaqueReason::UnknownInstruction(name));
            return;
        };
        // A stored action is executed until it is reset.
        self.guard = if act.how == How::Follow { act.value } else { act.guard };
        for statement in parse_at(self.text, span, self.dialect) {
            let StatementKind::Call(operand) = &statement.kind else {
                self.statement(&statement);
                continue;
            };
            let way = self.emit.next_ref();
            match self.walk(operand, operand.parts.len()) {
                at @ (AccessTarget::Part { .. } | AccessTarget::Block(..)) => {
                    self.call(operand.span, way, at, &[]);
                }
                AccessTarget::Place(place, _) => self.follows(place, operand.span, spec, &act),
                AccessTarget::Result(_) => {}
                AccessTarget::Unknown(_) | AccessTarget::Fixed(_) | AccessTarget::Own(_) => {
                    self.emit.opaque(statement.span, OpaqueReason::Unparsed);
                }
            }
        }
    }

    /// An action that is a variable.
    fn follows(&mut self, place: PlaceId, span: Span, spec: SpecId, act: &ActionEffect) {
        let to = self.emit.reference(place, span, UseMode::Write, spec, Place::None);
        let ActionEffect { guard, value, how } = *act;
        self.emit.statement(span, guard, Effect::Assign { to, value, how });
    }

    /// The conditions of all transitions are evaluated before the `first` of them changes anything.
    fn transition(
        &mut self,
        first: StatementId,
        (span, own): (Span, &ChartTransition),
        way: Option<&Way>,
    ) {
        let expression = condition(self.text, own.condition.start as usize, Dialect::Codesys);
        let spec = self.emit.spec("TRANSITION");
        let holds = self.within(spec, Place::None, |it| it.value(&expression)).expr;
        let whole = Span::new(0, self.text.len());
        // Its steps are unknown, or the adjacent element is not a step.
        let Some(way) = way else { return self.unclear(whole, OpaqueReason::Ambiguous) };
        let before: Vec<PlaceId> = way.from.iter().map(|step| self.activity(step)).collect();
        let mut conditions: Vec<ExprId> =
            before.iter().map(|place| self.emit.index.exprs.read(*place)).collect();
        conditions.push(holds);
        let guard = self.emit.index.exprs.and(&conditions);
        self.emit.taken(first, guard, guard);
        let behind: Vec<PlaceId> = way.to.iter().map(|step| self.activity(step)).collect();
        let off = before.into_iter().map(|place| (place, false));
        for (place, on) in off.chain(behind.into_iter().map(|place| (place, true))) {
            let mode = if on { UseMode::Write } else { UseMode::Both };
            let to = self.emit.reference(place, span, mode, spec, Place::None);
            let value = self.emit.index.exprs.constant(Constant::Bool(on));
            let how = if on { How::Latch } else { How::Unlatch };
            self.emit.statement(whole, guard, Effect::Assign { to, value, how });
        }
    }
}
