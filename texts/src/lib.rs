//! Translatable messages: codes with arguments, and their sentences.
//!
//! A crate describes a situation as a [`Coded`] enum. It is transferred and written to JSON as a
//! [`Message`], without losing its meaning. User interfaces format its sentence in the user's
//! [`Language`], from the catalogue in `en/` and `de/`, which the screens use, too. `Display` is
//! English, for logs and `source()`.
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
