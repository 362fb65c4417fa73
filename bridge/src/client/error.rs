//! Errors of requests to the service, grouped by their remedy.

use std::{io, time::Duration};

use tagbridge_api::{Error, ErrorCode};
use tagbridge_texts::{Coded, Message};
use url::{Host, Url};

use super::Untrusted;

/// Why a request to the service failed. `service` is the address of the service.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "uplink")]
pub enum UplinkError {
    /// No response: name resolution, route, TLS or time-out. Retrying may help.
    Unreachable {
        /// The address of the service.
        service: String,
        /// Why there was no response.
        #[coded(with = innermost)]
        source: reqwest::Error,
    },
    /// The response to a push did not arrive in time. Retrying may help.
    NoAnswer {
        /// The address of the service.
        service: String,
        /// How long the client waited.
        seconds: u64,
        /// Whether the service was unreachable meanwhile and responds again.
        #[coded(skip)]
        is_back: bool,
    },
    /// The certificate of the server is not trusted on this computer. Retrying helps after a person
    /// has trusted it.
    Untrusted {
        /// The address of the service.
        service: String,
        /// Why the certificate is not trusted.
        #[coded(transparent)]
        why: Untrusted,
    },
    /// A temporary error of the service. Retrying may help.
    Failing {
        /// HTTP status.
        status: u16,
        /// The error envelope of the service.
        #[coded(text)]
        error: Error,
        /// How long to wait, if the service says so.
        #[coded(skip)]
        wait: Option<Duration>,
    },
    /// Too many requests.
    Throttled {
        /// The error envelope of the service.
        #[coded(text)]
        error: Error,
        /// How long to wait, if the service says so.
        #[coded(skip)]
        wait: Option<Duration>,
    },
    /// The key is invalid, expired or revoked.
    Unauthorized(#[coded(text)] Error),
    /// The key lacks the permission or the project, or the project does not exist.
    Forbidden(#[coded(text)] Error),
    /// Another device streams the project.
    Conflict(#[coded(with = rival)] Error),
    /// The pushed snapshots come from a copy of the data folder, and another run continued the stream.
    Copied(#[coded(text)] Error),
    /// The idempotency key was used for a different request.
    KeyTaken(#[coded(text)] Error),
    /// The body is too large.
    TooLarge(#[coded(text)] Error),
    /// The request is invalid; it is not sent again.
    Rejected(#[coded(text)] Error),
    /// The server does not follow this API.
    Incompatible {
        /// The address of the service.
        service: String,
        /// How the response differs from the API.
        what: BadAnswer,
    },
}

/// How a response differs from the API.
#[derive(Debug, Coded)]
#[coded(prefix = "bad-answer")]
pub enum BadAnswer {
    /// The body is not the expected JSON; `error` is the text of the library.
    Unreadable {
        /// What is wrong with it.
        error: String,
    },
    /// An event of a stream is not the expected JSON; `error` is the text of the library.
    Event {
        /// The type of the event.
        event: String,
        /// What is wrong with it.
        error: String,
    },
    /// A stream was interrupted too often.
    NoEnd,
    /// A redirect.
    SendsTo {
        /// The target of the redirect.
        place: String,
    },
    /// A redirect without a target.
    SendsAway,
    /// An error response without the envelope of the service.
    NoReason {
        /// HTTP status.
        status: String,
    },
    /// An error response with a status that the API does not have.
    Status {
        /// HTTP status.
        status: u16,
        /// The error envelope of the service.
        error: String,
    },
    /// The response is too long.
    TooLong {
        /// Maximum size, in bytes.
        most: usize,
    },
    /// A receipt for another stream.
    OtherStream {
        /// The stream of the receipt.
        stream: String,
    },
    /// A receipt for another project, or with the idempotency key of another push.
    OtherPush,
    /// A receipt that does not cover all snapshots of the push.
    NotCovered {
        /// The first sequence that it does not cover.
        first: u64,
        /// The last one.
        last: u64,
    },
    /// An error response that may not be the service's own: its request id is missing, or its code
    /// is unknown.
    NotOwn {
        /// HTTP status.
        status: u16,
        /// The error envelope.
        error: String,
    },
    /// An error response that the service gave to an earlier request.
    Repeated {
        /// The id of that request.
        request_id: String,
    },
    /// All parts of a snapshot were sent, but the service still waits for some of them.
    LosesParts,
    /// The service refuses a request that it must always accept.
    Refuses {
        /// The text of the service.
        error: String,
    },
    /// The server does not use TLS, or has no certificate.
    NoCertificate,
    /// No certificate can be verified on this computer; `error` is the text of the library.
    NoVerifier {
        /// The reason.
        error: String,
    },
}

impl BadAnswer {
    /// Whether a filter on the network path may have refused the content of the push.
    pub(crate) fn is_about_content(&self) -> bool {
        match self {
            Self::NotOwn { status, .. } => matches!(status, 400 | 422),
            Self::NoReason { status } => status.starts_with("400") || status.starts_with("422"),
            _ => false,
        }
    }
}

impl UplinkError {
    /// Returns the error unchanged if it is the service's own: its envelope has a known code and
    /// the id of this response. Another refusal becomes [`BadAnswer::NotOwn`], which has no
    /// consequences for the data.
    pub(crate) fn of_service(self, service: &str) -> Self {
        let (status, error) = match &self {
            Self::Unauthorized(error) => (401, error),
            Self::Forbidden(error) => (403, error),
            Self::Conflict(error) | Self::Copied(error) => (409, error),
            Self::KeyTaken(error) => (422, error),
            Self::Rejected(error) => (400, error),
            _ => return self,
        };
        if error.request_id.is_some() && error.code().is_some() {
            return self;
        }
        let what = BadAnswer::NotOwn { status, error: error.to_string() };
        Self::Incompatible { service: service.to_owned(), what }
    }

    /// Returns the error for the status and the envelope of a response.
    pub(crate) fn refusal(
        service: &str,
        status: u16,
        error: Error,
        wait: Option<Duration>,
    ) -> Self {
        match (status, error.code()) {
            (429, _) => Self::Throttled { error, wait },
            (500.. | 408 | 425, _) | (_, Some(ErrorCode::IdempotencyInProgress)) => {
                Self::Failing { status, error, wait }
            }
            (_, Some(ErrorCode::IdempotencyConflict)) => Self::KeyTaken(error),
            (409, Some(ErrorCode::StreamConflict)) => Self::Copied(error),
            (401, _) => Self::Unauthorized(error),
            (402..=404, _) => Self::Forbidden(error),
            (409, _) if error.is_retryable => Self::Failing { status, error, wait },
            (409, _) => Self::Conflict(error),
            (413, _) => Self::TooLarge(error),
            (400 | 422, _) => Self::Rejected(error),
            _ => Self::Incompatible {
                service: service.to_owned(),
                what: BadAnswer::Status { status, error: error.to_string() },
            },
        }
    }

    /// Whether a retry of the same request may succeed.
    pub(crate) fn passes(&self) -> bool {
        matches!(
            self,
            Self::Unreachable { .. }
                | Self::NoAnswer { .. }
                | Self::Untrusted { .. }
                | Self::Failing { .. }
                | Self::Throttled { .. }
        )
    }

    /// Whether the request timed out, at the client or at a server on the way.
    pub(crate) fn is_late(&self) -> bool {
        match self {
            Self::Unreachable { source, .. } => source.is_timeout() && !source.is_connect(),
            Self::Failing { status, .. } => matches!(status, 408 | 504),
            Self::NoAnswer { is_back, .. } => !is_back,
            _ => false,
        }
    }

    /// What the user can do.
    pub fn remedy(&self) -> Message {
        let (default, envelope) = match self {
            Self::Unreachable { service, source } => {
                let is_off = source.is_connect() && is_on_this_computer(service);
                let remedy = if is_off { UplinkRemedy::Start } else { UplinkRemedy::Unreachable };
                return remedy.message();
            }
            Self::NoAnswer { .. } => return UplinkRemedy::Unreachable.message(),
            Self::Untrusted { service, why } => return why.remedy(service),
            Self::Conflict(_) => return UplinkRemedy::Conflict.message(),
            // The action that the service suggests is meant for developers of clients.
            Self::Unauthorized(_) => return UplinkRemedy::Unauthorized.message(),
            Self::Failing { error, .. } => (UplinkRemedy::Failing, error),
            Self::Throttled { error, .. } => (UplinkRemedy::Throttled, error),
            Self::Forbidden(error) => (UplinkRemedy::Forbidden, error),
            Self::TooLarge(_) => return UplinkRemedy::TooLarge.message(),
            Self::KeyTaken(error) | Self::Rejected(error) | Self::Copied(error) => {
                (UplinkRemedy::Report, error)
            }
            Self::Incompatible { .. } => return UplinkRemedy::Incompatible.message(),
        };
        let suggested = envelope.suggested_action.as_deref();
        suggested.map_or_else(|| default.message(), Message::verbatim)
    }

    /// How long the service asks to wait.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            Self::Failing { wait, .. } | Self::Throttled { wait, .. } => *wait,
            _ => None,
        }
    }
}

fn is_on_this_computer(service: &str) -> bool {
    match Url::parse(service).ok().as_ref().and_then(Url::host) {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// What the user can do about an error of the service.
#[derive(Debug, Clone, Coded)]
#[coded(prefix = "uplink-remedy")]
pub(crate) enum UplinkRemedy {
    Unreachable,
    /// No program listens at this address of this computer.
    Start,
    /// The authority of the service's certificate is not known on this computer.
    UnknownAuthority,
    /// The certificate of the service is self-signed.
    TrustOwn {
        service: String,
    },
    /// The certificate of the service changed.
    TrustChanged {
        service: String,
    },
    Unauthorized,
    Failing,
    Throttled,
    Forbidden,
    Conflict,
    /// As `Conflict`, for a user with a configuration file.
    ConflictConfigured,
    /// A proxy or a firewall on the way accepts smaller bodies than the service.
    TooLarge,
    /// It is a bug, to be reported.
    Report,
    Incompatible,
    /// The outbox waits for the disk.
    Disk,
}

impl Untrusted {
    fn remedy(&self, service: &str) -> Message {
        let service = service.to_owned();
        match self {
            Self::Authority { .. } => UplinkRemedy::UnknownAuthority.message(),
            Self::Own { .. } => UplinkRemedy::TrustOwn { service }.message(),
            Self::Changed { .. } => UplinkRemedy::TrustChanged { service }.message(),
        }
    }
}

/// The other device that streams the project.
#[derive(Debug, Coded)]
#[coded(prefix = "rival")]
pub(crate) enum OtherDevice {
    /// The device, as the service names it.
    Named {
        /// The name of the computer.
        device: String,
        /// When the service last received data from it.
        seen: String,
    },
    /// The service's text for users, or else its text for developers.
    Told {
        /// The text.
        words: String,
    },
}

fn rival(error: &Error) -> Message {
    let rival = if let Some(it) = &error.elsewhere {
        OtherDevice::Named { device: it.device.clone(), seen: it.last_seen.to_string() }
    } else {
        OtherDevice::Told { words: error.user_message.as_ref().unwrap_or(&error.message).clone() }
    };
    rival.message()
}

/// The innermost cause, which is the specific one.
fn innermost(error: &reqwest::Error) -> Message {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    if error.is_timeout() {
        return NoAnswer::InTime { cause: cause.to_string() }.message();
    }
    let system = cause.downcast_ref::<io::Error>().map(Message::system);
    system.unwrap_or_else(|| Message::verbatim(cause.to_string()))
}

/// Why there is no response, if neither the system nor a library gives a reason.
#[derive(Debug, Coded)]
#[coded(prefix = "no-answer")]
pub(crate) enum NoAnswer {
    InTime { cause: String },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::status::ServiceTrouble;

    #[test]
    fn refusals_are_told_apart_by_status_and_code() {
        use ServiceTrouble as T;
        for (status, code, retryable, expected) in [
            (500, "internal_error", true, T::Failing),
            (503, "whatever", false, T::Failing),
            (408, "timeout", true, T::Failing),
            (429, "rate_limited", true, T::Throttled),
            (401, "unauthorized", false, T::Unauthorized),
            (402, "spend_limit", false, T::Forbidden),
            (403, "project_scope_forbidden", false, T::Forbidden),
            (404, "not_found", false, T::Forbidden),
            (409, "session_conflict", false, T::Conflict),
            (409, "idempotency_in_progress", true, T::Failing),
            (409, "project_not_ready", true, T::Failing),
            (422, "idempotency_conflict", false, T::Failing),
            (405, "method_not_allowed", false, T::Incompatible),
            (415, "unsupported_media_type", false, T::Incompatible),
        ] {
            let envelope = Error {
                error: code.into(),
                message: String::new(),
                user_message: None,
                suggested_action: Some("do this".into()),
                is_retryable: retryable,
                request_id: None,
                billing: None,
                elsewhere: None,
            };
            let error = UplinkError::refusal("http://x", status, envelope, None);
            assert_eq!(error.trouble(), expected, "{status} {code}: {error}");
        }
        let suggesting = Error {
            suggested_action: Some("Send `Authorization: Bearer API_KEY`.".into()),
            ..Error::new(ErrorCode::Unauthorized, "")
        };
        let unauthorized = UplinkError::refusal("http://x", 401, suggesting, None);
        assert!(
            unauthorized.remedy().to_string().contains("service.key"),
            "{}",
            unauthorized.remedy()
        );
        let rejected =
            UplinkError::refusal("http://x", 400, Error::new(ErrorCode::BadRequest, ""), None);
        assert!(matches!(rejected, UplinkError::Rejected(_)));
    }
}
