//! Decides whether the clock can be trusted for the age of data.
//!
//! If the clock jumps ahead, because the date of the computer or a time server is wrong, all data
//! seems to be expired, and deleted data cannot be restored. So the clock is compared with its last
//! reading and the running time of the service since; a file in the data folder keeps both across
//! restarts. If the clock is ahead by more than the usual time that a service is off, no data
//! expires until the clock is corrected, or until the service has run for a week: then it was off
//! for long, and the clock is right.

use std::{
    fs, mem,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use tagbridge_api::Timestamp;

use super::Core;
use crate::{
    Options,
    log_message::{LogMessage, event},
};

/// In the data folder: the last time of the clock, in milliseconds since 1970; and, if it is not
/// trusted, how long the service must still run, in milliseconds.
const FILE: &str = "age-clock";
/// Maximum usual time that a service is off: a long weekend.
const OFF: Duration = Duration::from_hours(4 * 24);
/// After running for this time with a clock that is ahead, the clock is trusted.
const BELIEVED_AFTER: Duration = Duration::from_hours(7 * 24);

/// The check of the clock; see the module.
#[derive(Debug)]
pub(super) struct ClockCheck {
    path: PathBuf,
    begun: Instant,
    last: Mutex<LastCheck>,
}

/// The last check of the clock.
#[derive(Debug)]
struct LastCheck {
    /// The running time of the service at the check.
    ran: Duration,
    /// `None`: the file is not read yet.
    seen: Option<ClockState>,
    is_doubted: bool,
}

/// The last reading of the clock, and whether it is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ClockState {
    clock: Timestamp,
    /// The remaining running time until the clock is trusted; `None`: it is trusted.
    left: Option<Duration>,
}

impl ClockState {
    /// Returns the state after the next check, after this running time; and whether data may expire
    /// by this clock. A clock that is behind deletes less data than a correct one.
    fn look(self, now: Timestamp, ran: Duration) -> (Self, bool) {
        let expected = self.clock.saturating_add(ran);
        let left = self.left.map_or(BELIEVED_AFTER, |left| left.saturating_sub(ran));
        let is_near = now <= expected.saturating_add(OFF) && expected <= now.saturating_add(OFF);
        if is_near || left.is_zero() {
            (Self { clock: now, left: None }, true)
        } else {
            (Self { clock: expected, left: Some(left) }, now <= expected)
        }
    }

    fn of_text(text: &str) -> Option<Self> {
        let mut numbers = text.split_whitespace();
        let clock = numbers.next()?.parse().ok().and_then(Timestamp::from_millis)?;
        let left =
            numbers.next().map(str::parse::<u64>).transpose().ok()?.map(Duration::from_millis);
        Some(Self { clock, left })
    }

    fn text(self) -> String {
        let left = self.left.map(|left| format!(" {}", left.as_millis())).unwrap_or_default();
        format!("{}{left}\n", self.clock.as_millis())
    }
}

impl ClockCheck {
    /// Creates the check with the file in this folder.
    pub(super) fn of(folder: &Path, options: &Options) -> Self {
        let begun = Instant::now();
        let last = LastCheck { ran: monotonic_time(options, begun), seen: None, is_doubted: false };
        Self { path: folder.join(FILE), begun, last: Mutex::new(last) }
    }

    /// Returns `now` if data may expire by it. Blocks.
    fn look(&self, now: Timestamp, ran: Duration) -> Option<Timestamp> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let ran = ran.saturating_sub(mem::replace(&mut last.ran, ran));
        let (seen, is_believed) = match last.seen.or_else(|| self.read()) {
            Some(before) => before.look(now, ran),
            None => (ClockState { clock: now, left: None }, true),
        };
        last.seen = Some(seen);
        if last.is_doubted == is_believed {
            last.is_doubted = !is_believed;
            if is_believed {
                event!(info, LogMessage::AgesKnown, clock = %now);
            } else {
                event!(warn, LogMessage::AgesNotKnown, clock = %now, expected = %seen.clock);
            }
        }
        if let Err(error) = tagbridge_system::write_private(&self.path, seen.text().as_bytes()) {
            event!(warn, LogMessage::AgesNotKept, path = %self.path.display(), %error);
        }
        is_believed.then_some(now)
    }

    /// Returns the stored state; `None` if it is unknown.
    fn read(&self) -> Option<ClockState> {
        ClockState::of_text(&fs::read_to_string(&self.path).ok()?)
    }
}

