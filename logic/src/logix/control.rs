//! Instructions that change what is executed: subroutines, jumps, zones, add-on instructions.

use tagbridge_project::Body;

use super::{
    alias,
    declared::{AddOn, Declared, Home},
    ladder::{Ladder, Step},
    rung::{Element, Rung},
    table::Instruction,
};
use tagbridge_structured_text::{Dialect, StatementKind, parse};

use crate::{
    Span,
    emit::Emit,
    ids::{NameId, PlaceId, RefId, RoutineId},
    place::Scope,
    unit::{Binding, CallHow, Callee, Direction, Effect, OpaqueReason, UseMode},
};

impl Ladder<'_, '_> {
    /// An instruction that changes what is executed.
    pub(super) fn control(&mut self, step: &Step<'_>, row: &'static Instruction) {
        let span = step.instruction.span;
        match row.effect {
            "jsr" => self.subroutine(step),
            "for" => {
                let callee = self.callee(step);
                let guard = self.active(step);
                self.operand(step, 1, UseMode::Write);
                for at in 2..step.instruction.operands.len() {
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
            "sbr" => {
                for at in 0..step.instruction.operands.len() {
                    self.operand(step, at, UseMode::Write);
                }
            }
            "ret" => {
                for at in 0..step.instruction.operands.len() {
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
            self.emit.unclear(step.instruction.span, OpaqueReason::UnknownCallee(name));
            Callee::Unknown(name)
        }
    }

    /// `JSR(Routine,2,a,b,c)`: two inputs, then what is returned.
    fn subroutine(&mut self, step: &Step<'_>) {
        let callee = self.callee(step);
        let inputs: usize = self.text_of(step, 1).parse().unwrap_or(0);
        let (formal, returned) = match callee {
            Callee::Routine(routine) => {
                let mut formal = |name| formal(self.emit, self.declared, self.home, routine, name);
                (formal("SBR"), formal("RET"))
            }
            _ => (Vec::new(), Vec::new()),
        };
        let first = self.emit.next_binding();
        let mut bound = Vec::new();
        for at in 2..step.instruction.operands.len() {
            let position = at - 2;
            let is_input = position < inputs;
            let mode = if is_input { UseMode::Read } else { UseMode::Write };
            let Some(given) = self.operand(step, at, mode) else { continue };
            let (formal, direction) = if is_input {
                (formal.get(position), Direction::In)
            } else {
                (returned.get(position - inputs), Direction::Out)
            };
            if let Some(Some(formal)) = formal {
                bound.push(Binding {
                    formal: *formal,
                    direction,
                    actual: given.value,
                    at: given.at,
                });
            }
        }
        for binding in bound {
            self.emit.binding(binding);
        }
        let bindings = first..self.emit.next_binding();
        let guard = self.active(step);
        let how = CallHow::Subroutine;
        let call = Effect::Call { callee, how, instance: None, bindings };
        self.emit.statement(step.instruction.span, guard, call);
    }

    /// An add-on instruction: its instance, then its required parameters in order.
    pub(super) fn add_on(&mut self, step: &Step<'_>, name: NameId, add_on: &AddOn) {
        let instance: Option<RefId> =
            self.operand(step, 0, UseMode::Both).and_then(|given| given.at);
        let mut bound = Vec::new();
        for at in 1..step.instruction.operands.len() {
            let Some((formal, direction)) = add_on.operands.get(at - 1) else {
                self.unknown_operand(step, at);
                let reason = OpaqueReason::UnknownInstruction(name);
                self.emit.unclear(step.instruction.operands[at], reason);
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
        self.emit.statement(step.instruction.span, guard, call);
    }
}

/// The operands of the first SBR or RET of a routine in ladder, structured text or a diagram, as
/// places.
pub(crate) fn formal(
    emit: &mut Emit<'_>,
    declared: &Declared,
    home: Home,
    routine: RoutineId,
    mnemonic: &str,
) -> Vec<Option<PlaceId>> {
    let project = emit.project;
    let rungs = match &project.routines[routine.index()].body {
        Body::Rungs(rungs) => rungs,
        Body::Text(text) => {
            let operands = first_call(text, mnemonic).unwrap_or_default();
            return operands.iter().map(|it| alias::place(emit, declared, home, it)).collect();
        }
        Body::Protected | Body::Absent => return Vec::new(),
    };
    for rung in rungs {
        let mut nodes = rung.net.iter().flat_map(|net| &net.nodes);
        if let Some(node) = nodes.find(|node| node.kind == mnemonic) {
            let tags = node.pins.iter().filter_map(|pin| pin.value.as_deref());
            let tags = tags.flat_map(str::split_whitespace);
            return tags.map(|tag| alias::place(emit, declared, home, tag)).collect();
        }
        // A text that does not name it need not be read for it.
        if !rung.text.contains(mnemonic) {
            continue;
        }
        let Ok(tree) = Rung::parse(&rung.text) else { continue };
        let found = tree.series.iter().find_map(|element| match element {
            Element::Instruction(found) if &rung.text[found.name.range()] == mnemonic => {
                Some(&found.operands)
            }
            _ => None,
        });
        let Some(operands) = found else { continue };
        let place = |span: &Span| alias::place(emit, declared, home, &rung.text[span.range()]);
        return operands.iter().map(place).collect();
    }
    Vec::new()
}

/// The arguments of the first statement of a text that calls this.
fn first_call<'t>(text: &'t str, name: &str) -> Option<Vec<&'t str>> {
    // A text that does not name it need not be read for it.
    text.to_ascii_uppercase().contains(name).then_some(())?;
    let arguments = parse(text, Dialect::Logix).into_iter().find_map(|statement| {
        let StatementKind::Call(operand) = statement.kind else { return None };
        let called = text.get(operand.root_span.range())?.eq_ignore_ascii_case(name);
        let spans = operand.call().filter(|_| called)?.iter().map(|argument| argument.span);
        Some(spans.collect::<Vec<_>>())
    })?;
    arguments.into_iter().map(|span| text.get(span.range())).collect()
}
