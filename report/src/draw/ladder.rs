//! What ladder is drawn of, whoever wrote it.

use tagbridge_structured_text::Span;

/// Something in series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RungPiece {
    /// `─┤ ├─`, `─┤/├─`, `─┤P├─`
    Contact {
        /// What stands in it.
        mark: Mark,
        /// Above it, and below it.
        operands: Vec<String>,
        /// Where it stands in the text.
        span: Span,
    },
    /// `─( )─`, `─(S)─`
    Coil {
        /// What stands in it.
        mark: Mark,
        /// Above it, and below it.
        operands: Vec<String>,
    },
    /// Everything else.
    Block(Boxed),
    /// Legs in parallel, from top to bottom.
    Branch(Vec<Vec<RungPiece>>),
}

/// What stands in a contact or a coil.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// A stroke: it is negated.
    Negated,
    /// Letters.
    Text(String),
}

/// An instruction as a box.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Boxed {
    /// Its mnemonic, its type.
    pub title: String,
    /// Its instance.
    pub instance: Option<String>,
    /// Its operands or pins, in order.
    pub rows: Vec<BoxedRow>,
    /// Whether it does something: then it stands at the right.
    pub acts: bool,
    /// Where it stands in the text.
    pub span: Span,
}

/// An operand or a pin of a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxedRow {
    /// What the operand or the pin is called; empty where nobody says.
    pub label: String,
    /// What is there.
    pub value: AtPin,
}

/// What is at an operand or a pin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AtPin {
    /// A name, a literal, an expression.
    Text(String),
    /// What flows into it, from the left rail.
    Flow(Vec<RungPiece>),
}

impl RungPiece {
    /// Whether it does something, or a part of it does.
    pub(super) fn acts(&self) -> bool {
        match self {
            Self::Contact { .. } => false,
            Self::Coil { .. } => true,
            Self::Block(block) => block.acts,
            Self::Branch(legs) => legs.iter().any(|leg| leg.last().is_some_and(Self::acts)),
        }
    }
}
