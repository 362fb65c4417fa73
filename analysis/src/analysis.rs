//! What came of an analysis.

use tagbridge_api::turn::{Citation, LocationKind};
use tagbridge_logic::{self as logic, UnitId};
use tagbridge_project::Origin;
use tagbridge_texts::{Coded, Message};

use crate::{
    budget::Failure,
    industry::Industry,
    phase::PhaseId,
    rule::{Confidence, Rule, Severity},
};

/// What came of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// What the machine is for, as far as its program tells.
    pub industry: Industry,
    /// Counts.
    pub summary: Summary,
    /// A chapter for each phase that did not fail, in their order.
    pub chapters: Vec<Chapter>,
    /// The other phases, in their order.
    pub failed_phases: Vec<FailedPhase>,
}

/// A phase without a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailedPhase {
    /// Which.
    pub phase: PhaseId,
    /// Why.
    pub why: Failure,
}

/// Counts of an analysis.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Findings that are errors, those that are not listed too.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
    /// Rungs, networks, sheets and texts of the project.
    pub units: usize,
    /// Those of which a part is not understood.
    pub opaque_units: usize,
}

/// What one phase found.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter {
    /// The phase.
    pub phase: PhaseId,
    /// What was looked at, in a sentence.
    pub text: Message,
    /// What was counted.
    pub figures: Vec<Figure>,
    /// What was found: errors first, then by rule, then as it stands in the project.
    pub findings: Vec<Finding>,
    /// Code that could not be read, which therefore has no findings: the first places.
    pub unread: Vec<Site>,
    /// How many of them there are.
    pub unread_total: usize,
}

/// Something that was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// What.
    pub what: Message,
    /// How many.
    pub value: usize,
}

/// Something that is wrong, or looks so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The same from version to version of a project, as long as neither the code that it stands in
    /// nor the routine's name changes: `f_` and 16 hexadecimal digits.
    pub id: String,
    /// Which rule found it.
    pub rule: &'static Rule,
    /// How bad that is.
    pub severity: Severity,
    /// How sure it is.
    pub confidence: Confidence,
    /// What is the case.
    pub message: Message,
    /// Where: the first 25 places.
    pub citations: Vec<Site>,
    /// How many places there are.
    pub citations_total: usize,
    /// How many findings it stands for: itself; the last one listed of a rule stands for all that
    /// are not listed, too.
    pub count: usize,
}

/// Where something stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Site {
    /// As answers cite it.
    pub citation: Citation,
    /// The unit, where it stands in code.
    pub unit: Option<UnitId>,
    /// The line in a routine's text, from 1; absent for a rung and for a declaration.
    pub line: Option<u32>,
    /// Where that is in the project's files, where it was read from them.
    pub origin: Option<Origin>,
}

/// A place in words.
#[derive(Debug, Coded)]
#[coded(prefix = "analysis-place")]
pub enum PlaceText<'a> {
    /// A rung or a network.
    Rung {
        /// The routine.
        path: &'a str,
        /// The number.
        rung: u32,
    },
    /// A line of a routine's text.
    Line {
        /// The routine.
        path: &'a str,
        /// From 1.
        line: u32,
    },
    /// A whole routine.
    Routine {
        /// Its path.
        path: &'a str,
    },
    /// A data block.
    DataBlock {
        /// Its name.
        path: &'a str,
    },
    /// A type or the interface of a block.
    Definition {
        /// Its name.
        path: &'a str,
    },
    /// A declared tag.
    Tag {
        /// Its name.
        path: &'a str,
    },
    /// Why a place has no findings.
    NotRead,
}

/// A place in words; the line where the place is a text.
pub fn place(citation: &Citation, line: Option<u32>) -> Message {
    let path = citation.path.as_str();
    let text = match (citation.rung, line, citation.location_kind) {
        (Some(rung), ..) => PlaceText::Rung { path, rung },
        (None, Some(line), _) => PlaceText::Line { path, line },
        (None, None, LocationKind::Routine | LocationKind::Rung) => PlaceText::Routine { path },
        (None, None, LocationKind::DataBlock) => PlaceText::DataBlock { path },
        (None, None, LocationKind::Definition) => PlaceText::Definition { path },
        (None, None, LocationKind::Tag) => PlaceText::Tag { path },
    };
    text.message()
}

impl Analysis {
    /// Whether nothing came of it: the project could not be looked at.
    pub fn is_failed(&self) -> bool {
        self.chapters.is_empty()
    }

    /// The findings of all chapters.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.chapters.iter().flat_map(|chapter| &chapter.findings)
    }
}

impl Finding {
    /// What its rule is about.
    pub fn title(&self) -> Message {
        self.rule.title()
    }

    /// What to do about it.
    pub fn remedy(&self) -> Message {
        self.rule.remedy()
    }
}

impl Site {
    /// Something in the code.
    pub(crate) fn of_code(cited: &logic::Citation) -> Self {
        let location_kind = match cited.kind {
            logic::LocationKind::Rung => LocationKind::Rung,
            logic::LocationKind::Routine => LocationKind::Routine,
        };
        let citation = Citation { location_kind, path: cited.path.clone(), rung: cited.rung };
        let origin = cited.origin.clone();
        Self { citation, unit: Some(cited.unit), line: cited.line, origin }
    }

    /// Something that is declared.
    pub(crate) fn of_declared(location_kind: LocationKind, path: &str) -> Self {
        let citation = Citation { location_kind, path: path.to_owned(), rung: None };
        Self { citation, unit: None, line: None, origin: None }
    }
}
