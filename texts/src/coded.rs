//! Types with a code.

use crate::Message;

/// A type whose values are codes with arguments: derive it.
pub trait Coded {
    /// All codes of the type.
    const CODES: &'static [Code];

    /// The code and the arguments of this value.
    fn message(&self) -> Message;
}

impl<T: Coded> Coded for Box<T> {
    const CODES: &'static [Code] = T::CODES;

    fn message(&self) -> Message {
        (**self).message()
    }
}

/// A code, and the arguments of its sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// Unique over all crates: `link-timeout`.
    pub code: &'static str,
    /// The names of its arguments.
    pub arguments: &'static [&'static str],
}
