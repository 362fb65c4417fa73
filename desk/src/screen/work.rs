//! Long work of a screen: it shows how far it is, and can be stopped.

use std::sync::Arc;

use tagbridge_texts::{Coded, Message};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::Screen;
use crate::{
    problem::{Problem, Remedy, Step},
    view::{Failure, LongWork, StopWork, WorkProgress},
};

/// The hand of the work itself: it reports its steps, and learns that it is stopped.
#[derive(Clone)]
pub(crate) struct Working {
    work: LongWork,
    tell: Arc<watch::Sender<WorkProgress>>,
    stop: CancellationToken,
}

impl Working {
    fn new(work: LongWork) -> (Self, watch::Receiver<WorkProgress>) {
        let first = WorkProgress { work, step: Step::Begin.message(), done: 0, of: 0 };
        let (tell, told) = watch::channel(first);
        (Self { work, tell: Arc::new(tell), stop: CancellationToken::new() }, told)
    }

    /// Reports a step, with the finished parts of all parts; 0: that is not known.
    pub(crate) fn step(&self, step: impl Into<Message>, done: u32, of: u32) {
        let (work, step) = (self.work, step.into());
        self.tell.send_replace(WorkProgress { work, step, done, of });
    }

    /// Whether its result is not wanted any more.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Ends the work if it is stopped.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.is_stopped() { Err(stopped()) } else { Ok(()) }
    }
}

impl Screen {
    /// Does long work. The same work that this screen did before ends.
    pub(super) async fn work<T>(
        &self,
        work: LongWork,
        act: impl AsyncFnOnce(Working) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let (working, mut told) = Working::new(work);
        let stop = working.stop.clone();
        let before = self.with(|state| {
            state.worked.remove(&work);
            state.working.insert(work, stop.clone())
        });
        if let Some(before) = before {
            before.cancel();
        }
        let mut acting = std::pin::pin!(act(working));
        loop {
            tokio::select! {
                outcome = &mut acting => {
                    if !stop.is_cancelled() {
                        self.with(|state| state.worked.remove(&work));
                    }
                    return outcome;
                }
                () = stop.cancelled() => return Err(stopped()),
                Ok(()) = told.changed() => {
                    let now = told.borrow_and_update().clone();
                    self.with(|state| state.worked.insert(work, now));
                }
            }
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "all commands have one shape")]
    pub(crate) fn stop_work(&self, of: StopWork) -> Result<(), Failure> {
        if let Some(stop) = self.with(|state| state.working.remove(&of.work)) {
            stop.cancel();
        }
        Ok(())
    }
}

fn stopped() -> Failure {
    Failure::new("cancelled", &Problem::WorkStopped, &Remedy::StartAgain)
}
