//! Status codes as text (OPC UA Part 4 §7.39, Part 6 annex A.2).

use opcua::types::{StatusCode, status_code::SubStatusCode};
use tagbridge_driver::{Cause, LoginRemedy, Reason};
use tagbridge_texts::{Coded, Message};

use crate::refusal::Remedy;

/// The code without the info bits: limits, overflow, changed semantics.
pub(crate) fn plain(code: StatusCode) -> StatusCode {
    StatusCode::from(code.bits() & 0xFFFF_0000)
}

/// A status as text: the keys of `opcua-status` in `texts/de/opcua.ftl` are its names.
#[derive(Coded)]
#[coded(prefix = "opcua-status")]
pub(crate) struct Status {
    name: String,
    /// The specification's sentence, in English.
    sentence: String,
    code: String,
}

/// A status that is not in the specification.
#[derive(Coded)]
#[coded(prefix = "opcua-other-status")]
pub(crate) struct OtherStatus {
    code: String,
}

/// The specification's sentence, its name and its number: `The node id refers to a node that does
/// not exist in the server address space (BadNodeIdUnknown, 0x80340000)`.
pub(crate) fn said(status: StatusCode) -> Message {
    let code = format!("{:#010x}", status.bits());
    match status.sub_code() {
        SubStatusCode::Invalid => OtherStatus { code }.message(),
        known => {
            let sentence = known.description().trim().trim_end_matches('.').to_owned();
            Status { name: known.name().to_owned(), sentence, code }.message()
        }
    }
}

/// Why a tag has no value, or an uncertain one.
pub(crate) fn cause(code: StatusCode) -> Cause {
    Cause::new(reason(code), said(code))
}

fn reason(code: StatusCode) -> Reason {
    match plain(code) {
        StatusCode::BadNodeIdUnknown | StatusCode::BadNodeIdInvalid => Reason::UnknownTag,
        StatusCode::BadNotReadable
        | StatusCode::BadUserAccessDenied
        | StatusCode::BadSecurityModeInsufficient => Reason::AccessDenied,
        StatusCode::BadAttributeIdInvalid => Reason::NoAddress,
        StatusCode::BadIndexRangeInvalid
        | StatusCode::BadIndexRangeNoData
        | StatusCode::BadOutOfRange => Reason::OutOfRange,
        StatusCode::BadDataEncodingInvalid
        | StatusCode::BadDataEncodingUnsupported
        | StatusCode::BadDataTypeIdUnknown
        | StatusCode::BadDecodingError => Reason::DecodeError,
        StatusCode::BadTypeMismatch => Reason::TypeMismatch,
        StatusCode::BadNoCommunication
        | StatusCode::BadNotConnected
        | StatusCode::UncertainNoCommunicationLastUsableValue
        | StatusCode::UncertainLastUsableValue
        | StatusCode::BadWaitingForInitialData => Reason::Stale,
        _ => Reason::DeviceError,
    }
}

/// The remedy for a refused connection.
pub(crate) fn remedy(code: StatusCode) -> Option<Message> {
    let remedy = match plain(code) {
        StatusCode::BadCertificateUntrusted
        | StatusCode::BadSecurityChecksFailed
        | StatusCode::BadCertificateInvalid
        | StatusCode::BadCertificateChainIncomplete => Remedy::ServerTrust,
        StatusCode::BadIdentityTokenRejected
        | StatusCode::BadUserAccessDenied
        | StatusCode::BadIdentityTokenInvalid => {
            return Some(LoginRemedy::CheckUser.message());
        }
        StatusCode::BadCertificateTimeInvalid => Remedy::Clocks,
        StatusCode::BadTooManySessions
        | StatusCode::BadMaxConnectionsReached
        | StatusCode::BadTcpNotEnoughResources => Remedy::Sessions,
        StatusCode::BadSecurityPolicyRejected | StatusCode::BadSecurityModeRejected => {
            Remedy::Policy
        }
        StatusCode::BadTcpEndpointUrlInvalid => Remedy::Path,
        StatusCode::BadLicenseExpired
        | StatusCode::BadLicenseLimitsExceeded
        | StatusCode::BadLicenseNotAvailable => Remedy::Licence,
        _ => return None,
    };
    Some(remedy.message())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_said_in_words_and_raw() {
        for (code, reason, says) in [
            (
                0x8034_0000,
                Reason::UnknownTag,
                "does not exist in the server address space (BadNodeIdUnknown, 0x80340000)",
            ),
            (0x803A_0000, Reason::AccessDenied, "(BadNotReadable, 0x803a0000)"),
            (0x8037_0000, Reason::OutOfRange, "(BadIndexRangeNoData, 0x80370000)"),
            (0x4094_0000, Reason::DeviceError, "0x40940000"),
            (0x808C_0480, Reason::DeviceError, "(BadSensorFailure, 0x808c0480)"),
            (0x8FFF_0000, Reason::DeviceError, "status 0x8fff0000, which is not in"),
        ] {
            let cause = cause(StatusCode::from(code));
            assert_eq!(cause.reason, reason, "{code:#x}");
            assert!(cause.to_string().contains(says), "{cause}");
        }
    }
}
