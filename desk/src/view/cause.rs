use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A request to explain the last change of a tag before a moment.
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

/// The first change of a chain of causes.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FirstCause {
    /// The certainty of the result.
    pub outcome: CauseOutcome,
    /// From the first change to the explained change, oldest first. There are several chains if
    /// several changes were needed, or if the recording allows several explanations.
    pub chains: Vec<Vec<CauseStep>>,
}

/// The certainty of a first cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CauseOutcome {
    /// The recording and the code allow only this explanation.
    Certain,
    /// The recording and the code allow several explanations.
    OneOf,
    /// A decisive tag is not recorded, or the code is not understood.
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
    /// The value before, if known.
    pub from: Option<String>,
    /// The value after.
    pub to: Option<String>,
    /// The first scan with the new value: the change was between the previous scan and this one.
    pub at: f64,
    /// The path of the routine that wrote it, as in citations; for an input, of the routine that
    /// reads it.
    pub path: Option<String>,
    /// The rung in the routine.
    pub rung: Option<u32>,
    /// Why the chain begins here; null: it begins earlier.
    pub end: Option<CauseEnd>,
    /// Decisive tags that are not recorded.
    pub missing: Vec<String>,
}

/// Why a chain begins where it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CauseEnd {
    /// It is an input of the controller.
    Input,
    /// No code writes it: an operator panel or another controller changed it.
    Outside,
    /// A decisive tag is not recorded.
    NotRecorded,
    /// The cause ended before the next scan.
    Unseen,
    /// No scan was read at that time.
    Gap,
    /// The code changes it without a change of an input.
    ByItself,
    /// The code that may have changed it is not understood.
    NotUnderstood,
}
