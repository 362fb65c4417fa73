//! Meaning as codes with arguments, and their sentences.
//!
//! A room says what is the case as a [`Coded`] enum; as a [`Message`] it travels, and is written to
//! JSON, without losing its meaning. The faces make sentences of it in the person's [`Language`],
//! from the catalogue in `en/` and `de/`, which the screens read too. What a person is not meant to
//! read, a log of a test or a `source()`, is English by `Display`.
#![warn(missing_docs)]

mod argument;
mod catalogue;
mod coded;
mod event;
pub mod json;
mod language;
mod message;

pub use argument::{Argument, ToArgument};
pub use catalogue::assert_complete;
pub use coded::{Code, Coded};
pub use language::Language;
pub use message::Message;
pub use tagbridge_texts_derive::Coded;
