//! Why a fleet's file is not made or not applied.

use std::{
    io,
    path::{Path, PathBuf},
};

use tagbridge_api::Timestamp;
use tagbridge_bridge::{ClientError, ConfigError, DeviceError, UplinkError};
use tagbridge_texts::{Coded, Message};

/// Why a fleet's file is not made or not applied.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "fleet")]
pub enum FleetError {
    /// A file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        why: Message,
    },
    /// A file cannot be written.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        why: Message,
    },
    /// It is not a fleet's file.
    NoFleet {
        /// The file.
        path: PathBuf,
    },
    /// It was created by a newer version of the program.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The newest that is known.
        known: u32,
    },
    /// Its content differs from the signed content.
    Altered {
        /// The file.
        path: PathBuf,
    },
    /// It is signed with another key.
    OtherSigner {
        /// The file.
        path: PathBuf,
        /// The signer of the file.
        found: String,
        /// The required signer.
        expected: String,
    },
    /// It was signed before the one that was applied last.
    Older {
        /// The file.
        path: PathBuf,
        /// When it was signed.
        #[coded(text)]
        at: Timestamp,
        /// When the one was signed that was applied last.
        #[coded(text)]
        applied: Timestamp,
    },
    /// The record of the last applied fleet is damaged, so it is not known which of its files to
    /// delete.
    KeptDamaged {
        /// The last applied file.
        path: PathBuf,
    },
    /// The required signer is not configured.
    NoSigner,
    /// It is no signer's public key.
    BadSigner {
        /// The text.
        found: String,
    },
    /// It is no key that signs.
    BadKey {
        /// The file.
        path: PathBuf,
    },
    /// A file of the fleet would be written elsewhere.
    Escapes {
        /// Its name.
        name: String,
    },
    /// The configuration names a file that is not in its folder.
    Outside {
        /// The file.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The configuration has the service's key elsewhere than in a file of its folder.
    KeyElsewhere,
    /// The configuration says who the installation is, and there are many.
    NamesDevice,
    /// The configuration cannot be used.
    Configuration {
        /// The file.
        path: PathBuf,
        /// The error.
        why: Message,
    },
    /// There is no session that is called so.
    NoSession {
        /// The requested name.
        name: String,
        /// The available names.
        known: String,
    },
    /// The configuration's sessions are not written as blocks.
    NoBlocks,
    /// There is neither a key yet nor a code.
    NoCode,
    /// The code does not exist.
    CodeUnknown,
    /// The code is too old.
    CodeExpired {
        /// Until when it was good.
        #[coded(text)]
        at: Timestamp,
    },
    /// The code was already used by the maximum number of devices.
    CodeUsedUp {
        /// How many.
        uses: u32,
    },
    /// The code was ended.
    CodeRevoked,
    /// The key does not allow a session's project.
    OutOfScope {
        /// The session.
        session: String,
        /// Its project.
        project: String,
    },
    /// The key allows none of the projects.
    NoProject,
    /// The service did not answer, or not as it should.
    Service {
        /// The message.
        why: Message,
        #[coded(skip)]
        error: Box<UplinkError>,
    },
    /// The service cannot be asked.
    Client(#[from] ClientError),
    /// The installation's id cannot be kept.
    Device(#[from] DeviceError),
}

/// The remedy.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "fleet-remedy")]
pub(crate) enum FleetRemedy {
    Path,
    AskForFile,
    NewerProgram,
    CompareSigner,
    SayOlder,
    TakeAway,
    GiveSigner,
    GiveKey,
    IntoFolder,
    KeyInFolder,
    LeaveDeviceOut,
    Correct,
    NameSession,
    WriteBlocks,
    GiveCode,
    AskForCode,
    OtherSessions,
}

impl FleetError {
    /// The remedy.
    pub fn remedy(&self) -> Message {
        match self {
            Self::Service { error, .. } => return error.remedy(),
            Self::Unreadable { .. }
            | Self::Unwritable { .. }
            | Self::Client(_)
            | Self::Device(_) => FleetRemedy::Path,
            Self::NoFleet { .. } | Self::Altered { .. } | Self::Escapes { .. } => {
                FleetRemedy::AskForFile
            }
            Self::Newer { .. } => FleetRemedy::NewerProgram,
            Self::OtherSigner { .. } => FleetRemedy::CompareSigner,
            Self::Older { .. } => FleetRemedy::SayOlder,
            Self::KeptDamaged { .. } => FleetRemedy::TakeAway,
            Self::NoSigner | Self::BadSigner { .. } => FleetRemedy::GiveSigner,
            Self::BadKey { .. } => FleetRemedy::GiveKey,
            Self::Outside { .. } => FleetRemedy::IntoFolder,
            Self::KeyElsewhere => FleetRemedy::KeyInFolder,
            Self::NamesDevice => FleetRemedy::LeaveDeviceOut,
            Self::Configuration { .. } => FleetRemedy::Correct,
            Self::NoSession { .. } => FleetRemedy::NameSession,
            Self::NoBlocks => FleetRemedy::WriteBlocks,
            Self::NoCode => FleetRemedy::GiveCode,
            Self::CodeUnknown
            | Self::CodeExpired { .. }
            | Self::CodeUsedUp { .. }
            | Self::CodeRevoked => FleetRemedy::AskForCode,
            Self::OutOfScope { .. } | Self::NoProject => FleetRemedy::OtherSessions,
        }
        .message()
    }

    /// Whether the service could not be reached. Such an error is temporary.
    pub fn is_unreachable(&self) -> bool {
        let Self::Service { error, .. } = self else { return false };
        matches!(
            **error,
            UplinkError::Unreachable { .. }
                | UplinkError::Untrusted { .. }
                | UplinkError::Failing { .. }
                | UplinkError::Throttled { .. }
                | UplinkError::Incompatible { .. }
        )
    }

    /// Whether the request was refused: by a signature or its time, a code, or the service.
    pub fn is_refused(&self) -> bool {
        matches!(
            self,
            Self::Altered { .. }
                | Self::OtherSigner { .. }
                | Self::Older { .. }
                | Self::Escapes { .. }
                | Self::CodeUnknown
                | Self::CodeExpired { .. }
                | Self::CodeUsedUp { .. }
                | Self::CodeRevoked
                | Self::OutOfScope { .. }
                | Self::NoProject
                | Self::Service { .. }
        )
    }

    pub(crate) fn service(error: UplinkError) -> Self {
        Self::Service { why: error.message(), error: Box::new(error) }
    }

    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), why: Message::system(error) }
    }

    pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Self {
        Self::Unwritable { path: path.to_owned(), why: Message::system(error) }
    }

    pub(crate) fn configuration(path: &Path, error: &ConfigError) -> Self {
        Self::Configuration { path: path.to_owned(), why: error.what.clone() }
    }
}
