//! A fault, and what came of it.

use std::{thread, time::Duration};

/// A fault and what must hold in it.
#[derive(Clone, Copy)]
pub struct Case {
    /// What breaks.
    pub name: &'static str,
    /// Breaks it, and finds out what came of it.
    pub run: fn() -> Finding,
}

/// What came of a fault.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What was measured, in a word or two.
    pub what: &'static str,
    /// What it came to, in milliseconds; `None`: it did not come to an end.
    pub measured_ms: Option<i64>,
    /// The most that was promised.
    pub promised_ms: i64,
    /// What else is wrong, one by one.
    pub wrong: Vec<String>,
}

impl Finding {
    /// The age of the oldest value that was shown as live.
    pub(super) fn oldest(oldest_ms: i64) -> Self {
        // Three intervals, but at least 10 s; the rest is the way of an answer to the reader.
        Self::new("oldest shown live", Some(oldest_ms), 10_300)
    }

    /// How long after the end of a fault values streamed again.
    pub(super) fn back_after(time: Option<Duration>) -> Self {
        let measured = time.map(|time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
        Self::new("streams again after", measured, 5000)
    }

    pub(super) fn new(what: &'static str, measured_ms: Option<i64>, promised_ms: i64) -> Self {
        Self { what, measured_ms, promised_ms, wrong: Vec::new() }
    }

    /// Notes what is wrong, if it is.
    pub(super) fn check(mut self, holds: bool, otherwise: impl FnOnce() -> String) -> Self {
        if !holds {
            self.wrong.push(otherwise());
        }
        self
    }

    /// Whether all that was promised holds.
    pub fn holds(&self) -> bool {
        self.wrong.is_empty() && self.measured_ms.is_some_and(|it| it <= self.promised_ms)
    }
}

/// Runs all of these at the same time, so many beside each other.
pub fn run_all(cases: &[Case], beside: usize) -> Vec<(&'static str, Finding)> {
    let mut findings = Vec::new();
    for group in cases.chunks(beside.max(1)) {
        thread::scope(|scope| {
            let running: Vec<_> =
                group.iter().map(|case| (case.name, scope.spawn(case.run))).collect();
            for (name, case) in running {
                let finding = case.join().unwrap_or_else(|_| {
                    let mut broken = Finding::new("did not end", None, 0);
                    broken.wrong.push("the case itself failed".to_owned());
                    broken
                });
                findings.push((name, finding));
            }
        });
    }
    findings
}
