//! What came of a request that was not answered as hoped.

use std::time::Duration;

use opcua::{core::ResponseMessage, types::StatusCode};
use tagbridge_driver::{LinkError, LinkStep};
use tagbridge_texts::Message;

use crate::status;

/// Why there is no answer to a request.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The connection is over.
    Link(LinkError),
    /// The server refused this request, and will take others.
    Refused(StatusCode),
    /// The server answered, but what it said cannot be decoded; it may answer others better.
    Unclear(String),
}

impl Fault {
    /// For a request that has to succeed.
    pub(crate) fn into_link(self, doing: LinkStep) -> LinkError {
        match self {
            Self::Link(error) => error,
            Self::Refused(code) => refused(doing, code, None),
            Self::Unclear(what) => protocol(doing, what),
        }
    }

    /// Whether a smaller request could succeed.
    pub(crate) fn wants_less(&self) -> Option<Less> {
        match self {
            Self::Refused(code) => match status::plain(*code) {
                StatusCode::BadTooManyOperations | StatusCode::BadTooManyMonitoredItems => {
                    Some(Less::Operations)
                }
                StatusCode::BadRequestTooLarge
                | StatusCode::BadResponseTooLarge
                | StatusCode::BadEncodingLimitsExceeded
                | StatusCode::BadTcpMessageTooLarge
                | StatusCode::BadOutOfMemory => Some(Less::Bytes),
                _ => None,
            },
            Self::Unclear(_) | Self::Link(_) => None,
        }
    }
}

/// Of what a request had too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Less {
    /// Nodes.
    Operations,
    /// Bytes, on its way out or back.
    Bytes,
}

/// A link that the server refused, in its words.
pub(crate) fn refused(doing: LinkStep, code: StatusCode, remedy: Option<Message>) -> LinkError {
    LinkError::Refused { doing, why: status::said(code), remedy: remedy.or(status::remedy(code)) }
}

/// An answer to another question.
pub(super) fn unexpected(doing: LinkStep, answer: &ResponseMessage) -> LinkError {
    protocol(doing, format!("a {} came", answer.type_name()))
}

pub(super) fn protocol(doing: LinkStep, what: impl Into<String>) -> LinkError {
    LinkError::Protocol { doing, why: Message::verbatim(what) }
}

/// What a status means that a service answered with.
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

/// What a status means that the library ended a request or the connection with.
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
