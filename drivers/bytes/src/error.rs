//! What disagrees with the specification, and where.

use std::borrow::Cow;

use tagbridge_texts::Coded;

/// Bytes that disagree with the specification.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Coded)]
#[coded(prefix = "decode-error")]
pub struct DecodeError {
    /// The field as the specification calls it.
    pub field: &'static str,
    /// Where it begins, from the start of the piece that was decoded.
    pub offset: usize,
    /// What should stand there.
    pub expected: Cow<'static, str>,
    /// What stands there.
    pub found: Cow<'static, str>,
}

impl DecodeError {
    /// A disagreement at `offset`.
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
