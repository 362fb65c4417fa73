//! The error of a decoder.

use std::borrow::Cow;

use tagbridge_texts::Coded;

/// Bytes that do not follow the specification.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "decode-error")]
pub struct DecodeError {
    /// The field, with its name in the specification.
    pub field: &'static str,
    /// Its offset, from the start of the decoded part.
    pub offset: usize,
    /// The expected content.
    pub expected: Cow<'static, str>,
    /// The actual content.
    pub found: Cow<'static, str>,
}

impl DecodeError {
    /// Creates an error at `offset`.
    pub fn new(
        field: &'static str,
        offset: usize,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { field, offset, expected: expected.into(), found: found.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        tagbridge_texts::assert_complete("bytes", &[DecodeError::CODES]);
    }
}
