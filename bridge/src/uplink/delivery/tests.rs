use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use tagbridge_api::{Error, ErrorCode};

use super::*;
use crate::client::WireBody;

const SECOND: Duration = Duration::from_secs(1);
const STREAM: Uuid = Uuid::from_u128(7);

fn delivery() -> (Delivery, Instant) {
    let now = Instant::now();
    (Delivery::new(("http://x", "p"), SECOND, Waits::default(), 1, now), now)
}

fn refusal(
    code: ErrorCode,
    message: &str,
    request_id: &str,
    wait: Option<Duration>,
) -> UplinkError {
    let mut error = Error::new(code, message);
    error.request_id = Some(request_id.to_owned()).filter(|it| !it.is_empty());
    UplinkError::refusal("http://x", code.status(), error, wait).of_service("http://x")
}

fn body(json: usize) -> PushBody {
    let wire = WireBody { bytes: "{}".into(), gzip: false, key: Uuid::new_v4() };
    PushBody { wire, stream_id: STREAM, snapshots: 1, json, sent_at: tokio::time::Instant::now() }
}

fn push(sequences: impl IntoIterator<Item = u64>, extra: Option<u64>) -> OutgoingPush {
    let sequences: Vec<u64> = sequences.into_iter().chain(extra).collect();
    let body = PushBody { snapshots: sequences.len(), ..body(sequences.len() * 1000) };
    OutgoingPush {
        stream_id: STREAM,
        sequences,
        extra,
        bodies: vec![body],
        ..OutgoingPush::default()
    }
}

/// Creates a receipt for this push, with the service's `through` and `newest`.
fn receipt(key: Option<Uuid>, through: u64, newest: u64) -> Receipt {
    Receipt {
        project_id: "p".into(),
        stream_id: STREAM,
        stored_through: through,
        newest,
        rejected: Vec::new(),
        awaited: Vec::new(),
        idempotency_key: key.map(|it| it.to_string()),
        requests_revision: 0,
        skew_ms: None,
        copied_at: None,
    }
}

fn trouble(verdict: &PushVerdict) -> Option<ServiceTrouble> {
    match &verdict.then {
        Err(error) => Some(error.trouble()),
        Ok(_) => None,
    }
}

#[test]
fn only_what_the_receipt_covers_is_settled() {
    let key = Uuid::from_u128(9);
    for (sent, key, through, newest, expected) in [
        (42..=62, Some(key), 62, 62, (42..=62).collect()),
        // A gap before them does not prevent their deletion.
        (42..=62, Some(key), 3, 62, (42..=62).collect()),
        (42..=62, None, 3, 62, (42..=62).collect()),
        // The receipt of another push.
        (42..=62, None, 39, 39, vec![]),
        (42..=62, Some(key), 39, 39, vec![]),
        (42..=62, None, 44, 44, vec![42, 43, 44]),
        (42..=62, None, 41, 50, vec![]),
        (42..=62, Some(key), 41, 50, (42..=50).collect()),
    ] {
        let (mut it, _) = delivery();
        let verdict = it.judge(push(sent.clone(), None), Ok(receipt(key, through, newest)));
        assert_eq!(verdict.stored, expected, "{through} {newest}");
        assert_eq!(verdict.refused, []);
        let is_whole = expected.len() == sent.count();
        assert_eq!(trouble(&verdict).is_none(), is_whole, "{through} {newest}");
        let held = it.held.take();
        assert_eq!(held.is_none(), is_whole);
        if let Some(held) = held {
            assert!(held.sequences.iter().all(|it| !expected.contains(it)));
        }
    }
}

#[test]
fn a_receipt_of_another_push_stream_or_project_is_none() {
    let (mut it, _) = delivery();
    let body = body(0);
    let own = receipt(Some(body.wire.key), 7, 7);
    assert!(it.received(&body, &own, SECOND).is_ok());
    assert!(it.received(&body, &receipt(None, 7, 7), SECOND).is_ok());
    for other in [
        receipt(Some(Uuid::from_u128(5)), 7, 7),
        Receipt { project_id: "q".into(), ..own.clone() },
        Receipt { stream_id: Uuid::from_u128(8), ..own },
    ] {
        let found = it.received(&body, &other, SECOND);
        assert!(matches!(found, Err(BadAnswer::OtherPush | BadAnswer::OtherStream { .. })));
    }
}

