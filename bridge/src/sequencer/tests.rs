use std::time::{Duration, Instant};

use proptest::prelude::*;
use tagbridge_driver::Device;

use super::{Event, KEEP_ALIVE, LOGIN_PAUSE, LOOK, Pace, Sequencer, Step};
use crate::backoff::{MAX as BACKOFF_MAX, MIN as BACKOFF_MIN};

const SECOND: Duration = Duration::from_secs(1);

fn pace() -> Pace {
    Pace { interval: SECOND, max_requests_per_second: None, accept_replaced: false }
}

fn device(serial: &str) -> Device {
    Device { vendor: "Acme".into(), product: "PLC-1".into(), serial: serial.into() }
}

fn millis(number: u64) -> Duration {
    Duration::from_millis(number)
}

/// A sequencer that is connected at the returned moment.
fn connected(pace: Pace) -> (Sequencer, Instant) {
    let now = Instant::now();
    let mut it = Sequencer::new(pace, false, 1, now);
    assert_eq!(it.poll(now), Step::Connect { attempt: 1 });
    it.handle(Event::Connected(device("1")), now);
    (it, now)
}

/// Scans at the given milliseconds, which end at once; a poll at other moments waits.
fn check_grid(polls: &[(u64, bool)], missed: u64) {
    let (mut it, start) = connected(pace());
    for &(at, scans) in polls {
        let now = start + millis(at);
        let step = it.poll(now);
        assert_eq!(step == Step::Scan, scans, "at {at} ms: {step:?}");
        if scans {
            it.handle(Event::ScanDone { round_trips: 1 }, now);
        }
    }
    assert_eq!(it.missed(), missed);
}

#[test]
fn scans_keep_to_the_grid_and_never_catch_up() {
    check_grid(&[(0, true), (999, false), (1000, true), (1001, false)], 0);
    // A small delay does not move the grid.
    check_grid(&[(0, true), (1100, true), (1999, false), (2000, true)], 0);
    // An overrun skips the missed slots 1 and 2.
    check_grid(&[(0, true), (2600, false), (3000, true), (4000, true)], 2);
    // After hours of sleep there is one scan at the next slot, not thousands.
    check_grid(&[(0, true), (7_200_400, false), (7_201_000, true), (7_201_001, false)], 7200);
}

#[test]
fn where_nobody_is_a_new_attempt_follows_every_few_seconds() {
    let mut now = Instant::now();
    let mut it = Sequencer::new(pace(), false, 7, now);
    // Each attempt fails after 2 s, because packets are dropped, or at once, because no program listens.
    for attempt in 1..=20 {
        assert_eq!(it.poll(now), Step::Connect { attempt });
        let failed = now + if attempt % 2 == 0 { 2 * SECOND } else { Duration::ZERO };
        it.handle(Event::NotReached, failed);
        let Step::Wait { until } = it.poll(failed) else { panic!("at once") };
        let least = if attempt <= 8 { SECOND / 2 } else { 3 * SECOND };
        assert!((least..=3 * SECOND).contains(&(until - now)), "{:?}", until - now);
        now = until;
    }
    // Then a device responds and fails: the pause is short, not half a minute.
    assert_eq!(it.poll(now), Step::Connect { attempt: 21 });
    it.handle(Event::ConnectFailed, now);
    let Step::Wait { until } = it.poll(now) else { panic!("at once") };
    assert!(until - now <= BACKOFF_MIN.mul_f64(1.25), "{:?}", until - now);
}

