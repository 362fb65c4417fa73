//! PLC code as a tree, independent of the file format.
//!
//! The reader of a file creates a [`Network`] of parts and wires. [`Network::draw`] follows the
//! wires from the power rail: it returns the neutral text, and the [`Ladder`] that this text shows.
//! If the vendor's file contains text, [`Ladder::declared`] or [`Ladder::neutral`] parses it to a
//! ladder, and [`ListStatement::all`] to a list. A list that is stored as elements is written as a
//! [`ListText`]. Networks of CODESYS, which are shown as statements, are written as a [`Sentence`];
//! a drawing of PLCopen XML is a [`Diagram`] of elements, which writes its sentences. Every place is
//! a span: of a part in the file that it was read from, and of each element in the text that is
//! shown. A part that a reader does not understand becomes an element of its own; the rest is still
//! read.

mod chart;
mod declared;
mod diagram;
mod instruction;
mod ladder;
mod list;
mod network;
mod neutral;
mod path;
mod print;
mod sentence;
mod sequence;
mod width;
mod wired;

pub use self::width::Width;
pub use self::{
    chart::{
        Chart, ChartAction, ChartElement, ChartElementKind, ChartStep, ChartTransition, NamedStep,
    },
    diagram::{Diagram, DiagramEnd, DiagramNode, DiagramPin, DiagramText, DiagramWire},
    instruction::{is_plain_box, is_written_member},
    ladder::{DrawnPart, Element, Ladder, LadderRung, Part, Pin, PinValue},
    list::{ListCall, ListLine, ListStatement, ListText},
    network::{Drawn, Network, NetworkPart, Signal},
    sentence::{OpenBox, Sentence, SentencePart},
    sequence::{SequenceElement, SequenceText, Way},
};
