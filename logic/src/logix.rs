//! Logix: ladder, function block diagrams, sequential function charts.

mod alias;
mod control;
mod declared;
mod effect;
mod ladder;
mod operand;
pub mod rung;
pub mod table;

pub(crate) use self::{
    alias::aliases,
    declared::{Declared, Home},
    ladder::lower as ladder,
};
