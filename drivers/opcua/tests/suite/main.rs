//! The driver against recorded bytes, third-party servers and a hostile one.

mod hostile;
mod recordings;
mod servers;
