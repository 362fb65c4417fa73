//! When to push next. Pure: time is passed in.

use std::time::{Duration, Instant};

use super::UplinkError;
use crate::{backoff::Backoff, status::ServiceTrouble};

/// How long to wait before the next attempt when only a person can change anything.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waits {
    /// Another device streams the project.
    pub(crate) conflict: Duration,
    /// The key, the project or the service is not the right one.
    pub(crate) refused: Duration,
    /// The longest time from one attempt to the next in a fault that passes.
    pub(crate) passing: Duration,
}

impl Default for Waits {
    fn default() -> Self {
        Self {
            // Nothing is asked of it but whether the other one is still there.
            conflict: Duration::from_secs(3),
            refused: Duration::from_secs(15),
            // A third of what a service that is well is asked.
            passing: Duration::from_secs(3),
        }
    }
}

/// So many attempts in a row that come to nothing follow each other no faster than pushes do when all is
/// well; then it takes longer.
const AT_FIRST: u32 = 4;
/// No attempt follows a failed one sooner.
const LEAST: Duration = Duration::from_millis(20);
/// The pause after a fault of this machine's own.
const HERE: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Rhythm {
    interval: Duration,
    waits: Waits,
    backoff: Backoff,
    failures: u32,
    next: Instant,
}

impl Rhythm {
    pub(super) fn new(interval: Duration, waits: Waits, seed: u64, now: Instant) -> Self {
        Self { interval, waits, backoff: Backoff::new(seed), failures: 0, next: now }
    }

    /// When to push next.
    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// A push that began at `began` got through; with more to send, the next follows at once.
    pub(super) fn succeeded(&mut self, began: Instant, more: bool, now: Instant) {
        self.failures = 0;
        self.next = if more { now } else { now.max(began + self.interval) };
    }

    /// A push has to be made again in another form, at once.
    pub(super) fn again(&mut self, now: Instant) {
        self.next = now;
    }

    /// A push failed; when to try again.
    ///
    /// A pause counts from the beginning of the attempt that failed: what takes long to fail was
    /// left alone meanwhile.
    pub(super) fn failed(&mut self, error: &UplinkError, began: Instant, now: Instant) -> Instant {
        self.failures = self.failures.saturating_add(1);
        let pause = self.backoff.after(self.failures);
        let wait = match error.trouble() {
            ServiceTrouble::Conflict => self.waits.conflict,
            ServiceTrouble::Unauthorized | ServiceTrouble::Forbidden => self.waits.refused,
            ServiceTrouble::Throttled => pause,
            _ => {
                let doubled = self.failures.saturating_sub(AT_FIRST).max(1);
                self.backoff.after(doubled).min(self.waits.passing)
            }
        };
        self.next = match error.wait().filter(|it| !it.is_zero()) {
            // What the service asks for stands, shorter or longer.
            Some(asked) => now + asked,
            None => (began + wait).max(now + LEAST),
        };
        self.next
    }

    /// Something failed on this machine, which nobody needs to be spared: it goes on soon after
    /// there is room on the disk again.
    pub(super) fn failed_here(&mut self, now: Instant) -> Instant {
        self.next = now + HERE.min(self.waits.passing);
        self.next
    }
}

#[cfg(test)]
mod tests {
    use tagbridge_api::{Error, ErrorCode};

    use super::*;

    fn refusal(code: ErrorCode, wait: Option<Duration>) -> UplinkError {
        UplinkError::refusal("http://x", code.status(), Error::new(code, ""), wait)
    }

    #[test]
    fn waits_fit_the_trouble() {
        let now = Instant::now();
        let second = Duration::from_secs(1);
        let mut it = Rhythm::new(second, Waits::default(), 1, now);
        for (code, wait, least, most) in [
            (ErrorCode::Internal, None, 1.0, 1.25),
            (ErrorCode::RateLimited, Some(7 * second), 7.0, 7.0),
            (ErrorCode::Unavailable, Some(90 * second), 90.0, 90.0),
            (ErrorCode::SessionConflict, None, 3.0, 3.0),
            (ErrorCode::Unauthorized, None, 15.0, 15.0),
            (ErrorCode::NotFound, None, 15.0, 15.0),
            (ErrorCode::Internal, None, 3.0, 3.0),
            (ErrorCode::RateLimited, Some(Duration::ZERO), 24.0, 30.0),
            (ErrorCode::RateLimited, None, 24.0, 30.0),
        ] {
            let pause = it.failed(&refusal(code, wait), now, now) - now;
            assert!((least..=most).contains(&pause.as_secs_f64()), "{code:?}: {pause:?}");
        }
        let internal = refusal(ErrorCode::Internal, None);
        let next = it.failed(&internal, now, now + 2 * second);
        assert_eq!(next - now, 3 * second, "from the beginning of the attempt");
        let next = it.failed(&internal, now, now + 30 * second);
        assert_eq!(next - now, 30 * second + LEAST);
        assert_eq!(it.failed_here(now) - now, HERE, "whatever failed before");
        it.succeeded(now, false, now + second / 2);
        assert_eq!(it.next(), now + second);
        it.succeeded(now, false, now + 5 * second);
        assert_eq!(it.next(), now + 5 * second, "no burst after a slow push");
        it.succeeded(now, true, now + second / 2);
        assert_eq!(it.next(), now + second / 2, "a backlog is drained at once");
    }
}
