//! A session's state as one line.

use std::collections::HashMap;

use tagbridge_api::Timestamp;
use tagbridge_bridge::{
    LossCause, SourceView,
    status::{ServiceState, ServiceTrouble, SessionStatus, SessionView},
};
use tagbridge_texts::{Coded, Message};

use crate::{messages::State, output::said};

/// The states that were already shown to the user.
#[derive(Default)]
pub(crate) struct ShownStates(HashMap<String, HashMap<Topic, ShownState>>);

/// The topic of a part of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Topic {
    State,
    Attention,
    Storing,
    Size,
    Delivery,
    Names,
    Stream,
    Losses,
    Quarantine,
}

/// The values of a part that are shown when they change.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ShownState {
    what: Message,
    /// The number of the attempt, if each one is shown.
    attempt: u32,
}

/// A part of a state.
struct Part {
    topic: Topic,
    text: Message,
    /// `None`: its change alone is not shown.
    gist: Option<ShownState>,
    /// The short form, if the same state was already shown.
    still: Option<Message>,
}

impl ShownStates {
    /// A line for the user, if there is something new.
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
            let is_told =
                |gist: &ShownState| told.get(&it.topic).is_some_and(|it| it.what == gist.what);
            match &it.still {
                _ if !it.gist.as_ref().is_some_and(is_told) => Some(&it.text),
                Some(still) => Some(still),
                None => (it.topic == Topic::State).then_some(&it.text),
            }
        });
        let text = joined(texts.cloned());
        let line = format!("{}  {}: {text}", clock(Timestamp::now()), session.name);
        let before = std::mem::take(told);
        *told = parts
            .into_iter()
            .filter_map(|it| Some((it.topic, it.gist.or_else(|| before.get(&it.topic).cloned())?)))
            .collect();
        Some(line)
    }
}

/// The state of a session, its reason, and the state of its values.
pub(crate) fn text(session: &SessionView) -> String {
    joined(parts(session).into_iter().map(|it| it.text))
}

fn joined(texts: impl Iterator<Item = Message>) -> String {
    texts.map(said).collect::<Vec<_>>().join(" · ")
}

fn parts(session: &SessionView) -> Vec<Part> {
    let text = state(session);
    let (gist, still) = match &session.status {
        SessionStatus::Waiting { until, attempt, cause, .. } => (
            Some(ShownState { what: cause.clone(), attempt: *attempt }),
            Some(State::StillWaiting { until: &clock(*until) }.message()),
        ),
        SessionStatus::Connecting { attempt: 2.. } => (None, None),
        _ => (Some(ShownState { what: text.clone(), attempt: 0 }), None),
    };
    let mut parts = vec![Part { topic: Topic::State, text, gist, still }];
    let mut add = |topic, text: Option<Message>, still: Option<State<'_>>| {
        if let Some(text) = text {
            let gist = Some(ShownState { what: text.clone(), attempt: 0 });
            parts.push(Part { topic, gist, text, still: still.map(|state| state.message()) });
        }
    };
    add(Topic::Storing, session.outbox_error.clone(), Some(State::NothingStored));
    add(Topic::Size, session.oversize.map(|oversize| oversize.message()), None);
    let (names, names_still) = session.source.as_ref().and_then(source).unzip();
    add(Topic::Names, names, names_still);
    add(Topic::Stream, left(session), None);
    let quarantined = session.outbox.quarantined;
    let text = State::Quarantined { count: quarantined }.message();
    add(Topic::Quarantine, (quarantined > 0).then_some(text), None);
    parts.extend(losses(session));
    parts.extend(attention(session));
    parts.extend(delivery(session));
    parts.sort_by_key(|it| it.topic as u8);
    parts
}

/// Why the values are uncertain, and other events of the controller.
fn attention(session: &SessionView) -> Option<Part> {
    let all: Vec<Message> = session.attention.iter().chain(&session.notes).cloned().collect();
    // Its numbers change with each scan, so it is shown again only if the number of notes changes.
    let what = Message::verbatim(all.len().to_string());
    let gist = Some(ShownState { what, attempt: 0 });
    (!all.is_empty()).then(|| Part {
        topic: Topic::Attention,
        gist,
        text: Message::all(all),
        still: Some(State::StillAttention.message()),
    })
}

/// The error of the names, if there is one, and the short form for repetitions.
fn source(source: &SourceView) -> Option<(Message, State<'static>)> {
    if let Some(problem) = &source.problem {
        let text = State::ControllersNames { problem: problem.clone() };
        return Some((text.message(), State::StillControllersNames));
    }
    let still = if source.differing > 0 { State::StillDiffers } else { State::NamesAsBefore };
    let mut texts = source.remarks.clone();
    texts.extend(source.differences.first().map(|first| {
        let (file, first) = (source.file.as_str(), first.clone());
        match source.differing {
            1 => State::Differs { file, first }.message(),
            all => State::DiffersMore { file, first, more: all - 1 }.message(),
        }
    }));
    (!texts.is_empty()).then(|| (Message::all(texts), still))
}

