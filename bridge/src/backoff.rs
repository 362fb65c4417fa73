//! How long to leave alone what failed.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::StdRng};

/// The first pause after a failure …
pub(crate) const MIN: Duration = Duration::from_secs(1);
/// … which doubles with each further one, up to this.
pub(crate) const MAX: Duration = Duration::from_secs(30);

/// Pauses of 1 s, 2 s, 4 s … up to 30 s, each with up to a quarter more at random, so that what
/// failed together does not come back together.
#[derive(Debug)]
pub(crate) struct Backoff {
    random: StdRng,
}

impl Backoff {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: StdRng::seed_from_u64(seed) }
    }

    /// The pause after so many failures in a row, from 1.
    pub(crate) fn after(&mut self, failures: u32) -> Duration {
        let jitter = self.random.random_range(1.0..=1.25);
        let doubled = MIN * 2_u32.pow(failures.saturating_sub(1).min(10));
        doubled.min(MAX.mul_f64(0.8)).mul_f64(jitter)
    }

    /// A pause of at most this, and at least three quarters of it.
    pub(crate) fn below(&mut self, most: Duration) -> Duration {
        most.mul_f64(self.random.random_range(0.75..=1.0))
    }

    /// A pause from nothing to this.
    pub(crate) fn up_to(&mut self, most: Duration) -> Duration {
        most.mul_f64(self.random.random_range(0.0..=1.0))
    }
}
