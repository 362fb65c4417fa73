//! All tests are in one binary.

mod behaviour;
mod described;
mod drafts;
mod drawn;
mod judge;
mod logix;
mod meant;
mod measured;
mod outside;
mod plcopen;
mod ready;
mod recipes;
mod refused;
mod remarks;
#[path = "../../../logic/tests/suite/samples.rs"]
mod samples;
mod sheets;
mod symbols;
mod table;
mod tasks;
mod typed;
mod unchanged;
mod written;
