//! What goes into the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without what it is about.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "bridge-logged")]
pub(crate) enum Logged {
    Connected,
    ControllerUnreadable,
    ControllerUnread,
    Stopped,
    SessionCutOff,
    SessionBroken,
    StatusFile,
    SnapshotsNotStored,
    SnapshotsStored,
    SnapshotOversize,
    SnapshotsDropped,
    OutboxNotInspected,
    OutboxOlderCopy,
    FolderIsCopy,
    FolderCopied,
    RunNotKept,
    ControllerNotKept,
    PartnerTookOver,
    DeviceNotRenewed,
    OutboxDamaged,
    OutboxReplaced,
    OutboxMark,
    DiskFull,
    DiskHasRoom,
    RoomKept,
    PushTaken,
    UploaderBroken,
    NothingDelivered,
    SnapshotsRejected,
    QuarantineFull,
    NotSentAgain,
    SnapshotGivenUp,
    ClocksDiffer,
    RequestedUnreadable,
    EndNotTold,
    ProjectFromCopy,
    CopyUseless,
    FileNotKept,
    RemarkOnConfiguration,
    NamedByProject,
    ProjectVersionUsed,
    NamedByController,
    ControllerDiffers,
}