/// The state as a word, with its reason if there is one.
pub(crate) fn state(session: &SessionView) -> Message {
    let endpoint = session.endpoint.as_str();
    match &session.status {
        SessionStatus::Idle => State::Idle.message(),
        SessionStatus::Connecting { attempt: 1 } => State::Connecting { endpoint }.message(),
        SessionStatus::Connecting { attempt } => {
            State::ConnectingAgain { endpoint, attempt: (*attempt).into() }.message()
        }
        SessionStatus::Live { .. } => {
            let tags = session.tags;
            let good = tags.good;
            let mut live = match session.outbox_error {
                None => State::Live { good }.message(),
                Some(_) => State::Unstored { good }.message(),
            };
            if let count @ 1.. = tags.uncertain {
                live = State::Uncertain { live, count }.message();
            }
            if let count @ 1.. = tags.bad {
                live = State::Bad { live, count }.message();
            }
            match session.requested {
                0 => live,
                count => State::Requested { live, count }.message(),
            }
        }
        SessionStatus::Waiting { until, cause, remedy, .. } => {
            let (cause, remedy) = (cause.clone(), remedy.clone());
            State::Waiting { until: &clock(*until), cause, remedy }.message()
        }
        SessionStatus::Stopped { cause } => State::Stopped { cause: cause.clone() }.message(),
    }
}

/// The state of the delivery to the service; `None` if it was already shown.
fn delivery(session: &SessionView) -> Option<Part> {
    let part = |text: State<'_>, what: Message, still: Option<State<'_>>| {
        let gist = Some(ShownState { what, attempt: 0 });
        let still = still.map(|state| state.message());
        Some(Part { topic: Topic::Delivery, text: text.message(), gist, still })
    };
    // A responding service is the normal state and is not shown again.
    let well = || State::Answers.message();
    match &session.service.state {
        ServiceState::Waiting { trouble: ServiceTrouble::Outbox, .. }
            if session.outbox_error.is_some() =>
        {
            None
        }
        ServiceState::NotContacted => part(State::NotContacted, well(), None),
        ServiceState::Ok => match session.service.stored_through {
            Some(sequence @ 1..) => part(State::StoredThrough { sequence }, well(), None),
            _ => part(State::Answers, well(), None),
        },
        // A full disk is tried again every two seconds.
        ServiceState::Waiting { until, cause, remedy, .. } => {
            let at = clock(*until);
            let (what, remedy) = (cause.clone(), remedy.clone());
            let text = State::ServiceWaiting { at: &at, cause: cause.clone(), remedy };
            part(text, what, Some(State::StillUndelivered { at: &at }))
        }
        ServiceState::Ended => part(State::DeliveryEnded, State::DeliveryEnded.message(), None),
    }
}

/// A damaged or restored outbox, or a full disk.
fn left(session: &SessionView) -> Option<Message> {
    if let Some(aside) = &session.outbox.set_aside {
        let saved = match &aside.saved_as {
            Some(file) => State::SavedAs { file },
            None if aside.saved == 0 => State::NothingSaved,
            None => State::Saved { snapshots: aside.saved },
        };
        return Some(State::SetAside { file: &aside.file, saved: saved.message() }.message());
    }
    if session.outbox.full_since.is_some() && session.outbox_error.is_none() {
        return Some(State::DiskFull.message());
    }
    if let Some(copy) = session.copy {
        return Some(copy.told());
    }
    if let times @ 1.. = session.outbox.replaced {
        return Some(State::OutboxReplaced { times }.message());
    }
    session.outbox.left_stream.map(|_| State::OlderCopy.message())
}

/// The number of lost snapshots, and the latest reason.
fn losses(session: &SessionView) -> Option<Part> {
    let text = lost(session, session.outbox.lost)?;
    // The number grows with each scan that cannot be stored.
    let what = match session.outbox_error {
        None => text.clone(),
        Some(_) => State::LostByDisk.message(),
    };
    let gist = Some(ShownState { what, attempt: 0 });
    Some(Part { topic: Topic::Losses, text, gist, still: None })
}

fn lost(session: &SessionView, count: u64) -> Option<Message> {
    if count == 0 {
        return None;
    }
    let Some(latest) = session.outbox.losses.first() else {
        return Some(State::LostBefore { count }.message());
    };
    let why = match latest.cause {
        LossCause::Size => State::LostBySize,
        LossCause::Age => State::LostByAge,
        LossCause::Disk => State::LostByDisk,
        LossCause::Damaged => State::LostByDamage,
        LossCause::Rejected => State::LostRejected,
        LossCause::TooLarge => State::LostTooLarge,
    };
    Some(State::Lost { count, why: why.message() }.message())
}

