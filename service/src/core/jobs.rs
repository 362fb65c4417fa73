//! Jobs: what takes long, by a few workers, and again after a crash.
//!
//! A job is stored in the transaction that reserves its write, and ends in the transaction of its
//! effect. Who asked for it waits for the answer; where the service ends before, the next one does
//! the job, and whoever sends the write again gets the answer.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tagbridge_store::{Job, NewJob, Org};
use tokio::{
    sync::{Semaphore, SemaphorePermit, oneshot},
    task::JoinError,
    time,
};
use uuid::Uuid;

use super::{
    Core, Refusal,
    once::{self, Answer, LEASE, Write},
    uploads,
};

use crate::logged::{Logged, event};

/// How many files are read at the same time, at the most: each may take hundreds of megabytes.
const SLOTS: usize = 2;
/// A job that was begun so often and never ended takes the service down with it.
const ATTEMPTS_MAX: u32 = 3;

/// Who works, and who waits.
#[derive(Debug)]
pub(super) struct Workers {
    slots: Semaphore,
    waiting: Mutex<HashMap<String, oneshot::Sender<Result<Answer, Refusal>>>>,
}

impl Default for Workers {
    fn default() -> Self {
        Self { slots: Semaphore::new(SLOTS), waiting: Mutex::default() }
    }
}

impl Core {
    /// The right to do what takes long, when it is our turn.
    pub(super) async fn slot(&self) -> Result<SemaphorePermit<'_>, Refusal> {
        self.0.workers.slots.acquire().await.map_err(|_| Refusal::internal())
    }

    /// Reserves a write whose work is a job, and waits until it is done; or answers as it was
    /// answered when it was done.
    pub(super) async fn write_by_job(
        &self,
        org: Org,
        write: Write,
        input: String,
    ) -> Result<Answer, Refusal> {
        let id = format!("job_{}", Uuid::new_v4().simple());
        let (answer, answered) = oneshot::channel();
        let _waiting = self.wait(id.clone(), answer);
        let job = NewJob { id, org, kind: uploads::KIND.to_owned(), input };
        let before = self
            .blocking(move |core| {
                core.store().write(|tx| {
                    let now = core.now();
                    let answer = once::reserve(tx, &write, now)?;
                    if answer.is_none() {
                        tx.add_job(&job, now)?;
                    }
                    Ok::<_, Refusal>(answer)
                })
            })
            .await?;
        if let Some(answer) = before {
            return Ok(answer);
        }
        self.work();
        answered.await.unwrap_or_else(|_| Err(Refusal::internal()))
    }

    /// Has the jobs done that wait, this service's and those that an earlier one left behind.
    pub(crate) fn work(&self) {
        let core = self.clone();
        tokio::spawn(async move {
            let Ok(_slot) = core.slot().await else {
                return;
            };
            while let Some(job) = core.blocking(take).await {
                core.do_job(job).await;
            }
        });
    }

    async fn do_job(&self, job: Job) {
        let id = job.id.clone();
        let mut running = {
            let (core, job) = (self.clone(), job.clone());
            tokio::task::spawn_blocking(move || run(&core, &job))
        };
        let done = loop {
            tokio::select! {
                done = &mut running => break done,
                () = time::sleep(LEASE / 3) => {
                    let job = job.clone();
                    self.blocking(move |core| extend(core, &job)).await;
                }
            }
        };
        let answer = done.unwrap_or_else(|error| Err(panicked(&error)));
        match &answer {
            Ok(answer) => self.index_uploaded(answer),
            Err(_) => self.blocking(move |core| end(core, &job)).await,
        }
        let waiting = self.lock().remove(&id);
        // Who has gone does not want the answer.
        drop(waiting.map(|waiting| waiting.send(answer)));
    }

    fn wait(&self, id: String, answer: oneshot::Sender<Result<Answer, Refusal>>) -> Waiting<'_> {
        self.lock().insert(id.clone(), answer);
        Waiting { core: self, id }
    }

    fn lock(
        &self,
    ) -> std::sync::MutexGuard<'_, HashMap<String, oneshot::Sender<Result<Answer, Refusal>>>> {
        self.0.workers.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who waits; dropped, nobody does.
struct Waiting<'a> {
    core: &'a Core,
    id: String,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.core.lock().remove(&self.id);
    }
}

fn take(core: &Core) -> Option<Job> {
    let taken = core.store().write(|tx| {
        let now = core.now();
        tx.take_job(now, now.saturating_add(LEASE))
    });
    // It stays where it is, and is taken another time.
    taken.inspect_err(|error| event!(error, Logged::NoJobTaken, %error)).ok().flatten()
}

fn run(core: &Core, job: &Job) -> Result<Answer, Refusal> {
    if job.attempt > ATTEMPTS_MAX {
        event!(error, Logged::JobGivenUp, job.id, job.attempt);
        return Err(Refusal::internal());
    }
    uploads::run(core, job)
}

fn extend(core: &Core, job: &Job) {
    let extended = core.store().write(|tx| {
        let now = core.now();
        tx.extend_job(&job.id, job.attempt, now.saturating_add(LEASE))?;
        once::extend(tx, &uploads::write_of(job)?, now)
    });
    if let Err(error) = extended {
        event!(warn, Logged::LeaseNotExtended, %error, job.id);
    }
}

/// The job was refused: its write may be sent again.
fn end(core: &Core, job: &Job) {
    let ended = core.store().write(|tx| {
        if tx.end_job(&job.id, job.attempt)? {
            once::release(tx, &uploads::write_of(job)?)?;
        }
        Ok::<_, Refusal>(())
    });
    if let Err(error) = ended {
        event!(warn, Logged::RefusedJobStays, %error, job.id);
    }
}

fn panicked(error: &JoinError) -> Refusal {
    event!(error, Logged::JobPanicked, %error);
    Refusal::internal()
}
