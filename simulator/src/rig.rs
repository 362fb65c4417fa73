//! What the virtual controllers of all vendors stand on: how they are set up, how they misbehave, how
//! made-up values go with the time, and how clients are served.

pub(crate) mod delivery;
pub(crate) mod fault;
pub(crate) mod generator;
pub(crate) mod listening;
pub(crate) mod literal;
pub(crate) mod server;
pub(crate) mod set_up;
pub(crate) mod type_problem;
