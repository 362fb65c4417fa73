//! The position of the parser, its nesting depth, and its recovery after errors.

use crate::Span;
use crate::{Dialect, Expression, Statement, Token, TokenKind, Why, tokens};

/// Maximum nesting, beyond that of any tool; each level needs stack.
const MAX_DEPTH: usize = 256;

/// The statements of a text, in order. Never fails; see [`Statement`].
pub fn parse(text: &str, dialect: Dialect) -> Vec<Statement> {
    parse_at(text, Span::new(0, text.len()), dialect)
}

/// The statements of a text, and its syntax errors, in the order of the text.
pub fn parse_strictly(text: &str, dialect: Dialect) -> (Vec<Statement>, Vec<SyntaxError>) {
    parse_part_strictly(text, Span::new(0, text.len()), dialect)
}

/// The same of a part of a text; all spans are of the whole text.
pub fn parse_part_strictly(
    text: &str,
    part: Span,
    dialect: Dialect,
) -> (Vec<Statement>, Vec<SyntaxError>) {
    let text = text.get(..part.range().end).unwrap_or(text);
    let mut parser = Parser::of_part(text, part, dialect);
    let statements = parser.whole();
    let mut errors = parser.errors;
    errors.sort_by_key(|error| error.at.start);
    (statements, errors)
}

/// The statements of a part of a text; all spans refer to the whole text.
pub fn parse_at(text: &str, part: Span, dialect: Dialect) -> Vec<Statement> {
    Parser::of_part(text, part, dialect).whole()
}

/// The condition that begins at this byte of a text.
pub fn condition(text: &str, from: usize, dialect: Dialect) -> Expression {
    Parser::of_part(text, Span::new(from, text.len()), dialect).head(";")
}

/// The expression in a part of a text; `None` if it is not an expression.
pub fn parse_operand(text: &str, span: Span, dialect: Dialect) -> Option<Expression> {
    let moved = |token: Token| {
        let range = token.span.range();
        let start = span.start as usize;
        Token { span: Span::new(start + range.start, start + range.end), ..token }
    };
    let tokens = tokens(text.get(span.range())?, dialect).into_iter();
    let tokens = tokens.filter(|token| !token.kind.is_trivia()).map(moved).collect();
    let mut parser = Parser::of_tokens(text, dialect, tokens);
    let expression = parser.expression().ok()?;
    parser.is_done().then_some(expression)
}

/// A syntax error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// The first unexpected token; empty at the end of the text.
    pub at: Span,
    /// The missing keyword or sign before it, if known.
    pub missing: Option<&'static str>,
}

/// The result of a rule: the parsed element, or the reason of the failure.
pub(crate) type Read<T> = Result<T, Why>;

/// A position among the tokens of a text.
pub(crate) struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) dialect: Dialect,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// The furthest token that was read since the beginning of the statement or the condition.
    furthest: usize,
    pub(crate) errors: Vec<SyntaxError>,
}

impl<'a> Parser<'a> {
    fn of_part(text: &'a str, part: Span, dialect: Dialect) -> Self {
        let slice = text.get(part.range()).unwrap_or_default();
        let tokens = tokens(slice, dialect).into_iter().filter(|token| !token.kind.is_trivia());
        let tokens = tokens.map(|token| Token { span: token.span.behind(part.start), ..token });
        Self::of_tokens(text, dialect, tokens.collect())
    }

    fn of_tokens(text: &'a str, dialect: Dialect, tokens: Vec<Token>) -> Self {
        Self { text, dialect, tokens, at: 0, depth: 0, furthest: 0, errors: Vec::new() }
    }

    /// Begins an attempt, which records how far it reads.
    pub(crate) fn attempt(&mut self) {
        self.furthest = self.at;
    }

    /// Records that the last attempt failed at the token that it could not read.
    pub(crate) fn failed(&mut self) {
        let end = self.text.len();
        let at = self.tokens.get(self.furthest).map_or(Span::new(end, end), |token| token.span);
        self.errors.push(SyntaxError { at, missing: None });
    }

    /// Records that a keyword or a sign is missing before the next token.
    pub(crate) fn lacks(&mut self, missing: &'static str) {
        let at = self.span();
        self.errors.push(SyntaxError { at, missing: Some(missing) });
    }

    pub(crate) fn kind(&self) -> Option<TokenKind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    /// The next token's text; empty at the end.
    pub(crate) fn peek(&self) -> &'a str {
        self.peek_at(0)
    }

    /// The text of the token that is this number of tokens after the next one.
    pub(crate) fn peek_at(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| self.slice(token.span))
    }

    pub(crate) fn kind_at(&self, ahead: usize) -> Option<TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    /// The next token's span; empty at the end of the text.
    pub(crate) fn span(&self) -> Span {
        let end = self.text.len();
        self.tokens.get(self.at).map_or(Span::new(end, end), |token| token.span)
    }

    pub(crate) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Consumes the next token.
    pub(crate) fn take(&mut self) -> Span {
        let span = self.span();
        self.at = (self.at + 1).min(self.tokens.len());
        self.furthest = self.furthest.max(self.at);
        span
    }

    pub(crate) fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Whether the next token is this sign.
    pub(crate) fn sees(&self, sign: &str) -> bool {
        self.kind() == Some(TokenKind::Sign) && self.peek() == sign
    }

    /// Consumes the next token if it is this sign.
    pub(crate) fn eat(&mut self, sign: &str) -> bool {
        let seen = self.sees(sign);
        if seen {
            self.take();
        }
        seen
    }

    /// Consumes the next token, which must be this sign.
    pub(crate) fn expect(&mut self, sign: &str) -> Read<()> {
        if self.eat(sign) { Ok(()) } else { Err(Why::Syntax) }
    }

    /// Whether the next token is this word, in any case.
    pub(crate) fn sees_word(&self, word: &str) -> bool {
        self.kind() == Some(TokenKind::Word) && self.peek().eq_ignore_ascii_case(word)
    }

    /// Consumes the next token if it is this word, in any case.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let seen = self.sees_word(word);
        if seen {
            self.take();
        }
        seen
    }

    /// Whether the next token directly follows the last consumed one.
    pub(crate) fn is_adjacent(&self) -> bool {
        self.at > 0 && self.tokens[self.at - 1].span.end == self.span().start
    }

    /// Whether the token after the next one directly follows it.
    pub(crate) fn is_next_adjacent(&self) -> bool {
        let end = self.tokens.get(self.at).map(|token| token.span.end);
        end == self.tokens.get(self.at + 1).map(|token| token.span.start)
    }

    /// The span from `begin` to the last consumed token.
    pub(crate) fn since(&self, begin: Span) -> Span {
        let end = self.at.checked_sub(1).map_or(begin.end, |last| self.tokens[last].span.end);
        Span { start: begin.start, end: end.max(begin.start) }
    }

    /// The current position, for `reset`.
    pub(crate) fn mark(&self) -> usize {
        self.at
    }

    /// Returns to a position.
    pub(crate) fn reset(&mut self, mark: usize) {
        self.at = mark;
    }

    /// Parses one level deeper, unless the nesting is too deep.
    pub(crate) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Why::Depth);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
