//! Ends abandoned turns, and deletes expired ones.

use std::time::Duration;

use tagbridge_api::ErrorCode;
use tagbridge_store::{StoreError, TurnState};

use super::run::end_failed;
use crate::{
    core::{Advice, Core, DataOperation, Refusal, TechnicalReason},
    log_message::{LogMessage, event},
};

/// How long events are kept after the end of their turn: as long as its answer can be replayed.
const EVENTS_LAST: Duration = Duration::from_hours(24);
/// How long a conversation is kept after its last turn.
const CONVERSATIONS_LAST: Duration = Duration::from_hours(30 * 24);

/// Ends the turns of ended services, and those of this one that are stored but do not run: their
/// end could not be stored, or the client disconnected before they began. Their writes may be sent
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
                let refusal = Refusal::new(ErrorCode::Unavailable, &TechnicalReason::ServiceEnded)
                    .with_remedy(&Advice::SendSame);
                let ended = end_failed(core, tx, &turn.id, TurnState::Failed, &refusal).map_err(
                    |error| StoreError::broken(&DataOperation::EndingTurn, error.to_string()),
                )?;
                // Otherwise it has just ended, and its write may run again.
                if ended { tx.release(&turn.write) } else { Ok(()) }
            })
        })
        .collect::<Result<Vec<()>, StoreError>>()
    });
    match ended {
        Ok(ended) if ended.is_empty() => {}
        Ok(ended) => event!(info, LogMessage::TurnsEnded, turns = ended.len()),
        Err(error) => event!(warn, LogMessage::TurnsNotEnded, %error),
    }
}

/// Deletes expired data. Blocks.
pub(crate) fn forget(core: &Core) {
    let Some(now) = core.now_for_ages() else { return };
    let (events, conversations) =
        (now.saturating_sub(EVENTS_LAST), now.saturating_sub(CONVERSATIONS_LAST));
    if let Err(error) = core.store().write(|tx| tx.forget_turns(events, conversations)) {
        event!(warn, LogMessage::ConversationsNotDropped, %error);
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_store::{NewJob, Org, Turn, WriteId};

    use super::*;
    use crate::Options;

    fn write(id: &str) -> WriteId {
        WriteId {
            caller: "key".into(),
            endpoint: "POST /interpret".into(),
            idempotency_key: id.into(),
        }
    }

    /// Stores a turn of this service.
    fn store(core: &Core, id: &str) {
        let until = core.now().saturating_add(Duration::from_mins(1));
        let turn = Turn {
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
        let stored = core.store().write(|tx| {
            tx.reserve(&Org::local(), &write(id), &[0; 32], until)?;
            tx.add_turn(&turn)
        });
        stored.unwrap();
    }

    fn state(core: &Core, id: &str) -> TurnState {
        core.store().read(|tx| tx.turn(id)).unwrap().unwrap().state
    }

    #[test]
    fn a_turn_that_was_stored_and_does_not_run_is_ended_and_may_be_sent_again() {
        let folder = tempfile::tempdir().unwrap();
        let core = Core::open(folder.path(), Options::default()).unwrap();
        core.join("a service", true).unwrap();
        store(&core, "left");
        let runs = core.0.running.begin("runs");
        store(&core, "runs");
        let known =
            |id: &str| core.store().read(|tx| tx.recall(&write(id), &[0; 32], core.now())).unwrap();

        recover(&core);
        assert_eq!(
            (state(&core, "left"), state(&core, "runs")),
            (TurnState::Failed, TurnState::Running)
        );
        assert!(known("left").is_none() && known("runs").is_some());
        drop(runs);
        recover(&core);
        assert_eq!(state(&core, "runs"), TurnState::Failed);
    }

    #[tokio::test]
    async fn what_an_assistant_has_begun_beside_a_service_stays_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Core::open(folder.path(), Options::default()).unwrap();
        let (assistant, ended, service) = (open(), open(), open());
        assistant.join("an assistant", false).unwrap();
        store(&assistant, "asked");
        let upload = |core: &Core, id: &str| {
            let job = NewJob {
                id: id.into(),
                org: Org::local(),
                kind: "none".into(),
                input: "{}".into(),
            };
            let until = core.now().saturating_add(Duration::from_mins(1));
            core.store().write(|tx| tx.begin_job(&job, core.now(), until)).unwrap()
        };
        let job = upload(&assistant, "its");
        ended.join("a service that is killed", true).unwrap();
        store(&ended, "left");

        service.join("a service", true).unwrap();
        service.take_over().await;
        let states = (state(&service, "asked"), state(&service, "left"));
        assert_eq!(states, (TurnState::Running, TurnState::Failed));
        let is_taken =
            |core: &Core| core.store().read(|tx| tx.job_taken_until(&job.id)).unwrap().is_some();
        assert!(is_taken(&service));
        assert_eq!(service.store().read(|tx| tx.instances(service.now())).unwrap().len(), 2);

        assistant.leave();
        service.take_over().await;
        assert_eq!(state(&service, "asked"), TurnState::Failed);
        assert!(!is_taken(&service));
    }
}
