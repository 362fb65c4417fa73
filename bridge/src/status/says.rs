//! What a session says of its controller and its connection.

use tagbridge_driver::Device;
use tagbridge_texts::{Coded, Message};

/// The controller is not the project's, and nothing of it is delivered.
#[derive(Debug, Coded)]
#[coded(prefix = "session-not-projects")]
pub(crate) struct NotProjects {
    pub(crate) difference: Message,
}

/// The controller is not the project's, and was accepted.
#[derive(Debug, Coded)]
#[coded(prefix = "session-accepted-other")]
pub(crate) struct AcceptedOther {
    pub(crate) difference: Message,
}

/// The redundant partner of the controller took over.
#[derive(Debug, Coded)]
#[coded(prefix = "session-partner-took-over")]
pub(crate) struct PartnerTookOver {
    pub(crate) found: String,
    pub(crate) before: String,
}

/// The project has a newer version, which is not used.
#[derive(Debug, Coded)]
#[coded(prefix = "session-newer")]
pub(crate) enum NewerVersion {
    /// It is compared with the controller.
    Compared { file: String },
    /// The controller does not match it.
    Differs { file: String, why: Message },
    /// The configuration leaves it to a person.
    Ask { file: String },
    /// It cannot be read.
    Unreadable { why: Message },
}

/// The session goes on by a newer version of the project.
#[derive(Debug, Coded)]
#[coded(prefix = "session-version-used")]
pub(crate) struct VersionUsed {
    pub(crate) file: String,
    pub(crate) at: String,
}

/// Another device answers at the address.
#[derive(Debug, Coded)]
#[coded(prefix = "session-replaced")]
pub(crate) struct Replaced {
    pub(crate) found: String,
    pub(crate) expected: String,
}

impl Replaced {
    pub(crate) fn between(found: &Device, expected: &Device) -> Self {
        Self { found: found.to_string(), expected: expected.to_string() }
    }
}

/// What a session says of its connection beside the driver.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "session")]
pub(crate) enum SessionNote {
    /// It has ended, as it was told.
    EndedAsAsked,
    /// A person paused it, or changed it.
    ClosedOnPurpose,
    /// What to do where a connection that worked is closed by the other side.
    RetriedByItself,
    /// A fault of this program.
    BrokenOff,
    /// What to do about that.
    ReportFault,
}
