//! Rate limits of callers, to protect against abuse.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use tagbridge_api::limits::Tier;

/// The length of a window: in any window of this length, a caller has at most the tier's number of
/// requests.
const WINDOW: Duration = Duration::from_mins(1);
/// Maximum number of callers before those without a request in the last window are dropped.
const REMEMBERED: usize = 1024;

/// The times of the requests of each caller, by tier.
#[derive(Debug, Default)]
pub(super) struct Rates {
    used: Mutex<HashMap<Tier, HashMap<String, VecDeque<Instant>>>>,
}

impl Rates {
    /// Counts a request against the number per minute. `Err`: the limit is exceeded; the whole
    /// seconds to wait.
    pub(super) fn check(
        &self,
        tier: Tier,
        caller: &str,
        allowed: u32,
        now: Instant,
    ) -> Result<(), u64> {
        let allowed = allowed.max(1) as usize;
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let callers = used.entry(tier).or_default();
        let is_over = |at: &Instant| now.duration_since(*at) >= WINDOW;
        if callers.len() >= REMEMBERED {
            callers.retain(|_, times| times.back().is_some_and(|last| !is_over(last)));
        }
        if !callers.contains_key(caller) {
            callers.insert(caller.to_owned(), VecDeque::new());
        }
        let Some(times) = callers.get_mut(caller) else {
            return Ok(());
        };
        while times.front().is_some_and(is_over) {
            times.pop_front();
        }
        if times.len() < allowed {
            times.push_back(now);
            return Ok(());
        }
        let gone = times.front().map_or(Duration::ZERO, |oldest| now.duration_since(*oldest));
        let wait = WINDOW.saturating_sub(gone);
        Err(wait.as_secs() + u64::from(wait.subsec_nanos() > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_caller_has_each_tiers_requests_in_any_minute() {
        let rates = Rates::default();
        let start = Instant::now();
        for (tier, allowed) in [(Tier::Standard, 60), (Tier::JobPoll, 12)] {
            for caller in ["a", "b"] {
                // At any rate of requests, no minute has more than the limit.
                let mut let_in = VecDeque::new();
                for half_second in 0..600 {
                    let now = start + Duration::from_millis(500) * half_second;
                    let_in.retain(|at| now - *at < WINDOW);
                    match rates.check(tier, caller, tier.requests_per_minute(), now) {
                        Ok(()) => let_in.push_back(now),
                        Err(wait) => {
                            assert_eq!(let_in.len(), allowed);
                            let free = let_in[0] + WINDOW - now;
                            let wait = Duration::from_secs(wait);
                            assert!(wait >= free && wait < free + Duration::from_secs(1));
                        }
                    }
                    assert!(let_in.len() <= allowed);
                }
                assert!(let_in.len() >= allowed - 1, "and its share is");
            }
        }
    }

    #[test]
    fn who_has_not_asked_for_long_is_forgotten() {
        let rates = Rates::default();
        let start = Instant::now();
        for i in 0..3 * REMEMBERED {
            let now = start + Duration::from_millis(100) * u32::try_from(i).unwrap();
            rates.check(Tier::Poll, &i.to_string(), 600, now).unwrap();
        }
        assert!(rates.used.lock().unwrap()[&Tier::Poll].len() <= REMEMBERED);
    }
}
