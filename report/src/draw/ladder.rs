//! The pieces of a ladder drawing, for all vendors.

use tagbridge_structured_text::Span;

/// A piece in a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RungPiece {
    /// `─┤ ├─`, `─┤/├─`, `─┤P├─`
    Contact {
        /// Its mark.
        mark: Mark,
        /// The texts above and below it.
        operands: Vec<String>,
        /// Its location in the text.
        span: Span,
    },
    /// `─( )─`, `─(S)─`
    Coil {
        /// Its mark.
        mark: Mark,
        /// The texts above and below it.
        operands: Vec<String>,
    },
    /// Any other instruction.
    Block(InstructionBox),
    /// Legs in parallel, from top to bottom.
    Branch(Vec<Vec<RungPiece>>),
}

/// The mark in a contact or a coil.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// No mark.
    None,
    /// A slash: it is negated.
    Negated,
    /// Letters.
    Text(String),
}

/// An instruction as a box.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InstructionBox {
    /// Its mnemonic or type.
    pub title: String,
    /// Its instance.
    pub instance: Option<String>,
    /// Its operands or pins, in order.
    pub rows: Vec<BoxedRow>,
    /// Whether it is an output, which is drawn at the right.
    pub acts: bool,
    /// Its location in the text.
    pub span: Span,
}

/// An operand or a pin of a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxedRow {
    /// The name of the operand or the pin; empty if it is unknown.
    pub label: String,
    /// Its value.
    pub value: PinAnnotation,
}

/// The value at an operand or a pin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PinAnnotation {
    /// A name, a literal, an expression.
    Text(String),
    /// Power flow into it, from the left rail.
    Flow(Vec<RungPiece>),
}

impl RungPiece {
    /// Whether it is an output, or contains one.
    pub(super) fn acts(&self) -> bool {
        match self {
            Self::Contact { .. } => false,
            Self::Coil { .. } => true,
            Self::Block(block) => block.acts,
            Self::Branch(legs) => legs.iter().any(|leg| leg.last().is_some_and(Self::acts)),
        }
    }
}
