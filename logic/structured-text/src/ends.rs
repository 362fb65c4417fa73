//! The ends of quoted texts, comments and pragmas, for every parser of structured text and of its
//! declarations.

/// Whether a character is part of a name.
pub fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// The end of the characters for which `is` returns true.
pub(crate) fn end_of(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|char| !is(char)).unwrap_or(text.len())
}

/// The position after the closing quote, or the end of the line if it is missing. `$` escapes the
/// next character if `escapes`.
pub fn quoted_end(text: &str, quote: char, escapes: bool) -> usize {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, char)) = chars.next() {
        match char {
            '\n' | '\r' => return at,
            // Even after `$`, the end of the line ends the text.
            '$' if escapes && !text[at + 1..].starts_with(['\n', '\r']) => {
                chars.next();
            }
            _ if char == quote => return at + char.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The position after a comment, or the end of the text. Comments nest if `nests`: after an
/// unclosed nested comment, this and all following comments are parsed as plain ones, because
/// searching each end again would take quadratic time.
pub fn comment_end(text: &str, open: &str, close: &str, nests: &mut bool) -> usize {
    let nested = if *nests { nested_end(text, open, close) } else { None };
    *nests &= nested.is_some();
    let plain = || text[2..].find(close).map(|at| at + 4);
    nested.or_else(plain).unwrap_or(text.len())
}

/// The position after a pragma, or the end of the text. A quoted text in it can contain a closing
/// brace; `$` escapes the next character in double quotes if `escapes`.
pub fn pragma_end(text: &str, escapes: bool) -> usize {
    let mut at = 1;
    while let Some(char) = text[at..].chars().next() {
        match char {
            '}' => return at + 1,
            '\'' | '"' => at += quoted_end(&text[at..], char, escapes || char == '\''),
            _ => at += char.len_utf8(),
        }
    }
    text.len()
}

fn nested_end(text: &str, open: &str, close: &str) -> Option<usize> {
    let (text, open, close) = (text.as_bytes(), open.as_bytes(), close.as_bytes());
    let (mut depth, mut at) = (0_usize, 0);
    while at + 1 < text.len() {
        let pair = &text[at..at + 2];
        if pair == open {
            depth += 1;
        } else if pair == close {
            depth -= 1;
            if depth == 0 {
                return Some(at + 2);
            }
        } else {
            at += 1;
            continue;
        }
        at += 2;
    }
    None
}
