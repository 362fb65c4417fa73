//! Checks that run whether or not another fails, and how long each took.

use std::{
    process::Command,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use anyhow::{Result, bail, ensure};

use crate::shell::{run, run_beside};

/// The executed checks, in order.
#[derive(Default)]
pub(crate) struct Checks {
    done: Vec<Check>,
}

struct Check {
    name: &'static str,
    took: Duration,
    /// Why it failed.
    failure: Option<String>,
}

impl Checks {
    /// Runs a command that is a check.
    pub(crate) fn run(&mut self, name: &'static str, command: &mut Command) {
        self.time(name, || run(command));
    }

    /// Runs a command that is a check while others run: its output waits for its end.
    pub(crate) fn run_beside(&mut self, name: &'static str, command: &mut Command) {
        self.time(name, || run_beside(name, command));
    }

    /// Runs a check that is more than one command.
    pub(crate) fn time(&mut self, name: &'static str, check: impl FnOnce() -> Result<()>) {
        let begun = Instant::now();
        let outcome = check();
        self.note(name, begun.elapsed(), outcome);
    }

    /// Takes over the outcome of a check that ran elsewhere.
    pub(crate) fn note(&mut self, name: &'static str, took: Duration, outcome: Result<()>) {
        let failure = outcome.err().map(|error| format!("{error:#}"));
        if let Some(failure) = &failure {
            eprintln!("\n{failure}; the other checks run nevertheless");
        }
        self.done.push(Check { name, took, failure });
    }

    /// Waits for parallel checks, and takes over their results.
    pub(crate) fn join(&mut self, others: JoinHandle<Self>) {
        match others.join() {
            Ok(others) => self.done.extend(others.done),
            Err(_) => self.time("beside", || bail!("what ran beside ended in a panic")),
        }
    }

    /// Prints the duration of each check, the failed checks, and the error that ended the run
    /// early. Fails if a check failed.
    pub(crate) fn end(self, outcome: Result<()>) -> Result<()> {
        eprintln!("\nChecks, and how long each took:");
        for Check { name, took, failure } in &self.done {
            let outcome = if failure.is_some() { "failed" } else { "" };
            eprintln!("  {:>7.1} s  {name} {outcome}", took.as_secs_f64());
        }
        let mut failed: Vec<_> = self.done.into_iter().filter_map(|check| check.failure).collect();
        if let Err(error) = outcome {
            failed.push(format!("{error:#}; what needs it was not tried"));
        }
        ensure!(failed.is_empty(), "of the checks,\n  {}", failed.join("\n  "));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use anyhow::anyhow;

    use super::*;
    use crate::shell::cargo;

    #[test]
    fn each_that_fails_is_named_and_stops_no_other() {
        let mut checks = Checks::default();
        checks.run("an option", cargo().arg("--no-such-option"));
        checks.run("the version", cargo().arg("--version"));
        checks.run("a command", cargo().arg("no-such-command"));
        checks.join(thread::spawn(|| panic!("a panic of a test's own")));
        let failure = checks.end(Err(anyhow!("no npm"))).unwrap_err().to_string();
        let named = [
            "cargo --no-such-option` failed",
            "cargo no-such-command` failed",
            "a panic",
            "no npm; what",
        ];
        assert!(named.iter().all(|part| failure.contains(part)), "{failure}");
        assert!(!failure.contains("--version"), "{failure}");
        let mut checks = Checks::default();
        checks.run("the version", cargo().arg("--version"));
        checks.end(Ok(())).expect("all went well");
    }
}
