//! What the parts of a network do (TIA Portal help, basic instructions of LAD).

use tagbridge_project::{Block, Node, Section};

use super::{
    boxes::{Followed, is_plain},
    ladder::{Flow, Network},
    network::{Part, Pin, Value},
};
use crate::{
    Span, Step,
    expr::{Arithmetic, Comparison, Constant, Edge, ExprId},
    ids::{NameId, RefId, SpecId},
    place::Scope,
    unit::{
        Binding, CallHow, Callee, Certainty, Direction, Effect, How, OpaqueReason, Operand, UseMode,
    },
};

impl Network<'_, '_> {
    /// A part, where `now` is the condition at its left.
    pub(super) fn part(&mut self, part: &Part, now: ExprId) -> Flow {
        let name = self.text_of(part).to_owned();
        let spec = self.emit.spec(&name);
        match name.as_str() {
            "Contact" => Flow::And(self.value(part, spec)),
            "PContact" => self.edge_contact(part, spec, Edge::Rising),
            "NContact" => self.edge_contact(part, spec, Edge::Falling),
            "A" => self.gate(part, spec, now, false),
            "X" => self.gate(part, spec, now, true),
            "Not" => Flow::Instead(self.emit.index.exprs.not(now)),
            "PBox" => self.edge_box(part, spec, now, Edge::Rising),
            "NBox" => self.edge_box(part, spec, now, Edge::Falling),
            "Eq" => self.compare(part, spec, Comparison::Eq),
            "Ne" => self.compare(part, spec, Comparison::Ne),
            "Lt" => self.compare(part, spec, Comparison::Lt),
            "Le" => self.compare(part, spec, Comparison::Le),
            "Gt" => self.compare(part, spec, Comparison::Gt),
            "Ge" => self.compare(part, spec, Comparison::Ge),
            "Coil" => self.coil(part, spec, now),
            "SCoil" => self.latch(part, spec, now, true),
            "RCoil" => self.latch(part, spec, now, false),
            "Sr" => self.flip_flop(part, spec, now, false),
            "Rs" => self.flip_flop(part, spec, now, true),
            "Inc" => self.step(part, spec, now, Arithmetic::Add),
            "Dec" => self.step(part, spec, now, Arithmetic::Sub),
            "Move" => self.store(part, spec, now, None),
            "Add" => self.store(part, spec, now, Some(Arithmetic::Add)),
            "Sub" => self.store(part, spec, now, Some(Arithmetic::Sub)),
            "Mul" => self.store(part, spec, now, Some(Arithmetic::Mul)),
            "Div" => self.store(part, spec, now, Some(Arithmetic::Div)),
            "TrCoil" | "IlCoil" | "SvCoil" => {
                self.outcome = Some(now);
                Flow::Through
            }
            "InRange" => self.range(part, spec, now, true),
            "OutRange" => self.range(part, spec, now, false),
            "Ok" | "NotOk" => self.number(part, spec),
            "Jump" => self.jump(part, now, false),
            "JumpNot" => self.jump(part, now, true),
            "Return" => self.leave(part, spec, now),
            "Label" => self.label(part),
            "Call" => self.call(part, now),
            _ => self.run(part, spec, now, &name),
        }
    }

    pub(super) fn value(&mut self, part: &Part, spec: SpecId) -> ExprId {
        let Some(pin) = operand(part) else {
            let why = self.emit.index.names.exact("no operand");
            return self.emit.index.exprs.unknown(why);
        };
        self.pin(pin, spec, UseMode::Read).0
    }

    /// The memory of an edge.
    fn memory(&mut self, part: &Part, spec: SpecId) -> Option<RefId> {
        let pin = part.pins.iter().find(|pin| pin.name.is_some())?;
        self.pin(pin, spec, UseMode::Both).1
    }

    fn remember(&mut self, part: &Part, memory: Option<RefId>, value: ExprId) {
        let guard = self.emit.index.exprs.yes();
        if let Some(to) = memory {
            let how = How::Follow;
            self.emit.statement(part.span, guard, Effect::Assign { to, value, how });
        }
    }

