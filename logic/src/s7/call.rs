//! Calls of blocks in networks, with the arguments.

use tagbridge_code::{Part, Pin, PinValue};
use tagbridge_project::{Block, BlockKind, Node, Section};

use super::{boxes::SignalSource, current::Feed, ladder::Network};
use crate::{
    Scope, Span, Step,
    expr::ExprId,
    flow::Flow,
    unit::{
        Binding, CallHow, Callee, Certainty, Direction, Effect, OpaqueReason, Operand, UseMode,
    },
};

impl<'p> Network<'_, 'p> {
    /// `Call("Block", #instance, pin := value, pin => variable)`
    pub(super) fn call(&mut self, part: &Part, feed: Feed<'_>) -> Flow {
        let mut subjects = part.pins.iter().filter(|pin| pin.name.is_none());
        let Some(Pin { value: PinValue::Operand(block), .. }) = subjects.next() else {
            self.emit.unclear(part.span, OpaqueReason::Unparsed);
            return Flow::Through;
        };
        let first = part.pins.iter().find(|pin| pin.name.is_none());
        let instance = subjects.next().or(first.filter(|_| self.is_instance(*block)));
        let node = self.node(part);
        self.call_block(part.span, *block, instance, &part.pins, feed, node);
        match self.followed(part) {
            SignalSource::Current => Flow::Through,
            SignalSource::Pin(pin) => Flow::Instead(self.result(*block, pin)),
            SignalSource::Several => self.not_known(part, feed.now, &[]),
        }
    }

    /// Whether the called name is an instance: `"Motor_DB"`, `#motor`.
    fn is_instance(&self, block: Span) -> bool {
        self.block_named(&self.text[block.range()]).1
    }

    /// The name of the block of a call, and whether the call names an instance, whose type is the
    /// block.
    fn block_named<'n>(&self, written: &'n str) -> (&'n str, bool)
    where
        'p: 'n,
    {
        if let Some(own) = written.strip_prefix('#') {
            return match self.scopes.type_of(self.owner, own.trim_matches('"')) {
                Some(kind) => (kind, true),
                None => (own, true),
            };
        }
        let name = written.trim_matches('"');
        let block = self.scopes.block(name).map(|(_, block)| block);
        let of = block.filter(|block| block.kind == BlockKind::DataBlock);
        match of.and_then(|block| block.instance_of.as_deref()) {
            Some(of) => (of, true),
            None => (name, false),
        }
    }

    /// The value of the last call at a pin.
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

    /// A call of a block, with its arguments. The called name may be an instance (`#timer`), whose
    /// type is the block.
    pub(super) fn call_block(
        &mut self,
        span: Span,
        block: Span,
        instance: Option<&Pin>,
        pins: &[Pin],
        feed: Feed<'_>,
        node: Option<&Node>,
    ) {
        let project = self.emit.project;
        let (name, _) = self.block_named(&self.text[block.range()]);
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
        bound.extend(feed.other.map(|(pin, actual)| {
            let pin = self.emit.name(pin);
            let formal = self.emit.index.places.root(Scope::Block(id), pin);
            Binding { formal, direction: Direction::In, actual, at: None }
        }));
        let first = self.emit.next_binding();
        for binding in bound {
            self.emit.binding(binding);
        }
        let bindings = first..self.emit.next_binding();
        let how = if instance.is_some() { CallHow::FunctionBlock } else { CallHow::Function };
        let call = Effect::Call { callee, how, instance, bindings };
        self.emit.statement(span, feed.now, call);
    }
}
