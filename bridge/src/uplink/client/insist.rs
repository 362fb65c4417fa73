//! Requests that are made once more when there is no answer.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use futures::{StreamExt, stream::FuturesUnordered};
use tokio::{
    pin,
    time::{Instant, sleep},
};

/// A small request is made once more, beside the first, when there is no answer for four times as long
/// as answers take: for so long at least …
const SOONEST: Duration = Duration::from_secs(1);
/// … and so long at the most. From then on another one follows each time that this has passed.
const LATEST: Duration = Duration::from_secs(3);

/// How long answers take.
#[derive(Debug, Default)]
pub(super) struct Pace(Mutex<Duration>);

impl Pace {
    /// Tries again and again beside each other; the first outcome counts. Each attempt begins at its
    /// `turn`: the time that it waits for that is no time without an answer.
    pub(super) async fn insistently<T: Future<Output = ()>, F: Future>(
        &self,
        turn: impl Fn() -> T,
        attempt: impl Fn() -> F,
    ) -> F::Output {
        let timed = || async {
            let began = Instant::now();
            (attempt().await, began.elapsed())
        };
        let turn_after = |pause: Option<Duration>| {
            let turn = &turn;
            async move {
                if let Some(pause) = pause {
                    sleep(pause).await;
                }
                turn().await;
            }
        };
        let mut attempts = FuturesUnordered::new();
        let next = turn_after(None);
        pin!(next);
        let mut patience = self.patience();
        loop {
            tokio::select! {
                Some((outcome, took)) = attempts.next() => {
                    self.note(took);
                    return outcome;
                }
                () = &mut next => {
                    attempts.push(timed());
                    next.set(turn_after(Some(patience)));
                    patience = LATEST;
                }
            }
        }
    }

    fn patience(&self) -> Duration {
        let usual = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (usual * 4).clamp(SOONEST, LATEST)
    }

    /// One slow answer is enough to wait longer; it takes many quick ones to wait less again.
    fn note(&self, took: Duration) {
        let mut usual = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *usual = took.max((*usual * 7 + took) / 8);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// When each attempt began, in milliseconds, where only the one of this number is answered, after
    /// so long.
    async fn attempts(pace: &Pace, answered: usize, after_ms: u64) -> Vec<u128> {
        attempts_at(pace, answered, after_ms, 0).await
    }

    /// The same, where a turn comes after so long.
    async fn attempts_at(pace: &Pace, answered: usize, after_ms: u64, turn_ms: u64) -> Vec<u128> {
        let turn = || async move {
            if turn_ms > 0 {
                sleep(Duration::from_millis(turn_ms)).await;
            }
        };
        let (began, made) = (Instant::now(), Cell::new(0));
        let times = std::cell::RefCell::new(Vec::new());
        pace.insistently(turn, || {
            times.borrow_mut().push(began.elapsed().as_millis());
            made.set(made.get() + 1);
            let is_answered = made.get() == answered;
            async move {
                if !is_answered {
                    std::future::pending::<()>().await;
                }
                sleep(Duration::from_millis(after_ms)).await;
            }
        })
        .await;
        times.into_inner()
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_not_answered_is_asked_again_after_a_second_and_then_every_three() {
        let pace = Pace::default();
        assert_eq!(attempts(&pace, 1, 900).await, [0]);
        let pace = Pace::default();
        assert_eq!(attempts(&pace, 4, 10).await, [0, 1000, 4000, 7000]);
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_for_a_turn_is_not_waiting_for_an_answer() {
        let pace = Pace::default();
        assert_eq!(attempts_at(&pace, 1, 900, 120_000).await, [120_000]);
        let pace = Pace::default();
        assert_eq!(attempts_at(&pace, 2, 10, 60_000).await, [60_000, 121_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_service_that_takes_its_time_is_not_asked_twice() {
        let pace = Pace::default();
        assert_eq!(attempts(&pace, 1, 700).await, [0]);
        // Its usual time tells that nothing is amiss.
        assert_eq!(attempts(&pace, 1, 2000).await, [0]);
        assert_eq!(attempts(&pace, 2, 10).await, [0, 3000]);
        // Quick answers bring the patience back to a second.
        for _ in 0..40 {
            assert_eq!(attempts(&pace, 1, 20).await, [0]);
        }
        assert_eq!(attempts(&pace, 2, 10).await, [0, 1000]);
    }
}
