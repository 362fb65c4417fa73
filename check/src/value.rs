//! The types of expressions.

use tagbridge_structured_text::{Expression, ExpressionKind, Operator, Sign};

use crate::{
    checker::Unit,
    diagnostic::Problem,
    types::{Class, Elementary, Type, elementary},
};

impl<'a> Unit<'_, 'a> {
    /// The type of an expression. Reports operators that do not take their operands.
    pub(crate) fn value(&mut self, of: &Expression) -> Type<'a> {
        match &of.kind {
            ExpressionKind::Literal => self.literal(of),
            ExpressionKind::Operand(operand) => self.operand(operand),
            ExpressionKind::Group(inner) => self.value(inner),
            ExpressionKind::Unary(sign, inner) => self.unary(*sign, inner),
            ExpressionKind::Chain(first, rest) => self.chain(first, rest),
            ExpressionKind::Values(values) => {
                for value in values {
                    self.value(value);
                }
                Type::Unknown
            }
            ExpressionKind::Opaque(_) => Type::Unknown,
        }
    }

    /// The whole number that an expression is.
    pub(crate) fn constant(&self, of: &Expression) -> Option<i128> {
        match &of.kind {
            ExpressionKind::Literal => whole(self.slice(of.span)),
            ExpressionKind::Group(inner) | ExpressionKind::Unary(Sign::Plus, inner) => {
                self.constant(inner)
            }
            ExpressionKind::Unary(Sign::Minus, inner) => self.constant(inner).map(|it| -it),
            _ => None,
        }
    }

    fn literal(&mut self, of: &Expression) -> Type<'a> {
        let text = self.slice(of.span);
        let found = literal(text);
        if let Some((kind, _)) = text.split_once('#')
            && let (Some(to), Some(value)) = (elementary(kind), whole(text))
            && let Some((low, high)) = to.range()
        {
            // Hexadecimal digits fill the bits of a number with a sign.
            let all = high - low;
            if value > all || value < low {
                self.error(
                    of.span,
                    Problem::TooLarge { value: text.to_owned(), of: to.name.to_owned() },
                );
            }
        }
        match found {
            Type::Unknown => {
                let of = self.checker.enumeration_of(&text.replacen('#', ".", 1));
                of.map_or(Type::Unknown, Type::Enumeration)
            }
            found => found,
        }
    }

    fn unary(&mut self, sign: Sign, inner: &Expression) -> Type<'a> {
        let of = self.value(inner);
        let is_allowed = match sign {
            Sign::Not => of.may_be_bit() || of.may_be_whole(),
            Sign::Minus | Sign::Plus => of.may_be_number() || is_time(&of),
        };
        if !is_allowed && !matches!(of, Type::Declared(_)) {
            let operator = match sign {
                Sign::Not => "NOT",
                Sign::Minus => "-",
                Sign::Plus => "+",
            };
            self.error(
                inner.span,
                Problem::Operator { operator: operator.to_owned(), of: of.shown() },
            );
        }
        match of {
            Type::Whole(value) if sign == Sign::Minus => Type::Whole(value.map(|it| -it)),
            of => of,
        }
    }

    fn chain(&mut self, first: &Expression, rest: &[(Operator, Expression)]) -> Type<'a> {
        let mut left = self.value(first);
        let mut left_at = first;
        for (operator, right_at) in rest {
            let right = self.value(right_at);
            left = self.joined(*operator, (left, left_at), (right, right_at));
            left_at = right_at;
        }
        left
    }

    /// Two values with an operator between them.
    fn joined(
        &mut self,
        operator: Operator,
        (left, left_at): (Type<'a>, &Expression),
        (right, right_at): (Type<'a>, &Expression),
    ) -> Type<'a> {
        use Operator as O;
        let sign = sign(operator);
        let bit = elementary("BOOL").map_or(Type::Unknown, Type::Elementary);
        match operator {
            O::Or | O::OrElse | O::Xor | O::And | O::AndThen => {
                for (of, at) in [(&left, left_at), (&right, right_at)] {
                    if !of.may_be_bit() && !of.may_be_whole() && !is_open(of) {
                        self.error(
                            at.span,
                            Problem::Operator { operator: sign.to_owned(), of: of.shown() },
                        );
                        return Type::Unknown;
                    }
                }
                let (a, b) = (left.elementary(), right.elementary());
                if let (Some(a), Some(b)) = (a, b)
                    && (a.class == Class::Bit) != (b.class == Class::Bit)
                {
                    self.operators(operator, right_at, &left, &right);
                    return Type::Unknown;
                }
                wider(left, right)
            }
            O::Equal | O::Unequal | O::Less | O::LessEqual | O::Greater | O::GreaterEqual => {
                if !comparable(&left, &right) {
                    self.operators(operator, right_at, &left, &right);
                }
                bit
            }
            O::Add
            | O::Subtract
            | O::Multiply
            | O::Divide
            | O::IntegerDivide
            | O::Modulo
            | O::Power => {
                for (of, at) in [(&left, left_at), (&right, right_at)] {
                    if !(of.may_be_number() || is_time(of) || is_open(of)) {
                        self.error(
                            at.span,
                            Problem::Operator { operator: sign.to_owned(), of: of.shown() },
                        );
                        return Type::Unknown;
                    }
                }
                match (operator, is_time(&left), is_time(&right)) {
                    // What dates and times give together depends on the platform.
                    (O::Power, ..) | (_, true, _) | (_, _, true) => Type::Unknown,
                    _ => wider(left, right),
                }
            }
        }
    }

    fn operators(
        &mut self,
        operator: Operator,
        at: &Expression,
        left: &Type<'_>,
        right: &Type<'_>,
    ) {
        let operator = sign(operator).to_owned();
        self.error(
            at.span,
            Problem::Operators { operator, left: left.shown(), right: right.shown() },
        );
    }
}

fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::Or => "OR",
        Operator::OrElse => "OR_ELSE",
        Operator::Xor => "XOR",
        Operator::And => "AND",
        Operator::AndThen => "AND_THEN",
        Operator::Equal => "=",
        Operator::Unequal => "<>",
        Operator::Less => "<",
        Operator::LessEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterEqual => ">=",
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::IntegerDivide => "DIV",
        Operator::Modulo => "MOD",
        Operator::Power => "**",
    }
}

fn is_time(of: &Type<'_>) -> bool {
    of.elementary().is_some_and(|it| matches!(it.class, Class::Time | Class::Date))
}

/// Pointers and other types that the table does not have.
fn is_open(of: &Type<'_>) -> bool {
    match of {
        Type::Declared(kind) => {
            let upper = kind.name.to_ascii_uppercase();
            kind.dimensions.is_empty()
                && kind.members.is_empty()
                && ["POINTER", "REF", "ANY", "VARIANT", "DT", "__", "XINT", "UXINT"]
                    .iter()
                    .any(|it| upper.starts_with(it))
        }
        _ => false,
    }
}

/// Whether two values may be compared.
fn comparable(left: &Type<'_>, right: &Type<'_>) -> bool {
    let text = |of: &Type<'_>| match of {
        Type::Literal(_) => true,
        Type::Elementary(it) => matches!(it.class, Class::Text | Class::Char),
        _ => false,
    };
    let group = |it: Elementary| match it.class {
        Class::Bit => 0,
        Class::Bits | Class::Signed | Class::Unsigned | Class::Real => 1,
        Class::Time => 2,
        Class::Date => 3,
        Class::Char | Class::Text => 4,
    };
    match (left, right) {
        (Type::Unknown | Type::Declared(_), _) | (_, Type::Unknown | Type::Declared(_)) => true,
        _ if text(left) && text(right) => true,
        _ if text(left) || text(right) => {
            // A character is compared with its code.
            let is_char = |of: &Type<'_>| match of {
                Type::Elementary(it) => matches!(it.class, Class::Char | Class::Bits),
                Type::Literal(length) => *length <= 1,
                _ => false,
            };
            is_char(left) && is_char(right)
        }
        (Type::Elementary(a), Type::Elementary(b)) => {
            let time = [a, b].iter().any(|it| matches!(it.class, Class::Time | Class::Date));
            group(*a) == group(*b) || time && (a.is_whole() || b.is_whole())
        }
        (Type::Elementary(it), Type::Whole(value)) | (Type::Whole(value), Type::Elementary(it)) => {
            it.is_number()
                || it.class == Class::Time
                || it.class == Class::Bit && value.is_none_or(|it| it == 0 || it == 1)
        }
        (Type::Elementary(it), Type::Fraction) | (Type::Fraction, Type::Elementary(it)) => {
            it.is_number()
        }
        (Type::Elementary(it), Type::Enumeration(_))
        | (Type::Enumeration(_), Type::Elementary(it)) => it.is_number(),
        _ => true,
    }
}

