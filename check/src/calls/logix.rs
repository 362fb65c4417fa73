//! Functions and instructions of Logix in structured text, and operands of add-on instructions.

use tagbridge_project::{Block, BlockKind, Member, Section, Vendor};
use tagbridge_structured_text::{Argument, Operand};

use super::is_variable;
use crate::{
    checker::Unit,
    diagnostic::Problem,
    standard,
    types::{Assignability, Type, fit},
};

impl<'a> Unit<'_, 'a> {
    /// A function or an instruction of Logix in structured text.
    pub(super) fn instruction(
        &mut self,
        operand: &Operand,
        name: &str,
        arguments: &[Argument],
    ) -> Type<'a> {
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
            if fit(Vendor::AllenBradley, way.0, way.1) == Assignability::No {
                let (parameter, block) = names();
                let (from, to) = (way.1.shown(), way.0.shown());
                self.error(*span, Problem::ParameterType { parameter, block, from, to });
            }
        }
    }
}
