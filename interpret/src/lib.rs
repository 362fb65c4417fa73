//! Questions about a controller's program, as people ask them in English and German, and answers in
//! sentences that say where each was read.
//!
//! Pure, and without any model. [`understand`] makes queries of a sentence: it finds the names and
//! kinds that are mentioned, and a small trained classifier says what is asked of them. [`answer`]
//! executes the queries over the project and makes sentences of their rows. Values of now and an
//! older version are passed in; what an answer needs of them, [`Asked`] says beforehand.

mod answers;
mod asked;
mod book;
pub mod classify;
mod common;
mod constraints;
mod facts;
mod fuzzy;
mod items;
mod kinds;
mod language;
mod lexicon;
mod meant;
mod mention;
mod note;
mod reader;
mod resolve;
mod say;
pub mod search;
mod source;
mod understand;
mod words;

pub use answers::{Given, PastValues, Values, answer, run};
pub use asked::{Asked, Since, listed, past, values};
pub use facts::Facts;
pub use meant::MeantName;
pub use note::{Note, noted};
pub use source::source;
pub use tagbridge_api::query;
pub use tagbridge_cause::{PastSamples, PastValue};
pub use tagbridge_logic::{
    expr::Scalar,
    why::{Sample, Snapshot},
};
pub use tagbridge_texts::Language;
pub use understand::{Before, understand};

/// The id of the question which of several things is meant.
pub const WHICH: &str = "subject";
/// The id of the question which of several questions is meant.
pub const READING: &str = "reading";
