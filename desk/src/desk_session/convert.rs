//! Converts a session of the bridge for screens.

use tagbridge_api::hmi::Quality;
use tagbridge_bridge::{SourceView, status as bridge};
use tagbridge_texts::{Coded, Message};

use super::DeskSession;
use crate::{
    failures::login_remedy,
    lock::lock,
    platform::protocol,
    time::{count, millis, small},
    view::{
        Delivery, DeliveryState, FaultDecision, Loss, Outbox, RateGroup, Scan, Session,
        SessionSource, SessionState, TagCounts, TagList,
    },
};

pub(super) fn session(room: &DeskSession) -> Session {
    let it = &room.last;
    Session {
        name: it.name.clone(),
        project: it.project.clone(),
        project_name: room.project_name.clone(),
        endpoint: it.endpoint.clone(),
        platform: room.platform,
        state: state(room),
        attention: it.attention.clone(),
        controller: it.controller.clone(),
        scan: scan(room),
        groups: it.groups.iter().map(group).collect(),
        tags: tags(room),
        source: it.source.as_ref().map(source),
        tag_list: tag_list(room),
        requested: small(it.requested),
        outbox: outbox(it),
        delivery: delivery(&it.service),
        warnings: warnings(it),
        is_configured: room.is_configured,
    }
}

fn state(room: &DeskSession) -> SessionState {
    if let Some(at) = room.stopped_at {
        return SessionState::Stopped { at };
    }
    match (&room.last.status, room.paused_since) {
        (bridge::SessionStatus::Idle, Some(since)) => SessionState::Paused { since },
        (bridge::SessionStatus::Idle, None) => SessionState::Connecting { attempt: 1 },
        (bridge::SessionStatus::Connecting { attempt }, _) => {
            SessionState::Connecting { attempt: *attempt }
        }
        (bridge::SessionStatus::Live { since }, _) => SessionState::Live { since: millis(*since) },
        (bridge::SessionStatus::Waiting { until, attempt, cause, remedy, wants_login }, _) => {
            // The configuration file contains the location of the password.
            let wants_login = *wants_login && !room.is_configured;
            SessionState::Waiting {
                until: millis(*until),
                attempt: *attempt,
                cause: cause.clone(),
                remedy: if wants_login { login_remedy(remedy.clone()) } else { remedy.clone() },
                wants_login,
            }
        }
        (stopped @ bridge::SessionStatus::Stopped { cause }, _) => SessionState::Fault {
            cause: cause.clone(),
            decision: if stopped.wants_acceptance() {
                FaultDecision::AcceptController
            } else {
                FaultDecision::StartAgain
            },
        },
    }
}

/// When the controller's tag list is read: as selected, or by default.
fn tag_list(room: &DeskSession) -> Option<TagList> {
    let usual = if room.last.source.is_some() { TagList::Never } else { TagList::WhenItSaves };
    let has_choice = protocol(&room.start.endpoint).is_some_and(|it| it.has_optional_tag_list);
    has_choice.then(|| room.start.tag_list.unwrap_or(usual))
}

fn source(view: &SourceView) -> SessionSource {
    SessionSource {
        file: view.file.clone(),
        project: view.project.clone(),
        tags: small(view.tags),
        differences: view.differences.clone(),
        differing: small(view.differing),
        problem: view.problem.clone(),
    }
}

fn scan(room: &DeskSession) -> Scan {
    let it = &room.last.scan;
    Scan {
        last_ms: it.last_ms,
        p50_ms: it.p50_ms,
        p99_ms: it.p99_ms,
        histogram: lock(&room.feed.recorder).histogram(it.interval_ms),
        round_trips: it.round_trips,
        interval_ms: it.interval_ms,
        count: count(it.count),
        achieved_ms: it.achieved_ms,
        missed: count(it.missed),
        unstored: count(it.unstored),
    }
}

fn group(group: &bridge::GroupView) -> RateGroup {
    RateGroup {
        name: group.name.clone(),
        tags: small(group.tags),
        interval_ms: group.scan.interval_ms,
        last_ms: group.scan.last_ms,
        p99_ms: group.scan.p99_ms,
        count: count(group.scan.count),
        missed: count(group.scan.missed),
        problem: group.problem.clone(),
    }
}

fn tags(room: &DeskSession) -> TagCounts {
    if room.unread().is_some() {
        return TagCounts::default();
    }
    let it = room.last.tags;
    let newest = room.feed.newest();
    let bad = |name: &&String| {
        let value = newest.as_ref().and_then(|it| it.tags.get(name));
        value.is_some_and(|it| it.quality == Quality::Bad)
    };
    let requested = room.feed.requested();
    let requested_bad: Vec<&String> = requested.iter().filter(bad).collect();
    // A consumer may request any name: that is no fault of the session.
    let foreign = requested_bad.iter().filter(|name| !room.configured.contains(**name)).count();
    TagCounts {
        good: small(it.good),
        uncertain: small(it.uncertain),
        bad: small(it.bad.saturating_sub(foreign)),
        requested_bad: small(requested_bad.len()),
    }
}

fn outbox(session: &bridge::SessionView) -> Outbox {
    let status = &session.outbox;
    let is_full = status.full_since.is_some();
    let full = is_full.then(|| bridge::OutboxNote::Full.message());
    Outbox {
        trouble: session.outbox_error.clone().or(full),
        depth: count(status.depth),
        bytes: count(status.bytes),
        oldest: status.oldest.map(millis),
        newest: count(status.next_sequence.saturating_sub(1)),
        lost: count(status.lost),
        losses: status
            .losses
            .iter()
            .map(|it| Loss { from: count(it.gap.from), to: count(it.gap.to), cause: it.cause })
            .collect(),
    }
}

fn delivery(view: &bridge::ServiceView) -> Delivery {
    let state = match &view.state {
        bridge::ServiceState::NotContacted => DeliveryState::NotContacted,
        bridge::ServiceState::Ok => DeliveryState::Ok,
        bridge::ServiceState::Waiting { trouble, until, cause, remedy } => DeliveryState::Waiting {
            trouble: *trouble,
            until: millis(*until),
            cause: cause.clone(),
            remedy: remedy.clone(),
        },
        bridge::ServiceState::Ended => DeliveryState::Ended,
    };
    Delivery {
        state,
        last_push: view.last_push.map(millis),
        stored_through: view.stored_through.map(count),
    }
}

fn warnings(session: &bridge::SessionView) -> Vec<Message> {
    let mut warnings: Vec<Message> = Vec::new();
    warnings.extend(session.attention.iter().chain(&session.notes).cloned());
    warnings.extend(session.oversize.map(|it| it.message()));
    warnings.extend(session.source.iter().flat_map(|it| it.remarks.iter().cloned()));
    warnings.extend(session.copy.map(bridge::Copy::told));
    if session.outbox.replaced > 0 {
        warnings.push(bridge::OutboxNote::Replaced.message());
    }
    if session.outbox.left_stream.is_some() {
        warnings.push(bridge::OutboxNote::OlderCopy.message());
    }
    if let count @ 1.. = session.outbox.quarantined {
        warnings.push(bridge::OutboxNote::Quarantined { count }.message());
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_of_the_project_and_does_not_fit_is_a_warning() {
        let said = Message::verbatim("the project has no data block `Tnak`; did you mean `Tank`?");
        let source = SourceView { remarks: vec![said.clone()], ..SourceView::default() };
        let session = bridge::SessionView { source: Some(source), ..Default::default() };
        assert_eq!(warnings(&session), [said]);
    }
}
