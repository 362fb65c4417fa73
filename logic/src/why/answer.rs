use super::{Absence, Writer};
use crate::{
    Citation, PlaceId,
    expr::{Interval, Scalar, Truth},
};

/// Why a place is on or off.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The place in the question.
    pub place: PlaceId,
    /// The wanted value.
    pub wanted: bool,
    /// The current value.
    pub now: Option<Scalar>,
    /// The result of the logic with the current values.
    pub by_logic: Truth,
    /// Whether it has the wanted value: by its current value if known, otherwise by the logic.
    pub verdict: Truth,
    /// The statements that write it, in the order of execution.
    pub writers: Vec<Writer>,
    /// Other code that may write it and is not evaluated: instructions, calls, a write to a part of
    /// it; if no statement certainly writes it, also hidden or unknown code.
    pub others: Vec<Citation>,
    /// Sets of conditions whose change alone leads to the wanted value.
    pub blocking: Vec<Vec<Condition>>,
    /// Sets of current values that prevent the wanted value, independent of all others; if it has
    /// the wanted value, those that keep it; of a number those that keep its value.
    pub cores: Vec<Vec<Condition>>,
    /// If the result is unknown: the values that are needed.
    pub missing: Vec<Missing>,
    /// Whether the sets are certainly minimal.
    pub minimal: bool,
    /// Remarks about the answer.
    pub remarks: Vec<Remark>,
    /// Whether it includes all writers.
    pub complete: bool,
}

/// A variable of a condition: its current and its necessary value.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// The name in the notation of the platform; for a computed value, the expression.
    pub name: String,
    /// The place, if it is one.
    pub place: Option<PlaceId>,
    /// The names of all values in it.
    pub reads: Vec<String>,
    /// Its current value; for a comparison of two values, their difference.
    pub now: Option<Scalar>,
    /// The two values of a comparison.
    pub sides: Option<Box<[Side; 2]>>,
    /// The necessary value; absent in a core.
    pub need: Option<Wanted>,
    /// The source of its value.
    pub source: ConditionSource,
}

/// One of two compared values.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// The name in the notation of the platform.
    pub name: String,
    /// The current value.
    pub now: Option<Scalar>,
}

/// The necessary value of a variable.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// On.
    On,
    /// Off.
    Off,
    /// A number in one of these intervals, and its current distance from them.
    Within(Vec<Interval>, Option<f64>),
}

/// The source of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum ConditionSource {
    /// No code writes it: an input, a setting, an operator panel.
    Outside,
    /// The code writes it: the same question can be asked about it.
    Logic,
    /// A timer: its elapsed time, and whether it runs.
    Timer {
        /// The timer.
        instance: String,
        /// Elapsed time, if known.
        elapsed_ms: Option<f64>,
        /// Preset time, if known.
        preset_ms: Option<f64>,
        /// Whether its input is on.
        running: Truth,
    },
    /// An edge, which lasts one scan; the bit with the value before it.
    Edge(Option<PlaceId>),
    /// A computed value.
    Computed,
}

/// An unknown value that decides.
#[derive(Debug, Clone, PartialEq)]
pub struct Missing {
    /// The name in the notation of the platform; for a computed value, the expression.
    pub name: String,
    /// Why it is unknown.
    pub lack: Absence,
}

/// A remark about an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Remark {
    /// It is a number, which is neither on nor off.
    Number,
    /// No values lead to the wanted value.
    Impossible,
    /// No code writes it or may write it.
    NeverWritten,
    /// No statement writes it now: it keeps its value.
    Kept,
    /// The statement that wrote it last, according to the recorded values.
    LastBy(usize),
    /// The last writer is unknown: one of these, by their index in the writers.
    LastByOneOf(Vec<usize>),
    /// The result of the logic differs from the value; possible reasons.
    Disagrees(Vec<Doubt>),
    /// Several routines write it: their order is uncertain.
    SeveralRoutines,
    /// These tasks write it: the last one is uncertain.
    SeveralTasks(Vec<String>),
    /// This number of statements that write it are never executed: they are left out.
    NotExecuted(usize),
    /// Other code that is not evaluated may write it.
    MayBeWritten(usize),
}

/// Why the value may differ from the result of the logic.
#[derive(Debug, Clone, PartialEq)]
pub enum Doubt {
    /// Code that is not evaluated writes it: an instruction, a call, a write to a part of it or to
    /// a place that contains it.
    OtherWriter(Vec<Citation>),
    /// Another task writes it too.
    OtherTask(Vec<String>),
    /// It is an input or an output, which may be forced or simulated.
    Forced,
    /// An operator panel or another controller writes it.
    OutsideWrite,
    /// The controller runs another version of the program.
    OtherVersion,
    /// The values belong to different scans.
    DifferentScans,
}
