//! A program under callgrind, which counts its instructions and its calls of the allocator.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use tempfile::TempDir;

use super::Counts;
use crate::Process;

/// The functions of the C library that allocate.
const ALLOCATORS: [&str; 6] =
    ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"];

/// Time-out: counting makes a program fifty times slower.
pub(super) const PATIENCE: Duration = Duration::from_mins(10);

/// Maximum number of arguments shown with an error; the names of tags are last.
const ARGUMENTS_SHOWN: usize = 12;

/// A program to count.
pub(super) struct CountedProgram {
    folder: TempDir,
    command: Command,
}

impl CountedProgram {
    /// This program with these arguments, in an environment without any of our variables.
    pub(super) fn new(program: &Path, arguments: &[&str]) -> Self {
        let folder = TempDir::with_prefix("tagbridge-guard-").expect("a folder");
        let mut command = Command::new("valgrind");
        command.args(["-q", "--tool=callgrind", "--compress-strings=no", "--compress-pos=no"]);
        command.arg(format!("--callgrind-out-file={}", out(&folder).display()));
        command.arg(program).args(arguments).env("LC_ALL", "C").stderr(Stdio::null());
        for variable in ["TAGBRIDGE_KEY", "TAGBRIDGE_LOG", "TAGBRIDGE_PASSWORD"] {
            command.env_remove(variable);
        }
        Self { folder, command }
    }

    /// Runs it until it ends.
    pub(super) fn run(mut self) -> Counts {
        let ended = self.command.stdout(Stdio::null()).status().expect("valgrind is installed");
        let begin: Vec<_> = self.command.get_args().take(ARGUMENTS_SHOWN).collect();
        assert!(matches!(ended.code(), Some(0 | 1)), "{begin:?} …: {ended}");
        self.counts()
    }

    /// Runs it during `work`, then requests its end.
    pub(super) fn run_while(mut self, work: impl FnOnce(&Process)) -> Counts {
        let process = Process::start(&mut self.command);
        work(&process);
        let ended = process.terminate();
        assert!(ended.success(), "{:?}: {ended}", self.command);
        self.counts()
    }

    fn counts(&self) -> Counts {
        let written = fs::read_to_string(out(&self.folder)).expect("callgrind wrote its counts");
        parse(&written).expect("callgrind's format")
    }
}

fn out(folder: &TempDir) -> PathBuf {
    folder.path().join("callgrind.out")
}

/// The totals of a file in callgrind's format, which names each called function before its calls.
fn parse(written: &str) -> Option<Counts> {
    let (mut callee, mut allocations) = ("", 0);
    let mut instructions = None;
    for line in written.lines() {
        if let Some(name) = line.strip_prefix("cfn=") {
            // A recursive function has a number.
            callee = name.split('\'').next().unwrap_or(name);
        } else if let Some(calls) = line.strip_prefix("calls=") {
            if ALLOCATORS.contains(&callee) {
                allocations += calls.split(' ').next()?.parse::<u64>().ok()?;
            }
        } else if let Some(total) = line.strip_prefix("totals: ") {
            instructions = Some(total.split(' ').next()?.parse().ok()?);
        }
    }
    Some(Counts { allocations, instructions: instructions?, ..Counts::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_the_allocator_are_summed() {
        let written = "events: Ir\nfn=main\n0 5\ncfn=malloc\ncalls=3 0\n0 90\ncfn=free\ncalls=9 0\n0 \
                       9\nfn=other\ncfn=realloc'2\ncalls=4 0\n0 8\ntotals: 112\n";
        let expected = Counts { allocations: 7, instructions: 112, ..Counts::default() };
        assert_eq!(parse(written), Some(expected));
        assert_eq!(parse("events: Ir\n"), None);
    }
}
