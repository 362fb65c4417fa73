//! Ladder in a vendor's textual form: the neutral text of Logix (1756-RM084).

use tagbridge_structured_text::{Span, Why};

use crate::{Element, Ladder, LadderRung, Part, Pin};

/// Maximum nesting depth of branches.
const MAXIMUM_DEPTH: usize = 256;

impl Ladder {
    /// Parses a rung in neutral text: `XIC(Start)[OTE(Run) ,OTL(Lamp) ];`. A text that is not a
    /// rung becomes one opaque element.
    pub fn neutral(text: &str) -> Self {
        let whole = Span::new(0, text.len());
        let mut reader = Reader { text, at: 0 };
        let elements = reader.rung().unwrap_or_else(|why| vec![Element::Opaque(whole, why)]);
        Self { rungs: vec![LadderRung { span: whole, elements }], drawn: Vec::new() }
    }

    /// The position at which a neutral text is no longer a valid rung; `None` if it is valid.
    pub fn neutral_error(text: &str) -> Option<usize> {
        let mut reader = Reader { text, at: 0 };
        reader.rung().err().map(|_| reader.at.min(text.len()))
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

/// A branch that is not closed yet.
struct Open {
    before: Vec<Element>,
    legs: Vec<Vec<Element>>,
}

impl Reader<'_> {
    fn rung(&mut self) -> Result<Vec<Element>, Why> {
        let mut open: Vec<Open> = Vec::new();
        let mut series = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                Some(b'[') => {
                    if open.len() >= MAXIMUM_DEPTH {
                        return Err(Why::Depth);
                    }
                    self.at += 1;
                    open.push(Open { before: std::mem::take(&mut series), legs: Vec::new() });
                }
                Some(b',') => {
                    self.at += 1;
                    let branch = open.last_mut().ok_or(Why::Syntax)?;
                    branch.legs.push(std::mem::take(&mut series));
                }
                Some(b']') => {
                    self.at += 1;
                    let Open { before, mut legs } = open.pop().ok_or(Why::Syntax)?;
                    legs.push(std::mem::replace(&mut series, before));
                    series.push(Element::Branch(legs));
                }
                Some(b';') | None => {
                    let behind = &self.text[self.at..];
                    let is_end = behind.bytes().all(|it| it == b';' || it.is_ascii_whitespace());
                    return if open.is_empty() && is_end { Ok(series) } else { Err(Why::Syntax) };
                }
                Some(_) => series.push(Element::Part(self.instruction()?)),
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Parses `XIC(Start)`.
    fn instruction(&mut self) -> Result<Part, Why> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        let name = Span::new(start, self.at);
        self.blanks();
        if name.start == name.end || self.peek() != Some(b'(') {
            return Err(Why::Syntax);
        }
        self.at += 1;
        let pins = self.operands()?;
        Ok(Part { span: Span::new(start, self.at), name, kind: None, pins, drawn: None })
    }

    /// Parses up to the closing bracket, inclusive: commas in inner brackets and in texts are part
    /// of an operand. A missing operand is empty.
    fn operands(&mut self) -> Result<Vec<Pin>, Why> {
        let mut operands = Vec::new();
        let (mut begin, mut depth) = (self.at, 0_usize);
        loop {
            match self.peek().ok_or(Why::Syntax)? {
                b'\'' => self.quoted()?,
                b'(' | b'[' => depth += 1,
                b')' if depth == 0 => break,
                b')' | b']' => depth = depth.saturating_sub(1),
                b',' if depth == 0 => {
                    operands.push(self.operand(begin));
                    begin = self.at + 1;
                }
                _ => {}
            }
            self.at += 1;
        }
        if !operands.is_empty() || !self.text[begin..self.at].trim().is_empty() {
            operands.push(self.operand(begin));
        }
        self.at += 1;
        Ok(operands)
    }

    /// Skips to the closing quote; `$'` is a quote within the text.
    fn quoted(&mut self) -> Result<(), Why> {
        self.at += 1;
        loop {
            match self.peek().ok_or(Why::Syntax)? {
                b'\'' => return Ok(()),
                b'$' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }

    /// The operand from `begin` to the current position, without surrounding blanks.
    fn operand(&self, begin: usize) -> Pin {
        let whole = &self.text[begin..self.at];
        let start = begin + (whole.len() - whole.trim_start().len());
        Pin::operand(Span::new(start, start + whole.trim().len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of a rung, without their blanks.
    fn shown(text: &str) -> String {
        fn series(elements: &[Element], text: &str) -> String {
            let of = |element: &Element| match element {
                Element::Part(part) => {
                    let operands: Vec<&str> =
                        part.operands().map(|span| &text[span.range()]).collect();
                    format!("{}({})", &text[part.name.range()], operands.join(","))
                }
                Element::Branch(legs) => {
                    let legs: Vec<String> = legs.iter().map(|leg| series(leg, text)).collect();
                    format!("[{}]", legs.join(","))
                }
                Element::Signal(span) | Element::Opaque(span, _) => {
                    format!("?{}", &text[span.range()])
                }
            };
            elements.iter().map(of).collect()
        }
        let ladder = Ladder::neutral(text);
        assert_eq!(ladder.rungs.len(), 1);
        series(&ladder.rungs[0].elements, text)
    }

    #[test]
    fn a_rung_has_all_that_its_text_says() {
        for text in [
            ";",
            "NOP();",
            "XIC(Start)[OTE(Run) ,OTL(Lamp) ];",
            "[XIC(a) [XIC(b) ,XIC(c) ] ,XIO(d) ]OTE(e);",
            "[XIC(a) , ]OTE(b);",
            "GSV(WallClockTime,,LocalDateTime,Date[0])CPT(x,(a+b[1,2])*2);",
            "COP('a,b$')',Text,1);",
        ] {
            assert_eq!(format!("{};", shown(text)), text.replace(' ', ""));
        }
    }

    #[test]
    fn a_text_that_is_no_rung_is_not_understood() {
        let why = |text: &str| match &Ladder::neutral(text).rungs[0].elements[..] {
            [Element::Opaque(span, why)] if span.range() == (0..text.len()) => *why,
            other => panic!("{text}: {other:?}"),
        };
        for text in
            ["XIC(a", "[XIC(a)", "XIC(a)]", "XIC a;", "XIC(a);XIC(b);", "ёXIC(a);", "XIC('$", ","]
        {
            assert_eq!(why(text), Why::Syntax);
        }
        assert_eq!(why(&"[".repeat(1_000_000)), Why::Depth);
    }

    #[test]
    fn a_million_legs_are_read() {
        let text = format!("[{}XIC(a) ]OTE(b);", "XIC(a) ,".repeat(1_000_000));
        let ladder = Ladder::neutral(&text);
        let [Element::Branch(legs), Element::Part(_)] = &ladder.rungs[0].elements[..] else {
            panic!("no branch")
        };
        assert_eq!((legs.len(), ladder.parts().len()), (1_000_001, 1_000_002));
    }
}
