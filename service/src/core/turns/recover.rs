//! Turns that are left behind, and those that are old enough to go.

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

/// Ends the turns that no service works on any more, and those of this one that were stored and do not run
/// here: their end could not be stored, or who asked was gone before they began. Their writes may be sent
/// again. Blocks.
pub(crate) fn recover(core: &Core) {
    let found = core.store().read(|tx| Ok((tx.running_turns()?, tx.instances(core.now())?)));
    let ended = found.and_then(|(turns, working)| {
        let left = turns.into_iter().filter(|turn| {
            let own = core.instance();
            let is_worked_on = working.iter().any(|it| it.id == turn.instance && it.id != own);
            !is_worked_on && core.0.running.follow(&turn.id).is_none()
        });
        left.map(|turn| {
            core.store().write(|tx| {
                let refusal = Refusal::new(ErrorCode::Unavailable, &Wrong::ServiceEnded)
                    .suggesting(&Advice::SendSame);
                let ended = end_failed(core, tx, &turn.id, TurnState::Failed, &refusal)
                    .map_err(|error| StoreError::broken(&Doing::EndingTurn, error.to_string()))?;
                // Else it has just ended by itself, and its write may run again.
                if ended { tx.release(&turn.write) } else { Ok(()) }
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

#[cfg(test)]
mod tests {
    use tagbridge_api::Timestamp;
    use tagbridge_store::{Instance, Org, Turn, WriteId};

    use super::*;
    use crate::Options;

    #[test]
    fn a_turn_that_was_stored_and_does_not_run_is_ended_and_may_be_sent_again() {
        let folder = tempfile::tempdir().unwrap();
        let core = Core::open(folder.path(), Options::default()).unwrap();
        let write = |id: &str| WriteId {
            caller: "key".into(),
            endpoint: "POST /interpret".into(),
            idempotency_key: id.into(),
        };
        let turn = |id: &str| Turn {
            id: id.into(),
            conversation: "cnv".into(),
            version: "ver".into(),
            prompt: "Why?".into(),
            write: write(id),
            state: TurnState::Running,
            outcome: None,
            memory: None,
            created_at: core.now(),
            instance: core.instance().into(),
        };
        let until = Timestamp::from_millis(core.now().as_millis() + 60_000).unwrap();
        // It says that it works, as it does beside others.
        let own = Instance { id: core.instance().into(), name: "a".into(), files: "f".into() };
        core.store().write(|tx| tx.renew_instance(&own, core.now(), until)).unwrap();
        let store = |id: &str| {
            core.store().write(|tx| {
                tx.reserve(&Org::local(), &write(id), &[0; 32], until)?;
                tx.add_turn(&turn(id))
            })
        };
        store("left").unwrap();
        let runs = core.0.running.begin("runs");
        store("runs").unwrap();
        let state = |id: &str| core.store().read(|tx| tx.turn(id)).unwrap().unwrap().state;
        let known =
            |id: &str| core.store().read(|tx| tx.recall(&write(id), &[0; 32], core.now())).unwrap();

        recover(&core);
        assert_eq!((state("left"), state("runs")), (TurnState::Failed, TurnState::Running));
        assert!(known("left").is_none() && known("runs").is_some());
        drop(runs);
        recover(&core);
        assert_eq!(state("runs"), TurnState::Failed);
    }
}
