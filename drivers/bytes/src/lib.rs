//! What every codec reads bytes with: exactly those that are there, and no others.
//!
//! A [`Reader`] knows its protocol's byte order; what disagrees with the specification is a
//! [`DecodeError`] with field, offset, and what was expected and found.
#![warn(missing_docs)]

mod error;
mod reader;

pub use error::DecodeError;
pub use reader::{BigEndian, LittleEndian, Order, Reader};
