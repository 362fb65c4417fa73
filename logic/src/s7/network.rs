//! The text of a network as a tree: parts in series, branches, and what flows into their pins.

use crate::Span;

/// How deep branches and pins may be nested.
const MAXIMUM_DEPTH: usize = 256;

/// Something in series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// `Contact("a")`, `TON(#t, PT := T#5s)`
    Part(Part),
    /// `[Contact("a") ,Contact("b") ]`
    Branch(Vec<Vec<Element>>),
    /// A signal that is no current.
    Signal(Span),
}

/// A part with its pins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// All of it.
    pub span: Span,
    /// What it is: `Contact`, `TON`, `Call`.
    pub name: Span,
    /// What is at it, in order.
    pub pins: Vec<Pin>,
}

/// What is at a pin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// Its name; absent for the operand, the block and the instance.
    pub name: Option<Span>,
    /// Whether it gives (`=>`).
    pub is_output: bool,
    /// Whether its signal is inverted.
    pub is_negated: bool,
    /// What is there.
    pub value: Value,
}

/// What flows into a pin, or out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A variable or a literal.
    Operand(Span),
    /// A series of its own.
    Flow(Vec<Element>),
}

/// Why a text is no network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Something else should stand there.
    Unexpected,
    /// It nests deeper than 256.
    TooDeep,
}

/// The series of a network; see [`parse_from`].
pub fn parse(text: &str) -> Result<Vec<Vec<Element>>, Fault> {
    parse_from(text, 0)
}

/// The series of a network, each from the rail: ended by `;`, or between `RUNG wire#powerrail` and
/// `END_RUNG`. What stands before so many bytes is left out; all spans are of the whole text.
pub(crate) fn parse_from(text: &str, from: usize) -> Result<Vec<Vec<Element>>, Fault> {
    let mut reader = Reader { text, at: from, depth: 0 };
    let mut all = Vec::new();
    loop {
        reader.blanks();
        if reader.rest().is_empty() {
            return Ok(all);
        }
        if reader.eat("RUNG wire#powerrail") {
            all.push(reader.series()?);
            reader.blanks();
            if !reader.eat("END_RUNG") {
                return Err(Fault::Unexpected);
            }
        } else {
            all.push(reader.series()?);
            reader.blanks();
            if !reader.eat(";") && !reader.rest().is_empty() {
                return Err(Fault::Unexpected);
            }
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

    fn series(&mut self) -> Result<Vec<Element>, Fault> {
        if self.depth >= MAXIMUM_DEPTH {
            return Err(Fault::TooDeep);
        }
        self.depth += 1;
        let mut series = Vec::new();
        loop {
            self.blanks();
            let rest = self.rest();
            if rest.starts_with(['}', ']', ')', ',', ';']) || rest.is_empty() {
                break;
            }
            if rest.starts_with("END_RUNG") {
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

    fn legs(&mut self) -> Result<Vec<Vec<Element>>, Fault> {
        let mut legs = Vec::new();
        loop {
            legs.push(self.series()?);
            self.blanks();
            if self.eat("]") {
                return Ok(legs);
            }
            if !self.eat(",") {
                return Err(Fault::Unexpected);
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

    fn part(&mut self, name: Span) -> Result<Part, Fault> {
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
                return Err(Fault::Unexpected);
            }
        }
        Ok(Part { span: Span::new(name.start as usize, self.at), name, pins })
    }

    fn pin(&mut self) -> Result<Pin, Fault> {
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
            Value::Flow(self.series()?)
        } else {
            Value::Operand(self.operand()?)
        };
        Ok(Pin { name, is_output, is_negated, value })
    }

    /// Up to what ends an operand; quotes and brackets of indexes are its own.
    fn operand(&mut self) -> Result<Span, Fault> {
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
            return Err(Fault::Unexpected);
        }
        Ok(Span::new(start, start + text.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_pins_and_flows() {
        let text =
            "[Contact(NOT \"a\") ,Contact(#b[1,2]) ]Sr(#c, r1 := Contact(\"x, y\"))Coil(#d);";
        let all = parse(text).expect("a network");
        assert_eq!(all.len(), 1);
        let [Element::Branch(legs), Element::Part(sr), Element::Part(coil)] = &all[0][..] else {
            panic!("{all:?}")
        };
        assert_eq!(legs.len(), 2);
        assert!(matches!(sr.pins[1].value, Value::Flow(_)));
        assert_eq!(&text[coil.span.range()], "Coil(#d)");
        let rungs =
            "RUNG wire#powerrail\n  Contact( #W )\n  Move(\n in := 1,\n out1 => #i\n )\nEND_RUNG";
        assert_eq!(parse(rungs).expect("a rung")[0].len(), 2);
    }

    /// Writes a tree again, as sources and drawings do but for blanks.
    fn write(all: &[Vec<Element>], text: &str) -> String {
        fn series(elements: &[Element], text: &str, out: &mut String) {
            for element in elements {
                match element {
                    Element::Signal(span) => out.push_str(&text[span.range()]),
                    Element::Branch(legs) => {
                        for (at, leg) in legs.iter().enumerate() {
                            out.push(if at == 0 { '[' } else { ',' });
                            series(leg, text, out);
                        }
                        out.push(']');
                    }
                    Element::Part(part) => {
                        out.push_str(&text[part.name.range()]);
                        out.push('(');
                        for (at, pin) in part.pins.iter().enumerate() {
                            out.push_str(if at == 0 { "" } else { "," });
                            if let Some(name) = pin.name {
                                let sign = if pin.is_output { "=>" } else { ":=" };
                                out.extend([&text[name.range()], sign]);
                            }
                            out.push_str(if pin.is_negated { "NOT" } else { "" });
                            match &pin.value {
                                Value::Operand(span) => out.push_str(&text[span.range()]),
                                Value::Flow(flow) => series(flow, text, out),
                            }
                        }
                        out.push(')');
                    }
                }
            }
        }
        let mut out = String::new();
        for one in all {
            series(one, text, &mut out);
            out.push(';');
        }
        out
    }

    #[test]
    fn every_network_of_the_samples_is_written_again_as_it_was() {
        let Some(samples) = tagbridge_needs::samples() else { return };
        let folders = std::fs::read_dir(samples.join("siemens")).expect("a folder");
        let bare = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
        let (mut drawn, mut declared) = (0, 0);
        for folder in folders {
            let path = folder.expect("a folder").path();
            let source = tagbridge_project::Source::open(&path).expect("sources");
            let project = tagbridge_project::read(&source).expect("a project");
            for routine in &project.routines {
                let tagbridge_project::Body::Rungs(rungs) = &routine.body else { continue };
                for rung in rungs {
                    let is_declared = rung.text.starts_with("RUNG");
                    if rung.text.is_empty() || (rung.net.is_none() && !is_declared) {
                        continue;
                    }
                    let all = parse(&rung.text).expect(&rung.text);
                    let sources = rung.text.replace("RUNG wire#powerrail", "");
                    let sources = sources.replace("END_RUNG", ";");
                    assert_eq!(bare(&write(&all, &rung.text)), bare(&sources), "{}", routine.name);
                    drawn += usize::from(!is_declared);
                    declared += usize::from(is_declared);
                }
            }
        }
        assert!(drawn > 90 && declared > 0, "only {drawn} and {declared} were compared");
    }

    #[test]
    fn what_is_no_network_ends() {
        assert_eq!(parse(&"[".repeat(100_000)), Err(Fault::TooDeep));
        assert_eq!(parse("Contact("), Err(Fault::Unexpected));
        assert_eq!(parse("Coil(#a)]"), Err(Fault::Unexpected));
    }
}
