//! A small bottling and packing line with plausible values.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tagbridge_driver::Value;

use crate::{
    logix::{Memory, Slot, TagError},
    rig::set_up::Program,
};

mod tags;

use tags::Slots;
pub(in crate::logix) use tags::bottling_line;

/// Number of bottles per metre of belt.
const BOTTLES_PER_METRE: f32 = 10.0;
/// Number of bottles per box.
const BOTTLES_PER_BOX: i32 = 12;
/// Acceleration of the belt, in metres per minute and second.
const RAMP: f32 = 12.0;
/// Set points of the zones of the shrink oven, in °C.
const ZONES: [f32; 6] = [120.0, 140.0, 165.0, 165.0, 150.0, 110.0];

const RECIPES: [&str; 3] = ["Sparkling 0.5 l", "Still 0.5 l", "Lemon 0.33 l"];

/// The state of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Stopped,
    Starting,
    Running,
    Blocked,
    Faulted,
}

impl State {
    fn text(self) -> &'static str {
        match self {
            Self::Stopped => "Stopped",
            Self::Starting => "Starting",
            Self::Running => "Running",
            Self::Blocked => "Blocked",
            Self::Faulted => "Faulted",
        }
    }

    fn alarm(self) -> &'static str {
        match self {
            Self::Blocked => "Outfeed blocked: boxes back up at the palletiser",
            Self::Faulted => "Motor overload: belt stopped",
            Self::Stopped | Self::Starting | Self::Running => "",
        }
    }

    /// Bit 0: blocked, bit 1: overload.
    fn alarm_bits(self) -> i32 {
        match self {
            Self::Blocked => 1,
            Self::Faulted => 2,
            Self::Stopped | Self::Starting | Self::Running => 0,
        }
    }

    /// Shortest and longest duration of the state, in seconds.
    fn duration_range(self) -> (f32, f32) {
        match self {
            Self::Stopped => (1.0, 2.0),
            Self::Starting => (2.0, 3.0),
            Self::Running => (15.0, 40.0),
            Self::Blocked => (3.0, 6.0),
            Self::Faulted => (4.0, 5.0),
        }
    }
}

/// Runs the line: it starts, runs, sometimes backs up, rarely trips, and starts again.
#[derive(Debug)]
pub(in crate::logix) struct BottlingLine {
    random: StdRng,
    slots: Slots,
    state: State,
    /// Seconds until the state changes.
    left: f32,
    /// Seconds since the start.
    clock: f64,
    /// The fraction of a bottle that passed the infeed since the last whole bottle.
    bottle: f32,
    /// Number of bottles in the box that is being filled.
    in_box: i32,
    lane: usize,
    recipe: usize,
}

impl BottlingLine {
    /// Runs on the memory of [`bottling_line`]; writes the initial values.
    pub(in crate::logix) fn new(memory: &mut Memory, seed: u64) -> Result<Self, TagError> {
        let mut line = Self {
            random: StdRng::seed_from_u64(seed),
            slots: Slots::find(memory)?,
            state: State::Stopped,
            left: 0.5,
            clock: 0.0,
            bottle: 0.0,
            in_box: 0,
            lane: 0,
            recipe: 0,
        };
        memory.write(line.slots.motor_temperature, 31.0);
        memory.write(line.slots.setpoint, 30.0);
        for (slot, setpoint) in line.slots.oven.iter().zip(ZONES) {
            memory.write(*slot, setpoint - 15.0);
        }
        let reals =
            |values: &[f32]| Value::Array(values.iter().map(|it| Value::Real(*it)).collect());
        let map = [0.0, 40.0].map(|side| {
            Value::Array(
                [0.0, 10.0, 20.0]
                    .map(|row| reals(&[100.0, 101.0, 102.0, 103.0].map(|it| it + side + row)))
                    .to_vec(),
            )
        });
        for (name, value) in [
            ("Line_Name", Value::Text("Bottling line 2".into())),
            ("Recipe_Number", Value::Int(1)),
            ("Recipe_Name", Value::Text(RECIPES[0].into())),
            ("Shift_Number", Value::Int(1)),
            ("Shift_Target", Value::Int(24_000)),
            ("Batch_Number", Value::Uint(4711)),
            ("Oven_Setpoint", reals(&ZONES)),
            ("Oven_Map", Value::Array(map.to_vec())),
            ("Program:Packing.Label", Value::Text("BOX-000000".into())),
        ] {
            memory.set(name, &value)?;
        }
        line.enter(memory, State::Stopped);
        Ok(line)
    }

