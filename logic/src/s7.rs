//! S7: networks in ladder and as function block diagrams, statement lists, sequences of GRAPH.

mod boxes;
mod call;
mod chart;
mod current;
mod effect;
mod jumps;
mod ladder;
pub mod list;
pub(crate) mod runs;

pub(crate) use self::{chart::lower as chart, jumps::Jumps, ladder::lower as ladder};
