//! The age of values by this service's clock, and how long they count as live.
//!
//! A push contains the age of its newest scan, by the bridge's monotonic clock. The transmission
//! time of the push is its arrival minus its sending time, minus the lower bound of the clock
//! difference. So a push that was delayed by a minute does not contain current values, and no clock
//! has to be right. Without these fields the age is unknown, and unknown values are not live.

use std::time::Duration;

use tagbridge_api::{Timestamp, hmi::push::Push, limits};
use tagbridge_store::{NewestSnapshot, Session, Stream};

/// The arrival time of a push minus its sending time, in milliseconds, each by its own clock.
pub(super) fn arrived_later_ms(push: &Push, now: Timestamp) -> Option<i64> {
    Some(now.as_millis().saturating_sub(push.sent_at?.as_millis()))
}

/// How much this service's clock is ahead of the bridge's, in milliseconds.
pub(super) fn skew_ms(push: &Push, now: Timestamp) -> Option<i64> {
    let later = arrived_later_ms(push, now)?;
    // A larger difference means that a clock was changed since.
    Some(push.skew_least_ms.filter(|least| *least <= later).unwrap_or(later))
}

/// Stores the age of the stream's newest snapshot, if the push contains it.
pub(super) fn renew(head: &mut NewestSnapshot, push: &Push, now: Timestamp) {
    let Some(true_at) = true_at(head, push, now) else { return };
    // A push that was overtaken by a newer one does not reduce the time, but a changed clock does.
    let known = head.true_at.filter(|known| *known <= now);
    head.true_at = Some(known.map_or(true_at, |known| known.max(true_at)));
}

/// A lower bound for the scan time of the stream's newest snapshot, by this service's clock.
fn true_at(head: &NewestSnapshot, push: &Push, now: Timestamp) -> Option<Timestamp> {
    let newest = push.newest.filter(|newest| newest.sequence <= head.sequence)?;
    let on_the_way = arrived_later_ms(push, now)?.checked_sub(push.skew_least_ms?)?;
    let on_the_way = u64::try_from(on_the_way).ok()?;
    let age = Duration::from_millis(newest.age_ms.saturating_add(on_the_way));
    Some(now.saturating_sub(age))
}

/// Whether the session's values count as live.
pub(super) fn is_live(session: &Session, now: Timestamp) -> bool {
    let true_at = session.stream.head.as_ref().and_then(|head| head.true_at);
    !session.ended && true_at.is_some_and(|at| at <= now && is_recent(&session.stream, at, now))
}

/// Whether a device streams the project, with current or old values.
pub(super) fn is_heard_of(session: &Session, now: Timestamp) -> bool {
    !session.ended && is_recent(&session.stream, session.stream.last_push_at, now)
}

/// Whether a time was within the allowed silence. If the clock was set back, the session is not
/// live, instead of being live for too long.
pub(super) fn is_recent(stream: &Stream, at: Timestamp, now: Timestamp) -> bool {
    u128::from(now.as_millis().abs_diff(at.as_millis())) <= patience(stream).as_millis()
}

/// The allowed silence of a session: three of its intervals, but at least 10 s.
pub(super) fn patience(stream: &Stream) -> Duration {
    let interval = Duration::from_millis(stream.interval_ms.unwrap_or(0).unsigned_abs());
    interval.saturating_mul(limits::LIVE_INTERVALS).max(limits::LIVE_AT_LEAST)
}

#[cfg(test)]
mod tests {
    use tagbridge_api::hmi::{Controller, push::Newest};

    use super::*;

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_millis(ms).unwrap()
    }

    fn head(sequence: u64, true_at: Option<i64>) -> NewestSnapshot {
        let (timestamp, controller) = (at(0), Controller::default());
        NewestSnapshot { sequence, timestamp, controller, true_at: true_at.map(at) }
    }

    /// A push that is sent at 1,000,000 by a clock that is 500 s behind, with snapshot 7 of the
    /// given `age`.
    fn push(least: Option<i64>, age: Option<u64>) -> Push {
        let push: Push =
            serde_json::from_str(include_str!("../../../api/golden/push.json")).unwrap();
        let newest = age.map(|age_ms| Newest { sequence: 7, age_ms });
        Push { sent_at: Some(at(1_000_000)), skew_least_ms: least, newest, ..push }
    }

    fn check(known: NewestSnapshot, push: &Push, now: i64, true_at: Option<i64>) {
        let mut known = known;
        renew(&mut known, push, at(now));
        assert_eq!(known.true_at, true_at.map(at), "{push:?} at {now}");
    }

    #[test]
    fn the_age_counts_from_the_scan_whatever_the_clocks_say() {
        let sent = push(Some(499_990), Some(300));
        check(head(7, None), &sent, 1_500_000, Some(1_499_690));
        check(head(9, None), &sent, 1_500_000, Some(1_499_690));
        check(head(7, None), &sent, 1_560_000, Some(1_499_690));
        check(head(6, None), &sent, 1_500_000, None);
        check(head(7, Some(1_499_900)), &sent, 1_500_000, Some(1_499_900));
        check(head(7, Some(9_000_000)), &sent, 1_500_000, Some(1_499_690));
    }

    #[test]
    fn what_is_not_told_is_not_young() {
        check(head(7, None), &push(None, Some(0)), 1_500_000, None);
        check(head(7, None), &push(Some(0), None), 1_500_000, None);
        // A clock was changed: the push seems to arrive before it was sent.
        check(head(7, None), &push(Some(500_001), Some(0)), 1_500_000, None);
        check(head(7, None), &push(Some(i64::MIN), Some(u64::MAX)), 1_500_000, None);
        let untimed = Push { sent_at: None, ..push(Some(0), Some(0)) };
        check(head(7, None), &untimed, 1_500_000, None);
        assert_eq!(skew_ms(&push(Some(499_990), None), at(1_500_000)), Some(499_990));
        assert_eq!(skew_ms(&push(Some(7_200_000), None), at(1_500_000)), Some(500_000));
    }
}
