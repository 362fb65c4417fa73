//! Splits text into tokens.

use tagbridge_structured_text::{comment_end, is_word, pragma_end, quoted_end};

use super::Dialect;

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// Letters, digits and `_`: names, keywords, parts of numbers.
    Word(&'a str),
    /// Text in double quotes, without them: a name (Siemens) or a wide string (CODESYS).
    Quoted(&'a str),
    /// Text in single quotes, with them.
    Text(&'a str),
    /// Text in braces, without them.
    Pragma(&'a str),
    /// `:=`, `=>`, `..`, or any other single character.
    Sign(&'a str),
}

/// A comment, with its lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comment<'a> {
    pub(super) text: &'a str,
    pub(super) line: u32,
    pub(super) end_line: u32,
}

/// A piece of text.
pub(super) enum Piece<'a> {
    Blank,
    Comment(&'a str),
    Token(Token<'a>),
}

/// Returns the first piece of `text` and its length in bytes, never 0; `None` at the end. `nests`
/// is whether comments are nested; it becomes false at the first comment that is only valid without
/// nesting.
pub(super) fn first<'a>(
    text: &'a str,
    dialect: Dialect,
    nests: &mut bool,
) -> Option<(Piece<'a>, usize)> {
    let char = text.chars().next()?;
    let piece = match char {
        '\u{feff}' => (Piece::Blank, char.len_utf8()),
        _ if char.is_whitespace() => {
            let end = text.find(|c: char| !c.is_whitespace()).unwrap_or(text.len());
            (Piece::Blank, end)
        }
        '/' if text.starts_with("//") => {
            let end = text.find('\n').unwrap_or(text.len());
            (Piece::Comment(&text[2..end]), end)
        }
        '(' if text.starts_with("(*") => block_comment(text, "(*", "*)", nests),
        '/' if text.starts_with("/*") => block_comment(text, "/*", "*/", nests),
        '{' => pragma(text, dialect),
        '"' => {
            let end = quoted_end(text, '"', dialect == Dialect::Codesys);
            (Piece::Token(Token::Quoted(text[1..end].trim_end_matches('"'))), end)
        }
        '\'' => {
            let end = quoted_end(text, '\'', true);
            (Piece::Token(Token::Text(&text[..end])), end)
        }
        _ if is_word(char) => {
            let end = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
            (Piece::Token(Token::Word(&text[..end])), end)
        }
        _ => {
            let two = [":=", "=>", ".."].into_iter().any(|sign| text.starts_with(sign));
            let end = if two { 2 } else { char.len_utf8() };
            (Piece::Token(Token::Sign(&text[..end])), end)
        }
    };
    Some(piece)
}

/// A block comment. Comments are nested in CODESYS, but not in SCL.
fn block_comment<'a>(
    text: &'a str,
    open: &str,
    close: &str,
    nests: &mut bool,
) -> (Piece<'a>, usize) {
    let end = comment_end(text, open, close, nests);
    (Piece::Comment(inside(text, end, close, 2)), end)
}

fn pragma(text: &str, dialect: Dialect) -> (Piece<'_>, usize) {
    let end = pragma_end(text, dialect == Dialect::Codesys);
    (Piece::Token(Token::Pragma(inside(text, end, "}", 1))), end)
}

/// The text after the first `open` bytes and before the closing sign, if there is one.
fn inside<'a>(text: &'a str, end: usize, close: &str, open: usize) -> &'a str {
    let content = &text[open..end];
    content.strip_suffix(close).unwrap_or(content)
}
