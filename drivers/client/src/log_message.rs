//! Events of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without its subject.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "client-logged")]
pub(crate) enum LogMessage {
    ModeUnknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        tagbridge_texts::assert_complete("client", &[LogMessage::CODES]);
    }
}
