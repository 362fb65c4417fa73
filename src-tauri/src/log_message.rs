//! The events of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without what it is about.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "desktop-logged")]
pub(crate) enum LogMessage {
    WindowNotOpened,
    WindowNotShown,
    TrayOutdated,
    SessionDisobeys,
    AutostartNotTaken,
    PlaceUnknown,
    NotNotified,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        alerts::AlertText,
        files::{SaveAdvice, SaveFailure},
        start_failure::{NoWindowReason, StartFailureText},
        tray::texts::{StateWord, TrayText},
    };

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            LogMessage::CODES,
            SaveFailure::CODES,
            SaveAdvice::CODES,
            TrayText::CODES,
            StateWord::CODES,
            NoWindowReason::CODES,
            StartFailureText::CODES,
            AlertText::CODES,
        ];
        tagbridge_texts::assert_complete("desktop", &codes);
    }
}
