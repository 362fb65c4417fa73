//! When to connect, scan, wait and leave. Knows no socket and no clock: time is passed in, and
//! randomness is a seed.
//!
//! Constraints: scans keep to a grid of the interval, and a missed slot is skipped and counted,
//! never made up for; a controller that fails is left alone for longer and longer, and only a
//! successful scan ends that; an address at which nobody is, or at which nobody says a word, is tried
//! every few seconds, as nobody is burdened by that; another device at the same address is not read
//! unasked, but looked at now and then: the one of before may be back.

use std::time::{Duration, Instant};

use tagbridge_driver::{Device, LinkError};

use crate::backoff::Backoff;

/// How long a server that did not let us log in is left alone: servers lock accounts after a few
/// wrong passwords.
const LOGIN_PAUSE: Duration = Duration::from_mins(10);
/// From one attempt to the next, at the most, while nobody is there: one packet each, or one
/// connection that nobody speaks on.
const NOBODY_THERE: Duration = Duration::from_secs(3);
/// So many attempts in a row at which nobody is there follow each other sooner: most of what goes away
/// is back within seconds.
const AT_FIRST: u32 = 8;
/// A connection that was silent for this long is asked for a sign of life.
const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// From one look at another device at the address to the next: who it is, and no more.
const LOOK: Duration = Duration::from_secs(30);
/// A scan that is late by less than this part of the interval still counts for its slot.
const LATENESS: u32 = 4;

/// How a session wants to read.
#[derive(Debug, Clone)]
pub(crate) struct Pace {
    /// From the start of a scan to the start of the next.
    pub(crate) interval: Duration,
    /// The most requests that the controller is asked in a second, on average over a scan.
    pub(crate) max_requests_per_second: Option<f64>,
    /// Whether another device at the same address is read without asking.
    pub(crate) accept_replaced: bool,
}

/// What happened.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// The controller answered, and this is who it is.
    Connected(Device),
    /// The device that answers is not the project's, and not to be read.
    Foreign(Device),
    /// The device that answers is the redundant partner of the one that was read.
    Partner(Device),
    /// Nobody is there at all: no route, no power, nobody who listens.
    NotReached,
    /// The connection was accepted, and no answer came: what accepts may be a relay with nobody behind
    /// it. Whoever is there had nothing to do.
    NotAnswered,
    /// Somebody answered, and it came to no connection.
    ConnectFailed,
    /// It did, and did not let us log in.
    LoginRefused,
    /// A scan came back.
    ScanDone {
        /// Requests that it took.
        round_trips: u32,
    },
    /// The controller gave its sign of life.
    KeptAlive,
    /// The connection is over.
    LinkLost,
    /// There are other tags to read from the next scan on.
    TagsChanged {
        /// There are none at all.
        none: bool,
    },
    /// So many read the controller, this one among them: its part of the ceiling on requests.
    Shared(u32),
    /// The device that was refused is accepted.
    Accept,
    /// Leave the controller alone.
    Pause,
    /// Resume.
    Resume,
    /// Wait no longer for the next attempt.
    TryNow,
    /// Leave for good.
    Stop,
}

impl Event {
    /// An attempt to connect that came to this; a login that was refused aside.
    pub(crate) fn of_attempt(error: &LinkError) -> Self {
        match error {
            it if it.is_nobody_there() => Self::NotReached,
            it if it.is_silence() => Self::NotAnswered,
            _ => Self::ConnectFailed,
        }
    }
}

/// What to do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Connect; `attempt` counts from 1 since the last successful scan.
    Connect { attempt: u32 },
    /// Read all tags.
    Scan,
    /// Ask for a sign of life.
    KeepAlive,
    /// Nothing before this moment, unless something happens.
    Wait { until: Instant },
    /// Nothing until something happens.
    Idle,
    /// Disconnect from the controller.
    Close,
    /// It is over.
    Stopped,
}

