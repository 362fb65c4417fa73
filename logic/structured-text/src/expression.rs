//! Expressions: operators by precedence, from left to right.
//!
//! `**`, then the prefix operators (`NOT`, `-`), then `* / MOD`, `+ -`, `< > <= >=`, `= <>`, `AND`,
//! `XOR`, `OR`: the same in all three dialects (IEC 61131-3 table 52; 1756-PM007, order of
//! execution).

use crate::Span;
use crate::{
    Expression, ExpressionKind, Operator, Sign, TokenKind,
    parser::{Parser, Read},
};

/// The lowest precedence.
const LOWEST: u8 = 1;

/// The precedence of prefix operators.
const UNARY: u8 = 8;

impl Parser<'_> {
    /// An expression, one level deeper.
    pub(crate) fn expression(&mut self) -> Read<Expression> {
        self.deeper(|parser| {
            let first = parser.unary()?;
            parser.chain(first, LOWEST)
        })
    }

    /// The operators of this or a higher precedence after a first expression.
    fn chain(&mut self, mut left: Expression, lowest: u8) -> Read<Expression> {
        let mut chained = u8::MAX;
        while let Some((operator, rank)) = self.operator()
            && rank >= lowest
        {
            self.take();
            let mut right = self.unary()?;
            if self.operator().is_some_and(|(_, next)| next > rank) {
                right = self.deeper(|parser| parser.chain(right, rank + 1))?;
            }
            let span = Span { start: left.span.start, end: right.span.end };
            left = match left.kind {
                ExpressionKind::Chain(first, mut rest) if chained == rank => {
                    rest.push((operator, right));
                    Expression { span, kind: ExpressionKind::Chain(first, rest) }
                }
                _ => {
                    let rest = vec![(operator, right)];
                    Expression { span, kind: ExpressionKind::Chain(Box::new(left), rest) }
                }
            };
            chained = rank;
        }
        Ok(left)
    }

    fn operator(&self) -> Option<(Operator, u8)> {
        let text = self.peek();
        let found = match self.kind()? {
            TokenKind::Sign => match text {
                "||" => (Operator::OrElse, 1),
                "&" => (Operator::And, 3),
                "&&" => (Operator::AndThen, 3),
                "=" | "==" => (Operator::Equal, 4),
                "<>" => (Operator::Unequal, 4),
                "<" => (Operator::Less, 5),
                "<=" => (Operator::LessEqual, 5),
                ">" => (Operator::Greater, 5),
                ">=" => (Operator::GreaterEqual, 5),
                "+" => (Operator::Add, 6),
                "-" => (Operator::Subtract, 6),
                "*" => (Operator::Multiply, 7),
                "/" => (Operator::Divide, 7),
                "**" => (Operator::Power, 9),
                _ => return None,
            },
            TokenKind::Word => match text.to_ascii_uppercase().as_str() {
                "OR" => (Operator::Or, 1),
                "OR_ELSE" => (Operator::OrElse, 1),
                "XOR" => (Operator::Xor, 2),
                "AND" => (Operator::And, 3),
                "AND_THEN" => (Operator::AndThen, 3),
                "DIV" => (Operator::IntegerDivide, 7),
                "MOD" => (Operator::Modulo, 7),
                _ => return None,
            },
            _ => return None,
        };
        Some(found)
    }

    fn unary(&mut self) -> Read<Expression> {
        let sign = match (self.kind(), self.peek()) {
            (Some(TokenKind::Sign), "-") => Sign::Minus,
            (Some(TokenKind::Sign), "+") => Sign::Plus,
            (Some(TokenKind::Word), word) if word.eq_ignore_ascii_case("NOT") => Sign::Not,
            _ => return self.primary(),
        };
        let begin = self.take();
        self.deeper(|parser| {
            let of = parser.unary()?;
            let of = parser.chain(of, UNARY)?;
            let span = parser.since(begin);
            Ok(Expression { span, kind: ExpressionKind::Unary(sign, Box::new(of)) })
        })
    }

    fn primary(&mut self) -> Read<Expression> {
        let begin = self.span();
        let is_value =
            |word: &str| ["TRUE", "FALSE"].iter().any(|it| it.eq_ignore_ascii_case(word));
        let kind = match (self.kind(), self.peek()) {
            (Some(TokenKind::Literal), _) => {
                self.take();
                // `2(0)`: a repeated value of an array.
                if self.sees("(") {
                    self.take();
                    ExpressionKind::Values(self.values(")")?)
                } else {
                    ExpressionKind::Literal
                }
            }
            (Some(TokenKind::Word), word) if is_value(word) => {
                self.take();
                ExpressionKind::Literal
            }
            (Some(TokenKind::Sign), "(") => {
                self.take();
                self.group()?
            }
            (Some(TokenKind::Sign), "[") => {
                self.take();
                ExpressionKind::Values(self.values("]")?)
            }
            _ => ExpressionKind::Operand(self.operand()?),
        };
        Ok(Expression { span: self.since(begin), kind })
    }

    /// After `(`: an expression, or the values of a structure.
    fn group(&mut self) -> Read<ExpressionKind> {
        if self.kind() == Some(TokenKind::Word) && self.peek_at(1) == ":=" {
            return Ok(ExpressionKind::Values(self.values(")")?));
        }
        let inner = self.expression()?;
        self.expect(")")?;
        Ok(ExpressionKind::Group(Box::new(inner)))
    }

    /// Values up to a bracket, with or without names.
    fn values(&mut self, end: &str) -> Read<Vec<Expression>> {
        let mut values = Vec::new();
        loop {
            if self.eat(end) {
                return Ok(values);
            }
            if self.kind() == Some(TokenKind::Word) && self.peek_at(1) == ":=" {
                self.take();
                self.take();
            }
            values.push(self.expression()?);
            if !self.eat(",") {
                self.expect(end)?;
                return Ok(values);
            }
        }
    }
}
