//! Instructions of Logix with memory: timers, counters, digital alarms (1756-RM003).

use tagbridge_logic::{
    PlaceId,
    expr::{Scalar, Truth},
};

use crate::values::Memory;

/// The executed instructions.
pub(crate) const NAMES: [&str; 6] = ["TON", "TOF", "RTO", "CTU", "CTD", "ALMD"];

impl Memory<'_> {
    /// Executes an instruction; false if it is not one of them.
    pub(crate) fn logix(
        &mut self,
        name: &str,
        instance: PlaceId,
        input: Truth,
        elapsed_ms: i64,
    ) -> bool {
        self.timer(name, instance, input, elapsed_ms)
            || self.counter(name, instance, input)
            || self.alarm(name, instance, input, elapsed_ms)
    }

    /// RES: resets a timer or a counter to zero, and keeps its preset.
    pub(crate) fn reset(&mut self, instance: PlaceId) {
        let instance = self.place_of(instance);
        // A counter keeps the last state of its input.
        if self.type_of(instance).as_deref() != Some("COUNTER") {
            self.timers.remove(&instance);
        }
        self.put(instance, "ACC", Some(Scalar::Int(0)));
        for bit in ["EN", "TT", "DN", "OV", "UN"] {
            self.put(instance, bit, Some(Scalar::Bool(false)));
        }
    }

    /// A digital alarm: in alarm after its input has had the alarm condition for the minimum
    /// duration.
    fn alarm(&mut self, name: &str, alarm: PlaceId, input: Truth, elapsed_ms: i64) -> bool {
        if name != "ALMD" {
            return false;
        }
        let alarm = self.place_of(alarm);
        let known = |memory: &Self, part| {
            memory.part(alarm, part).and_then(|place| memory.now.get(&place).cloned())
        };
        let condition = known(self, "Condition").and_then(|it| it.bit()).unwrap_or(true);
        let least = match known(self, "MinDurationPRE") {
            Some(Scalar::Int(least)) => least,
            _ => 0,
        };
        let was = known(self, "InAlarm").and_then(|it| it.bit());
        if input == Truth::Unknown {
            self.timers.remove(&alarm);
            for part in ["In", "InAlarm", "InAlarmUnack"] {
                self.put(alarm, part, None);
            }
            return true;
        }
        let on = (input == Truth::True) == condition;
        let lasted = match self.timers.get(&alarm) {
            Some(lasted) if on => lasted.saturating_add(elapsed_ms),
            _ => 0,
        };
        if on {
            self.timers.insert(alarm, lasted);
        } else {
            self.timers.remove(&alarm);
        }
        let is_latched = known(self, "Latched").and_then(|it| it.bit()) == Some(true);
        let is = on && lasted >= least || is_latched && was == Some(true);
        self.put(alarm, "In", Some(Scalar::Bool(input == Truth::True)));
        self.put(alarm, "InAlarm", Some(Scalar::Bool(is)));
        if is && was == Some(false) {
            self.put(alarm, "Acked", Some(Scalar::Bool(false)));
            if let Some(Scalar::Int(count)) = known(self, "AlarmCount") {
                self.put(alarm, "AlarmCount", Some(Scalar::Int(count.wrapping_add(1))));
            }
        }
        if let Some(acknowledged) = known(self, "Acked").and_then(|it| it.bit()) {
            self.put(alarm, "InAlarmUnack", Some(Scalar::Bool(is && !acknowledged)));
        }
        true
    }

    /// Advances a Logix timer (1756-RM003, Timer and Counter); false if it is not a timer.
    fn timer(&mut self, name: &str, timer: PlaceId, input: Truth, elapsed_ms: i64) -> bool {
        if !matches!(name, "TON" | "TOF" | "RTO") {
            return false;
        }
        let timer = self.place_of(timer);
        let preset = match self.part(timer, "PRE").and_then(|it| self.now.get(&it)) {
            Some(Scalar::Int(preset)) => Some(*preset),
            _ => None,
        };
        let (Truth::True | Truth::False, Some(preset)) = (input, preset) else {
            for name in ["EN", "TT", "DN", "ACC"] {
                self.put(timer, name, None);
            }
            self.timers.remove(&timer);
            return true;
        };
        let on = input == Truth::True;
        let mut known = self.timers.get(&timer).copied();
        if name == "RTO" && known.is_none() {
            // It continues from its old value.
            known = match self.part(timer, "ACC").and_then(|it| self.now.get(&it)) {
                Some(Scalar::Int(elapsed)) => Some(*elapsed),
                _ => None,
            };
        }
        let start = if name == "TOF" { preset } else { 0 };
        let runs = on != (name == "TOF");
        let elapsed = match (runs, name) {
            (true, _) => Some((known.unwrap_or(start) + elapsed_ms).min(preset)),
            (false, "RTO") => known,
            (false, _) => Some(0),
        };
        let Some(elapsed) = elapsed else {
            for name in ["EN", "TT", "DN", "ACC"] {
                self.put(timer, name, None);
            }
            return true;
        };
        self.timers.insert(timer, elapsed);
        let full = elapsed >= preset;
        let done = if name == "TOF" { on || !full } else { full };
        self.put(timer, "EN", Some(Scalar::Bool(on)));
        self.put(timer, "TT", Some(Scalar::Bool(runs && !full)));
        self.put(timer, "DN", Some(Scalar::Bool(done)));
        self.put(timer, "ACC", Some(Scalar::Int(elapsed)));
        true
    }

    /// Advances a Logix counter (1756-RM003, Timer and Counter); false if it is not a counter. It
    /// does not count in its first scan.
    fn counter(&mut self, name: &str, counter: PlaceId, input: Truth) -> bool {
        let (bit, step) = match name {
            "CTU" => ("CU", 1),
            "CTD" => ("CD", -1),
            _ => return false,
        };
        let counter = self.place_of(counter);
        let whole = |memory: &Self, part| {
            let part = memory.part(counter, part)?;
            memory.now.get(&part).and_then(Scalar::number)
        };
        let (Truth::True | Truth::False, Some(preset), Some(count)) =
            (input, whole(self, "PRE"), whole(self, "ACC"))
        else {
            for name in [bit, "DN", "ACC"] {
                self.put(counter, name, None);
            }
            self.timers.remove(&counter);
            return true;
        };
        let on = input == Truth::True;
        let was = self.timers.insert(counter, on.into());
        #[expect(clippy::cast_possible_truncation, reason = "a DINT")]
        let (preset, mut count) = (preset as i32, count as i32);
        if on && was == Some(0) {
            count = count.wrapping_add(step);
        }
        self.put(counter, bit, Some(Scalar::Bool(on)));
        self.put(counter, "ACC", Some(Scalar::Int(count.into())));
        self.put(counter, "DN", Some(Scalar::Bool(count >= preset)));
        true
    }
}
