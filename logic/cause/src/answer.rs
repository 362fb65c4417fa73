//! What an analysis found.

use jiff::Timestamp;
use tagbridge_logic::{Citation, expr::Scalar};

/// An edge of a tag, as a recording has it.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedEdge {
    /// The last scan that read the old value.
    pub before: Timestamp,
    /// The first scan that read the new one.
    pub after: Timestamp,
    /// The old value.
    pub from: Scalar,
    /// The new value.
    pub to: Scalar,
}

/// What changed first, before an edge.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstOut {
    /// How sure it is.
    pub outcome: FirstOutOutcome,
    /// The explanations. One where it is certain; several where the recording allows several.
    pub explanations: Vec<FirstOutExplanation>,
    /// The effect itself: what a chain ends with.
    pub effect: CauseLink,
}

/// How sure the first cause is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstOutOutcome {
    /// The recording and the code allow this explanation alone.
    Certain,
    /// They allow several.
    OneOf,
    /// The recording does not have what decides, or the code is not understood.
    NotRecorded,
}

/// One explanation of an edge.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstOutExplanation {
    /// What changed first; more than one where all of them were needed.
    pub causes: Vec<CauseLink>,
    /// From the first cause to the effect, oldest first; one chain for each cause.
    pub chains: Vec<Vec<CauseLink>>,
}

/// One change in a chain of causes.
#[derive(Debug, Clone, PartialEq)]
pub struct CauseLink {
    /// What changed: a tag as the project writes it, or the input of a timer as an expression.
    pub name: String,
    /// Whether it is a tag.
    pub is_tag: bool,
    /// What it was, as far as that is known.
    pub from: Option<Scalar>,
    /// What it became.
    pub to: Option<Scalar>,
    /// The last scan that read the old value.
    pub before: Timestamp,
    /// The first scan that read the new one.
    pub after: Timestamp,
    /// How the code made it of what is before it in the chain.
    pub how: CauseHow,
    /// The statement that wrote it; of what no code writes the statement that reads it.
    pub citation: Option<Citation>,
    /// Why the chain begins here; absent behind its beginning.
    pub end: Option<ChainEnd>,
}

/// How a change came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CauseHow {
    /// A condition of the code changed.
    Condition,
    /// A timer ran out, or began to run.
    Timer,
    /// A counter counted, or was reset.
    Counter,
    /// A number was computed, or a state was entered.
    Number,
    /// No code did it, or it is not known.
    None,
}

/// Why a chain begins where it does.
#[derive(Debug, Clone, PartialEq)]
pub enum ChainEnd {
    /// It is an input of the controller.
    Input,
    /// No code writes it, or none gives it this value: an operator panel or another controller did.
    Outside,
    /// These tags decide, and are not recorded for this time.
    NotRecorded(Vec<String>),
    /// What is recorded does not explain it: what did it was over before the next scan.
    Unseen,
    /// The time is a gap of the recording.
    Gap,
    /// The code changes it by itself, without any change of another value.
    ByItself,
    /// The code that may have done it is not understood.
    NotUnderstood,
}

impl ChainEnd {
    /// The stable name of the end.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Outside => "outside",
            Self::NotRecorded(_) => "not_recorded",
            Self::Unseen => "unseen",
            Self::Gap => "gap",
            Self::ByItself => "by_itself",
            Self::NotUnderstood => "not_understood",
        }
    }

    /// Whether the chain really begins here.
    pub fn is_cause(&self) -> bool {
        matches!(self, Self::Input | Self::Outside)
    }
}