#[test]
fn a_snapshot_is_given_up_after_the_service_named_it_twice_and_alone() {
    let named = |id: &str| refusal(ErrorCode::BadRequest, "snapshots[0].tags.A is wrong", id, None);
    let (mut it, _) = delivery();
    let verdict = it.judge(push(4..=9, None), Err(named("req_1")));
    assert!(verdict.refused.is_empty() && matches!(verdict.then, Ok(PushOutcome::Again)));
    assert_eq!(it.suspect(), Some(4));
    let verdict = it.judge(push([4], None), Err(named("req_2")));
    assert_eq!(verdict.refused.iter().map(|it| it.sequence).collect::<Vec<_>>(), [4]);
    assert_eq!(it.suspect(), None);

    // The same response again, as a proxy repeats it.
    let verdict = it.judge(push(5..=9, None), Err(named("req_3")));
    assert!(verdict.refused.is_empty());
    let verdict = it.judge(push([5], None), Err(named("req_3")));
    assert_eq!((verdict.refused.len(), trouble(&verdict)), (0, Some(ServiceTrouble::Incompatible)));

    // The first response was for another push.
    it.judge(push(5..=9, None), Err(named("req_4")));
    let verdict = it.judge(push([5], None), Ok(receipt(None, 5, 5)));
    assert_eq!((verdict.stored, it.suspect()), (vec![5], None));
}

#[test]
fn what_the_service_did_not_name_is_kept() {
    let foreign = |status: u16| {
        let error = Error { request_id: None, ..Error::new(ErrorCode::BadRequest, "snapshots[0]") };
        UplinkError::refusal("http://x", status, error, None).of_service("http://x")
    };
    let (mut it, _) = delivery();
    for _ in 0..20 {
        for error in [
            foreign(400),
            foreign(403),
            foreign(422),
            refusal(ErrorCode::BadRequest, "the request was blocked", "req_1", None),
            refusal(ErrorCode::IdempotencyConflict, "", "", None),
            refusal(ErrorCode::StreamConflict, "", "", None),
        ] {
            let verdict = it.judge(push([4], None), Err(error));
            assert!(verdict.stored.is_empty() && verdict.refused.is_empty());
            assert_eq!(trouble(&verdict), Some(ServiceTrouble::Incompatible));
        }
    }
    assert_eq!(it.capacity.snapshots, 1, "what may be in the way is isolated");
}

#[test]
fn a_failed_push_is_sent_again_as_it_is() {
    let internal = || refusal(ErrorCode::Internal, "", "req_1", None);
    let (mut it, _) = delivery();
    let mut sent = push(1..=5, None);
    let key = sent.bodies[0].wire.key;
    for attempt in 1..EFFORT_MAX {
        it.judge(sent, Err(internal()));
        sent = it.held.take().unwrap_or_else(|| panic!("it is kept after {attempt}"));
        assert_eq!(sent.bodies[0].wire.key, key);
    }
    it.judge(sent, Err(internal()));
    assert!(it.held.take().is_none(), "the newest snapshot gets its turn");

    it.judge(push(1..=5, None), Err(it_is_late(true)));
    assert!(it.held.take().is_some());
    it.judge(push(1..=5, None), Err(it_is_late(false)));
    let held = it.held.take().expect("it is kept");
    it.judge(held, Err(it_is_late(false)));
    assert!(it.held.take().is_none(), "the next one is smaller");
    it.judge(push(1..=5, None), Err(it_is_late(true)));
    it.enter(Uuid::from_u128(1));
    assert!(it.held.is_none(), "it belongs to another stream");

    let waits = push(1..=5, None);
    let key = waits.bodies[0].wire.key;
    it.held = Some(waits);
    it.judge(push([], Some(9)), Err(internal()));
    let held = it.held.take().expect("it is kept");
    assert_eq!(held.bodies[0].wire.key, key, "the newest snapshot is packed again");
}

fn it_is_late(is_back: bool) -> UplinkError {
    UplinkError::NoAnswer { service: "http://x".into(), seconds: 3, is_back }
}

