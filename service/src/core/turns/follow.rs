//! The events of a turn for its clients, independent of the service that works on it.

use std::time::Duration;

use tagbridge_store::{Org, TurnEvent, TurnState};
use tokio::{
    sync::watch,
    time::{self, Instant},
};

use super::RequestedTurn;
use crate::core::{Core, Refusal, once};

/// How often events of a turn in another service are searched …
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// … and how often that service is informed that a client follows it.
const SAYS_SO_EVERY: Duration = Duration::from_secs(5);

/// Waits for the outcome of a turn and returns it as JSON.
pub(crate) async fn outcome(core: &Core, begun: &RequestedTurn) -> Result<String, Refusal> {
    if let Some(mut events) = core.0.running.follow(&begun.turn) {
        // The sender is dropped at the end of the turn.
        while events.changed().await.is_ok() {}
    }
    let (org, turn) = (begun.org.clone(), begun.turn.clone());
    let found = core.blocking(move |core| core.store_of(&org).read(|tx| tx.turn(&turn))).await?;
    match found {
        Some(turn) if turn.state == TurnState::Running => Err(once::in_progress()),
        found => found.and_then(|turn| turn.outcome).ok_or_else(Refusal::internal),
    }
}

/// A client that follows a turn.
pub(crate) struct Follower {
    core: Core,
    org: Org,
    turn: String,
    /// The events, while it runs in this service.
    here: Option<watch::Receiver<u32>>,
    /// When the service that works on it was last informed that a client follows.
    told_at: Option<Instant>,
}

/// The state of a turn.
struct Look {
    events: Vec<TurnEvent>,
    /// Whether another service works on it.
    is_elsewhere: bool,
}

impl Follower {
    pub(crate) fn of(core: &Core, begun: &RequestedTurn) -> Self {
        let here = core.0.running.follow(&begun.turn);
        let (core, org, turn) = (core.clone(), begun.org.clone(), begun.turn.clone());
        Self { core, org, turn, here, told_at: None }
    }

    /// Waits for the turn's events after this number; `None` at its end.
    pub(crate) async fn next(&mut self, after: u32) -> Option<Vec<TurnEvent>> {
        loop {
            // Checked before the stored events are read, because no event follows the end.
            let runs_here = self.here.as_mut().is_some_and(|here| {
                here.mark_unchanged();
                here.has_changed().is_ok()
            });
            let may_be_elsewhere = self.here.is_none();
            let Look { events, is_elsewhere } = self.look(after, may_be_elsewhere).await.ok()?;
            if !events.is_empty() {
                return Some(events);
            }
            if is_elsewhere {
                time::sleep(LOOK_EVERY).await;
            } else if !runs_here {
                return None;
            } else if let Some(here) = &mut self.here
                && here.changed().await.is_err()
            {
                self.here = None;
            }
        }
    }

    async fn look(&mut self, after: u32, may_be_elsewhere: bool) -> Result<Look, Refusal> {
        let is_due = self.told_at.is_none_or(|told| told.elapsed() >= SAYS_SO_EVERY);
        let (org, turn) = (self.org.clone(), self.turn.clone());
        let found = self.core.blocking(move |core| {
            let store = core.store_of(&org);
            let look = store.read(|tx| {
                let is_elsewhere = may_be_elsewhere
                    && tx.turn(&turn)?.is_some_and(|it| it.state == TurnState::Running);
                Ok::<_, Refusal>(Look { events: tx.events(&turn, after)?, is_elsewhere })
            })?;
            if look.is_elsewhere && is_due {
                store.write(|tx| tx.follow_turn(&turn, core.now()))?;
            }
            Ok::<_, Refusal>(look)
        });
        let look = found.await?;
        if look.is_elsewhere && is_due {
            self.told_at = Some(Instant::now());
        }
        Ok(look)
    }
}
