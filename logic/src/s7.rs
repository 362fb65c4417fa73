//! S7: networks of ladder and function block diagrams, statement lists, GRAPH sequences.

mod boxes;
mod call;
mod chart;
mod current;
mod effect;
mod jumps;
mod ladder;
pub(crate) mod list;
mod registers;
pub(crate) mod runs;

pub(crate) use self::{chart::lower as chart, jumps::Jumps, ladder::lower as ladder};
