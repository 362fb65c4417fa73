//! Errors of requests.

use std::time::Duration;

use opcua::{core::ResponseMessage, types::StatusCode};
use tagbridge_driver::{LinkError, LinkStep};
use tagbridge_texts::Message;

use crate::status;

/// Why a request has no valid response.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The connection is lost.
    Link(LinkError),
    /// The server refused this request, but accepts others.
    Refused(StatusCode),
    /// The response cannot be decoded; other requests may succeed.
    Unclear(String),
}

impl Fault {
    /// The error of a request that is required for the connection.
    pub(crate) fn into_link(self, doing: LinkStep) -> LinkError {
        match self {
            Self::Link(error) => error,
            Self::Refused(code) => refused(doing, code, None),
            Self::Unclear(what) => protocol(doing, what),
        }
    }

    /// Whether a smaller request could succeed.
    pub(crate) fn wants_less(&self) -> Option<ExceededLimit> {
        match self {
            Self::Refused(code) => match status::plain(*code) {
                StatusCode::BadTooManyOperations | StatusCode::BadTooManyMonitoredItems => {
                    Some(ExceededLimit::Operations)
                }
                StatusCode::BadRequestTooLarge
                | StatusCode::BadResponseTooLarge
                | StatusCode::BadEncodingLimitsExceeded
                | StatusCode::BadTcpMessageTooLarge
                | StatusCode::BadOutOfMemory => Some(ExceededLimit::Bytes),
                _ => None,
            },
            Self::Unclear(_) | Self::Link(_) => None,
        }
    }
}

/// The limit that a request exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExceededLimit {
    /// The number of nodes.
    Operations,
    /// The size of the request or the response.
    Bytes,
}

/// The error of a refused connection, with the server's status.
pub(crate) fn refused(doing: LinkStep, code: StatusCode, remedy: Option<Message>) -> LinkError {
    LinkError::Refused { doing, why: status::said(code), remedy: remedy.or(status::remedy(code)) }
}

/// The error of a response of another type.
pub(super) fn unexpected(doing: LinkStep, answer: &ResponseMessage) -> LinkError {
    protocol(doing, format!("a {} came", answer.type_name()))
}

pub(super) fn protocol(doing: LinkStep, what: impl Into<String>) -> LinkError {
    LinkError::Protocol { doing, why: Message::verbatim(what) }
}

/// The error for the status of a service.
pub(super) fn of_service(doing: LinkStep, code: StatusCode) -> Fault {
    match status::plain(code) {
        StatusCode::BadSessionIdInvalid
        | StatusCode::BadSessionClosed
        | StatusCode::BadSessionNotActivated
        | StatusCode::BadSecureChannelIdInvalid
        | StatusCode::BadSecureChannelClosed
        | StatusCode::BadTcpSecureChannelUnknown
        | StatusCode::BadSecureChannelTokenUnknown
        | StatusCode::BadShutdown
        | StatusCode::BadServerHalted => Fault::Link(refused(doing, code, None)),
        _ => Fault::Refused(code),
    }
}

/// The error for the status with which the library ended a request or the connection.
pub(super) fn of_transport(doing: LinkStep, code: StatusCode, after: Duration) -> Fault {
    match status::plain(code) {
        StatusCode::BadTimeout | StatusCode::BadRequestTimeout => {
            Fault::Link(LinkError::Timeout { doing, after })
        }
        // This request was not sent, or its response was dropped; the connection is still open.
        StatusCode::BadEncodingLimitsExceeded
        | StatusCode::BadRequestTooLarge
        | StatusCode::BadResponseTooLarge
        | StatusCode::BadOutOfMemory
        | StatusCode::BadServiceUnsupported => Fault::Refused(code),
        StatusCode::Good
        | StatusCode::BadCommunicationError
        | StatusCode::BadConnectionClosed
        | StatusCode::BadNotConnected => Fault::Link(LinkError::Closed { doing }),
        StatusCode::BadUnexpectedError
        | StatusCode::BadUnknownResponse
        | StatusCode::BadSequenceNumberInvalid => {
            Fault::Link(LinkError::Protocol { doing, why: status::said(code) })
        }
        _ => Fault::Link(refused(doing, code, None)),
    }
}
