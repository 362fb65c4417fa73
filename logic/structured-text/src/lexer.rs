//! Splits characters into tokens that cover the text without gaps.

use crate::{Dialect, Span, comment_end, ends::end_of, is_word, literal, pragma_end, quoted_end};

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its location.
    pub span: Span,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Blanks and line ends.
    Blank,
    /// A comment, or a line that begins or ends a region.
    Comment,
    /// A pragma in braces.
    Pragma,
    /// A name or a keyword; in Logix with its colons.
    Word,
    /// A name in double quotes, including the quotes (Siemens).
    Quoted,
    /// A value: number, text, time, typed literal.
    Literal,
    /// Text that begins with `%`: an address, a slice.
    Direct,
    /// An operator, a bracket, or any other character.
    Sign,
}

impl TokenKind {
    /// Whether it has no meaning for the parser: blank, comment, pragma.
    pub fn is_trivia(self) -> bool {
        matches!(self, Self::Blank | Self::Comment | Self::Pragma)
    }
}

/// The tokens of a text, in order; they cover the whole text.
pub fn tokens(text: &str, dialect: Dialect) -> Vec<Token> {
    let mut lexer = Lexer { text, dialect, at: 0, nests: dialect == Dialect::Codesys, line: true };
    let mut tokens = Vec::new();
    let (mut after_dot, mut after_operand) = (false, false);
    while let Some(char) = lexer.rest().chars().next() {
        let start = lexer.at;
        // `.5` is a number where no operand precedes whose part it could be.
        let is_fraction = dialect == Dialect::Logix && !after_operand && is_fraction(lexer.rest());
        let kind = if is_fraction { lexer.number() } else { lexer.take(char, after_dot) };
        let text = &text[start..lexer.at];
        if !kind.is_trivia() {
            after_dot = text == ".";
            after_operand = kind != TokenKind::Sign || matches!(text, "]" | ")");
            lexer.line = false;
        } else if text.contains('\n') {
            lexer.line = true;
        }
        tokens.push(Token { kind, span: Span::new(start, lexer.at) });
    }
    tokens
}

struct Lexer<'a> {
    text: &'a str,
    dialect: Dialect,
    at: usize,
    /// Whether comments nest; false after the first one that can only end without nesting.
    nests: bool,
    /// Whether only blanks and comments precede on this line.
    line: bool,
}

/// The longest first, because some are the beginning of others.
const SIGNS: [&str; 16] = [
    "[:=]", ":=", "=>", "+=", "-=", "*=", "/=", "?=", "<>", "<=", ">=", "**", "..", "&&", "||",
    "==",
];

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads the token that begins with this character.
    fn take(&mut self, char: char, after_dot: bool) -> TokenKind {
        let rest = self.rest();
        let (kind, length) = match char {
            _ if char.is_whitespace() || char == '\u{feff}' => {
                let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
                (TokenKind::Blank, end_of(rest, blank))
            }
            '/' if rest.starts_with("//") => (TokenKind::Comment, line_end(rest)),
            '(' if rest.starts_with("(*") => {
                (TokenKind::Comment, comment_end(rest, "(*", "*)", &mut self.nests))
            }
            // SCL comments in several languages.
            '(' if rest.starts_with("(/*") && self.dialect == Dialect::Siemens => {
                (TokenKind::Comment, rest.find("*/)").map_or(rest.len(), |end| end + 3))
            }
            '/' if rest.starts_with("/*") => {
                (TokenKind::Comment, comment_end(rest, "/*", "*/", &mut self.nests))
            }
            '{' if self.dialect != Dialect::Logix => (TokenKind::Pragma, pragma_end(rest, true)),
            '#' if self.line && self.dialect == Dialect::Logix && is_region(&rest[1..]) => {
                (TokenKind::Comment, line_end(rest))
            }
            '"' if self.dialect == Dialect::Siemens => {
                (TokenKind::Quoted, quoted_end(rest, '"', false))
            }
            '"' if self.dialect == Dialect::Codesys => {
                (TokenKind::Literal, quoted_end(rest, '"', true))
            }
            '\'' => (TokenKind::Literal, quoted_end(rest, '\'', true)),
            '%' => match literal::direct_end(rest) {
                1 => (TokenKind::Sign, 1),
                end => (TokenKind::Direct, end),
            },
            // The number of a bit: no fraction follows.
            '0'..='9' if after_dot => {
                (TokenKind::Literal, end_of(rest, |c| c.is_ascii_digit() || c == '_'))
            }
            '0'..='9' => (TokenKind::Literal, literal::number_end(rest)),
            _ if is_word(char) => self.word(after_dot),
            _ => {
                let sign = SIGNS.iter().find(|sign| {
                    (**sign != "[:=]" || self.dialect == Dialect::Logix) && rest.starts_with(**sign)
                });
                (TokenKind::Sign, sign.map_or(char.len_utf8(), |sign| sign.len()))
            }
        };
        self.at += length;
        kind
    }

    fn number(&mut self) -> TokenKind {
        self.at += literal::number_end(self.rest());
        TokenKind::Literal
    }

    fn word(&self, after_dot: bool) -> (TokenKind, usize) {
        let rest = self.rest();
        let end = end_of(rest, is_word);
        if self.dialect == Dialect::Siemens && self.line && is_region(&rest[..end]) {
            return (TokenKind::Comment, line_end(rest));
        }
        match literal::typed_end(rest, end) {
            Some(end) if !after_dot => (TokenKind::Literal, end),
            _ if self.dialect == Dialect::Logix && !after_dot => {
                (TokenKind::Word, with_colons(rest, end))
            }
            _ => (TokenKind::Word, end),
        }
    }
}

fn is_fraction(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()))
}

fn line_end(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

fn is_region(text: &str) -> bool {
    let word = &text[..end_of(text, is_word)];
    ["region", "endregion", "end_region"].iter().any(|it| word.eq_ignore_ascii_case(it))
}

/// `Local:1:I`: a colon before a name character belongs to the name; that of `:=` does not.
fn with_colons(text: &str, mut end: usize) -> usize {
    while let Some(behind) = text[end..].strip_prefix(':') {
        let length = end_of(behind, is_word);
        if length == 0 {
            break;
        }
        end += 1 + length;
    }
    end
}
