//! Drawings as what they are made of, beside the text that is shown of them.

use std::ops::Range;

use super::{Position, Section};

/// A drawing: what stands in it, and what is wired to what. It is not part of the model's JSON:
/// that has the neutral text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Net {
    /// What stands in it, in the order of the file.
    pub nodes: Vec<Node>,
    /// What leads from one to another, in the order of the file.
    pub wires: Vec<Wire>,
}

/// Something that stands in a drawing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// The file's own number for it: `ID` (Logix), `UId` (SimaticML).
    pub id: String,
    /// What it is, in the vendor's words: `IRef`, `Block`, `Function`, `JSR`, `Part`, `Call`.
    pub kind: String,
    /// Its instruction, its block, the routine that it calls: `ADD`, `BAND__F`, `Contact`.
    pub name: String,
    /// What it works on: a tag, its backing tag; of a connector the name.
    pub operand: Option<String>,
    /// Pins of which the file says more than what is wired to them.
    pub pins: Vec<Pin>,
    /// Where it stands in the neutral text, in bytes; several times where branches share it, never
    /// where nothing leads to it.
    pub spans: Vec<Range<u32>>,
    /// Whether neither the power rail nor another node leads to it (SimaticML).
    pub is_unfed: bool,
    /// Where it stands in its file.
    pub position: Option<Position>,
    /// Where the file's own editor draws it, to the right and downwards, in that editor's units.
    pub drawn_at: Option<(i32, i32)>,
}

impl Net {
    /// Where the file has what a byte of the neutral text shows: the innermost node there, or the
    /// next one, or the last.
    pub(super) fn position(&self, byte: usize) -> Option<Position> {
        let byte = u32::try_from(byte).ok()?;
        let spans = self.nodes.iter().flat_map(|node| node.spans.iter().map(move |it| (it, node)));
        let (_, node) = spans.min_by_key(|(span, _)| {
            let there = span.contains(&byte);
            (!there, span.end <= byte, span.start.abs_diff(byte))
        })?;
        node.position
    }
}

/// A pin.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pin {
    /// Its name.
    pub name: String,
    /// What is given there without a wire, as the file writes it.
    pub value: Option<String>,
    /// Which part of the callee's interface it is, where the file says so.
    pub section: Option<Section>,
}

/// From which steps of a chart to which a transition leads. It makes the ones inactive once all of
/// them are active and its condition holds, and the others active.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Way {
    /// Names of steps.
    pub from: Vec<String>,
    /// Names of steps; of a jump that of its target.
    pub to: Vec<String>,
}

/// What leads from one node to another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wire {
    /// The node that it leads from, by its position.
    pub from: usize,
    /// The pin that it leads from; empty where the node has one alone.
    pub from_pin: String,
    /// The node that it leads to.
    pub to: usize,
    /// The pin that it leads to; empty where the node has one alone.
    pub to_pin: String,
    /// Whether it hands on what there was in the scan before (`Assume Data Available`).
    pub feedback: bool,
}
