//! The memory of programs that run for a long time.

use std::fs;

use crate::Process;

/// The memory of the programs that are never killed at one moment, and the ages that were shown
/// until then.
#[derive(Debug, Clone, Copy)]
pub struct MemorySample {
    /// Minutes since the run began.
    pub at: f64,
    /// Number of faults since then.
    pub cycles: u64,
    /// Memory of the bridge in MiB.
    pub bridge_mib: f64,
    /// Memory of the service in MiB.
    pub service_mib: f64,
    /// The age of the oldest value that any reader was shown as live, in milliseconds.
    pub oldest_ms: i64,
}

/// The growth of a figure per hour over the second half of the curve, by least squares. `None`: too
/// few points.
pub(super) fn slope(curve: &[MemorySample], figure: impl Fn(&MemorySample) -> f64) -> Option<f64> {
    let end = &curve[curve.len() / 2..];
    if end.len() < 3 {
        return None;
    }
    let count = end.iter().fold(0.0, |sum, _| sum + 1.0);
    let mean = |of: &dyn Fn(&MemorySample) -> f64| end.iter().map(of).sum::<f64>() / count;
    let (middle, level) = (mean(&|it| it.at), mean(&figure));
    let rise: f64 = end.iter().map(|it| (it.at - middle) * (figure(it) - level)).sum();
    let run: f64 = end.iter().map(|it| (it.at - middle).powi(2)).sum();
    Some(rise / run * 60.0)
}

/// Memory of a process in MiB; 0 if the system does not report it.
pub(super) fn memory_mib(process: &Process) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_by_a_mebibyte_a_minute_grows_by_sixty_an_hour_and_the_beginning_does_not_count() {
        let minute = |no: u32| {
            let at = f64::from(no);
            let bridge_mib = if no < 10 { 500.0 } else { 20.0 + at };
            MemorySample { at, cycles: 0, bridge_mib, service_mib: 30.0, oldest_ms: 0 }
        };
        let curve: Vec<MemorySample> = (0..20).map(minute).collect();
        let near = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-6;
        assert!(near(slope(&curve, |it| it.bridge_mib), 60.0));
        assert!(near(slope(&curve, |it| it.service_mib), 0.0));
        assert!(slope(&curve[..2], |it| it.bridge_mib).is_none());
    }
}
