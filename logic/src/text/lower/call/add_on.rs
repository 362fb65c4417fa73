//! Calls in Logix structured text: instructions, add-on instructions, subroutines, functions.

use crate::{
    NameId, Scope, Span,
    expr::{Arithmetic, ExprId},
    logix::{
        CodeScope, Declared, Parameters,
        blocks::Block,
        parameters, range,
        table::{Instruction, Use},
    },
    text::{
        Argument, ExpressionKind,
        lower::{Lowering, Value},
    },
    unit::{
        Binding, CallHow, Callee, Certainty, Direction, Effect, OpaqueReason, Operand as Place,
        UseMode,
    },
};

impl Lowering<'_, '_> {
    /// A call with the name of an instruction.
    pub(super) fn instruction(
        &mut self,
        span: Span,
        declared: &Declared,
        home: CodeScope,
        name: NameId,
        arguments: &[Argument],
    ) -> Value {
        if declared.add_on(name).is_some() {
            return self.add_on(span, declared, name, arguments);
        }
        let text = self.emit.index.names.text(name).to_ascii_uppercase();
        if text == "JSR" {
            return self.subroutine(span, declared, arguments);
        }
        let known = Instruction::find(&text);
        let memory = Block::find(&text).is_some_and(Block::has_memory);
        let function = is_function(&text, arguments.len());
        if known.is_none() && !memory && !function {
            self.unclear(span, OpaqueReason::UnknownInstruction(name));
        }
        let written = self.slice(span);
        let spec = self.emit.spec(written);
        let first = self.emit.next_ref();
        let (mut values, mut named) = (Vec::new(), Vec::new());
        let mut instance = None;
        for (at, argument) in arguments.iter().enumerate() {
            let used = match known {
                _ if function => Some(Use::Read),
                _ if memory => Some(if at == 0 { Use::Both } else { Use::Read }),
                Some(known) => known.operand(at),
                None => Some(Use::Read),
            };
            let Some(value) = &argument.value else { continue };
            let position = Place::Position(u16::try_from(at).unwrap_or(u16::MAX));
            let place = if function { Place::None } else { position };
            let mode = match used {
                Some(Use::Write) => UseMode::Write,
                Some(Use::Both) => UseMode::Both,
                Some(Use::Name) | None => continue,
                Some(used)
                    if used.may_be_name(self.slice(value.span))
                        && !self.is_tag(declared, home, value.span) =>
                {
                    continue;
                }
                Some(_) => UseMode::Read,
            };
            let (value, to) = self.within(spec, place, |it| match &value.kind {
                ExpressionKind::Operand(operand) => it.named_place(operand, mode),
                _ => (it.value(value), None),
            });
            if let (Some(to), None, false, false) = (to, known, memory, function) {
                self.emit.doubt(to, Certainty::Unknown);
            }
            if let (Some(to), Some(known)) = (to, known.filter(|known| known.is_first(at))) {
                let written = |at: usize| {
                    let value = arguments.get(at).and_then(|it| it.value.as_ref());
                    value.map_or("", |value| self.slice(value.span))
                };
                let count = range::told(known.name, written).unwrap_or(u32::MAX);
                self.emit.widen(to, count);
            } else if mode == UseMode::Both && at == 0 {
                instance = to;
            }
            values.push(value.expr);
            named.push(to);
        }
        if function {
            return self.function(&text, &values);
        }
        if ["COP", "CPS", "FLL"].contains(&text.as_str()) {
            let length = arguments.get(2).and_then(|length| length.value.as_ref());
            let length = length.and_then(|length| range::literal(self.slice(length.span)));
            let source = named.first().copied().flatten().filter(|_| text != "FLL");
            range::record_copy_range(self.emit, (source, named.get(1).copied().flatten()), length);
        }
        let guard = self.condition();
        let operands = first..self.emit.next_ref();
        let inputs = Box::default();
        self.emit.statement(span, guard, Effect::Run { spec, instance, operands, inputs });
        self.unknown("an instruction")
    }

    /// Whether an operand that can be a name is a tag.
    fn is_tag(&mut self, declared: &Declared, home: CodeScope, span: Span) -> bool {
        let text = self.slice(span);
        let root = text.split(['.', '[']).next().unwrap_or(text).to_owned();
        let name = self.emit.name(&root);
        declared.knows(home, name)
    }

    /// The result of a function (1756-PM007, "Use functions").
    fn function(&mut self, name: &str, values: &[ExprId]) -> Value {
        let how = match (name, values.len()) {
            ("ABS", 1) => Some(Arithmetic::Abs),
            ("SQRT", 1) => Some(Arithmetic::Sqrt),
            _ => None,
        };
        let called = self.emit.name(name);
        let exprs = &mut self.emit.index.exprs;
        let expr = match how {
            Some(how) => exprs.arith(how, values),
            None => exprs.call(called, values),
        };
        Value { expr, number: Some(true) }
    }

