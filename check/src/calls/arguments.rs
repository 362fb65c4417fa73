//! Arguments of a call against the interface of its block.

use std::collections::HashSet;

use tagbridge_logic::kinds::Kind;
use tagbridge_project::{Block, BlockKind, Member, Section, Vendor};
use tagbridge_structured_text::{Argument, ArgumentHow, Expression, Operand};

use super::is_variable;
use crate::{
    checker::Unit,
    diagnostic::Problem,
    standard::Parameter,
    types::{Assignability, Type, fit},
};

impl<'a> Unit<'_, 'a> {
    pub(super) fn block_call(
        &mut self,
        operand: &Operand,
        block: &'a Block,
        arguments: &[Argument],
    ) {
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
                    || self.checker.type_of(Kind::of(&parameter.type_use)).elementary().is_none()
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
            Assignability::No => {
                let (parameter, block) = names();
                let (from, to) = (way.1.shown(), way.0.shown());
                self.error(expression.span, Problem::ParameterType { parameter, block, from, to });
            }
            Assignability::TooLarge => {
                let (value, of) = (way.1.shown(), way.0.shown());
                self.error(expression.span, Problem::TooLarge { value, of });
            }
            Assignability::Yes | Assignability::Loses => {}
        }
    }

    pub(super) fn standard_call(
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
            if fit(self.vendor(), way.0, way.1) == Assignability::No
                && !(is_time && is_long_time(&from))
            {
                let (parameter, block) = names();
                let (from, to) = (way.1.shown(), way.0.shown());
                self.error(expression.span, Problem::ParameterType { parameter, block, from, to });
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
