//! Converts the results of reads to values, and learns from them.

use std::{collections::HashMap, sync::Arc, time::Instant};

use bytes::Bytes;
use tagbridge_driver::{Answer, Cause, Reading, Reason, TagValue, Value};
use tagbridge_texts::Coded;

use super::{
    cause,
    outcome::{Failure, Outcome},
};
use crate::messages::Why;
use crate::{
    codec::read_tag::{TagType, TypedData},
    plan::{Array, Knowledge, Plan, ReadPart, ValuePosition, ValueSource, assembled},
};

/// The names of types, shared by all of their values.
#[derive(Debug, Default)]
pub(super) struct TypeNames(HashMap<String, Arc<str>>);

/// The values of a read whose response contains the type.
#[derive(Debug)]
pub(super) struct Elements {
    kind: TagType,
    values: Vec<Value>,
}

/// The results of the reads whose responses contain the type, one for each; these reads are first
/// in a plan.
pub(super) type TypedResults = Vec<Result<Elements, Failure>>;

/// Decodes the results of the reads whose responses contain the type, and records the types.
pub(super) fn told(plan: &Plan, outcomes: &[Outcome], known: &mut Knowledge) -> TypedResults {
    let elements = |(read, outcome): (&crate::plan::Read, &Outcome)| {
        let data = outcome.result.as_ref().map_err(Clone::clone)?;
        let typed = TypedData { kind: data.kind, bytes: &data.bytes };
        known.learn(read, typed);
        let count = usize::from(read.elements);
        let values = typed.values(count).map_err(Failure::from)?;
        Ok(Elements { kind: typed.resolved(count), values })
    };
    let open = plan.reads.iter().take_while(|it| it.expected.is_none());
    open.zip(outcomes).map(elements).collect()
}

impl TypeNames {
    /// One answer for each tag of a plan.
    pub(super) fn answers(
        &mut self,
        plan: &Plan,
        outcomes: &[Outcome],
        told: &TypedResults,
    ) -> Vec<Answer> {
        plan.takes
            .iter()
            .map(|it| match it {
                Err(cause) => {
                    Answer { reading: Reading::Bad(cause.clone()), arrived: Instant::now() }
                }
                Ok(ValueSource::Aimed(aim)) => value_at_position(aim, outcomes),
                Ok(ValueSource::Taken(takes)) => self.taken(takes, outcomes, told),
            })
            .collect()
    }

    fn taken(&mut self, takes: &[ReadPart], outcomes: &[Outcome], told: &TypedResults) -> Answer {
        let value = assembled(takes.iter().map(|take| match &told[take.read] {
            Ok(elements) => take.part.of(elements.kind, &elements.values),
            Err(failure) => {
                Err(undefined(&outcomes[take.read]).unwrap_or_else(|| cause_of(failure)))
            }
        }));
        let reading = match value {
            Err(cause) => Reading::Bad(cause),
            Ok((value, type_name)) => Reading::Good(TagValue {
                value,
                type_name: self.shared(&type_name),
                source_time: None,
            }),
        };
        let arrived = takes.iter().map(|it| outcomes[it.read].arrived).max();
        Answer { reading, arrived: arrived.unwrap_or_else(Instant::now) }
    }

    fn shared(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.0.get(name) {
            return Arc::clone(known);
        }
        let shared: Arc<str> = name.into();
        self.0.insert(name.to_owned(), Arc::clone(&shared));
        shared
    }
}

fn value_at_position(aim: &ValuePosition, outcomes: &[Outcome]) -> Answer {
    static NOTHING: Bytes = Bytes::new();
    let outcomes_of = || aim.chunks.iter().map(|it| &outcomes[it.read]);
    let failed = outcomes_of().find_map(|it| it.result.as_ref().err());
    let data = |read: usize| outcomes[read].result.as_ref().map_or(&NOTHING, |it| &it.bytes);
    let reading = match failed {
        Some(Failure::Type(it)) if it.is_declared => {
            Reading::Bad(cause::of_another_type(it.found.0, &aim.type_name))
        }
        Some(failure) => Reading::Bad(cause_of(failure)),
        None => match aim.value(data) {
            Ok(value) => Reading::Good(TagValue {
                value,
                type_name: Arc::clone(&aim.type_name),
                source_time: None,
            }),
            Err(error) => {
                let (name, why) = (aim.name(), error.message());
                Reading::Bad(Cause::new(Reason::DecodeError, &Why::At { name, why }))
            }
        },
    };
    let arrived = outcomes_of().map(|it| it.arrived).max();
    Answer { reading, arrived: arrived.unwrap_or_else(Instant::now) }
}

