//! Questions about a controller's program, as people ask them in English and German, and answers in
//! sentences that say where each was read.
//!
//! Pure, and without any model: a question is a few words with a name among them. [`understand`]
//! finds the name and what is asked about it, [`answer`] asks `logic` and makes sentences of its
//! rows by templates. Values of now and an older version are passed in by whoever has them; what an
//! answer needs of them, [`Asked`] tells beforehand.

mod book;
mod facts;
mod intent;
mod kind;
mod language;
mod mention;
mod note;
mod resolve;
mod say;
pub mod search;
mod topics;
mod understand;
mod wants;

pub use facts::Facts;
pub use intent::{Intent, Since};
pub use note::{Note, noted};
pub use tagbridge_logic::{
    expr::Scalar,
    why::{Sample, Snapshot},
};
pub use tagbridge_texts::Language;
pub use topics::{Given, Values, answer};
pub use understand::{Asked, Before, about, source, understand};

/// The id of the one question that is ever asked back: which of several is meant.
pub const WHICH: &str = "subject";
