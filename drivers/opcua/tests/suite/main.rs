//! The driver against other people's servers and a hostile one.

mod hostile;
mod servers;
