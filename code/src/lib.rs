//! PLC code as a tree, independent of the file format.
//!
//! A file's reader makes a [`Network`] of parts and wires. [`Network::draw`] follows the wires from
//! the power rail: it returns the neutral text, and the [`Ladder`] that this text shows. What a
//! vendor writes as text itself becomes a ladder by [`Ladder::declared`] or [`Ladder::neutral`].
//! Networks of CODESYS, which are shown as statements, are written as a [`Sentence`]. Every place is a span:
//! of a part in the file that it was read from, and of each element in the text that is shown.
//! What a reader does not understand is an element of its own, and the rest stands.

mod chart;
mod declared;
mod ladder;
mod list;
mod network;
mod neutral;
mod path;
mod print;
mod sentence;
mod width;
mod wired;

pub use self::width::Width;
pub use self::{
    chart::{
        Chart, ChartAction, ChartElement, ChartElementKind, ChartStep, ChartTransition, NamedStep,
    },
    ladder::{DrawnPart, Element, Ladder, LadderRung, Part, Pin, PinValue},
    list::ListStatement,
    network::{Drawn, Network, NetworkPart, Signal},
    sentence::{Opened, Sentence},
};
