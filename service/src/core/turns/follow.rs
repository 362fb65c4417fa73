//! What a turn's listeners are told.

use tagbridge_store::{TurnEvent, TurnState};
use tokio::sync::watch;

use super::Begun;
use crate::core::{Core, Refusal, once};

/// The outcome of a turn as JSON, when it is over.
pub(crate) async fn outcome(core: &Core, begun: &Begun) -> Result<String, Refusal> {
    if let Some(mut events) = followed(core, &begun.turn) {
        // Until it is dropped: the turn is over.
        while events.changed().await.is_ok() {}
    }
    let turn = begun.turn.clone();
    let found = core.blocking(move |core| core.store().read(|tx| tx.turn(&turn))).await?;
    match found {
        Some(turn) if turn.state == TurnState::Running => Err(once::in_progress()),
        found => found.and_then(|turn| turn.outcome).ok_or_else(Refusal::internal),
    }
}

/// Tells of a turn's events while it runs here.
pub(crate) fn followed(core: &Core, turn: &str) -> Option<watch::Receiver<u32>> {
    core.0.running.follow(turn)
}

/// The events of a turn after one of them. Blocks.
pub(crate) fn after(core: &Core, turn: &str, number: u32) -> Result<Vec<TurnEvent>, Refusal> {
    Ok(core.store().read(|tx| tx.events(turn, number))?)
}
