//! Events of the event log.

use tagbridge_texts::Coded;
pub(crate) use tagbridge_texts::event;

/// An event, without its subject.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "opcua-logged")]
pub(crate) enum LogMessage {
    TooDeep,
    SubscribedAgain,
    PolledInstead,
    TakesLess,
    CertificateTrusted,
    CertificateRenewed,
}