    /// Returns the state after this one.
    fn next(&mut self) -> State {
        match self.state {
            State::Stopped => State::Starting,
            State::Starting | State::Blocked => State::Running,
            State::Running if self.random.random_ratio(1, 4) => State::Faulted,
            State::Running => State::Blocked,
            State::Faulted => State::Stopped,
        }
    }

    fn enter(&mut self, memory: &mut Memory, state: State) {
        self.state = state;
        let (from, to) = state.duration_range();
        self.left = self.random.random_range(from..to);
        let slots = &self.slots;
        memory.write(slots.state, state as i32);
        memory.write(slots.running, state == State::Running);
        memory.write(slots.alarm_word, state.alarm_bits());
        if state.alarm_bits() != 0 {
            memory.write(slots.alarm_count, memory.read(slots.alarm_count).wrapping_add(1));
        }
        if state == State::Starting {
            count(memory, slots.motor_starts);
            for motor in slots.motors {
                count(memory, motor.starts);
            }
            self.recipe = (self.recipe + 1) % RECIPES.len();
            write_text(memory, "Recipe_Name", RECIPES[self.recipe]);
        }
        write_text(memory, "Line_StateText", state.text());
        write_text(memory, "Alarm_Text", state.alarm());
    }

    fn drive(&mut self, memory: &mut Memory, seconds: f32) -> f32 {
        let slots = &self.slots;
        let target = match self.state {
            State::Starting | State::Running => memory.read(slots.setpoint).clamp(0.0, 120.0),
            State::Stopped | State::Blocked | State::Faulted => 0.0,
        };
        let speed = memory.read(slots.speed);
        let change = (target - speed).clamp(-RAMP * seconds, RAMP * seconds);
        let noise = if target > 0.0 && change.abs() < RAMP * seconds {
            self.random.random_range(-0.05..0.05)
        } else {
            0.0
        };
        let speed = (speed + change + noise).max(0.0);
        memory.write(slots.speed, speed);
        let overload = self.state == State::Faulted;
        let current = if overload { 9.8 } else { 0.8 + speed / 12.0 };
        memory.write(slots.motor_current, current);
        // Losses heat the motor and air cools it, slowly, towards a balance.
        let warm = memory.read(slots.motor_temperature);
        let balance = 28.0 + current * 12.0;
        memory.write(slots.motor_temperature, warm + (balance - warm) * seconds / 90.0);
        for (share, motor) in [1.0, 1.0, 0.9, 1.1, 1.2].into_iter().zip(slots.motors) {
            memory.write(motor.running, speed > 0.0);
            memory.write(motor.overload, overload);
            memory.write(motor.speed, speed * share);
            memory.write(motor.current, current * share / 2.0);
        }
        let energy = memory.read(slots.energy) + f64::from(current * seconds) * 0.4 / 3600.0;
        memory.write(slots.energy, energy);
        speed
    }

    fn transport(&mut self, memory: &mut Memory, metres: f32) {
        self.bottle += metres * BOTTLES_PER_METRE;
        let slots = &self.slots;
        memory.write(slots.infeed, self.bottle.fract() < 0.6);
        memory.write(slots.outfeed, self.state == State::Blocked || self.in_box > 9);
        memory.write(slots.reject, false);
        while self.bottle >= 1.0 {
            self.bottle -= 1.0;
            let bottles = count(memory, self.slots.bottles);
            if self.random.random_ratio(1, 60) {
                count(memory, self.slots.rejected);
                memory.write(self.slots.reject, true);
            } else {
                self.fill(memory);
            }
            let rejected = memory.read(self.slots.rejected);
            #[expect(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
            memory.write(self.slots.reject_rate, 100.0 * rejected as f32 / bottles.max(1) as f32);
        }
    }

