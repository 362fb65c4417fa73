//! The result of an analysis.

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

/// The result of an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The kind of machine, as far as the program shows it.
    pub industry: Industry,
    /// Counts.
    pub summary: Summary,
    /// A chapter for each completed phase, in their order.
    pub chapters: Vec<Chapter>,
    /// The failed phases, in their order.
    pub failed_phases: Vec<FailedPhase>,
}

/// A phase without a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailedPhase {
    /// The phase.
    pub phase: PhaseId,
    /// The reason.
    pub why: Failure,
}

/// Counts of an analysis.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of findings with errors, including unlisted ones.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
    /// Rungs, networks, sheets and texts of the project.
    pub units: usize,
    /// Units that are not fully understood.
    pub opaque_units: usize,
}

/// What one phase found.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter {
    /// The phase.
    pub phase: PhaseId,
    /// A sentence about the subject of the chapter.
    pub text: Message,
    /// Counts.
    pub figures: Vec<Figure>,
    /// The findings: errors first, then by rule, then by location.
    pub findings: Vec<Finding>,
    /// Locations of code that cannot be parsed and therefore has no findings; only the first ones.
    pub unread: Vec<Site>,
    /// Total number of such locations.
    pub unread_total: usize,
}

/// A count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Its subject.
    pub what: Message,
    /// Its value.
    pub value: usize,
}

/// A problem, or a possible problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Stable between versions of a project, as long as the code at the location and the name of
    /// its routine do not change: `f_` and 16 hexadecimal digits.
    pub id: String,
    /// The rule.
    pub rule: &'static Rule,
    /// The severity.
    pub severity: Severity,
    /// The confidence.
    pub confidence: Confidence,
    /// The description.
    pub message: Message,
    /// The locations: the first 25.
    pub citations: Vec<Site>,
    /// Total number of locations.
    pub citations_total: usize,
    /// Number of findings that it represents: one; the last listed finding of a rule also
    /// represents the unlisted ones.
    pub count: usize,
}

/// The location of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Site {
    /// The citation.
    pub citation: Citation,
    /// The unit, for a location in code.
    pub unit: Option<UnitId>,
    /// The line in a routine's text, from 1; absent for a rung and for a declaration.
    pub line: Option<u32>,
    /// The location in the project's files, if it was read from them.
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
    /// Whether the analysis failed: the project could not be analysed.
    pub fn is_failed(&self) -> bool {
        self.chapters.is_empty()
    }

    /// The findings of all chapters.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.chapters.iter().flat_map(|chapter| &chapter.findings)
    }
}

impl Finding {
    /// The title of its rule.
    pub fn title(&self) -> Message {
        self.rule.title()
    }

    /// The recommended action.
    pub fn remedy(&self) -> Message {
        self.rule.remedy()
    }
}

impl Site {
    /// A location in code.
    pub(crate) fn of_code(cited: &logic::Citation) -> Self {
        let location_kind = match cited.kind {
            logic::LocationKind::Rung => LocationKind::Rung,
            logic::LocationKind::Routine => LocationKind::Routine,
        };
        let citation = Citation { location_kind, path: cited.path.clone(), rung: cited.rung };
        let origin = cited.origin.clone();
        Self { citation, unit: Some(cited.unit), line: cited.line, origin }
    }

    /// A declaration.
    pub(crate) fn of_declared(location_kind: LocationKind, path: &str) -> Self {
        let citation = Citation { location_kind, path: path.to_owned(), rung: None };
        Self { citation, unit: None, line: None, origin: None }
    }
}
