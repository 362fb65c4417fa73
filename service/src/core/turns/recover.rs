//! Turns that an earlier service left behind, and those that are old enough to go.

use std::time::Duration;

use tagbridge_api::ErrorCode;
use tagbridge_store::{StoreError, TurnState};

use super::run::end_failed;
use crate::{
    core::{Advice, Core, Doing, Refusal, Wrong},
    logged::{Logged, event},
};

/// Events are kept for so long after their turn's end: as long as its answer is replayed.
const EVENTS_LAST: Duration = Duration::from_hours(24);
/// A conversation is kept for so long after its last turn.
const CONVERSATIONS_LAST: Duration = Duration::from_hours(30 * 24);

/// Ends the turns that no service works on any more; their writes may be sent again. Blocks.
pub(crate) fn recover(core: &Core) {
    let found = core.store().read(|tx| Ok((tx.running_turns()?, tx.instances(core.now())?)));
    let ended = found.and_then(|(turns, working)| {
        let left = turns.into_iter().filter(|turn| {
            let is_worked_on = working.iter().any(|it| it.id == turn.instance);
            !is_worked_on && core.0.running.follow(&turn.id).is_none()
        });
        left.map(|turn| {
            core.store().write(|tx| {
                let refusal = Refusal::new(ErrorCode::Unavailable, &Wrong::ServiceEnded)
                    .suggesting(&Advice::SendSame);
                end_failed(core, tx, &turn.id, TurnState::Failed, &refusal)
                    .map_err(|error| StoreError::broken(&Doing::EndingTurn, error.to_string()))?;
                tx.release(&turn.write)
            })
        })
        .collect::<Result<Vec<()>, StoreError>>()
    });
    match ended {
        Ok(ended) if ended.is_empty() => {}
        Ok(ended) => event!(info, Logged::TurnsEnded, turns = ended.len()),
        Err(error) => event!(warn, Logged::TurnsNotEnded, %error),
    }
}

/// Drops what is old enough. Blocks.
pub(crate) fn forget(core: &Core) {
    let now = core.now();
    let (events, conversations) =
        (now.saturating_sub(EVENTS_LAST), now.saturating_sub(CONVERSATIONS_LAST));
    if let Err(error) = core.store().write(|tx| tx.forget_turns(events, conversations)) {
        event!(warn, Logged::ConversationsNotDropped, %error);
    }
}
