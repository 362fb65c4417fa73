//! Ladder: parts in series, branches, and what flows into the pins of parts.

use tagbridge_structured_text::{Span, Why};

/// What a network executes. All spans are of the text that is shown of it, but for
/// [`DrawnPart::source`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ladder {
    /// In order, each from the power rail.
    pub rungs: Vec<LadderRung>,
    /// What the file draws; [`Part::drawn`] is an index into it. Empty where the file has text.
    pub drawn: Vec<DrawnPart>,
}

/// What begins at the power rail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderRung {
    /// From its first element to its last.
    pub span: Span,
    /// What is in series.
    pub elements: Vec<Element>,
}

/// Something in series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// `Contact("a")`, `TON(#t, PT := T#5s)`
    Part(Part),
    /// `[Contact("a") ,Contact("b") ]`
    Branch(Vec<Vec<Element>>),
    /// A signal that is no current: an operand at a gate.
    Signal(Span),
    /// What was not understood, or is too deep or too long to be shown.
    Opaque(Span, Why),
}

/// A part with its pins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// All of it.
    pub span: Span,
    /// What it is, in the words of the text: `Contact`, `TON`, `Call`.
    pub name: Span,
    /// What it is in the words of SimaticML, where the text has others: `I_Contact` is a `Contact`.
    pub kind: Option<&'static str>,
    /// What is shown at it, in order.
    pub pins: Vec<Pin>,
    /// Which part of the network it is. Branches that share a part have it several times.
    pub drawn: Option<usize>,
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
    pub value: PinValue,
}

/// What flows into a pin, or out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PinValue {
    /// A variable or a literal.
    Operand(Span),
    /// A series of its own.
    Flow(Vec<Element>),
}

/// What the wires of a drawing say of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnPart {
    /// Where it stands in the text of its file.
    pub source: Span,
    /// The pin that another part's signal comes in by, which the shown text does not name.
    pub entry: Option<String>,
    /// Its pins that other parts go on from, each once.
    pub exits: Vec<String>,
}

impl Pin {
    /// An operand without a name.
    pub(crate) fn operand(span: Span) -> Self {
        let value = PinValue::Operand(span);
        Self { name: None, is_output: false, is_negated: false, value }
    }
}

impl Part {
    /// What it is: `Contact`, `TON`, `XIC`. `text` is what its spans are of.
    pub fn kind_in<'t>(&self, text: &'t str) -> &'t str {
        self.kind.unwrap_or_else(|| text.get(self.name.range()).unwrap_or_default())
    }

    /// Its operands in order, those at pins with a name too. What flows into a pin is not one.
    pub fn operands(&self) -> impl Iterator<Item = Span> {
        self.pins.iter().filter_map(|pin| match pin.value {
            PinValue::Operand(span) => Some(span),
            PinValue::Flow(_) => None,
        })
    }

    /// The operand at a position among its pins.
    pub fn operand(&self, at: usize) -> Option<Span> {
        match self.pins.get(at)?.value {
            PinValue::Operand(span) => Some(span),
            PinValue::Flow(_) => None,
        }
    }
}

impl Ladder {
    /// Every part in the order of the text, those in branches and at pins too.
    pub fn parts(&self) -> Vec<&Part> {
        fn collect<'l>(elements: &'l [Element], found: &mut Vec<&'l Part>) {
            for element in elements {
                match element {
                    Element::Part(part) => {
                        found.push(part);
                        for pin in &part.pins {
                            if let PinValue::Flow(flow) = &pin.value {
                                collect(flow, found);
                            }
                        }
                    }
                    Element::Branch(legs) => legs.iter().for_each(|leg| collect(leg, found)),
                    Element::Signal(_) | Element::Opaque(..) => {}
                }
            }
        }
        let mut found = Vec::new();
        self.rungs.iter().for_each(|rung| collect(&rung.elements, &mut found));
        found
    }

    /// Whether all of it is understood.
    pub fn is_whole(&self) -> bool {
        fn whole(elements: &[Element]) -> bool {
            elements.iter().all(|element| match element {
                Element::Part(part) => part.pins.iter().all(|pin| match &pin.value {
                    PinValue::Operand(_) => true,
                    PinValue::Flow(flow) => whole(flow),
                }),
                Element::Branch(legs) => legs.iter().all(|leg| whole(leg)),
                Element::Signal(_) => true,
                Element::Opaque(..) => false,
            })
        }
        self.rungs.iter().all(|rung| whole(&rung.elements))
    }

    /// Adds what is shown behind so many bytes of the same text.
    pub fn append(&mut self, mut other: Self, behind: usize) {
        let by = Span::new(behind, behind).start;
        for rung in &mut other.rungs {
            rung.span = rung.span.behind(by);
            shift(&mut rung.elements, by, self.drawn.len());
        }
        self.rungs.append(&mut other.rungs);
        self.drawn.append(&mut other.drawn);
    }
}

fn shift(elements: &mut [Element], by: u32, drawn: usize) {
    for element in elements {
        match element {
            Element::Part(part) => {
                part.span = part.span.behind(by);
                part.name = part.name.behind(by);
                part.drawn = part.drawn.map(|at| at + drawn);
                for pin in &mut part.pins {
                    pin.name = pin.name.map(|name| name.behind(by));
                    match &mut pin.value {
                        PinValue::Operand(span) => *span = span.behind(by),
                        PinValue::Flow(flow) => shift(flow, by, drawn),
                    }
                }
            }
            Element::Branch(legs) => legs.iter_mut().for_each(|leg| shift(leg, by, drawn)),
            Element::Signal(span) | Element::Opaque(span, _) => *span = span.behind(by),
        }
    }
}
