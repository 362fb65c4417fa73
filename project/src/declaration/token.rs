//! From characters to tokens.

use super::Dialect;

/// The smallest thing that has a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// Letters, digits and `_`: names, keywords, parts of numbers.
    Word(&'a str),
    /// Between double quotes, without them: a name (Siemens) or wide text (CODESYS).
    Quoted(&'a str),
    /// Between single quotes, with them.
    Text(&'a str),
    /// Between braces, without them.
    Pragma(&'a str),
    /// `:=`, `=>`, `..`, or any other single character.
    Sign(&'a str),
}

/// A comment, with the lines that it covers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comment<'a> {
    pub(super) text: &'a str,
    pub(super) line: u32,
    pub(super) end_line: u32,
}

/// What stands at the beginning of a text.
pub(super) enum Piece<'a> {
    Blank,
    Comment(&'a str),
    Token(Token<'a>),
}

/// The first piece of `text` and its length in bytes, never 0; `None` at the end. `nests` says
/// whether comments do; it becomes false at the first one that only makes sense otherwise.
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

pub(super) fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Behind the closing quote, or at the end of the line that has none. `$` takes the next
/// character's meaning away where `escapes`.
fn quoted_end(text: &str, quote: char, escapes: bool) -> usize {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, char)) = chars.next() {
        match char {
            '\n' | '\r' => return at,
            // The end of the line ends the text even there.
            '$' if escapes && !text[at + 1..].starts_with(['\n', '\r']) => {
                chars.next();
            }
            _ if char == quote => return at + char.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Comments nest in CODESYS, and not in SCL. A nested one that never ends is read as a plain one,
/// and so are all behind it: to look for each one's end again would take forever.
fn block_comment<'a>(
    text: &'a str,
    open: &str,
    close: &str,
    nests: &mut bool,
) -> (Piece<'a>, usize) {
    let nested = if *nests { nested_end(text, open, close) } else { None };
    *nests &= nested.is_some();
    let content_end = nested.or_else(|| text[2..].find(close).map(|at| at + 2));
    match content_end {
        Some(end) => (Piece::Comment(&text[2..end]), end + 2),
        None => (Piece::Comment(&text[2..]), text.len()),
    }
}

fn nested_end(text: &str, open: &str, close: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    let (open, close) = (open.as_bytes(), close.as_bytes());
    let bytes = text.as_bytes();
    while at + 1 < bytes.len() {
        if &bytes[at..at + 2] == open {
            depth += 1;
            at += 2;
        } else if &bytes[at..at + 2] == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
            at += 2;
        } else {
            at += 1;
        }
    }
    None
}

/// Quotes inside of a pragma may hold a closing brace.
fn pragma(text: &str, dialect: Dialect) -> (Piece<'_>, usize) {
    let mut at = 1;
    while let Some(char) = text[at..].chars().next() {
        match char {
            '}' => return (Piece::Token(Token::Pragma(&text[1..at])), at + 1),
            '\'' | '"' => {
                let escapes = char == '\'' || dialect == Dialect::Codesys;
                at += quoted_end(&text[at..], char, escapes);
            }
            _ => at += char.len_utf8(),
        }
    }
    (Piece::Token(Token::Pragma(&text[1..])), text.len())
}
