//! The rate limit of all requests with one key. Pure: time is passed in.

use std::time::{Duration, Instant};

use tagbridge_api::limits::Tier;

/// Number of requests that may follow each other without a pause after a period without requests.
const BURST: u32 = 10;

/// Spaces requests so that a key stays within the limit of the poll tier, and delays all requests
/// if the service asks for it.
#[derive(Debug)]
pub(crate) struct RequestPacer {
    /// When the next request would be due if all requests were evenly spaced.
    due: Instant,
    held_until: Instant,
}

impl RequestPacer {
    pub(super) fn new(now: Instant) -> Self {
        Self { due: now, held_until: now }
    }

    /// Returns the time between two requests. It leaves a tenth of the rate limit to other programs
    /// and to bursts.
    pub(crate) fn request_interval() -> Duration {
        Duration::from_mins(1) * 10 / (Tier::Poll.requests_per_minute() * 9)
    }

    /// Reserves a place for one request, and returns when the request may be sent.
    pub(super) fn reserve(&mut self, now: Instant) -> Instant {
        let burst = Self::request_interval() * (BURST - 1);
        let rested = now.checked_sub(burst).unwrap_or(now);
        // Delayed requests are spaced, too.
        let turn = self.due.max(rested).max(self.held_until);
        self.due = turn + Self::request_interval();
        now.max(turn)
    }

    /// Delays all requests until this moment.
    pub(super) fn hold(&mut self, until: Instant) {
        self.held_until = self.held_until.max(until);
    }

    pub(super) fn held_until(&self) -> Instant {
        self.held_until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_never_holds_more_than_the_tier() {
        let start = Instant::now() + Duration::from_hours(1);
        let mut gate = RequestPacer::new(start);
        let mut last = start;
        let mut sent = 0;
        while last < start + Duration::from_mins(1) {
            last = gate.reserve(last);
            sent += 1;
        }
        assert!((500..=600).contains(&sent), "{sent}");
        // After a period without requests one burst is allowed.
        let rested = last + Duration::from_mins(5);
        let at_once = (0..100).filter(|_| gate.reserve(rested) == rested).count();
        assert_eq!(at_once, BURST as usize);
    }

    #[test]
    fn a_hold_holds_everything() {
        let now = Instant::now();
        let mut gate = RequestPacer::new(now);
        gate.hold(now + Duration::from_secs(7));
        gate.hold(now + Duration::from_secs(3));
        assert_eq!(gate.reserve(now), now + Duration::from_secs(7));
    }

    #[test]
    fn a_hold_does_not_end_in_a_burst() {
        let made = Instant::now();
        let mut gate = RequestPacer::new(made);
        let now = made + Duration::from_mins(5);
        let end = now + Duration::from_mins(2);
        gate.hold(end);
        for place in 0..100 {
            assert_eq!(gate.reserve(now), end + RequestPacer::request_interval() * place);
        }
        let later = end + Duration::from_mins(1);
        let at_once = (0..100).filter(|_| gate.reserve(later) == later).count();
        assert_eq!(at_once, BURST as usize, "after a rest it is as it was");
    }
}
