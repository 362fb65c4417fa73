//! Where what stands between two marks ends: for every reader of structured text and of its
//! declarations.

/// Whether a character is part of a name.
pub fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Where what satisfies `is` ends.
pub(crate) fn end_of(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|char| !is(char)).unwrap_or(text.len())
}

/// Behind the closing quote, or at the end of the line that has none. `$` takes the next
/// character's meaning away where `escapes`.
pub fn quoted_end(text: &str, quote: char, escapes: bool) -> usize {
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

/// Behind a comment, or at the end of the text. They nest while `nests`: a nested one that never
/// ends is read as a plain one, and so are all behind it, since to look for each one's end again
/// would take forever.
pub fn comment_end(text: &str, open: &str, close: &str, nests: &mut bool) -> usize {
    let nested = if *nests { nested_end(text, open, close) } else { None };
    *nests &= nested.is_some();
    let plain = || text[2..].find(close).map(|at| at + 4);
    nested.or_else(plain).unwrap_or(text.len())
}

/// Behind a pragma, or at the end of the text. Quotes in it may hold a closing brace; `$` takes the
/// next character's meaning away between double quotes where `escapes`.
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
