//! Values: literals, operators, and what they come to.

use super::{Lowering, Type};
use crate::{
    expr::{Arithmetic, Comparison, Constant, ExprId},
    text::{Expression, ExpressionKind, Operator, Sign},
    unit::{OpaqueReason, Operand as Place, UseMode},
};

/// A value and whether it is a number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value {
    pub(super) expr: ExprId,
    pub(super) number: bool,
}

impl<'p> Lowering<'_, 'p> {
    /// What an expression comes to; what it reads is recorded.
    pub(super) fn value(&mut self, expression: &Expression) -> Value {
        let text = self.slice(expression.span);
        match &expression.kind {
            ExpressionKind::Literal => self.literal(text),
            ExpressionKind::Operand(operand) => self.operand(operand, UseMode::Read),
            ExpressionKind::Group(inner) => self.value(inner),
            ExpressionKind::Unary(sign, of) => {
                let of = self.value(of);
                let exprs = &mut self.emit.index.exprs;
                let expr = match sign {
                    Sign::Plus => of.expr,
                    Sign::Minus => match exprs.get(of.expr) {
                        crate::expr::Expr::Const(Constant::Int(value)) => {
                            exprs.constant(Constant::Int(value.wrapping_neg()))
                        }
                        crate::expr::Expr::Const(Constant::Real(bits)) => {
                            exprs.constant(Constant::real(-f64::from_bits(bits)))
                        }
                        _ => exprs.arith(Arithmetic::Neg, &[of.expr]),
                    },
                    Sign::Not if of.number => exprs.arith(Arithmetic::BitNot, &[of.expr]),
                    Sign::Not => exprs.not(of.expr),
                };
                Value { expr, number: of.number }
            }
            ExpressionKind::Chain(first, rest) => self.chain(first, rest),
            ExpressionKind::Values(values) => {
                let values: Vec<ExprId> = values.iter().map(|it| self.value(it).expr).collect();
                let name = self.emit.name("values");
                Value { expr: self.emit.index.exprs.call(name, &values), number: false }
            }
            ExpressionKind::Opaque(why) => {
                let reason = super::reason(*why);
                self.emit.unclear(expression.span, reason);
                self.unknown("not understood")
            }
        }
    }

    pub(super) fn unknown(&mut self, why: &str) -> Value {
        let why = self.emit.index.names.exact(why);
        Value { expr: self.emit.index.exprs.unknown(why), number: false }
    }

    /// Operators of one rank, from left to right; of `AND` and `OR` all at once.
    fn chain(&mut self, first: &Expression, rest: &[(Operator, Expression)]) -> Value {
        let mut left = self.value(first);
        let mut same: Option<(Operator, Vec<ExprId>)> = None;
        for (operator, right) in rest {
            let right = self.value(right);
            let kind = match operator {
                Operator::AndThen => Operator::And,
                Operator::OrElse => Operator::Or,
                other => *other,
            };
            let number = left.number || right.number;
            if matches!(kind, Operator::And | Operator::Or) && !number {
                let all = same.get_or_insert_with(|| (kind, vec![left.expr]));
                all.1.push(right.expr);
                left = Value { expr: left.expr, number: false };
                continue;
            }
            left = self.apply(kind, left, right);
        }
        match same {
            Some((Operator::And, all)) => {
                Value { expr: self.emit.index.exprs.and(&all), number: false }
            }
            Some((_, all)) => Value { expr: self.emit.index.exprs.or(&all), number: false },
            None => left,
        }
    }

    pub(super) fn apply(&mut self, operator: Operator, left: Value, right: Value) -> Value {
        let exprs = &mut self.emit.index.exprs;
        let number = left.number || right.number;
        let both = [left.expr, right.expr];
        let compare = |how| (Some(how), None);
        let (comparison, arithmetic) = match operator {
            Operator::Equal => compare(Comparison::Eq),
            Operator::Unequal => compare(Comparison::Ne),
            Operator::Less => compare(Comparison::Lt),
            Operator::LessEqual => compare(Comparison::Le),
            Operator::Greater => compare(Comparison::Gt),
            Operator::GreaterEqual => compare(Comparison::Ge),
            Operator::Add => (None, Some(Arithmetic::Add)),
            Operator::Subtract => (None, Some(Arithmetic::Sub)),
            Operator::Multiply => (None, Some(Arithmetic::Mul)),
            Operator::Divide | Operator::IntegerDivide => (None, Some(Arithmetic::Div)),
            Operator::Modulo => (None, Some(Arithmetic::Mod)),
            Operator::Power => (None, Some(Arithmetic::Pow)),
            Operator::And | Operator::AndThen => (None, Some(Arithmetic::BitAnd)),
            Operator::Or | Operator::OrElse => (None, Some(Arithmetic::BitOr)),
            Operator::Xor if number => (None, Some(Arithmetic::BitXor)),
            Operator::Xor => {
                return Value { expr: exprs.xor(left.expr, right.expr), number: false };
            }
        };
        if let Some(how) = comparison {
            return Value { expr: exprs.compare(how, left.expr, right.expr), number: false };
        }
        let how = arithmetic.unwrap_or(Arithmetic::Add);
        Value { expr: exprs.arith(how, &both), number: true }
    }

    pub(super) fn literal(&mut self, text: &str) -> Value {
        let constant =
            constant(text).unwrap_or_else(|| Constant::Text(self.emit.index.names.exact(text)));
        let number = matches!(constant, Constant::Int(_) | Constant::Real(_));
        Value { expr: self.emit.index.exprs.constant(constant), number }
    }

    /// A name for a fixed value: its number where the file tells it, else its name.
    pub(super) fn named(&mut self, text: &str, number: Option<i64>) -> Value {
        let constant = match number {
            Some(number) => Constant::Int(number),
            None => Constant::Text(self.emit.index.names.exact(text)),
        };
        let number = number.is_some();
        Value { expr: self.emit.index.exprs.constant(constant), number }
    }

    /// A place as it is read.
    pub(super) fn read(&mut self, place: crate::PlaceId, of: Type<'p>) -> Value {
        Value { expr: self.emit.index.exprs.read(place), number: of.is_number() }
    }

    /// Something in an instruction or a construct, and then what was before.
    pub(super) fn within<T>(
        &mut self,
        spec: crate::SpecId,
        operand: Place,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = (self.spec, self.operand);
        (self.spec, self.operand) = (spec, operand);
        let result = read(self);
        (self.spec, self.operand) = before;
        result
    }

    /// Notes what is not understood of a statement.
    pub(super) fn unclear(&mut self, span: crate::Span, reason: OpaqueReason) {
        self.emit.unclear(span, reason);
    }
}

