//! Stores the pushes of a bridge: all of a push or none of it, and each snapshot once.

use std::{borrow::Cow, time::Duration};

use tagbridge_api::{
    ErrorCode, Permission, Timestamp,
    hmi::push::{Push, Receipt, Snapshot},
    limits::{
        DEVICE_ID_CHARS_MAX, PUSH_INTERVAL_MS_MAX, PUSH_RUNS_MAX, PUSH_SNAPSHOTS_MAX, SEQUENCE_MAX,
        SNAPSHOT_PARTS_MAX, Tier,
    },
};
use tagbridge_store::{NewestSnapshot, ProjectRef, Ranges, StoreError, Stream, Transaction};
use tagbridge_texts::{Coded, Message};

use super::{
    AccessRequirement, Caller, Core, Refusal, TechnicalReason,
    arguments::check_name,
    audit, freshness, lineage,
    messages::BadValue,
    once::{self, Answer, Write},
    parts, requests, session,
};

use crate::log_message::{LogMessage, event};

pub(crate) const NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Poll, Permission::HmiPush);

/// How long the values of a stream are kept after its last push when another stream begins.
const REMEMBERED: Duration = Duration::from_hours(24);

/// Stores a push. Blocks.
///
/// Its sequences are unique: a push that is sent again runs again, and stores nothing twice.
pub(crate) fn push(
    core: &Core,
    caller: &Caller,
    project: &ProjectRef,
    write: &Write,
    push: &Push,
) -> Result<Answer, Refusal> {
    check(push)?;
    core.audit_missing_permission(caller, &project.id, || caller.check_device(&push.device_id))?;
    if !push.snapshots.is_empty() {
        core.check_room()?;
    }
    let replayed = core.replays().came_before(write, core.now())?;
    let stored = core.store_of_project(project).write(|tx| {
        let now = core.now();
        if let Some(other) = taken_over(tx, project, push, now)? {
            let detail = format!("from device {other} by device {}", push.device_id);
            let by = (caller.id.as_str(), "take_over");
            audit::note(tx, (&caller.org, now), by, &project.id, detail)?;
        }
        let (snapshots, awaited) = parts::collect(tx, project, push, now)?;
        let receipt = store(tx, project, (push, &snapshots), now)?;
        let idempotency_key = Some(write.idempotency_key().to_owned());
        Ok::<_, Refusal>(Receipt { awaited, idempotency_key, ..receipt })
    });
    if stored.is_err() && !replayed {
        core.replays().forget(write);
    }
    if let Err(refusal) = &stored
        && refusal.code() == ErrorCode::StreamConflict
    {
        core.store_of_project(project)
            .write(|tx| tx.note_copy(project, push.stream_id, core.now()))?;
    }
    Ok(Answer { created: false, response: once::json(&stored?)?, replayed })
}

/// The device whose live session ends with this push.
fn taken_over(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    push: &Push,
    now: Timestamp,
) -> Result<Option<String>, StoreError> {
    if !push.take_over {
        return Ok(None);
    }
    let other = tx.session(project)?.filter(|session| {
        session.device_id != push.device_id && freshness::is_heard_of(session, now)
    });
    Ok(other.map(|session| session.device_id))
}

