//! Virtual controllers that answer on the wire.

pub mod logix;
