//! The effects of the parts of a network (TIA Portal help, basic instructions of LAD).

use tagbridge_code::{Part, Pin, PinValue};

use super::{
    boxes::{SignalSource, is_plain},
    current::Feed,
    ladder::Network,
    runs,
};
use crate::{
    NameId, RefId, SpecId, Step,
    expr::{Arithmetic, Comparison, Constant, Edge, ExprId},
    flow::Flow,
    unit::{Effect, How, OpaqueReason, Operand, UseMode},
};

impl Network<'_, '_> {
    /// A part that is not a gate.
    pub(super) fn part_effect(&mut self, part: &Part, spec: SpecId, feed: Feed<'_>) -> Flow {
        let name = self.kind_of(part);
        let now = feed.now;
        match name {
            "Contact" => Flow::And(self.value(part, spec)),
            "PContact" => self.edge_contact(part, spec, Edge::Rising),
            "NContact" => self.edge_contact(part, spec, Edge::Falling),
            "Not" => Flow::Instead(self.emit.index.exprs.not(now)),
            "PBox" => self.edge_box(part, spec, now, Edge::Rising),
            "NBox" => self.edge_box(part, spec, now, Edge::Falling),
            "Eq" => self.compare(part, spec, Comparison::Eq, feed),
            "Ne" => self.compare(part, spec, Comparison::Ne, feed),
            "Lt" => self.compare(part, spec, Comparison::Lt, feed),
            "Le" => self.compare(part, spec, Comparison::Le, feed),
            "Gt" => self.compare(part, spec, Comparison::Gt, feed),
            "Ge" => self.compare(part, spec, Comparison::Ge, feed),
            "Coil" => self.coil(part, spec, now),
            "PCoil" => self.edge_coil(part, spec, now, Edge::Rising),
            "NCoil" => self.edge_coil(part, spec, now, Edge::Falling),
            "SCoil" => self.latch(part, spec, now, true),
            "RCoil" | "ResetIECTimerCoil" => self.latch(part, spec, now, false),
            "Sr" => self.flip_flop(part, spec, feed, false),
            "Rs" => self.flip_flop(part, spec, feed, true),
            "Inc" => self.step(part, spec, now, Arithmetic::Add),
            "Dec" => self.step(part, spec, now, Arithmetic::Sub),
            "Move" => self.store(part, spec, feed, None),
            "Add" => self.store(part, spec, feed, Some(Arithmetic::Add)),
            "Sub" => self.store(part, spec, feed, Some(Arithmetic::Sub)),
            "Mul" => self.store(part, spec, feed, Some(Arithmetic::Mul)),
            "Div" => self.store(part, spec, feed, Some(Arithmetic::Div)),
            "TrCoil" | "IlCoil" | "SvCoil" => {
                self.outcome = Some(now);
                Flow::Through
            }
            "InRange" => self.range(part, spec, feed, true),
            "OutRange" => self.range(part, spec, feed, false),
            "Ok" | "NotOk" => self.number(part, spec),
            "Jump" => self.jump(part, now, false),
            "JumpNot" => self.jump(part, now, true),
            "Return" | "ReturnTrue" | "ReturnFalse" => self.leave(part, spec, now),
            "Label" => self.label(part),
            "Call" => self.call(part, feed),
            // SIMATIC SD calls a function by its name.
            _ if part.kind.is_none() && self.scopes.block(name).is_some() => {
                let mut call = part.clone();
                let value = PinValue::Operand(part.name);
                let block = Pin { name: None, is_output: false, is_negated: false, value };
                call.pins.insert(0, block);
                self.call(&call, feed)
            }
            _ => self.run(part, spec, feed, name),
        }
    }

    pub(super) fn value(&mut self, part: &Part, spec: SpecId) -> ExprId {
        let Some(pin) = operand(part) else {
            let why = self.emit.index.names.exact("no operand");
            return self.emit.index.exprs.unknown(why);
        };
        self.pin(pin, spec, UseMode::Read).0
    }

    /// The memory of an edge; in SIMATIC SD, it is the only pin without a name.
    fn memory(&mut self, part: &Part, spec: SpecId) -> Option<RefId> {
        let named = part.pins.iter().find(|pin| pin.name.is_some() && !pin.is_output);
        let only = part.pins.first().filter(|_| self.kind_of(part).ends_with("Box"));
        let pin = named.or(only)?;
        self.pin(pin, spec, UseMode::Both).1
    }

    fn remember(&mut self, part: &Part, memory: Option<RefId>, value: ExprId) {
        let guard = self.emit.index.exprs.yes();
        if let Some(to) = memory {
            let how = How::Follow;
            self.emit.statement(part.span, guard, Effect::Assign { to, value, how });
        }
    }

