//! What went wrong elsewhere, as a face shows it.

use tagbridge_bridge::{ReadError, StartError, UplinkError};
use tagbridge_driver::{EndpointError, LinkError, LoginRemedy};
use tagbridge_drivers::TrustError;
use tagbridge_service::{ClaimError, KeyError, StoreError};
use tagbridge_texts::{Coded, Message};

use crate::view::Failure;

impl From<UplinkError> for Failure {
    fn from(error: UplinkError) -> Self {
        Self::new(uplink_code(&error), error.to_string(), error.remedy())
    }
}

impl From<LinkError> for Failure {
    fn from(error: LinkError) -> Self {
        let code = match error {
            _ if error.wants_login() => "login",
            LinkError::Refused { .. } | LinkError::Untrusted { .. } => "refused",
            _ => "unreachable",
        };
        Self::new(code, &error, login_remedy(error.remedy()))
    }
}

/// What to do about a login, on a screen: the drivers speak of the command line's ways.
pub(crate) fn login_remedy(remedy: Message) -> Message {
    if remedy.is_of::<LoginRemedy>() { LoginHere.message() } else { remedy }
}

/// What to do about a login where there is a screen for it.
#[derive(Debug, Coded)]
#[coded(prefix = "desk-login-here")]
struct LoginHere;

impl From<EndpointError> for Failure {
    fn from(error: EndpointError) -> Self {
        let remedy = format!("write it like {}", tagbridge_drivers::examples());
        Self::new("invalid", &error, remedy)
    }
}

impl From<TrustError> for Failure {
    fn from(error: TrustError) -> Self {
        match error {
            TrustError::Endpoint(error) => error.into(),
            TrustError::Link(error) => error.into(),
            TrustError::NoCertificate => Self::new("refused", &error, TrustError::switch_on()),
            TrustError::Store { .. } | TrustError::NoFolder => {
                let remedy =
                    "let this user write to its own folder, and trust the certificate again";
                Self::new("disk", &error, remedy)
            }
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Endpoint(error) => error.into(),
            ReadError::Link(error) => error.into(),
        }
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        let (code, remedy) = match &error {
            StartError::Key(_) => ("no_key", "enter the service's key again"),
            StartError::Client(_) => ("invalid", "correct the service's address"),
            StartError::Device(_) => ("disk", "check the data folder and its owner"),
            StartError::Endpoint { .. } => ("invalid", "correct the controller's address"),
            StartError::Running { .. } => ("refused", "stop the session first"),
            StartError::Outbox { .. } => {
                ("outbox", "check the data folder, its owner and the disk's free space")
            }
        };
        Self::new(code, error.to_string(), remedy)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let remedy = "check the data folder, its owner and the disk's free space";
        Self::new("disk", error.to_string(), remedy)
    }
}

impl From<KeyError> for Failure {
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::Store(error) => error.into(),
            KeyError::UnknownProject { .. } => {
                invalid(error.to_string(), "scope the key to projects that are there")
            }
        }
    }
}

impl From<ClaimError> for Failure {
    fn from(error: ClaimError) -> Self {
        let code = match error {
            ClaimError::Held { .. } => "refused",
            ClaimError::Lock { .. } => "disk",
        };
        Self::new(code, error.to_string(), error.remedy())
    }
}

/// Something that was named is not there.
pub(crate) fn not_found(what: &str, name: &str, remedy: &str) -> Failure {
    Failure::new("not_found", format!("there is no {what} `{name}`"), remedy)
}

/// An argument that is wrong.
pub(crate) fn invalid(message: impl Into<Message>, remedy: &str) -> Failure {
    Failure::new("invalid", message, remedy)
}

/// The stable code of it.
pub(crate) fn uplink_code(error: &UplinkError) -> &str {
    match error {
        UplinkError::Unreachable { .. } => "unreachable",
        UplinkError::Incompatible { .. } => "incompatible",
        UplinkError::Failing { error, .. }
        | UplinkError::Throttled { error, .. }
        | UplinkError::Unauthorized(error)
        | UplinkError::Forbidden(error)
        | UplinkError::Conflict(error)
        | UplinkError::KeyTaken(error)
        | UplinkError::TooLarge(error)
        | UplinkError::Rejected(error) => &error.error,
    }
}
