//! S7: networks in ladder (neutral text and SIMATIC SD), statement lists, sequences of GRAPH.

mod chart;
mod effect;
mod ladder;
pub mod list;
pub mod network;

pub(crate) use self::{chart::lower as chart, ladder::lower as ladder};
