//! Statement lists of S7 (AWL, STL): label, operation, operand, and the arguments of calls.

use tagbridge_structured_text::Span;

use crate::{Pin, PinValue};

/// A statement of a list. All spans refer to the displayed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListStatement {
    /// The whole statement without the semicolon.
    pub span: Span,
    /// The label.
    pub label: Option<Span>,
    /// The operation: `A`, `A(`, `==I`; empty after a label without an operation.
    pub name: Span,
    /// The operand; may be empty.
    pub operand: Span,
    /// What a call names.
    pub call: Option<Box<ListCall>>,
}

/// A call of a list: `"FB", "DB" (a := #b, …)`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListCall {
    /// The block, and its data block or instance.
    pub subjects: Vec<Span>,
    /// Its arguments.
    pub pins: Vec<Pin>,
}

/// A list that is being written: its displayed text, and the statements that this text shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListText {
    text: String,
    statements: Vec<ListStatement>,
}

/// A line of a list in a file that stores its parts as elements.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListLine {
    /// The label; may be empty.
    pub label: String,
    /// The mnemonic; may be empty.
    pub operation: String,
    /// The operand; of a call the block, and its data block or instance.
    pub operands: Vec<String>,
    /// The arguments of a call.
    pub arguments: Vec<(String, String)>,
    /// The comment; may be empty.
    pub comment: String,
}

impl ListText {
    /// The text, and the statements that it shows.
    pub fn into_parts(mut self) -> (String, Vec<ListStatement>) {
        self.text.truncate(self.text.trim_end().len());
        (self.text, self.statements)
    }

    /// Writes `label: OP operand;  // comment`; returns the number of its lines.
    pub fn line(&mut self, line: &ListLine) -> usize {
        let start = self.text.len();
        let label = (!line.label.is_empty()).then(|| self.write(&line.label));
        self.text.push_str(if label.is_some() { ": " } else { "" });
        // A mnemonic may contain its operand: `NOP 0`.
        let (name, own) = line.operation.split_once(' ').unwrap_or((&line.operation, ""));
        let name = self.write(name);
        let begin = self.text.len();
        let mut subjects = Vec::new();
        for operand in [own].into_iter().chain(line.operands.iter().map(String::as_str)) {
            if !operand.is_empty() {
                self.text.push_str(if subjects.is_empty() { " " } else { ", " });
                subjects.push(self.write(operand));
            }
        }
        let pins = self.arguments(&line.arguments);
        let end = self.text.trim_end().len().max(start);
        self.text.truncate(end);
        let operand = Span::new(begin + usize::from(!subjects.is_empty()), end);
        let is_call = is_call(&line.operation);
        if label.is_some() || name.start < name.end {
            let operand = if subjects.is_empty() { Span::new(end, end) } else { operand };
            let call = is_call.then(|| Box::new(ListCall { subjects, pins }));
            let span = Span::new(start, end);
            self.statements.push(ListStatement { span, label, name, operand, call });
            self.text.push_str(if name.start < name.end { ";" } else { "" });
        }
        if !line.comment.is_empty() {
            self.text.push_str(if self.text.len() > start { "  // " } else { "// " });
            self.text.push_str(&line.comment);
        }
        self.text.push('\n');
        self.text[start..].matches('\n').count()
    }

    fn write(&mut self, text: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(text);
        Span::new(start, self.text.len())
    }

    fn arguments(&mut self, all: &[(String, String)]) -> Vec<Pin> {
        let mut pins = Vec::new();
        for (at, (name, value)) in all.iter().enumerate() {
            self.text.push_str(if at == 0 { " (" } else { ", " });
            let name = Some(self.write(name));
            self.text.push_str(" := ");
            let value = PinValue::Operand(self.write(value));
            pins.push(Pin { name, is_output: false, is_negated: false, value });
        }
        self.text.push_str(if all.is_empty() { "" } else { ")" });
        pins
    }
}

/// Whether an operation calls a block.
fn is_call(name: &str) -> bool {
    ["CALL", "UC", "CC"].iter().any(|it| it.eq_ignore_ascii_case(name))
}

impl ListStatement {
    /// The statements of a source in AWL, in order. It never fails: an invalid operation is
    /// returned as a statement with an unknown name.
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
    let (name, operand) = (Span::new(at, name_end), Span::new(blanks(name_end), end));
    let call = is_call(&text[name.range()]).then(|| Box::new(called(text, operand)));
    ListStatement { span: whole, label, name, operand, call }
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

/// The parts of a call, whose arguments may be on several lines.
fn called(text: &str, span: Span) -> ListCall {
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
    ListCall { subjects, pins }
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
    fn a_written_list_is_what_its_text_says() {
        let line = |label: &str, operation: &str, operands: &[&str], comment: &str| ListLine {
            label: label.to_owned(),
            operation: operation.to_owned(),
            operands: operands.iter().map(|it| (*it).to_owned()).collect(),
            comment: comment.to_owned(),
            ..ListLine::default()
        };
        let call = ListLine {
            arguments: vec![("a".to_owned(), "#b".to_owned()), ("c".to_owned(), "1".to_owned())],
            ..line("", "CALL", &["\"FB\"", "\"DB; 1\""], "")
        };
        let mut list = ListText::default();
        let lines = [
            line("M001", "A(", &[], ""),
            line("", "A", &["#in1"], "why; not"),
            line("", ")", &[], ""),
            line("", "", &[], "alone"),
            line("M2", "", &[], ""),
            call,
            line("", "NOP 0", &[], ""),
        ];
        assert!(lines.iter().all(|it| list.line(it) == 1));
        let (text, written) = list.into_parts();
        assert_eq!(
            text,
            "M001: A(;\nA #in1;  // why; not\n);\n// alone\nM2:\nCALL \"FB\", \"DB; 1\" (a := #b, c := \
             1);\nNOP 0;"
        );
        // A label without an operation belongs to the next statement.
        let read: Vec<ListStatement> = ListStatement::all(&text.replace("M2:", "M2:;"));
        let shown = |all: &[ListStatement], text: &str| -> Vec<String> {
            let of = |span: &Span| text[span.range()].to_owned();
            all.iter()
                .map(|it| {
                    let call = it.call.as_ref().map(|it| {
                        let values = it.pins.iter().map(|it| (it.name.as_ref().map(of), &it.value));
                        let value = |it: &PinValue| match it {
                            PinValue::Operand(span) => of(span),
                            PinValue::Flow(_) => String::new(),
                        };
                        let values: Vec<_> = values.map(|it| (it.0, value(it.1))).collect();
                        (it.subjects.iter().map(of).collect::<Vec<_>>(), values)
                    });
                    let label = it.label.as_ref().map(of);
                    format!("{label:?} {} {} {call:?}", of(&it.name), of(&it.operand))
                })
                .collect()
        };
        assert_eq!(shown(&written, &text), shown(&read, &text.replace("M2:", "M2:;")));
        assert_eq!(written.len(), 6);
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
