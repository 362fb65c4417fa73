//! A session's state as one line.

use std::collections::HashMap;

use crate::output::counted;
use tagbridge_api::Timestamp;
use tagbridge_bridge::{
    LossCause, SourceView,
    status::{ServiceState, ServiceTrouble, SessionStatus, SessionView},
};

/// What of their states a person was told.
#[derive(Default)]
pub(crate) struct Told(HashMap<String, HashMap<Topic, Gist>>);

/// What a part of a state is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Topic {
    State,
    Storing,
    Size,
    Delivery,
    Names,
    Stream,
    Losses,
}

/// What of a part is news when it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Gist {
    what: String,
    /// Which attempt, where each is news.
    attempt: u32,
}

/// A part of a state.
struct Part {
    topic: Topic,
    text: String,
    /// `None`: it is no news by itself.
    gist: Option<Gist>,
    /// What is said of it when it was told already.
    still: Option<String>,
}

impl Told {
    /// A line for a person, where there is something that was not told yet.
    pub(crate) fn news(&mut self, session: &SessionView) -> Option<String> {
        let parts = parts(session);
        let told = self.0.entry(session.name.clone()).or_default();
        let is_new =
            |it: &Part| it.gist.as_ref().is_some_and(|gist| told.get(&it.topic) != Some(gist));
        let has_passed = told.keys().any(|topic| !parts.iter().any(|it| it.topic == *topic));
        if !has_passed && !parts.iter().any(is_new) {
            return None;
        }
        let texts = parts.iter().filter_map(|it| {
            let is_told = |gist: &Gist| told.get(&it.topic).is_some_and(|it| it.what == gist.what);
            match &it.still {
                _ if !it.gist.as_ref().is_some_and(is_told) => Some(&it.text),
                Some(still) => Some(still),
                None => (it.topic == Topic::State).then_some(&it.text),
            }
        });
        let text = texts.map(String::as_str).collect::<Vec<_>>().join(" · ");
        let line = format!("{}  {}: {text}", clock(Timestamp::now()), session.name);
        let before = std::mem::take(told);
        *told = parts
            .into_iter()
            .filter_map(|it| Some((it.topic, it.gist.or_else(|| before.get(&it.topic).cloned())?)))
            .collect();
        Some(line)
    }
}

/// What a session is doing at this moment, why, and where its values stand.
pub(crate) fn text(session: &SessionView) -> String {
    parts(session).into_iter().map(|it| it.text).collect::<Vec<_>>().join(" · ")
}

fn parts(session: &SessionView) -> Vec<Part> {
    let text = state(session);
    let (gist, still) = match &session.status {
        SessionStatus::Waiting { until, attempt, cause, .. } => (
            Some(Gist { what: cause.to_string(), attempt: *attempt }),
            Some(format!("still waiting, until {}", clock(*until))),
        ),
        SessionStatus::Connecting { attempt: 2.. } => (None, None),
        _ => (Some(Gist { what: text.clone(), attempt: 0 }), None),
    };
    let mut parts = vec![Part { topic: Topic::State, text, gist, still }];
    let mut add = |topic, text: Option<String>, still: Option<&str>| {
        if let Some(text) = text {
            let gist = Some(Gist { what: text.clone(), attempt: 0 });
            parts.push(Part { topic, gist, text, still: still.map(str::to_owned) });
        }
    };
    add(
        Topic::Storing,
        session.outbox_error.as_ref().map(ToString::to_string),
        Some("nothing can be stored"),
    );
    add(Topic::Size, session.oversize.map(|it| it.to_string()), None);
    let (names, names_still) = session.source.as_ref().and_then(source).unzip();
    add(Topic::Names, names, names_still);
    add(Topic::Stream, left(session), None);
    add(Topic::Losses, lost(session), None);
    parts.extend(delivery(session));
    parts.sort_by_key(|it| it.topic as u8);
    parts
}

