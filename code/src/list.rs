//! Statement lists of S7 (AWL, STL): label, operation, operand, and the arguments of calls.

use tagbridge_structured_text::Span;

use crate::{Pin, PinValue};

/// A statement of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListStatement {
    /// The whole statement without the semicolon.
    pub span: Span,
    /// The label.
    pub label: Option<Span>,
    /// The operation: `A`, `A(`, `==I`; empty after a label without an operation.
    pub name: Span,
    /// The operand; may be empty.
    pub operand: Span,
}

impl ListStatement {
    /// The statements of a list, in order. It never fails: an invalid operation is returned as a
    /// statement with an unknown name.
    pub fn all(text: &str) -> Vec<Self> {
        let mut all = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let blank = [' ', '\t', '\r', '\n', ';', '\u{feff}'];
            let blank = rest.len() - rest.trim_start_matches(blank).len();
            if blank > 0 {
                at += blank;
            } else if rest.starts_with("//") {
                at += rest.find('\n').unwrap_or(rest.len());
            } else {
                let length = end_of_statement(rest);
                all.push(statement(text, at, at + length));
                at += length;
            }
        }
        all
    }

    /// The subjects of a call (the block, and its data block or instance), and its arguments:
    /// `"FB", "DB" (a := #b, …)`. `text` is the whole list.
    pub fn arguments(&self, text: &str) -> (Vec<Span>, Vec<Pin>) {
        arguments(text, self.operand)
    }
}

/// The end of a statement: the next semicolon outside quotes and comments.
fn end_of_statement(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut quote) = (0, None);
    while at < bytes.len() {
        match (quote, bytes[at]) {
            (None, b';') => return at,
            (None, b'/') if bytes.get(at + 1) == Some(&b'/') => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                continue;
            }
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            // A name or a text ends at the end of its line.
            (Some(_), b'\n') => quote = None,
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

fn statement(text: &str, start: usize, end: usize) -> ListStatement {
    let end = start + without_comment(&text[start..end]).trim_end().len();
    let whole = Span::new(start, end);
    let word = |at: usize| {
        let rest = &text[at..end];
        at + rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
    };
    let blanks = |at: usize| end - text[at..end].trim_start().len();
    let mut at = start;
    let mut label = None;
    let first = word(at);
    if first > at && text[first..end].starts_with(':') && !text[first..end].starts_with(":=") {
        label = Some(Span::new(at, first));
        at = blanks(first + 1);
    }
    let mut name_end = word(at);
    if name_end > at {
        if text[name_end..end].starts_with('(') {
            name_end += 1;
        }
    } else {
        let rest = &text[at..end];
        let signs = rest.find(|c: char| !"=<>+-*/)".contains(c)).unwrap_or(rest.len());
        let letters = text[at + signs..end].find(|c: char| {
            !(c.is_ascii_alphabetic() || c.is_ascii_digit() && rest.starts_with("+AR"))
        });
        name_end = at + signs + letters.unwrap_or(rest.len() - signs);
        if name_end == at {
            name_end = at + rest.chars().next().map_or(0, char::len_utf8);
        }
    }
    ListStatement {
        span: whole,
        label,
        name: Span::new(at, name_end),
        operand: Span::new(blanks(name_end), end),
    }
}

/// Removes a comment after the last operand.
fn without_comment(text: &str) -> &str {
    let mut end = text.len();
    loop {
        let trimmed = text[..end].trim_end();
        let begin = trimmed.rfind('\n').map_or(0, |at| at + 1);
        if begin > 0 && trimmed[begin..].trim_start().starts_with("//") {
            end = begin;
        } else {
            return trimmed;
        }
    }
}

fn arguments(text: &str, span: Span) -> (Vec<Span>, Vec<Pin>) {
    let (mut subjects, mut pins) = (Vec::new(), Vec::new());
    let bytes = text.as_bytes();
    let end = span.end as usize;
    let (mut at, mut start, mut quote, mut inside, mut depth) =
        (span.start as usize, span.start as usize, None, false, 0_usize);
    let mut piece = |from: usize, to: usize, inside: bool| {
        let whole = text.get(from..to).unwrap_or_default();
        let trimmed = whole.trim();
        if trimmed.is_empty() {
            return;
        }
        let from = from + (whole.len() - whole.trim_start().len());
        let span = Span::new(from, from + trimmed.len());
        if !inside {
            subjects.push(span);
        } else if let Some((name, value)) = trimmed.split_once(":=") {
            let begin = from + trimmed.len() - value.trim_start().len();
            let name = name.trim_end().trim_matches('"');
            let name_begin = from + trimmed.find(name).unwrap_or(0);
            pins.push(Pin {
                name: Some(Span::new(name_begin, name_begin + name.len())),
                is_output: false,
                is_negated: false,
                value: PinValue::Operand(Span::new(begin, from + trimmed.len())),
            });
        }
    };
    while at < end {
        match (quote, bytes[at]) {
            (Some(open), byte) => quote = quote.filter(|_| open != byte),
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            (None, b'/') if bytes.get(at + 1) == Some(&b'/') => {
                piece(start, at, inside);
                at += text[at..end].find('\n').unwrap_or(end - at);
                start = at;
                continue;
            }
            (None, b'(') if !inside => {
                piece(start, at, inside);
                (inside, start) = (true, at + 1);
            }
            (None, b'(' | b'[') => depth += 1,
            (None, b']') => depth = depth.saturating_sub(1),
            (None, b')') if depth > 0 => depth -= 1,
            (None, b',' | b')') if depth == 0 => {
                piece(start, at, inside);
                start = at + 1;
            }
            // Parameters in lists are on separate lines, with or without commas.
            (None, b'\n') if inside && depth == 0 => {
                let so_far = text.get(start..at).unwrap_or_default().trim();
                if so_far.contains(":=") && !so_far.ends_with(":=") {
                    piece(start, at, inside);
                    start = at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    piece(start, end, inside);
    (subjects, pins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_have_labels_operations_and_operands() {
        let text = "      A     #in1; // why\nM001: = \"a;b\";\n A(;\n O M 0.0;\n );\nNOP 0;\n  CALL \"F\"\n \
                    (  a := #b , // x;y\n c := 1\n );\n+AR1 P#2.0; ==I ;\nM2: ; =#q";
        let shown: Vec<(Option<&str>, &str, &str)> = ListStatement::all(text)
            .iter()
            .map(|line| {
                let of = |span: Span| &text[span.range()];
                (line.label.map(of), of(line.name), of(line.operand))
            })
            .collect();
        assert_eq!(
            shown,
            [
                (None, "A", "#in1"),
                (Some("M001"), "=", "\"a;b\""),
                (None, "A(", ""),
                (None, "O", "M 0.0"),
                (None, ")", ""),
                (None, "NOP", "0"),
                (None, "CALL", "\"F\"\n (  a := #b , // x;y\n c := 1\n )"),
                (None, "+AR1", "P#2.0"),
                (None, "==I", ""),
                (Some("M2"), "", ""),
                (None, "=", "#q"),
            ]
        );
    }

    #[test]
    fn any_text_ends() {
        for text in
            ["\"", "'", ";;;", "ё", ":", "a:", "/", "//", "(((", "A(\u{1f600}", "=\"", "x:="]
        {
            for line in ListStatement::all(&text.repeat(2_000)) {
                assert!(line.span.start < line.span.end, "{text}");
            }
        }
    }
}