/// A cable is cut behind a relay or gateway that still accepts connections. Returns when the
/// controller is read again after the cable was mended after `cut`.
fn read_after_cut(seed: u64, cut: Duration, half_answered: bool) -> Duration {
    let start = Instant::now();
    let mut it = Sequencer::new(pace(), false, seed, start);
    it.poll(start);
    it.handle(Event::Connected(device("1")), start);
    assert_eq!(it.poll(start), Step::Scan);
    let mut now = start + SECOND;
    it.handle(Event::LinkLost, now);
    let mut failed = !half_answered;
    loop {
        match it.poll(now) {
            Step::Wait { until } => now = until,
            Step::Connect { .. } if now >= start + cut => {
                it.handle(Event::Connected(device("1")), now);
            }
            Step::Connect { .. } => {
                now += SECOND;
                // The cut may happen in the middle of a response.
                it.handle(if failed { Event::NotAnswered } else { Event::ConnectFailed }, now);
                failed = true;
            }
            Step::Scan => return now - start,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn who_accepts_and_says_nothing_is_asked_every_few_seconds_however_long_that_lasts() {
    for seed in 0..300 {
        let cut = Duration::from_millis(5000 + seed * 211);
        for half_answered in [false, true] {
            let late = read_after_cut(seed, cut, half_answered).saturating_sub(cut);
            assert!(late <= 4 * SECOND, "seed {seed}: {late:?} after a cut of {cut:?}");
        }
    }
}

#[test]
fn pauses_double_up_to_the_limit_and_only_a_scan_resets_them() {
    let mut now = Instant::now();
    let mut it = Sequencer::new(pace(), false, 7, now);
    let mut expected = BACKOFF_MIN;
    for attempt in 1..=10 {
        assert_eq!(it.poll(now), Step::Connect { attempt });
        // Every second attempt connects, and the connection is lost at once: that is no success.
        if attempt % 2 == 0 {
            it.handle(Event::Connected(device("1")), now);
            it.handle(Event::LinkLost, now);
        } else {
            it.handle(Event::ConnectFailed, now);
        }
        let Step::Wait { until } = it.poll(now) else {
            panic!("waits after a failure");
        };
        let pause = until - now;
        assert!(pause >= expected.min(BACKOFF_MAX.mul_f64(0.8)), "attempt {attempt}: {pause:?}");
        assert!(pause <= BACKOFF_MAX.min(expected.mul_f64(1.26)));
        expected = (expected * 2).min(BACKOFF_MAX);
        now = until;
    }
    it.poll(now);
    it.handle(Event::Connected(device("1")), now);
    assert_eq!(it.poll(now), Step::Scan);
    it.handle(Event::ScanDone { round_trips: 1 }, now);
    it.handle(Event::LinkLost, now);
    now += BACKOFF_MIN.mul_f64(1.25);
    assert_eq!(it.poll(now), Step::Connect { attempt: 2 });
}

#[test]
fn a_login_that_was_refused_is_not_tried_again_soon_unless_a_person_says_so() {
    let start = Instant::now();
    let mut it = Sequencer::new(pace(), false, 7, start);
    assert_eq!(it.poll(start), Step::Connect { attempt: 1 });
    it.handle(Event::LoginRefused, start);
    assert_eq!(it.poll(start + SECOND), Step::Wait { until: start + LOGIN_PAUSE });
    it.handle(Event::TryNow, start + SECOND);
    assert_eq!(it.poll(start + SECOND), Step::Connect { attempt: 2 });
    it.handle(Event::LoginRefused, start + SECOND);
    assert_eq!(it.poll(start + SECOND + LOGIN_PAUSE), Step::Connect { attempt: 3 });
}

#[test]
fn another_device_at_the_same_address_waits_for_the_user() {
    let (mut it, start) = connected(pace());
    it.handle(Event::LinkLost, start);
    let now = start + 2 * SECOND;
    assert_eq!(it.poll(now), Step::Connect { attempt: 2 });
    it.handle(Event::Connected(device("2")), now);
    assert_eq!(it.poll(now), Step::Close);
    let next_look = Step::Wait { until: now + LOOK };
    assert_eq!(it.poll(now), next_look);
    let (was, is) = it.replaced().expect("it is reported");
    assert_eq!((&*was.serial, &*is.serial), ("1", "2"));
    it.handle(Event::Resume, now);
    assert_eq!(it.poll(now), next_look, "only `Accept` helps");
    it.handle(Event::Accept, now);
    let later = now + BACKOFF_MAX;
    assert!(matches!(it.poll(later), Step::Connect { .. }));
    it.handle(Event::Connected(device("2")), later);
    assert_eq!(it.poll(later), Step::Scan);
}

/// A sequencer with another device at its address, at the returned moment.
fn replaced() -> (Sequencer, Instant) {
    let (mut it, start) = connected(pace());
    it.handle(Event::LinkLost, start);
    let now = start + 2 * SECOND;
    it.poll(now);
    it.handle(Event::Connected(device("2")), now);
    assert_eq!(it.poll(now), Step::Close);
    (it, now)
}

#[test]
fn a_device_that_is_back_is_read_without_being_asked_for() {
    let (mut it, mut now) = replaced();
    for _ in 0..3 {
        assert_eq!(it.poll(now), Step::Wait { until: now + LOOK });
        now += LOOK;
        assert!(matches!(it.poll(now), Step::Connect { .. }));
        assert!(it.refuses(&device("2")));
        it.handle(Event::Connected(device("2")), now);
        assert_eq!(it.poll(now), Step::Close, "another one is not read");
    }
    now += LOOK;
    assert!(matches!(it.poll(now), Step::Connect { .. }));
    it.handle(Event::Connected(device("1")), now);
    assert_eq!(it.replaced(), None);
    assert_eq!(it.poll(now), Step::Scan);
    // There is no device left to accept.
    it.handle(Event::Accept, now);
    assert!(!it.refuses(&device("1")));
}

#[test]
fn who_is_accepted_too_late_is_not_waited_for() {
    let (mut it, now) = replaced();
    it.handle(Event::Accept, now);
    // The former device has returned in the meantime.
    let now = now + LOOK;
    assert!(matches!(it.poll(now), Step::Connect { .. }));
    it.handle(Event::Connected(device("1")), now);
    assert_eq!(it.poll(now), Step::Scan);
    assert!(it.refuses(&device("2")));
}

#[test]
fn a_pause_holds_whoever_answers() {
    let (mut it, now) = replaced();
    it.handle(Event::Pause, now);
    let now = now + 2 * LOOK;
    assert_eq!(it.poll(now), Step::Idle);
    assert_eq!(it.replaced(), None);
    it.handle(Event::Accept, now);
    assert_eq!(it.poll(now), Step::Idle);
    it.handle(Event::Resume, now);
    assert!(matches!(it.poll(now), Step::Connect { .. }));
    it.handle(Event::Connected(device("2")), now);
    assert_eq!(it.poll(now), Step::Scan, "it was accepted");
}

#[test]
fn another_device_is_read_where_that_is_configured() {
    let (mut it, start) = connected(Pace { accept_replaced: true, ..pace() });
    it.handle(Event::LinkLost, start);
    let now = start + 2 * SECOND;
    it.poll(now);
    it.handle(Event::Connected(device("2")), now);
    assert_eq!(it.poll(now), Step::Scan);
}

#[test]
fn the_ceiling_stretches_the_interval() {
    let (mut it, start) = connected(Pace { max_requests_per_second: Some(10.0), ..pace() });
    assert_eq!(it.poll(start), Step::Scan);
    it.handle(Event::ScanDone { round_trips: 25 }, start + millis(100));
    assert_eq!(it.interval(), millis(2500));
    assert_eq!(it.poll(start + millis(1000)), Step::Wait { until: start + millis(2500) });
    assert_eq!(it.poll(start + millis(2500)), Step::Scan);
}

#[test]
fn with_nothing_to_read_it_keeps_the_connection_alive() {
    let (mut it, start) = connected(pace());
    it.handle(Event::TagsChanged { none: true }, start);
    let until = start + KEEP_ALIVE;
    assert_eq!(it.poll(start), Step::Wait { until });
    assert_eq!(it.poll(until), Step::KeepAlive);
    it.handle(Event::KeptAlive, until);
    it.handle(Event::TagsChanged { none: false }, until);
    assert_eq!(it.poll(until), Step::Scan);
}

#[test]
fn pause_and_stop_take_leave_first() {
    let (mut it, now) = connected(pace());
    it.handle(Event::Pause, now);
    assert_eq!(it.poll(now), Step::Close);
    assert_eq!(it.poll(now), Step::Idle);
    it.handle(Event::Resume, now);
    let now = now + BACKOFF_MAX;
    assert!(matches!(it.poll(now), Step::Connect { .. }));
    it.handle(Event::Connected(device("1")), now);
    it.handle(Event::Stop, now);
    assert_eq!(it.poll(now), Step::Close);
    assert_eq!(it.poll(now), Step::Stopped);
    it.handle(Event::Resume, now);
    assert_eq!(it.poll(now), Step::Stopped);
}

/// Events from a controller and a user, in any order.
fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => (1..3_u8).prop_map(|serial| Event::Connected(device(&serial.to_string()))),
        2 => Just(Event::ConnectFailed),
        6 => (0..60_u32).prop_map(|round_trips| Event::ScanDone { round_trips }),
        1 => Just(Event::KeptAlive),
        3 => Just(Event::LinkLost),
        1 => any::<bool>().prop_map(|none| Event::TagsChanged { none }),
        1 => Just(Event::Accept),
        1 => Just(Event::Pause),
        2 => Just(Event::Resume),
    ]
}

fn elapsed() -> impl Strategy<Value = Duration> {
    prop_oneof![
        3 => Just(Duration::ZERO),
        6 => (0..3_000_u64).prop_map(millis),
        1 => (0..100_000_000_u64).prop_map(millis),
    ]
}

proptest! {
    #[test]
    fn never_too_soon_and_always_alive(
        seed: u64,
        ceiling in proptest::option::of(1.0..50.0_f64),
        history in proptest::collection::vec((elapsed(), proptest::option::of(event())), 1..200),
    ) {
        let mut now = Instant::now();
        let pace = Pace { max_requests_per_second: ceiling, ..pace() };
        let mut it = Sequencer::new(pace, false, seed, now);
        let (mut last_scan, mut last_failure): (Option<Instant>, Option<Instant>) = (None, None);
        let mut allowed = SECOND.mul_f64(0.75);
        for (passed, event) in history {
            now += passed;
            match it.poll(now) {
                Step::Scan => {
                    if let Some(before) = last_scan {
                        prop_assert!(now - before >= allowed, "{:?} < {allowed:?}", now - before);
                    }
                    last_scan = Some(now);
                }
                Step::Connect { .. } => if let Some(before) = last_failure {
                    prop_assert!(now - before >= BACKOFF_MIN);
                },
                Step::Wait { until } => prop_assert!(until > now && until - now <= KEEP_ALIVE.max(BACKOFF_MAX)),
                _ => {}
            }
            if matches!(event, Some(Event::ConnectFailed | Event::LinkLost)) {
                last_failure = Some(now);
            }
            if let (Some(Event::ScanDone { round_trips }), Some(most)) = (&event, ceiling) {
                allowed = SECOND.mul_f64(0.75).max(Duration::from_secs_f64(f64::from(*round_trips) / most));
            }
            if let Some(event) = event {
                it.handle(event, now);
            }
        }
        // After any events: with a controller that responds, there is a scan soon …
        for event in [Event::Resume, Event::Accept, Event::TagsChanged { none: false }] {
            it.handle(event, now);
        }
        let scanned = (0..20).any(|_| match it.poll(now) {
            Step::Scan => true,
            Step::Connect { .. } => {
                it.handle(Event::Connected(device("9")), now);
                it.handle(Event::Accept, now);
                false
            }
            Step::KeepAlive => { it.handle(Event::KeptAlive, now); false }
            Step::Wait { until } => { now = until; false }
            _ => { it.handle(Event::Resume, now); it.handle(Event::Accept, now); false }
        });
        prop_assert!(scanned);
        // … and the session ends on request.
        it.handle(Event::Stop, now);
        prop_assert!((0..2).any(|_| it.poll(now) == Step::Stopped));
    }
}

#[test]
fn a_late_scan_of_a_long_interval_does_not_bring_the_next_one_forward() {
    let now = Instant::now();
    let pace = Pace { max_requests_per_second: Some(1.0), ..pace() };
    let mut it = Sequencer::new(pace, false, 0, now);
    it.handle(Event::ScanDone { round_trips: 6 }, now);
    it.handle(Event::Connected(device("1")), now);
    let now = now + SECOND;
    assert_eq!(it.poll(now), Step::Scan);
    it.handle(Event::ScanDone { round_trips: 0 }, now);
    assert_eq!(it.poll(now), Step::Wait { until: now + SECOND.mul_f64(0.75) });
}

#[test]
fn a_person_can_cut_a_wait_short() {
    let now = Instant::now();
    let mut it = Sequencer::new(pace(), false, 1, now);
    assert_eq!(it.poll(now), Step::Connect { attempt: 1 });
    it.handle(Event::ConnectFailed, now);
    assert!(matches!(it.poll(now), Step::Wait { .. }));
    it.handle(Event::TryNow, now);
    assert_eq!(it.poll(now), Step::Connect { attempt: 2 });
    it.handle(Event::ConnectFailed, now);
    assert!(matches!(it.poll(now), Step::Wait { .. }), "and only once");
}