#[test]
fn waits_fit_the_trouble() {
    let (mut it, now) = delivery();
    for (code, wait, least, most) in [
        (ErrorCode::Internal, None, 1.0, 1.25),
        (ErrorCode::RateLimited, Some(7 * SECOND), 7.0, 8.0),
        (ErrorCode::Unavailable, Some(90 * SECOND), 90.0, 91.0),
        (ErrorCode::SessionConflict, None, 3.0, 3.0),
        (ErrorCode::Unauthorized, None, 15.0, 15.0),
        (ErrorCode::NotFound, None, 15.0, 15.0),
        (ErrorCode::Internal, None, 2.25, 3.0),
        (ErrorCode::RateLimited, Some(Duration::ZERO), 24.0, 30.0),
        (ErrorCode::RateLimited, None, 24.0, 30.0),
    ] {
        let pause = it.failed(&refusal(code, "", "req_1", wait), now, now) - now;
        assert!((least..=most).contains(&pause.as_secs_f64()), "{code:?}: {pause:?}");
    }
    let internal = refusal(ErrorCode::Internal, "", "req_1", None);
    let next = it.failed(&internal, now, now + 2 * SECOND);
    assert!(next - now <= 3 * SECOND, "from the beginning of the attempt");
    let next = it.failed(&internal, now, now + 30 * SECOND);
    assert_eq!(next - now, 30 * SECOND + LEAST);
    assert_eq!(it.failed_here(now) - now, HERE, "whatever failed before");
    it.succeeded(now, false, now + SECOND / 2);
    assert_eq!(it.next, now + SECOND);
    it.succeeded(now, false, now + 5 * SECOND);
    assert_eq!(it.next, now + 5 * SECOND, "no burst after a slow push");
    it.succeeded(now, true, now + SECOND / 2);
    assert_eq!(it.next, now + SECOND / 2, "a backlog is drained at once");
}

#[test]
fn sessions_that_failed_together_do_not_come_back_together() {
    let now = Instant::now();
    for wait in [None, Some(5 * SECOND)] {
        let next: BTreeSet<Instant> = (0..200)
            .map(|seed| {
                let mut it = Delivery::new(("", "p"), SECOND, Waits::default(), seed, now);
                let error = refusal(ErrorCode::Unavailable, "", "req_1", wait);
                (0..9).map(|_| it.failed(&error, now, now)).last().expect("there are some")
            })
            .collect();
        let span = *next.last().unwrap() - *next.first().unwrap();
        assert!(next.len() > 150 && span > SECOND / 2, "{} within {span:?}", next.len());
        assert!(wait.is_none_or(|it| *next.first().unwrap() >= now + it));
    }
}

#[test]
fn pushes_are_as_large_as_the_service_is_quick() {
    let mut it = Capacity::new(30 * SECOND);
    // A network with a delay is not a slow service.
    it.measured(1, 100, 5 * SECOND);
    for _ in 0..10 {
        it.measured(it.snapshots, it.bytes, 5 * SECOND);
    }
    assert_eq!((it.snapshots, it.bytes), (1000, super::super::batch::BYTES_MAX));
    // 25 snapshots a second.
    it.measured(1, 100, SECOND / 25);
    for _ in 0..10 {
        let snapshots = u32::try_from(it.snapshots).unwrap();
        it.measured(it.snapshots, 100_000, SECOND * snapshots / 25);
    }
    assert!((25..=55).contains(&it.snapshots), "{}", it.snapshots);
    assert!(it.timeout(it.snapshots, 100_000) >= 8 * SECOND);
}

#[test]
fn a_size_that_was_refused_is_not_sent_again_soon() {
    let mut it = Capacity::new(30 * SECOND);
    it.limit(1_000_000);
    assert_eq!((it.bytes, it.is_smallest_refused), (500_000, false));
    it.measured(10, 500_000, SECOND / 10);
    assert!(it.bytes < 510_000, "{}", it.bytes);
    for _ in 0..300 {
        it.measured(10, it.bytes, SECOND / 10);
    }
    assert_eq!(it.bytes, super::super::batch::BYTES_MAX, "the limit may be gone");
    it.limit(2 * capacity::BYTES_MIN);
    assert!(!it.is_smallest_refused);
    it.limit(capacity::BYTES_MIN);
    assert!(it.is_smallest_refused);
    it.measured(1, 10, SECOND);
    assert!(!it.is_smallest_refused);
}

