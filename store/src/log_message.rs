//! Events of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without its subject.
#[derive(Debug, Clone, Coded)]
#[coded(prefix = "store-logged")]
pub(crate) enum LogMessage {
    BroughtUpToDate,
    Copied,
    Damaged,
    KeysLost { data: String },
    KeyInLogAlone,
    SeesAllRows { server: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        tagbridge_texts::assert_complete("store", &[LogMessage::CODES]);
    }
}
