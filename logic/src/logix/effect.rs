//! The effects of ladder instructions.

use super::{
    ladder::{Ladder, Step},
    operand::OperandValue,
    range,
    table::{Instruction, Use},
};
use crate::{
    RefId,
    expr::{Arithmetic, Comparison, Constant, Edge, Expr, ExprId},
    flow::Flow,
    unit::{Effect, How, OpaqueReason, UseMode},
};

impl Ladder<'_, '_> {
    /// Reads an instruction of the table.
    pub(super) fn known(&mut self, step: &Step<'_>, row: &'static Instruction) -> Flow {
        match row.effect {
            "xic" | "cmp" => Flow::And(self.read(step, 0)),
            "xio" => {
                let bit = self.read(step, 0);
                Flow::And(self.emit.index.exprs.not(bit))
            }
            "eq" => self.compare(step, Comparison::Eq),
            "ne" => self.compare(step, Comparison::Ne),
            "gt" => self.compare(step, Comparison::Gt),
            "ge" => self.compare(step, Comparison::Ge),
            "lt" => self.compare(step, Comparison::Lt),
            "le" => self.compare(step, Comparison::Le),
            "lim" => self.limits(step),
            "meq" => {
                let (source, mask) = (self.read(step, 0), self.read(step, 1));
                let with = self.read(step, 2);
                let exprs = &mut self.emit.index.exprs;
                let left = exprs.arith(Arithmetic::BitAnd, &[source, mask]);
                let right = exprs.arith(Arithmetic::BitAnd, &[with, mask]);
                Flow::And(exprs.compare(Comparison::Eq, left, right))
            }
            "test" => {
                let value = self.read(step, 0);
                let name = self.emit.name(row.name);
                Flow::And(self.emit.index.exprs.call(name, &[value]))
            }
            "dtr" => {
                let operands = self.reads(step, row);
                let name = self.emit.name(row.name);
                Flow::And(self.emit.index.exprs.call(name, &operands))
            }
            "ons" => self.one_shot(step),
            "osr" => self.one_shot_output(step, Edge::Rising),
            "osf" => self.one_shot_output(step, Edge::Falling),
            "ote" => {
                let value = self.condition(step);
                let guard = self.reached();
                self.assign(step, 0, guard, value, How::Follow);
                Flow::Through
            }
            "otl" => self.latch(step, true),
            "otu" => self.latch(step, false),
            "afi" => Flow::And(self.emit.index.exprs.no()),
            "nop" => Flow::Through,
            "run" => self.run(step, row),
            "jsr" | "sbr" | "ret" | "for" | "jmp" | "lbl" | "mcr" | "tnd" => {
                self.control(step, row);
                Flow::Through
            }
            _ => self.store(step, row),
        }
    }

    /// The value of a read operand; unknown if it is missing.
    pub(super) fn read(&mut self, step: &Step<'_>, at: usize) -> ExprId {
        if let Some(given) = self.operand(step, at, UseMode::Read) {
            return given.value;
        }
        let text = self.text_of(step, at);
        let text = self.emit.index.names.exact(text);
        self.emit.index.exprs.unknown(text)
    }

    fn compare(&mut self, step: &Step<'_>, how: Comparison) -> Flow {
        let (left, right) = (self.read(step, 0), self.read(step, 1));
        Flow::And(self.emit.index.exprs.compare(how, left, right))
    }

    /// Within the limits, or outside them if the low limit is above the high one.
    fn limits(&mut self, step: &Step<'_>) -> Flow {
        let [low, test, high] = [0, 1, 2].map(|at| self.read(step, at));
        let name = self.emit.name("LIM");
        let exprs = &mut self.emit.index.exprs;
        let is_range = match (exprs.get(low), exprs.get(high)) {
            (Expr::Const(Constant::Int(low)), Expr::Const(Constant::Int(high))) => low <= high,
            (Expr::Const(Constant::Real(low)), Expr::Const(Constant::Real(high))) => {
                f64::from_bits(low) <= f64::from_bits(high)
            }
            _ => return Flow::And(exprs.call(name, &[low, test, high])),
        };
        let above = exprs.compare(Comparison::Ge, test, low);
        let below = exprs.compare(Comparison::Le, test, high);
        let both = [above, below];
        Flow::And(if is_range { exprs.and(&both) } else { exprs.or(&both) })
    }

