//! The events of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without its subject.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "desk-logged")]
pub(crate) enum LogMessage {
    Started,
    EventsMissing,
    LogNotKept,
    SessionNotResumed,
    PasswordNotResumed,
    PasswordsDamaged,
    OldPasswordStays,
    FileUnreadable,
    ServiceListens,
    ServiceOtherPort,
    ServiceEnded,
    ServiceBrokeDown,
    ServiceNotResumed,
    SettingsUnreadable,
    TagsNotKept,
    CheckNotKept,
    CopyStays,
}
