//! What an S7 controller refuses with, and what to do about it.

use tagbridge_texts::Coded;

/// Why.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "s7-refusal")]
pub(super) enum Refusal {
    Closed,
    NoNames,
}

/// What a person can do.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "s7-remedy")]
pub(super) enum Remedy {
    WrongPlace,
    NoRoom,
    SetUp,
    ByAddress,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::cause;

    #[test]
    fn each_code_has_its_sentences() {
        tagbridge_texts::assert_complete(
            "s7",
            &[
                crate::logged::Logged::CODES,
                Refusal::CODES,
                Remedy::CODES,
                cause::Said::CODES,
                cause::Remedy::CODES,
                cause::Item::CODES,
                cause::AreaName::CODES,
            ],
        );
    }
}
