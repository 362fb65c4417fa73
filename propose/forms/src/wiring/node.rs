//! Elements with numbers, and the connections between them.

use tagbridge_code::{DiagramNode, DiagramPin};
use tagbridge_structured_text::Assignment;

/// An element of a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WiredNode {
    /// Its number in the file.
    pub(crate) id: String,
    /// What it is.
    pub(crate) kind: WiredKind,
    /// Whether its signal is inverted.
    pub(crate) negated: bool,
    /// Its inputs: a box has pins with names, others have one without.
    pub(crate) inputs: Vec<WiredPin>,
    /// The names of a box's outputs.
    pub(crate) outputs: Vec<String>,
}

/// What an element is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WiredKind {
    /// The left power rail.
    Rail,
    /// A contact of this bit.
    Contact(String),
    /// A variable or a literal.
    Input(String),
    /// A coil of this bit.
    Coil(String, Assignment),
    /// An output of this variable.
    Output(String),
    /// A box: the instance, the type.
    Block(String, String),
    /// Something that cannot be changed.
    Other,
}

/// An input of an element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct WiredPin {
    /// Its name.
    pub(crate) name: String,
    /// Whether it inverts the signal.
    pub(crate) negated: bool,
    /// The elements that lead to it, with their pins.
    pub(crate) from: Vec<Source>,
}

/// An element and its output pin.
pub(crate) type Source = (String, String);

/// What has to change.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Rewired {
    /// Elements that change, by their index.
    pub(crate) changed: Vec<(usize, WiredNode)>,
    /// Elements that are no longer needed, by their index.
    pub(crate) removed: Vec<usize>,
    /// New elements, in the order of the current.
    pub(crate) added: Vec<WiredNode>,
}

/// Where a new value leads.
pub(crate) enum End {
    /// An element that is there, by its index.
    There(usize),
    /// A new one.
    New,
}

impl WiredNode {
    /// An element of a file.
    pub(crate) fn of(node: &DiagramNode) -> Self {
        let said = || node.operand.clone().unwrap_or_default();
        let is_stored = node.is_plain && node.storage == Assignment::Store;
        let kind = match node.kind.as_str() {
            "leftPowerRail" => WiredKind::Rail,
            "contact" if is_stored => WiredKind::Contact(said()),
            "coil" if node.is_plain => WiredKind::Coil(said(), node.storage),
            "inVariable" if !node.is_negated => WiredKind::Input(said()),
            "outVariable" if is_stored => WiredKind::Output(said()),
            "block" if node.is_plain => {
                WiredKind::Block(said(), node.name.clone().unwrap_or_default())
            }
            _ => WiredKind::Other,
        };
        let has_pin = |it: &&DiagramPin| match kind {
            WiredKind::Rail => false,
            WiredKind::Input(_) => !it.from.is_empty(),
            _ => true,
        };
        let inputs = node.inputs.iter().filter(has_pin).map(|it| WiredPin {
            name: it.name.clone(),
            negated: it.is_negated && node.kind == "block",
            from: it.from.clone(),
        });
        let (negated, inputs) = (node.is_negated, inputs.collect());
        Self { id: node.id.clone(), kind, negated, inputs, outputs: node.outputs.clone() }
    }
}

/// Whether two elements have the same operand.
pub(super) fn is_same(a: &WiredKind, b: &WiredKind) -> bool {
    match (a, b) {
        (WiredKind::Contact(a), WiredKind::Contact(b))
        | (WiredKind::Input(a), WiredKind::Input(b)) => a.eq_ignore_ascii_case(b),
        (WiredKind::Block(a, c), WiredKind::Block(b, d)) => {
            a.eq_ignore_ascii_case(b) && c.eq_ignore_ascii_case(d)
        }
        (a, b) => a == b,
    }
}