/// The wider of two types.
fn wider<'a>(left: Type<'a>, right: Type<'a>) -> Type<'a> {
    match (left, right) {
        (Type::Elementary(a), Type::Elementary(b)) => {
            let rank = |it: Elementary| (it.class == Class::Real, it.bits);
            // Of two classes of whole numbers the platforms choose differently.
            if a.class != b.class && a.class != Class::Real && b.class != Class::Real {
                return Type::Unknown;
            }
            Type::Elementary(if rank(b) > rank(a) { b } else { a })
        }
        (Type::Elementary(it), Type::Whole(_)) | (Type::Whole(_), Type::Elementary(it)) => {
            Type::Elementary(it)
        }
        (Type::Elementary(it), Type::Fraction) | (Type::Fraction, Type::Elementary(it))
            if it.class == Class::Real =>
        {
            Type::Elementary(it)
        }
        (Type::Whole(_) | Type::Fraction, Type::Fraction) | (Type::Fraction, Type::Whole(_)) => {
            Type::Fraction
        }
        (Type::Whole(_), Type::Whole(_)) => Type::Whole(None),
        _ => Type::Unknown,
    }
}

/// The type of a literal: `5`, `1.5`, `16#FF`, `T#5s`, `INT#3`, `'text'`.
pub(crate) fn literal<'a>(text: &str) -> Type<'a> {
    let upper = text.to_ascii_uppercase();
    let named = |name: &str| elementary(name).map_or(Type::Unknown, Type::Elementary);
    if upper == "TRUE" || upper == "FALSE" {
        return named("BOOL");
    }
    if let Some(inner) = text.strip_prefix(['\'', '"']) {
        return Type::Literal(inner.chars().count().saturating_sub(1));
    }
    match upper.split_once('#') {
        Some(("T", _)) => named("TIME"),
        Some(("LT", _)) => named("LTIME"),
        Some(("S5T", _)) => named("S5TIME"),
        Some(("D", _)) => named("DATE"),
        Some(("B", _)) => named("BYTE"),
        Some(("W" | "C", _)) => named("WORD"),
        Some(("DW", _)) => named("DWORD"),
        Some(("L", _)) => named("DINT"),
        Some((base, _)) if base.starts_with(|it: char| it.is_ascii_digit()) => {
            Type::Whole(whole(text))
        }
        Some((kind, _)) => named(kind),
        None if upper.contains(['.', 'E']) => Type::Fraction,
        None => Type::Whole(whole(text)),
    }
}

/// The whole number that a literal is.
pub(crate) fn whole(text: &str) -> Option<i128> {
    let digits = text.replace('_', "");
    let mut parts = digits.rsplit('#');
    let last = parts.next()?;
    let base = match parts.next() {
        Some("2") => 2,
        Some("8") => 8,
        Some("16") => 16,
        _ => 10,
    };
    i128::from_str_radix(last, base).ok()
}
