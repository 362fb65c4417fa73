//! The status of the broker subscription, for user interfaces.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tagbridge_api::{ErrorCode, Timestamp};
use tagbridge_texts::Message;

/// How the taking from a broker goes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IntakeView {
    /// The broker that it is connected to, or tries.
    pub broker: String,
    /// Its state.
    pub state: IntakeState,
    /// Whether the data cannot be written at the moment, so that messages wait.
    pub is_held_up: bool,
    /// Connections that were made.
    pub connections: u64,
    /// Messages that came, again or for the first time.
    pub messages: u64,
    /// Those that are stored.
    pub stored: u64,
    /// Those that were left to the push.
    pub left: u64,
    /// Those that were refused, by the code of the refusal.
    pub refused: BTreeMap<&'static str, u64>,
}

/// The state of the subscription.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum IntakeState {
    /// Reaching for the broker.
    #[default]
    Connecting,
    /// Taking.
    Online {
        /// Since the connection was made.
        since: Timestamp,
    },
    /// Leaving the broker alone after a failure.
    Waiting {
        /// The error.
        cause: Message,
        /// The remedy.
        remedy: Message,
    },
    /// Ended with the service.
    Ended,
}

/// Where it is shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct IntakeStatus(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    view: IntakeView,
    /// Refusals by their code, and by where the message came from.
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

    /// Counts a refusal; how many there were of this code from there.
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
