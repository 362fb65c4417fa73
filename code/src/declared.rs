//! Ladder in a vendor's textual form: SIMATIC SD (Siemens, entry 109994073).
//!
//! A rung starts at the power rail, at a wire of another rung (`RUNG wire#w1`), or, in a function
//! block diagram, at an operand. `wire#w1` in a rung is a point of it; rungs that end with
//! `END_RUNG wire#w1` lead to the same point.

use std::collections::HashMap;

use tagbridge_structured_text::{Span, Why, comment_end};

use crate::{
    Element, Ladder, Part, Pin, PinValue,
    wired::{self, Item, WiredRung},
};

/// Maximum nesting depth of branches and pins.
const MAXIMUM_DEPTH: usize = 256;
const RUNG: &str = "RUNG";
const END: &str = "END_RUNG";
const WIRE: &str = "wire#";
/// The wire that does not depend on another rung.
const RAIL: &str = "powerrail";

/// Names of instructions in SIMATIC SD and in SimaticML.
const KINDS: [(&str, &str); 42] = [
    ("I_Contact", "Contact"),
    ("P_Contact", "PContact"),
    ("N_Contact", "NContact"),
    ("P_Trig", "PBox"),
    ("N_Trig", "NBox"),
    ("EQ_Contact", "Eq"),
    ("NE_Contact", "Ne"),
    ("GT_Contact", "Gt"),
    ("GE_Contact", "Ge"),
    ("LT_Contact", "Lt"),
    ("LE_Contact", "Le"),
    ("EQ", "Eq"),
    ("NE", "Ne"),
    ("GT", "Gt"),
    ("GE", "Ge"),
    ("LT", "Lt"),
    ("LE", "Le"),
    ("IsValidContact", "Ok"),
    ("IsNotValidContact", "NotOk"),
    ("I_Coil", "Coil"),
    ("S_Coil", "SCoil"),
    ("R_Coil", "RCoil"),
    ("P_Coil", "PCoil"),
    ("N_Coil", "NCoil"),
    ("TP_Coil", "TP"),
    ("TOn_Coil", "TON"),
    ("TOf_Coil", "TOF"),
    ("TOnr_Coil", "TONR"),
    ("RT_Coil", "ResetIECTimerCoil"),
    ("SP_Coil", "SpCoil"),
    ("SE_Coil", "SeCoil"),
    ("SD_Coil", "SdCoil"),
    ("SS_Coil", "SsCoil"),
    ("SF_Coil", "SfCoil"),
    ("JumpCoil", "Jump"),
    ("I_JumpCoil", "JumpNot"),
    ("ReturnCoil", "Return"),
    ("S_SR", "Sr"),
    ("S_RS", "Rs"),
    ("SR", "Sr"),
    ("RS", "Rs"),
    ("Mod", "MOD"),
];
/// Instructions that follow their instance: `#timer.TON(pt := T#2s)`.
const OF_AN_INSTANCE: [&str; 11] =
    ["TON", "TOF", "TP", "TONR", "CTU", "CTD", "CTUD", "S_SR", "S_RS", "R_TRIG", "F_TRIG"];

