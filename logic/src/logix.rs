//! Logix: ladder, function block diagrams, sequential function charts.

mod alias;
pub(crate) mod blocks;
mod chart;
mod control;
mod declared;
mod diagram;
mod effect;
mod ladder;
mod operand;
mod parameters;
pub(crate) mod range;
pub mod table;

pub use self::blocks::sorts as block_sorts;
pub(crate) use self::{
    alias::{aliases, mentions},
    chart::lower as chart,
    declared::{CodeScope, Declared},
    diagram::lower as diagram,
    ladder::lower as ladder,
    parameters::{Parameters, parameters},
};
