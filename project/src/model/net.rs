//! Drawings as what they are made of, beside the text that is shown of them.

use std::ops::Range;

use super::Section;

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
