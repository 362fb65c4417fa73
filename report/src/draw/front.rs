//! Converts the tree of a rung to pieces.

use tagbridge_code::{Element, Ladder};
use tagbridge_project::Vendor;

use super::{Mark, Operands, RungPiece};

/// A rung to be drawn.
pub(super) struct RungContext<'a> {
    pub(super) vendor: Vendor,
    /// Its text.
    pub(super) text: &'a str,
    pub(super) operands: &'a Operands<'a>,
    /// The program or the block of its routine.
    pub(super) owner: &'a str,
}

impl RungContext<'_> {
    /// The pieces of a rung. `None` if it is not fully parsed.
    pub(super) fn pieces(&self, ladder: &Ladder) -> Option<Vec<Vec<RungPiece>>> {
        let rungs = ladder.rungs.iter();
        ladder.is_whole().then(|| rungs.map(|rung| self.series(&rung.elements)).collect())
    }

    pub(super) fn series(&self, elements: &[Element]) -> Vec<RungPiece> {
        let piece = |element: &Element| match element {
            Element::Part(part) if self.vendor == Vendor::AllenBradley => self.logix(part),
            Element::Part(part) => self.siemens(part),
            Element::Branch(legs) => {
                RungPiece::Branch(legs.iter().map(|leg| self.series(leg)).collect())
            }
            Element::Signal(span) | Element::Opaque(span, _) => {
                let operands = vec![self.text[span.range()].to_owned()];
                RungPiece::Contact { mark: Mark::None, operands, span: *span }
            }
        };
        elements.iter().map(piece).collect()
    }
}
