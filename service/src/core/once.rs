//! Repeated writes: a write that is sent again gets the same answer, and is done once.
//!
//! Most writes have two phases: they are reserved under a lease, run outside of a write
//! transaction, and are completed in the transaction of their effect. So a slow write does not
//! delay others, and its state survives a restart. If a write is short and may be repeated without
//! harm, one transaction is enough ([`Core::write_at_once`]).

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tagbridge_api::{ErrorCode, Timestamp, limits::IDEMPOTENCY_RETENTION};
use tagbridge_store::{BodyHash, Done, Org, Transaction, WriteId, WriteState};

use super::{Advice, Caller, Core, Refusal, TechnicalReason};

use crate::log_message::{LogMessage, event};

/// How long a write may be silent while it runs.
const LEASE: Duration = Duration::from_mins(1);

/// A write: its identity and its body.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Write {
    /// The caller's organization.
    #[serde(default = "Org::local")]
    org: Org,
    id: WriteId,
    body: BodyHash,
}

impl Write {
    /// Creates a write of this caller to this endpoint, with the caller's idempotency key and this
    /// decoded body.
    pub(crate) fn new(
        caller: &Caller,
        endpoint: String,
        idempotency_key: String,
        body: &[u8],
    ) -> Self {
        let id = WriteId { caller: caller.id.clone(), endpoint, idempotency_key };
        Self { org: caller.org.clone(), id, body: Sha256::digest(body).into() }
    }

    /// The identity of a write.
    pub(super) fn id(&self) -> &WriteId {
        &self.id
    }

    /// The key that the client chose.
    pub(super) fn idempotency_key(&self) -> &str {
        &self.id.idempotency_key
    }

    /// The hash of its body.
    pub(super) fn body(&self) -> &BodyHash {
        &self.body
    }

    /// The id of the caller.
    pub(super) fn caller(&self) -> &str {
        &self.id.caller
    }
}

/// The result of a write.
#[derive(Debug, Clone, Copy)]
pub(crate) enum WriteResult<T> {
    /// A change was made, or existed already.
    Done(T),
    /// An object was created.
    Created(T),
}

/// The answer to a write.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    /// Whether an object was created.
    pub(crate) created: bool,
    /// The body in JSON.
    pub(crate) response: String,
    /// Whether it repeats an earlier answer.
    pub(crate) replayed: bool,
}

/// The result of the start of a write.
#[derive(Debug)]
pub(crate) enum StartedWrite {
    /// It was done before, with this answer.
    Answered(Answer),
    /// This caller must do it.
    Reserved(Reserved),
}

impl StartedWrite {
    /// Executes the write, unless it was executed before. Blocks.
    pub(super) fn or_do<T: Serialize>(
        self,
        effect: impl Fn(&Transaction<'_>, Timestamp) -> Result<WriteResult<T>, Refusal>,
    ) -> Result<Answer, Refusal> {
        match self {
            Self::Answered(answer) => Ok(answer),
            Self::Reserved(reserved) => reserved.complete(effect),
        }
    }
}

/// The right to do a write. If it is dropped before completion, another request may do the write.
#[derive(Debug)]
pub(crate) struct Reserved {
    core: Core,
    write: Write,
    done: bool,
}

impl Reserved {
    fn complete<T: Serialize>(
        mut self,
        effect: impl Fn(&Transaction<'_>, Timestamp) -> Result<WriteResult<T>, Refusal>,
    ) -> Result<Answer, Refusal> {
        let answer = self.core.store_of(&self.write.org).write(|tx| {
            let now = self.core.now();
            complete(tx, &self.write, now, |tx| effect(tx, now))
        })?;
        self.done = true;
        Ok(answer)
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if !self.done
            && let Err(error) =
                self.core.store_of(&self.write.org).write(|tx| tx.release(&self.write.id))
        {
            event!(warn, LogMessage::RefusedWriteStays, %error);
        }
    }
}

impl Core {
    /// Begins a write. 409 while the same one runs, 422 if its key was used with another body.
    /// Blocks.
    pub(super) fn begin(&self, write: Write) -> Result<StartedWrite, Refusal> {
        let answered = self.store_of(&write.org).write(|tx| reserve(tx, &write, self.now()))?;
        Ok(match answered {
            Some(answer) => StartedWrite::Answered(answer),
            None => StartedWrite::Reserved(Reserved { core: self.clone(), write, done: false }),
        })
    }

    /// Returns the answer of a write that was already completed; refuses it like [`Self::begin`].
    /// Blocks.
    pub(super) fn answered(&self, write: &Write) -> Result<Option<Answer>, Refusal> {
        match self.store_of(&write.org).read(|tx| recall(tx, write, self.now()))? {
            Some(WriteState::Done(done)) => Ok(Some(replay(done))),
            Some(_) => Err(in_progress()),
            None => Ok(None),
        }
    }

