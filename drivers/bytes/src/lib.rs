//! Reads bytes for all codecs, and never beyond their end.
//!
//! A [`Reader`] has the byte order of its protocol. Bytes that do not follow the specification are
//! a [`DecodeError`] with field, offset, and the expected and the actual content.
#![warn(missing_docs)]

mod error;
mod reader;

pub use error::DecodeError;
pub use reader::{BigEndian, LittleEndian, Order, Reader};