/// See the module.
pub(crate) struct Sequencer {
    pace: Pace,
    backoff: Backoff,
    connected: bool,
    is_stopped: bool,
    is_paused: bool,
    known: Option<Device>,
    /// Who was known before another was accepted, until one of them answers.
    former: Option<Device>,
    /// Who answers instead of it, and is not read.
    refused: Option<Device>,
    /// When that one is looked at again.
    look_at: Instant,
    failures: u32,
    /// Those in which there was somebody, since there was last nobody.
    burdens: u32,
    attempted: Instant,
    not_before: Instant,
    nothing_to_read: bool,
    /// The slot of the last scan, and when that scan began indeed.
    last: Option<(Instant, Instant)>,
    next_slot: Instant,
    round_trips: u32,
    sharing: u32,
    last_exchange: Instant,
    missed: u64,
}

impl Sequencer {
    pub(crate) fn new(pace: Pace, nothing_to_read: bool, seed: u64, now: Instant) -> Self {
        Self {
            pace,
            backoff: Backoff::new(seed),
            connected: false,
            is_stopped: false,
            is_paused: false,
            known: None,
            former: None,
            refused: None,
            look_at: now,
            failures: 0,
            burdens: 0,
            attempted: now,
            not_before: now,
            nothing_to_read,
            last: None,
            next_slot: now,
            round_trips: 0,
            sharing: 1,
            last_exchange: now,
            missed: 0,
        }
    }

    /// The same, where this one was read before.
    pub(crate) fn knowing(mut self, device: Option<Device>) -> Self {
        self.known = device;
        self
    }

    pub(crate) fn handle(&mut self, event: Event, now: Instant) {
        match event {
            Event::Connected(device) => self.connected(device, now),
            Event::Foreign(device) => {
                (self.connected, self.last_exchange) = (true, now);
                (self.refused, self.look_at) = (Some(device), now + LOOK);
            }
            Event::Partner(device) => (self.known, self.former) = (Some(device), None),
            Event::NotReached => {
                self.burdens = 0;
                self.nobody(now);
                if self.failures <= AT_FIRST {
                    self.not_before = now + self.backoff.after(1) / 2;
                }
            }
            Event::NotAnswered => self.nobody(now),
            Event::ConnectFailed | Event::LinkLost => {
                self.failed();
                self.burdens = self.burdens.saturating_add(1);
                self.not_before = now + self.backoff.after(self.burdens);
            }
            Event::LoginRefused => {
                self.failed();
                self.not_before = now + LOGIN_PAUSE;
            }
            Event::ScanDone { round_trips } => {
                (self.failures, self.burdens) = (0, 0);
                self.round_trips = round_trips;
                self.last_exchange = now;
                if let Some((slot, _)) = self.last {
                    self.next_slot = self.no_sooner(slot + self.interval());
                }
            }
            Event::KeptAlive => {
                if self.nothing_to_read {
                    (self.failures, self.burdens) = (0, 0);
                }
                self.last_exchange = now;
            }
            Event::TagsChanged { none } => {
                if self.nothing_to_read && !none {
                    self.next_slot = self.no_sooner(now);
                }
                self.nothing_to_read = none;
            }
            Event::Shared(sharing) => self.sharing = sharing.max(1),
            Event::Accept => {
                if let Some(device) = self.refused.take() {
                    self.former = self.known.replace(device);
                }
            }
            Event::Pause => self.is_paused = true,
            Event::Resume => self.is_paused = false,
            Event::TryNow => {
                self.not_before = self.not_before.min(now);
                self.look_at = self.look_at.min(now);
            }
            Event::Stop => self.is_stopped = true,
        }
    }

    /// What to do now. Asking again without anything having happened never yields the same
    /// connect or scan twice.
    pub(crate) fn poll(&mut self, now: Instant) -> Step {
        match (self.is_halted(), self.connected) {
            (true, true) => {
                self.connected = false;
                Step::Close
            }
            (_, false) if self.is_stopped => Step::Stopped,
            (_, false) if self.is_paused => Step::Idle,
            (_, false) if now < self.not_before() => Step::Wait { until: self.not_before() },
            (_, false) => {
                self.attempted = now;
                self.not_before = now + self.backoff.after(self.burdens.saturating_add(1));
                Step::Connect { attempt: self.attempt() }
            }
            (false, true) => self.poll_connected(now),
        }
    }

    /// The interval as it is kept: longer than asked for where the ceiling on requests wants it.
    pub(crate) fn interval(&self) -> Duration {
        self.pace.interval.max(self.ceiling())
    }

