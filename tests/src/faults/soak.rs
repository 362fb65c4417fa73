//! Random kills and faults for any duration, with a record of every scan.
//!
//! There are two plants: the programs of the first one are killed, those of the second one never,
//! to measure the growth of their memory. Both have all other faults.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicI64, Ordering},
    thread,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::Value;

use super::{
    controller::CLOCK,
    memory::{MemorySample, memory_mib, slope},
    plant::{Plant, Run, pass},
    proxy::ProxyBehaviour,
    reader::Reader,
    recovery::Recovery,
};
use crate::Process;

/// Time limit of the recovery after each fault.
const LIMIT: Duration = Duration::from_mins(1);
/// A connection to the controller without the cable: the controller is switched off instead.
const PAST_THE_CABLE: Run<'_> = Run { past_the_cable: true, ..Run::PLAIN };

/// The result.
#[derive(Debug, Default)]
pub struct SoakResult {
    /// Number of kills and faults.
    pub cycles: u64,
    /// Number of stored sequences.
    pub stored: u64,
    /// Number of sequences that never arrived.
    pub lost: u64,
    /// Number of scans that are stored twice or out of order.
    pub doubled: u64,
    /// Number of sequences whose value changed after it was stored.
    pub altered: u64,
    /// The age of the oldest value shown as live, in milliseconds.
    pub oldest_ms: i64,
    /// The recovery after each fault.
    pub recoveries: Vec<Recovery>,
    /// Memory over time of the programs that are never killed.
    pub curve: Vec<MemorySample>,
}

impl SoakResult {
    /// The recovery times after these faults, in milliseconds: their number, and percentiles.
    pub fn back(&self, faults: impl Fn(&str) -> bool, percent: usize) -> (usize, u128) {
        let of = self.recoveries.iter().filter(|it| faults(it.fault));
        let mut back: Vec<u128> = of.filter_map(|it| Some(it.took?.as_millis())).collect();
        back.sort_unstable();
        let last = back.len().saturating_sub(1);
        (back.len(), back.get(last * percent / 100).copied().unwrap_or(0))
    }

    /// Number of faults without a recovery.
    pub fn never_back(&self) -> usize {
        self.recoveries.iter().filter(|it| it.took.is_none()).count()
    }

    /// Growth of bridge and service at the end, in MiB per hour; `None`: the test was too short.
    pub fn growth(&self) -> Option<(f64, f64)> {
        Some((slope(&self.curve, |it| it.bridge_mib)?, slope(&self.curve, |it| it.service_mib)?))
    }

    /// Whether no snapshot was lost, doubled, altered or stale, and all programs recovered
    /// automatically.
    pub fn holds(&self) -> bool {
        let wrong = self.lost + self.doubled + self.altered;
        self.stored > 0 && wrong == 0 && self.never_back() == 0 && self.oldest_ms <= 10_300
    }

    /// The combined result of both plants.
    fn and(mut self, other: Self) -> Self {
        self.cycles += other.cycles;
        self.stored += other.stored;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.altered += other.altered;
        self.oldest_ms = self.oldest_ms.max(other.oldest_ms);
        self.recoveries.extend(other.recoveries);
        self.curve.extend(other.curve);
        self
    }
}

/// The running programs.
struct Programs {
    bridge: Process,
    service: Process,
}

/// Runs for this time, and prints each minute. The same seed gives the same faults; only the
/// durations of the programs differ.
pub fn soak(length: Duration, seed: u64, told: impl Fn(&MemorySample) + Sync) -> SoakResult {
    let killed_oldest = AtomicI64::new(0);
    thread::scope(|scope| {
        let killed = scope.spawn(|| {
            faults(length, seed, true, |account, _| {
                killed_oldest.store(account.oldest_ms, Ordering::Relaxed);
            })
        });
        let (began, mut curve) = (Instant::now(), Vec::new());
        let steady = faults(length, seed.wrapping_add(1), false, |account, programs| {
            let at = began.elapsed().as_secs_f64() / 60.0;
            if curve.last().is_some_and(|last: &MemorySample| at < last.at + 1.0) {
                return;
            }
            let minute = MemorySample {
                at,
                cycles: account.cycles,
                bridge_mib: memory_mib(&programs.bridge),
                service_mib: memory_mib(&programs.service),
                oldest_ms: account.oldest_ms.max(killed_oldest.load(Ordering::Relaxed)),
            };
            told(&minute);
            curve.push(minute);
        });
        let killed = killed.join().expect("the plant whose programs are killed");
        SoakResult { curve, ..killed.and(steady) }
    })
}

