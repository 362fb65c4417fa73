//! The driver against recorded bytes, other people's servers and a hostile one.

mod hostile;
mod recordings;
mod servers;
