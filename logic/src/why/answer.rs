use super::{Absence, Writer};
use crate::{
    Citation, PlaceId,
    expr::{Interval, Scalar, Truth},
};

/// Why something is on or off.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What was asked about.
    pub place: PlaceId,
    /// What it was wanted to be.
    pub wanted: bool,
    /// What it is.
    pub now: Option<Scalar>,
    /// What the logic makes of it under the values at hand.
    pub by_logic: Truth,
    /// Whether it is as wanted: what it is where that is known, else what the logic makes of it.
    pub verdict: Truth,
    /// The statements that write it, in the order in which they are executed.
    pub writers: Vec<Writer>,
    /// What else may write it and is not followed: instructions, calls, a write to a part of it;
    /// where nothing writes it for sure, also code that is not shown or not understood.
    pub others: Vec<Citation>,
    /// Sets of conditions whose change alone makes it as wanted.
    pub blocking: Vec<Vec<Condition>>,
    /// Sets of present values that keep it from being as wanted whatever all others are; where it
    /// is as wanted, that keep it so.
    pub cores: Vec<Vec<Condition>>,
    /// Where it is not known: what has to be known.
    pub missing: Vec<Missing>,
    /// Whether the sets are surely minimal.
    pub minimal: bool,
    /// What to know beside.
    pub remarks: Vec<Remark>,
    /// Whether nothing that writes it is left out.
    pub complete: bool,
}

/// A variable of a condition: what it is, and what it has to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// As the platform writes it; of a computed value the expression.
    pub name: String,
    /// The place, where it is one.
    pub place: Option<PlaceId>,
    /// The names of all values that it is made of.
    pub reads: Vec<String>,
    /// What it is now; of two values that are held against each other the difference.
    pub now: Option<Scalar>,
    /// The two values, where it is about how they compare.
    pub sides: Option<Box<[Side; 2]>>,
    /// What it has to be: in a core nothing.
    pub need: Option<Wanted>,
    /// What its value comes from.
    pub source: ConditionSource,
}

/// One of two values that are held against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// As the platform writes it.
    pub name: String,
    /// What it is now.
    pub now: Option<Scalar>,
}

/// What a variable has to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// On.
    On,
    /// Off.
    Off,
    /// A number in one of these intervals, which is so far away now.
    Within(Vec<Interval>, Option<f64>),
}

/// What a value comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum ConditionSource {
    /// Nothing in the code writes it: an input, a setting, a face.
    Outside,
    /// The code writes it: it can be asked about in its turn.
    Logic,
    /// A timer: how far it is, in milliseconds, and whether it runs.
    Timer {
        /// The timer.
        instance: String,
        /// Time elapsed, where it is known.
        elapsed_ms: Option<f64>,
        /// Its preset, where it is known.
        preset_ms: Option<f64>,
        /// Whether its input is on.
        running: Truth,
    },
    /// A change that lasts one scan; the bit that keeps what was before.
    Edge(Option<PlaceId>),
    /// A computed value.
    Computed,
}

/// A value that is not known, and decides.
#[derive(Debug, Clone, PartialEq)]
pub struct Missing {
    /// As the platform writes it; of a computed value the expression.
    pub name: String,
    /// Why it is not known.
    pub lack: Absence,
}

/// What to know beside an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Remark {
    /// It is a number: it is neither on nor off.
    Number,
    /// No values at all make it as wanted.
    Impossible,
    /// Nothing in the code writes it, and nothing in it may.
    NeverWritten,
    /// No statement writes it now: it keeps what it was.
    Kept,
    /// The last statement that wrote it, by what was recorded.
    LastBy(usize),
    /// Who wrote it last is not known: these could have, by their position among the writers.
    LastByOneOf(Vec<usize>),
    /// The logic makes it something else than it is, and what may be behind it.
    Disagrees(Vec<Doubt>),
    /// It is written in more than one routine: their order is not certain.
    SeveralRoutines,
    /// These tasks write it: which one does last is not certain.
    SeveralTasks(Vec<String>),
    /// So many statements that write it are in code that nothing executes: they are left out.
    NotExecuted(usize),
    /// Something else may write it, which is not followed.
    MayBeWritten(usize),
}

/// Why something may be other than the logic makes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Doubt {
    /// Something that is not followed writes it: an instruction, a call, a write to a part of it or
    /// to what it is a part of.
    OtherWriter(Vec<Citation>),
    /// Another task writes it too.
    OtherTask(Vec<String>),
    /// It is an input or an output: it may be forced or simulated.
    Forced,
    /// A face or another controller writes it.
    OutsideWrite,
    /// The controller has another version of the program.
    OtherVersion,
    /// The values are of different scans.
    DifferentScans,
}
