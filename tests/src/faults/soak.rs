//! Random kills and faults for as long as wanted, and an account of every scan.

use std::{
    collections::BTreeMap,
    fs,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::Value;

use super::{
    controller::CLOCK,
    plant::{Plant, Run, pass},
    proxy::Weather,
    reader::Reader,
};
use crate::Process;

/// After each fault values stream again within this, or they never do.
const LIMIT: Duration = Duration::from_mins(1);

/// What came of it.
#[derive(Debug, Default)]
pub struct Account {
    /// Programs killed and faults made.
    pub cycles: u64,
    /// Sequences that are stored.
    pub stored: u64,
    /// Sequences that never arrived.
    pub lost: u64,
    /// Scans that are stored twice, or out of order.
    pub doubled: u64,
    /// Sequences that were one value first and another later.
    pub altered: u64,
    /// The age of the oldest value shown as live, in milliseconds.
    pub oldest_ms: i64,
    /// From the end of each fault until values streamed, in milliseconds, the shortest first.
    pub back_ms: Vec<u128>,
    /// Faults after which nothing streamed any more.
    pub never_back: u64,
    /// The most memory that the bridge and the service had at the end of a cycle, in MiB.
    pub most_mib: (u64, u64),
}

impl Account {
    /// Of the times until values streamed again, what so many of a hundred do not exceed.
    pub fn back_percentile(&self, percent: usize) -> u128 {
        let last = self.back_ms.len().saturating_sub(1);
        self.back_ms.get(last * percent / 100).copied().unwrap_or(0)
    }

    /// Whether nothing was lost, doubled, altered or stale, and all went on by itself.
    pub fn holds(&self) -> bool {
        let wrong = self.lost + self.doubled + self.altered + self.never_back;
        self.stored > 0 && wrong == 0 && self.oldest_ms <= 10_300
    }
}

/// The programs that run.
struct Programs {
    bridge: Process,
    service: Process,
}

/// Goes on for so long, the same for the same seed but for the times that programs take.
pub fn soak(length: Duration, seed: u64) -> Account {
    let mut random = StdRng::seed_from_u64(seed);
    let mut plant = Plant::new();
    let service = plant.service(Run::PLAIN);
    let bridge = plant.bridge("laptop", Run { past_the_cable: true, ..Run::PLAIN });
    let mut programs = Programs { bridge, service };
    let reader = plant.reader();
    reader.settle();
    let (mut account, mut values) = (Account::default(), BTreeMap::new());
    let began = Instant::now();
    while began.elapsed() < length {
        programs = one_fault(&mut plant, programs, &mut random);
        account.cycles += 1;
        match reader.streams_again(LIMIT) {
            Some(time) => account.back_ms.push(time.as_millis()),
            None => account.never_back += 1,
        }
        pass(random.random_range(0.0..1.0));
        account.note_memory(&programs);
        harvest(&plant, &mut values, &mut account);
    }
    account.close(&plant, &reader, &mut values);
    account
}

fn one_fault(plant: &mut Plant, programs: Programs, random: &mut StdRng) -> Programs {
    let Programs { bridge, service } = programs;
    let run = Run { past_the_cable: true, ..Run::PLAIN };
    let seconds = random.random_range(0.1..2.0);
    match random.random_range(0..8) {
        0 | 1 => {
            bridge.kill_dead();
            Programs { bridge: plant.bridge("laptop", run), service }
        }
        2 | 3 => {
            service.kill_dead();
            Programs { bridge, service: plant.service(Run::PLAIN) }
        }
        4 => {
            bridge.kill_dead();
            service.kill_dead();
            pass(seconds);
            let service = plant.service(Run::PLAIN);
            Programs { bridge: plant.bridge("laptop", run), service }
        }
        5 => {
            plant.controller.switch_off();
            pass(seconds);
            plant.controller.switch_on();
            Programs { bridge, service }
        }
        _ => {
            let weather = [
                Weather::Cut,
                Weather::Silent,
                Weather::LoseAnswer,
                Weather::HalfAnswer,
                Weather::CAPTIVE_PORTAL,
                Weather::Answer(500, "content-type: text/plain", "broken"),
                Weather::Slow(Duration::from_millis(700)),
                Weather::Drip(Duration::from_millis(1)),
            ];
            let weather = weather[random.random_range(0..weather.len())].clone();
            plant.weather_for(weather, seconds);
            Programs { bridge, service }
        }
    }
}

/// Takes note of what is stored now: the service shows the latest 600 alone.
fn harvest(plant: &Plant, values: &mut BTreeMap<u64, Value>, account: &mut Account) {
    for entry in plant.consumer().history(CLOCK) {
        let Some(sequence) = entry["sequence"].as_u64() else { continue };
        let value = entry["value"].clone();
        if values.insert(sequence, value.clone()).is_some_and(|before| before != value) {
            account.altered += 1;
        }
    }
}

impl Account {
    /// Waits until all is delivered, and closes.
    fn close(&mut self, plant: &Plant, reader: &Reader, values: &mut BTreeMap<u64, Value>) {
        let deadline = Instant::now() + LIMIT;
        let whole = || {
            let shown = plant.consumer().values().unwrap_or_default();
            shown["live"] == true && shown["gaps"].is_null()
        };
        while !whole() && Instant::now() < deadline {
            pass(0.2);
        }
        harvest(plant, values, self);
        let newest = values.keys().last().copied().unwrap_or(0);
        self.stored = values.len() as u64;
        self.lost = newest - self.stored;
        let read: Vec<i64> = values.values().filter_map(Value::as_i64).collect();
        self.doubled = read.windows(2).filter(|pair| pair[0] >= pair[1]).count() as u64;
        self.oldest_ms = reader.shown().oldest_ms;
        self.back_ms.sort_unstable();
    }

    fn note_memory(&mut self, programs: &Programs) {
        self.most_mib.0 = self.most_mib.0.max(memory_mib(&programs.bridge));
        self.most_mib.1 = self.most_mib.1.max(memory_mib(&programs.service));
    }
}

/// What a process has in memory, in MiB; 0 where that is not told.
fn memory_mib(process: &Process) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|it| it.trim().split(' ').next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}