    /// When the controller may be tried again after a failure, or looked at.
    pub(crate) fn not_before(&self) -> Instant {
        match self.refused {
            Some(_) => self.not_before.max(self.look_at),
            None => self.not_before,
        }
    }

    /// Which attempt to connect the next one will be.
    pub(crate) fn attempt(&self) -> u32 {
        self.failures.saturating_add(1)
    }

    /// Whether nothing is read on purpose.
    pub(crate) fn is_halted(&self) -> bool {
        self.is_stopped || self.is_paused || self.refused.is_some()
    }

    /// Slots that passed without a scan.
    pub(crate) fn missed(&self) -> u64 {
        self.missed
    }

    /// Whether a device answers that is not read unless a person accepts it.
    pub(crate) fn is_refusing(&self) -> bool {
        self.refused.is_some() && !self.is_stopped && !self.is_paused
    }

    /// Who was read before, where that is known.
    pub(crate) fn known(&self) -> Option<&Device> {
        self.known.as_ref()
    }

    /// Who was read before, and who answers now and is refused, where nothing is read for that.
    pub(crate) fn replaced(&self) -> Option<(&Device, &Device)> {
        if self.is_stopped || self.is_paused {
            return None;
        }
        Some((self.known.as_ref()?, self.refused.as_ref()?))
    }

    /// Whether this is another device than was read before, and not to be read unasked.
    pub(crate) fn refuses(&self, device: &Device) -> bool {
        let is_expected = self.known.iter().chain(&self.former).any(|known| known == device);
        self.known.is_some() && !is_expected && !self.pace.accept_replaced
    }

    fn nobody(&mut self, now: Instant) {
        self.failed();
        let pause = self.backoff.after(self.failures).min(NOBODY_THERE);
        self.not_before = now.max(self.attempted + pause);
    }

    fn failed(&mut self) {
        self.connected = false;
        self.failures = self.failures.saturating_add(1);
    }

    fn connected(&mut self, device: Device, now: Instant) {
        self.connected = true;
        self.last_exchange = now;
        // The first scan at once, unless that would be too soon after the last one.
        self.next_slot = self.last.map_or(now, |(_, began)| now.max(began + self.interval()));
        if self.refuses(&device) {
            self.refused = Some(device);
            self.look_at = now + LOOK;
        } else {
            (self.known, self.former, self.refused) = (Some(device), None, None);
        }
    }

    fn poll_connected(&mut self, now: Instant) -> Step {
        if !self.nothing_to_read && now >= self.next_slot {
            let interval = self.interval();
            let late = now - self.next_slot;
            if late < interval / LATENESS {
                let slot = self.next_slot;
                self.last = Some((slot, now));
                self.next_slot = self.no_sooner(slot + interval);
                return Step::Scan;
            }
            let slot = interval.as_nanos().max(1);
            let skipped = u64::try_from(late.as_nanos() / slot).unwrap_or(u64::MAX - 1) + 1;
            let into_slot = u64::try_from(late.as_nanos() % slot).unwrap_or(0);
            self.missed += skipped;
            self.next_slot = now + interval.saturating_sub(Duration::from_nanos(into_slot));
        }
        let silent_until = self.last_exchange + KEEP_ALIVE;
        if now >= silent_until {
            self.last_exchange = now;
            return Step::KeepAlive;
        }
        let until =
            if self.nothing_to_read { silent_until } else { silent_until.min(self.next_slot) };
        Step::Wait { until }
    }

    /// How long the requests of one scan last under the ceiling.
    fn ceiling(&self) -> Duration {
        self.pace
            .max_requests_per_second
            .and_then(|most| {
                let trips = f64::from(self.round_trips) * f64::from(self.sharing);
                Duration::try_from_secs_f64(trips / most).ok()
            })
            .unwrap_or_default()
    }

    /// A slot, unless the last scan was late for its own and began too short a time before.
    fn no_sooner(&self, slot: Instant) -> Instant {
        let interval = self.interval();
        let least = self.ceiling().max(interval.saturating_sub(interval / LATENESS));
        self.last.map_or(slot, |(_, began)| slot.max(began + least))
    }
}

#[cfg(test)]
mod tests;
