//! The effects of the operations of a list.

use tagbridge_code::ListStatement;
use tagbridge_structured_text::absolute_address;

use super::{
    List, MAXIMUM_DEPTH,
    result::LogicResult,
    table::{self, Join, Operation, OperationCondition},
};
use crate::{
    Span, SpecId,
    expr::{Arithmetic, Comparison, Constant, Edge, ExprId},
    unit::{Effect, How, OpaqueReason, UseMode},
};

impl List<'_, '_> {
    pub(super) fn line(&mut self, line: &ListStatement) {
        if let Some(label) = line.label {
            self.label(label);
        }
        let name = self.slice(line.name);
        if name.is_empty() {
            return;
        }
        let spec = self.net.emit.spec(name);
        if let Some(operation) = table::find(name) {
            self.operation(line, spec, operation);
        } else {
            let name = self.net.emit.name(name);
            self.net.emit.opaque(line.span, OpaqueReason::UnknownInstruction(name));
            self.forget();
        }
    }

    /// Makes the result and the accumulators unknown.
    pub(super) fn forget(&mut self) {
        self.result = LogicResult::default();
        self.accumulators = [None; 2];
        self.number = None;
    }

    fn label(&mut self, label: Span) {
        let name = self.net.emit.name(&self.net.text[label.range()]);
        self.skips.retain(|(to, _)| *to != Some(name));
        self.table.take_if(|(end, ..)| *end == name);
        let guard = self.reached();
        self.net.emit.statement(label, guard, Effect::Label(name));
        if self.targets.contains(&name) {
            self.forget();
        }
    }

    /// The condition under which a statement is executed.
    pub(super) fn reached(&mut self) -> ExprId {
        let exprs = &mut self.net.emit.index.exprs;
        let reached: Vec<ExprId> = self.skips.iter().map(|(_, skip)| exprs.not(*skip)).collect();
        exprs.and(&reached)
    }

    /// The result, known or unknown.
    pub(super) fn value(&mut self) -> ExprId {
        let value = self.result.value(&mut self.net.emit.index.exprs);
        value.unwrap_or_else(|| self.unknown("the result of logic operation"))
    }

    /// The condition of a statement that depends on the result.
    fn when(&mut self, value: ExprId) -> ExprId {
        let reached = self.reached();
        let zone = self.zone();
        self.net.emit.index.exprs.and(&[reached, zone, value])
    }

    fn zone(&mut self) -> ExprId {
        let zones = if self.zones.0 { self.zones.1.clone() } else { Vec::new() };
        self.net.emit.index.exprs.and(&zones)
    }

    fn end_row(&mut self) {
        self.result.end(&mut self.net.emit.index.exprs);
    }

    fn operation(&mut self, line: &ListStatement, spec: SpecId, operation: Operation) {
        match operation {
            Operation::Bit(Join::Or, false) if line.operand.start == line.operand.end => {
                let none = self.unknown("the result of logic operation");
                self.result.set_aside(&mut self.net.emit.index.exprs, none);
            }
            Operation::Bit(join, inverted) => {
                let (bit, _) = self.operand(line.operand, UseMode::Read, spec);
                self.join(join, inverted, bit);
            }
            Operation::Open(join, inverted) => {
                if self.open.len() >= MAXIMUM_DEPTH {
                    self.net.emit.opaque(line.span, OpaqueReason::TooDeep);
                    return;
                }
                let before = std::mem::take(&mut self.result);
                self.open.push((join, inverted, before));
            }
            Operation::Close => {
                let inside = self.value();
                if let Some((join, inverted, before)) = self.open.pop() {
                    self.result = before;
                    self.join(join, inverted, inside);
                } else {
                    self.net.emit.opaque(line.span, OpaqueReason::Unparsed);
                }
            }
            Operation::Assign => {
                let value = self.value();
                let zone = self.zone();
                let value = self.net.emit.index.exprs.and(&[value, zone]);
                let guard = self.reached();
                self.assign(line, spec, guard, value, How::Follow);
                self.end_row();
            }
            Operation::Set | Operation::Reset => self.latch(line, spec, operation),
            Operation::Not => {
                let value = self.value();
                self.result = LogicResult::of(self.net.emit.index.exprs.not(value));
            }
            Operation::Yes | Operation::No => {
                let on = Constant::Bool(operation == Operation::Yes);
                self.result = LogicResult::of(self.net.emit.index.exprs.constant(on));
                self.end_row();
            }
            Operation::Rising => self.edge(line, spec, Edge::Rising),
            Operation::Falling => self.edge(line, spec, Edge::Falling),
            Operation::Timer => self.run(line, spec, "IN"),
            Operation::Counter(pin) => self.run(line, spec, pin),
            Operation::Jump(when) => self.jump(line, when),
            Operation::Call | Operation::CallAlone(_) => self.call(line, operation),
            Operation::End(when) => {
                let value = self.decides(when);
                let guard = self.when_reached(value);
                self.net.emit.statement(line.span, guard, Effect::Return);
                self.skips.push((None, guard));
                self.end_row();
            }
            // `OPN #block` reads a parameter.
            Operation::OpenBlock | Operation::Register => {
                let text = self.slice(line.operand);
                if text.starts_with('#') || operation == Operation::Register && !text.is_empty() {
                    self.operand(line.operand, UseMode::Read, spec);
                }
            }
            Operation::JumpList => {
                let end = self.net.emit.name(self.slice(line.operand));
                self.table = Some((end, self.accumulator(), 0));
            }
            Operation::Zone => {
                let value = self.value();
                self.zones.1.push(value);
                self.end_row();
            }
            Operation::ZoneEnd => {
                self.zones.1.pop();
            }
            Operation::Zones(on) => self.zones = (on, Vec::new()),
            Operation::Nothing => {}
            _ => self.accumulate(line, spec, operation),
        }
    }

