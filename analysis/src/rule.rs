//! The rules.

use tagbridge_project::Vendor;
use tagbridge_texts::{Code, Message};

use crate::phase::PhaseId;

/// A rule in the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// `TB-W02`: stable.
    pub id: &'static str,
    /// The chapter of its findings.
    pub phase: PhaseId,
    /// The severity of its findings.
    pub severity: Severity,
    /// The maximum confidence of its findings.
    pub confidence: Confidence,
    /// The platforms to which it applies.
    pub vendors: &'static [Vendor],
    /// The equivalent rules of others.
    pub references: &'static [Reference],
    pub(crate) title: Code,
    pub(crate) remedy: Code,
}

/// A rule in another document or program.
#[derive(Debug, PartialEq, Eq)]
pub struct Reference {
    /// The document or the program, with its edition.
    pub standard: &'static str,
    /// The number in it.
    pub id: &'static str,
}

/// The severity of a finding. SARIF has the same levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Information.
    Note,
    /// A possible problem.
    Warning,
    /// A certain problem.
    Error,
}

/// The confidence of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// A person must check it.
    Review,
    /// It is probable, based on names or conventions.
    Likely,
    /// The code shows it, and was read completely.
    Certain,
}

impl Rule {
    /// The title.
    pub fn title(&self) -> Message {
        Message::new(self.title.code)
    }

    /// The recommended action for a finding.
    pub fn remedy(&self) -> Message {
        Message::new(self.remedy.code)
    }
}

impl Severity {
    /// Its stable name in the interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl Confidence {
    /// Its stable name in the interface.
    pub fn name(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Likely => "likely",
            Self::Certain => "certain",
        }
    }
}