    fn one_shot(&mut self, step: &Step<'_>) -> Flow {
        let now = self.condition(step);
        let guard = self.reached();
        let memory = self.assign_as(step, 0, guard, now, (UseMode::Both, How::Follow));
        let memory = memory.map(|at| self.emit.index.refs[at.index()].place);
        Flow::Instead(self.emit.index.exprs.edge(Edge::Rising, now, memory))
    }

    fn one_shot_output(&mut self, step: &Step<'_>, edge: Edge) -> Flow {
        let now = self.condition(step);
        let guard = self.reached();
        let memory = self.assign_as(step, 0, guard, now, (UseMode::Both, How::Follow));
        let memory = memory.map(|at| self.emit.index.refs[at.index()].place);
        let value = self.emit.index.exprs.edge(edge, now, memory);
        self.assign(step, 1, guard, value, How::Follow);
        Flow::Through
    }

    fn latch(&mut self, step: &Step<'_>, on: bool) -> Flow {
        let guard = self.active(step);
        let value = self.emit.index.exprs.constant(Constant::Bool(on));
        let how = if on { How::Latch } else { How::Unlatch };
        self.assign(step, 0, guard, value, how);
        Flow::Through
    }

    /// Assigns a value to an operand.
    fn assign(&mut self, step: &Step<'_>, at: usize, guard: ExprId, value: ExprId, how: How) {
        self.assign_as(step, at, guard, value, (UseMode::Write, how));
    }

    fn assign_as(
        &mut self,
        step: &Step<'_>,
        at: usize,
        guard: ExprId,
        value: ExprId,
        (mode, how): (UseMode, How),
    ) -> Option<RefId> {
        let to = self.operand(step, at, mode)?.at?;
        self.emit.statement(step.part.span, guard, Effect::Assign { to, value, how });
        Some(to)
    }

    /// The values that an instruction of the table reads, in order.
    fn reads(&mut self, step: &Step<'_>, row: &Instruction) -> Vec<ExprId> {
        let count = step.part.pins.len();
        let mut values = Vec::new();
        for at in 0..count {
            match row.operand(at) {
                Some(Use::Read | Use::Expression) => values.push(self.read(step, at)),
                Some(Use::Both) => values.extend(self.operand(step, at, UseMode::Both).map(value)),
                None => self.surplus(step, at),
                _ => {}
            }
        }
        values
    }

    /// Reads an operand that is not in the table.
    fn surplus(&mut self, step: &Step<'_>, at: usize) {
        self.unknown_operand(step, at);
        let name = self.emit.index.specs.name(step.spec);
        let span = step.part.operand(at).unwrap_or(step.part.span);
        self.emit.unclear(span, OpaqueReason::UnknownInstruction(name));
    }

