//! The text of a rung as a tree: instructions in series, and branches.

use std::fmt;

use crate::Span;

/// How deep branches may be nested.
const MAXIMUM_DEPTH: usize = 256;

/// A rung: what stands in series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rung {
    /// Its elements from left to right.
    pub series: Vec<Element>,
}

/// Something in series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// `XIC(Start)`
    Instruction(Instruction),
    /// `[XIC(a) ,XIC(b) ]`: legs in parallel, from top to bottom.
    Branch(Vec<Vec<Element>>),
}

/// An instruction with its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// All of it.
    pub span: Span,
    /// Its mnemonic, or the name of an add-on instruction.
    pub name: Span,
    /// Its operands, without blanks around them; an omitted one is empty.
    pub operands: Vec<Span>,
}

/// Why a text is no rung.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RungFault {
    /// The byte at which it was noticed.
    pub at: usize,
    /// What was noticed.
    pub kind: RungFaultKind,
}

/// What is wrong with the text of a rung.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RungFaultKind {
    /// Something else should stand there.
    Unexpected,
    /// It ends too early.
    CutShort,
    /// Branches are nested deeper than 256.
    TooDeep,
}

impl fmt::Display for RungFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            RungFaultKind::Unexpected => "something else is expected",
            RungFaultKind::CutShort => "the text ends too early",
            RungFaultKind::TooDeep => "branches are nested too deeply",
        };
        write!(f, "read a rung at byte {}: {what}", self.at)
    }
}

impl std::error::Error for RungFault {}

impl Rung {
    /// Reads neutral text: `XIC(Start)[OTE(Run) ,OTL(Lamp) ];` (1756-RM084).
    pub fn parse(text: &str) -> Result<Self, RungFault> {
        let mut reader = Reader { text, at: 0 };
        let mut open: Vec<Open> = Vec::new();
        let mut series = Vec::new();
        loop {
            reader.blanks();
            match reader.peek() {
                Some(b'[') => {
                    if open.len() >= MAXIMUM_DEPTH {
                        return Err(reader.fault(RungFaultKind::TooDeep));
                    }
                    reader.at += 1;
                    open.push(Open { before: std::mem::take(&mut series), legs: Vec::new() });
                }
                Some(b',') => {
                    let Some(branch) = open.last_mut() else {
                        return Err(reader.fault(RungFaultKind::Unexpected));
                    };
                    reader.at += 1;
                    branch.legs.push(std::mem::take(&mut series));
                }
                Some(b']') => {
                    let Some(Open { before, mut legs }) = open.pop() else {
                        return Err(reader.fault(RungFaultKind::Unexpected));
                    };
                    reader.at += 1;
                    legs.push(std::mem::replace(&mut series, before));
                    series.push(Element::Branch(legs));
                }
                Some(b';') | None => {
                    if !open.is_empty() {
                        return Err(reader.fault(RungFaultKind::CutShort));
                    }
                    let more = text[reader.at..].trim_start_matches([';', ' ', '\r', '\n', '\t']);
                    return match more {
                        "" => Ok(Self { series }),
                        _ => Err(reader.fault(RungFaultKind::Unexpected)),
                    };
                }
                Some(_) => series.push(Element::Instruction(reader.instruction()?)),
            }
        }
    }

    /// As Logix writes it.
    pub fn print(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        print(&mut out, text, &self.series, "");
        out.push(';');
        out
    }
}

struct Open {
    before: Vec<Element>,
    legs: Vec<Vec<Element>>,
}

