//! A fault, and its effects.

use std::{thread, time::Duration};

/// A fault and the promises that must hold during it.
#[derive(Clone, Copy)]
pub struct Case {
    /// The fault.
    pub name: &'static str,
    /// Causes the fault, and measures its effects.
    pub run: fn() -> Finding,
}

/// The effects of a fault.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The name of the figure, in a word or two.
    pub what: &'static str,
    /// The figure in milliseconds; `None`: the time limit was reached.
    pub measured_ms: Option<i64>,
    /// The promised maximum.
    pub promised_ms: i64,
    /// Other errors.
    pub wrong: Vec<String>,
}

impl Finding {
    /// The age of the oldest value that was shown as live.
    pub(super) fn oldest(oldest_ms: i64) -> Self {
        // Three intervals, but at least 10 s; the rest is the time of a response to the reader.
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

    /// Records an error, if there is one.
    pub(super) fn check(mut self, holds: bool, otherwise: impl FnOnce() -> String) -> Self {
        if !holds {
            self.wrong.push(otherwise());
        }
        self
    }

    /// Whether all promises hold.
    pub fn holds(&self) -> bool {
        self.wrong.is_empty() && self.measured_ms.is_some_and(|it| it <= self.promised_ms)
    }
}

/// Runs all cases, a number of them at the same time.
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
