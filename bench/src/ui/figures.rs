//! The measurements in the window, in the format of `ui/tests/bench`.

use serde::{Deserialize, Serialize};

/// The measurement to make.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Job {
    /// Tags that all change with every scan.
    pub(super) tags: u32,
    /// Rows of the table that is scrolled.
    pub(super) rows: u32,
    /// Elements of the arrays that are unfolded in it.
    pub(super) leaves: u32,
    pub(super) interval_ms: u32,
    /// Length of the parts with a table, in seconds.
    pub(super) long: f64,
    /// Length of every other part, in seconds.
    pub(super) short: f64,
    /// The file that the figures go to.
    pub(super) figures: std::path::PathBuf,
}

/// The results of all phases.
#[derive(Debug, Deserialize)]
pub(super) struct Figures {
    pub(super) phases: Vec<Phase>,
    pub(super) animation: Animation,
    pub(super) scroll: Scroll,
    pub(super) tree: Scroll,
}

/// The results of a phase.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Phase {
    /// One of [`PHASES`](super::section::PHASES).
    pub(super) name: String,
    pub(super) seconds: f64,
    pub(super) processes: Vec<Process>,
    pub(super) memory: Vec<Memory>,
    /// Number of executed scans.
    pub(super) scans: u32,
    /// Number of missed scans.
    pub(super) missed: u32,
    /// Number of frames of the table that the desk sent, and that the page drew.
    pub(super) delivered: u32,
    pub(super) painted: u32,
    /// The longest time from one drawn frame to the next, in milliseconds.
    pub(super) longest_gap_ms: f64,
}

/// All processes of a program.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Process {
    pub(super) program: String,
    /// CPU seconds.
    pub(super) cpu: f64,
}

/// Memory of all processes.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(super) struct Memory {
    /// Seconds since the phase began.
    pub(super) at: f64,
    /// Memory in bytes; shared memory counts in each process.
    pub(super) rss: f64,
    /// Memory in bytes; shared memory is divided among the processes.
    pub(super) pss: f64,
}

/// The frame rate of the page.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Animation {
    pub(super) seconds: f64,
    pub(super) frames: u32,
    pub(super) longest_ms: f64,
}

/// A long table, scrolled step by step.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Scroll {
    pub(super) rows: u32,
    /// Those of them that a session reads; the others are reported as too many.
    pub(super) read: u32,
    pub(super) steps: u32,
    /// Number of checked rows in all frames.
    pub(super) looked: u32,
    /// Those of them without a name or without a value.
    pub(super) blank: u32,
    /// For jumps to another part of the table: milliseconds until its rows are shown.
    pub(super) leaps: Vec<f64>,
    /// For expanded arrays: the longest time until the first element is drawn, in milliseconds.
    #[serde(default)]
    pub(super) unfolded: f64,
}

impl Phase {
    /// The part of a core that all processes took.
    pub(super) fn core(&self) -> f64 {
        self.processes.iter().map(|it| it.cpu).sum::<f64>() / self.seconds
    }

    /// The use of a core by all processes, scaled to the full number of scans of this interval: on
    /// a busy computer some scans are missing.
    pub(super) fn core_at(&self, interval_ms: u32) -> f64 {
        let due = self.seconds * 1e3 / f64::from(interval_ms.max(1));
        self.core() * (due / f64::from(self.scans.max(1))).max(1.0)
    }

    /// The part of a core that a program's processes took.
    pub(super) fn core_of(&self, program: &str) -> f64 {
        let of = self.processes.iter().filter(|it| it.program == program);
        of.map(|it| it.cpu).sum::<f64>() / self.seconds
    }

    /// Number of frames that were sent and not drawn.
    pub(super) fn lost(&self) -> u32 {
        self.delivered.saturating_sub(self.painted)
    }

    /// Number of drawn frames per scan.
    pub(super) fn painted_per_scan(&self) -> f64 {
        f64::from(self.painted) / f64::from(self.scans.max(1))
    }

    /// Growth of memory in bytes over the whole time, from a linear fit, and the average. The first
    /// tenth is ignored, because the phase starts there.
    pub(super) fn growth(&self) -> (f64, f64) {
        let begun = self.seconds / 10.0;
        let samples: Vec<Memory> =
            self.memory.iter().copied().filter(|it| it.at >= begun).collect();
        let mean = |of: fn(&Memory) -> f64| {
            #[expect(clippy::cast_precision_loss, reason = "some hundred samples")]
            let count = samples.len().max(1) as f64;
            samples.iter().map(of).sum::<f64>() / count
        };
        let (at, pss) = (mean(|it| it.at), mean(|it| it.pss));
        let spread: f64 = samples.iter().map(|it| (it.at - at).powi(2)).sum();
        let common: f64 = samples.iter().map(|it| (it.at - at) * (it.pss - pss)).sum();
        (if spread > 0.0 { common / spread * self.seconds } else { 0.0 }, pss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-6 * other.abs().max(1.0)
    }

    #[test]
    fn processors_are_counted_by_program_and_in_all() {
        let process = |program: &str, cpu| Process { program: program.into(), cpu };
        let processes = vec![process("main", 1.0), process("web", 2.5), process("web", 0.5)];
        let it = Phase { seconds: 20.0, processes, scans: 160, ..Phase::default() };
        assert!(close(it.core(), 0.2) && close(it.core_of("web"), 0.15), "{it:?}");
        assert!(close(it.core_of("none"), 0.0));
        assert!(close(it.core_at(100), 0.25) && close(it.core_at(1000), 0.2), "{it:?}");
    }

    #[test]
    fn growth_is_that_of_the_line_that_fits_and_leaves_the_beginning_out() {
        let grown = |of: &dyn Fn(f64) -> f64| {
            let at = (0..=100).map(f64::from);
            let memory = at.map(|at| Memory { at, rss: 0.0, pss: of(at) }).collect();
            Phase { seconds: 100.0, memory, ..Phase::default() }.growth()
        };
        for (pss, growth, mean) in [
            (&(|_| 7.0) as &dyn Fn(f64) -> f64, 0.0, 7.0),
            (&|at| 100.0 + 0.5 * at, 50.0, 127.5),
            (&|at| if at < 10.0 { 0.0 } else { 9.0 }, 0.0, 9.0),
        ] {
            let (got, got_mean) = grown(pss);
            assert!(close(got, growth) && close(got_mean, mean), "{got} {got_mean}");
        }
        assert!(close(Phase { seconds: 1.0, ..Phase::default() }.growth().0, 0.0));
    }

    #[test]
    fn what_was_sent_and_not_drawn_is_lost() {
        let it = Phase { scans: 100, delivered: 99, painted: 97, ..Phase::default() };
        assert_eq!(it.lost(), 2);
        assert!(close(it.painted_per_scan(), 0.97));
    }
}
