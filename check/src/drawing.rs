//! Networks of S7: contacts and coils, boxes, calls.

use std::collections::HashSet;

use tagbridge_code::{Element, Ladder, Part, Pin, PinValue};
use tagbridge_project::{Block, Language, Net, Section};
use tagbridge_structured_text::{ExpressionKind, Span};

use crate::{
    calls::is_variable,
    checker::Unit,
    diagnostic::Problem,
    standard, statements,
    types::{Assignability, Type, fit},
};

/// Parts whose operand is on or off.
const BITS: [&str; 15] = [
    "Contact", "PContact", "NContact", "Coil", "SCoil", "RCoil", "PCoil", "NCoil", "Sr", "Rs",
    "PBox", "NBox", "Ok", "NotOk", "Not",
];
/// Parts whose operand is written.
const WRITTEN: [&str; 7] = ["Coil", "SCoil", "RCoil", "PCoil", "NCoil", "Sr", "Rs"];
/// Comparisons.
const COMPARISONS: [&str; 6] = ["Eq", "Ne", "Gt", "Ge", "Lt", "Le"];

/// Checks what a network executes. In ladder each part is fed by the power rail or by another part.
pub(crate) fn check(unit: &mut Unit<'_, '_>, ladder: &Ladder, net: Option<&Net>) {
    let logic = unit.checker.logic;
    let is_ladder = logic.language(logic.index.unit(unit.id)) == Language::Ld;
    for node in net.into_iter().flat_map(|it| &it.nodes) {
        if node.is_unfed && is_ladder {
            let name = node.name.clone();
            let span = node.spans.first().map_or(0..0, |it| it.start as usize..it.end as usize);
            unit.error(Span::new(span.start, span.end), Problem::NotConnected { name });
        }
    }
    for rung in &ladder.rungs {
        series(unit, &rung.elements);
    }
}

fn series(unit: &mut Unit<'_, '_>, elements: &[Element]) {
    for element in elements {
        match element {
            Element::Part(it) => {
                part(unit, it);
                for pin in &it.pins {
                    if let PinValue::Flow(flow) = &pin.value {
                        series(unit, flow);
                    }
                }
            }
            Element::Branch(legs) => legs.iter().for_each(|leg| series(unit, leg)),
            Element::Signal(_) => {}
            Element::Opaque(span, _) => {
                let found = unit.slice(*span).chars().take(40).collect();
                unit.error(*span, Problem::Syntax { found });
            }
        }
    }
}

fn part(unit: &mut Unit<'_, '_>, part: &Part) {
    let kind = part.kind_in(unit.text);
    if kind == "Call" {
        call(unit, part);
        return;
    }
    // The name of a block of the project.
    if let Some(block) = unit.checker.block(kind.trim_matches('"')) {
        pins(unit, part, block);
        return;
    }
    let is_bit = BITS.contains(&kind);
    let is_coil = WRITTEN.contains(&kind);
    let parameters = standard::block(kind);
    let mut sides = Vec::new();
    for pin in &part.pins {
        let PinValue::Operand(span) = pin.value else { continue };
        let of = value(unit, span);
        let name = pin.name.map(|it| unit.slice(it)).unwrap_or_default();
        if is_bit && pin.name.is_none() && !of.may_be_bit() && is_known(&of) {
            let (instruction, of, expected) = (kind.to_owned(), of.shown(), "BOOL".to_owned());
            unit.error(span, Problem::OperandType { instruction, position: 1, of, expected });
        }
        if is_coil && pin.name.is_none() {
            written(unit, span);
        }
        if pin.is_output {
            written(unit, span);
        }
        if COMPARISONS.contains(&kind) {
            sides.push((span, of));
        }
        if let Some(parameter) =
            parameters.and_then(|all| all.iter().find(|it| it.name.eq_ignore_ascii_case(name)))
        {
            let to = crate::types::elementary(parameter.of).map_or(Type::Unknown, Type::Elementary);
            let is_time = matches!(parameter.name, "PT" | "ET");
            let is_wrong = match is_time {
                true => {
                    of.elementary().is_some_and(|it| it.class == crate::types::Class::Bit)
                        || matches!(of, Type::Fraction | Type::Literal(_))
                }
                false if parameter.is_output => fit(unit.vendor(), &of, &to) == Assignability::No,
                false => fit(unit.vendor(), &to, &of) == Assignability::No,
            };
            if is_wrong {
                let expected = if is_time { "TIME".to_owned() } else { to.shown() };
                let (instruction, pin, of) = (kind.to_owned(), name.to_owned(), of.shown());
                unit.error(span, Problem::PinType { instruction, pin, of, expected });
            }
        }
    }
    let needed = match kind {
        _ if COMPARISONS.contains(&kind) => part.pins.iter().filter(|it| is_given(it)).count() < 2,
        _ => {
            // The coils of GRAPH are the transition's, the interlock's and the supervision's own.
            let has_operand = part.pins.iter().any(|it| it.name.is_none())
                || ["TrCoil", "IlCoil", "SvCoil"].contains(&kind);
            (kind.ends_with("Coil") || kind.ends_with("Contact") || matches!(kind, "Sr" | "Rs"))
                && !has_operand
        }
    };
    if needed {
        let instruction = kind.to_owned();
        unit.error(
            part.span,
            Problem::OperandMissing { instruction, position: part.pins.len() + 1 },
        );
    }
    if let [(_, left), (span, right)] = &sides[..]
        && is_mixed(left, right)
    {
        let (operator, left, right) = (kind.to_owned(), left.shown(), right.shown());
        unit.error(*span, Problem::Operators { operator, left, right });
    }
}

