//! What a rule is.

use tagbridge_project::Vendor;
use tagbridge_texts::{Code, Message};

use crate::phase::PhaseId;

/// One of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// `TB-W02`: stable.
    pub id: &'static str,
    /// The chapter that its findings stand in.
    pub phase: PhaseId,
    /// How bad a finding is.
    pub severity: Severity,
    /// How sure a finding is at best.
    pub confidence: Confidence,
    /// The platforms that it is made for.
    pub vendors: &'static [Vendor],
    /// Where others have the same, by number.
    pub references: &'static [Reference],
    pub(crate) title: Code,
    pub(crate) remedy: Code,
}

/// A rule of somebody else's.
#[derive(Debug, PartialEq, Eq)]
pub struct Reference {
    /// The document or the program, with its edition where it has one.
    pub standard: &'static str,
    /// The number there.
    pub id: &'static str,
}

/// How bad something is. SARIF has the same levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know.
    Note,
    /// It may do harm.
    Warning,
    /// It does what nobody can want.
    Error,
}

/// How sure something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// A person has to look.
    Review,
    /// It holds as names or habits are commonly meant.
    Likely,
    /// The code says so, and all of it was read.
    Certain,
}

impl Rule {
    /// What it is about.
    pub fn title(&self) -> Message {
        Message::new(self.title.code)
    }

    /// What to do about a finding.
    pub fn remedy(&self) -> Message {
        Message::new(self.remedy.code)
    }
}

impl Severity {
    /// Its stable name, as on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl Confidence {
    /// Its stable name, as on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Likely => "likely",
            Self::Certain => "certain",
        }
    }
}