#[test]
fn a_slow_answer_is_awaited_and_a_dead_connection_is_left() {
    let now = Instant::now();
    let at = |seconds: f64| now + Duration::from_secs_f64(seconds);
    // The service answers probes: it is slow.
    let mut it = ResponseWait::new(30 * SECOND, SECOND / 20, false, now);
    assert_eq!(it.step(now), WatchStep::Until(at(1.0)));
    assert_eq!(it.step(at(1.0)), WatchStep::Probe);
    it.record_probe(true, at(1.0));
    assert_eq!(it.step(at(1.0)), WatchStep::Until(at(4.0)));
    it.record_probe(true, at(4.0));
    assert_eq!(it.step(at(4.0)), WatchStep::Until(at(10.0)));
    assert_eq!(it.step(at(30.0)), WatchStep::Stop { is_back: false });
    // The service does not answer, and then does.
    let mut it = ResponseWait::new(30 * SECOND, SECOND / 20, false, now);
    it.record_probe(false, at(3.0));
    assert_eq!(it.step(at(3.0)), WatchStep::Until(at(3.5)));
    assert_eq!(it.step(at(3.5)), WatchStep::Probe);
    it.record_probe(true, at(3.6));
    assert_eq!(it.step(at(3.6)), WatchStep::Until(at(4.1)));
    assert_eq!(it.step(at(4.1)), WatchStep::Stop { is_back: true });
}

#[test]
fn while_nothing_answers_one_in_four_attempts_sends_a_push() {
    let (mut it, now) = delivery();
    assert!(!it.asks_first());
    let away = it.no_answer(false, SECOND);
    let asked: Vec<bool> = (0..8)
        .map(|_| {
            it.failed(&away, now, now);
            it.asks_first()
        })
        .collect();
    assert_eq!(asked, [true, true, true, false, true, true, true, false]);
    // The push that was sent without asking is given up as soon as the service answers again.
    assert_eq!(it.watch(&body(0), now).step(now + SECOND), WatchStep::Probe);
    let mut watch = it.watch(&body(0), now);
    watch.record_probe(true, now + SECOND);
    assert_eq!(watch.step(now + 2 * SECOND), WatchStep::Stop { is_back: true });
    it.judge(push([1], None), Err(it_is_late(true)));
    let mut watch = it.watch(&body(0), now);
    watch.record_probe(true, now + SECOND);
    assert_ne!(watch.step(now + 2 * SECOND), WatchStep::Stop { is_back: true }, "it is slow");
    // Each attempt at a service that responds with an error is a push.
    it.failed(&refusal(ErrorCode::Unavailable, "", "r", None), now, now);
    assert!(!it.asks_first());
    it.failed(&away, now, now);
    it.succeeded(now, false, now);
    assert!(!it.asks_first());
}

/// A service that stores this many snapshots a second, one push after the other, in virtual time.
#[derive(Debug, Default)]
struct Front {
    per_second: f64,
    free_at: f64,
    stored: BTreeSet<(u64, u64)>,
    copies: usize,
    fresh: usize,
    drained_at: Option<f64>,
    oldest_newest: f64,
}

/// A session of this service.
struct Bridge {
    id: u64,
    it: Delivery,
    waiting: BTreeSet<u64>,
    next_sequence: u64,
    newest_stored: u64,
    next_at: f64,
    /// The push under way, its start, and the time of its response.
    under_way: Option<(OutgoingPush, f64, f64)>,
}

