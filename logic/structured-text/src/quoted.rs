//! Texts in the format of programs: in quotes, with escapes (IEC 61131-3 §6.3.3).

/// Replaces the escapes in the text between quotes; `None` if an escape is a character code.
pub fn unescaped(inner: &str) -> Option<String> {
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        text.push(match c {
            '$' => match rest.next()?.to_ascii_uppercase() {
                escaped @ ('$' | '\'' | '"') => escaped,
                'L' | 'N' => '\n',
                'R' => '\r',
                'T' => '\t',
                'P' => '\u{c}',
                _ => return None,
            },
            _ => c,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_without_its_escapes() {
        assert_eq!(unescaped("a$'b$$c$n").as_deref(), Some("a'b$c\n"));
        assert_eq!(unescaped("Auto").as_deref(), Some("Auto"));
        assert_eq!(unescaped("$41"), None, "a code");
        assert_eq!(unescaped("$"), None);
    }
}
