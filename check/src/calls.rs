//! Calls in structured text: the called block, and whether the arguments match its interface.

mod arguments;
mod logix;

use tagbridge_logic::kinds::Kind;
use tagbridge_project::{Block, BlockKind, Section, Vendor};
use tagbridge_structured_text::{
    Argument, Expression, ExpressionKind, Operand, Part, PartKind, Root,
};

use crate::{
    checker::Unit,
    diagnostic::Problem,
    standard::{self, Parameter},
    types::Type,
};

/// The target of a call.
enum Callee<'a> {
    /// A block of the project.
    Block(&'a Block),
    /// A function block of the platform.
    Standard(&'static [Parameter]),
    /// A function of the platform: least and most arguments, and the type that it gives.
    Function(usize, usize, &'static str),
    /// Something that cannot be called.
    No(Type<'a>),
    /// The file does not say.
    Unknown,
}

impl<'a> Unit<'_, 'a> {
    /// Checks a call, whose brackets are the part at `call`; the type of what it gives back.
    pub(crate) fn call(&mut self, operand: &Operand, call: usize) -> Type<'a> {
        let PartKind::Call(arguments) = &operand.parts[call].kind else { return Type::Unknown };
        let before = &operand.parts[..call];
        if let Some(earlier) = before.iter().rposition(|it| matches!(it.kind, PartKind::Call(_))) {
            self.call(operand, earlier);
            self.arguments(arguments);
            return Type::Unknown;
        }
        let name_end = operand.parts[call].span.start;
        let span = tagbridge_structured_text::Span { end: name_end, ..operand.span };
        let name = self.slice(span).trim().trim_matches(['#', '"']).to_owned();
        if self.vendor() == Vendor::AllenBradley {
            return self.instruction(operand, &name, arguments);
        }
        match self.callee(operand, before) {
            Callee::Block(block) => {
                self.block_call(operand, block, arguments);
                let given = block.members.iter().find(|it| it.section == Some(Section::Return));
                given.map_or(Type::Unknown, |it| self.checker.type_of_member(it))
            }
            Callee::Standard(parameters) => {
                self.standard_call(&name, parameters, arguments);
                Type::Unknown
            }
            Callee::Function(least, most, gives) => {
                let types = self.arguments(arguments);
                if arguments.len() < least || arguments.len() > most {
                    let problem = Problem::ArgumentCount {
                        block: name,
                        least,
                        most: most.min(arguments.len().max(least)),
                        given: arguments.len(),
                    };
                    self.error(operand.span, problem);
                }
                match gives {
                    "=" if arguments.iter().all(|it| it.name.is_none()) => same(&types),
                    "=" | "?" => Type::Unknown,
                    of => self.checker.type_of(Kind::named(of)),
                }
            }
            Callee::No(of) => {
                self.arguments(arguments);
                self.error(span, Problem::NotCallable { name, of: of.shown() });
                Type::Unknown
            }
            Callee::Unknown => {
                self.arguments(arguments);
                Type::Unknown
            }
        }
    }

    /// The types of arguments.
    pub(super) fn arguments(&mut self, arguments: &[Argument]) -> Vec<Type<'a>> {
        let values = arguments.iter().map(|it| it.value.as_ref());
        values.map(|value| value.map_or(Type::Unknown, |it| self.value(it))).collect()
    }

    fn callee(&mut self, operand: &Operand, before: &[Part]) -> Callee<'a> {
        let root = self.slice(operand.root_span).trim_matches('"');
        let Some((last, instance)) = before.split_last() else {
            return self.named_callee(operand, root);
        };
        let PartKind::Member(member) = &last.kind else {
            // An element of an array of instances.
            let of = self.path(operand, before.len());
            return self.instance(of);
        };
        let member = self.slice(*member).trim_matches('"');
        let is_own = ["THIS", "SUPER"].iter().any(|it| it.eq_ignore_ascii_case(root));
        if is_own && instance.len() == 1 {
            let found = self.own_blocks().find_map(|block| self.checker.part_of(block, member));
            return found.map_or(Callee::Unknown, Callee::Block);
        }
        let of = self.path(operand, instance.len());
        // A drawing says the type of an instance with it: `Timers[2].TON(…)`.
        if let Type::Declared(kind) = of
            && self.vendor() == Vendor::Codesys
            && kind.dimensions.is_empty()
            && kind.name.rsplit('.').next().is_some_and(|it| it.eq_ignore_ascii_case(member))
        {
            return self.instance(of);
        }
        if let Type::Declared(kind) = of
            && kind.dimensions.is_empty()
            && let Some(block) = self.checker.block(kind.name)
            && let Some(part) = self.checker.part_of(block, member)
        {
            return Callee::Block(part);
        }
        if self.vendor() == Vendor::Siemens
            && let Some(parameters) = standard::block(member)
        {
            return Callee::Standard(parameters);
        }
        let whole = format!("{root}.{member}");
        if let (1, Some(block)) = (before.len(), self.checker.block(&whole)) {
            return Callee::Block(block);
        }
        // A library's function, or a part of a type that the file does not show.
        if !self.places.contains_key(&operand.span.start) {
            return Callee::Unknown;
        }
        let of = self.path(operand, before.len());
        self.instance(of)
    }

    fn named_callee(&mut self, operand: &Operand, name: &str) -> Callee<'a> {
        if operand.root != Root::Quoted
            && let Some(own) = self.own(name)
            && own.section != Some(Section::Return)
        {
            let of = self.checker.type_of_member(own);
            let instance = self.instance(of);
            if !matches!(instance, Callee::No(_))
                || standard::function(self.vendor(), name).is_none()
            {
                return instance;
            }
        }
        if operand.root == Root::Local {
            return Callee::Unknown;
        }
        if let Some(part) = self.own_blocks().find_map(|it| self.checker.part_of(it, name)) {
            return Callee::Block(part);
        }
        match self.checker.block(name) {
            Some(block) if block.kind == BlockKind::DataBlock => {
                let of = block.instance_of.as_deref().unwrap_or_default();
                match (self.checker.block(of), standard::block(of)) {
                    (Some(made_of), _) => Callee::Block(made_of),
                    (None, Some(parameters)) => Callee::Standard(parameters),
                    _ => Callee::Unknown,
                }
            }
            Some(block)
                if block.kind == BlockKind::FunctionBlock && self.vendor() == Vendor::Codesys =>
            {
                Callee::No(Type::Declared(Kind::named(&block.name)))
            }
            Some(block) => Callee::Block(block),
            None => match standard::function(self.vendor(), name) {
                Some((least, most, gives)) if operand.root == Root::Name => {
                    Callee::Function(least, most, gives)
                }
                _ if operand.root == Root::Name
                    && self.places.contains_key(&operand.span.start) =>
                {
                    let of = self.path(operand, 0);
                    self.instance(of)
                }
                _ => Callee::Unknown,
            },
        }
    }

    /// Returns the target of a call of a variable with this type.
    fn instance(&self, of: Type<'a>) -> Callee<'a> {
        match of {
            Type::Unknown => Callee::Unknown,
            Type::Declared(kind) if kind.dimensions.is_empty() => {
                if let Some(block) = self.checker.block(kind.name) {
                    return match (block.kind, &block.instance_of) {
                        (BlockKind::DataBlock, Some(of)) => {
                            self.checker.block(of).map_or(Callee::Unknown, Callee::Block)
                        }
                        _ => Callee::Block(block),
                    };
                }
                match standard::block(kind.name) {
                    Some(parameters) => Callee::Standard(parameters),
                    // A structure of the project is not called; another type may be a library's.
                    None if self.checker.data_type(kind.name).is_some() => Callee::No(of),
                    None => Callee::Unknown,
                }
            }
            Type::Declared(kind) if kind.name.is_empty() => Callee::Unknown,
            of => Callee::No(of),
        }
    }
}

/// Whether an expression names a variable.
pub(crate) fn is_variable(of: &Expression) -> bool {
    match &of.kind {
        ExpressionKind::Operand(operand) => {
            !operand.parts.iter().any(|it| matches!(it.kind, PartKind::Call(_)))
        }
        ExpressionKind::Group(inner) => is_variable(inner),
        _ => false,
    }
}

/// The one type of several values; unknown where they differ.
fn same<'a>(types: &[Type<'a>]) -> Type<'a> {
    let elementary: Vec<_> = types.iter().filter_map(Type::elementary).collect();
    let all_known = types.iter().all(|it| !matches!(it, Type::Unknown | Type::Declared(_)));
    match (&elementary[..], all_known) {
        ([first, rest @ ..], true) if rest.iter().all(|it| it == first) => Type::Elementary(*first),
        _ => Type::Unknown,
    }
}