    /// Does a write in one transaction, or returns the earlier answer. Blocks.
    pub(super) fn write_at_once<T: Serialize>(
        &self,
        write: &Write,
        effect: impl Fn(&Transaction<'_>, Timestamp) -> Result<WriteResult<T>, Refusal>,
    ) -> Result<Answer, Refusal> {
        self.store_of(&write.org).write(|tx| {
            let now = self.now();
            complete(tx, write, now, |tx| effect(tx, now))
        })
    }
}

/// Returns the state of a write: 422 if its key was used with another body.
pub(super) fn recall(
    tx: &Transaction<'_>,
    write: &Write,
    now: Timestamp,
) -> Result<Option<WriteState>, Refusal> {
    match tx.recall(&write.id, &write.body, now)? {
        Some(WriteState::Different) => Err(conflict()),
        known => Ok(known),
    }
}

/// Reserves a write, or returns the earlier answer.
pub(super) fn reserve(
    tx: &Transaction<'_>,
    write: &Write,
    now: Timestamp,
) -> Result<Option<Answer>, Refusal> {
    match recall(tx, write, now)? {
        Some(WriteState::Done(done)) => Ok(Some(replay(done))),
        Some(_) => Err(in_progress()),
        None => {
            tx.reserve(&write.org, &write.id, &write.body, now.saturating_add(LEASE))?;
            Ok(None)
        }
    }
}

/// Completes a write in the transaction of its effect. If its lease ended and the write was
/// repeated in the meantime, the stored answer is returned.
pub(super) fn complete<T: Serialize>(
    tx: &Transaction<'_>,
    write: &Write,
    now: Timestamp,
    effect: impl Fn(&Transaction<'_>) -> Result<WriteResult<T>, Refusal>,
) -> Result<Answer, Refusal> {
    match tx.recall(&write.id, &write.body, now)? {
        Some(WriteState::Done(done)) => return Ok(replay(done)),
        Some(WriteState::Different) => return Err(conflict()),
        Some(WriteState::Running { .. }) | None => {}
    }
    let (created, response) = match effect(tx)? {
        WriteResult::Done(response) => (false, response),
        WriteResult::Created(response) => (true, response),
    };
    let response = json(&response)?;
    let done = Done { created, response };
    let until = now.saturating_add(IDEMPOTENCY_RETENTION);
    tx.complete(&write.org, &write.id, &write.body, &done, now, until)?;
    Ok(Answer { created: done.created, response: done.response, replayed: false })
}

/// Serializes an answer.
pub(super) fn json<T: Serialize>(response: &T) -> Result<String, Refusal> {
    serde_json::to_string(response).map_err(|error| {
        event!(error, LogMessage::AnswerNoJson, %error);
        Refusal::internal()
    })
}

/// Parses stored JSON.
pub(super) fn parse(json: &str) -> Result<serde_json::Value, Refusal> {
    serde_json::from_str(json).map_err(|error| {
        event!(error, LogMessage::AnswerNoJson, %error);
        Refusal::internal()
    })
}

/// Extends the lease of a write that runs elsewhere.
pub(super) fn extend(tx: &Transaction<'_>, write: &Write, now: Timestamp) -> Result<(), Refusal> {
    tx.extend(&write.id, now.saturating_add(LEASE))?;
    Ok(())
}

/// Releases a refused write that ran elsewhere.
pub(super) fn release(tx: &Transaction<'_>, write: &Write) -> Result<(), Refusal> {
    Ok(tx.release(&write.id)?)
}

fn replay(done: Done) -> Answer {
    Answer { created: done.created, response: done.response, replayed: true }
}

/// The same write still runs.
pub(super) fn in_progress() -> Refusal {
    Refusal::new(ErrorCode::IdempotencyInProgress, &TechnicalReason::InProgress)
        .with_remedy(&Advice::SendAgain)
}

/// The key was used with another body.
pub(super) fn conflict() -> Refusal {
    Refusal::new(ErrorCode::IdempotencyConflict, &TechnicalReason::KeyTaken)
        .with_remedy(&Advice::FreshKey)
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    };

    use super::*;
    use crate::{NewKey, Options, core::keys};

    #[test]
    fn that_a_write_is_in_progress_survives_a_restart_and_ends_with_its_lease() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(AtomicI64::new(0));
        let opened = || {
            let clock = clock.clone();
            let clock: crate::Clock = Arc::new(move || {
                Timestamp::from_millis(clock.load(Ordering::SeqCst)).expect("a time")
            });
            Core::open(folder.path(), Options { clock: Some(clock), ..Options::default() }).unwrap()
        };
        let core = opened();
        let (key, _) = keys::create(&core, &Org::local(), NewKey::default()).unwrap();
        let caller = Caller::of_key(key);
        let write = |body: &[u8]| Write::new(&caller, "POST /".into(), "k".into(), body);
        // A crash releases no reservation.
        std::mem::forget(core.begin(write(b"1")).unwrap());
        drop(core);

        let core = opened();
        let refused = |body| core.begin(write(body)).map(drop).expect_err("it is taken").code();
        assert_eq!(refused(b"1"), ErrorCode::IdempotencyInProgress);
        assert_eq!(refused(b"2"), ErrorCode::IdempotencyConflict);
        clock.store(i64::try_from(LEASE.as_millis()).unwrap(), Ordering::SeqCst);
        let refuse = |_: &Transaction<'_>, _| {
            Err::<WriteResult<()>, _>(Refusal::bad_request(tagbridge_texts::Message::verbatim(
                "no",
            )))
        };
        core.begin(write(b"2")).unwrap().or_do(refuse).expect_err("refused");
        let done =
            core.begin(write(b"1")).unwrap().or_do(|_, _| Ok(WriteResult::Created(1))).unwrap();
        assert!(done.created && !done.replayed, "what was refused may be sent again");
        let again = core.begin(write(b"1")).unwrap().or_do(refuse).unwrap();
        assert!(again.created && again.replayed && again.response == "1");
    }
}
