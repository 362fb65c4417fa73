//! Measures time and memory.

use std::{fs, time::Instant};

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

/// The duration, in seconds.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Took {
    /// The elapsed time.
    pub(crate) wall: f64,
    /// The processor time of this thread.
    pub(crate) cpu: f64,
}

impl Took {
    pub(crate) fn since(began: Instant, cpu: ThreadTime) -> Self {
        Self { wall: began.elapsed().as_secs_f64(), cpu: cpu.elapsed().as_secs_f64() }
    }
}

/// Returns the result of some work, and its duration.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Took) {
    let (began, cpu) = (Instant::now(), ThreadTime::now());
    let done = work();
    (done, Took::since(began, cpu))
}

/// The current (`VmRSS:`) or maximum (`VmHWM:`) memory of this process, in bytes, as Linux reports
/// it.
pub(crate) fn memory_of(what: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix(what))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