    /// A gate of a function block diagram. The signal at its left is one of its inputs.
    pub(super) fn gate(&mut self, part: &Part, spec: SpecId, now: ExprId, is_fed: bool) -> Flow {
        let kind = self.kind_of(part);
        let is_first = part.pins.iter().any(|pin| self.is_input(pin, "in1"));
        let mut inputs = Vec::new();
        if is_fed || !is_first {
            inputs.push(now);
        }
        inputs.extend(self.inputs(part, spec, None));
        let exprs = &mut self.emit.index.exprs;
        let value = match (kind, &inputs[..]) {
            ("X", [first, rest @ ..]) => {
                rest.iter().fold(*first, |before, input| exprs.xor(before, *input))
            }
            ("O", _) => exprs.or(&inputs),
            _ => exprs.and(&inputs),
        };
        Flow::Instead(value)
    }

    fn edge_contact(&mut self, part: &Part, spec: SpecId, edge: Edge) -> Flow {
        let value = self.value(part, spec);
        let memory = self.memory(part, spec);
        self.remember(part, memory, value);
        let memory = memory.map(|at| self.emit.index.refs[at.index()].place);
        Flow::And(self.emit.index.exprs.edge(edge, value, memory))
    }

    /// A coil that is on in the scan in which the power flow changes.
    fn edge_coil(&mut self, part: &Part, spec: SpecId, now: ExprId, edge: Edge) -> Flow {
        let Some(pin) = operand(part) else { return Flow::Through };
        let (_, to) = self.pin(pin, spec, UseMode::Write);
        let memory = self.memory(part, spec);
        self.remember(part, memory, now);
        let memory = memory.map(|at| self.emit.index.refs[at.index()].place);
        let value = self.emit.index.exprs.edge(edge, now, memory);
        self.remember(part, to, value);
        Flow::Through
    }

    fn edge_box(&mut self, part: &Part, spec: SpecId, now: ExprId, edge: Edge) -> Flow {
        let memory = self.memory(part, spec);
        self.remember(part, memory, now);
        let memory = memory.map(|at| self.emit.index.refs[at.index()].place);
        Flow::Instead(self.emit.index.exprs.edge(edge, now, memory))
    }

    fn compare(&mut self, part: &Part, spec: SpecId, how: Comparison, feed: Feed<'_>) -> Flow {
        let sides = self.inputs(part, spec, feed.other);
        let [left, right] = sides[..] else {
            self.emit.unclear(part.span, OpaqueReason::Unparsed);
            return Flow::Through;
        };
        let value = self.emit.index.exprs.compare(how, left, right);
        let mut outputs = part.pins.iter().filter(|pin| pin.is_output).peekable();
        if outputs.peek().is_none() {
            return Flow::And(value);
        }
        for pin in outputs {
            if let (_, Some(to)) = self.pin(pin, spec, UseMode::Write) {
                let how = How::Store;
                self.emit.statement(part.span, feed.now, Effect::Assign { to, value, how });
            }
        }
        Flow::Through
    }

    fn coil(&mut self, part: &Part, spec: SpecId, now: ExprId) -> Flow {
        let Some(pin) = operand(part) else { return Flow::Through };
        let value = if pin.is_negated { self.emit.index.exprs.not(now) } else { now };
        let (_, to) = self.pin(pin, spec, UseMode::Write);
        self.remember(part, to, value);
        Flow::Through
    }

    fn latch(&mut self, part: &Part, spec: SpecId, now: ExprId, on: bool) -> Flow {
        let Some(pin) = operand(part) else { return Flow::Through };
        let (_, to) = self.pin(pin, spec, UseMode::Write);
        if let Some(to) = to {
            self.set(part, to, now, on);
        }
        Flow::Through
    }

    fn set(&mut self, part: &Part, to: RefId, guard: ExprId, on: bool) {
        let value = self.emit.index.exprs.constant(Constant::Bool(on));
        let how = if on { How::Latch } else { How::Unlatch };
        self.emit.statement(part.span, guard, Effect::Assign { to, value, how });
    }

    /// One pin sets and the other resets, or the reverse; the other pin has priority.
    fn flip_flop(&mut self, part: &Part, spec: SpecId, feed: Feed<'_>, other_sets: bool) -> Flow {
        let named = part.pins.iter().find(|pin| pin.name.is_some() && !pin.is_output);
        // In SIMATIC SD, the second input has no name.
        let unnamed = part.pins.iter().filter(|pin| pin.name.is_none()).nth(1);
        let other = named.or(unnamed).map(|pin| self.pin(pin, spec, UseMode::Read).0);
        let other = other.or(feed.other.map(|(_, value)| value));
        let Some(pin) = operand(part) else { return Flow::Through };
        let (value, Some(to)) = self.pin(pin, spec, UseMode::Both) else { return Flow::Through };
        self.set(part, to, feed.now, !other_sets);
        if let Some(other) = other {
            self.set(part, to, other, other_sets);
        }
        for pin in part.pins.iter().filter(|pin| pin.is_output) {
            let (_, to) = self.pin(pin, spec, UseMode::Write);
            self.remember(part, to, value);
        }
        Flow::Instead(value)
    }

