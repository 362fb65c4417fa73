//! Logix: ladder, function block diagrams, sequential function charts.

mod alias;
pub(crate) mod blocks;
mod control;
mod declared;
mod diagram;
mod effect;
mod ladder;
mod operand;
pub mod rung;
pub mod table;

pub(crate) use self::{
    alias::aliases,
    declared::{Declared, Home},
    diagram::lower as diagram,
    ladder::lower as ladder,
};