/// The last line at the end: the data that the next start will deliver, and the lost scans.
pub(crate) fn farewell(session: &SessionView) -> String {
    let scans = session.scan.unstored;
    let (kept, unstored) = match (session.outbox.depth, scans) {
        (0, 0) => (State::Delivered, None),
        (0, _) => (State::EndedUnstored { scans }, None),
        (snapshots, 0) => (State::Kept { snapshots }, None),
        (snapshots, _) => (State::Kept { snapshots }, Some(State::UnstoredScans { scans })),
    };
    let others = lost(session, session.outbox.lost.saturating_sub(scans));
    let texts = [Some(kept.message()), unstored.map(|it| it.message()), others];
    let text = joined(texts.into_iter().flatten());
    format!("{}  {}: {text}", clock(Timestamp::now()), session.name)
}

/// The time of day in UTC: `06:55:01Z`.
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
            cause: Message::verbatim(cause),
            remedy: Message::verbatim("check the disk"),
        };
        assert_eq!(text(&session).matches("disk is full").count(), 1);
        session.outbox_error = Some(Message::verbatim(cause));
        assert_eq!(text(&session).matches("disk is full").count(), 1);
    }

    #[test]
    fn scans_that_are_not_stored_are_never_called_live_or_delivered() {
        let status = SessionStatus::Live { since: Timestamp::now() };
        let mut session = SessionView { status, ..SessionView::default() };
        session.outbox.full_since = Some(Timestamp::now());
        let told = text(&session);
        assert!(told.contains("live") && told.contains("oldest snapshots are deleted"), "{told}");
        session.outbox_error = Some(Message::verbatim("the disk is full"));
        (session.scan.unstored, session.outbox.lost) = (15, 15);
        let told = text(&session);
        assert!(told.starts_with("reading, values are not stored; 0 good"), "{told}");
        assert!(!told.contains("live") && !told.contains("deleted"), "{told}");
        let told = farewell(&session);
        assert!(told.ends_with("stopped; 15 scans were not stored and are lost"), "{told}");
        session.outbox.depth = 3;
        let told = farewell(&session);
        assert!(
            told.contains("3 snapshots stay")
                && told.ends_with("15 scans were not stored and are lost"),
            "{told}"
        );
        session.outbox.lost = 20;
        assert!(farewell(&session).contains("5 lost permanently"), "{}", farewell(&session));
    }

    #[test]
    fn while_nothing_is_stored_the_number_of_lost_scans_is_not_told_after_each() {
        let outbox_error = Some(Message::verbatim("the disk is full"));
        let mut session = SessionView { outbox_error, ..SessionView::default() };
        session.outbox.lost = 1;
        let mut told = ShownStates::default();
        assert!(told.news(&session).is_some_and(|it| it.contains("1 lost")));
        session.outbox.lost = 2;
        assert_eq!(told.news(&session), None);
        (session.outbox.lost, session.outbox_error) = (3, None);
        assert!(told.news(&session).is_some_and(|it| it.contains("3 lost")));
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
        assert!(told.contains("moved to a.damaged") && told.contains("a.jsonl"), "{told}");
        aside.saved_as = None;
        session.outbox.set_aside = Some(aside.clone());
        assert!(text(&session).contains("7 snapshots could be read"), "{}", text(&session));
        aside.saved = 0;
        session.outbox.set_aside = Some(aside);
        assert!(text(&session).contains("it had no readable part"), "{}", text(&session));
    }

    fn waiting(cause: &str, attempt: u32) -> SessionStatus {
        let [cause, remedy] = [cause, "look after it"].map(Message::verbatim);
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
        let mut told = ShownStates::default();
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
            cause: Message::verbatim("no service"),
            remedy: Message::verbatim("wait"),
        };
        check(&session, Some(&["still waiting, until", "no service"]));
        session.status = SessionStatus::Live { since: Timestamp::now() };
        let line = check(&session, Some(&["live", "still not delivered"])).expect("news");
        assert!(!line.contains("no service"), "{line}");
        session.service.state = ServiceState::Ok;
        check(&session, Some(&["live", "service responds"]));
        session.outbox_error = Some(Message::verbatim("disk is full"));
        check(&session, Some(&["disk is full"]));
        session.outbox_error = None;
        check(&session, Some(&["live"]));
        session.source = Some(SourceView {
            file: "a.L5X".into(),
            differences: vec![Message::verbatim("Speed: the controller has DINT")],
            differing: 1,
            ..SourceView::default()
        });
        check(&session, Some(&["live", "differs from a.L5X: Speed: the controller has DINT"]));
        session.status = SessionStatus::Connecting { attempt: 1 };
        let line = check(&session, Some(&["connecting", "still differs"])).expect("news");
        assert!(!line.contains("Speed"), "{line}");
    }
}