fn is_given(pin: &Pin) -> bool {
    matches!(pin.value, PinValue::Operand(_) | PinValue::Flow(_))
}

/// Whether a type is known, and is no timer or counter: a contact asks them, too.
pub(crate) fn is_known(of: &Type<'_>) -> bool {
    match of {
        Type::Unknown => false,
        Type::Declared(kind) => {
            !["TIMER", "COUNTER"].iter().any(|it| kind.name.eq_ignore_ascii_case(it))
        }
        _ => true,
    }
}

/// Whether a bit or a text is compared with a number.
fn is_mixed(left: &Type<'_>, right: &Type<'_>) -> bool {
    let group = |of: &Type<'_>| match of {
        Type::Elementary(it) => match it.class {
            crate::types::Class::Bit => Some(0),
            crate::types::Class::Text => Some(1),
            crate::types::Class::Char | crate::types::Class::Time | crate::types::Class::Date => {
                None
            }
            _ => Some(2),
        },
        Type::Fraction => Some(2),
        _ => None,
    };
    matches!((group(left), group(right)), (Some(a), Some(b)) if a != b)
}

fn value<'a>(unit: &mut Unit<'_, 'a>, span: Span) -> Type<'a> {
    match unit.expression_at(span) {
        Some(expression) => unit.value(&expression),
        None => Type::Unknown,
    }
}

fn written(unit: &mut Unit<'_, '_>, span: Span) {
    let Some(expression) = unit.expression_at(span) else { return };
    match &expression.kind {
        ExpressionKind::Operand(operand) => statements::written(unit, operand),
        ExpressionKind::Literal => {
            let name = unit.slice(span).to_owned();
            unit.error(span, Problem::ConstantWritten { name });
        }
        _ => {}
    }
}

/// Checks `Call("Block", "Instance", in := #a, out => #b)`, or the instance without a block.
fn call(unit: &mut Unit<'_, '_>, part: &Part) {
    let subjects = part.pins.iter().filter(|it| it.name.is_none());
    let subject = subjects.filter_map(|pin| match pin.value {
        PinValue::Operand(span) => Some(span),
        PinValue::Flow(_) => None,
    });
    let mut block = None;
    for span in subject.collect::<Vec<_>>() {
        let name = unit.slice(span).trim_matches(['"', '#']);
        let called = unit.checker.block(name);
        block = block.or(match called {
            Some(it) if it.kind == tagbridge_project::BlockKind::DataBlock => {
                it.instance_of.as_deref().and_then(|of| unit.checker.block(of))
            }
            Some(it) => Some(it),
            None => match value(unit, span) {
                Type::Declared(kind) => unit.checker.block(kind.name),
                _ => None,
            },
        });
    }
    match block {
        Some(block) => pins(unit, part, block),
        None => {
            for pin in &part.pins {
                if let PinValue::Operand(span) = pin.value {
                    value(unit, span);
                }
            }
        }
    }
}

/// Checks the pins of a call against the interface of its block.
fn pins<'a>(unit: &mut Unit<'_, 'a>, part: &Part, block: &'a Block) {
    let (parameters, is_whole) = unit.parameters(block);
    let mut seen = HashSet::new();
    for pin in &part.pins {
        let Some(name_at) = pin.name else { continue };
        let name = unit.slice(name_at).trim_matches('"');
        let is_implied = ["en", "eno"].iter().any(|it| it.eq_ignore_ascii_case(name));
        let found = parameters.iter().find(|it| it.name.eq_ignore_ascii_case(name)).copied();
        let names = || (name.to_owned(), block.name.clone());
        let Some(parameter) = found else {
            let gives = block.members.iter().any(|it| {
                it.section == Some(Section::Return) && it.name.eq_ignore_ascii_case(name)
            });
            let is_return = gives || name.eq_ignore_ascii_case("Ret_Val");
            if is_whole && !is_implied && !is_return && !parameters.is_empty() {
                let (parameter, block) = names();
                unit.error(name_at, Problem::NoParameter { parameter, block });
            }
            continue;
        };
        seen.insert(name.to_lowercase());
        let PinValue::Operand(span) = pin.value else { continue };
        let from = value(unit, span);
        let to = unit.checker.type_of_member(parameter);
        let is_output = parameter.section == Some(Section::Output);
        let is_written = is_output || parameter.section == Some(Section::InOut);
        let is_place = unit.expression_at(span).is_none_or(|it| is_variable(&it));
        if is_written && !is_place {
            let (parameter, block) = names();
            unit.error(span, Problem::ParameterVariable { parameter, block });
            continue;
        }
        let way = if is_output { (&from, &to) } else { (&to, &from) };
        if fit(unit.vendor(), way.0, way.1) == Assignability::No {
            let (parameter, block) = names();
            let (from, to) = (way.1.shown(), way.0.shown());
            unit.error(span, Problem::ParameterType { parameter, block, from, to });
        }
        if is_output {
            written(unit, span);
        }
    }
    for parameter in parameters {
        let is_in_out = parameter.section == Some(Section::InOut);
        if is_in_out
            && unit.is_needed(block, parameter)
            && !seen.contains(&parameter.name.to_lowercase())
        {
            let (parameter, block) = (parameter.name.clone(), block.name.clone());
            unit.error(part.span, Problem::ParameterMissing { parameter, block });
        }
    }
}
