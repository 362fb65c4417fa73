//! One scan: sends the planned requests, and converts the responses to readings.

use std::{collections::HashMap, sync::Arc, time::Instant};

use base64::{Engine, prelude::BASE64_STANDARD};
use opcua::types::{BinaryEncodable, DataValue, NodeId, StatusCode, TimestampsToReturn, Variant};
use tagbridge_driver::{Answer, Cause, LinkError, Reading, Reason, TagValue, Value};

use super::{
    learn::Knowledge,
    wire::{AttributeRead, Wire},
};
use crate::{
    fault::TagFault,
    name::PathStep,
    plan::{Plan, ValuePosition},
    status,
    types::{self, DecodeProblem},
};

/// A plan, with the registered names of its nodes.
pub(super) struct Prepared {
    pub(super) plan: Plan,
    asks: Vec<AttributeRead>,
    /// Names of types with the sizes of arrays, reused for every scan.
    names: Names,
    is_measured: bool,
}

/// The result of one read.
pub(super) struct ReadResult {
    /// The value, or the reason for its absence.
    value: Result<Value, DecodeProblem>,
    kind: &'static str,
    status: StatusCode,
    source_time: Option<jiff::Timestamp>,
    pub(super) arrived: Instant,
}

impl Prepared {
    pub(super) fn new(plan: Plan) -> Self {
        let asks = plan
            .reads
            .iter()
            .zip(plan.costs())
            .map(|(it, cost)| AttributeRead {
                node: Arc::clone(&it.node),
                attribute: opcua::types::AttributeId::Value,
                range: it.range.clone(),
                cost,
            })
            .collect();
        Self { plan, asks, names: Names::default(), is_measured: false }
    }

    pub(super) fn asks(&self) -> &[AttributeRead] {
        &self.asks
    }

    /// Requests a node by its registered name.
    pub(super) fn rename(&mut self, read: usize, node: impl Into<Arc<NodeId>>) {
        let ask = &mut self.asks[read];
        *ask = AttributeRead {
            range: ask.range.clone(),
            ..AttributeRead::attribute(node, ask.attribute)
        };
        ask.cost.reply = self.plan.reads[read].reply;
    }

    /// The tags of the requested nodes, by their names in a frame; `names` are those of the plan.
    pub(super) fn tags_by_node(&self, names: &[String]) -> Vec<(String, Vec<String>)> {
        let mut tags: Vec<(String, Vec<String>)> =
            self.asks.iter().map(|it| (it.node.to_string(), Vec::new())).collect();
        for (name, take) in names.iter().zip(&self.plan.takes) {
            if let Ok(take) = take {
                tags[take.read].1.push(name.clone());
            }
        }
        tags
    }

    /// Requests a node by its own name again. Returns false if it was requested so before.
    pub(super) fn rename_back(&mut self, read: usize) -> bool {
        let own = Arc::clone(&self.plan.reads[read].node);
        let was_renamed = self.asks[read].node != own;
        if was_renamed {
            self.rename(read, own);
        }
        was_renamed
    }

    /// Records the sizes of values, so that responses fit into their limit.
    fn measure(&mut self, values: &[(DataValue, Instant)], wire: &Wire) {
        if std::mem::replace(&mut self.is_measured, true) {
            return;
        }
        let context = wire.session.context().read();
        let context = context.context();
        for ((read, ask), (value, _)) in self.plan.reads.iter_mut().zip(&mut self.asks).zip(values)
        {
            read.reply = value.byte_len(&context);
            ask.cost.reply = read.reply;
        }
    }

    /// One answer for each tag, in the requested order.
    pub(super) fn answers(&mut self, came: &[ReadResult], now: Instant) -> Vec<Answer> {
        let Self { plan, names, .. } = self;
        plan.takes
            .iter()
            .map(|take| match take {
                Err(cause) => Answer { reading: Reading::Bad(cause.clone()), arrived: now },
                Ok(take) => {
                    let it = &came[take.read];
                    Answer { reading: reading(take, it, names), arrived: it.arrived }
                }
            })
            .collect()
    }
}

/// Sends all planned reads, and additional ones.
pub(super) async fn run(
    wire: &mut Wire,
    prepared: &mut Prepared,
    more: Option<AttributeRead>,
    timestamps: TimestampsToReturn,
) -> Result<(Vec<(DataValue, Instant)>, Option<DataValue>), LinkError> {
    let has_more = more.is_some();
    let asks = match more {
        Some(more) => {
            let all: Vec<AttributeRead> = prepared.asks.iter().cloned().chain([more]).collect();
            wire.read(&all, timestamps).await
        }
        None => wire.read(&prepared.asks, timestamps).await,
    };
    let mut values = asks?;
    let more = values.pop_if(|_| has_more).map(|it| it.0);
    prepared.measure(&values, wire);
    Ok((values, more))
}

