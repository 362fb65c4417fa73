//! Events of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without its subject.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "cip-logged")]
pub(crate) enum LogMessage {
    OtherAnswer,
    NamesAlone,
    TagsNotListed,
    ProgramChanged,
    ListedAgain,
    ProgramNotListed,
    TagDiffers,
    StructureTooDeep,
    StructureUnreadable,
    StructureNotDescribed,
    AccessUnknown,
    HungUpAtName,
    HungUpAtTags,
    NoBackplane,
    IdentityFromPort,
    NoIdentity,
    HungUpAtRead,
    ConnectionRefused,
    NoConnection,
    NoMoreConnections,
}
