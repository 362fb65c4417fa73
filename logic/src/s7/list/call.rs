//! Calls of blocks with arguments.

use tagbridge_code::{Pin, PinValue};

use super::{List, Registers, parse::Line, table::Operation};
use crate::{Span, s7::current::Feed, unit::OpaqueReason};

impl List<'_, '_> {
    /// `CALL "F" (a := #b, …)`, `CALL "FB", "DB" (…)`, `CC "F"`.
    pub(super) fn call(&mut self, line: &Line, operation: Operation) {
        let now = match operation {
            Operation::CallAlone(true) => self.value(),
            _ => self.net.emit.index.exprs.yes(),
        };
        let guard = self.when_reached(now);
        let (subjects, pins) = arguments(self.net.text, line.operand);
        let mut subjects = subjects.into_iter();
        let Some(block) = subjects.next() else {
            self.net.emit.opaque(line.span, OpaqueReason::Unparsed);
            return;
        };
        let subject = |span: Span| Pin {
            name: None,
            is_output: false,
            is_negated: false,
            value: PinValue::Operand(span),
        };
        let is_instance = self.slice(block).starts_with('#');
        let instance = if is_instance { Some(block) } else { subjects.next() };
        let instance = instance.map(subject);
        let feed = Feed { now: guard, other: None };
        self.net.call_block(line.span, block, instance.as_ref(), &pins, feed, None);
        self.forget();
        self.registers = Registers::default();
    }
}

/// The called block, its data block, and its arguments.
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
