//! The current values in an answer.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;
use tagbridge_api::{
    Timestamp,
    hmi::{Quality, Reason, TagValue, live::LiveQuery},
};
use tagbridge_interpret::{PastSamples, PastValue, PastValues, Sample, Scalar, Snapshot, Values};
use tagbridge_store::{HistoryRange, ProjectRef, Transaction};
use tagbridge_texts::{Coded, Message};

use super::begin::TurnWork;
use crate::core::{Core, Refusal, requests, values};

/// Maximum number of names that one answer requests.
pub(super) const ASKED_MAX: usize = 64;
/// Maximum number of entries of each value that are searched for its last change …
const ENTRIES_MAX: u32 = 60;
/// Maximum number of entries of each value that are searched for the first change.
const PAST_ENTRIES_MAX: u32 = 1_000;
/// … and maximum number of snapshots.
const SNAPSHOTS_MAX: usize = 200;

/// Values, and the names of those that a session could read, but does not.
pub(super) struct FoundValues {
    pub(super) values: Values,
    pub(super) missing: Vec<String>,
}

/// The current values with these names. Blocks.
pub(super) fn read(core: &Core, work: &TurnWork, names: &[String]) -> Result<FoundValues, Refusal> {
    let live = values::read(core, &work.project, &LiveQuery::default())?;
    let mut now = Snapshot::new(live.sequence.unwrap_or_default());
    let known: HashMap<String, (&String, &TagValue)> =
        live.tags.iter().map(|(name, value)| (plain(name), (name, value))).collect();
    let (mut missing, mut found) = (Vec::new(), Vec::new());
    for name in names {
        match known.get(&plain(name)) {
            Some((spelled, value)) => {
                found.push((name.as_str(), spelled.as_str()));
                let reason = value.reason.as_ref();
                now.insert(name, reading(&value.value, Some(value.quality), reason));
            }
            None => missing.push(work.facts.spelled(name)),
        }
    }
    let history = core
        .store_of_project(&work.project)
        .read(|tx| history(tx, &work.project, &found, now.sequence))?;
    let values =
        Values { live: live.live, now, scan_began: live.timestamp, history, requested: Vec::new() };
    Ok(FoundValues { values, missing })
}

/// Earlier values up to the current snapshot, oldest first: one for each snapshot with a change.
/// The names are those of the question and of the session.
fn history(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    names: &[(&str, &str)],
    now: u64,
) -> Result<Vec<Snapshot>, Refusal> {
    let mut changes: BTreeMap<u64, Vec<(&str, Sample)>> = BTreeMap::new();
    for (name, spelled) in names.iter().take(ASKED_MAX) {
        let mut before = now + 1;
        let range = HistoryRange { limit: ENTRIES_MAX, before: None };
        for entry in tx.history(project, spelled, &range)?.entries {
            // Increasing numbers belong to an older stream.
            if entry.sequence >= before {
                break;
            }
            before = entry.sequence;
            let reading = reading(&entry.value, entry.quality, entry.reason.as_ref());
            changes.entry(entry.sequence).or_default().push((name, reading));
        }
    }
    let left_out = changes.len().saturating_sub(SNAPSHOTS_MAX);
    let mut known: HashMap<&str, Sample> = HashMap::new();
    let mut snapshots = Vec::new();
    for (at, (sequence, changed)) in changes.into_iter().enumerate() {
        known.extend(changed);
        if at >= left_out {
            let mut snapshot = Snapshot::new(sequence);
            for (name, reading) in &known {
                snapshot.insert(name, reading.clone());
            }
            snapshots.push(snapshot);
        }
    }
    Ok(snapshots)
}