/// What is wrong with the names, where anything is, and what is said of it later on.
fn source(source: &SourceView) -> Option<(String, &'static str)> {
    if let Some(problem) = &source.problem {
        let text = format!("tags by the controller's own names: {problem}");
        return Some((text, "still by the controller's own names"));
    }
    let still = if source.differing > 0 {
        "still differs from its project"
    } else {
        "with its names as before"
    };
    let mut texts = source.remarks.clone();
    texts.extend(source.differences.first().map(|first| match source.differing {
        1 => format!("differs from {}: {first}", source.file),
        all => format!("differs from {}: {first}, and {} more", source.file, all - 1),
    }));
    (!texts.is_empty()).then(|| (texts.join(" · "), still))
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
fn delivery(session: &SessionView) -> Option<Part> {
    let part = |text: String, what: &str, still| {
        let gist = Some(Gist { what: what.to_owned(), attempt: 0 });
        Some(Part { topic: Topic::Delivery, text, gist, still })
    };
    match &session.service.state {
        ServiceState::Waiting { trouble: ServiceTrouble::Outbox, .. }
            if session.outbox_error.is_some() =>
        {
            None
        }
        // That it answers is what everybody expects: no news after this.
        ServiceState::NotContacted => part("service not contacted yet".to_owned(), "well", None),
        ServiceState::Ok => {
            let text = match session.service.stored_through {
                Some(through @ 1..) => format!("service has all up to {through}"),
                _ => "service answers".to_owned(),
            };
            part(text, "well", None)
        }
        // A disk that is full is tried again every other second.
        ServiceState::Waiting { until, cause, remedy, .. } => part(
            format!("service: trying again at {}: {cause}; {remedy}", clock(*until)),
            &cause.to_string(),
            Some(format!("still not delivered, trying again at {}", clock(*until))),
        ),
        ServiceState::Ended => part("delivery has ended".to_owned(), "ended", None),
    }
}

/// That the outbox was damaged or put back from a copy, or that its disk is full.
fn left(session: &SessionView) -> Option<String> {
    if let Some(aside) = &session.outbox.set_aside {
        let saved = match &aside.saved_as {
            Some(file) => format!("what could be read of it is in {}", file.display()),
            None if aside.saved == 0 => "nothing could be read of it".to_owned(),
            None => {
                let saved = usize::try_from(aside.saved).unwrap_or(usize::MAX);
                let saved = counted(saved, "snapshot");
                format!("{saved} could be read of it and will be delivered")
            }
        };
        let file = aside.file.display();
        return Some(format!("the outbox was damaged and is set aside as {file}; {saved}"));
    }
    if session.outbox.full_since.is_some() {
        let said = "the disk is full: the oldest snapshots go for the newest; free some space";
        return Some(said.to_owned());
    }
    session.outbox.left_stream.map(|_| {
        "the outbox was an older copy of itself; what waited began a new stream".to_owned()
    })
}

/// What the service will never get, and why the latest of it is gone.
fn lost(session: &SessionView) -> Option<String> {
    let outbox = &session.outbox;
    let Some(latest) = outbox.losses.first() else {
        return match outbox.lost {
            0 => None,
            lost => Some(format!("{lost} lost for good, in the stream before")),
        };
    };
    let why = match latest.cause {
        LossCause::Size => "the outbox was full",
        LossCause::Age => "they were too old",
        LossCause::Disk => "the disk was full",
        LossCause::Damaged => "they were damaged on disk",
        LossCause::Rejected => "the service refused them for good",
        LossCause::TooLarge => "they were larger than the service takes",
    };
    Some(format!("{} lost for good: {why}", outbox.lost))
}

/// What is left to say when it is over: what the next start will deliver.
pub(crate) fn farewell(session: &SessionView) -> String {
    let text = match session.outbox.depth {
        0 => "stopped, and everything is delivered".to_owned(),
        1 => "stopped; 1 snapshot stays in the outbox for the next start".to_owned(),
        depth => format!("stopped; {depth} snapshots stay in the outbox for the next start"),
    };
    let lost = lost(session).map_or_else(String::new, |it| format!(" · {it}"));
    format!("{}  {}: {text}{lost}", clock(Timestamp::now()), session.name)
}

/// The time of day, in UTC as everywhere: `06:55:01Z`.
pub(crate) fn clock(at: Timestamp) -> String {
    at.get().strftime("%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use tagbridge_bridge::SetAside;

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
        assert_eq!(text(&session).matches("disk is full").count(), 1);
        session.outbox_error = Some(cause.into());
        assert_eq!(text(&session).matches("disk is full").count(), 1);
    }

    #[test]
    fn a_damaged_outbox_is_told_with_what_became_of_it() {
        let mut session = SessionView::default();
        let mut aside = SetAside {
            file: "a.damaged".into(),
            saved_as: Some("a.jsonl".into()),
            saved: 7,
            damage: "torn".into(),
        };
        session.outbox.set_aside = Some(aside.clone());
        let told = text(&session);
        assert!(told.contains("set aside as a.damaged") && told.contains("a.jsonl"), "{told}");
        aside.saved_as = None;
        session.outbox.set_aside = Some(aside.clone());
        assert!(text(&session).contains("7 snapshots could be read"), "{}", text(&session));
        aside.saved = 0;
        session.outbox.set_aside = Some(aside);
        assert!(text(&session).contains("nothing could be read"), "{}", text(&session));
    }

    fn waiting(cause: &str, attempt: u32) -> SessionStatus {
        let (cause, remedy) = (cause.into(), "look after it".into());
        SessionStatus::Waiting {
            until: Timestamp::now(),
            attempt,
            cause,
            remedy,
            wants_login: false,
        }
    }

    #[test]
    fn what_is_tried_again_is_told_once() {
        let mut session = SessionView { name: "a".into(), ..SessionView::default() };
        let mut told = Told::default();
        let mut check = |session: &SessionView, expected: Option<&[&str]>| {
            let news = told.news(session);
            match (&news, expected) {
                (None, None) => {}
                (Some(line), Some(says)) => {
                    assert!(says.iter().all(|it| line.contains(it)), "{line}: {says:?}");
                }
                _ => panic!("{news:?} instead of {expected:?}"),
            }
            news
        };
        session.status = SessionStatus::Connecting { attempt: 1 };
        check(&session, Some(&["connecting", "service not contacted yet"]));
        session.service.state = ServiceState::Ok;
        check(&session, None);
        session.status = waiting("no answer", 2);
        check(&session, Some(&["no answer", "look after it"]));
        session.status = SessionStatus::Connecting { attempt: 2 };
        check(&session, None);
        session.status = waiting("no answer", 2);
        check(&session, None);
        session.status = waiting("no answer", 3);
        let line = check(&session, Some(&["still waiting, until"])).expect("news");
        assert!(!line.contains("no answer"), "{line}");
        session.service.state = ServiceState::Waiting {
            trouble: ServiceTrouble::Unreachable,
            until: Timestamp::now(),
            cause: "no service".into(),
            remedy: "wait".into(),
        };
        check(&session, Some(&["still waiting, until", "no service"]));
        session.status = SessionStatus::Live { since: Timestamp::now() };
        let line = check(&session, Some(&["live", "still not delivered"])).expect("news");
        assert!(!line.contains("no service"), "{line}");
        session.service.state = ServiceState::Ok;
        check(&session, Some(&["live", "service answers"]));
        session.outbox_error = Some("disk is full".into());
        check(&session, Some(&["disk is full"]));
        session.outbox_error = None;
        check(&session, Some(&["live"]));
        session.source = Some(SourceView {
            file: "a.L5X".into(),
            differences: vec!["Speed: the controller has DINT".into()],
            differing: 1,
            ..SourceView::default()
        });
        check(&session, Some(&["live", "differs from a.L5X: Speed: the controller has DINT"]));
        session.status = SessionStatus::Connecting { attempt: 1 };
        let line = check(&session, Some(&["connecting", "still differs"])).expect("news");
        assert!(!line.contains("Speed"), "{line}");
    }
}