/// Simulates bridges with a backlog and a number of scans per second for `seconds`.
fn run(count: u64, backlog: u64, scans: u64, per_second: f64, seconds: u64) -> Front {
    let start = Instant::now();
    let instant = |at: f64| start + Duration::from_secs_f64(at);
    let mut front = Front { per_second, ..Front::default() };
    let mut bridges: Vec<Bridge> = (0..count)
        .map(|id| Bridge {
            id,
            it: Delivery::new(("", "p"), SECOND, Waits::default(), id, start),
            waiting: (1..=backlog).collect(),
            next_sequence: backlog + 1,
            newest_stored: 0,
            next_at: 0.0,
            under_way: None,
        })
        .collect();
    for tick in 0..seconds * 50 {
        let now = float(tick) / 50.0;
        for bridge in &mut bridges {
            bridge.step(now, tick.is_multiple_of(50 / scans.clamp(1, 50)), &mut front, &instant);
        }
        let behind = |it: &Bridge| float(it.next_sequence - 1 - it.newest_stored) / float(scans);
        if now > 15.0 {
            let oldest = bridges.iter().map(behind).fold(0.0, f64::max);
            front.oldest_newest = front.oldest_newest.max(oldest);
        }
        let few = 3 * scans;
        if bridges.iter().all(|it| it.waiting.len() as u64 <= few) {
            front.drained_at = front.drained_at.or(Some(now));
        }
    }
    front.stored.clear();
    front
}

fn float(number: u64) -> f64 {
    f64::from(u32::try_from(number).unwrap())
}

impl Bridge {
    fn step(&mut self, now: f64, is_scan: bool, front: &mut Front, at: &impl Fn(f64) -> Instant) {
        if is_scan {
            self.waiting.insert(self.next_sequence);
            self.next_sequence += 1;
        }
        if let Some((sent, began, answered_at)) = self.under_way.take() {
            let timeout =
                self.it.capacity.timeout(sent.sequences.len(), sent.bodies[0].json).as_secs_f64();
            let answer = if now >= answered_at {
                let key = sent.bodies[0].wire.key;
                let newest = front.stored.range((self.id, 0)..(self.id + 1, 0)).next_back();
                let receipt = receipt(Some(key), 0, newest.map_or(0, |it| it.1));
                let took = Duration::from_secs_f64(answered_at - began);
                let received = self.it.received(&sent.bodies[0], &receipt, took);
                received.expect("it is the receipt of this push");
                Ok(receipt)
            } else if now >= began + timeout {
                Err(self.it.no_answer(false, Duration::from_secs_f64(now - began)))
            } else {
                self.under_way = Some((sent, began, answered_at));
                return;
            };
            let verdict = self.it.judge(sent, answer);
            for sequence in verdict.stored {
                self.waiting.remove(&sequence);
                self.newest_stored = self.newest_stored.max(sequence);
            }
            match verdict.then {
                Err(error) => {
                    self.it.failed(&error, at(began), at(now));
                }
                Ok(_) => self.it.succeeded(at(began), self.waiting.len() > 3, at(now)),
            }
            self.next_at = now + self.it.next.saturating_duration_since(at(now)).as_secs_f64();
        }
        if now < self.next_at || self.waiting.is_empty() {
            return;
        }
        let (newest, held) = (self.next_sequence - 1, self.it.held.take());
        let sequence =
            held.as_ref().map_or(self.waiting.first(), |it| it.sequences.last()).copied();
        let next = NextPush { sequence, bytes: usize::MAX, more: true };
        let sent = if self.it.sends_newest_first(Some(newest), next, at(now)) {
            if let Some(held) = held {
                self.it.held = Some(held);
            }
            push([], Some(newest))
        } else {
            held.unwrap_or_else(|| {
                let most = self.it.capacity.snapshots;
                let oldest: Vec<u64> = self.waiting.iter().copied().take(most).collect();
                let comes_along = self.it.comes_along(Some(newest), next);
                let extra = (comes_along && !oldest.contains(&newest)).then_some(newest);
                push(oldest, extra)
            })
        };
        for sequence in &sent.sequences {
            let is_fresh = front.stored.insert((self.id, *sequence));
            *if is_fresh { &mut front.fresh } else { &mut front.copies } += 1;
        }
        front.free_at =
            front.free_at.max(now) + float(sent.sequences.len() as u64) / front.per_second;
        self.under_way = Some((sent, now, front.free_at + 0.02));
    }
}

