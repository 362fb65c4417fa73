//! Converts errors of other crates for a user interface.

use tagbridge_bridge::{ReadError, StartError, Untrusted, UplinkError};
use tagbridge_driver::{EndpointError, LinkError, LinkStep, LoginRemedy};
use tagbridge_drivers::TrustError;
use tagbridge_recording::RecordingError;
use tagbridge_service::{ClaimError, KeyError, StoreError};
use tagbridge_texts::{Coded, Message};

use crate::{
    problem::{MissingThing, Problem, Remedy},
    view::Failure,
};

impl From<UplinkError> for Failure {
    fn from(error: UplinkError) -> Self {
        Self::new(uplink_code(&error), &error, uplink_remedy(&error))
    }
}

impl From<LinkError> for Failure {
    fn from(error: LinkError) -> Self {
        let code = match error {
            _ if error.wants_login() => "login",
            LinkError::Refused { .. } | LinkError::Untrusted { .. } => "refused",
            _ => "unreachable",
        };
        if let LinkError::Protocol { doing, .. } = &error
            && matches!(
                doing,
                LinkStep::RegisterSession | LinkStep::OpenTransport | LinkStep::SayWho
            )
        {
            let problem = Problem::OtherProgram { why: error.message() };
            return Self::new(code, &problem, &Remedy::OtherPort);
        }
        Self::new(code, &error, login_remedy(error.remedy()))
    }
}

/// Advice for errors of the service, for a screen. The bridge's advice is for the command line.
pub(crate) fn uplink_remedy(error: &UplinkError) -> Message {
    match error {
        UplinkError::Untrusted { why: Untrusted::Own { .. }, .. } => Remedy::TrustHere.message(),
        UplinkError::Untrusted { why: Untrusted::Changed { .. }, .. } => {
            Remedy::TrustChangedHere.message()
        }
        error => error.remedy(),
    }
}

/// Advice for errors of a login, for a screen. The drivers' advice is for the command line.
pub(crate) fn login_remedy(remedy: Message) -> Message {
    if remedy.is_of::<LoginRemedy>() { Remedy::LoginHere.message() } else { remedy }
}

impl From<EndpointError> for Failure {
    fn from(error: EndpointError) -> Self {
        let examples = tagbridge_drivers::examples();
        Self::new("invalid", &error, &Remedy::EndpointLike { examples })
    }
}

impl From<TrustError> for Failure {
    fn from(error: TrustError) -> Self {
        match error {
            TrustError::Endpoint(error) => error.into(),
            TrustError::Link(error) => error.into(),
            TrustError::NoCertificate => Self::new("refused", &error, TrustError::switch_on()),
            TrustError::Store { .. } | TrustError::NoFolder => {
                Self::new("disk", &error, &Remedy::OwnFolder)
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
            StartError::Key(_) => ("no_key", Remedy::EnterKey),
            StartError::Client(_) => ("invalid", Remedy::CorrectService),
            StartError::Device(error) if error.is_disk_full() => {
                ("disk", Remedy::DataFolderAndSpace)
            }
            StartError::Device(_) => ("disk", Remedy::DataFolder),
            StartError::Endpoint { .. } => ("invalid", Remedy::CorrectEndpoint),
            StartError::Running { .. } => ("refused", Remedy::StopSession),
            StartError::Outbox { .. } => ("outbox", Remedy::DataFolderAndSpace),
        };
        Self::new(code, &error, &remedy)
    }
}

impl From<RecordingError> for Failure {
    fn from(error: RecordingError) -> Self {
        Self::new("disk", &error, &Remedy::DataFolderAndSpace)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::new("disk", &error, &Remedy::DataFolderAndSpace)
    }
}

impl From<KeyError> for Failure {
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::Store(error) => error.into(),
            KeyError::UnknownProject { .. } => invalid(&error, &Remedy::KeysProjects),
        }
    }
}

impl From<ClaimError> for Failure {
    fn from(error: ClaimError) -> Self {
        let code = match error {
            ClaimError::Held { .. } | ClaimError::OtherFiles { .. } => "refused",
            ClaimError::Lock { .. } | ClaimError::Join(_) => "disk",
        };
        Self::new(code, &error, error.remedy())
    }
}

/// Creates the error of something that does not exist.
pub(crate) fn not_found(what: MissingThing, name: &str, remedy: &Remedy) -> Failure {
    Failure::new("not_found", &Problem::NotThere { what, name: name.to_owned() }, remedy)
}

/// Creates the error of an invalid argument.
pub(crate) fn invalid(message: impl Into<Message>, remedy: &Remedy) -> Failure {
    Failure::new("invalid", message, remedy)
}

/// Its stable code.
pub(crate) fn uplink_code(error: &UplinkError) -> &str {
    match error {
        UplinkError::Unreachable { .. } | UplinkError::NoAnswer { .. } => "unreachable",
        UplinkError::Untrusted { .. } => "untrusted",
        UplinkError::Incompatible { .. } => "incompatible",
        UplinkError::Failing { error, .. }
        | UplinkError::Throttled { error, .. }
        | UplinkError::Unauthorized(error)
        | UplinkError::Forbidden(error)
        | UplinkError::Conflict(error)
        | UplinkError::Copied(error)
        | UplinkError::KeyTaken(error)
        | UplinkError::TooLarge(error)
        | UplinkError::Rejected(error) => &error.error,
    }
}
