//! The values of now that an answer is made of.

use std::collections::HashMap;

use serde_json::Value;
use tagbridge_api::{
    Timestamp,
    hmi::{Quality, TagValue},
};
use tagbridge_interpret::{Reading, Scalar, Snapshot, Values};
use tagbridge_store::{ProjectRef, Transaction};

use super::begin::Work;
use crate::core::{Core, Refusal, values};

/// The most names that one answer asks for.
pub(super) const ASKED_MAX: usize = 64;

/// Values, and the names of those that a session could read and does not.
pub(super) struct Found {
    pub(super) values: Values,
    pub(super) missing: Vec<String>,
}

/// What is known now of the values with these names. Blocks.
pub(super) fn read(core: &Core, work: &Work, names: &[String]) -> Result<Found, Refusal> {
    let live = values::read(core, &work.project)?;
    let mut now = Snapshot::new(live.sequence.unwrap_or_default());
    let known: HashMap<String, &TagValue> =
        live.tags.iter().map(|(name, value)| (plain(name), value)).collect();
    let mut missing = Vec::new();
    for name in names {
        match known.get(&plain(name)) {
            Some(value) => now.insert(name, reading(value)),
            None => missing.push(work.facts.spelled(name)),
        }
    }
    let values = Values { live: live.live, now, history: Vec::new(), requested: Vec::new() };
    Ok(Found { values, missing })
}

/// Asks the session for values. Blocks.
pub(super) fn request(
    core: &Core,
    work: &Work,
    mut names: Vec<String>,
) -> Result<Vec<String>, Refusal> {
    names.truncate(ASKED_MAX);
    core.store().write(|tx| watch(core, tx, &work.project, &names, core.now()))?;
    Ok(names)
}

/// Keeps names on the project's list for a while, as far as the list has room.
pub(super) fn watch(
    core: &Core,
    tx: &dyn Transaction,
    project: &ProjectRef,
    names: &[String],
    now: Timestamp,
) -> Result<(), Refusal> {
    let room = core.options().requested_tags.saturating_sub(tx.count_requested_tags(project)?);
    if names.is_empty() || names.len() > room {
        return Ok(());
    }
    if tx.request_tags(project, names, now)? {
        tx.revise_requests(project)?;
    }
    Ok(())
}

/// Without case and quotes: a session and the code may write a name in different ways.
fn plain(name: &str) -> String {
    name.chars().filter(|it| *it != '"').collect::<String>().to_lowercase()
}

fn reading(value: &TagValue) -> Reading {
    if value.quality != Quality::Good {
        let reason = value.reason.as_ref().map_or_else(
            || "without a reason".to_owned(),
            |reason| {
                serde_json::to_value(reason)
                    .ok()
                    .and_then(|it| it.as_str().map(str::to_owned))
                    .unwrap_or_default()
            },
        );
        return Reading::Bad(reason);
    }
    match &value.value {
        Value::Bool(value) => Reading::Good(Scalar::Bool(*value)),
        Value::String(text) => Reading::Good(Scalar::Text(text.as_str().into())),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Reading::Good(Scalar::Int(whole)),
            (None, Some(real)) => Reading::Good(Scalar::Real(real)),
            (None, None) => Reading::Bad("no_number".to_owned()),
        },
        _ => Reading::Bad("no_single_value".to_owned()),
    }
}
