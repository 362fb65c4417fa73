//! Why an S7 controller refuses a connection, and the remedy.

use tagbridge_texts::{Coded, Message};

/// The reason.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "s7-refusal")]
pub(super) enum Refusal {
    Closed,
    NoNames,
}

/// Why the connection was ended, by its number.
#[derive(Coded)]
#[coded(prefix = "s7-disconnected")]
pub(super) struct Disconnected {
    reason: String,
}

impl Disconnected {
    pub(super) fn by(reason: u8) -> Message {
        Self { reason: format!("r{reason}") }.message()
    }
}

/// An error word: class and code of a refused message.
#[derive(Coded)]
#[coded(prefix = "s7-error")]
pub(super) struct ErrorWord {
    word: String,
    code: String,
}

impl ErrorWord {
    pub(super) fn of(word: u16) -> Message {
        Self { word: format!("x{word:04x}"), code: format!("{word:#06x}") }.message()
    }
}

/// The remedy.
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
                crate::log_message::LogMessage::CODES,
                Refusal::CODES,
                Disconnected::CODES,
                ErrorWord::CODES,
                crate::client::target::EndpointMistake::CODES,
                Remedy::CODES,
                cause::ReadFailureText::CODES,
                cause::Remedy::CODES,
                cause::Item::CODES,
                crate::area::AreaName::CODES,
                crate::plan::Planned::CODES,
            ],
        );
    }
}
