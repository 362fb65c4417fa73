//! A session's state as one line.

use tagbridge_api::Timestamp;
use tagbridge_bridge::{
    LossCause, SourceView,
    status::{ServiceState, ServiceTrouble, SessionStatus, SessionView},
};

/// What a session is doing at this moment, why, and where its values stand.
pub(crate) fn line(session: &SessionView) -> String {
    format!("{}  {}: {}", clock(Timestamp::now()), session.name, text(session))
}

/// The same, without its name and without the time.
pub(crate) fn text(session: &SessionView) -> String {
    let mut line = state(session);
    if let Some(error) = &session.outbox_error {
        line = format!("{line} · {error}");
    }
    if let Some(oversize) = session.oversize {
        line = format!("{line} · {oversize}");
    }
    if let Some(delivery) = delivery(session) {
        line = format!("{line} · {delivery}");
    }
    if let Some(source) = session.source.as_ref().and_then(source) {
        line = format!("{line} · {source}");
    }
    format!("{line}{}{}", left(session), lost(session))
}

/// What is wrong with the names, where anything is.
fn source(source: &SourceView) -> Option<String> {
    if let Some(problem) = &source.problem {
        return Some(format!("tags by the controller's own names: {problem}"));
    }
    let mut texts = source.remarks.clone();
    texts.extend(source.differences.first().map(|first| match source.differing {
        1 => format!("differs from {}: {first}", source.file),
        all => format!("differs from {}: {first}, and {} more", source.file, all - 1),
    }));
    (!texts.is_empty()).then(|| texts.join(" · "))
}

/// The state word, with its reason where there is one.
pub(crate) fn state(session: &SessionView) -> String {
    match &session.status {
        SessionStatus::Idle => "idle".to_owned(),
        SessionStatus::Connecting { attempt: 1 } => format!("connecting to {}", session.endpoint),
        SessionStatus::Connecting { attempt } => {
            format!("connecting to {}, attempt {attempt}", session.endpoint)
        }
        SessionStatus::Live { .. } => {
            let tags = session.tags;
            let mut text = format!("live, {} good", tags.good);
            for (count, quality) in [(tags.uncertain, "uncertain"), (tags.bad, "bad")] {
                if count > 0 {
                    text = format!("{text}, {count} {quality}");
                }
            }
            match session.requested {
                0 => text,
                requested => format!("{text}, {requested} requested"),
            }
        }
        SessionStatus::Waiting { until, cause, remedy, .. } => {
            format!("waiting until {}: {cause}; {remedy}", clock(*until))
        }
        SessionStatus::Stopped { cause } => format!("stopped: {cause}"),
    }
}

/// Where the values stand on their way to the service; `None` where that is said already.
fn delivery(session: &SessionView) -> Option<String> {
    let text = match &session.service.state {
        ServiceState::Waiting { trouble: ServiceTrouble::Outbox, .. }
            if session.outbox_error.is_some() =>
        {
            return None;
        }
        ServiceState::NotContacted => "service not contacted yet".to_owned(),
        ServiceState::Ok => match session.service.stored_through {
            Some(through @ 1..) => format!("service has all up to {through}"),
            _ => "service answers".to_owned(),
        },
        ServiceState::Waiting { until, cause, remedy, .. } => {
            format!("service: trying again at {}: {cause}; {remedy}", clock(*until))
        }
        ServiceState::Ended => "delivery has ended".to_owned(),
    };
    Some(text)
}

/// That the outbox was put back from a copy.
fn left(session: &SessionView) -> &'static str {
    match session.outbox.left_stream {
        Some(_) => " · the outbox was an older copy of itself; what waited began a new stream",
        None => "",
    }
}

/// What the service will never get, and why the latest of it is gone.
fn lost(session: &SessionView) -> String {
    let outbox = &session.outbox;
    let Some(latest) = outbox.losses.first() else {
        return match outbox.lost {
            0 => String::new(),
            lost => format!(" · {lost} lost for ever, in the stream before"),
        };
    };
    let why = match latest.cause {
        LossCause::Size => "the outbox was full",
        LossCause::Age => "they were too old",
        LossCause::Damaged => "they were damaged on disk",
        LossCause::Rejected => "the service refused them for good",
        LossCause::TooLarge => "they were larger than the service takes",
    };
    format!(" · {} lost for ever: {why}", outbox.lost)
}

/// What is left to say when it is over: what the next start will deliver.
pub(crate) fn farewell(session: &SessionView) -> String {
    let text = match session.outbox.depth {
        0 => "stopped, and everything is delivered".to_owned(),
        1 => "stopped; 1 snapshot stays in the outbox for the next start".to_owned(),
        depth => format!("stopped; {depth} snapshots stay in the outbox for the next start"),
    };
    format!("{}  {}: {text}{}", clock(Timestamp::now()), session.name, lost(session))
}

/// The time of day, in UTC as everywhere: `06:55:01Z`.
pub(crate) fn clock(at: Timestamp) -> String {
    at.get().strftime("%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_is_full_is_told_once() {
        let cause = "cannot store in outbox a.outbox: database or disk is full";
        let mut session = SessionView::default();
        session.service.state = ServiceState::Waiting {
            trouble: ServiceTrouble::Outbox,
            until: Timestamp::now(),
            cause: cause.into(),
            remedy: "check the disk".into(),
        };
        assert_eq!(line(&session).matches("disk is full").count(), 1);
        session.outbox_error = Some(cause.into());
        assert_eq!(line(&session).matches("disk is full").count(), 1);
    }
}
