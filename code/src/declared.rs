//! Ladder that a vendor writes as text itself: SIMATIC SD.

use tagbridge_structured_text::{Span, Why};

use crate::{Element, Ladder, LadderRung, Part, Pin, PinValue};

/// How deep branches and pins may be nested.
const MAXIMUM_DEPTH: usize = 256;
/// What a rung begins with.
const RUNG: &str = "RUNG wire#powerrail";
/// What a rung ends with.
const END: &str = "END_RUNG";

impl Ladder {
    /// The rungs of a network as SIMATIC SD writes them. What is not understood is an element up
    /// to the end of its rung.
    pub fn declared(text: &str) -> Self {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let mut rungs = Vec::new();
        loop {
            reader.blanks();
            let start = reader.at;
            if reader.rest().is_empty() {
                return Self { rungs, drawn: Vec::new() };
            }
            let elements = reader.rung().unwrap_or_else(|why| {
                reader.at = start;
                reader.depth = 0;
                let end = reader.rest().find(END).map_or(text.len(), |at| start + at + END.len());
                reader.at = end;
                vec![Element::Opaque(Span::new(start, end), why)]
            });
            rungs.push(LadderRung { span: Span::new(start, reader.at), elements });
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn rung(&mut self) -> Result<Vec<Element>, Why> {
        if !self.eat(RUNG) {
            return Err(Why::Syntax);
        }
        let series = self.series()?;
        self.blanks();
        if self.eat(END) { Ok(series) } else { Err(Why::Syntax) }
    }

    fn series(&mut self) -> Result<Vec<Element>, Why> {
        if self.depth >= MAXIMUM_DEPTH {
            return Err(Why::Depth);
        }
        self.depth += 1;
        let mut series = Vec::new();
        loop {
            self.blanks();
            let rest = self.rest();
            if rest.starts_with(['}', ']', ')', ',', ';']) || rest.is_empty() {
                break;
            }
            if rest.starts_with(END) {
                break;
            }
            if self.eat("[") {
                series.push(Element::Branch(self.legs()?));
            } else if let Some(name) = self.name_of_part() {
                series.push(Element::Part(self.part(name)?));
            } else {
                series.push(Element::Signal(self.operand()?));
            }
        }
        self.depth -= 1;
        Ok(series)
    }

    fn legs(&mut self) -> Result<Vec<Vec<Element>>, Why> {
        let mut legs = Vec::new();
        loop {
            legs.push(self.series()?);
            self.blanks();
            if self.eat("]") {
                return Ok(legs);
            }
            if !self.eat(",") {
                return Err(Why::Syntax);
            }
        }
    }

    /// A name with a bracket behind it.
    fn name_of_part(&self) -> Option<Span> {
        let rest = self.rest();
        let end = rest.find(|char: char| !(char.is_alphanumeric() || char == '_'))?;
        let is_part = end > 0
            && !rest.starts_with(|char: char| char.is_ascii_digit())
            && rest[end..].starts_with('(');
        is_part.then(|| Span::new(self.at, self.at + end))
    }

    fn part(&mut self, name: Span) -> Result<Part, Why> {
        self.at = name.end as usize + 1;
        let mut pins = Vec::new();
        loop {
            self.blanks();
            if self.eat(")") {
                break;
            }
            pins.push(self.pin()?);
            self.blanks();
            if !self.eat(",") && !self.rest().starts_with(')') {
                return Err(Why::Syntax);
            }
        }
        let span = Span::new(name.start as usize, self.at);
        Ok(Part { span, name, pins, drawn: None })
    }

    fn pin(&mut self) -> Result<Pin, Why> {
        let (mut name, mut is_output) = (None, false);
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let behind = rest[end..].trim_start();
        if end > 0 && (behind.starts_with(":=") || behind.starts_with("=>")) {
            name = Some(Span::new(self.at, self.at + end));
            is_output = behind.starts_with("=>");
            self.at += rest.len() - behind.len() + 2;
            self.blanks();
        }
        let is_negated = self.eat("NOT ");
        self.blanks();
        let value = if self.rest().starts_with('[') || self.name_of_part().is_some() {
            PinValue::Flow(self.series()?)
        } else {
            PinValue::Operand(self.operand()?)
        };
        Ok(Pin { name, is_output, is_negated, value })
    }

    /// Up to what ends an operand; quotes and brackets of indexes are its own.
    fn operand(&mut self) -> Result<Span, Why> {
        let start = self.at;
        let (mut quote, mut depth) = (None, 0_usize);
        for (offset, char) in self.rest().char_indices() {
            match (quote, char) {
                (Some(open), _) if char == open => quote = None,
                (None, '"' | '\'') => quote = Some(char),
                (None, '[') => depth += 1,
                (None, ']') if depth > 0 => depth -= 1,
                (None, ',' | ')' | ']' | ';' | '…') if depth == 0 => {
                    self.at = start + offset;
                    break;
                }
                _ => {}
            }
        }
        let text = self.text[start..self.at].trim_end();
        if self.at == start {
            return Err(Why::Syntax);
        }
        Ok(Span::new(start, start + text.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_pins_and_flows() {
        let text = "RUNG wire#powerrail\n  [Contact(NOT \"a\") ,Contact(#b[1,2]) ]\n\
                    Sr(#c, r1 := Contact(\"x, y\"))Coil(#d)\nEND_RUNG";
        let ladder = Ladder::declared(text);
        let [rung] = &ladder.rungs[..] else { panic!("{ladder:?}") };
        let [Element::Branch(legs), Element::Part(sr), Element::Part(coil)] = &rung.elements[..]
        else {
            panic!("{rung:?}")
        };
        assert_eq!(legs.len(), 2);
        assert!(matches!(sr.pins[1].value, PinValue::Flow(_)));
        assert_eq!(&text[coil.span.range()], "Coil(#d)");
        assert!(ladder.is_whole());
    }

    #[test]
    fn what_is_not_understood_ends_with_its_rung() {
        let read = |text: &str| {
            let of = |rung: &LadderRung| match &rung.elements[..] {
                [Element::Opaque(span, why)] => (Some(*why), text[span.range()].len()),
                elements => (None, elements.len()),
            };
            Ladder::declared(text).rungs.iter().map(of).collect::<Vec<_>>()
        };
        let other = "RUNG wire#w1 Contact(#a) END_RUNG";
        let text = format!("{other} RUNG wire#powerrail Contact(#a) Coil(#b) END_RUNG");
        assert_eq!(read(&text), [(Some(Why::Syntax), other.len()), (None, 2)]);
        let deep = format!("{RUNG} {}", "[".repeat(100_000));
        assert_eq!(read(&deep), [(Some(Why::Depth), deep.len())]);
        assert_eq!(read("RUNG wire#powerrail Contact("), [(Some(Why::Syntax), 28)]);
        assert_eq!(read(" \n"), []);
    }
}