    /// An add-on instruction: its instance, then its required parameters in order.
    fn add_on(
        &mut self,
        span: Span,
        declared: &Declared,
        name: NameId,
        arguments: &[Argument],
    ) -> Value {
        let Some(add_on) = declared.add_on(name) else { return self.unknown("a call") };
        let spec = self.emit.index.specs.of(name);
        let mut instance = None;
        let mut bound = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let parameter = at.checked_sub(1).and_then(|at| add_on.operands.get(at)).copied();
            let mode = match parameter {
                _ if at == 0 => UseMode::Both,
                Some((parameter, direction)) => add_on.mode(parameter, direction),
                None => UseMode::Read,
            };
            let Some(value) = &argument.value else { continue };
            let place = Place::Position(u16::try_from(at).unwrap_or(u16::MAX));
            let (value, to) = self.within(spec, place, |it| match &value.kind {
                ExpressionKind::Operand(operand) => it.named_place(operand, mode),
                _ => (it.value(value), None),
            });
            match parameter {
                Some((parameter, direction)) if at > 0 => {
                    let places = &mut self.emit.index.places;
                    let formal = places.root(Scope::AddOn(name), parameter);
                    bound.push(Binding { formal, direction, actual: value.expr, at: to });
                }
                _ if at == 0 => instance = to,
                _ => {}
            }
        }
        let callee = Callee::Block(add_on.block);
        self.called_with(span, callee, CallHow::AddOn, instance, bound)
    }

    /// `JSR(Routine, Count, inputs…, returns…)`: `Count` inputs, followed by the returned values.
    fn subroutine(&mut self, span: Span, declared: &Declared, arguments: &[Argument]) -> Value {
        let text = |it: &Self, at: usize| {
            let value = arguments.get(at).and_then(|argument| argument.value.as_ref());
            value.map(|value| it.slice(value.span).to_owned()).unwrap_or_default()
        };
        let routine = text(self, 0);
        let inputs: usize = text(self, 1).parse().unwrap_or(0);
        let spec = self.emit.spec("JSR");
        let owner = self.emit.name(self.owner);
        let name = self.emit.name(&routine);
        let mut formals = [Parameters::default(), Parameters::default()];
        let callee = if let Some(routine) = declared.routine(owner, name) {
            let home = declared.home(owner);
            formals =
                ["SBR", "RET"].map(|name| parameters(self.emit, declared, home, routine, name));
            Callee::Routine(routine)
        } else {
            self.unclear(span, OpaqueReason::UnknownCallee(name));
            Callee::Unknown(name)
        };
        let mut bound = Vec::new();
        for (at, argument) in arguments.iter().enumerate().skip(2) {
            let given = at < 2 + inputs;
            let mode = if given { UseMode::Read } else { UseMode::Write };
            let place = Place::Position(u16::try_from(at).unwrap_or(u16::MAX));
            let Some(value) = &argument.value else { continue };
            let (value, to) = self.within(spec, place, |it| match &value.kind {
                ExpressionKind::Operand(operand) => it.named_place(operand, mode),
                _ => (it.value(value), None),
            });
            let (formals, direction) = if given {
                (formals[0].named(at - 2), Direction::In)
            } else {
                let own = to.map(|to| self.emit.index.refs[to.index()].place);
                (formals[1].named_or(at - 2 - inputs, own), Direction::Out)
            };
            let actual = value.expr;
            bound.extend(formals.into_iter().map(|formal| Binding {
                formal,
                direction,
                actual,
                at: to,
            }));
        }
        self.called_with(span, callee, CallHow::Subroutine, None, bound)
    }

    fn called_with(
        &mut self,
        span: Span,
        callee: Callee,
        how: CallHow,
        instance: Option<crate::RefId>,
        bound: Vec<Binding>,
    ) -> Value {
        let guard = self.condition();
        let first = self.emit.next_binding();
        for binding in bound {
            self.emit.binding(binding);
        }
        let bindings = first..self.emit.next_binding();
        self.emit.statement(span, guard, Effect::Call { callee, how, instance, bindings });
        self.unknown("a call")
    }
}

/// Whether a name is a function of structured text with a result: it has one operand, and the
/// instruction with the same name has two (1756-PM007, "Use functions").
fn is_function(name: &str, operands: usize) -> bool {
    const ONE: [&str; 22] = [
        "ABS", "ACOS", "ASIN", "ATAN", "COS", "DEG", "LN", "LOG", "RAD", "SIN", "SQRT", "SQR",
        "TAN", "TRUNC", "TRN", "ROUND", "CEIL", "FLOOR", "SIZEOF", "ISINF", "ISNAN", "TOD",
    ];
    const TWO: [&str; 3] = ["MIN", "MAX", "ATAN2"];
    match operands {
        1 => ONE.contains(&name),
        2 => TWO.contains(&name),
        _ => false,
    }
}
