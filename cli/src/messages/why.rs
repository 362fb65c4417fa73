//! Why something is on or off, as codes.

use tagbridge_texts::{Coded, Message};

/// Lines of an answer, and their parts. `is` and `need` are `on`, `off`, `unknown`, or a number.
#[derive(Coded)]
#[coded(prefix = "cli-why")]
pub(crate) enum WhyWord<'a> {
    Verdict { name: &'a str, is: &'a str },
    GoesWhen { wanted: &'a str, all: &'a str },
    GoesWhenLess { wanted: &'a str, all: &'a str },
    OrWhen { all: &'a str },
    InShort { verdict: &'a str, wanted: &'a str, all: &'a str },
    KeptBy { is: &'a str, all: &'a str },
    KeptByNothing { is: &'a str },
    NotKnown { name: &'a str, reason: &'a str },
    Requests { count: usize },
    Note { sentence: &'a str },
    WrittenBy { place: &'a str },
    And,
    Needed { name: &'a str, need: &'a str, is: &'a str, away: &'a str, source: &'a str },
    Compared { names: &'a str, one: &'a str, other: &'a str, away: &'a str },
    Held { name: &'a str, is: &'a str, source: &'a str },
    Beside { one: &'a str, other: &'a str },
    Away { distance: &'a str },
    Timer { elapsed: &'a str, preset: &'a str, input: &'a str },
    Edge { memory: &'a str },
    Outside,
    NotRead,
    NoNumber,
    NoSingleValue,
    NoValue,
}

/// Notes about an answer.
#[derive(Coded)]
#[coded(prefix = "cli-remark")]
pub(crate) enum RemarkWord<'a> {
    Number,
    Impossible,
    NeverWrittenHere,
    NeverWritten,
    Kept,
    LastBy { writer: &'a str },
    LastByUnknown,
    LastByOneOf { writers: &'a str },
    Disagrees { causes: Message },
    SeveralRoutines,
    SeveralTasks { tasks: Vec<String> },
    NotExecuted { count: usize },
    MayBeWritten { count: usize },
}

/// Why a value differs from the result of the code.
#[derive(Coded)]
#[coded(prefix = "cli-suspect")]
pub(crate) enum Suspect<'a> {
    OtherWriter { places: &'a str },
    OtherTask { tasks: Vec<String> },
    Forced,
    OutsideWrite,
    OtherVersion,
    DifferentScans,
}
