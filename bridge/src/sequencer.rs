//! Decides when to connect, scan, wait and disconnect. Uses no socket and no clock: time is passed
//! in, and randomness comes from a seed.
//!
//! Constraints: scans follow a grid of the interval; a missed slot is skipped and counted, and
//! never made up for. The pauses after failures of a controller increase, and only a successful
//! scan resets them. An address without a device, or without any response, is tried every few
//! seconds, as this burdens no device. Another device at the same address is not read without
//! confirmation, but its identity is checked periodically, because the former device may return.

use std::time::{Duration, Instant};

use tagbridge_driver::{Device, LinkError};

use crate::backoff::Backoff;

/// Pause after a refused login: servers lock accounts after a few wrong passwords.
const LOGIN_PAUSE: Duration = Duration::from_mins(10);
/// Maximum time between two attempts while no device responds: each attempt is one packet, or one
/// connection without data.
const NOBODY_THERE: Duration = Duration::from_secs(3);
/// Number of consecutive attempts without a response that follow each other sooner: most devices
/// return within seconds.
const AT_FIRST: u32 = 8;
/// A connection without requests for this time gets a keep-alive request.
const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// Time between two checks of the identity of another device at the address.
const LOOK: Duration = Duration::from_secs(30);
/// A scan that is late by less than this part of the interval still counts for its slot.
const LATENESS: u32 = 4;

/// How a session reads.
#[derive(Debug, Clone)]
pub(crate) struct Pace {
    /// From the start of a scan to the start of the next.
    pub(crate) interval: Duration,
    /// Maximum number of requests to the controller per second, on average over a scan.
    pub(crate) max_requests_per_second: Option<f64>,
    /// Whether another device at the same address is read without confirmation.
    pub(crate) accept_replaced: bool,
}

/// An event.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// The controller responded with this identity.
    Connected(Device),
    /// The device at the address is not the project's, and must not be read.
    Foreign(Device),
    /// The device at the address is the redundant partner of the device that was read.
    Partner(Device),
    /// There is no device at the address: no route, no power, no listening socket.
    NotReached,
    /// The connection was accepted, but there was no response: a relay without a device behind it
    /// may have accepted it. The attempt did not burden any device.
    NotAnswered,
    /// A device responded, but the connection failed.
    ConnectFailed,
    /// The device refused the login.
    LoginRefused,
    /// A scan succeeded.
    ScanDone {
        /// Number of requests of the scan.
        round_trips: u32,
    },
    /// The controller responded to a keep-alive request.
    KeptAlive,
    /// The connection was lost.
    LinkLost,
    /// Other tags are read from the next scan on.
    TagsChanged {
        /// There are no tags.
        none: bool,
    },
    /// Number of readers of the controller, including this one, which share the limit on requests.
    Shared(u32),
    /// The refused device is accepted.
    Accept,
    /// Stop reading the controller.
    Pause,
    /// Resume.
    Resume,
    /// Make the next attempt now.
    TryNow,
    /// End the session.
    Stop,
}

impl Event {
    /// The event for a failed attempt to connect, except for a refused login.
    pub(crate) fn of_attempt(error: &LinkError) -> Self {
        match error {
            it if it.is_nobody_there() => Self::NotReached,
            it if it.is_silence() => Self::NotAnswered,
            _ => Self::ConnectFailed,
        }
    }
}

/// What the session must do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Connect; `attempt` counts from 1 since the last successful scan.
    Connect { attempt: u32 },
    /// Read all tags.
    Scan,
    /// Send a keep-alive request.
    KeepAlive,
    /// Wait until this moment, or until the next event.
    Wait { until: Instant },
    /// Wait for the next event.
    Idle,
    /// Disconnect from the controller.
    Close,
    /// The session has ended.
    Stopped,
}

/// The state of a session's schedule: when to connect, scan, wait and disconnect.
pub(crate) struct Sequencer {
    pace: Pace,
    backoff: Backoff,
    connected: bool,
    is_stopped: bool,
    is_paused: bool,
    known: Option<Device>,
    /// The device that was known before another one was accepted, until one of them responds.
    former: Option<Device>,
    /// The device that responds instead, and is not read.
    refused: Option<Device>,
    /// When the refused device is checked again.
    look_at: Instant,
    failures: u32,
    /// The failures with a device that responded, since there was last no device.
    burdens: u32,
    attempted: Instant,
    not_before: Instant,
    nothing_to_read: bool,
    /// The slot of the last scan, and when that scan really began.
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

    /// Sets the device that was read before.
    pub(crate) fn set_last_device(mut self, device: Option<Device>) -> Self {
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

    /// Returns what to do now. Without a new event it never returns the same connect or scan twice.
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

    /// The effective interval: longer than configured if the limit on requests requires it.
    pub(crate) fn interval(&self) -> Duration {
        self.pace.interval.max(self.ceiling())
    }

    /// When the controller may be tried again after a failure, or checked again.
    pub(crate) fn not_before(&self) -> Instant {
        match self.refused {
            Some(_) => self.not_before.max(self.look_at),
            None => self.not_before,
        }
    }

    /// The number of the next attempt to connect.
    pub(crate) fn attempt(&self) -> u32 {
        self.failures.saturating_add(1)
    }

    /// Whether reading is stopped on purpose.
    pub(crate) fn is_halted(&self) -> bool {
        self.is_stopped || self.is_paused || self.refused.is_some()
    }

    /// Number of slots that passed without a scan.
    pub(crate) fn missed(&self) -> u64 {
        self.missed
    }

    /// Whether a device responds that is only read after a person has accepted it.
    pub(crate) fn is_refusing(&self) -> bool {
        self.refused.is_some() && !self.is_stopped && !self.is_paused
    }

    /// The device that was read before, if known.
    pub(crate) fn known(&self) -> Option<&Device> {
        self.known.as_ref()
    }

    /// The device that was read before, and the refused device that responds now, if this is why
    /// reading is stopped.
    pub(crate) fn replaced(&self) -> Option<(&Device, &Device)> {
        if self.is_stopped || self.is_paused {
            return None;
        }
        Some((self.known.as_ref()?, self.refused.as_ref()?))
    }

    /// Whether this is another device than before, which must not be read without confirmation.
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
        // The first scan starts at once, unless that is too soon after the last one.
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

    /// The minimum duration of a scan under the limit on requests.
    fn ceiling(&self) -> Duration {
        self.pace
            .max_requests_per_second
            .and_then(|most| {
                let trips = f64::from(self.round_trips) * f64::from(self.sharing);
                Duration::try_from_secs_f64(trips / most).ok()
            })
            .unwrap_or_default()
    }

    /// The slot, or later, if the last scan was late for its own slot.
    fn no_sooner(&self, slot: Instant) -> Instant {
        let interval = self.interval();
        let least = self.ceiling().max(interval.saturating_sub(interval / LATENESS));
        self.last.map_or(slot, |(_, began)| slot.max(began + least))
    }
}

#[cfg(test)]
mod tests;