pub(super) fn store(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    (push, snapshots): (&Push, &[Snapshot]),
    now: Timestamp,
) -> Result<Receipt, Refusal> {
    let session = tx.session(project)?;
    let known = match &session {
        Some(session) if session.stream.id == push.stream_id => Some(session.stream.clone()),
        _ => tx.find_stream(project, push.stream_id)?,
    };
    if let Some(stream) = &known {
        let device = session.as_ref().map_or(push.device_id.as_str(), |session| {
            session.device_name.as_deref().unwrap_or(&session.device_id)
        });
        lineage::check(stream, device, push, now)?;
    }
    let is_shown = session::admit(session.as_ref(), push, known.as_ref(), now)?;
    let mut stream = if let Some(mut stream) = known {
        stream.last_push_at = now;
        stream
    } else {
        tx.forget_live(project, now.saturating_sub(REMEMBERED))?;
        tx.add_stream(project, push.stream_id, now)?
    };
    stream.run = push.runs.last().copied().or(stream.run);
    let interval = push.interval_ms.and_then(|ms| ms.try_into().ok());
    stream.interval_ms = interval.or(stream.interval_ms);
    let skew_ms = freshness::skew_ms(push, now);
    tell_skew(project, &push.device_id, stream.skew_ms, skew_ms);
    stream.skew_ms = skew_ms.or(stream.skew_ms);
    let snapshots = corrected(snapshots, stream.skew_ms, now);
    let stored = store_snapshots(tx, project, &mut stream, &snapshots, now)?;
    if let Some(head) = &mut stream.head {
        freshness::renew(head, push, now);
    }
    tx.save_stream(&stream)?;
    if is_shown {
        let device = (push.device_id.as_str(), push.device_name.as_deref());
        tx.save_session(project, device, stream.no, push.ended)?;
    }
    Ok(Receipt {
        project_id: project.id.clone(),
        stream_id: push.stream_id,
        stored_through: stored.through(),
        newest: stored.newest().map_or(0, |(_, last)| last),
        // An invalid push is refused as a whole before; parts of a valid one are never rejected.
        rejected: Vec::new(),
        awaited: Vec::new(),
        idempotency_key: None,
        requests_revision: requests::revision(tx, project, now)?,
        skew_ms: freshness::arrived_later_ms(push, now),
        copied_at: stream.copied_at,
    })
}

/// Clock differences above this limit are reported, and time stamps are corrected.
const SKEW_MS: u64 = 2000;

fn tell_skew(project: &ProjectRef, device_id: &str, before: Option<i64>, skew_ms: Option<i64>) {
    let differs = |skew: Option<i64>| skew.is_some_and(|skew| skew.unsigned_abs() > SKEW_MS);
    if differs(skew_ms) && !differs(before) {
        let project = &project.id;
        event!(warn, LogMessage::ClockDiffers, project, device_id, skew_ms);
    }
}

/// The snapshots with times by this service's clock: a bridge's clock may be wrong, and no scan is
/// later than its arrival. Time stamps from a controller are unchanged.
fn corrected(snapshots: &[Snapshot], skew_ms: Option<i64>, now: Timestamp) -> Cow<'_, [Snapshot]> {
    let skew = skew_ms.filter(|skew| skew.unsigned_abs() > SKEW_MS).unwrap_or(0);
    let is_ahead = |it: &Snapshot| it.timestamp > now;
    if skew == 0 && !snapshots.iter().any(is_ahead) {
        return Cow::Borrowed(snapshots);
    }
    let correct = |snapshot: &Snapshot| {
        let began = snapshot.timestamp;
        let ended = began.as_millis().saturating_add(millis(snapshot.duration_ms) + 1000);
        let shifted = |at: Timestamp| {
            Timestamp::from_millis(at.as_millis().saturating_add(skew)).unwrap_or(at).min(now)
        };
        let mut snapshot = snapshot.clone();
        snapshot.timestamp = shifted(began);
        for value in snapshot.tags.values_mut() {
            if (began.as_millis()..=ended).contains(&value.timestamp.as_millis()) {
                value.timestamp = shifted(value.timestamp);
            }
        }
        snapshot
    };
    snapshots.iter().map(correct).collect()
}

/// Whole milliseconds of a finite duration that is not negative.
fn millis(duration_ms: f64) -> i64 {
    i64::try_from(Duration::from_secs_f64(duration_ms.min(1e9) / 1000.0).as_millis())
        .unwrap_or(i64::MAX)
}

