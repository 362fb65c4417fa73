//! Statement lists of S7: operations, and the operands that they need.

use tagbridge_code::ListStatement;
use tagbridge_logic::OpaqueReason;
use tagbridge_structured_text::Span;

use crate::{checker::Unit, diagnostic::Problem, drawing::is_known};

/// Operations that join a bit, or give one its value, in both sets of mnemonics.
const BITS: [&str; 13] = ["A", "AN", "O", "ON", "X", "XN", "U", "UN", "=", "S", "R", "FP", "FN"];
/// Others that name what they work on.
const OTHERS: [&str; 10] = ["L", "T", "JU", "JC", "JCN", "SPA", "SPB", "SPBN", "CALL", "LOOP"];

/// Checks a network that is a list.
pub(crate) fn check(unit: &mut Unit<'_, '_>, list: &[ListStatement]) {
    let index = unit.checker.logic.index;
    let begin = index.opaque().partition_point(|it| it.unit < unit.id);
    let own = index.opaque()[begin..].iter().take_while(|it| it.unit == unit.id);
    let unknown: Vec<(Span, Option<String>)> = own
        .filter_map(|it| match it.reason {
            OpaqueReason::Unparsed => Some((it.span, None)),
            OpaqueReason::UnknownInstruction(name) => {
                Some((it.span, Some(index.names.text(name).to_owned())))
            }
            _ => None,
        })
        .collect();
    for (span, name) in unknown {
        let problem = match name {
            Some(name) => Problem::UnknownInstruction { name },
            None => Problem::Syntax { found: unit.slice(span).chars().take(40).collect() },
        };
        unit.error(span, problem);
    }
    for line in list {
        let name = unit.slice(line.name).to_ascii_uppercase();
        let is_bit = BITS.contains(&name.as_str());
        if !is_bit && !OTHERS.contains(&name.as_str()) {
            continue;
        }
        if unit.slice(line.operand).trim().is_empty() {
            // `O` alone joins the statements around it.
            if name != "O" {
                let problem = Problem::OperandMissing { instruction: name, position: 1 };
                unit.error(line.span, problem);
            }
            continue;
        }
        if !is_bit {
            continue;
        }
        let Some(expression) = unit.expression_at(line.operand) else { continue };
        let of = unit.value(&expression);
        if !of.may_be_bit() && is_known(&of) {
            let (of, expected) = (of.shown(), "BOOL".to_owned());
            let problem = Problem::OperandType { instruction: name, position: 1, of, expected };
            unit.error(line.operand, problem);
        }
    }
}
