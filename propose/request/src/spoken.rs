//! Requests in free text: the words decide, not the order of a fixed sentence.
//!
//! A sentence becomes the words with a meaning, and the names and values between them. The first
//! matching rule determines the change.

mod built;
mod clause;
mod combined;
mod counts;
mod declared;
mod described;
mod follow;
mod incomplete;
mod lexicon;
mod phrases;
mod recipes;
mod rules;
mod rungs;
mod sentences;
mod story;
mod unclear;
mod values;
mod whole;
mod wished;

pub use self::{described::words_of, unclear::UnclearPart};
pub(crate) use self::{
    unclear::unclear,
    values::{unit_of, values},
    whole::understand,
    wished::{bound_values, is_question, replaced_value},
};
use tagbridge_interpret::MeantName;

/// The names of a project.
pub trait KnownNames {
    /// Whether a name exists, in any case.
    fn is_known(&self, name: &str) -> bool;
    /// Whether a name exists in exactly this spelling.
    fn is_spelled(&self, name: &str) -> bool;
    /// Whether a routine, a program or a block has this name.
    fn is_unit(&self, name: &str) -> bool;
    /// Whether variables are declared in what has this name.
    fn is_place(&self, name: &str) -> bool;
    /// Whether a type of the project has this name.
    fn is_type(&self, name: &str) -> bool;
    /// The data type of a tag or variable in upper case.
    fn type_of(&self, name: &str) -> Option<String>;
    /// The task that one of these words names.
    fn task(&self, words: &[String]) -> Option<String>;
    /// Whether code gives a bit its value.
    fn is_driven(&self, name: &str) -> bool;
    /// The names that words may mean, the likeliest first.
    fn meant(&self, words: &[String]) -> Vec<MeantName>;
}
