//! The current values in an answer.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

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
        let name = name.as_str();
        if let Some((spelled, value)) = known.get(&plain(name)) {
            found.push((name, spelled.as_str()));
            let reason = value.reason.as_ref();
            now.insert(name, reading(&value.value, Some(value.quality), reason));
        } else if let Some((whole, value)) = part(name, &known) {
            now.insert(name, reading(value, Some(whole.quality), whole.reason.as_ref()));
        } else {
            // The code also has names that exist once for each call of a block.
            missing.extend(work.facts.tag(name));
        }
    }
    let history = core
        .store_of_project(&work.project)
        .read(|tx| history(tx, &work.project, &found, now.sequence))?;
    let values =
        Values { live: live.live, now, scan_began: live.timestamp, history, requested: Vec::new() };
    Ok(FoundValues { values, missing })
}

/// The value of a name in the value of the structure that it is a part of.
fn part<'v>(
    name: &str,
    known: &HashMap<String, (&String, &'v TagValue)>,
) -> Option<(&'v TagValue, &'v Value)> {
    let name = plain(name);
    let mut dots = name.rmatch_indices('.').map(|(at, _)| at);
    let (at, (_, whole)) = dots.find_map(|at| Some((at, known.get(&name[..at])?)))?;
    let value = name[at + 1..].split('.').try_fold(&whole.value, |value, member| {
        let members = value.as_object()?;
        members.iter().find(|(name, _)| plain(name) == member).map(|(_, value)| value)
    });
    Some((whole, value?))
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
            let own = || work.facts.tag(name).unwrap_or_else(|| name.clone());
            let spelled = known.unwrap_or_else(own);
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

/// The names that an answer added to the project's list, and for how long.
#[derive(Debug, Clone, Default)]
pub(super) struct AddedNames {
    pub(super) names: Vec<String>,
    pub(super) lifetime: Duration,
}

/// Requests values from the session, if the project's list has space for them. Blocks.
pub(super) fn request(
    core: &Core,
    work: &TurnWork,
    mut names: Vec<String>,
) -> Result<AddedNames, Refusal> {
    names.truncate(ASKED_MAX);
    let project = &work.project;
    core.store_of(&project.org).write(|tx| {
        let room = core.options().requested_tags.saturating_sub(tx.count_requested_tags(project)?);
        if names.len() > room {
            return Ok(AddedNames::default());
        }
        let lifetime = requests::lifetime(core, tx, project)?;
        if tx.request_tags(project, &names, None, core.now().saturating_add(lifetime))? {
            tx.revise_requests(project)?;
        }
        Ok(AddedNames { names: names.clone(), lifetime })
    })
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_part_of_a_read_structure_has_its_value() {
        let value = TagValue {
            value: json!({ "PRE": 1500, "DN": true, "In": { "Low": 2 } }),
            type_name: "TIMER".into(),
            quality: Quality::Good,
            reason: None,
            timestamp: Timestamp::now(),
        };
        let name = "Blocked_Delay".to_owned();
        let known = HashMap::from([(plain(&name), (&name, &value))]);
        let part = |name: &str| part(name, &known).map(|(_, it)| it.clone());
        assert_eq!(part("Blocked_Delay.DN"), Some(json!(true)));
        assert_eq!(part("blocked_delay.in.low"), Some(json!(2)));
        assert_eq!(["Blocked_Delay.No", "Other.DN", "Blocked_Delay"].map(part), [None, None, None]);
    }
}
