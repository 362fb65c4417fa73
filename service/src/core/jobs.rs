//! Jobs: long work that a few workers execute, and that is repeated after a crash.
//!
//! A job is stored in the transaction that accepts its work, and ends in the transaction of its
//! effect. The client of an upload waits for the answer, and the service that received it does the
//! job itself. If that service ends, another one does the job, and a client that repeats the write
//! gets the answer. The client of an export receives its id immediately.

use std::{pin::pin, time::Duration};

use tagbridge_store::{Job, NewJob, Org};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    task::JoinError,
    time,
};
use uuid::Uuid;

use super::{
    Advice, Core, Refusal, TechnicalReason, analyses, exports,
    job_outcome::{FailureReason, JobFailure},
    once::{self, Answer, Write},
    uploads,
};
use tagbridge_api::ErrorCode;

use crate::log_message::{LogMessage, event};

/// Maximum number of files that are read at the same time: each may take hundreds of megabytes.
const SLOTS: usize = 2;
/// A worker that was silent for this time has ended.
pub(super) const LEASE: Duration = Duration::from_secs(30);
/// The interval of a worker's reports.
const SAYS_SO_EVERY: Duration = Duration::from_secs(10);
/// A job that was started this often and never ended is assumed to crash the service.
const ATTEMPTS_MAX: u32 = 3;

/// The worker of a kind of jobs.
#[derive(Debug, Clone, Copy)]
enum WorkerKind {
    /// Reads files for waiting clients.
    Uploads,
    /// Runs exports and analyses, one at a time: each may take hundreds of megabytes.
    Made,
}

impl WorkerKind {
    fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Uploads => &[uploads::KIND],
            Self::Made => &[exports::KIND, analyses::KIND],
        }
    }
}

/// The workers.
#[derive(Debug)]
pub(super) struct Workers {
    slots: Semaphore,
    maker: Semaphore,
}

impl Default for Workers {
    fn default() -> Self {
        Self { slots: Semaphore::new(SLOTS), maker: Semaphore::new(1) }
    }
}

/// The state of a write with a job.
enum StartedJob {
    Answered(Answer),
    /// This service must execute it.
    Ours(Job),
}

