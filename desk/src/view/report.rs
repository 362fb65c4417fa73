use serde::Deserialize;
use tagbridge_texts::Language;
use ts_rs::TS;

/// A report to create.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MakeReport {
    /// As in the list of projects.
    pub project: String,
    /// The language of the report.
    pub language: Language,
    /// Its chapters, in any order.
    pub chapters: Vec<ReportPart>,
}

/// A chapter of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ReportPart {
    /// What an analysis finds.
    Findings,
    /// Tasks and what they execute.
    Tasks,
    /// The code, drawn.
    Code,
    /// Tags with where they are used.
    Tags,
    /// Data types.
    Types,
    /// The interfaces of blocks.
    Blocks,
    /// Modules of the hardware.
    Modules,
}
