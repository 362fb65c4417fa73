//! Calls in structured text: what is called, and whether the arguments match its interface.

use std::collections::HashSet;

use tagbridge_project::{Block, BlockKind, Member, Section, Vendor};
use tagbridge_structured_text::{
    Argument, ArgumentHow, Expression, ExpressionKind, Operand, Part, PartKind, Root,
};

use crate::{
    checker::Unit,
    diagnostic::Problem,
    standard::{self, Parameter},
    types::{Fit, Type, fit},
};

/// What a call calls.
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
                    of => self.checker.type_of(tagbridge_logic::kinds::Kind::named(of)),
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
    fn arguments(&mut self, arguments: &[Argument]) -> Vec<Type<'a>> {
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
                Callee::No(Type::Declared(tagbridge_logic::kinds::Kind::named(&block.name)))
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

    /// What a variable of a type is when it is called.
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

    fn block_call(&mut self, operand: &Operand, block: &'a Block, arguments: &[Argument]) {
        if block.kind == BlockKind::Action || block.kind == BlockKind::Property {
            self.arguments(arguments);
            return;
        }
        let (parameters, is_whole) = self.parameters(block);
        let mut seen = HashSet::new();
        let mut positions = 0;
        for (at, argument) in arguments.iter().enumerate() {
            let named = argument.name.map(|it| self.slice(it).trim_matches('"'));
            let parameter = if let Some(name) = named {
                let found = parameters.iter().find(|it| it.name.eq_ignore_ascii_case(name));
                if found.is_none() && is_whole && !is_implied(self.vendor(), name) {
                    let (parameter, block) = (name.to_owned(), block.name.clone());
                    let at = argument.name.unwrap_or(argument.span);
                    self.error(at, Problem::NoParameter { parameter, block });
                }
                found.copied()
            } else {
                positions = at + 1;
                parameters
                    .iter()
                    .filter(|it| !is_output_alone(it))
                    .nth(at)
                    .or_else(|| parameters.get(at))
                    .copied()
            };
            let value = argument.value.as_ref().map(|it| (it, self.value(it)));
            let Some(parameter) = parameter else { continue };
            if !seen.insert(parameter.name.to_lowercase()) && named.is_some() {
                let (parameter, block) = (parameter.name.clone(), block.name.clone());
                self.error(argument.span, Problem::ParameterTwice { parameter, block });
            }
            self.argument(block, parameter, argument, value);
        }
        if positions > parameters.len() && is_whole {
            let (least, most) = (0, parameters.len());
            let problem =
                Problem::ArgumentCount { block: block.name.clone(), least, most, given: positions };
            self.error(operand.span, problem);
        }
        if !is_whole {
            return;
        }
        for parameter in parameters {
            if self.is_needed(block, parameter) && !seen.contains(&parameter.name.to_lowercase()) {
                let (parameter, block) = (parameter.name.clone(), block.name.clone());
                self.error(operand.span, Problem::ParameterMissing { parameter, block });
            }
        }
    }

    /// The parameters of a block with those that it inherits, and whether the file shows all.
    pub(crate) fn parameters(&self, block: &'a Block) -> (Vec<&'a Member>, bool) {
        let mut lines = vec![block];
        let mut is_whole = true;
        while let Some(parent) = lines.last().and_then(|it| it.extends.first()) {
            match self.checker.block(parent) {
                Some(parent) if lines.len() < 32 => lines.push(parent),
                _ => {
                    is_whole = false;
                    break;
                }
            }
        }
        let is_parameter = |it: &&Member| {
            matches!(it.section, Some(Section::Input | Section::InOut | Section::Output))
        };
        (
            lines.iter().rev().flat_map(|it| it.members.iter().filter(is_parameter)).collect(),
            is_whole,
        )
    }

    /// Whether a call must give a parameter.
    pub(crate) fn is_needed(&self, block: &Block, parameter: &Member) -> bool {
        let is_function = matches!(block.kind, BlockKind::Function | BlockKind::Method);
        match (parameter.section, self.vendor()) {
            (Some(Section::InOut), Vendor::Siemens) => {
                is_function
                    || self
                        .checker
                        .type_of(tagbridge_logic::kinds::Kind::of(&parameter.type_use))
                        .elementary()
                        .is_none()
            }
            (Some(Section::InOut), _) => true,
            (Some(Section::Input), _) => is_function && parameter.initial.is_none(),
            (Some(Section::Output), Vendor::Siemens) => is_function,
            _ => false,
        }
    }

    fn argument(
        &mut self,
        block: &Block,
        parameter: &'a Member,
        argument: &Argument,
        value: Option<(&Expression, Type<'a>)>,
    ) {
        let names = || (parameter.name.clone(), block.name.clone());
        let is_output = parameter.section == Some(Section::Output);
        let wrong_way = match argument.how {
            ArgumentHow::Take => !is_output,
            ArgumentHow::Give => is_output,
            ArgumentHow::Position => false,
        };
        if wrong_way {
            let (parameter, block) = names();
            self.error(argument.span, Problem::ParameterWay { parameter, block });
            return;
        }
        let Some((expression, from)) = value else { return };
        let to = self.checker.type_of_member(parameter);
        let is_variable = is_variable(expression);
        if (is_output || parameter.section == Some(Section::InOut)) && !is_variable {
            let is_constant = parameter.constant && !is_output;
            if !is_constant {
                let (parameter, block) = names();
                self.error(expression.span, Problem::ParameterVariable { parameter, block });
            }
            return;
        }
        let way = if is_output { (&from, &to) } else { (&to, &from) };
        match fit(self.vendor(), way.0, way.1) {
            Fit::No => {
                let (parameter, block) = names();
                let (from, to) = (way.1.shown(), way.0.shown());
                self.error(expression.span, Problem::ParameterType { parameter, block, from, to });
            }
            Fit::TooLarge => {
                let (value, of) = (way.1.shown(), way.0.shown());
                self.error(expression.span, Problem::TooLarge { value, of });
            }
            Fit::Yes | Fit::Loses => {}
        }
    }

    fn standard_call(
        &mut self,
        name: &str,
        parameters: &'static [Parameter],
        arguments: &[Argument],
    ) {
        let block = || name.rsplit('.').next().unwrap_or(name).to_owned();
        for (position, argument) in arguments.iter().enumerate() {
            let value = argument.value.as_ref().map(|it| (it, self.value(it)));
            let found = match argument.name.map(|it| self.slice(it)) {
                Some(given) => {
                    let found = parameters.iter().find(|it| it.name.eq_ignore_ascii_case(given));
                    if found.is_none() && !is_implied(self.vendor(), given) {
                        let parameter = given.to_owned();
                        let at = argument.name.unwrap_or(argument.span);
                        self.error(at, Problem::NoParameter { parameter, block: block() });
                    }
                    found
                }
                None => parameters.get(position),
            };
            let (Some(parameter), Some((expression, from))) = (found, value) else { continue };
            let wrong_way = match argument.how {
                ArgumentHow::Take => !parameter.is_output,
                ArgumentHow::Give => parameter.is_output,
                ArgumentHow::Position => false,
            };
            let names = || (parameter.name.to_owned(), block());
            if wrong_way {
                let (parameter, block) = names();
                self.error(argument.span, Problem::ParameterWay { parameter, block });
                continue;
            }
            let is_time = parameter.name == "PT" || parameter.name == "ET";
            let to = match parameter.of {
                "?" if is_time => "TIME",
                of => of,
            };
            let to = crate::types::elementary(to).map_or(Type::Unknown, Type::Elementary);
            let way = if parameter.is_output { (&from, &to) } else { (&to, &from) };
            if fit(self.vendor(), way.0, way.1) == Fit::No && !(is_time && is_long_time(&from)) {
                let (parameter, block) = names();
                let (from, to) = (way.1.shown(), way.0.shown());
                self.error(expression.span, Problem::ParameterType { parameter, block, from, to });
            }
        }
    }

    /// A function or an instruction of Logix in structured text.
    fn instruction(&mut self, operand: &Operand, name: &str, arguments: &[Argument]) -> Type<'a> {
        let types = self.arguments(arguments);
        if let Some(block) =
            self.checker.block(name).filter(|it| it.kind == BlockKind::AddOnInstruction)
        {
            let operands: Vec<_> = arguments
                .iter()
                .zip(types)
                .map(|(it, of)| (it.span, it.value.as_ref().is_some_and(is_variable), of))
                .collect();
            self.add_on(operand.span, block, &operands);
            return Type::Unknown;
        }
        if let Some((least, most, _)) = standard::function(Vendor::AllenBradley, name) {
            // Of these some are instructions with a destination in ladder alone.
            if arguments.len() < least || arguments.len() > most {
                let given = arguments.len();
                self.error(
                    operand.span,
                    Problem::ArgumentCount { block: name.to_owned(), least, most, given },
                );
            }
            for (argument, of) in arguments.iter().zip(&types) {
                if !of.may_be_number() && !matches!(of, Type::Declared(_)) {
                    let (instruction, of, expected) =
                        (name.to_owned(), of.shown(), "REAL".to_owned());
                    self.error(
                        argument.span,
                        Problem::OperandType { instruction, position: 1, of, expected },
                    );
                }
            }
            return types
                .first()
                .copied()
                .filter(|_| name.eq_ignore_ascii_case("ABS"))
                .unwrap_or(Type::Unknown);
        }
        if ["COP", "CPS"].iter().any(|it| it.eq_ignore_ascii_case(name)) && arguments.len() != 3 {
            let (instruction, given) = (name.to_owned(), arguments.len());
            self.error(
                operand.span,
                Problem::OperandCount { instruction, least: 3, most: 3, given },
            );
        }
        Type::Unknown
    }

    /// Operands of an add-on instruction: its instance, then its required parameters in order.
    pub(crate) fn add_on(
        &mut self,
        whole: tagbridge_structured_text::Span,
        block: &'a Block,
        operands: &[(tagbridge_structured_text::Span, bool, Type<'a>)],
    ) {
        let required: Vec<&Member> = block
            .members
            .iter()
            .filter(|it| {
                it.required
                    && matches!(it.section, Some(Section::Input | Section::Output | Section::InOut))
            })
            .collect();
        let expected = required.len() + 1;
        if operands.len() != expected {
            let (instruction, given) = (block.name.clone(), operands.len());
            let problem =
                Problem::OperandCount { instruction, least: expected, most: expected, given };
            self.error(whole, problem);
            return;
        }
        let (span, _, instance) = &operands[0];
        let is_instance = match instance {
            Type::Unknown => true,
            Type::Declared(kind) => {
                kind.dimensions.is_empty() && kind.name.eq_ignore_ascii_case(&block.name)
            }
            _ => false,
        };
        if !is_instance {
            let (instruction, of, expected) =
                (block.name.clone(), instance.shown(), block.name.clone());
            self.error(*span, Problem::OperandType { instruction, position: 1, of, expected });
        }
        for (parameter, (span, is_variable, from)) in required.iter().zip(&operands[1..]) {
            let names = || (parameter.name.clone(), block.name.clone());
            let is_written = matches!(parameter.section, Some(Section::Output | Section::InOut));
            // A module that a call does not use is 0.
            let is_module = parameter.type_use.name.eq_ignore_ascii_case("MODULE");
            if is_module {
                continue;
            }
            if is_written && !is_variable {
                let (parameter, block) = names();
                self.error(*span, Problem::ParameterVariable { parameter, block });
                continue;
            }
            let to = self.checker.type_of_member(parameter);
            let is_output = parameter.section == Some(Section::Output);
            let way = if is_output { (from, &to) } else { (&to, from) };
            if fit(Vendor::AllenBradley, way.0, way.1) == Fit::No {
                let (parameter, block) = names();
                let (from, to) = (way.1.shown(), way.0.shown());
                self.error(*span, Problem::ParameterType { parameter, block, from, to });
            }
        }
    }
}

/// Whether every block has a parameter of this name.
fn is_implied(vendor: Vendor, name: &str) -> bool {
    vendor == Vendor::Siemens && ["EN", "ENO"].iter().any(|it| it.eq_ignore_ascii_case(name))
}

fn is_output_alone(member: &Member) -> bool {
    member.section == Some(Section::Output)
}

fn is_long_time(of: &Type<'_>) -> bool {
    of.elementary().is_some_and(|it| it.class == crate::types::Class::Time)
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
