//! Long work: it reports its steps, and can be stopped.

use std::sync::Arc;

use tagbridge_texts::{Coded, Message};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    problem::{Problem, Remedy, Step},
    view::{Failure, LongWork, WorkProgress},
};

/// The access of the work to its screen.
#[derive(Clone)]
pub(crate) struct WorkHandle {
    work: LongWork,
    tell: Arc<watch::Sender<WorkProgress>>,
    pub(crate) stop: CancellationToken,
}

impl WorkHandle {
    pub(crate) fn new(work: LongWork) -> (Self, watch::Receiver<WorkProgress>) {
        let first = WorkProgress { work, step: Step::Begin.message(), done: 0, of: 0 };
        let (tell, told) = watch::channel(first);
        (Self { work, tell: Arc::new(tell), stop: CancellationToken::new() }, told)
    }

    /// Reports a step, with the finished parts of all parts; 0: that is not known.
    pub(crate) fn step(&self, step: impl Into<Message>, done: u32, of: u32) {
        let (work, step) = (self.work, step.into());
        self.tell.send_replace(WorkProgress { work, step, done, of });
    }

    /// Whether it is stopped: its result is no longer wanted.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Ends the work if it is stopped.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.is_stopped() { Err(stopped()) } else { Ok(()) }
    }
}

/// The failure of stopped work.
pub(crate) fn stopped() -> Failure {
    Failure::new("cancelled", &Problem::WorkStopped, &Remedy::StartAgain)
}
