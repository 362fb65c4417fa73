//! The elements of drawings, in addition to their text.

use std::ops::Range;

use super::{Position, Section};

/// A drawing: its nodes and wires. Not part of the JSON of the model, which has the neutral text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Net {
    /// The nodes, in the order of the file.
    pub nodes: Vec<Node>,
    /// The wires, in the order of the file.
    pub wires: Vec<Wire>,
}

/// A node of a drawing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// Its id in the file: `ID` (Logix), `UId` (SimaticML).
    pub id: String,
    /// Its kind, in the vendor's words: `IRef`, `Block`, `Function`, `JSR`, `Part`, `Call`.
    pub kind: String,
    /// Its instruction, its block, or the called routine: `ADD`, `BAND__F`, `Contact`.
    pub name: String,
    /// Its operand: a tag, or its backing tag; for a connector the name.
    pub operand: Option<String>,
    /// Pins for which the file contains more than their wires.
    pub pins: Vec<Pin>,
    /// The spans in the neutral text, in bytes: several if branches share the node, none if no wire
    /// leads to it.
    pub spans: Vec<Range<u32>>,
    /// Whether it is connected neither to the power rail nor to another node's output (SimaticML).
    pub is_unfed: bool,
    /// The place in the file.
    pub position: Option<Position>,
    /// Where its element begins in the text of its file, in bytes.
    pub source: usize,
    /// The position in the vendor's editor, to the right and downwards, in the units of that editor.
    pub drawn_at: Option<(i32, i32)>,
}

impl Net {
    /// The place in the file for a byte of the neutral text: that of the innermost node there,
    /// otherwise of the next one, or of the last.
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
    /// The value without a wire, in the notation of the file.
    pub value: Option<String>,
    /// The section of the callee's interface, if the file contains it.
    pub section: Option<Section>,
}

/// A wire from one node to another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wire {
    /// The index of the source node.
    pub from: usize,
    /// The pin of the source; empty if the node has a single one.
    pub from_pin: String,
    /// The index of the target node.
    pub to: usize,
    /// The pin of the target; empty if the node has a single one.
    pub to_pin: String,
    /// Whether it carries the value of the previous scan (`Assume Data Available`).
    pub feedback: bool,
}
