//! Pauses between retries.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::StdRng};

/// The first pause after a failure. Each further failure doubles it, up to [`MAX`].
pub(crate) const MIN: Duration = Duration::from_secs(1);
/// The longest pause.
pub(crate) const MAX: Duration = Duration::from_secs(30);

/// Exponential back-off: pauses of 1 s, 2 s, 4 s … up to 30 s. Random jitter of up to a quarter is
/// added, so that connections that failed at the same time do not retry at the same time.
#[derive(Debug)]
pub(crate) struct Backoff {
    random: StdRng,
}

impl Backoff {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: StdRng::seed_from_u64(seed) }
    }

    /// Returns the pause after this number of consecutive failures, which starts at 1.
    pub(crate) fn after(&mut self, failures: u32) -> Duration {
        let jitter = self.random.random_range(1.0..=1.25);
        let doubled = MIN * 2_u32.pow(failures.saturating_sub(1).min(10));
        doubled.min(MAX.mul_f64(0.8)).mul_f64(jitter)
    }

    /// Returns a random pause between three quarters of `most` and `most`.
    pub(crate) fn below(&mut self, most: Duration) -> Duration {
        most.mul_f64(self.random.random_range(0.75..=1.0))
    }

    /// Returns a random pause between zero and `most`.
    pub(crate) fn up_to(&mut self, most: Duration) -> Duration {
        most.mul_f64(self.random.random_range(0.0..=1.0))
    }
}
