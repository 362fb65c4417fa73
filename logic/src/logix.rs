//! Logix: ladder, function block diagrams, sequential function charts.

mod control;
mod declared;
mod effect;
mod ladder;
mod operand;
pub mod rung;
pub mod table;

pub(crate) use self::{
    declared::{Declared, Home},
    ladder::lower as ladder,
};
