//! Rungs of Logix: branches, instructions, operands.

use std::{collections::HashMap, sync::LazyLock};

use tagbridge_code::{Element, Ladder, Part};
use tagbridge_logic::{
    OpaqueReason,
    logix::table::{Instruction, Use},
};
use tagbridge_project::BlockKind;
use tagbridge_structured_text::{ExpressionKind, Span};

use crate::{
    calls::is_variable,
    checker::Unit,
    diagnostic::Problem,
    statements,
    types::{Class, Type},
};

/// The letters of each instruction's operands.
static OPERANDS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let rows = include_str!("operands.tsv").lines().filter(|it| !it.starts_with('#'));
    rows.filter_map(|row| row.split_once('\t')).collect()
});

/// Instructions that only conduct or interrupt the power flow.
const INPUTS: [&str; 29] = [
    "XIC", "XIO", "ONS", "EQU", "EQ", "NEQ", "NE", "GRT", "GT", "GEQ", "GE", "LES", "LT", "LEQ",
    "LE", "LIM", "LIMIT", "MEQ", "CMP", "ISINF", "ISNAN", "IS_INF", "IS_NAN", "DTR", "SQI", "AFI",
    "LBL", "OSRI", "OSFI",
];

/// Checks a rung.
pub(crate) fn check(unit: &mut Unit<'_, '_>, ladder: &Ladder) {
    if let Some(at) = Ladder::neutral_error(unit.text) {
        let found = unit.text.get(at..).unwrap_or_default();
        let length = found.chars().next().map_or(0, char::len_utf8);
        let problem = match found.chars().take(20).collect::<String>() {
            found if found.is_empty() => Problem::UnbalancedEnd,
            found => Problem::Unbalanced { found },
        };
        unit.error(Span::new(at, at + length), problem);
        return;
    }
    for rung in &ladder.rungs {
        series(unit, &rung.elements);
        last(unit, &rung.elements);
    }
}

fn series(unit: &mut Unit<'_, '_>, elements: &[Element]) {
    for element in elements {
        match element {
            Element::Part(part) => instruction(unit, part),
            Element::Branch(legs) => legs.iter().for_each(|leg| series(unit, leg)),
            Element::Signal(_) | Element::Opaque(..) => {}
        }
    }
}

/// Reports a rung whose last instruction is an input.
fn last(unit: &mut Unit<'_, '_>, elements: &[Element]) {
    match elements.last() {
        Some(Element::Part(part)) => {
            let instruction = unit.slice(part.name).to_owned();
            let is_input = INPUTS.iter().any(|it| it.eq_ignore_ascii_case(&instruction));
            let is_label = elements.len() == 1 && instruction.eq_ignore_ascii_case("LBL");
            if is_input && !is_label {
                unit.error(part.span, Problem::NoOutput { instruction });
            }
        }
        Some(Element::Branch(legs)) => legs.iter().for_each(|leg| last(unit, leg)),
        _ => {}
    }
}

