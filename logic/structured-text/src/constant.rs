//! Evaluates constant expressions: the bounds of arrays and the lengths of strings.

use crate::{Dialect, Expression, ExpressionKind, Operator, Sign, Span, integer, parse_operand};

/// Returns the value of a constant by name.
type Constants<'a> = &'a dyn Fn(&str) -> Option<i64>;

/// Evaluates an expression of integers, names, `+ - * / MOD` and parentheses: `31`, `16#1F`,
/// `#UNITS`, `"MAX" - 1`, `GVL.N * 2`. Returns `None` if it is another expression, overflows, or
/// contains an unknown name.
pub fn evaluate(text: &str, constants: Constants<'_>) -> Option<i64> {
    // Most bounds are plain numbers.
    if let Ok(number) = text.trim().parse() {
        return Some(number);
    }
    let expression = parse_operand(text, Span::new(0, text.len()), Dialect::Siemens)?;
    value(text, &expression, constants)
}

fn value(text: &str, of: &Expression, constants: Constants<'_>) -> Option<i64> {
    let value = |of: &Expression| value(text, of, constants);
    match &of.kind {
        ExpressionKind::Literal => integer(&text[of.span.range()]),
        ExpressionKind::Group(inner) | ExpressionKind::Unary(Sign::Plus, inner) => value(inner),
        ExpressionKind::Unary(Sign::Minus, inner) => value(inner)?.checked_neg(),
        ExpressionKind::Chain(first, rest) => {
            rest.iter().try_fold(value(first)?, |left, (operator, right)| {
                let right = value(right)?;
                match operator {
                    Operator::Add => left.checked_add(right),
                    Operator::Subtract => left.checked_sub(right),
                    Operator::Multiply => left.checked_mul(right),
                    Operator::Divide => left.checked_div(right),
                    Operator::Modulo => left.checked_rem(right),
                    _ => None,
                }
            })
        }
        ExpressionKind::Operand(operand) => {
            let root = &text[operand.root_span.range()];
            let name = text[operand.span.range()].trim_start_matches('#');
            // SIMATIC SD: a name of the project itself.
            let name = name.strip_prefix("_.").filter(|_| root == "_").unwrap_or(name);
            constants(name.trim_matches('"'))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_come_to_integers() {
        let constants = |name: &str| match name {
            "UNITS" => Some(31),
            "GVL.N" => Some(4),
            "max no" => Some(i64::MAX),
            _ => None,
        };
        let check = |text: &str, expected: Option<i64>| {
            assert_eq!(evaluate(text, &constants), expected, "{text}");
        };
        check("31", Some(31));
        check(" -500 ", Some(-500));
        check("16#1F", Some(31));
        check("DINT#16#1F", Some(31));
        check("INT#5", Some(5));
        check("1_000", Some(1000));
        check("#UNITS", Some(31));
        check("\"max no\"", Some(i64::MAX));
        check("_.\"max no\"", Some(i64::MAX));
        check("_.UNITS", Some(31));
        check("\"max no\" + 1", None);
        check("GVL.N * (2 + 1) - 1", Some(11));
        check("UNITS mod 2", Some(1));
        check("1 / 0", None);
        check("*", None);
        check("UNKNOWN", None);
        check("", None);
        check("5 5", None);
        check(&"(".repeat(100_000), None);
        check(&"-".repeat(100_000), None);
    }
}