    fn join(&mut self, join: Join, inverted: bool, bit: ExprId) {
        let none = self.unknown("the result of logic operation");
        let exprs = &mut self.net.emit.index.exprs;
        let bit = if inverted { exprs.not(bit) } else { bit };
        self.result.join(exprs, join, bit, none);
    }

    fn assign(
        &mut self,
        line: &ListStatement,
        spec: SpecId,
        guard: ExprId,
        value: ExprId,
        how: How,
    ) {
        if let (_, Some(to)) = self.operand(line.operand, UseMode::Write, spec) {
            self.net.emit.statement(line.span, guard, Effect::Assign { to, value, how });
        }
    }

    fn latch(&mut self, line: &ListStatement, spec: SpecId, operation: Operation) {
        let on = operation == Operation::Set;
        let value = self.value();
        let guard = self.when(value);
        let text = self.slice(line.operand);
        let counts =
            absolute_address(text).is_some_and(|it| it.starts_with("%C") || it.starts_with("%T"));
        if counts {
            // A counter is set to the accumulator; a timer or a counter is reset to 0.
            let zero = self.net.emit.index.exprs.constant(Constant::Int(0));
            let preset = self.accumulator();
            self.assign(line, spec, guard, if on { preset } else { zero }, How::Store);
        } else {
            let value = self.net.emit.index.exprs.constant(Constant::Bool(on));
            let how = if on { How::Latch } else { How::Unlatch };
            self.assign(line, spec, guard, value, how);
        }
        self.end_row();
    }

    fn edge(&mut self, line: &ListStatement, spec: SpecId, edge: Edge) {
        let value = self.value();
        let guard = self.reached();
        let (_, memory) = self.operand(line.operand, UseMode::Both, spec);
        if let Some(to) = memory {
            let how = How::Follow;
            self.net.emit.statement(line.span, guard, Effect::Assign { to, value, how });
        }
        let memory = memory.map(|at| self.net.emit.index.reference(at).place);
        self.result = LogicResult::of(self.net.emit.index.exprs.edge(edge, value, memory));
    }

    fn run(&mut self, line: &ListStatement, spec: SpecId, pin: &str) {
        let value = self.value();
        let preset = self.accumulator();
        let first = self.net.emit.next_ref();
        let (_, instance) = self.operand(line.operand, UseMode::Both, spec);
        let operands = first..self.net.emit.next_ref();
        let (pin, preset_pin) = (self.net.emit.name(pin), self.net.emit.name("PT"));
        let inputs = Box::from([(pin, value), (preset_pin, preset)]);
        let guard = self.reached();
        let effect = Effect::Run { spec, instance, operands, inputs };
        self.net.emit.statement(line.span, guard, effect);
        self.end_row();
    }

    fn decides(&mut self, when: OperationCondition) -> ExprId {
        match when {
            OperationCondition::Always => self.net.emit.index.exprs.yes(),
            OperationCondition::Result(true) => self.value(),
            OperationCondition::Result(false) => {
                let value = self.value();
                self.net.emit.index.exprs.not(value)
            }
            OperationCondition::Number(how) => self.against_zero(how),
            OperationCondition::Status => self.unknown("a status bit"),
        }
    }

