//! Instructions that change the flow of execution: subroutines, jumps, zones, add-on instructions.

use super::{
    declared::AddOn,
    ladder::{Ladder, Step},
    parameters::{Parameters, parameters},
    table::Instruction,
};
use crate::{
    NameId, RefId, Scope,
    unit::{Binding, CallHow, Callee, Direction, Effect, OpaqueReason, UseMode},
};

impl Ladder<'_, '_> {
    /// Reads an instruction that changes the flow of execution.
    pub(super) fn control(&mut self, step: &Step<'_>, row: &'static Instruction) {
        let span = step.part.span;
        match row.effect {
            "jsr" => self.subroutine(step),
            "for" => {
                let callee = self.callee(step);
                let guard = self.active(step);
                self.operand(step, 1, UseMode::Write);
                for at in 2..step.part.pins.len() {
                    self.operand(step, at, UseMode::Read);
                }
                let none = self.emit.next_binding();
                let call = Effect::Call {
                    callee,
                    how: CallHow::Subroutine,
                    instance: None,
                    bindings: none..none,
                };
                self.emit.repeated = true;
                self.emit.statement(span, guard, call);
                self.emit.repeated = false;
            }
            // The caller of the routine provides the values that it writes.
            "sbr" => {
                let first = self.emit.next_ref();
                for at in 0..step.part.pins.len() {
                    self.operand(step, at, UseMode::Write);
                }
                let operands = first..self.emit.next_ref();
                if !operands.is_empty() {
                    let guard = self.reached();
                    let (spec, inputs) = (step.spec, Box::default());
                    let run = Effect::Run { spec, instance: None, operands, inputs };
                    self.emit.statement(span, guard, run);
                }
            }
            "ret" => {
                for at in 0..step.part.pins.len() {
                    self.operand(step, at, UseMode::Read);
                }
                let guard = self.active(step);
                self.emit.statement(span, guard, Effect::Return);
                self.skip(step, None);
            }
            "jmp" => {
                let label = self.emit.name(self.text_of(step, 0));
                let guard = self.active(step);
                self.emit.statement(span, guard, Effect::Jump(Some(label)));
                if self.is_ahead(label) {
                    self.skip(step, Some(label));
                }
            }
            "lbl" => {
                let label = self.emit.name(self.text_of(step, 0));
                self.skips.retain(|(to, _)| *to != Some(label));
                let guard = self.reached();
                self.emit.statement(span, guard, Effect::Label(label));
            }
            "mcr" => {
                self.zone = match self.zone {
                    Some(_) => None,
                    None => Some(self.condition(step)),
                };
            }
            _ => {
                let guard = self.active(step);
                self.emit.statement(span, guard, Effect::Jump(None));
                self.skip(step, None);
            }
        }
    }

    fn skip(&mut self, step: &Step<'_>, to: Option<NameId>) {
        let when = self.active(step);
        self.skips.push((to, when));
    }

    fn callee(&mut self, step: &Step<'_>) -> Callee {
        let name = self.emit.name(self.text_of(step, 0));
        if let Some(routine) = self.declared.routine(self.owner, name) {
            Callee::Routine(routine)
        } else {
            self.emit.unclear(step.part.span, OpaqueReason::UnknownCallee(name));
            Callee::Unknown(name)
        }
    }

    /// `JSR(Routine,2,a,b,c)`: two inputs, then the returned values.
    fn subroutine(&mut self, step: &Step<'_>) {
        let callee = self.callee(step);
        let inputs: usize = self.text_of(step, 1).parse().unwrap_or(0);
        let (taken, returned) = match callee {
            Callee::Routine(routine) if step.part.pins.len() > 2 => {
                let mut of = |name| parameters(self.emit, self.declared, self.home, routine, name);
                (of("SBR"), of("RET"))
            }
            _ => (Parameters::default(), Parameters::default()),
        };
        let first = self.emit.next_binding();
        let mut bound = Vec::new();
        for at in 2..step.part.pins.len() {
            let position = at - 2;
            let is_input = position < inputs;
            let mode = if is_input { UseMode::Read } else { UseMode::Write };
            let Some(given) = self.operand(step, at, mode) else { continue };
            let (actual, at) = (given.value, given.at);
            let (formals, direction) = if is_input {
                (taken.named(position), Direction::In)
            } else {
                let own = at.map(|at| self.emit.index.refs[at.index()].place);
                (returned.named_or(position - inputs, own), Direction::Out)
            };
            bound.extend(formals.into_iter().map(|formal| Binding {
                formal,
                direction,
                actual,
                at,
            }));
        }
        for binding in bound {
            self.emit.binding(binding);
        }
        let bindings = first..self.emit.next_binding();
        let guard = self.active(step);
        let how = CallHow::Subroutine;
        let call = Effect::Call { callee, how, instance: None, bindings };
        self.emit.statement(step.part.span, guard, call);
    }

    /// An add-on instruction: its instance, then its required parameters in order.
    pub(super) fn add_on(&mut self, step: &Step<'_>, name: NameId, add_on: &AddOn) {
        let instance: Option<RefId> =
            self.operand(step, 0, UseMode::Both).and_then(|given| given.at);
        let mut bound = Vec::new();
        for at in 1..step.part.pins.len() {
            let Some((formal, direction)) = add_on.operands.get(at - 1) else {
                self.unknown_operand(step, at);
                let reason = OpaqueReason::UnknownInstruction(name);
                self.emit.unclear(step.part.operand(at).unwrap_or(step.part.span), reason);
                continue;
            };
            let mode = add_on.mode(*formal, *direction);
            let Some(given) = self.operand(step, at, mode) else { continue };
            let formal = self.emit.index.places.root(Scope::AddOn(name), *formal);
            let (actual, at) = (given.value, given.at);
            bound.push(Binding { formal, direction: *direction, actual, at });
        }
        let first = self.emit.next_binding();
        for binding in bound {
            self.emit.binding(binding);
        }
        let bindings = first..self.emit.next_binding();
        let guard = self.active(step);
        let (callee, how) = (Callee::Block(add_on.block), CallHow::AddOn);
        let call = Effect::Call { callee, how, instance, bindings };
        self.emit.statement(step.part.span, guard, call);
    }
}
