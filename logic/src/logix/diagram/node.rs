//! The effect of one node.

use super::{super::blocks, Diagram};
use crate::{
    NameId, PlaceId, RefId, Scope, Span, SpecId, Step,
    expr::{Arithmetic, ExprId},
    logix::{alias, blocks::Block, operand::Reader, parameters},
    unit::{
        Binding, CallHow, Callee, Certainty, Direction, Effect, How, OpaqueReason, Operand, UseMode,
    },
};

impl Diagram<'_, '_> {
    /// Computes the result of a node.
    pub(super) fn outcome(&mut self, at: usize) {
        let node = self.nodes[at].1;
        let unnamed = self.emit.name("");
        match node.kind.as_str() {
            "IRef" => {
                let value = node.operand.as_ref().and_then(|operand| self.value_of(operand));
                if let Some(value) = value {
                    self.values.insert((at, unnamed), value);
                }
            }
            // Its input values are in the named tags.
            "SBR" => {
                for (pin, place) in self.listed(at) {
                    let value = self.emit.index.exprs.read(place);
                    self.values.insert((at, pin), value);
                }
            }
            // The returned values are in the tags that the RET of the called routine names.
            "JSR" => {
                let name = self.emit.name(&node.name);
                let routine = self.declared.routine(self.owner, name);
                let back = routine
                    .map(|routine| parameters(self.emit, self.declared, self.home, routine, "RET"))
                    .unwrap_or_default()
                    .certain();
                let pins = node.pins.iter().find(|pin| pin.name == "Ret");
                let pins = pins.and_then(|pin| pin.value.as_deref()).unwrap_or_default();
                for (pin, back) in pins.split_whitespace().zip(back) {
                    let pin = self.emit.name(pin);
                    let value = back.map(|place| self.emit.index.exprs.read(place));
                    self.values.extend(value.map(|value| ((at, pin), value)));
                }
            }
            "ICon" | "OCon" => {
                if let Some(flow) = self.flows[at].first().cloned() {
                    let value = self.arrives(&flow);
                    self.values.insert((at, unnamed), value);
                }
            }
            "Block" | "Function" => {
                let pin = self.emit.name(blocks::output(&node.name));
                if let Some(value) = self.computed(at) {
                    self.values.insert((at, pin), value);
                }
            }
            _ => {}
        }
    }

    /// The result of a block that depends only on its inputs.
    fn computed(&mut self, at: usize) -> Option<ExprId> {
        let node = self.nodes[at].1;
        let block = Block::find(&node.name)?;
        // A block that is not executed keeps its values.
        if block.effect == blocks::Effect::Run || self.input(at, "EnableIn").is_some() {
            return None;
        }
        let mut inputs: Vec<(String, ExprId)> = self
            .inputs(at)
            .into_iter()
            .map(|(pin, value)| (self.emit.index.names.text(pin).to_uppercase(), value))
            .collect();
        // An unconnected pin has the value of the tag.
        let needed: &[&str] = match block.effect {
            blocks::Effect::Compare(_)
            | blocks::Effect::Compute(
                Arithmetic::Add
                | Arithmetic::Sub
                | Arithmetic::Mul
                | Arithmetic::Div
                | Arithmetic::Mod
                | Arithmetic::BitAnd
                | Arithmetic::BitOr
                | Arithmetic::BitXor,
            ) => &["SOURCEA", "SOURCEB"],
            _ => &[],
        };
        for pin in needed {
            if inputs.iter().any(|(name, _)| name == pin || name.starts_with("IN")) {
                continue;
            }
            let instance = self.instances[at]?;
            let member = self.emit.name(pin);
            let place = self.emit.index.places.part(instance, Step::Member(member));
            inputs.push(((*pin).to_owned(), self.emit.index.exprs.read(place)));
        }
        inputs.sort_by(|one, other| one.0.cmp(&other.0));
        let values: Vec<ExprId> = inputs.iter().map(|(_, value)| *value).collect();
        let name = self.emit.name(node.name.strip_suffix("__F").unwrap_or(&node.name));
        let exprs = &mut self.emit.index.exprs;
        Some(match (block.effect, &values[..]) {
            (blocks::Effect::And, [_, ..]) => exprs.and(&values),
            (blocks::Effect::Or, [_, ..]) => exprs.or(&values),
            (blocks::Effect::Xor, [one, other]) => exprs.xor(*one, *other),
            (blocks::Effect::Not, [one]) => exprs.not(*one),
            (blocks::Effect::Compare(how), [one, other]) => exprs.compare(how, *one, *other),
            (blocks::Effect::Compute(how), [_, ..]) => exprs.arith(how, &values),
            (blocks::Effect::Call, [_, ..]) => exprs.call(name, &values),
            _ => return None,
        })
    }

