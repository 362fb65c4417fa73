//! The current values of a project's tags.
//!
//! Gaps limit which values are certain: a tag that was received before a gap may have changed in
//! it, and is shown as `uncertain`, `stale` until the gap is filled or a complete snapshot is
//! received.

use tagbridge_api::{
    Permission, Timestamp,
    hmi::{
        Quality, Reason, Tags,
        live::{LiveQuery, LiveValues},
    },
    limits::{LIVE_TAGS_MAX, Tier},
};
use tagbridge_store::{LiveTag, ProjectRef, Ranges, Session};

use super::{AccessRequirement, Core, Refusal, TechnicalReason, arguments::check_name, freshness};

pub(crate) const NEEDS: AccessRequirement =
    AccessRequirement::permission(Tier::Poll, Permission::HmiView).or_embedded();

/// The current values of a project's tags. Blocks.
pub(crate) fn read(
    core: &Core,
    project: &ProjectRef,
    query: &LiveQuery,
) -> Result<LiveValues, Refusal> {
    let wanted = query.tags.as_deref();
    check(wanted.unwrap_or_default())?;
    let now = core.now();
    core.store_of_project(project).read(|tx| {
        let mut values = LiveValues {
            project_id: project.id.clone(),
            live: false,
            message: None,
            device_id: None,
            device_name: None,
            timestamp: None,
            controller: None,
            sequence: None,
            tags: Tags::new(),
            missing: Vec::new(),
            stream_id: None,
            last_push_at: None,
            gaps: Vec::new(),
            late: false,
        };
        let Some(session) = tx.session(project)? else {
            values.message = Some("no companion app has streamed this project yet".to_owned());
            return Ok(values);
        };
        let stream = &session.stream;
        let stored = tx.stored(stream.no)?;
        values.live = freshness::is_live(&session, now);
        values.stream_id = Some(stream.id);
        values.last_push_at = Some(stream.last_push_at);
        values.gaps = stored.gaps();
        values.late = values.live
            && !values.gaps.is_empty()
            && stream.backlog_at.is_some_and(|at| freshness::is_recent(stream, at, now));
        if values.live {
            values.tags = with_known_certainty(tx.live(stream.no)?, &stored);
            if let Some(wanted) = wanted {
                (values.tags, values.missing) = selected(values.tags, wanted);
            }
            if let Some(head) = stream.head.clone() {
                values.timestamp = Some(head.timestamp);
                values.controller = Some(head.controller);
                values.sequence = Some(head.sequence);
            }
        } else {
            values.message = Some(why_not_live(&session, now));
        }
        values.device_id = Some(session.device_id);
        values.device_name = session.device_name;
        Ok(values)
    })
}

fn check(wanted: &[String]) -> Result<(), Refusal> {
    if wanted.len() > LIVE_TAGS_MAX {
        let (high, found) = (LIVE_TAGS_MAX as u64, wanted.len() as u64);
        return Err(Refusal::bad_field(
            "tags",
            &TechnicalReason::NumberOutside { low: 1, high, found },
        ));
    }
    let mut names = wanted.iter();
    names.try_for_each(|name| check_name(name).map_err(|why| Refusal::bad_field("tags", &why)))
}

/// The requested tags in that order, and the names that are not among the tags.
fn selected(mut tags: Tags, wanted: &[String]) -> (Tags, Vec<String>) {
    let (mut found, mut missing) = (Tags::new(), Vec::new());
    for name in wanted {
        match tags.swap_remove(name) {
            Some(value) => drop(found.insert(name.clone(), value)),
            None if found.contains_key(name) || missing.contains(name) => {}
            None => missing.push(name.clone()),
        }
    }
    (found, missing)
}

/// The tags with the certainty that can be claimed.
fn with_known_certainty(tags: Vec<LiveTag>, stored: &Ranges) -> Tags {
    let (known_since, _) = stored.newest().unwrap_or_default();
    tags.into_iter()
        .map(|LiveTag { name, sequence, mut value }| {
            if sequence < known_since && value.quality != Quality::Bad {
                value.quality = Quality::Uncertain;
                value.reason = Some(Reason::Stale);
            }
            (name, value)
        })
        .collect()
}

fn why_not_live(session: &Session, now: Timestamp) -> String {
    let Session { device_id, device_name, stream, ended } = session;
    let device = device_name.as_ref().unwrap_or(device_id);
    let last = stream.last_push_at;
    if *ended {
        format!(
            "no companion app is streaming this project: device {device} ended its session at {last}"
        )
    } else if freshness::is_heard_of(session, now) {
        format!("device {device} is there, and has no values that are young enough to be live")
    } else {
        format!(
            "no companion app is streaming this project: device {device} was last heard of at {last}"
        )
    }
}
