//! Events of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without its subject.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "service-logged")]
pub(crate) enum LogMessage {
    Panicked,
    RequestFailed,
    RequestAnswered,
    RequestsCutOff,
    RefusalNotAudited,
    FieldIgnored,
    NoJobTaken,
    JobGivenUp,
    LeaseNotExtended,
    RefusedJobStays,
    JobPanicked,
    KeyUseNotStored,
    RefusedWriteStays,
    AnswerNoJson,
    ClockDiffers,
    StoreFailed,
    SourceNoJson,
    UploadsRemoved,
    UploadsNotRemoved,
    RetentionFailed,
    AgesNotKnown,
    AgesKnown,
    AgesNotKept,
    NoRoomLeft,
    RoomAgain,
    JobInput,
    ConnectionTurnedAway,
    CertificateRenewed,
    CertificateNotRenewed,
    ConnectionNotAccepted,
    VersionNotCompared,
    DamageNotAudited,
    DamageNotSearched,
    TurnsEnded,
    TurnsNotEnded,
    ConversationsNotDropped,
    TurnFailed,
    FailedTurnStays,
    EventNoJson,
    ModelAway,
    ModelRejected,
    TurnCancelled,
    IndexNotMade,
    IndexNotRead,
    NoReport,
    PhaseFailed,
    ExportsNotRemoved,
    Outdated,
    ClockNotRead,
    InstanceNotSaid,
    BrokerConnected,
    BrokerNotConnected,
    BrokerNameNotKept,
    MessageRefused,
    MessagesHeldUp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        tagbridge_texts::assert_complete("service", &[LogMessage::CODES, crate::TlsError::CODES]);
    }
}
