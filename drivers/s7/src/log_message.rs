//! Events of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without its subject.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "s7-logged")]
pub(crate) enum LogMessage {
    OtherAnswer,
    NoStatusList,
}
