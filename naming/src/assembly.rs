//! Structures and arrays from the values of their parts.

use std::{mem, sync::Arc, time::Instant};

use tagbridge_driver::{Answer, Cause, Reading, Reason, TagValue, Value};
use tagbridge_texts::{Coded, Message};

use crate::types::{ExpectedType, TypeDiffers};

/// Which answers make up a value.
#[derive(Debug)]
pub(crate) enum Parts {
    /// An answer, and its required type if the controller reports the types of parts.
    Leaf(usize, Option<Arc<ExpectedType>>),
    Array(Vec<Parts>),
    Structure(Vec<(Arc<str>, Parts)>),
}

/// The driver's answers. An answer that only one name uses is moved, not copied.
pub(crate) struct Answers<'a> {
    all: Vec<Answer>,
    /// Which answers are used by several names.
    shared: &'a [bool],
}

impl<'a> Answers<'a> {
    pub(crate) fn new(all: Vec<Answer>, shared: &'a [bool]) -> Self {
        Self { all, shared }
    }

    /// Returns the answer at a place. Only a shared answer can be taken again.
    pub(crate) fn take(&mut self, at: usize) -> Answer {
        let answer = &mut self.all[at];
        if self.shared[at] {
            return answer.clone();
        }
        let taken = Reading::Bad(Reason::Stale.into());
        Answer { reading: mem::replace(&mut answer.reading, taken), arrived: answer.arrived }
    }
}

/// Combines the answers of the parts; `type_name` is the type of the whole. The time is the latest
/// one of the parts, the quality the worst one. If a member is missing, the value is uncertain and
/// names it. If an element of an array is missing, there is no value, because all others would be
/// at the wrong index. A part of another type than the project's counts as missing; `differ`
/// receives the first one.
pub(crate) fn assemble(
    parts: &Parts,
    type_name: &Arc<str>,
    answers: &mut Answers<'_>,
    differ: &mut dyn FnMut(Message),
) -> Answer {
    if let Parts::Leaf(at, _) = parts {
        return answers.take(*at);
    }
    let mut seen = Seen::default();
    let reading = match value(parts, answers, &mut seen) {
        Err(cause) => Reading::Bad(cause),
        Ok(value) => {
            let value =
                TagValue { value, type_name: Arc::clone(type_name), source_time: seen.source_time };
            match seen.doubt {
                None => Reading::Good(value),
                Some(cause) => Reading::Uncertain(value, cause),
            }
        }
    };
    if let Some(difference) = &seen.difference {
        differ(difference.message());
    }
    Answer { reading, arrived: seen.arrived.unwrap_or_else(Instant::now) }
}

/// A value that lacks a part.
#[derive(Debug, Coded)]
#[coded(prefix = "naming-without-member")]
pub(crate) struct WithoutMember {
    member: String,
    cause: Cause,
}

/// The state of the parts so far.
#[derive(Default)]
struct Seen {
    arrived: Option<Instant>,
    /// The oldest: the whole is not newer than that.
    source_time: Option<jiff::Timestamp>,
    doubt: Option<Cause>,
    /// How the first part of another type than the project's differs.
    difference: Option<TypeDiffers>,
}

fn value(parts: &Parts, answers: &mut Answers<'_>, seen: &mut Seen) -> Result<Value, Cause> {
    match parts {
        Parts::Leaf(at, expected) => leaf(answers.take(*at), expected.as_deref(), seen),
        Parts::Array(elements) => {
            let elements = elements.iter().map(|it| value(it, answers, seen));
            Ok(Value::Array(elements.collect::<Result<_, _>>()?))
        }
        Parts::Structure(members) => {
            let mut whole = Vec::with_capacity(members.len());
            let mut lacking = None;
            for (name, part) in members {
                match value(part, answers, seen) {
                    Ok(value) => whole.push((Arc::clone(name), value)),
                    Err(cause) => {
                        let reason = cause.reason;
                        let member = name.to_string();
                        lacking = lacking.or(Some((reason, WithoutMember { member, cause })));
                    }
                }
            }
            match lacking {
                Some((reason, detail)) if whole.is_empty() => Err(Cause::new(reason, &detail)),
                Some((reason, detail)) => {
                    seen.doubt.get_or_insert_with(|| Cause::new(reason, &detail));
                    Ok(Value::Struct(whole))
                }
                None => Ok(Value::Struct(whole)),
            }
        }
    }
}

fn leaf(answer: Answer, expected: Option<&ExpectedType>, seen: &mut Seen) -> Result<Value, Cause> {
    seen.arrived = seen.arrived.max(Some(answer.arrived));
    let (value, doubt) = match answer.reading {
        Reading::Good(value) => (value, None),
        Reading::Uncertain(value, cause) => (value, Some(cause)),
        Reading::Bad(cause) => return Err(cause),
    };
    if let Some(detail) = expected.and_then(|it| it.mismatch(&value.type_name)) {
        seen.difference.get_or_insert_with(|| detail.clone());
        return Err(Cause::new(Reason::TypeMismatch, &detail));
    }
    if let Some(cause) = doubt {
        seen.doubt.get_or_insert(cause);
    }
    if let Some(time) = value.source_time {
        seen.source_time = Some(seen.source_time.map_or(time, |it| it.min(time)));
    }
    Ok(value.value)
}