impl Ladder {
    /// Parses the rungs of a network in SIMATIC SD. A rung that cannot be parsed is an opaque
    /// element up to its end.
    pub fn declared(text: &str) -> Self {
        let mut reader = Reader { text, at: 0, depth: 0, parts: 0, wires: HashMap::new() };
        let mut rungs = Vec::new();
        loop {
            reader.blanks();
            let start = reader.at;
            if reader.rest().is_empty() {
                break;
            }
            let mut rung = reader.rung().unwrap_or_else(|why| {
                reader.depth = 0;
                let end = text[start..].find(END).map_or(text.len(), |at| start + at + END.len());
                reader.at = end;
                let opaque = Element::Opaque(Span::new(start, end), why);
                WiredRung { items: vec![Item::Element(opaque)], ..WiredRung::default() }
            });
            rung.span = Span::new(start, reader.at);
            rungs.push(rung);
        }
        Self { rungs: wired::joined(&rungs, &reader.wires), drawn: Vec::new() }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    /// Number of parsed parts.
    parts: usize,
    /// Wires at pins by their position.
    wires: HashMap<u32, &'t str>,
}

/// The text before an opening bracket.
struct Head {
    /// The whole text.
    whole: Span,
    /// Its last name.
    last: Span,
    /// Whether it is only a name without quotes.
    is_word: bool,
    /// The position after the opening bracket.
    end: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips blanks, comments, and attributes such as `{ S7_Templates := "SrcType := Int" }`.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let length = if trimmed.starts_with("//") {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("(*") {
                comment_end(trimmed, "(*", "*)", &mut false)
            } else if trimmed.starts_with('{') {
                tagbridge_structured_text::pragma_end(trimmed, true)
            } else {
                return;
            };
            self.at += length;
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// Parses `wire#w1`.
    fn wire(&mut self) -> Option<(&'t str, Span)> {
        let start = self.at;
        let name = self.rest().strip_prefix(WIRE)?;
        let name = &name[..word_end(name)];
        self.at += WIRE.len() + name.len();
        Some((name, Span::new(start, self.at)))
    }

    fn rung(&mut self) -> Result<WiredRung<'t>, Why> {
        let mut rung = WiredRung::default();
        if !self.eat(RUNG) {
            // A label is the only element.
            let head = self.head().ok_or(Why::Syntax)?;
            rung.items.push(Item::Element(self.part(&head)?));
            return Ok(rung);
        }
        self.blanks();
        if let Some((wire, span)) = self.wire() {
            rung.start = (wire != RAIL).then_some((wire, span));
        }
        loop {
            self.blanks();
            if self.eat(END) {
                break;
            }
            if let Some((wire, _)) = self.wire() {
                rung.items.push(Item::Wire(wire));
            } else {
                rung.items.push(Item::Element(self.element()?));
            }
        }
        let end = self.at;
        self.blanks();
        match self.wire() {
            Some((wire, _)) => rung.end = Some(wire),
            None => self.at = end,
        }
        Ok(rung)
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
            if rest.starts_with([']', ')', ',']) || rest.is_empty() {
                break;
            }
            series.push(self.element()?);
        }
        self.depth -= 1;
        Ok(series)
    }

