//! Which thing of a project some words mean.
//!
//! A vocabulary of plants compares words of both languages. For each name of a project the words
//! give features: how much of them the name, its comment, its owner and the code around it have, and
//! whether it is the kind of thing that the words ask for. Trained weights rank the names.

pub mod common;
mod context;
mod cues;
mod lexicon;
mod lists;
mod meant;
mod query;
mod rank;
pub mod roles;
mod stems;
mod vocabulary;
pub mod words;
mod written;

pub use lexicon::{Lexicon, NameEntry};
pub use meant::MeantName;
pub use query::{weighed, weight};
pub use rank::{FEATURES, PLAIN, Ranked, weights};
pub use written::WrittenWord;