    fn step(&mut self, part: &Part, spec: SpecId, now: ExprId, how: Arithmetic) -> Flow {
        let Some(pin) = operand(part) else { return Flow::Through };
        let (value, Some(to)) = self.pin(pin, spec, UseMode::Both) else { return Flow::Through };
        let exprs = &mut self.emit.index.exprs;
        let one = exprs.constant(Constant::Int(1));
        let value = exprs.arith(how, &[value, one]);
        let how = How::Store;
        self.emit.statement(part.span, now, Effect::Assign { to, value, how });
        Flow::Through
    }

    fn store(
        &mut self,
        part: &Part,
        spec: SpecId,
        feed: Feed<'_>,
        how: Option<Arithmetic>,
    ) -> Flow {
        let now = feed.now;
        let given = self.inputs(part, spec, feed.other);
        let value = match (how, &given[..]) {
            (None, [only]) => *only,
            (Some(how), [_, _, ..]) => self.emit.index.exprs.arith(how, &given),
            _ => {
                let name = self.emit.index.specs.name(spec);
                self.emit.index.exprs.call(name, &given)
            }
        };
        for pin in part.pins.iter().filter(|pin| pin.is_output) {
            if let (_, Some(to)) = self.pin(pin, spec, UseMode::Write) {
                let how = How::Store;
                self.emit.statement(part.span, now, Effect::Assign { to, value, how });
            }
        }
        match self.followed(part) {
            SignalSource::Current => Flow::Through,
            SignalSource::Pin(_) => Flow::Instead(value),
            SignalSource::Several => self.not_known(part, now, &given),
        }
    }

    /// A timer, a counter, or an instruction whose pins determine its effect.
    fn run(&mut self, part: &Part, spec: SpecId, feed: Feed<'_>, name: &str) -> Flow {
        let now = feed.now;
        let is_timer = matches!(name, "Sd" | "Sf" | "Se" | "Sp" | "Ss");
        let is_coil = matches!(name, "SdCoil" | "SfCoil" | "SeCoil" | "SpCoil" | "SsCoil");
        let is_iec = matches!(name, "TON" | "TOF" | "TP" | "TONR" | "CTU" | "CTD" | "CTUD");
        let first = self.emit.next_ref();
        let mut instance = None;
        let mut inputs: Vec<(NameId, ExprId)> = Vec::new();
        let mut named = Vec::new();
        let input = match name {
            "CTU" | "CTUD" => "CU",
            "CTD" => "CD",
            _ => "IN",
        };
        inputs.push((self.emit.name(input), now));
        for pin in &part.pins {
            let pin_name = self.name_of(pin);
            let is_instance = match pin.name {
                None => true,
                Some(span) => is_timer && &self.text[span.range()] == "timer",
            };
            if is_instance {
                let operand = match (pin.name, is_coil) {
                    (Some(_), _) => pin_name.map_or(Operand::None, Operand::Pin),
                    (None, true) => Operand::Pin(self.emit.name("operand")),
                    (None, false) => Operand::None,
                };
                instance = self.pin_as(pin, (spec, operand), UseMode::Both).1;
            } else {
                let mode = if pin.is_output { UseMode::Write } else { UseMode::Read };
                let (value, at) = self.pin(pin, spec, mode);
                named.push((self.pin_name(pin).to_owned(), value, at));
                inputs.extend(pin_name.filter(|_| !pin.is_output).map(|name| (name, value)));
            }
        }
        runs::widen(self.emit, name, &named);
        inputs.extend(feed.other.map(|(pin, value)| (self.emit.name(pin), value)));
        let operands = first..self.emit.next_ref();
        let known = is_timer || is_coil || is_iec;
        let guard = if known { self.emit.index.exprs.yes() } else { now };
        // The power flow is the first input.
        let given: Vec<ExprId> = inputs.iter().skip(1).map(|it| it.1).collect();
        let effect = Effect::Run { spec, instance, operands, inputs: inputs.into_boxed_slice() };
        self.emit.statement(part.span, guard, effect);
        if !known {
            return match self.followed(part) {
                _ if !is_plain(name) => self.unknown(part, first, now, &given),
                SignalSource::Current => Flow::Through,
                SignalSource::Pin(_) | SignalSource::Several => self.not_known(part, now, &given),
            };
        }
        let Some(place) = instance.map(|at| self.emit.index.refs[at.index()].place) else {
            return Flow::Through;
        };
        if is_timer {
            Flow::Instead(self.emit.index.exprs.read(place))
        } else if is_iec {
            let done = self.emit.name("Q");
            let done = self.emit.index.places.part(place, Step::Member(done));
            Flow::Instead(self.emit.index.exprs.read(done))
        } else {
            Flow::Through
        }
    }
}

/// The operand of a part.
pub(super) fn operand(part: &Part) -> Option<&Pin> {
    part.pins.iter().find(|pin| pin.name.is_none())
}
