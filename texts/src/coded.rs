//! What has a code.

use crate::Message;

/// What can be said as a code with arguments: derive it.
pub trait Coded {
    /// All codes that it can have.
    const CODES: &'static [Code];

    /// The code and the arguments of this one.
    fn message(&self) -> Message;
}

impl<T: Coded> Coded for Box<T> {
    const CODES: &'static [Code] = T::CODES;

    fn message(&self) -> Message {
        (**self).message()
    }
}

/// A code, and what its sentences are made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// Unique over all rooms: `link-timeout`.
    pub code: &'static str,
    /// The names of its arguments.
    pub arguments: &'static [&'static str],
}
