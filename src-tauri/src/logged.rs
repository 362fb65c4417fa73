//! The events of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without what it is about.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "desktop-logged")]
pub(crate) enum Logged {
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
        files::{Do, Unsaved},
        tray::texts::{StateWord, TrayText},
        unopened::{LastWords, Unopened},
    };

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            Logged::CODES,
            Unsaved::CODES,
            Do::CODES,
            TrayText::CODES,
            StateWord::CODES,
            Unopened::CODES,
            LastWords::CODES,
            AlertText::CODES,
        ];
        tagbridge_texts::assert_complete("desktop", &codes);
    }
}
