//! The status of the broker subscription, for user interfaces.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tagbridge_api::{ErrorCode, Timestamp};
use tagbridge_texts::Message;

/// The status of the broker subscription.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IntakeView {
    /// The broker to which it is connected or connecting.
    pub broker: String,
    /// Its state.
    pub state: IntakeState,
    /// Whether data cannot be written at the moment, so that messages wait.
    pub is_held_up: bool,
    /// Number of established connections.
    pub connections: u64,
    /// Number of received messages, with redelivered ones.
    pub messages: u64,
    /// Number of stored messages.
    pub stored: u64,
    /// Number of messages that wait for the push.
    pub left: u64,
    /// Number of refused messages, by the code of the refusal.
    pub refused: BTreeMap<&'static str, u64>,
}

/// The state of the subscription.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum IntakeState {
    /// It is connecting to the broker.
    #[default]
    Connecting,
    /// It is connected.
    Online {
        /// Since the connection was made.
        since: Timestamp,
    },
    /// It pauses after a failure.
    Waiting {
        /// The error.
        cause: Message,
        /// The remedy.
        remedy: Message,
    },
    /// It ended with the service.
    Ended,
}

/// The shared status.
#[derive(Debug, Clone, Default)]
pub(crate) struct IntakeStatus(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    view: IntakeView,
    /// Refusals by code and sender.
    by_sender: BTreeMap<(&'static str, String), u64>,
}

/// Maximum number of separately counted senders.
const SENDERS_MAX: usize = 1000;

impl IntakeStatus {
    /// The current status.
    pub(crate) fn view(&self) -> IntakeView {
        self.inner().view.clone()
    }

    pub(super) fn change<T>(&self, change: impl FnOnce(&mut IntakeView) -> T) -> T {
        change(&mut self.inner().view)
    }

    /// Counts a refusal; returns the number of refusals with this code from this sender.
    pub(super) fn count_refused(&self, code: ErrorCode, from: &str) -> u64 {
        let mut inner = self.inner();
        let Inner { view, by_sender } = &mut *inner;
        let all = view.refused.entry(code.as_str()).or_default();
        *all += 1;
        let sender = (code.as_str(), from.to_owned());
        if by_sender.len() >= SENDERS_MAX && !by_sender.contains_key(&sender) {
            return *all;
        }
        let count = by_sender.entry(sender).or_default();
        *count += 1;
        *count
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
