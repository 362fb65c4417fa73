//! Events of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without what it is about.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "mirror-logged")]
pub(crate) enum LogMessage {
    Connected,
    NotConnected,
    HostAway,
    BornAnew,
    SnapshotsDropped,
    MessageTooLarge,
    SnapshotSuspected,
    CounterNotKept,
}
