//! Jobs: what takes long, by a few workers, and again after a crash.
//!
//! A job is stored in the transaction that takes its work on, and ends in the transaction of its
//! effect. Who uploads waits for the answer; where the service ends before, the next one does the
//! job, and whoever sends the write again gets the answer. Who asks for an export is told its id.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tagbridge_store::{Job, NewJob, Org};
use tokio::{
    sync::{Semaphore, SemaphorePermit, oneshot},
    task::JoinError,
    time,
};
use uuid::Uuid;

use super::{
    Core, Refusal, analyses, exports,
    made::{Undone, Why},
    once::{self, Answer, Write},
    uploads,
};

use crate::logged::{Logged, event};

/// How many files are read at the same time, at the most: each may take hundreds of megabytes.
const SLOTS: usize = 2;
/// A worker that has been silent for so long has ended.
pub(super) const LEASE: Duration = Duration::from_secs(30);
/// How often a worker says that it works.
const SAYS_SO_EVERY: Duration = Duration::from_secs(10);
/// A job that was begun so often and never ended takes the service down with it.
const ATTEMPTS_MAX: u32 = 3;

/// Which worker does which jobs.
#[derive(Debug, Clone, Copy)]
enum Duty {
    /// Reads files that somebody waits for.
    Uploads,
    /// Makes things of versions, one at a time: each may take hundreds of megabytes.
    Made,
}

impl Duty {
    fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Uploads => &[uploads::KIND],
            Self::Made => &[exports::KIND, analyses::KIND],
        }
    }
}

/// Who works, and who waits.
#[derive(Debug)]
pub(super) struct Workers {
    slots: Semaphore,
    maker: Semaphore,
    waiting: Mutex<HashMap<String, oneshot::Sender<Result<Answer, Refusal>>>>,
}

impl Default for Workers {
    fn default() -> Self {
        let (slots, maker) = (Semaphore::new(SLOTS), Semaphore::new(1));
        Self { slots, maker, waiting: Mutex::default() }
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
        for duty in [Duty::Uploads, Duty::Made] {
            let core = self.clone();
            tokio::spawn(async move {
                let workers = &core.0.workers;
                let slots = match duty {
                    Duty::Uploads => &workers.slots,
                    Duty::Made => &workers.maker,
                };
                let Ok(_slot) = slots.acquire().await else {
                    return;
                };
                while !core.is_stopping()
                    && let Some(job) = core.blocking(move |core| take(core, duty)).await
                {
                    match duty {
                        Duty::Uploads => core.upload(job).await,
                        Duty::Made => core.make(job).await,
                    }
                }
            });
        }
    }

    /// Lets jobs be taken that an earlier service had, where no other one works. Blocks.
    pub(crate) fn free_jobs(&self) {
        if let Err(error) = self.store().write(|tx| tx.free_jobs()) {
            event!(warn, Logged::NoJobTaken, %error);
        }
    }

    /// The job's work, while its lease is extended.
    async fn while_leased<T: Send + 'static>(
        &self,
        job: &Job,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, JoinError> {
        let mut running = tokio::spawn(work);
        loop {
            tokio::select! {
                done = &mut running => return done,
                () = time::sleep(SAYS_SO_EVERY) => {
                    let job = job.clone();
                    self.blocking(move |core| extend(core, &job)).await;
                }
            }
        }
    }

    /// Makes what somebody asks for again later.
    async fn make(&self, job: Job) {
        let work = {
            let (core, job) = (self.clone(), job.clone());
            async move {
                if job.attempt > ATTEMPTS_MAX {
                    event!(error, Logged::JobGivenUp, job.id, job.attempt);
                    return Err(Undone::Failed(Why::ThreeTimes));
                }
                if job.kind == analyses::KIND {
                    analyses::run(&core, &job).await
                } else {
                    exports::run(&core, &job).await
                }
            }
        };
        let done = self.while_leased(&job, work).await;
        let done = done.unwrap_or_else(|error| {
            event!(error, Logged::JobPanicked, %error);
            Err(Undone::Failed(Why::Fault))
        });
        let id = job.id.clone();
        let ended = self.blocking(move |core| match done {
            // Of what is postponed the lease ends.
            Ok(()) | Err(Undone::Postponed) => Ok(()),
            Err(Undone::Stopped) => core.store().write(|tx| tx.return_job(&job.id, job.attempt)),
            Err(Undone::Failed(why)) if job.kind == analyses::KIND => {
                analyses::fail(core, &job, why)
            }
            Err(Undone::Failed(why)) => exports::finish(core, &job, Err(why)),
        });
        if let Err(error) = ended.await {
            event!(warn, Logged::RefusedJobStays, %error, id);
        }
    }

    async fn upload(&self, job: Job) {
        let id = job.id.clone();
        let work = {
            let (core, job) = (self.clone(), job.clone());
            async move { core.blocking(move |core| run(core, &job)).await }
        };
        let done = self.while_leased(&job, work).await;
        let answer = done.unwrap_or_else(|error| Err(panicked(&error)));
        match &answer {
            Ok(answer) => {
                self.index_uploaded(answer);
                // What it made may be analyzed now.
                self.work();
            }
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

fn take(core: &Core, duty: Duty) -> Option<Job> {
    let taken = core.store().write(|tx| {
        let now = core.now();
        tx.take_job(duty.kinds(), now, now.saturating_add(LEASE))
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
        if job.kind == uploads::KIND {
            once::extend(tx, &uploads::write_of(job)?, now)?;
        }
        Ok::<_, Refusal>(())
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
