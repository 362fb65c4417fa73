//! The ends of conditions and bodies.

use crate::Span;
use crate::{
    Dialect, Expression, ExpressionKind, Why,
    parser::{Parser, Read},
};

impl Parser<'_> {
    /// The condition of a `REPEAT`: `UNTIL x; END_REPEAT;` or `UNTIL x END_REPEAT;`
    pub(crate) fn until(&mut self) -> Expression {
        let errors = self.errors.len();
        let condition = self.head("END_REPEAT");
        if self.eat(";") && self.eat_word("END_REPEAT") {
            self.errors.truncate(errors);
        }
        self.eat(";");
        condition
    }

    /// An expression and the keyword after it. A text without an expression is opaque up to this
    /// keyword, or if it is missing, up to the end of the statement or the beginning of the next
    /// one.
    pub(crate) fn head(&mut self, word: &'static str) -> Expression {
        let (mark, begin) = (self.mark(), self.span());
        self.attempt();
        let read = self.expression();
        let is_end =
            |parser: &Self| parser.is_done() || parser.sees(";") || parser.is_statement_word();
        let why = match read {
            Ok(expression) if self.sees_word(word) || is_end(self) => {
                if !self.eat_word(word) {
                    self.lacks(word);
                }
                return expression;
            }
            Ok(_) => Why::Syntax,
            Err(why) => why,
        };
        self.failed();
        self.reset(mark);
        while !self.sees_word(word) && !is_end(self) {
            self.take();
        }
        let span = match self.mark() {
            now if now == mark => Span { start: begin.start, end: begin.start },
            _ => self.since(begin),
        };
        self.eat_word(word);
        Expression { span, kind: ExpressionKind::Opaque(why) }
    }

    /// The end of a body; if it is missing, the following text belongs to the enclosing body.
    pub(crate) fn end(&mut self, word: &'static str) {
        if !self.eat_word(word) {
            self.lacks(word);
        } else if !self.eat(";") && self.dialect != Dialect::Codesys {
            self.lacks(";");
        }
    }

    /// A semicolon; optional after the last statement of a body.
    pub(crate) fn expect_end(&mut self) -> Read<()> {
        if self.eat(";") {
            return Ok(());
        }
        if !self.is_done() && !self.is_divider() {
            return Err(Why::Syntax);
        }
        self.lacks(";");
        Ok(())
    }
}
