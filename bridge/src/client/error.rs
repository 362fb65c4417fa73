//! Why the service did not do as asked, by what is to be done about it.

use std::{io, time::Duration};

use tagbridge_api::{Error, ErrorCode};
use tagbridge_texts::{Coded, Message};
use url::{Host, Url};

use super::Untrusted;

/// Why the service did not do as asked. `service` is its address.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "uplink")]
pub enum UplinkError {
    /// No answer: name, route, TLS, time-out. Passes by itself.
    Unreachable {
        /// What was asked.
        service: String,
        /// Why there was no answer.
        #[coded(with = innermost)]
        source: reqwest::Error,
    },
    /// A push has no answer in time. Passes by itself.
    NoAnswer {
        /// What was asked.
        service: String,
        /// How long it was waited for.
        seconds: u64,
        /// The service was away meanwhile and answers again.
        #[coded(skip)]
        is_back: bool,
    },
    /// What answers has a certificate that nobody here trusts. It passes when somebody does.
    Untrusted {
        /// What was asked.
        service: String,
        /// Why it is not trusted.
        #[coded(transparent)]
        why: Untrusted,
    },
    /// A fault of the service. Passes by itself.
    Failing {
        /// HTTP status.
        status: u16,
        /// Its envelope.
        #[coded(text)]
        error: Error,
        /// How long it asks to wait.
        #[coded(skip)]
        wait: Option<Duration>,
    },
    /// Too many requests.
    Throttled {
        /// Its envelope.
        #[coded(text)]
        error: Error,
        /// How long.
        #[coded(skip)]
        wait: Option<Duration>,
    },
    /// The key is not valid, or not any more.
    Unauthorized(#[coded(text)] Error),
    /// The key lacks the permission or the project, or there is no such project.
    Forbidden(#[coded(text)] Error),
    /// Another device streams the project.
    Conflict(#[coded(with = rival)] Error),
    /// What is pushed stems from a copy of the data folder, and another run went on.
    Copied(#[coded(text)] Error),
    /// The idempotency key was used for something else.
    KeyTaken(#[coded(text)] Error),
    /// The body is too large.
    TooLarge(#[coded(text)] Error),
    /// The request itself is wrong; the same one is never sent again.
    Rejected(#[coded(text)] Error),
    /// What answers does not speak this contract.
    Incompatible {
        /// What was asked.
        service: String,
        /// What was found.
        what: BadAnswer,
    },
}

/// How an answer is not one of this contract.
#[derive(Debug, Coded)]
#[coded(prefix = "bad-answer")]
pub enum BadAnswer {
    /// It is not the JSON that was to come; in the library's words.
    Unreadable {
        /// What is wrong with it.
        error: String,
    },
    /// An event of a stream that is not what was to come; in the library's words.
    Event {
        /// Which.
        event: String,
        /// What is wrong with it.
        error: String,
    },
    /// A stream that is cut again and again.
    NoEnd,
    /// It points elsewhere.
    SendsTo {
        /// Where to.
        place: String,
    },
    /// It points elsewhere, and does not say where to.
    SendsAway,
    /// A refusal without the service's envelope.
    NoReason {
        /// HTTP status.
        status: String,
    },
    /// A refusal that this contract does not have.
    Status {
        /// HTTP status.
        status: u16,
        /// Its envelope.
        error: String,
    },
    /// Longer than any answer is.
    TooLong {
        /// The most bytes.
        most: usize,
    },
    /// A receipt for other snapshots.
    OtherStream {
        /// The stream that it is for.
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
    /// A refusal that is not the service's own: its request id is missing or of another response.
    NotOwn {
        /// HTTP status.
        status: u16,
        /// Its envelope.
        error: String,
    },
    /// A refusal that the service gave to an earlier request.
    Repeated {
        /// The id of that request.
        request_id: String,
    },
    /// All parts of a snapshot were sent, and it awaits some of them.
    LosesParts,
    /// It refuses what it must always take.
    Refuses {
        /// In its words.
        error: String,
    },
    /// No TLS, or no certificate.
    NoCertificate,
    /// Nobody's certificate can be verified here; in the library's words.
    NoVerifier {
        /// Why.
        error: String,
    },
}

impl BadAnswer {
    /// Whether it may be an answer to what is in the push, as a filter on the way gives it.
    pub(crate) fn is_about_content(&self) -> bool {
        match self {
            Self::NotOwn { status, .. } => matches!(status, 400 | 422),
            Self::NoReason { status } => status.starts_with("400") || status.starts_with("422"),
            _ => false,
        }
    }
}

impl UplinkError {
    /// The refusal, if it is the service's own: a code that is known, in the service's envelope, with the id of
    /// its own response. Another refusal decides nothing.
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

    /// By the answer's status and envelope.
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

    /// Whether it passes by itself.
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

    /// Whether the request took too long, to the client or to who answered it.
    pub(crate) fn is_late(&self) -> bool {
        match self {
            Self::Unreachable { source, .. } => source.is_timeout() && !source.is_connect(),
            Self::Failing { status, .. } => matches!(status, 408 | 504),
            Self::NoAnswer { is_back, .. } => !is_back,
            _ => false,
        }
    }

    /// What a person can do.
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
            // What the service suggests is meant for whoever writes a client.
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

/// What a person can do about the service.
#[derive(Debug, Clone, Coded)]
#[coded(prefix = "uplink-remedy")]
pub(crate) enum UplinkRemedy {
    Unreachable,
    /// Nothing listens there, on this computer.
    Start,
    /// Who issued the service's certificate is not known here.
    UnknownAuthority,
    /// The service made its certificate itself.
    TrustOwn {
        service: String,
    },
    /// It shows another one than before.
    TrustChanged {
        service: String,
    },
    Unauthorized,
    Failing,
    Throttled,
    Forbidden,
    Conflict,
    /// The same for who has a configuration file.
    ConflictConfigured,
    /// What is between takes less than the service does.
    TooLarge,
    /// It is a fault of a program.
    Report,
    Incompatible,
    /// It is the outbox, which waits for the disk.
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

/// Who streams a project that is another's.
#[derive(Debug, Coded)]
#[coded(prefix = "rival")]
pub(crate) enum Rival {
    /// As the service names it.
    Named {
        /// The computer.
        device: String,
        /// When it was last heard of.
        seen: String,
    },
    /// As the service wrote for a person, or else for a developer.
    Told {
        /// Its words.
        words: String,
    },
}

fn rival(error: &Error) -> Message {
    let rival = if let Some(it) = &error.elsewhere {
        Rival::Named { device: it.device.clone(), seen: it.last_seen.to_string() }
    } else {
        Rival::Told { words: error.user_message.as_ref().unwrap_or(&error.message).clone() }
    };
    rival.message()
}

/// The cause behind all causes, which is the one that tells something.
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

/// Why there is no answer, where neither the system nor a library says so.
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
