use tagbridge_bridge::status::ServiceTrouble;

use super::*;
use crate::view::{Delivery, FaultDecision, Outbox, Scan, TagCounts, Vendor};

fn session(state: SessionState) -> Session {
    Session {
        name: "line".into(),
        project: "p".into(),
        project_name: "Line".into(),
        endpoint: "logix://h".into(),
        platform: Vendor::AllenBradley,
        state,
        attention: Vec::new(),
        controller: None,
        scan: Scan::default(),
        groups: Vec::new(),
        tags: TagCounts::default(),
        source: None,
        tag_list: None,
        requested: 0,
        outbox: Outbox::default(),
        delivery: Delivery { state: DeliveryState::Ok, last_push: None, stored_through: None },
        warnings: Vec::new(),
        is_configured: false,
    }
}

fn why(text: &str) -> Message {
    Message::verbatim(text)
}

fn live() -> Session {
    session(SessionState::Live { since: 0.0 })
}

fn waiting(cause: &str) -> Session {
    let (cause, remedy) = (why(cause), why("look"));
    session(SessionState::Waiting { until: 0.0, attempt: 2, cause, remedy, wants_login: false })
}

/// Checks the given states once per second for their number of seconds; returns the notifications.
fn told(
    ledger: &mut Ledger,
    rules: &AlertRules,
    spans: &[(Session, u32)],
) -> Vec<(u32, AlertKind, bool)> {
    let mut now = 1_000_000.0;
    for (session, seconds) in spans {
        for _ in 0..*seconds {
            ledger.look(std::slice::from_ref(session), rules, now);
            now += 1000.0;
        }
    }
    ledger.all.iter().map(|it| (it.id, it.kind, it.until.is_some())).collect()
}

#[test]
fn what_passes_soon_is_told_nobody() {
    let spans = [(live(), 5), (waiting("cable"), 9), (live(), 5)];
    assert_eq!(told(&mut Ledger::default(), &AlertRules::default(), &spans), []);
}

#[test]
fn a_controller_that_stays_silent_is_told_once_with_its_attempts() {
    let trying = session(SessionState::Connecting { attempt: 3 });
    let mut ledger = Ledger::default();
    let spans = [(live(), 5), (waiting("cable"), 6), (trying, 6), (waiting("power"), 30)];
    let silent = |ended| [(1, AlertKind::Silent, ended)];
    assert_eq!(told(&mut ledger, &AlertRules::default(), &spans), silent(false));
    assert_eq!(ledger.all[0].cause, Some(why("power")), "the newest reason");
    assert!(
        (ledger.all[0].since - 1_005_000.0).abs() < 1.0,
        "since it began, not since it was told"
    );
    assert_eq!(told(&mut ledger, &AlertRules::default(), &[(live(), 3)]), silent(true));
}

#[test]
fn what_comes_again_soon_is_the_same_and_later_another() {
    let rules = AlertRules::default();
    let flaps = [(waiting("cable"), 20), (live(), 30), (waiting("cable"), 20)];
    assert_eq!(told(&mut Ledger::default(), &rules, &flaps), [(1, AlertKind::Silent, false)]);
    let later = [(waiting("cable"), 20), (live(), 61), (waiting("cable"), 20)];
    let both = [(1, AlertKind::Silent, true), (2, AlertKind::Silent, false)];
    assert_eq!(told(&mut Ledger::default(), &rules, &later), both);
}

#[test]
fn a_session_that_stopped_by_itself_is_told_at_once_and_one_that_a_person_stopped_is_not() {
    let decision = FaultDecision::AcceptController;
    let fault = session(SessionState::Fault { cause: why("another device"), decision });
    let rules = AlertRules::default();
    assert_eq!(
        told(&mut Ledger::default(), &rules, &[(live(), 2), (fault, 1)]),
        [(1, AlertKind::Stopped, false)]
    );
    let by_hand = session(SessionState::Stopped { at: 0.0 });
    let paused = session(SessionState::Paused { since: 0.0 });
    let spans = [(live(), 2), (paused, 60), (by_hand, 60)];
    assert_eq!(told(&mut Ledger::default(), &rules, &spans), []);
}

#[test]
fn values_that_do_not_arrive_are_told_and_another_trouble_is_another() {
    let undelivered = Session {
        delivery: Delivery {
            state: DeliveryState::Waiting {
                trouble: ServiceTrouble::Unreachable,
                until: 0.0,
                cause: why("no answer"),
                remedy: why("look"),
            },
            last_push: None,
            stored_through: None,
        },
        ..live()
    };
    let unstored = Session {
        outbox: Outbox { trouble: Some(why("disk full")), ..Outbox::default() },
        ..live()
    };
    let rules = AlertRules::default();
    let mut ledger = Ledger::default();
    let spans = [(undelivered.clone(), 12), (unstored, 5), (waiting("cable"), 12)];
    let both = [(1, AlertKind::Undelivered, true), (2, AlertKind::Silent, false)];
    assert_eq!(told(&mut ledger, &rules, &spans), both);
    assert_eq!(ledger.all[0].cause, Some(why("disk full")));
    ledger.look(&[], &rules, 2e6);
    assert!(ledger.all.iter().all(|it| it.until.is_some()), "of a session that is gone nothing is");
}

#[test]
fn rules_say_of_what_and_of_which_projects() {
    let told = |rules: AlertRules, session: &Session| {
        told(&mut Ledger::default(), &rules, &[(session.clone(), 20)]).len()
    };
    let silent = waiting("cable");
    assert_eq!(told(AlertRules { silent: false, ..AlertRules::default() }, &silent), 0);
    assert_eq!(told(AlertRules { undelivered: false, ..AlertRules::default() }, &silent), 1);
    assert_eq!(told(AlertRules { muted: vec!["p".into()], ..AlertRules::default() }, &silent), 0);
    assert_eq!(told(AlertRules { muted: vec!["q".into()], ..AlertRules::default() }, &silent), 1);
}

#[test]
fn no_more_are_kept_than_anybody_reads() {
    let mut ledger = Ledger::default();
    let spans: Vec<_> = (0..60).flat_map(|_| [(waiting("cable"), 12), (live(), 61)]).collect();
    let all = told(&mut ledger, &AlertRules::default(), &spans);
    assert_eq!((all.len(), all[0].0, all[KEPT - 1].0), (KEPT, 11, 60));
}
