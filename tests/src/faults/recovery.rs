//! The recovery of values after a fault: its duration, and the states of the bridge during it.

use std::{
    fmt, thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::reader::Reader;
use crate::Process;

/// A longer recovery is printed step by step.
const SLOW: Duration = Duration::from_millis(1500);

/// The recovery after one fault.
#[derive(Debug, Clone)]
pub struct Recovery {
    /// The fault.
    pub fault: &'static str,
    /// The time from the end of the fault until a live value that was read after it; `None`: never.
    pub took: Option<Duration>,
    /// The states that the bridge reported, each with the time after the end of the fault.
    pub steps: Vec<(Duration, String)>,
}

impl Recovery {
    /// Waits for values that were read from the controller after this call.
    pub(super) fn watch(
        fault: &'static str,
        reader: &Reader,
        bridge: &Process,
        limit: Duration,
    ) -> Self {
        let (since, began) = (reader.now_ms(), Instant::now());
        let mut recovery = Self { fault, took: None, steps: Vec::new() };
        while recovery.took.is_none() && began.elapsed() < limit {
            recovery.note(began, &bridge.lines());
            recovery.took = reader.has_shown(since).then(|| began.elapsed());
            thread::sleep(Duration::from_millis(20));
        }
        recovery.note(began, &bridge.lines());
        recovery
    }

    /// Whether the duration must be investigated.
    pub fn is_slow(&self) -> bool {
        self.took.is_none_or(|took| took > SLOW)
    }

    fn note(&mut self, began: Instant, lines: &[String]) {
        for line in lines {
            let status: Value = serde_json::from_str(line).unwrap_or_default();
            let session = &status["sessions"][0];
            let (reading, service) = (&session["status"], &session["service"]);
            let state = |of: &Value| of["state"].as_str().unwrap_or("?").to_owned();
            let pushes = service["pushes"].as_u64().unwrap_or(0).min(1);
            let step = format!(
                "controller {}{}, service {}{}, failed pushes {}, {}",
                state(reading),
                reading["attempt"].as_u64().map_or(String::new(), |no| format!(" {no}")),
                state(&service["state"]),
                service["state"]["trouble"].as_str().map_or(String::new(), |it| format!(" {it}")),
                service["failed_pushes"],
                ["none taken", "some taken"][usize::from(pushes > 0)],
            );
            if self.steps.last().is_none_or(|(_, before)| *before != step) {
                self.steps.push((began.elapsed(), step));
            }
        }
    }
}

impl fmt::Display for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.took {
            Some(took) => write!(f, "{}: {} ms", self.fault, took.as_millis())?,
            None => write!(f, "{}: never", self.fault)?,
        }
        self.steps
            .iter()
            .try_for_each(|(at, step)| write!(f, "\n  {:>6} ms: {step}", at.as_millis()))
    }
}
