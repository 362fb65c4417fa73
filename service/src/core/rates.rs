//! How often a key may call: abuse protection, not a billing gate.

use std::num::NonZeroU32;

use governor::{
    DefaultKeyedRateLimiter, Quota,
    clock::{Clock, DefaultClock},
};
use tagbridge_api::limits::Tier;

type Limiter = DefaultKeyedRateLimiter<String>;

/// What each key has used of each tier. A minute's worth may come at once; then it refills evenly.
#[derive(Debug)]
pub(crate) struct Rates {
    standard: Limiter,
    poll: Limiter,
    job_poll: Limiter,
}

impl Rates {
    pub(crate) fn new(per_minute: fn(Tier) -> u32) -> Self {
        let limiter = |tier| {
            let burst = NonZeroU32::new(per_minute(tier)).unwrap_or(NonZeroU32::MIN);
            Limiter::dashmap(Quota::per_minute(burst))
        };
        Self {
            standard: limiter(Tier::Standard),
            poll: limiter(Tier::Poll),
            job_poll: limiter(Tier::JobPoll),
        }
    }

    /// Counts a request. `Err`: it is one too many; the whole seconds to wait.
    pub(super) fn check(&self, tier: Tier, key_id: &str) -> Result<(), u64> {
        let limiter = match tier {
            Tier::Standard => &self.standard,
            Tier::Poll => &self.poll,
            Tier::JobPoll => &self.job_poll,
        };
        limiter.check_key(&key_id.to_owned()).map_err(|refused| {
            let wait = refused.wait_time_from(DefaultClock::default().now());
            wait.as_secs() + 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_each_tiers_requests() {
        let rates = Rates::new(Tier::requests_per_minute);
        for (tier, allowed, wait) in [(Tier::Standard, 60, 1), (Tier::JobPoll, 12, 5)] {
            for key in ["a", "b"] {
                for _ in 0..allowed {
                    assert_eq!(rates.check(tier, key), Ok(()));
                }
                assert_eq!(rates.check(tier, key), Err(wait), "{tier:?}");
            }
        }
    }
}