    /// Reads a node as a part of the current unit.
    pub(super) fn node(&mut self, at: usize) {
        let node = self.nodes[at].1;
        let span = self.span(at);
        match node.kind.as_str() {
            "IRef" => {
                let spec = self.emit.spec("IRef");
                match &node.operand {
                    Some(operand) => {
                        self.read_at(span, operand, UseMode::Read, spec);
                    }
                    None => self.emit.unclear(span, OpaqueReason::NotChosen),
                }
            }
            "ORef" => self.goes_out(at, span),
            "ICon" | "OCon" | "SBR" => {}
            "JSR" => self.subroutine(at, span),
            "RET" => {
                let guard = self.emit.index.exprs.yes();
                let spec = self.emit.spec("RET");
                for (pin, place) in self.listed(at) {
                    let given = self.inputs(at).into_iter().find(|(wired, _)| *wired == pin);
                    let Some((_, value)) = given else { continue };
                    let to =
                        self.emit.reference(place, span, UseMode::Write, spec, Operand::Pin(pin));
                    let effect = Effect::Assign { to, value, how: How::Store };
                    self.emit.statement(span, guard, effect);
                }
                self.emit.statement(span, guard, Effect::Return);
            }
            "AddOnInstruction" => self.add_on(at, span),
            // A function has its effect at the use of its result.
            "Function" => {
                if Block::find(&node.name).is_none() {
                    let name = self.emit.name(&node.name);
                    self.emit.unclear(span, OpaqueReason::UnknownInstruction(name));
                }
            }
            _ => self.block(at, span),
        }
    }

    /// The tags at the pins of the beginning or end of a subroutine.
    fn listed(&mut self, at: usize) -> Vec<(NameId, PlaceId)> {
        let node = self.nodes[at].1;
        let tags = node.pins.iter().filter_map(|pin| pin.value.as_deref());
        let tags: Vec<&str> = tags.flat_map(str::split_whitespace).collect();
        let mut listed = Vec::new();
        for tag in tags {
            let pin = self.emit.name(tag);
            let place = alias::place(self.emit, self.declared, self.home, tag);
            listed.extend(place.map(|place| (pin, place)));
        }
        listed
    }

    fn span(&self, at: usize) -> Span {
        let span = self.nodes[at].1.spans.first().cloned().unwrap_or_default();
        let span = Span { start: span.start, end: span.end };
        let known = self.text.get(span.range()).is_some();
        if known { span } else { Span::new(0, 0) }
    }

    /// Reads an operand in the text, or an unconnected one that is not in the text.
    fn read_at(
        &mut self,
        span: Span,
        operand: &str,
        mode: UseMode,
        spec: SpecId,
    ) -> Option<(ExprId, Option<RefId>)> {
        let shown = self.text.get(span.range()) == Some(operand);
        let (text, place) =
            if shown { (self.text, span) } else { (operand, Span::new(0, operand.len())) };
        let first = self.emit.next_ref();
        let what = (spec, Operand::None);
        let given = Reader::new(self.emit, self.declared, self.home, text, place, what).whole(mode);
        if !shown {
            self.emit.move_to(first, span);
        }
        given.map(|given| (given.value, given.at))
    }

    fn goes_out(&mut self, at: usize, span: Span) {
        let node = self.nodes[at].1;
        let Some(operand) = &node.operand else {
            self.emit.unclear(span, OpaqueReason::NotChosen);
            return;
        };
        let spec = self.emit.spec("ORef");
        let to = self.read_at(span, operand, UseMode::Write, spec).and_then(|(_, at)| at);
        let Some(flow) = self.flows[at].first().cloned() else { return };
        let value = self.arrives(&flow);
        let guard = self.emit.index.exprs.yes();
        // The line continues after the text.
        let rest = self.text.get(span.start as usize..).and_then(|rest| rest.find('\n'));
        let end = rest.map_or(self.text.len(), |length| span.start as usize + length);
        let span = Span::new(span.start as usize, end);
        if let Some(to) = to {
            self.emit.statement(span, guard, Effect::Assign { to, value, how: How::Follow });
        }
    }

    /// The condition under which a node is executed.
    fn enabled(&mut self, at: usize) -> ExprId {
        let enabled = self.input(at, "EnableIn");
        enabled.unwrap_or_else(|| self.emit.index.exprs.yes())
    }

