//! Long work of a screen: it shows how far it is, and can be stopped.

use super::Screen;
use crate::{
    view::{Failure, LongWork, StopWork},
    work::{WorkHandle, stopped},
};

impl Screen {
    /// Does long work. The same work that this screen did before ends.
    pub(super) async fn work<T>(
        &self,
        work: LongWork,
        act: impl AsyncFnOnce(WorkHandle) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let (working, mut told) = WorkHandle::new(work);
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