/// The stored earlier values. Blocks.
pub(super) fn past(core: &Core, work: &TurnWork, names: &[String]) -> Result<PastValues, Refusal> {
    let live = values::read(core, &work.project, &LiveQuery::default())?;
    let known: HashMap<String, &String> =
        live.tags.iter().map(|(name, _)| (plain(name), name)).collect();
    let range = HistoryRange { limit: PAST_ENTRIES_MAX, before: None };
    let scans = core.store_of_project(&work.project).read(|tx| {
        let mut scans: BTreeMap<Timestamp, Vec<(&str, PastValue)>> = BTreeMap::new();
        for name in names {
            let known = known.get(&plain(name)).map(|spelled| (*spelled).clone());
            let spelled = known.unwrap_or_else(|| work.facts.spelled(name));
            for entry in tx.history(&work.project, &spelled, &range)?.entries {
                let value = match reading(&entry.value, entry.quality, entry.reason.as_ref()) {
                    Sample::Good(value) => PastValue::Good(value),
                    Sample::Bad(_) => PastValue::Bad,
                };
                scans.entry(entry.timestamp).or_default().push((name, value));
            }
        }
        Ok::<_, Refusal>(scans)
    })?;
    let mut samples = PastSamples::default();
    for (time, read) in scans {
        samples.scan(time.get(), read);
    }
    Ok(PastValues { now: core.now(), samples })
}

/// Requests values from the session. Blocks.
pub(super) fn request(
    core: &Core,
    work: &TurnWork,
    mut names: Vec<String>,
) -> Result<Vec<String>, Refusal> {
    names.truncate(ASKED_MAX);
    core.store_of(&work.project.org)
        .write(|tx| watch(core, tx, &work.project, &names, core.now()))?;
    Ok(names)
}

/// Keeps names on the project's list for a while, up to its maximum size.
pub(super) fn watch(
    core: &Core,
    tx: &Transaction<'_>,
    project: &ProjectRef,
    names: &[String],
    now: Timestamp,
) -> Result<(), Refusal> {
    let room = core.options().requested_tags.saturating_sub(tx.count_requested_tags(project)?);
    if names.is_empty() || names.len() > room {
        return Ok(());
    }
    let until = now.saturating_add(requests::lifetime(core, tx, project)?);
    if tx.request_tags(project, names, None, until)? {
        tx.revise_requests(project)?;
    }
    Ok(())
}

/// Without case and quotes: a session and the code may write a name in different ways.
fn plain(name: &str) -> String {
    name.chars().filter(|it| *it != '"').collect::<String>().to_lowercase()
}

/// Why a value is not a single usable value.
#[derive(Debug, Coded)]
#[coded(prefix = "service-value")]
pub(in crate::core) enum NoValue {
    /// A structure or an array.
    Several,
    /// A number outside the range.
    Number,
    /// It is bad, without a reason.
    Reason,
}

fn reading(value: &Value, quality: Option<Quality>, reason: Option<&Reason>) -> Sample {
    if quality.is_some_and(|it| it != Quality::Good) {
        return Sample::Bad(reason.map_or_else(|| NoValue::Reason.message(), |it| told(*it)));
    }
    match value {
        Value::Bool(value) => Sample::Good(Scalar::Bool(*value)),
        Value::String(text) => Sample::Good(Scalar::Text(text.as_str().into())),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Sample::Good(Scalar::Int(whole)),
            (None, Some(real)) => Sample::Good(Scalar::Real(real)),
            (None, None) => Sample::Bad(NoValue::Number.message()),
        },
        _ => Sample::Bad(NoValue::Several.message()),
    }
}

/// The driver's text of a reason.
fn told(reason: Reason) -> Message {
    Message::new(match reason {
        Reason::NotConnected => "reason-not-connected",
        Reason::ControllerStopped => "reason-controller-stopped",
        Reason::Stale => "reason-stale",
        Reason::UnknownTag => "reason-unknown-tag",
        Reason::AccessDenied => "reason-access-denied",
        Reason::NoAddress => "reason-no-address",
        Reason::TypeMismatch => "reason-type-mismatch",
        Reason::OutOfRange => "reason-out-of-range",
        Reason::OverBudget => "reason-over-budget",
        Reason::NotInProject => "reason-not-in-project",
        Reason::DeviceError => "reason-device-error",
        Reason::DecodeError => "reason-decode-error",
    })
}
