//! The entries of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without what it is about.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "naming-logged")]
pub(crate) enum LogMessage {
    ProgramChanged,
}
