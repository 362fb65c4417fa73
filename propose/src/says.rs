//! The messages of proposals, as codes: `texts/en/propose.ftl` has the sentences.

use tagbridge_texts::{Coded, Language};

use crate::meaning::Meaning;

/// Why there is no proposal.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "propose-no")]
pub(crate) enum Why {
    NotUnderstood,
    Question,
    Dangerous,
    OtherPlatform { what: String },
    BadName { name: String },
    Taken { name: String },
    NoTag { name: String },
    NoTagNear { name: String, near: String },
    NoPlace { name: String, known: String },
    NoRoutine { name: String },
    NoRung { number: String, name: String },
    NoType { name: String, known: String },
    NoUnit { name: String },

    BadValue { value: String, of: String },
    NoValue { name: String },

    Safety { name: String },
    Protected { name: String },
    NotParsed { name: String },
    Drawn { name: String },
    InUse { name: String, place: String },
    AlsoThere { name: String, place: String },
    HasValues { name: String, tag: String },
    NoContact { name: String, place: String },
    NotOnce { name: String, count: usize, place: String },
    LastOfBranch { name: String },
    NoOutput { place: String },
    Translated { name: String },
    NotText { file: String },
    NotEncodable { file: String },
    EndsBefore { name: String },
    Shared { place: String },
    NotVerified { what: String },
    DraftFailed { errors: String },
    DraftEmpty,
    DraftForm { target: String, why: String },
    DraftAction { action: String, target: String, code: String },
    NotWritten { name: String },
    KeepsNothing { name: String },
    NoPattern { name: String },
    AlreadyWritten { name: String, count: usize },
    Same { name: String },
    Called { name: String },

    NothingLeft,
    NothingToUndo,
    NewStep,
    Reread { why: String },
    Differs { what: String },
    NotThePlan,
}

/// A question about missing information, and its reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Coded)]
#[coded(prefix = "propose-ask")]
pub(crate) enum Ask {
    Place,
    Routine,
    Rung,
    Type,
    Polarity,
    Task,
    Amendment,
    Name,
    Input,
    Priority,
    Time,
    Limit,
    Value,
    NewName,
    WhyFact,
    Use,
    WhyUse,
    Part,
    WhyPart,
    WithoutPart,
    WhyPriority,
    WhyInput,
    WhyName,
    WhyPlace,
    WhyRoutine,
    WhyRung,
    WhyType,
    WhyPolarity,
    WhyTask,
    WhyAmendment,
    OnWhileOn,
    OnWhileOff,
    WithoutAmendment,
    Nothing,
}

impl Ask {
    /// Whether a text is its sentence, in either language.
    pub(crate) fn is_text(self, text: &str) -> bool {
        [Language::English, Language::German]
            .iter()
            .any(|it| self.message().in_language(*it) == text)
    }
}

/// What is done.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "propose-step")]
pub(crate) enum Said {
    Tag {
        name: String,
        kind: String,
        place: String,
    },
    Alias {
        name: String,
        target: String,
        place: String,
    },
    Member {
        name: String,
        kind: String,
        place: String,
    },
    Rename {
        from: String,
        to: String,
        count: usize,
    },
    Value {
        name: String,
        from: String,
        to: String,
    },
    Constant {
        from: String,
        to: String,
        place: String,
    },
    ContactOn {
        name: String,
        place: String,
    },
    ContactOff {
        name: String,
        place: String,
    },
    NoContact {
        name: String,
        place: String,
    },
    Alarm {
        name: String,
        condition: String,
        place: String,
    },
    Copy {
        name: String,
        to: String,
    },
    Comment {
        place: String,
        text: String,
    },

    Inverted {
        name: String,
        place: String,
    },
    Replaced {
        name: String,
        by: String,
        place: String,
    },
    Series {
        name: String,
        condition: String,
        place: String,
    },
    Fed {
        name: String,
        input: String,
        condition: String,
        place: String,
    },
    Parallel {
        name: String,
        condition: String,
        place: String,
    },
    Around {
        name: String,
        condition: String,
        place: String,
    },
    Latched {
        name: String,
        until: String,
        place: String,
    },
    Opposite {
        name: String,
        place: String,
    },
    Delay {
        name: String,
        time: String,
        place: String,
    },
    Pulse {
        name: String,
        memory: String,
        place: String,
    },
    Stay {
        name: String,
        time: String,
        place: String,
    },
    NewRung {
        name: String,
        condition: String,
        place: String,
    },
    NewValue {
        name: String,
        value: String,
        condition: String,
        place: String,
    },
    RungGone {
        place: String,
    },
    RungMoved {
        place: String,
    },
    Recipe {
        what: String,
        name: String,
        place: String,
    },
    Drafted {
        action: &'static str,
        target: String,
    },

