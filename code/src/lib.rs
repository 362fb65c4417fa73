//! PLC code as a tree, independent of the file format.
//!
//! The reader of a file creates a [`Network`] of parts and wires. [`Network::draw`] follows the
//! wires from the power rail: it returns the neutral text, and the [`Ladder`] of this text. Ladder
//! that is textual in the file is parsed by [`Ladder::declared`] or [`Ladder::neutral`]. Spans are
//! the positions of a part in its file and of each element in the displayed text. Code that a
//! reader does not understand is a separate element, and the rest is read.

mod chart;
mod declared;
mod ladder;
mod network;
mod neutral;
mod path;
mod print;
mod width;
mod wired;

pub use self::width::Width;
pub use self::{
    chart::{
        Chart, ChartAction, ChartElement, ChartElementKind, ChartStep, ChartTransition, NamedStep,
    },
    ladder::{DrawnPart, Element, Ladder, LadderRung, Part, Pin, PinValue},
    network::{Drawn, Network, NetworkPart, Signal},
};
