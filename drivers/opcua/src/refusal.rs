//! Why a server is refused, or refuses the connection, and the remedy.

use tagbridge_texts::{Coded, Message};

/// The reason.
#[derive(Debug, Clone, Coded)]
#[coded(prefix = "opcua-refusal")]
pub(crate) enum Refusal {
    AnotherCertificate,
    Weakened,
    NoSecurity,
    NoFolder,
    Unreadable,
    NoCertificate,
    Unknown {
        subject: String,
        shown: String,
        from: String,
        to: String,
        endpoint: String,
    },
    Changed {
        trusted: String,
        subject: String,
        shown: String,
        from: String,
        to: String,
    },
    OffersOnly {
        offered: String,
    },
    OffersOthers {
        offered: String,
    },
    OffersOutdated {
        offered: String,
    },
    ShortKey {
        subject: String,
        shown: String,
        bits: usize,
    },
    UnknownAndOld {
        age: Age,
        subject: String,
        shown: String,
        from: String,
        to: String,
        endpoint: String,
    },
    OnlyUnsecured {
        user: UserKind,
    },
    Nobody,
    NoSecret,
    NoUserNames,
    NoUserCertificates,
    NoWayIn {
        user: UserKind,
    },
    NoPassword {
        user: String,
    },
    File {
        path: String,
        why: Message,
    },
}

/// Why a certificate is too old.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "opcua-certificate-age")]
pub(crate) enum Age {
    Expired,
    NotYetValid,
    /// Its signature is made with SHA-1 or MD5.
    OldSignature,
}

/// The kind of user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "opcua-user")]
pub(crate) enum UserKind {
    Anonymous,
    Password,
    Certificate,
}

/// The error in an endpoint.
#[derive(Debug, Clone, Coded)]
#[coded(prefix = "opcua-endpoint")]
pub(crate) enum EndpointMistake {
    Colon { text: String },
    OutdatedSecurity { text: String, known: String },
    Pair,
    Security { text: String, known: String },
    Timestamps { text: String },
    TwoUsers,
}

/// The remedy.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "opcua-remedy")]
pub(crate) enum Remedy {
    ServerTrust,
    Clocks,
    Sessions,
    Policy,
    Path,
    Licence,
    /// The certificate is not trusted yet.
    Compare,
    /// It is not the trusted one.
    Changed,
    /// The server's security became weaker.
    Weakened,
    AnotherSecurity,
    NewerSecurity,
    OldCertificate,
    AnotherCertificate,
    NameFolder,
    WritableFolder,
    UserFiles,
    SwitchOn,
    SecureLogin,
    LeaveUserOut,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::security::TrustError;

    #[test]
    fn each_code_has_its_sentences() {
        let codes = [
            crate::log_message::LogMessage::CODES,
            Refusal::CODES,
            UserKind::CODES,
            Age::CODES,
            Remedy::CODES,
            TrustError::CODES,
            crate::fault::TagFault::CODES,
            EndpointMistake::CODES,
            crate::plan::Planned::CODES,
            crate::name::NodeNameError::CODES,
            crate::types::Malformed::CODES,
            crate::status::Status::CODES,
            crate::status::OtherStatus::CODES,
        ];
        tagbridge_texts::assert_complete("opcua", &codes);
    }
}