fn print(out: &mut String, text: &str, series: &[Element], behind: &str) {
    for element in series {
        match element {
            Element::Instruction(Instruction { name, operands, .. }) => {
                let operands: Vec<&str> = operands.iter().map(|span| &text[span.range()]).collect();
                out.push_str(&text[name.range()]);
                out.push('(');
                out.push_str(&operands.join(","));
                out.push(')');
            }
            Element::Branch(legs) => {
                out.push('[');
                for (at, leg) in legs.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    print(out, text, leg, " ");
                    if leg.is_empty() {
                        out.push(' ');
                    }
                }
                out.push(']');
            }
        }
        out.push_str(behind);
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn fault(&self, kind: RungFaultKind) -> RungFault {
        RungFault { at: self.at, kind }
    }

    fn instruction(&mut self) -> Result<Instruction, RungFault> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.fault(RungFaultKind::Unexpected));
        }
        let name = Span::new(start, self.at);
        self.blanks();
        if self.peek() != Some(b'(') {
            return Err(self.fault(RungFaultKind::Unexpected));
        }
        self.at += 1;
        let operands = self.operands()?;
        Ok(Instruction { span: Span::new(start, self.at), name, operands })
    }

    /// Up to and with the closing bracket: commas in inner brackets and in texts are the operand's.
    fn operands(&mut self) -> Result<Vec<Span>, RungFault> {
        let mut operands = Vec::new();
        let (mut begin, mut depth) = (self.at, 0_usize);
        loop {
            match self.peek() {
                None => return Err(self.fault(RungFaultKind::CutShort)),
                Some(b'\'') => self.quoted()?,
                Some(b'(' | b'[') => depth += 1,
                Some(b')') if depth == 0 => break,
                Some(b')' | b']') => depth = depth.saturating_sub(1),
                Some(b',') if depth == 0 => {
                    operands.push(self.trimmed(begin));
                    begin = self.at + 1;
                }
                Some(_) => {}
            }
            self.at += 1;
        }
        let last = self.trimmed(begin);
        if !operands.is_empty() || last.start != last.end {
            operands.push(last);
        }
        self.at += 1;
        Ok(operands)
    }

    /// To the closing quote; `$'` is a quote of the text.
    fn quoted(&mut self) -> Result<(), RungFault> {
        self.at += 1;
        loop {
            match self.peek() {
                None => return Err(self.fault(RungFaultKind::CutShort)),
                Some(b'\'') => return Ok(()),
                Some(b'$') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
    }

    fn trimmed(&self, begin: usize) -> Span {
        let whole = &self.text[begin..self.at];
        let start = begin + (whole.len() - whole.trim_start().len());
        Span::new(start, start + whole.trim().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rung_reads_back_as_it_was_written() {
        for text in [
            ";",
            "NOP();",
            "XIC(Start)[OTE(Run) ,OTL(Lamp) ];",
            "[XIC(a) [XIC(b) ,XIC(c) ] ,XIO(d) ]OTE(e);",
            "[XIC(a) , ]OTE(b);",
            "GSV(WallClockTime,,LocalDateTime,Date[0])CPT(x,(a+b[1,2])*2);",
            "COP('a,b$')',Text,1);",
        ] {
            let rung = Rung::parse(text).expect("a rung");
            assert_eq!(rung.print(text), text);
        }
    }

    #[test]
    fn what_is_no_rung_says_where() {
        let fault = |text: &str| Rung::parse(text).map(|_| ()).expect_err("no rung");
        assert_eq!(fault("XIC(a"), RungFault { at: 5, kind: RungFaultKind::CutShort });
        assert_eq!(fault("[XIC(a)"), RungFault { at: 7, kind: RungFaultKind::CutShort });
        assert_eq!(fault("XIC(a)]"), RungFault { at: 6, kind: RungFaultKind::Unexpected });
        assert_eq!(fault("XIC a;"), RungFault { at: 4, kind: RungFaultKind::Unexpected });
        assert_eq!(fault("XIC(a);XIC(b);").kind, RungFaultKind::Unexpected);
        assert_eq!(fault("ёXIC(a);").at, 0);
        assert_eq!(fault("XIC('$").kind, RungFaultKind::CutShort);
        assert_eq!(fault(&"[".repeat(1_000_000)).kind, RungFaultKind::TooDeep);
    }

    #[test]
    fn a_million_legs_are_read() {
        let text = format!("[{}XIC(a) ]OTE(b);", "XIC(a) ,".repeat(1_000_000));
        assert_eq!(Rung::parse(&text).expect("a rung").print(&text), text);
    }
}