    /// Stores a result in the written operand.
    fn store(&mut self, step: &Step<'_>, row: &'static Instruction) -> Flow {
        let guard = self.active(step);
        let before = self.emit.next_ref();
        let reads = self.reads(step, row);
        // The source is the first read operand, after its indexes.
        let source = step.part.operand(0);
        let first = (before..self.emit.next_ref())
            .map(RefId)
            .find(|at| Some(self.emit.index.refs[at.index()].span()) == source);
        let name = self.emit.name(row.name);
        let exprs = &mut self.emit.index.exprs;
        let arithmetic = match row.effect {
            "add" => Some(Arithmetic::Add),
            "sub" => Some(Arithmetic::Sub),
            "mul" => Some(Arithmetic::Mul),
            "div" => Some(Arithmetic::Div),
            "mod" => Some(Arithmetic::Mod),
            "pow" => Some(Arithmetic::Pow),
            "sqr" => Some(Arithmetic::Sqrt),
            "neg" => Some(Arithmetic::Neg),
            "abs" => Some(Arithmetic::Abs),
            "band" => Some(Arithmetic::BitAnd),
            "bor" => Some(Arithmetic::BitOr),
            "bxor" => Some(Arithmetic::BitXor),
            "bnot" => Some(Arithmetic::BitNot),
            _ => None,
        };
        let value = match (row.effect, arithmetic) {
            ("clr", _) => exprs.constant(Constant::Int(0)),
            ("mov", _) if reads.len() == 1 => reads[0],
            (_, Some(how)) => exprs.arith(how, &reads),
            _ => exprs.call(name, &reads),
        };
        let how = if row.effect == "partial" { How::Partial } else { How::Store };
        let mut written = None;
        for at in 0..step.part.pins.len() {
            if row.operand(at) == Some(Use::Write) {
                written = self.assign_as(step, at, guard, value, (UseMode::Write, how));
            }
        }
        if matches!(row.effect, "copy" | "fill") {
            // A source that is a value, or that is filled in repeatedly, is one element.
            let copied = first.filter(|_| row.effect == "copy");
            let length = range::literal(self.text_of(step, 2));
            range::record_copy_range(self.emit, (copied, written), length);
        }
        Flow::Through
    }

    /// Reads an instruction with memory, or with more than one result.
    fn run(&mut self, step: &Step<'_>, row: &'static Instruction) -> Flow {
        let first = self.emit.next_ref();
        let (mut instance, mut preset) = (None, None);
        for at in 0..step.part.pins.len() {
            let mode = match row.operand(at) {
                Some(Use::Read | Use::Expression) => UseMode::Read,
                Some(Use::Write) => UseMode::Write,
                Some(Use::Both) => UseMode::Both,
                Some(used @ (Use::NameOrTag | Use::Choice)) => {
                    let text = self.text_of(step, at);
                    let name = self.emit.name(text);
                    if used.may_be_name(text) && !self.declared.knows(self.home, name) {
                        continue;
                    }
                    UseMode::Read
                }
                Some(Use::Shown) => {
                    let shown = super::operand::constant(self.text_of(step, at));
                    if at == 1 {
                        preset = shown.map(|shown| self.emit.index.exprs.constant(shown));
                    }
                    continue;
                }
                Some(Use::Name) => continue,
                None => {
                    self.surplus(step, at);
                    continue;
                }
            };
            let named = self.operand(step, at, mode).and_then(|given| given.at);
            if row.is_first(at) {
                let count = range::told(row.name, |at| self.text_of(step, at)).unwrap_or(u32::MAX);
                if let Some(at) = named {
                    self.emit.widen(at, count);
                }
            } else if mode == UseMode::Both && instance.is_none() {
                instance = named;
            }
        }
        let operands = first..self.emit.next_ref();
        let now = self.condition(step);
        // Timers and counters are executed on a true and on a false rung.
        let (pin, always) = match row.name {
            "TON" | "TOF" | "RTO" => ("IN", true),
            "CTU" => ("CU", true),
            "CTD" => ("CD", true),
            _ => ("EN", false),
        };
        if let Some(at) = instance.filter(|_| always) {
            let place = self.emit.index.reference(at).place;
            self.emit.parts(place, &["EN", "TT", "CU", "CD", "DN", "PRE", "ACC"]);
        }
        let guard = if always { self.reached() } else { self.active(step) };
        let mut inputs = vec![(self.emit.name(pin), now)];
        if let Some(preset) = preset.filter(|_| always) {
            inputs.push((self.emit.name("PRE"), preset));
        }
        let (spec, inputs) = (step.spec, inputs.into_boxed_slice());
        let effect = Effect::Run { spec, instance, operands, inputs };
        self.emit.statement(step.part.span, guard, effect);
        Flow::Through
    }
}

fn value(given: OperandValue) -> ExprId {
    given.value
}