    fn block(&mut self, at: usize, span: Span) {
        let node = self.nodes[at].1;
        let spec = self.emit.spec(&node.name);
        let known = Block::find(&node.name).is_some();
        if !known {
            let name = self.emit.name(&node.name);
            self.emit.unclear(span, OpaqueReason::UnknownInstruction(name));
        }
        let first = self.emit.next_ref();
        let instance = node.operand.as_ref().and_then(|operand| {
            let subject = subject(span, operand);
            self.read_at(subject, operand, UseMode::Both, spec)?.1
        });
        let given = self.given(at, span, spec, |_, _| UseMode::Both);
        if !known {
            for at in given.iter().filter_map(|given| given.2) {
                self.emit.doubt(at, Certainty::Unknown);
            }
        }
        let operands = first..self.emit.next_ref();
        let guard = self.enabled(at);
        let inputs = self.inputs(at).into_boxed_slice();
        self.emit.statement(span, guard, Effect::Run { spec, instance, operands, inputs });
    }

    /// The unwired inputs of a node: pin, value, occurrence.
    fn given(
        &mut self,
        at: usize,
        span: Span,
        spec: SpecId,
        mode: impl Fn(&mut Self, NameId) -> UseMode,
    ) -> Vec<(NameId, ExprId, Option<RefId>)> {
        let mut given = Vec::new();
        for pin in &self.nodes[at].1.pins {
            let Some(value) = &pin.value else { continue };
            let shown = format!("{} := {value}", pin.name);
            let line = self.text.get(span.range()).unwrap_or_default();
            let place = line.rfind(&shown).map(|start| {
                let start = span.start as usize + start + shown.len() - value.len();
                Span::new(start, start + value.len())
            });
            let name = self.emit.name(&pin.name);
            let mode = mode(self, name);
            let read = self.read_at(place.unwrap_or(span), value, mode, spec);
            given.extend(read.map(|(value, at)| (name, value, at)));
        }
        given
    }

    fn add_on(&mut self, at: usize, span: Span) {
        let node = self.nodes[at].1;
        let name = self.emit.name(&node.name);
        let spec = self.emit.spec(&node.name);
        let declared = self.declared;
        let instance = node.operand.as_ref().and_then(|operand| {
            let subject = subject(span, operand);
            self.read_at(subject, operand, UseMode::Both, spec)?.1
        });
        let add_on = declared.add_on(name);
        let way = |parameter| {
            let known = add_on.and_then(|add_on| add_on.parameters.get(&parameter));
            known.copied().unwrap_or(Direction::In)
        };
        let given = self.given(at, span, spec, |_, pin| match add_on {
            Some(add_on) => add_on.mode(pin, way(pin)),
            None => UseMode::Both,
        });
        let wired = self.inputs(at);
        let first = self.emit.next_binding();
        let wired = wired.into_iter().map(|(pin, value)| (pin, value, None));
        for (pin, actual, at) in given.into_iter().chain(wired) {
            let formal = self.emit.index.places.root(Scope::AddOn(name), pin);
            self.emit.binding(Binding { formal, direction: way(pin), actual, at });
        }
        let bindings = first..self.emit.next_binding();
        let guard = self.enabled(at);
        let callee = if let Some(add_on) = add_on {
            Callee::Block(add_on.block)
        } else {
            self.emit.unclear(span, OpaqueReason::UnknownCallee(name));
            Callee::Unknown(name)
        };
        let how = CallHow::AddOn;
        self.emit.statement(span, guard, Effect::Call { callee, how, instance, bindings });
    }

    /// Its pins are in the order of the routine's parameters.
    fn subroutine(&mut self, at: usize, span: Span) {
        let node = self.nodes[at].1;
        let name = self.emit.name(&node.name);
        let (callee, formals) = if let Some(routine) = self.declared.routine(self.owner, name) {
            let formals = parameters(self.emit, self.declared, self.home, routine, "SBR");
            (Callee::Routine(routine), formals.certain())
        } else {
            self.emit.unclear(span, OpaqueReason::UnknownCallee(name));
            (Callee::Unknown(name), Vec::new())
        };
        let pins = node.pins.iter().find(|pin| pin.name == "In").and_then(|pin| pin.value.clone());
        let pins = pins.unwrap_or_default();
        let wired = self.inputs(at);
        let first = self.emit.next_binding();
        for (pin, formal) in pins.split_whitespace().zip(formals) {
            let pin = self.emit.name(pin);
            let actual = wired.iter().find(|(wired, _)| *wired == pin);
            if let (Some((_, actual)), Some(formal)) = (actual, formal) {
                let (actual, direction) = (*actual, Direction::In);
                self.emit.binding(Binding { formal, direction, actual, at: None });
            }
        }
        let bindings = first..self.emit.next_binding();
        let guard = self.emit.index.exprs.yes();
        let call = Effect::Call { callee, how: CallHow::Subroutine, instance: None, bindings };
        self.emit.statement(span, guard, call);
    }
}

/// The part of a node's line that names its operand.
fn subject(span: Span, operand: &str) -> Span {
    let end = span.start as usize + operand.len();
    Span::new(span.start as usize, end.min(span.end as usize))
}