/// What a literal says: bits, numbers, times in milliseconds.
pub(super) fn constant(text: &str) -> Option<Constant> {
    let upper = text.to_ascii_uppercase();
    match upper.rsplit('#').next()? {
        "TRUE" => return Some(Constant::Bool(true)),
        "FALSE" => return Some(Constant::Bool(false)),
        _ => {}
    }
    if let Some(bit) = upper.strip_prefix("BOOL#") {
        return Some(Constant::Bool(bit != "0"));
    }
    if let Some(number) = integer(text) {
        return Some(Constant::Int(number));
    }
    if let Some((kind, rest)) = upper.split_once('#')
        && ["T", "TIME", "LT", "LTIME", "S5T", "S5TIME"].contains(&kind)
    {
        return milliseconds(rest).map(Constant::Int);
    }
    let digits = upper.rsplit('#').next()?.replace('_', "");
    digits.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+').then_some(())?;
    digits.parse().ok().map(Constant::real)
}

/// `5`, `-1_000`, `16#FF`, `INT#5`, `WORD#16#FF`.
pub(super) fn integer(text: &str) -> Option<i64> {
    let mut parts = text.trim().rsplit('#');
    let digits = parts.next()?.replace('_', "");
    let radix = match parts.next() {
        None => 10,
        Some("2") => 2,
        Some("8") => 8,
        Some("16") => 16,
        Some(kind) => {
            const KINDS: [&str; 19] = [
                "INT", "SINT", "DINT", "LINT", "UINT", "USINT", "UDINT", "ULINT", "BYTE", "WORD",
                "DWORD", "LWORD", "B", "W", "DW", "LW", "I", "L", "DI",
            ];
            KINDS.iter().any(|known| known.eq_ignore_ascii_case(kind)).then_some(10)?
        }
    };
    i64::from_str_radix(&digits, radix).ok()
}

/// `1h2m3.5s`, `500ms`, `2s_500ms`.
fn milliseconds(text: &str) -> Option<i64> {
    const UNITS: [(&str, f64); 7] = [
        ("MS", 1.0),
        ("US", 0.001),
        ("NS", 0.000_001),
        ("S", 1e3),
        ("M", 6e4),
        ("H", 36e5),
        ("D", 864e5),
    ];
    let text = text.replace('_', "");
    let (sign, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.as_str()),
    };
    let mut total = 0.0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_ascii_alphabetic())?;
        let number: f64 = rest[..end].parse().ok()?;
        let (unit, factor) = UNITS.iter().find(|(unit, _)| rest[end..].starts_with(unit))?;
        total += number * factor;
        rest = &rest[end + unit.len()..];
    }
    #[expect(clippy::cast_possible_truncation, reason = "a longer time than any is the longest")]
    Some((sign * total).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_their_values() {
        for (text, expected) in [
            ("TRUE", Some(Constant::Bool(true))),
            ("BOOL#0", Some(Constant::Bool(false))),
            ("5", Some(Constant::Int(5))),
            ("16#FF", Some(Constant::Int(255))),
            ("WORD#16#FF", Some(Constant::Int(255))),
            ("1_000", Some(Constant::Int(1000))),
            ("1.5", Some(Constant::real(1.5))),
            ("REAL#2.5E1", Some(Constant::real(25.0))),
            ("T#1m2s500ms", Some(Constant::Int(62_500))),
            ("TIME#-2s", Some(Constant::Int(-2000))),
            ("'text'", None),
            ("E_State#Idle", None),
        ] {
            assert_eq!(constant(text), expected, "{text}");
        }
    }
}