fn instruction(unit: &mut Unit<'_, '_>, part: &Part) {
    let name = unit.slice(part.name);
    let add_on = unit.checker.block(name).filter(|it| it.kind == BlockKind::AddOnInstruction);
    if let Some(block) = add_on {
        let mut operands = Vec::new();
        for span in part.operands() {
            let of = operand(unit, span);
            let is_variable = unit.expression_at(span).is_none_or(|it| is_variable(&it));
            operands.push((span, is_variable, of));
        }
        unit.add_on(part.span, block, &operands);
        return;
    }
    // A name that no table has is reported with the other names.
    let Some(row) = Instruction::find(name) else { return };
    let given = part.pins.len();
    let (least, most) = row.count();
    if given < least || given > most {
        let (instruction, most) = (name.to_owned(), most.min(given.max(least)));
        unit.error(part.span, Problem::OperandCount { instruction, least, most, given });
        return;
    }
    let letters = OPERANDS.get(&*name.to_ascii_uppercase()).copied().unwrap_or_default();
    for (position, span) in part.operands().enumerate() {
        let text = unit.slice(span);
        let what = row.operand(position);
        let may_be_empty =
            matches!(what, Some(Use::NameOrTag | Use::Name | Use::Shown | Use::Choice));
        // The editor shows a length that a control has as `?`.
        let is_shown = text == "?" && letters.as_bytes().get(position) == Some(&b'.');
        if text.is_empty() || text == "?" {
            if !may_be_empty && !is_shown {
                let instruction = name.to_owned();
                unit.error(
                    part.span,
                    Problem::OperandMissing { instruction, position: position + 1 },
                );
            }
            continue;
        }
        if what == Some(Use::Shown) || what.is_some_and(|it| it.may_be_name(text)) {
            continue;
        }
        let of = operand(unit, span);
        if let Some(letter) = letters.as_bytes().get(position) {
            let expected = expected(*letter, &of);
            if let Some(expected) = expected {
                let (instruction, of) = (name.to_owned(), of.shown());
                let expected = expected.to_owned();
                unit.error(
                    span,
                    Problem::OperandType { instruction, position: position + 1, of, expected },
                );
            }
        }
        if matches!(what, Some(Use::Write | Use::Both)) {
            written(unit, span);
        }
    }
}

/// The type of an operand. Reports members, indexes and bits that do not exist, and what does not
/// follow the grammar.
fn operand<'a>(unit: &mut Unit<'_, 'a>, span: Span) -> Type<'a> {
    if let Some(expression) = unit.expression_at(span) {
        return unit.value(&expression);
    }
    // The index also reads what structured text does not have: `Speed*.6`.
    let opaque = unit.checker.logic.index.opaque().iter();
    let mut opaque = opaque.filter(|it| it.unit == unit.id && it.reason == OpaqueReason::Unparsed);
    if opaque.any(|it| it.span == span) {
        let found = unit.slice(span).chars().take(40).collect();
        unit.error(span, Problem::Syntax { found });
    }
    Type::Unknown
}

fn written(unit: &mut Unit<'_, '_>, span: Span) {
    let Some(expression) = unit.expression_at(span) else { return };
    if let ExpressionKind::Operand(operand) = &expression.kind {
        statements::written(unit, operand);
    } else {
        let name = unit.slice(span).to_owned();
        unit.error(span, Problem::ConstantWritten { name });
    }
}

/// The type that an operand should have, where it has another one.
fn expected(letter: u8, of: &Type<'_>) -> Option<&'static str> {
    let structure = |names: &[&str]| match of {
        Type::Unknown => true,
        Type::Declared(kind) => {
            kind.dimensions.is_empty() && names.iter().any(|it| kind.name.eq_ignore_ascii_case(it))
        }
        _ => false,
    };
    let is_text = match of {
        Type::Literal(_) | Type::Declared(_) => true,
        Type::Elementary(it) => it.class == Class::Text,
        _ => false,
    };
    let is_array = matches!(of, Type::Declared(kind) if !kind.dimensions.is_empty());
    // Durations and dates of Logix are numbers, too.
    let is_number = of.may_be_number()
        || of.elementary().is_some_and(|it| matches!(it.class, Class::Time | Class::Date));
    let (is_right, name) = match letter {
        b'B' => (of.may_be_bit() && !matches!(of, Type::Whole(_)), "BOOL"),
        b'N' => (is_number, "number"),
        b'I' => (of.may_be_whole(), "DINT"),
        b'X' => (is_number || is_text && !is_array, "number"),
        b'S' => (is_text && !is_array || matches!(of, Type::Unknown), "STRING"),
        b'T' => (structure(&["TIMER"]), "TIMER"),
        b'C' => (structure(&["COUNTER"]), "COUNTER"),
        b'K' => (structure(&["CONTROL", "SERIAL_PORT_CONTROL"]), "CONTROL"),
        b'M' => (structure(&["MESSAGE"]), "MESSAGE"),
        b'D' => (structure(&["TIMER", "COUNTER", "CONTROL"]), "TIMER"),
        _ => (true, ""),
    };
    (!is_right).then_some(name)
}
