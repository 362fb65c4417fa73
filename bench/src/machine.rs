//! The conditions of the figures: the time and the computer.

use std::{fmt, fs, process::Command, thread};

use jiff::Timestamp;

/// The time, the machine and the versions of what was built.
pub(crate) struct Moment {
    time: Timestamp,
    load: String,
}

impl Moment {
    pub(crate) fn now() -> Self {
        Self { time: Timestamp::now(), load: word_of("/proc/loadavg", 0) }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        write!(
            f,
            "{}, commit {}, {}; {} with {cores} cores, load {} when it began",
            self.time.strftime("%Y-%m-%d %H:%M UTC"),
            said_by("git", &["describe", "--always", "--dirty"]),
            said_by("rustc", &["--version"]),
            processor(),
            self.load,
        )
    }
}

fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name"));
    name.map_or("unknown processor", |it| it.trim_start_matches([' ', '\t', ':'])).to_owned()
}

fn word_of(path: &str, place: usize) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().nth(place).unwrap_or("unknown").to_owned()
}

fn said_by(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let said = output.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned());
    said.ok().filter(|it| !it.is_empty()).unwrap_or_else(|| format!("unknown {program}"))
}
