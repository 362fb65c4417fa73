//! Questions about a controller's program, as people ask them in English and German, and answers
//! with citations.
//!
//! Pure functions, without a model. [`understand`] converts a sentence to queries: it finds the
//! names and kinds in it, and a small trained classifier determines the intent. [`answer`] executes
//! the queries on the project and converts their rows to sentences. Current values and an older
//! version are arguments; [`Asked`] lists the ones that an answer needs.

mod answers;
mod asked;
mod book;
pub mod classify;
mod constraints;
mod facts;
mod items;
mod kinds;
mod language;
mod lines;
mod machine;
mod mains;
mod mention;
mod note;
mod past_question;
mod places;
mod reader;
mod resolve;
mod say;
pub mod search;
mod source;
mod understand;
mod wants;

pub use answers::{Given, PastValues, Values, answer, run};
pub use asked::{Asked, Since, listed, past, values};
pub use facts::Facts;
pub use note::{Note, noted};
pub use past_question::{PastQuestion, PastTime, PastWording};
pub use source::source;
pub use tagbridge_api::query;
pub use tagbridge_cause::{PastSamples, PastValue};
pub use tagbridge_meaning::{Lexicon, MeantName, roles::area};
use tagbridge_meaning::{WrittenWord, common, roles::is_timer, words};

pub use tagbridge_logic::{
    expr::Scalar,
    why::{Sample, Snapshot},
};
pub use tagbridge_texts::Language;
pub use understand::{Before, understand};

/// The id of the question about ambiguous names.
pub const WHICH: &str = "subject";
/// The id of the question about ambiguous questions.
pub const READING: &str = "reading";
