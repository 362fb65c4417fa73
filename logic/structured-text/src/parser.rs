//! A place among the tokens, how deep it is, and how to get on behind what is not understood.

use crate::Span;
use crate::{Dialect, Expression, Statement, Token, TokenKind, Why, tokens};

/// Deeper nesting than any tool lets anybody write; each level takes stack.
const MAX_DEPTH: usize = 256;

/// The statements of a text, in order. Never fails; see [`Statement`].
pub fn parse(text: &str, dialect: Dialect) -> Vec<Statement> {
    parse_at(text, Span::new(0, text.len()), dialect)
}

/// The statements of a text, and where it does not follow the grammar, in the order of the text.
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

/// The statements of a part of a text; all spans are of the whole text.
pub fn parse_at(text: &str, part: Span, dialect: Dialect) -> Vec<Statement> {
    Parser::of_part(text, part, dialect).whole()
}

/// The condition that stands behind so many bytes of a text.
pub fn condition(text: &str, from: usize, dialect: Dialect) -> Expression {
    Parser::of_part(text, Span::new(from, text.len()), dialect).head(";")
}

/// The expression that a part of a text is; `None` where it is none.
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

/// A place where a text does not follow the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// The first token that does not belong there; empty at the end of the text.
    pub at: Span,
    /// The word or the sign that is missing before it, where it is known.
    pub missing: Option<&'static str>,
}

/// The result of a rule: what was read, or why it was not.
pub(crate) type Read<T> = Result<T, Why>;

/// A place among the tokens of a text.
pub(crate) struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) dialect: Dialect,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// The last token that was looked at since the statement or the condition began.
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

    /// Begins to note how far the next attempt reads.
    pub(crate) fn attempt(&mut self) {
        self.furthest = self.at;
    }

    /// Notes that the last attempt ended at the token that it could not read.
    pub(crate) fn failed(&mut self) {
        let end = self.text.len();
        let at = self.tokens.get(self.furthest).map_or(Span::new(end, end), |token| token.span);
        self.errors.push(SyntaxError { at, missing: None });
    }

    /// Notes that a word or a sign is missing before the next token.
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

    /// The text of the token so many behind the next one.
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

    /// Takes the next token.
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

    /// Takes the next token if it is this sign.
    pub(crate) fn eat(&mut self, sign: &str) -> bool {
        let seen = self.sees(sign);
        if seen {
            self.take();
        }
        seen
    }

    /// The next token if it must be this sign.
    pub(crate) fn expect(&mut self, sign: &str) -> Read<()> {
        if self.eat(sign) { Ok(()) } else { Err(Why::Syntax) }
    }

    /// Whether the next token is this word, in whatever case.
    pub(crate) fn sees_word(&self, word: &str) -> bool {
        self.kind() == Some(TokenKind::Word) && self.peek().eq_ignore_ascii_case(word)
    }

    /// Takes the next token if it is this word, in whatever case.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let seen = self.sees_word(word);
        if seen {
            self.take();
        }
        seen
    }

    /// Whether the next token follows the last one taken without a blank.
    pub(crate) fn is_adjacent(&self) -> bool {
        self.at > 0 && self.tokens[self.at - 1].span.end == self.span().start
    }

    /// Whether nothing stands between the next token and the one behind it.
    pub(crate) fn touches(&self) -> bool {
        let end = self.tokens.get(self.at).map(|token| token.span.end);
        end == self.tokens.get(self.at + 1).map(|token| token.span.start)
    }

    /// From here to the last token taken.
    pub(crate) fn since(&self, begin: Span) -> Span {
        let end = self.at.checked_sub(1).map_or(begin.end, |last| self.tokens[last].span.end);
        Span { start: begin.start, end: end.max(begin.start) }
    }

    /// Where among the tokens this is, to come back to.
    pub(crate) fn mark(&self) -> usize {
        self.at
    }

    /// Back to a mark.
    pub(crate) fn reset(&mut self, mark: usize) {
        self.at = mark;
    }

    /// One level deeper, unless that is too deep.
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