    Delete {
        name: String,
    },
    Schedule {
        name: String,
        task: String,
    },
    Several {
        first: String,
        more: usize,
    },
    /// The rung that uses a tag is deleted with it.
    AlsoRung {
        place: String,
    },
    /// A question with some of the possible answers.
    Listed {
        question: String,
        shown: usize,
        of: usize,
    },
    Rationale,
    Done {
        count: usize,
    },
}

/// An assumption where the request is incomplete.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "propose-assumed")]
pub(crate) enum Assumed {
    Named { words: String, name: String },
    StartsAt { value: String },
    WithoutData,
    AtTheEnd { place: String },
    AtTheBegin { place: String },
    Behind { name: String, place: String },
    AlarmTag { name: String, place: String },
    Instances { name: String },
    NoAddress { name: String },
    Timer { name: String, place: String },
    Helper { name: String, place: String },
}

impl Said {
    /// The description of a change of a rung.
    pub(crate) fn of(meaning: &Meaning, place: &str) -> Self {
        let place = place.to_owned();
        match meaning.clone() {
            Meaning::Inverted { name, .. } => Self::Inverted { name, place },
            Meaning::Without { name, .. } => Self::NoContact { name, place },
            Meaning::Replaced { name, by, .. } => Self::Replaced { name, by, place },
            Meaning::Series { output: name, when } => {
                Self::Series { name, condition: when.text(false), place }
            }
            Meaning::Fed { output: name, pin: input, when, .. } => {
                Self::Fed { name, input, condition: when.text(false), place }
            }
            Meaning::Parallel { output: name, when } => {
                Self::Parallel { name, condition: when.text(false), place }
            }
            Meaning::Around { name, when, .. } => {
                Self::Around { name, condition: when.text(false), place }
            }
            Meaning::Latched { output: name, until } => Self::Latched { name, until, place },
            Meaning::Opposite { output: name } => Self::Opposite { name, place },
            Meaning::Delayed { output: name, timer: time } => Self::Delay { name, time, place },
            Meaning::Pulsed { output: name, memory } => Self::Pulse { name, memory, place },
            Meaning::Gone => Self::RungGone { place },
            Meaning::Moved | Meaning::Added { .. } => Self::RungMoved { place },
        }
    }

    /// Converts the on-delay of an output to an off-delay.
    pub(crate) fn stays(self) -> Self {
        match self {
            Self::Delay { name, time, place } => Self::Stay { name, time, place },
            other => other,
        }
    }
}

/// A risk to review.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "propose-risk")]
pub(crate) enum Danger {
    WrittenElsewhere { name: String, count: usize },
    InterlockTighter { place: String, name: String },
    InterlockLooser { place: String, name: String },
    InterlockBeside { place: String, name: String },
    InterlockOther { place: String, name: String },
    NotWritten { place: String },
    LimitMoved { place: String, from: String, to: String },
    External { name: String },
    ExternalName { name: String },
    ByName { name: String },
    Exchanged { name: String },
    AlsoRuns { name: String, count: usize },
    Retentive { name: String },
    Opaque { place: String },
    Hidden { place: String },
}

/// A change in behaviour.
#[derive(Debug, Clone, PartialEq, Eq, Coded)]
#[coded(prefix = "propose-behaviour")]
pub(crate) enum Behaviour {
    AlsoOn { name: String, when: String },
    NoLongerOn { name: String, when: String },
    Both { name: String, on: String, off: String },
    Other { name: String },
    Later { name: String },
    Same { count: usize },
    IsOn { name: String },
    IsOff { name: String },
    InSomeStates,
    Several { first: String, more: usize },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_sentences() {
        let codes =
            [Why::CODES, Ask::CODES, Said::CODES, Assumed::CODES, Danger::CODES, Behaviour::CODES];
        tagbridge_texts::assert_complete("propose", &codes);
    }
}