    /// Adds a good bottle to the box.
    fn fill(&mut self, memory: &mut Memory) {
        let slots = &self.slots;
        count(memory, slots.lanes[self.lane]);
        for (place, full) in slots.lanes_full.iter().enumerate() {
            memory.write(*full, place == self.lane);
        }
        self.lane = (self.lane + 1) % slots.lanes.len();
        self.in_box += 1;
        memory.write(slots.step, self.in_box);
        if self.in_box == BOTTLES_PER_BOX {
            self.in_box = 0;
            let boxes = count(memory, slots.boxes);
            memory.write(slots.boxes_open, i16::try_from(boxes % 4).unwrap_or(0));
            memory.write(
                slots.shift_total,
                memory.read(slots.shift_total) + i64::from(BOTTLES_PER_BOX),
            );
            write_text(memory, "Program:Packing.Label", &format!("BOX-{boxes:06}"));
        }
    }

    fn heat(&mut self, memory: &mut Memory, seconds: f32) {
        for (slot, setpoint) in self.slots.oven.iter().zip(ZONES) {
            let now = memory.read(*slot);
            let noise = self.random.random_range(-0.05..0.05);
            memory.write(*slot, now + (setpoint - now) * seconds / 30.0 + noise);
        }
    }
}

impl Program<Memory> for BottlingLine {
    fn advance(&mut self, memory: &mut Memory, elapsed: Duration) {
        let seconds = elapsed.as_secs_f32().min(1.0);
        self.clock += f64::from(seconds);
        self.left -= seconds;
        if self.left <= 0.0 {
            let next = self.next();
            self.enter(memory, next);
        }
        let speed = self.drive(memory, seconds);
        self.transport(memory, speed * seconds / 60.0);
        self.heat(memory, seconds);
        let slots = &self.slots;
        memory.write(slots.scans, memory.read(slots.scans).wrapping_add(1));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a positive clock of seconds that wraps after a century; percent"
        )]
        let (uptime, valve) = (self.clock as u32, (speed / 30.0 * 80.0) as u8);
        memory.write(slots.uptime, uptime);
        memory.write(slots.valve, valve);
    }
}

/// Increments a counter and returns the new count.
fn count(memory: &mut Memory, slot: Slot<i32>) -> i32 {
    let next = memory.read(slot).wrapping_add(1);
    memory.write(slot, next);
    next
}

fn write_text(memory: &mut Memory, name: &str, text: &str) {
    let written = memory.set(name, &Value::Text(text.to_owned()));
    debug_assert!(written.is_ok(), "the line has {name}, and `{text}` fits");
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, sync::Arc};

    use super::*;

    const STEP: Duration = Duration::from_millis(20);

    fn line(seed: u64) -> (Memory, BottlingLine) {
        let mut memory = Memory::new(Arc::new(bottling_line().unwrap()));
        let line = BottlingLine::new(&mut memory, seed).unwrap();
        (memory, line)
    }

    #[test]
    fn the_seed_decides() {
        let after = |seed| {
            let (mut memory, mut line) = line(seed);
            (0..2000).for_each(|_| line.advance(&mut memory, STEP));
            memory.hash()
        };
        assert_eq!(after(1), after(1));
        assert_ne!(after(1), after(2));
    }

    #[test]
    fn an_hour_stays_plausible_and_sees_every_state() {
        let (mut memory, mut line) = line(7);
        let mut states = HashSet::new();
        for _ in 0..3600 * 50 {
            line.advance(&mut memory, STEP);
            let speed = memory.read(line.slots.speed);
            let warm = memory.read(line.slots.motor_temperature);
            assert!((0.0..31.0).contains(&speed), "speed {speed}");
            assert!((25.0..150.0).contains(&warm), "temperature {warm}");
            let Ok(Value::Text(state)) = memory.value("Line_StateText") else {
                panic!("no state");
            };
            states.insert(state);
        }
        assert_eq!(states.len(), 5, "{states:?}");
        let boxes = memory.read(line.slots.boxes);
        let total = memory.read(line.slots.shift_total);
        assert!(boxes > 100, "{boxes} boxes");
        assert_eq!(total, i64::from(boxes) * 12);
        let rate = memory.read(line.slots.reject_rate);
        assert!((0.5..4.0).contains(&rate), "{rate} % rejected");
    }

    #[test]
    fn something_is_to_be_seen_within_ten_seconds() {
        let (mut memory, mut line) = line(1);
        (0..500).for_each(|_| line.advance(&mut memory, STEP));
        assert!(memory.read(line.slots.speed) > 20.0);
        assert!(memory.read(line.slots.bottles) > 10);
    }
}