    /// A gate of a function block diagram: its first input is the current, or an operand too.
    fn gate(&mut self, part: &Part, spec: SpecId, now: ExprId, exclusive: bool) -> Flow {
        let mut inputs = Vec::new();
        let is_first = |pin: &Pin| pin.name.is_some_and(|name| &self.text[name.range()] == "in1");
        let is_fed = !part.pins.iter().any(is_first);
        if is_fed {
            inputs.push(now);
        }
        for pin in part.pins.iter().filter(|pin| !pin.is_output) {
            inputs.push(self.pin(pin, spec, UseMode::Read).0);
        }
        let exprs = &mut self.emit.index.exprs;
        let value = match (exclusive, &inputs[..]) {
            (true, [first, rest @ ..]) => {
                rest.iter().fold(*first, |before, input| exprs.xor(before, *input))
            }
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

    fn edge_box(&mut self, part: &Part, spec: SpecId, now: ExprId, edge: Edge) -> Flow {
        let memory = self.memory(part, spec);
        self.remember(part, memory, now);
        let memory = memory.map(|at| self.emit.index.refs[at.index()].place);
        Flow::Instead(self.emit.index.exprs.edge(edge, now, memory))
    }

    fn compare(&mut self, part: &Part, spec: SpecId, how: Comparison) -> Flow {
        let sides: Vec<ExprId> =
            part.pins.iter().map(|pin| self.pin(pin, spec, UseMode::Read).0).collect();
        let [left, right] = sides[..] else {
            self.emit.unclear(part.span, OpaqueReason::Unparsed);
            return Flow::Through;
        };
        Flow::And(self.emit.index.exprs.compare(how, left, right))
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

    /// The rung does one thing, the other pin the opposite; the other pin wins.
    fn flip_flop(&mut self, part: &Part, spec: SpecId, now: ExprId, other_sets: bool) -> Flow {
        let other = part.pins.iter().find(|pin| pin.name.is_some());
        let other = other.map(|pin| self.pin(pin, spec, UseMode::Read).0);
        let Some(pin) = operand(part) else { return Flow::Through };
        let (value, Some(to)) = self.pin(pin, spec, UseMode::Both) else { return Flow::Through };
        self.set(part, to, now, !other_sets);
        if let Some(other) = other {
            self.set(part, to, other, other_sets);
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

    fn store(&mut self, part: &Part, spec: SpecId, now: ExprId, how: Option<Arithmetic>) -> Flow {
        let given: Vec<ExprId> = part
            .pins
            .iter()
            .filter(|pin| !pin.is_output)
            .map(|pin| self.pin(pin, spec, UseMode::Read).0)
            .collect();
        let value = match (how, &given[..]) {
            (None, [only]) => *only,
            (Some(how), _) => self.emit.index.exprs.arith(how, &given),
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
            Followed::Current => Flow::Through,
            Followed::Pin(_) => Flow::Instead(value),
            Followed::Several => self.not_known(part, now, &given),
        }
    }

    /// A timer, a counter, or an instruction that is known by its pins alone.
    fn run(&mut self, part: &Part, spec: SpecId, now: ExprId, name: &str) -> Flow {
        let is_timer = matches!(name, "Sd" | "Sf" | "Se" | "Sp" | "Ss");
        let is_coil = matches!(name, "SdCoil" | "SfCoil" | "SeCoil" | "SpCoil" | "SsCoil");
        let is_iec = matches!(name, "TON" | "TOF" | "TP" | "TONR" | "CTU" | "CTD" | "CTUD");
        let first = self.emit.next_ref();
        let mut instance = None;
        let mut inputs: Vec<(NameId, ExprId)> = Vec::new();
        let input = if is_iec && name.starts_with('C') { "CU" } else { "IN" };
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
            } else if pin.is_output {
                self.pin(pin, spec, UseMode::Write);
            } else {
                let (value, _) = self.pin(pin, spec, UseMode::Read);
                inputs.extend(pin_name.map(|name| (name, value)));
            }
        }
        let operands = first..self.emit.next_ref();
        let known = is_timer || is_coil || is_iec;
        let guard = if known { self.emit.index.exprs.yes() } else { now };
        // The current comes first.
        let given: Vec<ExprId> = inputs.iter().skip(1).map(|it| it.1).collect();
        let effect = Effect::Run { spec, instance, operands, inputs: inputs.into_boxed_slice() };
        self.emit.statement(part.span, guard, effect);
        if !known {
            return match self.followed(part) {
                _ if !is_plain(name) => self.unknown(part, first, now, &given),
                Followed::Current => Flow::Through,
                Followed::Pin(_) | Followed::Several => self.not_known(part, now, &given),
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

    /// `Call("Block", #instance, pin := value, pin => variable)`
    fn call(&mut self, part: &Part, now: ExprId) -> Flow {
        let mut subjects = part.pins.iter().filter(|pin| pin.name.is_none());
        let Some(Pin { value: Value::Operand(block), .. }) = subjects.next() else {
            self.emit.unclear(part.span, OpaqueReason::Unparsed);
            return Flow::Through;
        };
        let instance = subjects.next();
        let node = self.node(part);
        self.call_block(part.span, *block, instance, &part.pins, now, node);
        match self.followed(part) {
            Followed::Current => Flow::Through,
            Followed::Pin(pin) => Flow::Instead(self.result(*block, pin)),
            Followed::Several => self.not_known(part, now, &[]),
        }
    }

    /// What the call that was read last leaves at a pin.
    fn result(&mut self, block: Span, pin: &str) -> ExprId {
        let pin = self.emit.name(pin);
        let name = self.text[block.range()].trim_matches('"').to_owned();
        let name = self.emit.name(&name);
        let index = &mut self.emit.index;
        let instance = index.statements.last().and_then(|last| match last.effect {
            Effect::Call { instance, .. } => instance,
            _ => None,
        });
        let place = match instance {
            Some(at) => {
                let instance = index.refs[at.index()].place;
                index.places.part(instance, Step::Member(pin))
            }
            None => index.places.root(Scope::Block(name), pin),
        };
        index.exprs.read(place)
    }

    /// A call of a block, with what is given to its parameters and taken from them. What is called
    /// may be an instance (`#timer`): then its type tells the block.
    pub(super) fn call_block(
        &mut self,
        span: Span,
        block: Span,
        instance: Option<&Pin>,
        pins: &[Pin],
        now: ExprId,
        node: Option<&Node>,
    ) {
        let project = self.emit.project;
        let written = &self.text[block.range()];
        let name = match written.strip_prefix('#') {
            Some(own) => self.scopes.type_of(self.owner, own).unwrap_or(own),
            None => written.trim_matches('"'),
        };
        let plain: String = name.chars().filter(|c| !c.is_whitespace()).collect();
        let is = |block: &Block| {
            block.name.eq_ignore_ascii_case(name) || block.name.eq_ignore_ascii_case(&plain)
        };
        let spec = self.emit.spec(name);
        let id = self.emit.name(name);
        let found = project.blocks.iter().position(is);
        let callee = if let Some(at) = found {
            Callee::Block(u32::try_from(at).unwrap_or(u32::MAX))
        } else {
            self.emit.unclear(span, OpaqueReason::UnknownCallee(id));
            Callee::Unknown(id)
        };
        let instance =
            instance.and_then(|pin| self.pin_as(pin, (spec, Operand::None), UseMode::Both).1);
        let mut bound = Vec::new();
        for pin in pins.iter().filter(|pin| pin.name.is_some()) {
            let Some(formal) = self.name_of(pin) else { continue };
            let written = self.emit.index.names.text(formal);
            let member = found.and_then(|at| {
                let members = &project.blocks[at].members;
                members.iter().find(|member| member.name.eq_ignore_ascii_case(written))
            });
            let told = node.and_then(|node| {
                node.pins.iter().find(|told| told.name.eq_ignore_ascii_case(written))?.section
            });
            let direction = match member.and_then(|member| member.section).or(told) {
                _ if pin.is_output => Direction::Out,
                Some(Section::Output | Section::Return) => Direction::Out,
                Some(Section::InOut) => Direction::InOut,
                _ => Direction::In,
            };
            let mode = match direction {
                Direction::In => UseMode::Read,
                Direction::Out => UseMode::Write,
                Direction::InOut => UseMode::Both,
            };
            let (actual, at) = self.pin(pin, spec, mode);
            if let (Some(at), None, None, Direction::In) = (at, found, told, direction) {
                self.emit.doubt(at, Certainty::MayWrite);
            }
            let formal = self.emit.index.places.root(Scope::Block(id), formal);
            bound.push(Binding { formal, direction, actual, at });
        }
        let first = self.emit.next_binding();
        for binding in bound {
            self.emit.binding(binding);
        }
        let bindings = first..self.emit.next_binding();
        let how = if instance.is_some() { CallHow::FunctionBlock } else { CallHow::Function };
        let call = Effect::Call { callee, how, instance, bindings };
        self.emit.statement(span, now, call);
    }
}

/// What a part works on.
pub(super) fn operand(part: &Part) -> Option<&Pin> {
    part.pins.iter().find(|pin| pin.name.is_none())
}
