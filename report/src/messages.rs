//! The texts of a report.

use tagbridge_project::{BlockKind, DataTypeKind, Section};
use tagbridge_texts::{Coded, Language, Message};

/// The size of a project.
#[derive(Debug, Coded)]
#[coded(prefix = "report-count")]
pub(crate) struct ProjectSize {
    pub(crate) programs: usize,
    pub(crate) routines: usize,
    pub(crate) rungs: usize,
    pub(crate) tags: usize,
    pub(crate) types: usize,
    pub(crate) blocks: usize,
    pub(crate) modules: usize,
}

/// Headings, words and sentences of a report.
#[derive(Debug, Coded)]
#[coded(prefix = "report")]
pub(crate) enum ReportText<'a> {
    Title,
    Contents,
    Findings,
    NoAnalysis,
    Found { errors: usize, warnings: usize, notes: usize, units: usize, opaque: usize },
    PhaseFailed { phase: &'a str, why: &'a str },
    NothingFound { chapters: &'a str },
    Unread,
    Severity,
    Rule,
    Place,
    Finding,
    Error,
    Warning,
    Note,
    Accepted { reason: &'a str },
    Tasks,
    CallTree,
    Code,
    Tags,
    Types,
    Blocks,
    Modules,
    Scl,
    Index,
    Nothing,
    Page { number: usize, count: usize },
    Version { number: u32 },
    Rung { number: &'a str },
    Network { number: &'a str },
    Sheet { number: &'a str },
    Element { number: &'a str },
    NotDrawn,
    EmptyRung,
    Protected,
    Absent,
    Called { path: &'a str },
    More { count: usize },
    Alias { of: &'a str },
    Name,
    Type,
    Address,
    Comment,
    WhereUsed,
    Section,
    Start,
    Kind,
    Interval,
    Milliseconds { count: &'a str },
    Priority,
    Programs,
    Model,
    Parent,
    Number,
    Platform,
    Controller,
    Revision,
    Hash,
    MadeAt,
    Analysis,
    NoneRun,
    RunNow,
    Counts,
    Missing { count: usize, characters: &'a str },
    NotInTask,
    Notes,
    PageHead,
}

/// A word for a part of an interface, a block or a type.
#[derive(Debug, Coded)]
#[coded(prefix = "report-word")]
pub(crate) enum Word {
    Input,
    Output,
    InOut,
    Static,
    Local,
    Temp,
    Constant,
    Return,
    External,
    AddOn,
    FunctionBlock,
    Function,
    DataBlock,
    Method,
    Property,
    Action,
    Interface,
    Structure,
    Union,
    String,
    Enumeration,
    Alias,
    Routine,
    Tag,
    Type,
}

impl From<Section> for Word {
    fn from(section: Section) -> Self {
        match section {
            Section::Input => Self::Input,
            Section::Output => Self::Output,
            Section::InOut => Self::InOut,
            Section::Static => Self::Static,
            Section::Local => Self::Local,
            Section::Temp => Self::Temp,
            Section::Constant => Self::Constant,
            Section::Return => Self::Return,
            Section::External => Self::External,
        }
    }
}

impl From<BlockKind> for Word {
    fn from(kind: BlockKind) -> Self {
        match kind {
            BlockKind::AddOnInstruction => Self::AddOn,
            BlockKind::FunctionBlock => Self::FunctionBlock,
            BlockKind::Function => Self::Function,
            BlockKind::DataBlock => Self::DataBlock,
            BlockKind::Method => Self::Method,
            BlockKind::Property => Self::Property,
            BlockKind::Action => Self::Action,
            BlockKind::Interface => Self::Interface,
        }
    }
}

impl From<DataTypeKind> for Word {
    fn from(kind: DataTypeKind) -> Self {
        match kind {
            DataTypeKind::Structure => Self::Structure,
            DataTypeKind::Union => Self::Union,
            DataTypeKind::String => Self::String,
            DataTypeKind::Enumeration => Self::Enumeration,
            DataTypeKind::Alias => Self::Alias,
        }
    }
}

/// A text in the language of the reader.
pub(crate) fn said(what: &impl Coded, language: Language) -> String {
    let message: Message = what.message();
    message.in_language(language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagbridge_texts::assert_complete;

    #[test]
    fn each_code_has_its_sentences() {
        assert_complete("report", &[ReportText::CODES, ProjectSize::CODES, Word::CODES]);
    }
}
