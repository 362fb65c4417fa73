//! Alerts for failed sessions: one for each failure, with its reason and its duration.

use std::{
    collections::{HashMap, VecDeque},
    sync::Mutex,
};

use tagbridge_texts::Message;
use tokio::sync::watch;

use crate::{
    lock::lock,
    view::{Alert, AlertKind, AlertRules, DeliveryState, Session, SessionState},
};

/// A problem that ends within this time does not raise an alert, in milliseconds.
const GRACE: f64 = 10_000.0;
/// A problem that returns within this time is the same as before, in milliseconds.
const AGAIN: f64 = 60_000.0;
/// Number of stored alerts.
const KEPT: usize = 50;

/// The alerts of all sessions.
pub(crate) struct Alerts {
    ledger: Mutex<Ledger>,
    told: watch::Sender<Vec<Alert>>,
}

/// The problems noticed so far.
#[derive(Default)]
struct Ledger {
    last: u32,
    all: VecDeque<Alert>,
    /// The state of each session: its problem, the start of the problem, and its alert if there is
    /// one.
    now: HashMap<String, (AlertKind, f64, Option<u32>)>,
}

impl Alerts {
    pub(crate) fn new() -> Self {
        Self { ledger: Mutex::default(), told: watch::Sender::new(Vec::new()) }
    }

    /// A receiver for the latest alerts, the newest first.
    pub(crate) fn subscribe(&self) -> watch::Receiver<Vec<Alert>> {
        self.told.subscribe()
    }

    /// Checks the sessions again; returns whether there is a change.
    pub(crate) fn look(&self, sessions: &[Session], rules: &AlertRules, now: f64) -> bool {
        self.change(|it| it.look(sessions, rules, now))
    }

    /// Marks all alerts up to this one as seen.
    pub(crate) fn seen(&self, through: u32) {
        self.change(|it| {
            it.all.iter_mut().filter(|it| it.id <= through).for_each(|it| it.is_seen = true);
        });
    }

    fn change(&self, change: impl FnOnce(&mut Ledger)) -> bool {
        let mut ledger = lock(&self.ledger);
        change(&mut ledger);
        let newest_first: Vec<_> = ledger.all.iter().rev().cloned().collect();
        self.told.send_if_modified(|told| {
            let differs = *told != newest_first;
            *told = newest_first;
            differs
        })
    }
}

impl Ledger {
    fn look(&mut self, sessions: &[Session], rules: &AlertRules, now: f64) {
        let gone = |it: &String| !sessions.iter().any(|session| session.name == *it);
        let gone: Vec<String> = self.now.keys().filter(|it| gone(it)).cloned().collect();
        for session in gone {
            self.end(&session, now);
        }
        for session in sessions {
            let fall = fall(session).filter(|(kind, _)| rules.tells(*kind, &session.project));
            let Some((kind, cause)) = fall else {
                self.end(&session.name, now);
                continue;
            };
            if self.now.get(&session.name).is_some_and(|(of, ..)| *of != kind) {
                self.end(&session.name, now);
            }
            let begun = (kind, now, None);
            let (_, since, alert) = *self.now.entry(session.name.clone()).or_insert(begun);
            let alert = alert.or_else(|| {
                let is_time = kind == AlertKind::Stopped || now - since >= GRACE;
                is_time.then(|| self.alert(session, kind, since))
            });
            self.now.insert(session.name.clone(), (kind, since, alert));
            let own = self.all.iter_mut().find(|it| Some(it.id) == alert);
            if let (Some(own), Some(cause)) = (own, cause) {
                own.cause = Some(cause);
            }
        }
    }

    /// The alert of the current state: a new one, or the recent one, which was already reported.
    fn alert(&mut self, session: &Session, kind: AlertKind, since: f64) -> u32 {
        let again = self.all.iter_mut().rev().find(|it| {
            it.session == session.name
                && it.kind == kind
                && it.until.is_some_and(|until| since - until < AGAIN)
        });
        if let Some(again) = again {
            again.until = None;
            return again.id;
        }
        self.last += 1;
        self.all.push_back(Alert {
            id: self.last,
            session: session.name.clone(),
            project: session.project.clone(),
            project_name: session.project_name.clone(),
            kind,
            cause: None,
            since,
            until: None,
            is_seen: false,
        });
        if self.all.len() > KEPT {
            self.all.pop_front();
        }
        self.last
    }

    fn end(&mut self, session: &str, now: f64) {
        let Some((_, _, alert)) = self.now.remove(session) else { return };
        if let Some(own) = self.all.iter_mut().find(|it| Some(it.id) == alert) {
            own.until = Some(now);
        }
    }
}

impl AlertRules {
    fn tells(&self, kind: AlertKind, project: &str) -> bool {
        let wanted = match kind {
            AlertKind::Stopped => true,
            AlertKind::Silent => self.silent,
            AlertKind::Undelivered => self.undelivered,
        };
        wanted && !self.muted.iter().any(|it| it == project)
    }
}

/// The problem of a session, if there is one, and its reason, if it is currently known.
fn fall(session: &Session) -> Option<(AlertKind, Option<Message>)> {
    match &session.state {
        SessionState::Fault { cause, .. } => Some((AlertKind::Stopped, Some(cause.clone()))),
        SessionState::Waiting { cause, .. } => Some((AlertKind::Silent, Some(cause.clone()))),
        // Between two attempts.
        SessionState::Connecting { attempt } if *attempt > 1 => Some((AlertKind::Silent, None)),
        SessionState::Live { .. } => match (&session.outbox.trouble, &session.delivery.state) {
            (Some(trouble), _) => Some((AlertKind::Undelivered, Some(trouble.clone()))),
            (None, DeliveryState::Waiting { cause, .. }) => {
                Some((AlertKind::Undelivered, Some(cause.clone())))
            }
            _ => None,
        },
        SessionState::Connecting { .. }
        | SessionState::Paused { .. }
        | SessionState::Stopped { .. } => None,
    }
}

#[cfg(test)]
mod tests;
