//! Sequential function charts as text, one rung for each element.

pub(super) use tagbridge_code::SequenceElement as Element;
use tagbridge_code::SequenceText;

use crate::model::{Origins, Position, Rung};

/// Formats elements, which are in the order of the drawing.
pub(super) fn rungs(elements: Vec<(Position, Element)>) -> Vec<Rung> {
    let (places, elements): (Vec<Position>, Vec<Element>) = elements.into_iter().unzip();
    let shown = SequenceText::all(elements);
    let rung = |(number, (at, shown)): (u32, (Position, SequenceText))| Rung {
        number,
        comment: shown.comment,
        text: shown.text,
        element: Some(Box::new(shown.element)),
        way: shown.way.map(Box::new),
        origins: Origins::drawn(at),
        ..Rung::default()
    };
    (1..).zip(places.into_iter().zip(shown)).map(rung).collect()
}