/// Simulates a session with ten scans a second, whose service accepts requests and answers none in
/// this time. Returns how long after it a value that was read after it is stored.
fn live_again_after(silence: &std::ops::Range<Duration>) -> Duration {
    const PAUSE: Duration = Duration::from_millis(20);
    let start = Instant::now();
    let mut it = Delivery::new(("", "p"), SECOND, Waits::default(), 1, start);
    let (mut now, mut through) = (Duration::ZERO, 0);
    loop {
        now = now.max(it.next.saturating_duration_since(start));
        let began = start + now;
        if it.asks_first() {
            if silence.contains(&now) {
                now += PROBE_TIMEOUT;
                let error = it.no_answer(false, PROBE_TIMEOUT);
                it.failed(&error, began, start + now);
                continue;
            }
            it.unreachable = 0;
        }
        let newest = u64::try_from(now.as_millis()).unwrap() / 100 + 1;
        let held = it.held.take();
        let sequence = held.as_ref().map_or(through + 1, |it| it.sequences[0]);
        let next = NextPush { sequence: Some(sequence), bytes: usize::MAX, more: true };
        let sent = if it.sends_newest_first(Some(newest), next, began) {
            it.held = held;
            push([], Some(newest))
        } else {
            held.unwrap_or_else(|| push(through + 1..=newest, None))
        };
        let mut watch = it.watch(&sent.bodies[0], began);
        let answer = if silence.contains(&now) {
            loop {
                match watch.step(start + now) {
                    WatchStep::Until(at) => now = at - start,
                    WatchStep::Probe => {
                        let is_answered = !silence.contains(&now);
                        now += if is_answered { PAUSE } else { PROBE_TIMEOUT };
                        watch.record_probe(is_answered, start + now);
                    }
                    WatchStep::Stop { is_back } => break Err(it.no_answer(is_back, SECOND)),
                }
            }
        } else {
            now += PAUSE;
            let receipt = receipt(Some(sent.bodies[0].wire.key), 0, newest);
            it.received(&sent.bodies[0], &receipt, PAUSE).expect("it is the receipt of this push");
            Ok(receipt)
        };
        let is_after = silence.end.as_millis() <= u128::from(newest - 1) * 100;
        let verdict = it.judge(sent, answer);
        if is_after && verdict.stored.contains(&newest) {
            return now.saturating_sub(silence.end);
        }
        if verdict.stored.contains(&(through + 1)) {
            through = verdict.stored.iter().copied().max().expect("there are some");
        }
        match verdict.then {
            Err(error) => {
                it.failed(&error, began, start + now);
            }
            Ok(PushOutcome::Stored { .. }) => it.succeeded(began, false, start + now),
            Ok(_) => it.next = start + now,
        }
    }
}

#[test]
fn after_a_silent_connection_values_are_live_again_within_five_seconds() {
    let millis = Duration::from_millis;
    for begin in (10_000..11_000).step_by(50).map(millis) {
        for length in (100..6_000).step_by(100).chain([20_000, 60_000]).map(millis) {
            let silence = begin..begin + length;
            let took = live_again_after(&silence);
            assert!(took <= 5 * SECOND, "{silence:?}: {took:?}");
        }
    }
}

#[test]
fn a_slow_service_gets_each_push_once_and_the_backlog_drains() {
    // 25 snapshots per second, a backlog of 600, 10 new ones per second: at least 40 s.
    let front = run(1, 600, 10, 25.0, 150);
    assert!(front.drained_at.is_some_and(|it| it < 60.0), "{front:?}");
    assert!(front.oldest_newest < 10.0, "{front:?}");
    assert!(front.copies * 10 < front.fresh, "{front:?}");
}

#[test]
fn two_hundred_sessions_that_come_back_together_are_all_served() {
    // 200 new ones per second, 60 s of backlog each, and a service for 400 per second: at least 60
    // s.
    let front = run(200, 60, 1, 400.0, 180);
    assert!(front.drained_at.is_some_and(|it| it < 60.0 + 120.0), "{front:?}");
    assert!(front.copies < front.fresh / 2, "{front:?}");
}

#[derive(Debug, Clone)]
enum Answer {
    Whole,
    Partly(u64),
    Foreign(u16),
    Named(u8),
    Late(bool),
    Failing,
    TooLarge,
}

fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        4 => Just(Answer::Whole),
        1 => (0..40_u64).prop_map(Answer::Partly),
        1 => prop_oneof![Just(400), Just(403), Just(409), Just(422)].prop_map(Answer::Foreign),
        1 => (0..9_u8).prop_map(Answer::Named),
        2 => any::<bool>().prop_map(Answer::Late),
        1 => Just(Answer::Failing),
        1 => Just(Answer::TooLarge),
    ]
}

proptest! {
    /// For any responses: settled snapshots were covered, given up snapshots were named, one key
    /// always has the same bytes, and no attempt is due before the previous one.
    #[test]
    fn nothing_leaves_that_was_not_stored_or_named(
        answers in proptest::collection::vec(answer(), 1..120),
        seed in any::<u64>(),
    ) {
        let mut now = Instant::now();
        let mut it = Delivery::new(("http://x", "p"), SECOND, Waits::default(), seed, now);
        let mut waiting: BTreeSet<u64> = (1..=60).collect();
        let mut known: HashMap<Uuid, (Vec<u64>, usize)> = HashMap::new();
        let mut named: HashMap<u64, BTreeSet<String>> = HashMap::new();
        for (place, answer) in answers.into_iter().enumerate() {
            if waiting.is_empty() { break; }
            let sent = it.held.take().unwrap_or_else(|| {
                let suspect = it.suspect().filter(|it| waiting.contains(it));
                let most = it.capacity.snapshots;
                match suspect {
                    Some(suspect) => push([suspect], None),
                    None => push(waiting.iter().copied().take(most), None),
                }
            });
            let (key, json) = (sent.bodies[0].wire.key, sent.bodies[0].json);
            let before = known.entry(key).or_insert_with(|| (sent.sequences.clone(), json));
            prop_assert!(before.1 == json && sent.sequences.iter().all(|it| before.0.contains(it)));
            let newest = *sent.sequences.last().unwrap();
            let request_id = format!("req_{place}");
            let (reply, covered) = match answer {
                Answer::Whole => (Ok(receipt(Some(key), 0, newest)), newest),
                Answer::Partly(newest) => (Ok(receipt(None, newest, newest)), newest),
                Answer::Foreign(status) => {
                    let error = Error::new(ErrorCode::BadRequest, "snapshots[0] is wrong");
                    let error = UplinkError::refusal("http://x", status, error, None);
                    (Err(error.of_service("http://x")), 0)
                }
                Answer::Named(index) => {
                    let message = format!("snapshots[{index}] is wrong");
                    if let Some(one) = sent.sequences.get(usize::from(index)) {
                        named.entry(*one).or_default().insert(request_id.clone());
                    }
                    (Err(refusal(ErrorCode::BadRequest, &message, &request_id, None)), 0)
                }
                Answer::Late(is_back) => (Err(it_is_late(is_back)), 0),
                Answer::Failing => (Err(refusal(ErrorCode::Internal, "", &request_id, None)), 0),
                Answer::TooLarge => {
                    (Err(refusal(ErrorCode::PayloadTooLarge, "", &request_id, None)), 0)
                }
            };
            let verdict = it.judge(sent.clone(), reply);
            for one in &verdict.stored {
                prop_assert!(*one <= covered && sent.sequences.contains(one));
                waiting.remove(one);
            }
            for Refusal { sequence: one, .. } in &verdict.refused {
                prop_assert!(named.get(one).is_some_and(|it| it.len() >= 2), "{one}");
                waiting.remove(one);
            }
            let began = now;
            now += SECOND / 20;
            match verdict.then {
                Err(error) => {
                    let next = it.failed(&error, began, now);
                    prop_assert!(next > now && next <= now + 31 * SECOND);
                    now = next;
                }
                Ok(PushOutcome::Stored { .. }) => it.succeeded(began, true, now),
                Ok(_) => it.next = now,
            }
            prop_assert!(it.next >= began);
            let capacity = &it.capacity;
            prop_assert!((1..=1000).contains(&capacity.snapshots));
            let timeout = capacity.timeout(capacity.snapshots, capacity.bytes);
            prop_assert!((SECOND..=121 * SECOND).contains(&timeout), "{timeout:?}");
        }
    }
}