/// Converts the results. Reads the definitions of unknown structures.
pub(super) async fn understand(
    mut values: Vec<(DataValue, Instant)>,
    timestamps: TimestampsToReturn,
    knowledge: &mut Knowledge,
    wire: &mut Wire,
) -> Result<Vec<ReadResult>, LinkError> {
    if timestamps != TimestampsToReturn::Source {
        // Some servers send a source time that was not requested, from a wrong clock.
        for (it, _) in &mut values {
            it.source_timestamp = None;
        }
    }
    // Kept until they are decoded.
    let structured: Vec<Option<Variant>> = values
        .iter()
        .map(|(it, _)| it.value.as_ref().filter(|it| is_structured(it)).cloned())
        .collect();
    let mut came: Vec<ReadResult> = {
        let context = wire.session.context().read();
        let context = context.context();
        let of = |(it, arrived)| ReadResult::of(it, arrived, knowledge, &context);
        values.into_iter().map(of).collect()
    };
    let (mut encodings, mut data_types): (Vec<NodeId>, Vec<NodeId>) = Default::default();
    let mut changed: Vec<NodeId> = Vec::new();
    for it in &came {
        match &it.value {
            Err(DecodeProblem::Changed(id)) if !changed.contains(id) => changed.push(id.clone()),
            Err(DecodeProblem::Encoding(id)) if !encodings.contains(id) => {
                encodings.push(id.clone());
            }
            Err(DecodeProblem::DataType(id)) if !data_types.contains(id) => {
                data_types.push(id.clone());
            }
            _ => {}
        }
    }
    if encodings.is_empty() && data_types.is_empty() && changed.is_empty() {
        return Ok(came);
    }
    if !changed.is_empty() {
        knowledge.forget_structures();
        for encoding in changed {
            knowledge.types.confirm(encoding.clone());
            encodings.push(encoding);
        }
    }
    knowledge.learn_types(data_types, wire).await?;
    knowledge.learn_encodings(encodings, wire).await?;
    let context = wire.session.context().read();
    let context = context.context();
    for (it, value) in came.iter_mut().zip(structured) {
        let is_learnt = matches!(
            it.value,
            Err(DecodeProblem::Encoding(_)
                | DecodeProblem::DataType(_)
                | DecodeProblem::Changed(_))
        );
        if let (true, Some(value)) = (is_learnt, value) {
            it.value = types::value(value, &knowledge.types, &context);
        }
    }
    Ok(came)
}

impl ReadResult {
    pub(super) fn of(
        answer: DataValue,
        arrived: Instant,
        knowledge: &Knowledge,
        context: &opcua::types::Context<'_>,
    ) -> Self {
        let DataValue { value, status, source_timestamp, .. } = answer;
        let value = value.unwrap_or_default();
        let kind = element_name(&value);
        let status = status.unwrap_or(StatusCode::Good);
        Self {
            value: types::value(value, &knowledge.types, context),
            kind,
            status,
            source_time: source_timestamp
                .filter(|it| !it.is_null())
                .map(|it| types::timestamp(&it)),
            arrived,
        }
    }

    /// The value, if it is an integer.
    pub(super) fn number(&self) -> Option<i32> {
        match self.value {
            Ok(Value::Int(it)) => i32::try_from(it).ok(),
            _ => None,
        }
    }

    /// Whether the tag must be resolved again: the server does not know the node any longer, or its
    /// type changed.
    pub(super) fn is_lost(&self, take: &ValuePosition) -> bool {
        is_unknown(self.status)
            || (!self.status.is_bad() && self.value.is_ok() && swapped(take, self).is_some())
    }
}

/// Whether a status means that there is no such node, or not with this name.
pub(super) fn is_unknown(code: StatusCode) -> bool {
    matches!(status::plain(code), StatusCode::BadNodeIdUnknown | StatusCode::BadNodeIdInvalid)
}

fn reading(take: &ValuePosition, came: &ReadResult, names: &mut Names) -> Reading {
    if came.status.is_bad() {
        return Reading::Bad(status::cause(came.status));
    }
    let value = match &came.value {
        Ok(value) => value,
        Err(DecodeProblem::Null) => {
            return Reading::Bad(TagFault::NoValue.into());
        }
        Err(DecodeProblem::Wrong(what)) => {
            return Reading::Bad(Cause::new(Reason::DecodeError, what));
        }
        Err(
            DecodeProblem::Encoding(id)
            | DecodeProblem::DataType(id)
            | DecodeProblem::Untold(id)
            | DecodeProblem::Changed(id),
        ) => {
            return Reading::Bad(TagFault::Untold { data_type: id.clone() }.into());
        }
    };
    let selected = match select(take, came.kind, value) {
        Ok(selected) => selected,
        Err(cause) => return Reading::Bad(cause),
    };
    // The type of a member is in its structure, not in the type of the whole value.
    let has_member = take.whole.iter().any(|it| matches!(it, PathStep::Member(_)));
    let base = take.type_name.as_deref().unwrap_or(if has_member { "" } else { came.kind });
    if let Some(what) = swapped(take, came) {
        return Reading::Bad(what.into());
    }
    let type_name = names.of(take.type_name.as_ref(), base, &selected);
    let value = TagValue { value: selected, type_name, source_time: came.source_time };
    if came.status.is_uncertain() {
        Reading::Uncertain(value, status::cause(came.status))
    } else {
        Reading::Good(value)
    }
}