    fn element(&mut self) -> Result<Element, Why> {
        if self.eat("[") {
            return Ok(Element::Branch(self.legs()?));
        }
        match self.head() {
            Some(head) => self.part(&head),
            None => Ok(Element::Signal(self.operand()?)),
        }
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

    /// Parses a name, or the path of an instance, before a bracket.
    fn head(&self) -> Option<Head> {
        let mut reader =
            Reader { text: self.text, at: self.at, depth: 0, parts: 0, wires: HashMap::new() };
        let is_local = reader.eat("#");
        let (mut last, mut quoted) = reader.name()?;
        let mut names = 1;
        while reader.eat(".") {
            (last, quoted) = reader.name()?;
            names += 1;
        }
        let whole = Span::new(self.at, reader.at);
        reader.blanks();
        let is_word = names == 1 && !is_local && !quoted;
        reader.eat("(").then_some(Head { whole, last, is_word, end: reader.at })
    }

    /// Parses a name with its indices; returns whether it has quotes.
    fn name(&mut self) -> Option<(Span, bool)> {
        let (start, rest) = (self.at, self.rest());
        let quoted = rest.starts_with('"');
        let length = if quoted { rest[1..].find('"')? + 2 } else { word_end(rest) };
        if length == 0 || (!quoted && rest.starts_with(|char: char| char.is_ascii_digit())) {
            return None;
        }
        self.at += length;
        let name = Span::new(start, self.at);
        if self.rest().starts_with('[') && !quoted {
            self.at += self.rest().find(']')? + 1;
        }
        Some((name, quoted))
    }

    fn part(&mut self, head: &Head) -> Result<Element, Why> {
        let last = &self.text[head.last.range()];
        let of_an_instance = OF_AN_INSTANCE.iter().find(|it| it.eq_ignore_ascii_case(last));
        let known = KINDS.iter().find(|(name, _)| *name == last).map(|(_, kind)| *kind);
        let (name, kind, subject) = match of_an_instance {
            Some(kind) if !head.is_word && head.last != head.whole => {
                let instance = Span { end: head.last.start - 1, ..head.whole };
                (head.last, known.or(Some(*kind)), Some(instance))
            }
            _ if head.is_word => (head.last, known, None),
            _ => (head.whole, Some("Call"), Some(head.whole)),
        };
        let is_inverted = head.is_word && ["I_Contact", "I_Coil"].contains(&last);
        self.at = head.end;
        let mut pins: Vec<Pin> = subject.into_iter().map(Pin::operand).collect();
        loop {
            self.blanks();
            if self.eat(")") {
                break;
            }
            pins.extend(self.pin()?);
            self.blanks();
            if !self.eat(",") && !self.rest().starts_with(')') {
                return Err(Why::Syntax);
            }
        }
        if let Some(first) = pins.first_mut().filter(|_| is_inverted) {
            first.is_negated = !first.is_negated;
        }
        let span = Span { end: Span::new(0, self.at).end, ..head.whole };
        self.parts += 1;
        Ok(Element::Part(Part { span, name, kind, pins, drawn: Some(self.parts - 1) }))
    }

    /// Parses a pin; `None` if it is not connected.
    fn pin(&mut self) -> Result<Option<Pin>, Why> {
        let (mut name, mut is_output) = (None, false);
        let rest = self.rest();
        let end = word_end(rest);
        let behind = rest[end..].trim_start();
        if end > 0 && (behind.starts_with(":=") || behind.starts_with("=>")) {
            // The main operand of an instruction has no name in SimaticML.
            let is_operand = matches!(&rest[..end], "operand" | "timer" | "counter");
            name = (!is_operand).then(|| Span::new(self.at, self.at + end));
            is_output = behind.starts_with("=>");
            self.at += rest.len() - behind.len() + 2;
            self.blanks();
            if self.rest().starts_with([',', ')']) {
                return Ok(None);
            }
        }
        let is_negated = self.eat("NOT ");
        self.blanks();
        let value = if let Some((wire, span)) = self.wire() {
            self.wires.insert(span.start, wire);
            PinValue::Flow(vec![Element::Opaque(span, Why::Syntax)])
        } else if self.rest().starts_with('[') || self.head().is_some() {
            PinValue::Flow(self.series()?)
        } else {
            PinValue::Operand(self.operand()?)
        };
        Ok(Some(Pin { name, is_output, is_negated, value }))
    }

    /// Parses an operand to its end; it may contain quotes and brackets of indices.
    fn operand(&mut self) -> Result<Span, Why> {
        let start = self.at;
        let (mut quote, mut depth) = (None, 0_usize);
        let ends = |char: char| ",)]{}".contains(char) || char.is_whitespace();
        for (offset, char) in self.rest().char_indices() {
            match (quote, char) {
                (Some(open), _) if char == open => quote = None,
                (None, '"' | '\'') => quote = Some(char),
                (None, '[' | '(') => depth += 1,
                (None, ']' | ')') if depth > 0 => depth -= 1,
                (None, _) if depth == 0 && ends(char) => {
                    self.at = start + offset;
                    break;
                }
                _ => {}
            }
        }
        if self.at == start { Err(Why::Syntax) } else { Ok(Span::new(start, self.at)) }
    }
}

/// The end of the first word of a text.
fn word_end(text: &str) -> usize {
    text.find(|char: char| !(char.is_alphanumeric() || char == '_')).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LadderRung;

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

    /// A network in SimaticML's neutral text.
    fn shown(text: &str) -> String {
        fn series(elements: &[Element], text: &str) -> String {
            elements.iter().map(|element| one(element, text)).collect()
        }
        fn one(element: &Element, text: &str) -> String {
            match element {
                Element::Part(part) => {
                    let pins = part.pins.iter().map(|pin| {
                        let sign = if pin.is_output { " => " } else { " := " };
                        let name = pin.name.map(|it| format!("{}{sign}", &text[it.range()]));
                        let not = if pin.is_negated { "NOT " } else { "" };
                        let value = match &pin.value {
                            PinValue::Operand(span) => text[span.range()].to_owned(),
                            PinValue::Flow(flow) => series(flow, text),
                        };
                        format!("{}{not}{value}", name.unwrap_or_default())
                    });
                    format!("{}({})", part.kind_in(text), pins.collect::<Vec<_>>().join(", "))
                }
                Element::Branch(legs) => {
                    let legs: Vec<String> = legs.iter().map(|leg| series(leg, text)).collect();
                    format!("[{} ]", legs.join(" ,"))
                }
                Element::Signal(span) => text[span.range()].to_owned(),
                Element::Opaque(span, _) => format!("?{}?", &text[span.range()]),
            }
        }
        let rungs = Ladder::declared(text).rungs;
        let shown: Vec<String> = rungs.iter().map(|rung| series(&rung.elements, text)).collect();
        shown.join(";") + ";"
    }

    #[test]
    fn wires_join_and_part_the_current() {
        // Parallel inputs.
        let held = "RUNG wire#powerrail Contact( #Start ) wire#w1 I_Contact( #Stop ) Coil( #Run )
                    END_RUNG
                    RUNG wire#powerrail Contact( #Run ) END_RUNG wire#w1";
        assert_eq!(shown(held), "[Contact(#Start) ,Contact(#Run) ]Contact(NOT #Stop)Coil(#Run);");
        // Parallel outputs.
        let both = "RUNG wire#powerrail Contact( #a ) wire#w1 S_Coil( \"x\" ) END_RUNG
                    RUNG wire#w1 Contact( #b ) R_Coil( \"y\" ) END_RUNG";
        assert_eq!(shown(both), "Contact(#a)[SCoil(\"x\") ,Contact(#b)RCoil(\"y\") ];");
        // A branch in the middle of a rung.
        let middle = "RUNG wire#powerrail Contact( #a ) wire#w1 Contact( #b ) wire#w2 Coil( #c )
                      END_RUNG
                      RUNG wire#w1 Contact( #d ) END_RUNG wire#w2
                      RUNG wire#powerrail Coil( #e ) END_RUNG";
        let expected = "Contact(#a)[Contact(#b) ,Contact(#d) ]Coil(#c);Coil(#e);";
        assert_eq!(shown(middle), expected);
        // A second input of a box.
        let box_ = "RUNG wire#powerrail Contact( #set ) #c.S_RS( wire#w1 ) Coil( #q ) END_RUNG
                    RUNG wire#powerrail Contact( #reset ) END_RUNG wire#w1";
        assert_eq!(shown(box_), "Contact(#set)Rs(#c, Contact(#reset))Coil(#q);");
        let circle = "RUNG wire#w1 Contact( #a ) END_RUNG wire#w1 RUNG wire#w1 Coil( #b ) END_RUNG";
        assert!(shown(circle).starts_with('?'), "{}", shown(circle));
        assert!(shown("RUNG wire#w1 Coil( #b ) END_RUNG").starts_with("?wire#w1?"));
    }

    #[test]
    fn instructions_have_their_names_in_simaticml() {
        let check = |element: &str, expected: &str| {
            let text = format!("RUNG wire#powerrail {element} END_RUNG");
            assert_eq!(shown(&text), format!("{expected};"));
        };
        check(
            "{ S7_Templates := \"SrcType := Int\" } GT_Contact( in1 := #v, in2 := 100 )",
            "Gt(in1 := #v, in2 := 100)",
        );
        check("P_Contact( operand := #s, bit := #m )", "PContact(#s, bit := #m)");
        check("#RunTimer.TON( pt := T#5s, et => )", "TON(#RunTimer, pt := T#5s)");
        check(
            "#t.TON{ time_type := Time }( PT := T#3S, ET => #e )",
            "TON(#t, PT := T#3S, ET => #e)",
        );
        check("TOn_Coil( timer := #t, pt := T#500ms )", "TON(#t, pt := T#500ms)");
        check("\"FC Name\"( a := #x, b => \"T\".y )", "Call(\"FC Name\", a := #x, b => \"T\".y)");
        check("\"DB\".Motor[3]( Go := TRUE ) // calls\n", "Call(\"DB\".Motor[3], Go := TRUE)");
        check("Move( in := 'a)', out1 => #\"s t\" )", "Move(in := 'a)', out1 => #\"s t\")");
        assert_eq!(
            shown("Label( here ) RUNG #Ready A( in2 := #b ) JumpCoil( here ) END_RUNG"),
            "Label(here);#ReadyA(in2 := #b)Jump(here);"
        );
    }

    #[test]
    fn wires_without_end_are_cut() {
        let rung = |at: usize| {
            let next = at + 1;
            format!(
                "RUNG wire#w{at} Contact(#a) wire#w{next} Coil(#x) END_RUNG \
                 RUNG wire#w{at} Contact(#b) END_RUNG wire#w{next} "
            )
        };
        for all in [(0..3_000).map(rung).collect::<String>(), (0..3_000).rev().map(rung).collect()]
        {
            let ladder = Ladder::declared(&format!("RUNG wire#powerrail wire#w0 END_RUNG {all}"));
            assert!(!ladder.is_whole());
        }
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
        let other = "RUNG wire#powerrail Contact(#a] END_RUNG";
        let text = format!("{other} RUNG wire#powerrail Contact(#a) Coil(#b) END_RUNG");
        assert_eq!(read(&text), [(Some(Why::Syntax), other.len()), (None, 2)]);
        let deep = format!("RUNG wire#powerrail {}", "[".repeat(100_000));
        assert_eq!(read(&deep), [(Some(Why::Depth), deep.len())]);
        assert_eq!(read("RUNG wire#powerrail Contact("), [(Some(Why::Syntax), 28)]);
        assert_eq!(read(" \n"), []);
    }
}
