//! Messages about a session's controller and its connection.

use tagbridge_driver::Device;
use tagbridge_texts::{Coded, Message};

/// The controller is not the project's, and its values are not delivered.
#[derive(Debug, Coded)]
#[coded(prefix = "session-not-projects")]
pub(crate) struct ForeignController {
    pub(crate) difference: Message,
}

/// The controller is not the project's, but was accepted.
#[derive(Debug, Coded)]
#[coded(prefix = "session-accepted-other")]
pub(crate) struct AcceptedController {
    pub(crate) difference: Message,
}

/// Configured tags cannot be read.
#[derive(Debug, PartialEq, Eq, Coded)]
#[coded(prefix = "session-unreadable-tags")]
pub(crate) struct UnreadableTags {
    pub(crate) bad: usize,
    pub(crate) all: usize,
    /// The first of them.
    pub(crate) names: String,
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
    /// It is being compared with the controller.
    Compared { file: String },
    /// The controller does not match it.
    Differs { file: String, why: Message },
    /// The configuration requires that a person decides.
    Ask { file: String },
    /// It cannot be read.
    Unreadable { why: Message },
}

/// The session uses a newer version of the project.
#[derive(Debug, Coded)]
#[coded(prefix = "session-version-used")]
pub(crate) enum VersionUsed {
    /// The controller has it.
    Matched { file: String, at: String },
    /// Its tags are those of the version before. So they do not show which code the controller has.
    TagsAlike { file: String, at: String },
}

/// Another device responds at the address.
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

/// Messages about a session's connection, in addition to those of the driver.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "session")]
pub(crate) enum SessionNote {
    /// The session ended on request.
    EndedAsAsked,
    /// A person paused or changed the session.
    ClosedOnPurpose,
    /// The remedy for a working connection that the other side closed.
    RetriedByItself,
    /// A panic in this program.
    BrokenOff,
    /// The remedy for that.
    ReportFault,
}
