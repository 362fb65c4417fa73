//! Values: literals, operators, and their results.

use tagbridge_project::{Initial, TypeUse};
use tagbridge_structured_text::{integer, is_date, milliseconds, unescaped};

use super::{Lowering, Type, access_path::AccessTarget, scopes};
use crate::{
    expr::{Arithmetic, Comparison, Constant, ExprId},
    flow::Flow,
    text::{Expression, ExpressionKind, Operator, Sign},
    unit::{OpaqueReason, Operand as Place, UseMode},
};

/// A value and its kind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value {
    pub(super) expr: ExprId,
    /// Whether it is a number or a bit; `None` if its type is unknown.
    pub(super) number: Option<bool>,
}

impl<'p> Lowering<'_, 'p> {
    /// The value of an expression in a context of numbers or bits; its reads are recorded.
    pub(super) fn value_as(&mut self, expression: &Expression, wanted: Option<bool>) -> Value {
        self.wanted = wanted;
        self.value(expression)
    }

    /// The value of an expression; its reads are recorded.
    pub(super) fn value(&mut self, expression: &Expression) -> Value {
        let value = self.computed(expression);
        self.emit.hands_on(expression.span, Flow::Instead(value.expr));
        value
    }

    fn computed(&mut self, expression: &Expression) -> Value {
        let text = self.slice(expression.span);
        // The wanted kind applies to the operands of `AND`, `OR` and `NOT` only.
        let wanted = self.wanted.take();
        match &expression.kind {
            ExpressionKind::Literal => self.literal(text),
            ExpressionKind::Operand(operand) => self.operand(operand, UseMode::Read),
            ExpressionKind::Group(inner) => self.value_as(inner, wanted),
            ExpressionKind::Unary(Sign::Not, of) => {
                let of = self.value_as(of, wanted);
                self.negated(of, wanted)
            }
            ExpressionKind::Unary(sign, of) => {
                let of = self.value(of);
                let exprs = &mut self.emit.index.exprs;
                let expr = match (sign, exprs.get(of.expr)) {
                    (Sign::Plus | Sign::Not, _) => of.expr,
                    (Sign::Minus, crate::expr::Expr::Const(Constant::Int(value))) => {
                        exprs.constant(Constant::Int(value.wrapping_neg()))
                    }
                    (Sign::Minus, crate::expr::Expr::Const(Constant::Real(bits))) => {
                        exprs.constant(Constant::real(-f64::from_bits(bits)))
                    }
                    (Sign::Minus, _) => exprs.arith(Arithmetic::Neg, &[of.expr]),
                };
                Value { expr, number: of.number }
            }
            ExpressionKind::Chain(first, rest) => self.chain(first, rest, wanted),
            ExpressionKind::Values(values) => {
                let values: Vec<ExprId> = values.iter().map(|it| self.value(it).expr).collect();
                let name = self.emit.name("values");
                Value { expr: self.emit.index.exprs.call(name, &values), number: None }
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
        Value { expr: self.emit.index.exprs.unknown(why), number: None }
    }

    /// Operators of one rank, from left to right; all operands of `AND` and `OR` at once.
    fn chain(
        &mut self,
        first: &Expression,
        rest: &[(Operator, Expression)],
        wanted: Option<bool>,
    ) -> Value {
        let all: Vec<Operator> = rest.iter().map(|(operator, _)| plain(*operator)).collect();
        let joins = |it: &Operator| matches!(it, Operator::And | Operator::Or | Operator::Xor);
        let wanted = wanted.filter(|_| all.iter().all(joins));
        let mut values = vec![self.value_as(first, wanted)];
        for (_, right) in rest {
            values.push(self.value_as(right, wanted));
        }
        match all[..] {
            [operator @ (Operator::And | Operator::Or), ref others @ ..]
                if others.iter().all(|it| *it == operator) =>
            {
                self.joined(operator, &values, wanted)
            }
            _ => {
                let mut left = values[0];
                for (operator, right) in all.into_iter().zip(&values[1..]) {
                    left = self.joined(operator, &[left, *right], wanted);
                }
                left
            }
        }
    }

    /// The result of an operator. `AND`, `OR` and `XOR` of numbers are bitwise; if the types are
    /// unknown in Logix, the result is unknown.
    pub(super) fn joined(
        &mut self,
        operator: Operator,
        values: &[Value],
        wanted: Option<bool>,
    ) -> Value {
        let operator = plain(operator);
        let number = self.kind(values, wanted);
        let all: Vec<ExprId> = values.iter().map(|it| it.expr).collect();
        let exprs = &mut self.emit.index.exprs;
        let word = match operator {
            Operator::And => "AND",
            Operator::Or => "OR",
            Operator::Xor => "XOR",
            _ => return self.applied(operator, &all),
        };
        let expr = match (operator, number) {
            (_, Some(true)) => return self.applied(operator, &all),
            (_, None) => {
                let name = self.emit.name(word);
                self.emit.index.exprs.call(name, &all)
            }
            (Operator::And, _) => exprs.and(&all),
            (Operator::Or, _) => exprs.or(&all),
            _ => all.iter().copied().reduce(|left, right| exprs.xor(left, right)).unwrap_or(all[0]),
        };
        Value { expr, number }
    }

    /// The negation of a value: bitwise for a number.
    pub(super) fn negated(&mut self, of: Value, wanted: Option<bool>) -> Value {
        let number = self.kind(&[of], wanted);
        let exprs = &mut self.emit.index.exprs;
        let expr = match number {
            Some(true) => exprs.arith(Arithmetic::BitNot, &[of.expr]),
            Some(false) => exprs.not(of.expr),
            None => {
                let name = self.emit.name("NOT");
                self.emit.index.exprs.call(name, &[of.expr])
            }
        };
        Value { expr, number }
    }

    /// Whether the operands of an operator are numbers or bits.
    fn kind(&self, values: &[Value], wanted: Option<bool>) -> Option<bool> {
        let any = |number: bool| values.iter().any(|it| it.number == Some(number));
        let by_type = if any(true) {
            Some(true)
        } else if any(false) {
            Some(false)
        } else {
            wanted
        };
        let is_logix = matches!(self.declarations, super::Declarations::Logix(..));
        by_type.or(if is_logix { None } else { Some(false) })
    }

    /// Applies an arithmetic operator from left to right.
    fn applied(&mut self, operator: Operator, all: &[ExprId]) -> Value {
        let exprs = &mut self.emit.index.exprs;
        let how = match operator {
            Operator::Equal => Ok(Comparison::Eq),
            Operator::Unequal => Ok(Comparison::Ne),
            Operator::Less => Ok(Comparison::Lt),
            Operator::LessEqual => Ok(Comparison::Le),
            Operator::Greater => Ok(Comparison::Gt),
            Operator::GreaterEqual => Ok(Comparison::Ge),
            Operator::Add => Err(Arithmetic::Add),
            Operator::Subtract => Err(Arithmetic::Sub),
            Operator::Multiply => Err(Arithmetic::Mul),
            Operator::Divide | Operator::IntegerDivide => Err(Arithmetic::Div),
            Operator::Modulo => Err(Arithmetic::Mod),
            Operator::Power => Err(Arithmetic::Pow),
            Operator::And | Operator::AndThen => Err(Arithmetic::BitAnd),
            Operator::Or | Operator::OrElse => Err(Arithmetic::BitOr),
            Operator::Xor => Err(Arithmetic::BitXor),
        };
        let expr = all.iter().copied().reduce(|left, right| match how {
            Ok(how) => exprs.compare(how, left, right),
            Err(how) => exprs.arith(how, &[left, right]),
        });
        Value { expr: expr.unwrap_or(all[0]), number: Some(how.is_err()) }
    }

    pub(super) fn literal(&mut self, text: &str) -> Value {
        if let Some(constant) = constant(text) {
            let number = kind_of(constant);
            return Value { expr: self.emit.index.exprs.constant(constant), number };
        }
        match text.find('\'') {
            Some(quote) => self.quoted(text, &text[quote..]),
            None if is_date(text) => self.unknown(text),
            None => self.named(text, None),
        }
    }

    /// A text between quotes.
    fn quoted(&mut self, literal: &str, quoted: &str) -> Value {
        let inner = quoted.strip_prefix('\'').and_then(|it| it.strip_suffix('\''));
        let Some(text) = inner.and_then(unescaped) else { return self.unknown(literal) };
        let text = Constant::Text(self.emit.index.names.exact(&text));
        Value { expr: self.emit.index.exprs.constant(text), number: None }
    }

    /// A variable with a fixed value.
    pub(super) fn fixed(
        &mut self,
        name: &str,
        initial: Option<&Initial>,
        of: &TypeUse,
    ) -> AccessTarget<'p> {
        let is_text = ["STRING", "WSTRING", "CHAR", "WCHAR"]
            .iter()
            .any(|it| of.name.to_ascii_uppercase().starts_with(it));
        if !is_text {
            return AccessTarget::Fixed(scopes::constant(initial, of));
        }
        AccessTarget::Result(match initial {
            Some(Initial::Scalar(text)) if text.trim().starts_with('\'') => {
                self.quoted(name, text.trim())
            }
            _ => self.unknown(name),
        })
    }

    /// A name of a fixed value: the value if it is in the file, otherwise the name.
    pub(super) fn named(&mut self, text: &str, value: Option<Constant>) -> Value {
        let constant = value.unwrap_or_else(|| Constant::Text(self.emit.index.names.exact(text)));
        let number = kind_of(constant);
        Value { expr: self.emit.index.exprs.constant(constant), number }
    }

    /// A read of a place.
    pub(super) fn read(&mut self, place: crate::PlaceId, of: Type<'p>) -> Value {
        Value { expr: self.emit.index.exprs.read(place), number: of.is_number() }
    }

    /// Reads something within an instruction or construct, and then restores the previous one.
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

    /// Records an unknown part of a statement.
    pub(super) fn unclear(&mut self, span: crate::Span, reason: OpaqueReason) {
        self.emit.unclear(span, reason);
    }
}

/// `AND_THEN` is an `AND`.
fn plain(operator: Operator) -> Operator {
    match operator {
        Operator::AndThen => Operator::And,
        Operator::OrElse => Operator::Or,
        other => other,
    }
}

/// Whether a constant is a number or a bit.
fn kind_of(constant: Constant) -> Option<bool> {
    match constant {
        Constant::Bool(_) => Some(false),
        Constant::Int(_) | Constant::Real(_) => Some(true),
        Constant::Text(_) => None,
    }
}

/// The value of a literal: bits, numbers, times in milliseconds.
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
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a longer time than any is the longest"
        )]
        return milliseconds(rest).map(|it| Constant::Int(it.round() as i64));
    }
    let digits = upper.rsplit('#').next()?.replace('_', "");
    digits.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+').then_some(())?;
    digits.parse().ok().map(Constant::real)
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