impl Core {
    /// The time for the expiry of data; `None` if the clock is not trusted, and no data expires.
    /// Blocks.
    pub(super) fn now_for_ages(&self) -> Option<Timestamp> {
        let ages = &self.0.ages;
        ages.look(self.now(), monotonic_time(self.options(), ages.begun))
    }
}

/// Running time by the monotonic clock. The clock of a test is monotonic.
fn monotonic_time(options: &Options, begun: Instant) -> Duration {
    match &options.clock {
        Some(clock) => {
            Duration::from_millis(u64::try_from(clock().as_millis()).unwrap_or_default())
        }
        None => begun.elapsed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEEK: u64 = 7 * 24;
    const YEAR: u64 = 365 * 24;

    fn at(hours: u64) -> Timestamp {
        Timestamp::from_millis((hours * 3_600_000).cast_signed()).expect("a time")
    }

    /// Checks the clock several times, each after a restart: the hours that the service ran since
    /// the last check, the clock in hours, and whether it is trusted.
    fn check(looks: &[(u64, u64, bool)]) {
        let folder = tempfile::tempdir().expect("a folder");
        for (no, (ran, clock, is_believed)) in looks.iter().enumerate() {
            let ages = ClockCheck::of(folder.path(), &Options::default());
            ages.last.lock().expect("nobody panicked").ran = Duration::ZERO;
            let believed = ages.look(at(*clock), Duration::from_hours(*ran));
            assert_eq!(believed, is_believed.then(|| at(*clock)), "look {no} of {looks:?}");
        }
    }

    #[test]
    fn a_clock_that_goes_with_what_ran_is_believed() {
        check(&[(0, YEAR, true), (6, YEAR + 6, true), (6, YEAR + 12, true)]);
        // Off for a weekend, and a clock that is changed by an hour.
        check(&[
            (0, YEAR, true),
            (0, YEAR + 90, true),
            (6, YEAR + 97, true),
            (6, YEAR + 102, true),
        ]);
    }

    #[test]
    fn one_that_jumped_ahead_is_not_until_it_is_set_back_or_the_service_ran_for_a_week() {
        let ahead = 11 * YEAR;
        check(&[(0, YEAR, true), (6, ahead, false), (6, ahead + 6, false), (6, YEAR + 18, true)]);
        let at_the_end = (68, ahead + WEEK, true);
        check(&[(0, YEAR, true), (0, ahead, false), (100, ahead + 100, false), at_the_end]);
        // A restart does not make the clock more trustworthy.
        check(&[(0, YEAR, true), (0, ahead, false), (0, ahead + 1, false), (0, ahead + 2, false)]);
    }

    #[test]
    fn one_that_is_behind_makes_nothing_old_and_counts_as_set_when_it_is_right_again() {
        check(&[(0, 20 * YEAR, true), (6, 1, true), (6, 20 * YEAR + 12, true)]);
        check(&[(0, 20 * YEAR, true), (6, 1, true), (6, 40 * YEAR, false)]);
    }

    #[test]
    fn what_is_no_such_file_is_as_none() {
        for text in ["", "x", "1 x", "99999999999999999999"] {
            assert_eq!(ClockState::of_text(text), None, "{text}");
        }
        for left in [None, Some(Duration::from_hours(1))] {
            let seen = ClockState { clock: at(YEAR), left };
            assert_eq!(ClockState::of_text(&seen.text()), Some(seen));
        }
    }
}