    pub(super) fn when_reached(&mut self, value: ExprId) -> ExprId {
        let reached = self.reached();
        self.net.emit.index.exprs.and(&[reached, value])
    }

    fn jump(&mut self, line: &ListStatement, when: OperationCondition) {
        let label = self.net.emit.name(self.slice(line.operand));
        if self.slice(line.name).eq_ignore_ascii_case("LOOP") {
            self.accumulators = [None; 2];
        }
        let value = match &mut self.table {
            Some((_, number, next)) => {
                let exprs = &mut self.net.emit.index.exprs;
                let this = exprs.constant(Constant::Int(*next));
                *next += 1;
                exprs.compare(Comparison::Eq, *number, this)
            }
            None => self.decides(when),
        };
        let guard = self.when_reached(value);
        self.net.emit.statement(line.span, guard, Effect::Jump(Some(label)));
        if self.labels.get(self.slice(line.operand)).is_some_and(|to| *to > self.at) {
            self.skips.push((Some(label), guard));
        }
        if when != OperationCondition::Always {
            // After a conditional jump that is not executed, the result is true.
            let yes = self.net.emit.index.exprs.yes();
            self.result = LogicResult::of(yes);
        }
        self.end_row();
    }

    fn accumulator(&mut self) -> ExprId {
        match self.accumulators[0] {
            Some(value) => value,
            None => self.unknown("the accumulator"),
        }
    }

    fn accumulate(&mut self, line: &ListStatement, spec: SpecId, operation: Operation) {
        let second = match self.accumulators[1] {
            Some(value) => value,
            None => self.unknown("the accumulator"),
        };
        let has_operand = line.operand.start < line.operand.end;
        match operation {
            Operation::Load => {
                let (value, _) = self.operand(line.operand, UseMode::Read, spec);
                self.accumulators = [Some(value), self.accumulators[0]];
            }
            Operation::Transfer => {
                let value = self.accumulator();
                let guard = self.reached();
                self.assign(line, spec, guard, value, How::Store);
                let zone = self.zone();
                let exprs = &mut self.net.emit.index.exprs;
                // In a disabled zone, 0 is written.
                if zone != exprs.yes() {
                    self.accumulators = [None; 2];
                }
            }
            Operation::Swap => self.accumulators.swap(0, 1),
            Operation::Push => self.accumulators[1] = self.accumulators[0],
            Operation::Pop => self.accumulators[0] = self.accumulators[1],
            Operation::Compare(how) => {
                let first = self.accumulator();
                let value = self.net.emit.index.exprs.compare(how, second, first);
                self.number = None;
                self.result = LogicResult::of(value);
            }
            Operation::Compute(how) => {
                let first = self.accumulator();
                self.computes(how, &[second, first]);
            }
            Operation::Word(how) => {
                let first = self.accumulator();
                let other = if has_operand {
                    self.operand(line.operand, UseMode::Read, spec).0
                } else {
                    second
                };
                self.computes(how, &[other, first]);
            }
            Operation::Shift => {
                let first = self.accumulator();
                let count = if has_operand {
                    self.operand(line.operand, UseMode::Read, spec).0
                } else {
                    second
                };
                let name = self.net.emit.index.specs.name(spec);
                let value = self.net.emit.index.exprs.call(name, &[first, count]);
                self.accumulators[0] = Some(value);
                self.number = Some(value);
            }
            Operation::With(how) => {
                let first = self.accumulator();
                let other = self.operand(line.operand, UseMode::Read, spec).0;
                self.computes(how, &[first, other]);
            }
            Operation::One(Some(how)) => {
                let first = self.accumulator();
                self.computes(how, &[first]);
            }
            Operation::One(None) => {
                let first = self.accumulator();
                let name = self.net.emit.index.specs.name(spec);
                let value = self.net.emit.index.exprs.call(name, &[first]);
                self.accumulators[0] = Some(value);
                self.number = Some(value);
            }
            _ => self.net.emit.opaque(line.span, OpaqueReason::Unparsed),
        }
    }

    fn computes(&mut self, how: Arithmetic, of: &[ExprId]) {
        let value = self.net.emit.index.exprs.arith(how, of);
        self.accumulators[0] = Some(value);
        self.number = Some(value);
    }
}
