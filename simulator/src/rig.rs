//! The common parts of the virtual controllers of all vendors: set-up, faults, generated values
//! over time, and the service of clients.

pub(crate) mod delivery;
pub(crate) mod fault;
pub(crate) mod generator;
pub(crate) mod listening;
pub(crate) mod literal;
pub(crate) mod server;
pub(crate) mod set_up;
pub(crate) mod type_problem;
