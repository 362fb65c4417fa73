//! Calls: of functions, function blocks, methods and actions of S7 and CODESYS.

mod add_on;
pub(super) mod standard;
mod system;

use tagbridge_project::{Block, BlockKind, Member, Section, Vendor};

use super::{Declarations, Lowering, Type, Value, access_path::AccessTarget, scopes};
use crate::{
    NameId, PlaceId, RefId, Scope, Span, Step,
    expr::ExprId,
    text::{Argument, ArgumentHow, ExpressionKind, Operand},
    unit::{
        Binding, CallHow, Callee, Certainty, Direction, Effect, OpaqueReason, Operand as Place,
        UseMode,
    },
};

/// The target of a call.
struct Target<'p> {
    callee: Callee,
    how: CallHow,
    /// Its name in answers: the block, a type, or the text.
    name: String,
    block: Option<&'p Block>,
    instance: Option<(PlaceId, RefId)>,
    /// Whether the platform defines it, so that it is fully known.
    standard: bool,
}

/// An argument.
struct CallArgument {
    pin: Option<NameId>,
    direction: Direction,
    value: ExprId,
    at: Option<RefId>,
}

impl<'p> Lowering<'_, 'p> {
    /// A call as a statement; the name of an action or a program is a call, too.
    pub(super) fn call_statement(&mut self, span: Span, operand: &Operand) {
        let (first, first_ref) = (self.emit.next_statement(), self.emit.next_ref());
        let at = self.walk(operand, operand.parts.len());
        match at {
            // A function whose result is not used has another effect.
            AccessTarget::Result(_) if self.emit.next_statement() == first => {
                let called = operand.parts.last().map_or(operand.span.end, |it| it.span.start);
                let name = self.slice(Span { end: called, ..operand.span });
                let (spec, guard) = (self.emit.spec(name), self.condition());
                let operands = first_ref..self.emit.next_ref();
                let (instance, inputs) = (None, Box::default());
                let effect = Effect::Run { spec, instance, operands, inputs };
                self.emit.statement(span, guard, effect);
            }
            AccessTarget::Result(_) => {}
            AccessTarget::Part { .. } | AccessTarget::Block(..) => {
                let way = self.emit.next_ref();
                self.call(operand.span, way, at, &[]);
            }
            AccessTarget::Place(..)
            | AccessTarget::Unknown(_)
            | AccessTarget::Fixed(_)
            | AccessTarget::Own(_) => {
                self.emit.opaque(span, OpaqueReason::Unparsed);
            }
        }
    }

    /// A call. `span` is the called name without the arguments; the occurrences on its access path
    /// begin with `way`. Returns the result.
    pub(super) fn call(
        &mut self,
        span: Span,
        way: u32,
        at: AccessTarget<'p>,
        arguments: &[Argument],
    ) -> Value {
        if let (Declarations::Logix(declared, home, _), AccessTarget::Unknown(name)) =
            (self.declarations, at)
        {
            return self.instruction(span, declared, home, name, arguments);
        }
        let target = self.called(span, way, at);
        let spec = self.emit.spec(&target.name);
        let first_ref = self.emit.next_ref();
        let mut given = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            let member = parameter(&target, position, self.name_of(argument));
            let place = match argument.name {
                Some(name) => {
                    let text = self.slice(name).trim_matches('"');
                    Place::Pin(self.emit.name(text))
                }
                None => Place::Position(u16::try_from(position).unwrap_or(u16::MAX)),
            };
            let one =
                self.within(spec, place, |it| it.argument(&target, position, argument, member));
            given.extend(one);
        }
        let whole = self.with_arguments(span, arguments);
        self.effect((span, whole), &target, first_ref, given)
    }

    fn name_of(&self, argument: &Argument) -> Option<&'p str> {
        argument.name.map(|name| self.slice(name).trim_matches('"'))
    }

    /// An argument: read, written, or both.
    fn argument(
        &mut self,
        target: &Target<'p>,
        position: usize,
        argument: &Argument,
        member: Option<&Member>,
    ) -> Option<CallArgument> {
        let expression = argument.value.as_ref()?;
        let section = member.and_then(|member| member.section);
        let direction = match (argument.how, section) {
            (ArgumentHow::Take, _) | (ArgumentHow::Position, Some(Section::Output)) => {
                Direction::Out
            }
            (_, Some(Section::InOut)) => Direction::InOut,
            _ if standard::is_changed(&target.name, position, self.name_of(argument)) => {
                Direction::InOut
            }
            _ => Direction::In,
        };
        let mode = match direction {
            Direction::In if standard::takes_address(&target.name) => UseMode::Address,
            Direction::In => UseMode::Read,
            Direction::Out => UseMode::Write,
            Direction::InOut => UseMode::Both,
        };
        let (value, at) = match &expression.kind {
            ExpressionKind::Operand(operand) => self.named_place(operand, mode),
            _ => (self.value(expression), None),
        };
        if let Some(at) = at {
            if mode == UseMode::Address {
                self.unclear(expression.span, OpaqueReason::AddressTaken);
            } else if direction == Direction::In
                && argument.how == ArgumentHow::Give
                && target.block.is_none()
                && !target.standard
            {
                self.emit.doubt(at, Certainty::MayWrite);
            }
        }
        let pin = match argument.name {
            Some(name) => Some(self.slice(name).trim_matches('"')),
            None => member.map(|member| member.name.as_str()),
        };
        let pin = pin.map(|pin| self.emit.name(pin));
        Some(CallArgument { pin, direction, value: value.expr, at })
    }

    /// The effect of a call, and its result. Its text is recorded with and without the arguments.
    fn effect(
        &mut self,
        (span, whole): (Span, Span),
        target: &Target<'p>,
        first_ref: u32,
        given: Vec<CallArgument>,
    ) -> Value {
        let guard = self.condition();
        let values: Vec<ExprId> =
            given.iter().filter(|it| it.direction != Direction::Out).map(|it| it.value).collect();
        let name = self.emit.name(&target.name);
        match (target.instance, target.standard) {
            (Some((place, instance)), true) if target.how == CallHow::FunctionBlock => {
                let spec = self.emit.spec(standard::plain(&target.name));
                let inputs = given.iter().filter(|it| it.direction != Direction::Out);
                let inputs = inputs.filter_map(|it| Some((it.pin?, it.value))).collect();
                let operands = first_ref..self.emit.next_ref();
                let instance = Some(instance);
                self.emit.statement(span, guard, Effect::Run { spec, instance, operands, inputs });
                for one in given.iter().filter(|it| it.direction == Direction::Out) {
                    let (Some(pin), Some(to)) = (one.pin, one.at) else { continue };
                    let member = self.emit.index.places.part(place, Step::Member(pin));
                    let value = self.emit.index.exprs.read(member);
                    let how = crate::How::Store;
                    self.emit.statement(span, guard, Effect::Assign { to, value, how });
                }
                return self.unknown("a call");
            }
            (None, true) => {
                self.written_by(whole, &target.name, first_ref, &given);
                return standard::value(self, &target.name, &values);
            }
            _ => {}
        }
        if let Callee::Unknown(name) = target.callee {
            self.unclear(span, OpaqueReason::UnknownCallee(name));
        }
        let first = self.emit.next_binding();
        for one in given {
            let Some(pin) = one.pin else { continue };
            let scope = self.unit_scope(&target.name);
            let formal = self.emit.index.places.root(scope, pin);
            let CallArgument { direction, value: actual, at, .. } = one;
            self.emit.binding(Binding { formal, direction, actual, at });
        }
        let bindings = first..self.emit.next_binding();
        let Target { callee, how, .. } = *target;
        let instance = target.instance.map(|(_, at)| at);
        self.emit.statement(span, guard, Effect::Call { callee, how, instance, bindings });
        let expr = self.emit.index.exprs.call(name, &values);
        Value { expr, number: None }
    }

    /// The target of an access path in a call. An instance is read and written by the call.
    fn called(&mut self, span: Span, way: u32, at: AccessTarget<'p>) -> Target<'p> {
        let written = self.slice(span);
        let block = match (at, self.declarations) {
            // `SUPER^()`
            (AccessTarget::Own(own), Declarations::Scopes(scopes)) => scopes.block(own),
            _ => None,
        };
        match block.map_or(at, |(at, block)| AccessTarget::Block(at, block)) {
            AccessTarget::Place(place, of) if !self.is_undeclared(place) => {
                self.function_block(span, way, place, of, written)
            }
            AccessTarget::Part { instance, name, block } => {
                self.method(span, way, instance, name, block, written)
            }
            AccessTarget::Block(at, block) => Target {
                callee: Callee::Block(at),
                how: match block.kind {
                    BlockKind::FunctionBlock => CallHow::FunctionBlock,
                    BlockKind::Action => CallHow::Action,
                    _ => CallHow::Function,
                },
                name: block.name.clone(),
                block: Some(block),
                instance: None,
                standard: false,
            },
            _ => self.unknown_target(span, written),
        }
    }

    fn unknown_target(&mut self, span: Span, written: &'p str) -> Target<'p> {
        let name = written.trim_matches(['"', '#']).to_owned();
        if let Declarations::Scopes(scopes) = self.declarations
            && let Some(callee) = scopes.program(&name).map(Callee::Routine)
        {
            let how = CallHow::Subroutine;
            return Target { callee, how, name, block: None, instance: None, standard: false };
        }
        let siemens = matches!(
            self.declarations,
            Declarations::Scopes(scopes) if scopes.vendor == Vendor::Siemens
        );
        // In SCL, blocks of the project have quotes; names without quotes belong to the controller.
        let is_own = written.starts_with(['"', '#']);
        let standard = if siemens { !is_own } else { standard::is_function(&name) };
        if standard::is_computed_address(&name) {
            self.unclear(span, OpaqueReason::ComputedAddress);
        }
        let callee = Callee::Unknown(self.emit.name(&name));
        let how = if standard { CallHow::Function } else { CallHow::Unknown };
        Target { callee, how, name, block: None, instance: None, standard }
    }

    fn function_block(
        &mut self,
        span: Span,
        way: u32,
        place: PlaceId,
        of: Type<'p>,
        written: &'p str,
    ) -> Target<'p> {
        let spec = self.emit.spec("CALL");
        self.emit.set_construct(way, spec);
        let instance =
            self.within(spec, Place::None, |it| it.occurrence(place, span, UseMode::Both));
        let Declarations::Scopes(scopes) = self.declarations else {
            return self.unknown_target(span, written);
        };
        let made_of = of.single().and_then(|name| scopes.block(name));
        let found = match made_of {
            Some((_, block)) if block.kind == BlockKind::DataBlock => {
                block.instance_of.as_deref().and_then(|name| scopes.block(name))
            }
            found => found,
        };
        let kind = match (found, made_of) {
            (None, Some((_, block))) => block.instance_of.as_deref(),
            _ => of.single(),
        };
        let standard = kind.is_some_and(standard::is_function_block);
        let name = match (found, kind) {
            (Some((_, block)), _) if !standard => block.name.clone(),
            (_, Some(kind)) if scopes.vendor == Vendor::Codesys => kind.to_owned(),
            (Some((_, block)), _) => block.name.clone(),
            _ => "CALL".to_owned(),
        };
        let callee = match found {
            Some((at, _)) => Callee::Block(at),
            None => Callee::Unknown(self.emit.name(kind.unwrap_or(written))),
        };
        Target {
            callee,
            how: CallHow::FunctionBlock,
            name,
            block: found.map(|(_, block)| block),
            instance: Some((place, instance)),
            standard,
        }
    }

    fn method(
        &mut self,
        span: Span,
        way: u32,
        instance: Option<(PlaceId, Type<'p>)>,
        name: NameId,
        block: Option<(u32, &'p Block)>,
        written: &'p str,
    ) -> Target<'p> {
        let end = self.slice(span).rfind('.').unwrap_or(0);
        let of_instance = Span::new(span.start as usize, span.start as usize + end);
        let own = self.emit.index.names.text(name).to_owned();
        // In SCL, the call determines the type of a timer or counter: `#timer.TON(…)`.
        if let (Some((place, _)), Declarations::Scopes(scopes)) = (instance, self.declarations)
            && scopes.vendor == Vendor::Siemens
        {
            return self.iec(of_instance, way, place, &own);
        }
        if instance.is_some_and(|(place, _)| self.is_undeclared(place)) {
            return self.unknown_target(span, written);
        }
        let kind = instance.and_then(|(_, of)| of.single());
        // A box of a network is displayed as `Timer.TON(…)`.
        if let (Some((place, of)), Some(kind)) = (instance, kind)
            && block.is_none()
            && standard::plain(kind).eq_ignore_ascii_case(&own)
        {
            return self.function_block(of_instance, way, place, of, written);
        }
        let full = match (block, kind) {
            (Some((_, block)), _) => block.name.clone(),
            (None, Some(kind)) => format!("{kind}.{own}"),
            (None, None) => written.to_owned(),
        };
        let spec = self.emit.spec("METHOD");
        self.emit.set_construct(way, spec);
        let instance = instance.map(|(place, _)| {
            let at = |it: &mut Self| it.occurrence(place, of_instance, UseMode::Both);
            let at = self.within(spec, Place::None, at);
            if block.is_none() {
                self.emit.doubt(at, Certainty::MayWrite);
            }
            (place, at)
        });
        let callee = match block {
            Some((at, _)) => Callee::Block(at),
            None => Callee::Unknown(self.emit.name(&full)),
        };
        let how = match block {
            Some((_, block)) if block.kind == BlockKind::Action => CallHow::Action,
            Some(_) => CallHow::Method,
            None => CallHow::Unknown,
        };
        let block = block.map(|(_, block)| block);
        Target { callee, how, name: full, block, instance, standard: false }
    }

    fn iec(&mut self, instance: Span, way: u32, place: PlaceId, kind: &str) -> Target<'p> {
        let name = kind.to_ascii_uppercase();
        let spec = self.emit.spec(&name);
        self.emit.set_construct(way, spec);
        let at = |it: &mut Self| it.occurrence(place, instance, UseMode::Both);
        let at = self.within(spec, Place::None, at);
        let callee = Callee::Unknown(self.emit.name(&name));
        let (how, instance) = (CallHow::FunctionBlock, Some((place, at)));
        Target { callee, how, name, block: None, instance, standard: true }
    }

    fn is_undeclared(&self, place: PlaceId) -> bool {
        let places = &self.emit.index.places;
        matches!(places.step(places.root_of(place)), Step::Root(Scope::Undeclared, _))
    }
}

/// The parameter of an argument.
fn parameter<'p>(target: &Target<'p>, position: usize, name: Option<&str>) -> Option<&'p Member> {
    let block = target.block?;
    match name {
        Some(name) => block.members.iter().find(|member| member.name.eq_ignore_ascii_case(name)),
        None => scopes::parameters(block).nth(position),
    }
}
