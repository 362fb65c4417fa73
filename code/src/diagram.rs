//! Drawings as files of PLCopen XML store them (IEC 61131-10 §7): elements with numbers, and the
//! elements that lead to their inputs.

mod print;

use std::{ops::Range, sync::Arc};

use tagbridge_structured_text::Assignment;

pub use self::print::{Diagram, DiagramText, DiagramWire};

/// An element of a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramNode {
    /// Its number in the file.
    pub id: String,
    /// Its kind, in the words of the file: `contact`, `coil`, `block`.
    pub kind: String,
    /// The type of a block, the label of a jump, the name of a connector.
    pub name: Option<String>,
    /// Its variable or its literal; the instance of a block.
    pub operand: Option<String>,
    /// What a coil or an output does with its variable.
    pub storage: Assignment,
    /// Whether its signal is inverted.
    pub is_negated: bool,
    /// Whether it is described completely: it has no edge, and its pins have none.
    pub is_plain: bool,
    /// A block has pins with names, another element has one without a name.
    pub inputs: Vec<DiagramPin>,
    /// The names of a block's outputs.
    pub outputs: Vec<String>,
    /// Its position in the editor.
    pub drawn_at: Option<(i32, i32)>,
    /// Its element in the text of its file, in bytes.
    pub source: Range<usize>,
    /// The place of its variable in the file, otherwise of the element.
    pub begin: usize,
}

/// An input of an element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DiagramPin {
    /// Its name.
    pub name: String,
    /// Whether it inverts the signal.
    pub is_negated: bool,
    /// The expression that the file has instead of a connection.
    pub value: Option<String>,
    /// The numbers of the elements that lead to it, with their pins.
    pub from: Vec<(String, String)>,
}

/// A drawing, and the element at the end of one of its networks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramEnd {
    /// All elements of the drawing, in the order of the file.
    pub nodes: Arc<[DiagramNode]>,
    /// The index of the element at the end.
    pub end: usize,
}
