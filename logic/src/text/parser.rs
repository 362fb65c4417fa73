//! A place among the tokens, how deep it is, and how to get on behind what is not understood.

use super::{Dialect, Expression, Statement, Token, TokenKind, Why, tokens};
use crate::Span;

/// Deeper nesting than any tool lets anybody write; each level takes stack.
const MAX_DEPTH: usize = 256;

/// The statements of a text, in order. Never fails; see [`Statement`].
pub fn parse(text: &str, dialect: Dialect) -> Vec<Statement> {
    parse_at(text, Span::new(0, text.len()), dialect)
}

/// The statements of a part of a text; all spans are of the whole text.
pub(super) fn parse_at(text: &str, part: Span, dialect: Dialect) -> Vec<Statement> {
    Parser::of_part(text, part, dialect).whole()
}

/// The condition that stands behind so many bytes of a text.
pub(super) fn condition(text: &str, from: usize, dialect: Dialect) -> Expression {
    Parser::of_part(text, Span::new(from, text.len()), dialect).head(";")
}

/// The expression that a part of a text is; `None` where it is none.
pub(super) fn parse_operand(text: &str, span: Span, dialect: Dialect) -> Option<Expression> {
    let moved = |token: Token| {
        let range = token.span.range();
        let start = span.start as usize;
        Token { span: Span::new(start + range.start, start + range.end), ..token }
    };
    let tokens = tokens(text.get(span.range())?, dialect).into_iter();
    let tokens = tokens.filter(|token| !token.kind.is_trivia()).map(moved).collect();
    let mut parser = Parser { text, dialect, tokens, at: 0, depth: 0 };
    let expression = parser.expression().ok()?;
    parser.is_done().then_some(expression)
}

/// The result of a rule: what was read, or why it was not.
pub(super) type Read<T> = Result<T, Why>;

/// A place among the tokens of a text.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) dialect: Dialect,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn of_part(text: &'a str, part: Span, dialect: Dialect) -> Self {
        let slice = text.get(part.range()).unwrap_or_default();
        let tokens = tokens(slice, dialect).into_iter().filter(|token| !token.kind.is_trivia());
        let tokens = tokens.map(|token| Token { span: token.span.behind(part.start), ..token });
        Self { text, dialect, tokens: tokens.collect(), at: 0, depth: 0 }
    }

    pub(super) fn kind(&self) -> Option<TokenKind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    /// The next token's text; empty at the end.
    pub(super) fn peek(&self) -> &'a str {
        self.peek_at(0)
    }

    /// The text of the token so many behind the next one.
    pub(super) fn peek_at(&self, ahead: usize) -> &'a str {
        self.tokens.get(self.at + ahead).map_or("", |token| self.slice(token.span))
    }

    pub(super) fn kind_at(&self, ahead: usize) -> Option<TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    /// The next token's span; empty at the end of the text.
    pub(super) fn span(&self) -> Span {
        let end = self.text.len();
        self.tokens.get(self.at).map_or(Span::new(end, end), |token| token.span)
    }

    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) -> Span {
        let span = self.span();
        self.at = (self.at + 1).min(self.tokens.len());
        span
    }

    pub(super) fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Whether the next token is this sign.
    pub(super) fn sees(&self, sign: &str) -> bool {
        self.kind() == Some(TokenKind::Sign) && self.peek() == sign
    }

    /// Takes the next token if it is this sign.
    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let seen = self.sees(sign);
        if seen {
            self.take();
        }
        seen
    }

    /// The next token if it must be this sign.
    pub(super) fn expect(&mut self, sign: &str) -> Read<()> {
        if self.eat(sign) { Ok(()) } else { Err(Why::Syntax) }
    }

    /// Whether the next token is this word, in whatever case.
    pub(super) fn sees_word(&self, word: &str) -> bool {
        self.kind() == Some(TokenKind::Word) && self.peek().eq_ignore_ascii_case(word)
    }

    /// Takes the next token if it is this word, in whatever case.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let seen = self.sees_word(word);
        if seen {
            self.take();
        }
        seen
    }

    /// Whether the next token follows the last one taken without a blank.
    pub(super) fn is_adjacent(&self) -> bool {
        self.at > 0 && self.tokens[self.at - 1].span.end == self.span().start
    }

    /// Whether nothing stands between the next token and the one behind it.
    pub(super) fn touches(&self) -> bool {
        let end = self.tokens.get(self.at).map(|token| token.span.end);
        end == self.tokens.get(self.at + 1).map(|token| token.span.start)
    }

    /// From here to the last token taken.
    pub(super) fn since(&self, begin: Span) -> Span {
        let end = self.at.checked_sub(1).map_or(begin.end, |last| self.tokens[last].span.end);
        Span { start: begin.start, end: end.max(begin.start) }
    }

    /// Where among the tokens this is, to come back to.
    pub(super) fn mark(&self) -> usize {
        self.at
    }

    /// Back to a mark.
    pub(super) fn reset(&mut self, mark: usize) {
        self.at = mark;
    }

    /// One level deeper, unless that is too deep.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Why::Depth);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