/// Causes the faults of one plant, one after the other, and calls `after` after each.
fn faults(
    length: Duration,
    seed: u64,
    kills: bool,
    mut after: impl FnMut(&SoakResult, &Programs),
) -> SoakResult {
    let mut random = StdRng::seed_from_u64(seed);
    let mut plant = Plant::new();
    let service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", PAST_THE_CABLE);
    let mut programs = Programs { bridge, service };
    let reader = plant.reader();
    reader.settle();
    let (mut account, mut values) = (SoakResult::default(), BTreeMap::new());
    let began = Instant::now();
    while began.elapsed() < length {
        let fault;
        (fault, programs) = one_fault(&mut plant, programs, kills, &mut random);
        account.cycles += 1;
        account.recoveries.push(Recovery::watch(fault, &reader, &programs.bridge, LIMIT));
        pass(random.random_range(0.0..1.0));
        record_stored_values(&plant, &mut values, &mut account);
        account.oldest_ms = reader.shown().oldest_ms;
        after(&account, &programs);
    }
    account.close(&plant, &reader, &mut values);
    account
}

fn one_fault(
    plant: &mut Plant,
    programs: Programs,
    kills: bool,
    random: &mut StdRng,
) -> (&'static str, Programs) {
    let Programs { bridge, service } = programs;
    let seconds = random.random_range(0.1..2.0);
    match random.random_range(if kills { 0 } else { 5 }..8) {
        0 | 1 => {
            bridge.kill_dead();
            let bridge = plant.bridge("laptop", PAST_THE_CABLE);
            ("bridge killed", Programs { bridge, service })
        }
        2 | 3 => {
            service.kill_dead();
            ("service killed", Programs { bridge, service: plant.service(Run::PLAIN) })
        }
        4 => {
            bridge.kill_dead();
            service.kill_dead();
            pass(seconds);
            let service = plant.service(Run::PLAIN);
            let bridge = plant.bridge("laptop", PAST_THE_CABLE);
            ("both killed", Programs { bridge, service })
        }
        5 => {
            plant.controller.switch_off();
            pass(seconds);
            plant.controller.switch_on();
            ("controller off", Programs { bridge, service })
        }
        _ => {
            let weather = [
                ("cut", ProxyBehaviour::Cut),
                ("silent", ProxyBehaviour::Silent),
                ("answers lost", ProxyBehaviour::LoseAnswer),
                ("half answers", ProxyBehaviour::HalfAnswer),
                ("captive portal", ProxyBehaviour::CAPTIVE_PORTAL),
                ("500", ProxyBehaviour::Answer(500, "content-type: text/plain", "broken")),
                ("slow", ProxyBehaviour::Slow(Duration::from_millis(700))),
                ("drip", ProxyBehaviour::Drip(Duration::from_millis(1))),
                ("12 snapshots a second", ProxyBehaviour::Capacity(12)),
                ("receipts of another push", ProxyBehaviour::EarlierReceipt),
                ("pushes blocked", ProxyBehaviour::FILTER),
            ];
            let (name, weather) = weather[random.random_range(0..weather.len())].clone();
            plant.weather_for(weather, seconds);
            (name, Programs { bridge, service })
        }
    }
}

/// Records the stored values now: the service only returns the latest 600.
fn record_stored_values(
    plant: &Plant,
    values: &mut BTreeMap<u64, Value>,
    account: &mut SoakResult,
) {
    for entry in plant.consumer().history(CLOCK) {
        let Some(sequence) = entry["sequence"].as_u64() else { continue };
        let value = entry["value"].clone();
        if values.insert(sequence, value.clone()).is_some_and(|before| before != value) {
            account.altered += 1;
        }
    }
}

impl SoakResult {
    /// Waits until all snapshots are delivered, and stops the programs.
    fn close(&mut self, plant: &Plant, reader: &Reader, values: &mut BTreeMap<u64, Value>) {
        let deadline = Instant::now() + LIMIT;
        let whole = || {
            let shown = plant.consumer().values().unwrap_or_default();
            shown["live"] == true && shown["gaps"].is_null()
        };
        while !whole() && Instant::now() < deadline {
            pass(0.2);
        }
        record_stored_values(plant, values, self);
        let newest = values.keys().last().copied().unwrap_or(0);
        self.stored = values.len() as u64;
        self.lost = newest - self.stored;
        let read: Vec<i64> = values.values().filter_map(Value::as_i64).collect();
        self.doubled = read.windows(2).filter(|pair| pair[0] >= pair[1]).count() as u64;
        self.oldest_ms = reader.shown().oldest_ms;
    }
}
