//! Charts of CODESYS: steps that are active, their actions, and what they wait for.
//!
//! The help of CODESYS, SFC: a step's implicit `x` is true while it is active; an action that is a
//! variable follows it. A transition makes the step before it inactive, and the one behind it
//! active.

use tagbridge_project::{Rung, Way};

use super::{Declarations, Lowering, Scopes, way::At};
use crate::{
    Span,
    emit::Emit,
    expr::{Constant, ExprId},
    ids::{PlaceId, RoutineId, SpecId, StatementId},
    index::Index,
    place::Step,
    qualifier::{Act, Active, act},
    text::{Dialect, StatementKind, condition, parse_at, parse_operand},
    unit::{Effect, How, OpaqueReason, Operand as Place, UseMode},
};

/// An element of a chart, as it is shown.
enum Element<'p> {
    Step(&'p str),
    Transition,
    /// A jump, the begin, a leg or the end of a branch: transitions say where they lead.
    Lead,
}

fn element(text: &str) -> Option<Element<'_>> {
    let text = text.trim_end_matches(';');
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    Some(match word {
        "STEP" | "INITIAL_STEP" => Element::Step(rest.split(": ").next().unwrap_or(rest)),
        "TRANSITION" => Element::Transition,
        "JUMP" | "BRANCH" | "LEG" | "END_BRANCH" => Element::Lead,
        _ => return None,
    })
}

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
        match element(text) {
            Some(Element::Step(name)) => lowering.step_of_chart(text, name),
            Some(Element::Transition) => {
                let first = *first.get_or_insert(lowering.emit.next_statement());
                lowering.transition(first, text, rung.way.as_deref());
            }
            Some(Element::Lead) => {}
            None => lowering.unclear(Span::new(0, text.len()), OpaqueReason::Unparsed),
        }
    }
}

impl<'p> Lowering<'_, 'p> {
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

    fn step_of_chart(&mut self, text: &'p str, name: &str) {
        let place = self.activity(name);
        let start = text.find(' ').map_or(0, |at| at + 1);
        let spec = self.emit.spec("STEP");
        let span = Span::new(start, start + name.len());
        self.emit.reference(place, span, UseMode::Read, spec, Place::None);
        let elapsed = self.of_step(name, "t");
        let exprs = &mut self.emit.index.exprs;
        let active = Active { step: exprs.read(place), elapsed: exprs.read(elapsed) };
        let actions = text.trim_end_matches(';').split_once(": ");
        for action in actions.into_iter().flat_map(|(_, actions)| actions.split(", ")) {
            self.action(action, active);
        }
    }

    /// `N MAIN_INIT`, `D T#5s Lamp`: a qualifier, its time, and an action of a step.
    fn action(&mut self, text: &'p str, active: Active) {
        let Some((qualifier, mut name)) = text.split_once(' ') else { return };
        let at = |part: &str| {
            let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
            Span::new(start, start + part.len())
        };
        let mut time = None;
        if let Some((before, rest)) = name.split_once(' ').filter(|(it, _)| it.contains('#')) {
            (time, name) = (Some(at(before)), rest);
        }
        let span = at(name);
        let spec = self.emit.spec(qualifier);
        let time = time.and_then(|time| parse_operand(self.text, time, self.dialect));
        let time = time.map(|it| self.within(spec, Place::None, |own| own.value(&it)).expr);
        let Index { exprs, names, .. } = &mut self.emit.index;
        let Some(act) = act(exprs, names, qualifier, active, time) else {
            let name = self.emit.name(qualifier);
            self.emit.opaque(span, OpaqueReason::UnknownInstruction(name));
            return;
        };
        // What stays on is executed until it is reset.
        self.guard = if act.how == How::Follow { act.value } else { act.guard };
        for statement in parse_at(self.text, span, self.dialect) {
            let StatementKind::Call(operand) = &statement.kind else {
                self.statement(&statement);
                continue;
            };
            let way = self.emit.next_ref();
            match self.walk(operand, operand.parts.len()) {
                at @ (At::Part { .. } | At::Block(..)) => {
                    self.call(operand.span, way, at, &[]);
                }
                At::Place(place, _) => self.follows(place, operand.span, spec, &act),
                At::Result(_) => {}
                At::Unknown(_) | At::Fixed(_) | At::Own(_) => {
                    self.emit.opaque(statement.span, OpaqueReason::Unparsed);
                }
            }
        }
    }

    /// An action that is a variable.
    fn follows(&mut self, place: PlaceId, span: Span, spec: SpecId, act: &Act) {
        let to = self.emit.reference(place, span, UseMode::Write, spec, Place::None);
        let Act { guard, value, how } = *act;
        self.emit.statement(span, guard, Effect::Assign { to, value, how });
    }

    /// All transitions are looked at before the `first` of them changes anything.
    fn transition(&mut self, first: StatementId, text: &'p str, way: Option<&Way>) {
        let word = "TRANSITION".len();
        let expression = condition(text, word, Dialect::Codesys);
        let spec = self.emit.spec("TRANSITION");
        let holds = self.within(spec, Place::None, |it| it.value(&expression)).expr;
        let (span, whole) = (Span::new(0, word), Span::new(0, text.len()));
        // Its steps are not told, or the element beside it is none.
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