/// The cause, if the data is a structure without a description.
fn undefined(outcome: &Outcome) -> Option<Cause> {
    let kind = outcome.result.as_ref().ok()?.kind;
    is_undefined(kind).then(|| Cause::new(Reason::DecodeError, &Why::NoDefinition { kind }))
}

fn cause_of(failure: &Failure) -> Cause {
    match failure {
        Failure::Status(status) => cause::of_status(status),
        Failure::Bytes(error) => cause::of_bytes(error),
        Failure::Type(it) => cause::of_mismatch(it.listed, it.found),
    }
}

/// Whether a response can only be decoded with the controller's definitions.
pub(super) fn is_puzzling(outcomes: &[Outcome]) -> bool {
    let kinds = outcomes.iter().filter_map(|it| Some(it.result.as_ref().ok()?.kind));
    kinds.into_iter().any(is_undefined)
}

/// Whether the type cannot be decoded without the controller's definitions.
fn is_undefined(kind: TagType) -> bool {
    match kind {
        TagType::Structure { .. } => kind != TagType::LOGIX_STRING,
        TagType::Unknown(_) => true,
        TagType::Elementary(_) => false,
    }
}

/// Learns the element types of arrays from a scan. Returns whether the scan must be repeated:
/// indices in requests count DWORDs for an array of BOOLs, or a joined run failed as a whole.
pub(super) fn discover(plan: &Plan, told: &TypedResults, known: &mut Knowledge) -> bool {
    let mut is_new = false;
    for (read, outcome) in plan.reads.iter().zip(told) {
        if let (Some((array, _)), true, Err(_)) = (&read.index, read.is_joined, outcome) {
            known.learn_array(array, Array::Apart);
            is_new = true;
        }
    }
    for take in plan.taken() {
        let Some(array) = &take.array else { continue };
        match (known.array(array), &told[take.read]) {
            (None | Some(Array::Plain | Array::Apart), Ok(it)) if it.kind == TagType::DWORD => {
                known.learn_array(array, Array::Packed);
                is_new = true;
            }
            (Some(Array::Packed), Ok(it)) if it.kind != TagType::DWORD => {
                known.learn_array(array, Array::Plain);
                is_new = true;
            }
            (None, Ok(_)) => known.learn_array(array, Array::Plain),
            _ => {}
        }
    }
    for take in plan.taken() {
        let read = &plan.reads[take.read];
        // The index of the first element is the same in both cases.
        let is_first = read.elements == 1 && read.index.as_ref().is_none_or(|it| it.1 == 0);
        if let (Some(array), Err(Failure::Status(status))) = (&take.array, &told[take.read])
            && !is_first
            && known.array(array).is_none()
            && matches!(cause::of_status(status).reason, Reason::UnknownTag | Reason::OutOfRange)
        {
            known.learn_array(array, Array::PerhapsPacked);
            is_new = true;
        }
    }
    is_new
}

/// Confirms assumptions about arrays. Returns false if the next scan needs another plan.
pub(super) fn conclude(plan: &Plan, told: &TypedResults, known: &mut Knowledge) -> bool {
    let mut is_settled = true;
    let supposed =
        |known: &Knowledge, array: &str| known.array(array) == Some(Array::PerhapsPacked);
    for take in plan.taken() {
        if let (Some(array), Ok(elements)) = (&take.array, &told[take.read])
            && supposed(known, array)
            && elements.kind == TagType::DWORD
        {
            known.learn_array(array, Array::Packed);
        }
    }
    for array in plan.taken().filter_map(|it| it.array.as_ref()) {
        if supposed(known, array) {
            known.learn_array(array, Array::Plain);
            is_settled = false;
        }
    }
    is_settled
}
