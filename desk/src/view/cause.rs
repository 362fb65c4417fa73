use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A tag whose last change before a moment is to be explained.
#[derive(Debug, Clone, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FindCause {
    /// The session.
    pub session: String,
    /// The tag.
    pub tag: String,
    /// The moment; null: now.
    pub at: Option<f64>,
}

/// What changed first.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FirstCause {
    /// How sure that is.
    pub outcome: CauseOutcome,
    /// From the first change to the change that was asked for, oldest first. Several: where several were
    /// needed, or where the recording allows several explanations.
    pub chains: Vec<Vec<CauseStep>>,
}

/// How sure the first cause is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CauseOutcome {
    /// The recording and the code allow this explanation alone.
    Certain,
    /// They allow several.
    OneOf,
    /// The recording does not have what decides, or the code is not understood.
    NotRecorded,
    /// No change of the tag is recorded before the moment.
    NoChange,
    /// The project's code does not have the tag.
    NoCode,
}

/// A change in a chain of causes.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CauseStep {
    /// The tag, or the input of a timer as an expression.
    pub name: String,
    /// What it was, as far as that is known.
    pub from: Option<String>,
    /// What it became.
    pub to: Option<String>,
    /// The scan that read it first; it changed between the scan before and this one.
    pub at: f64,
    /// The routine that wrote it, in the spelling of citations; of an input the one that reads it.
    pub path: Option<String>,
    /// The rung there.
    pub rung: Option<u32>,
    /// Why the chain begins here; null: it does not begin here.
    pub end: Option<CauseEnd>,
    /// Tags that decide and are not recorded.
    pub missing: Vec<String>,
}

/// Why a chain begins where it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CauseEnd {
    /// It is an input of the controller.
    Input,
    /// No code writes it: an operator panel or another controller did.
    Outside,
    /// What decides is not recorded.
    NotRecorded,
    /// What did it was over before the next scan.
    Unseen,
    /// No scan was read at that time.
    Gap,
    /// The code changes it by itself.
    ByItself,
    /// The code that may have done it is not understood.
    NotUnderstood,
}