impl Core {
    /// Waits for the right to execute long work.
    pub(super) async fn slot(&self) -> Result<SemaphorePermit<'_>, Refusal> {
        self.0.workers.slots.acquire().await.map_err(|_| Refusal::internal())
    }

    /// Reserves a write whose work is a job, and waits until it is done; or returns the earlier
    /// answer.
    pub(super) async fn write_by_job(
        &self,
        org: Org,
        write: Write,
        input: String,
    ) -> Result<Answer, Refusal> {
        let id = format!("job_{}", Uuid::new_v4().simple());
        let job = NewJob { id, org, kind: uploads::KIND.to_owned(), input };
        let begun = self.blocking(move |core| {
            core.store_of(&job.org).write(|tx| {
                let now = core.now();
                Ok::<_, Refusal>(match once::reserve(tx, &write, now)? {
                    Some(answer) => StartedJob::Answered(answer),
                    None => StartedJob::Ours(tx.begin_job(&job, now, now.saturating_add(LEASE))?),
                })
            })
        });
        match begun.await? {
            StartedJob::Answered(answer) => Ok(answer),
            StartedJob::Ours(job) => {
                let core = self.clone();
                // It completes even if no client waits.
                let done = tokio::spawn(async move { core.upload(job).await });
                done.await.unwrap_or_else(|error| Err(panicked(&error)))
            }
        }
    }

    /// Executes the waiting jobs of this service and of ended ones.
    pub(crate) fn work(&self) {
        for duty in [WorkerKind::Uploads, WorkerKind::Made] {
            let core = self.clone();
            tokio::spawn(async move {
                let _alone = match duty {
                    // Each kind waits for its own slot.
                    WorkerKind::Uploads => None,
                    WorkerKind::Made => core.0.workers.maker.acquire().await.ok(),
                };
                while !core.is_stopping()
                    && let Some(job) = core.blocking(move |core| take(core, duty)).await
                {
                    match duty {
                        // No client waits for this answer.
                        WorkerKind::Uploads => drop(core.upload(job).await),
                        WorkerKind::Made => core.make(job).await,
                    }
                }
            });
        }
    }

    /// Releases the jobs of an earlier service, if no other instance runs. Blocks.
    pub(crate) fn free_jobs(&self) {
        let freed = self.store().write(|tx| {
            let working = tx.instances(self.now())?;
            let is_alone = working.iter().all(|it| it.id == self.instance());
            if is_alone { tx.free_jobs() } else { Ok(()) }
        });
        if let Err(error) = freed {
            event!(warn, LogMessage::NoJobTaken, %error);
        }
    }

    /// Executes the work of a job while its lease is extended.
    async fn while_leased<T: Send + 'static>(
        &self,
        job: &Job,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, JoinError> {
        let job = job.clone();
        self.while_extended(move |core| extend(core, &job), tokio::spawn(work)).await
    }

    /// Runs `work`, and calls `extend` regularly.
    pub(super) async fn while_extended<T>(
        &self,
        extend: impl Fn(&Self) + Clone + Send + 'static,
        work: impl Future<Output = T>,
    ) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return done,
                () = time::sleep(SAYS_SO_EVERY) => {
                    let extend = extend.clone();
                    self.blocking(move |core| extend(core)).await;
                }
            }
        }
    }

    /// Runs a job whose result is requested later.
    async fn make(&self, job: Job) {
        let work = {
            let (core, job) = (self.clone(), job.clone());
            async move {
                if job.attempt > ATTEMPTS_MAX {
                    event!(error, LogMessage::JobGivenUp, job.id, job.attempt);
                    return Err(JobFailure::Failed(FailureReason::ThreeTimes));
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
            event!(error, LogMessage::JobPanicked, %error);
            Err(JobFailure::Failed(FailureReason::Fault))
        });
        let id = job.id.clone();
        let ended = self.blocking(move |core| match done {
            // Ends the lease of a postponed job.
            Ok(()) | Err(JobFailure::Postponed) => Ok(()),
            Err(JobFailure::Stopped) => {
                core.store_of(&job.org).write(|tx| tx.return_job(&job.id, job.attempt))
            }
            Err(JobFailure::Failed(why)) if job.kind == analyses::KIND => {
                analyses::fail(core, &job, why)
            }
            Err(JobFailure::Failed(why)) => exports::finish(core, &job, Err(why)),
        });
        if let Err(error) = ended.await {
            event!(warn, LogMessage::RefusedJobStays, %error, id);
        }
    }

    async fn upload(&self, job: Job) -> Result<Answer, Refusal> {
        let work = {
            let (core, job) = (self.clone(), job.clone());
            async move {
                let _slot = core.slot().await?;
                if core.is_stopping() {
                    return Ok(None);
                }
                core.blocking(move |core| run(core, &job)).await.map(Some)
            }
        };
        let done = self.while_leased(&job, work).await;
        match done.unwrap_or_else(|error| Err(panicked(&error))) {
            Ok(Some(answer)) => {
                self.index_uploaded(&job.org, &answer);
                // The new version may be analysed now.
                self.work();
                Ok(answer)
            }
            // The next service executes it.
            Ok(None) => {
                let back = move |core: &Self| {
                    core.store_of(&job.org).write(|tx| tx.return_job(&job.id, job.attempt))
                };
                self.blocking(back).await?;
                Err(Refusal::new(ErrorCode::Unavailable, &TechnicalReason::ServiceEnded)
                    .with_remedy(&Advice::SendSame))
            }
            Err(refusal) => {
                self.blocking(move |core| end(core, &job)).await;
                Err(refusal)
            }
        }
    }
}

fn take(core: &Core, duty: WorkerKind) -> Option<Job> {
    let taken = core.store().write(|tx| {
        let now = core.now();
        tx.take_job(duty.kinds(), now, now.saturating_add(LEASE))
    });
    // The job remains stored, and is started later.
    taken.inspect_err(|error| event!(error, LogMessage::NoJobTaken, %error)).ok().flatten()
}

fn run(core: &Core, job: &Job) -> Result<Answer, Refusal> {
    if job.attempt > ATTEMPTS_MAX {
        event!(error, LogMessage::JobGivenUp, job.id, job.attempt);
        return Err(Refusal::internal());
    }
    uploads::run(core, job)
}

fn extend(core: &Core, job: &Job) {
    let extended = core.store_of(&job.org).write(|tx| {
        let now = core.now();
        let is_ours = tx.extend_job(&job.id, job.attempt, now.saturating_add(LEASE))?;
        if is_ours && job.kind == uploads::KIND {
            once::extend(tx, &uploads::parse_write(job)?, now)?;
        }
        Ok::<_, Refusal>(())
    });
    if let Err(error) = extended {
        event!(warn, LogMessage::LeaseNotExtended, %error, job.id);
    }
}

/// Ends a refused job: its write may be sent again.
fn end(core: &Core, job: &Job) {
    let ended = core.store_of(&job.org).write(|tx| {
        if tx.end_job(&job.id, job.attempt)? {
            once::release(tx, &uploads::parse_write(job)?)?;
        }
        Ok::<_, Refusal>(())
    });
    if let Err(error) = ended {
        event!(warn, LogMessage::RefusedJobStays, %error, job.id);
    }
}

fn panicked(error: &JoinError) -> Refusal {
    event!(error, LogMessage::JobPanicked, %error);
    Refusal::internal()
}