/// Stores the new snapshots, and returns which ones are stored then.
fn store_snapshots(
    tx: &Transaction<'_>,
    project: &ProjectRef,
    stream: &mut Stream,
    snapshots: &[Snapshot],
    now: Timestamp,
) -> Result<Ranges, StoreError> {
    let before = tx.stored(stream.no)?;
    let mut stored = before.clone();
    let mut fresh: Vec<&Snapshot> =
        snapshots.iter().filter(|snapshot| stored.insert(snapshot.sequence)).collect();
    fresh.sort_by_key(|snapshot| snapshot.sequence);
    let (Some(oldest), Some(newest)) = (fresh.first(), fresh.last()) else {
        return Ok(stored);
    };
    tx.save_stored(stream.no, &before, &stored)?;
    if stored.newest().is_some_and(|(first, _)| oldest.sequence < first) {
        stream.backlog_at = Some(now);
    }
    if stream.head.as_ref().is_none_or(|head| head.sequence < newest.sequence) {
        stream.head = Some(NewestSnapshot {
            sequence: newest.sequence,
            timestamp: newest.timestamp,
            controller: newest.controller.clone(),
            // A later scan did not begin before a scan whose time is known.
            true_at: stream.head.as_ref().and_then(|it| it.true_at),
        });
    }
    let complete = fresh.iter().rev().find(|snapshot| snapshot.complete);
    stream.base = complete.map_or(stream.base, |snapshot| stream.base.max(snapshot.sequence));
    tx.add_snapshots(project, stream, &fresh, now)?;
    Ok(stored)
}

/// Checks all fields; the error names the first invalid one.
pub(super) fn check(push: &Push) -> Result<(), Refusal> {
    check_device("device_id", &push.device_id)?;
    if let Some(name) = &push.device_name {
        check_device("device_name", name)?;
    }
    if let Some(ms) = push.interval_ms
        && !(1..=PUSH_INTERVAL_MS_MAX).contains(&ms)
    {
        let high = PUSH_INTERVAL_MS_MAX;
        let why = TechnicalReason::NumberOutside { low: 1, high, found: ms };
        return Err(Refusal::bad_field("interval_ms", &why));
    }
    if push.runs.len() > PUSH_RUNS_MAX {
        let (high, found) = (PUSH_RUNS_MAX as u64, push.runs.len() as u64);
        return Err(Refusal::bad_field(
            "runs",
            &TechnicalReason::NumberOutside { low: 0, high, found },
        ));
    }
    if push.snapshots.len() > PUSH_SNAPSHOTS_MAX {
        let found = push.snapshots.len();
        let why = TechnicalReason::TooManySnapshots { most: PUSH_SNAPSHOTS_MAX, found };
        return Err(Refusal::bad_request(&why));
    }
    check_snapshots(&push.snapshots)
}

/// Whether a device name is valid.
pub(super) fn check_device(field: &str, text: &str) -> Result<(), Refusal> {
    let found = text.chars().count();
    if !(1..=DEVICE_ID_CHARS_MAX).contains(&found) {
        let why = TechnicalReason::Characters { low: 1, high: DEVICE_ID_CHARS_MAX, found };
        return Err(Refusal::bad_field(field, &why));
    }
    if text.chars().any(char::is_control) {
        return Err(Refusal::bad_field(field, &TechnicalReason::ControlCharacters));
    }
    Ok(())
}

/// Checks the fields of snapshots.
pub(super) fn check_snapshots(snapshots: &[Snapshot]) -> Result<(), Refusal> {
    for (i, snapshot) in snapshots.iter().enumerate() {
        check_snapshot(snapshot)
            .map_err(|(field, why)| Refusal::bad_field(&format!("snapshots[{i}].{field}"), why))?;
    }
    Ok(())
}

