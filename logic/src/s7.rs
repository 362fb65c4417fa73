//! S7: networks in ladder (neutral text and SIMATIC SD), statement lists, sequences of GRAPH.

mod boxes;
mod call;
mod chart;
mod current;
mod effect;
mod jumps;
mod ladder;
pub mod list;
pub mod network;
pub(crate) mod runs;

pub(crate) use self::{chart::lower as chart, jumps::Jumps, ladder::lower as ladder};
