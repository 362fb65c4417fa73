//! Sheets of Logix: empty operands, and the types of signals at pins for bits or numbers.

use tagbridge_logic::logix::block_sorts;
use tagbridge_project::{Net, Node, Section, Wire};
use tagbridge_structured_text::Span;

use crate::{checker::Unit, diagnostic::Problem, types::Type};

/// Checks a sheet.
pub(crate) fn check(unit: &mut Unit<'_, '_>, net: &Net) {
    for node in &net.nodes {
        let is_chosen = node.operand.as_deref().is_some_and(|it| it != "?");
        match node.kind.as_str() {
            "IRef" | "ORef" | "Block" | "AddOnInstruction" if !is_chosen => {
                let name = if node.name.is_empty() { &node.kind } else { &node.name };
                let problem = Problem::OperandMissing { instruction: name.clone(), position: 1 };
                unit.error(span(node), problem);
            }
            _ => {}
        }
    }
    for wire in &net.wires {
        let (Some(from), Some(to)) = (net.nodes.get(wire.from), net.nodes.get(wire.to)) else {
            continue;
        };
        wired(unit, wire, (from, to));
    }
}

/// The place of a node in the text of its sheet.
fn span(node: &Node) -> Span {
    let at = node.spans.first().map_or(0..0, |it| it.start as usize..it.end as usize);
    Span::new(at.start, at.end)
}

fn wired(unit: &mut Unit<'_, '_>, wire: &Wire, (from, to): (&Node, &Node)) {
    if to.kind == "AddOnInstruction" {
        let (pin, name) = (&wire.to_pin, &to.name);
        let Some(block) = unit.checker.block(name) else { return };
        let is_there = block.members.iter().any(|it| it.name.eq_ignore_ascii_case(pin))
            || pin.eq_ignore_ascii_case("EnableIn");
        if !is_there && !block.members.is_empty() {
            let (parameter, block) = (pin.clone(), block.name.clone());
            unit.error(span(to), Problem::NoParameter { parameter, block });
            return;
        }
    }
    let given = sort(unit, from, &wire.from_pin, false);
    let taken = sort(unit, to, &wire.to_pin, true);
    let (Some((is_bit, of)), Some((wants_bit, expected))) = (given, taken) else { return };
    if is_bit != wants_bit {
        let at = if to.kind == "ORef" || from.kind != "IRef" { to } else { from };
        let instruction = if to.name.is_empty() { to.kind.clone() } else { to.name.clone() };
        let pin = wire.to_pin.clone();
        unit.error(span(at), Problem::PinType { instruction, pin, of, expected });
    }
}

/// Returns whether a pin of a node is a bit or a number, and its type; `None` if it can be either.
fn sort(unit: &mut Unit<'_, '_>, node: &Node, pin: &str, is_input: bool) -> Option<(bool, String)> {
    let named = |is_bit: bool| (is_bit, if is_bit { "BOOL" } else { "REAL" }.to_owned());
    match node.kind.as_str() {
        "IRef" | "ORef" => {
            let expression = unit.expression_at(span(node))?;
            let before = unit.found.len();
            let of = unit.value(&expression);
            // An operand is reported where it is named.
            unit.found.truncate(before);
            of_type(&of)
        }
        "AddOnInstruction" => {
            let block = unit.checker.block(&node.name)?;
            let member = block.members.iter().find(|it| it.name.eq_ignore_ascii_case(pin))?;
            if member.section == Some(Section::InOut) {
                return None;
            }
            of_type(&unit.checker.type_of_member(member))
        }
        _ if pin.eq_ignore_ascii_case("EnableIn") || pin.eq_ignore_ascii_case("EnableOut") => {
            Some(named(true))
        }
        _ => {
            let (takes_bits, gives_bit) = block_sorts(&node.name)?;
            let is_value = ["In", "Source"].iter().any(|it| pin.starts_with(it));
            if is_input {
                is_value.then(|| named(takes_bits))
            } else {
                ["Out", "Dest"].contains(&pin).then(|| named(gives_bit))
            }
        }
    }
}

fn of_type(of: &Type<'_>) -> Option<(bool, String)> {
    match (of.may_be_bit(), of.may_be_number()) {
        (true, false) => Some((true, of.shown())),
        (false, true) => Some((false, of.shown())),
        _ => None,
    }
}
