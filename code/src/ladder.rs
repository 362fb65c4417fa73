//! Ladder: parts in series, branches, and the signals at the pins of parts.

use tagbridge_structured_text::{Span, Why};

/// The logic of a network. All spans refer to the displayed text, except for [`DrawnPart::source`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ladder {
    /// The rungs in order; each starts at the power rail.
    pub rungs: Vec<LadderRung>,
    /// The parts in the file; [`Part::drawn`] is an index into it. Empty if the file contains text.
    pub drawn: Vec<DrawnPart>,
}

/// A rung, which starts at the power rail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderRung {
    /// From its first element to its last.
    pub span: Span,
    /// The elements in series.
    pub elements: Vec<Element>,
}

/// An element in series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// `Contact("a")`, `TON(#t, PT := T#5s)`
    Part(Part),
    /// `[Contact("a") ,Contact("b") ]`
    Branch(Vec<Vec<Element>>),
    /// A signal without power flow: an operand at a gate.
    Signal(Span),
    /// Code that was not understood, or is nested too deeply or too long to be displayed.
    Opaque(Span, Why),
}

/// A part with its pins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The whole part.
    pub span: Span,
    /// Its kind, as in the text: `Contact`, `TON`, `Call`.
    pub name: Span,
    /// Its kind in SimaticML, if the text differs: `I_Contact` is a `Contact`.
    pub kind: Option<&'static str>,
    /// Its displayed pins, in order.
    pub pins: Vec<Pin>,
    /// The index of the part in the network. Branches may contain the same part several times.
    pub drawn: Option<usize>,
}

/// A pin with its signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// Its name; absent for the operand, the block and the instance.
    pub name: Option<Span>,
    /// Whether it is an output (`=>`).
    pub is_output: bool,
    /// Whether its signal is inverted.
    pub is_negated: bool,
    /// The signal.
    pub value: PinValue,
}

/// The signal at a pin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PinValue {
    /// A variable or a literal.
    Operand(Span),
    /// A series of elements.
    Flow(Vec<Element>),
}

/// A part's connections in the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnPart {
    /// Its position in the text of its file.
    pub source: Span,
    /// The input pin of another part's signal, which the displayed text does not contain.
    pub entry: Option<String>,
    /// Its pins with connections to other parts, each once.
    pub exits: Vec<String>,
}

impl Pin {
    /// An operand without a name.
    pub fn operand(span: Span) -> Self {
        let value = PinValue::Operand(span);
        Self { name: None, is_output: false, is_negated: false, value }
    }
}

impl Part {
    /// Its kind: `Contact`, `TON`, `XIC`. `text` is the text of its spans.
    pub fn kind_in<'t>(&self, text: &'t str) -> &'t str {
        self.kind.unwrap_or_else(|| text.get(self.name.range()).unwrap_or_default())
    }

    /// Its operands in order, also those of pins with a name. A series at a pin is not one.
    pub fn operands(&self) -> impl Iterator<Item = Span> {
        self.pins.iter().filter_map(|pin| match pin.value {
            PinValue::Operand(span) => Some(span),
            PinValue::Flow(_) => None,
        })
    }

    /// The operand at an index of its pins.
    pub fn operand(&self, at: usize) -> Option<Span> {
        match self.pins.get(at)?.value {
            PinValue::Operand(span) => Some(span),
            PinValue::Flow(_) => None,
        }
    }
}

impl Ladder {
    /// Every part in the order of the text, also those in branches and at pins.
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

    /// Whether all elements are understood.
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

    /// Appends another ladder, with this offset in the same text.
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