/// Returns the invalid field, and the reason.
fn check_snapshot(snapshot: &Snapshot) -> Result<(), (String, Message)> {
    let wrong = |field: &str, why: TechnicalReason<'_>| Err((field.to_owned(), why.message()));
    if !(1..=SEQUENCE_MAX).contains(&snapshot.sequence) {
        let found = snapshot.sequence;
        return wrong(
            "sequence",
            TechnicalReason::NumberOutside { low: 1, high: SEQUENCE_MAX, found },
        );
    }
    let (part, parts) = (snapshot.part.unwrap_or(1), snapshot.parts.unwrap_or(1));
    if !(1..=SNAPSHOT_PARTS_MAX).contains(&parts) {
        let (high, found) = (SNAPSHOT_PARTS_MAX.into(), parts.into());
        return wrong("parts", TechnicalReason::NumberOutside { low: 1, high, found });
    }
    if !(1..=parts).contains(&part) {
        let (high, found) = (parts.into(), part.into());
        return wrong("part", TechnicalReason::NumberOutside { low: 1, high, found });
    }
    if !snapshot.duration_ms.is_finite() || snapshot.duration_ms < 0.0 {
        return wrong(
            "duration_ms",
            TechnicalReason::NegativeTime { found: &snapshot.duration_ms },
        );
    }
    for (name, value) in &snapshot.tags {
        if let Err(why) = check_name(name) {
            return wrong("tags", TechnicalReason::Name { name, why: why.message() });
        }
        value.check().map_err(|what| {
            (format!("tags.{name}.{}", what.field()), BadValue::from(what).message())
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tagbridge_api::{hmi::push::Newest, project::Vendor};
    use tagbridge_store::Org;

    use super::*;
    use crate::{Options, core::projects};

    #[test]
    fn a_push_that_does_not_tell_its_age_takes_nothing_from_what_is_live() {
        let folder = tempfile::tempdir().unwrap();
        let core = Core::open(folder.path(), Options::default()).unwrap();
        let now = core.now();
        let add = |tx: &Transaction<'_>| {
            projects::add(tx, &Org::local(), "Line".to_owned(), Vendor::Siemens, now)
        };
        let (project, _) = core.store().write(add).unwrap();
        let mut body: Push =
            serde_json::from_str(include_str!("../../../api/golden/push.json")).unwrap();
        body.ended = false;
        body.snapshots.truncate(1);
        let is_live_after = |body: &Push| {
            let pushed = (body, &*body.snapshots);
            core.store().write(|tx| store(tx, &project, pushed, now)).unwrap();
            let session = core.store().read(|tx| tx.session(&project)).unwrap().unwrap();
            freshness::is_live(&session, now)
        };
        (body.snapshots[0].sequence, body.snapshots[0].timestamp) = (1, now);
        (body.sent_at, body.skew_least_ms) = (Some(now), Some(0));
        body.newest = Some(Newest { sequence: 1, age_ms: 0 });
        assert!(is_live_after(&body));
        (body.snapshots[0].sequence, body.newest, body.sent_at) = (2, None, None);
        assert!(is_live_after(&body), "the scan of 2 began no earlier than that of 1");
    }

    #[test]
    fn values_of_a_stream_that_fell_silent_long_ago_are_dropped_when_another_begins() {
        let folder = tempfile::tempdir().unwrap();
        let core = Core::open(folder.path(), Options::default()).unwrap();
        let at = |hours: i64| Timestamp::from_millis(hours * 3_600_000).unwrap();
        let add = |tx: &Transaction<'_>| {
            projects::add(tx, &Org::local(), "Line".to_owned(), Vendor::Siemens, at(0))
        };
        let (project, _) = core.store().write(add).unwrap();
        let body: Push =
            serde_json::from_str(include_str!("../../../api/golden/push.json")).unwrap();
        let streams_shown_after = |stream: u128, now| {
            let body = Push { stream_id: uuid::Uuid::from_u128(stream), ..body.clone() };
            core.store().write(|tx| store(tx, &project, (&body, &body.snapshots), now)).unwrap();
            let is_shown = |stream: &u128| {
                core.store().read(|tx| {
                    let stream = tx.find_stream(&project, uuid::Uuid::from_u128(*stream))?;
                    let shown = stream.map(|stream| tx.live(stream.no)).transpose()?;
                    Ok::<_, StoreError>(shown.is_some_and(|tags| !tags.is_empty()))
                })
            };
            (1..=stream).filter(|stream| is_shown(stream).unwrap()).count()
        };
        assert_eq!(streams_shown_after(1, at(0)), 1);
        assert_eq!(streams_shown_after(2, at(23)), 2, "its backlog may still come");
        assert_eq!(streams_shown_after(3, at(25)), 2);
        assert_eq!(streams_shown_after(4, at(24 * 30)), 1);
    }
}