/// Whether a value's type differs from the node's declared type. Types of the protocol are
/// identified by name; derived types have other names.
fn swapped(take: &ValuePosition, came: &ReadResult) -> Option<TagFault> {
    let told = take.type_name.as_deref()?;
    let is_whole = !take.whole.iter().any(|it| matches!(it, PathStep::Member(_)));
    // Arrays of bytes have two encodings.
    let is_bytes = told == "Byte" && came.kind == "ByteString";
    let is_other = types::Builtin::of_name(told).is_some() && told != came.kind && !is_bytes;
    (is_whole && is_other).then(|| TagFault::AnotherType { told: told.to_owned(), sent: came.kind })
}

/// Selects the tag's part of the value. A server may send more than the requested part.
fn select(take: &ValuePosition, came: &str, value: &Value) -> Result<Value, Cause> {
    let split = match (take.steps.first(), value) {
        (None, _) => return Ok(value.clone()),
        (Some(PathStep::Element(_) | PathStep::Run(..)), Value::Text(text)) => {
            elements_of(text, came)
        }
        _ => None,
    };
    let value = split.as_ref().unwrap_or(value);
    let steps = match value {
        Value::Array(values) if values.len() > take.part => &take.whole,
        _ => &take.steps,
    };
    types::select(value, steps)
}

/// The bytes of a `ByteString`, which can also be an array of bytes, or the characters of a text.
fn elements_of(text: &str, came: &str) -> Option<Value> {
    if came == "ByteString" {
        let bytes = BASE64_STANDARD.decode(text).ok()?;
        return Some(Value::Array(bytes.into_iter().map(|it| Value::Uint(it.into())).collect()));
    }
    let characters = || text.chars().map(|it| Value::Text(it.to_string())).collect();
    (came == "String").then(|| Value::Array(characters()))
}

/// A cache of type names.
#[derive(Default)]
struct Names(HashMap<(Arc<str>, Vec<usize>), Arc<str>>);

impl Names {
    fn of(&mut self, known: Option<&Arc<str>>, base: &str, value: &Value) -> Arc<str> {
        let sizes = sizes(value);
        if let (Some(known), true) = (known, sizes.is_empty()) {
            return Arc::clone(known);
        }
        let key = (known.map_or_else(|| base.into(), Arc::clone), sizes);
        if let Some(name) = self.0.get(&key) {
            return Arc::clone(name);
        }
        let name: Arc<str> = match key.1.as_slice() {
            [] => base.into(),
            sizes => {
                let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
                format!("{base}[{}]", sizes.join(",")).into()
            }
        };
        // Limited, because arrays may change their sizes permanently.
        if self.0.len() < 10_000 {
            self.0.insert(key, Arc::clone(&name));
        }
        name
    }
}

/// The sizes of an array in each of its dimensions.
fn sizes(value: &Value) -> Vec<usize> {
    let mut sizes = Vec::new();
    let mut inner = value;
    while let Value::Array(values) = inner {
        sizes.push(values.len());
        match values.first() {
            Some(first) => inner = first,
            None => break,
        }
    }
    sizes
}

fn element_name(value: &Variant) -> &'static str {
    let id = match value {
        Variant::Array(it) => Some(it.value_type),
        other => other.scalar_type_id(),
    };
    id.and_then(|it| types::Builtin::of(it as u32)).map_or("", types::Builtin::name)
}

fn is_structured(value: &Variant) -> bool {
    match value {
        Variant::ExtensionObject(_) | Variant::Variant(_) | Variant::DataValue(_) => true,
        Variant::Array(it) => it.values.first().is_some_and(is_structured),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_bytes_and_texts_are_numbers_and_characters() {
        // The part from 3 to 5, as several tags of one array need it; and a response with more.
        let bytes = Value::Text(BASE64_STANDARD.encode([30, 40, 50]));
        let text = Value::Text("päc".to_owned());
        for (at, number, character) in [(0, 30, "p"), (1, 40, "ä"), (2, 50, "c")] {
            for (whole, part) in [(at + 3, 3), (at, 2)] {
                let take = ValuePosition {
                    read: 0,
                    steps: vec![PathStep::Element(vec![at])],
                    whole: vec![PathStep::Element(vec![whole])],
                    part,
                    type_name: None,
                };
                assert_eq!(select(&take, "ByteString", &bytes), Ok(Value::Uint(number)));
                assert_eq!(select(&take, "String", &text), Ok(Value::Text(character.into())));
                select(&take, "Guid", &text).expect_err("it has no elements");
            }
        }
    }
}
