//! Checks that run one after the other, whatever becomes of each.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::shell::run;

/// Knows which have failed.
#[derive(Default)]
pub(crate) struct Checks {
    failed: Vec<String>,
}

impl Checks {
    /// Runs a command that is a check.
    pub(crate) fn run(&mut self, command: &mut Command) {
        self.note(run(command));
    }

    /// Notes how a check ended.
    pub(crate) fn note(&mut self, outcome: Result<()>) {
        if let Err(error) = outcome {
            eprintln!("\n{error:#}; the other checks run all the same");
            self.failed.push(format!("{error:#}"));
        }
    }

    /// Names those that have failed, and what ended the rest before its time, and fails if there is
    /// any.
    pub(crate) fn end(self, outcome: Result<()>) -> Result<()> {
        let Self { mut failed } = self;
        if let Err(error) = outcome {
            failed.push(format!("{error:#}; what needs it was not tried"));
        }
        ensure!(failed.is_empty(), "of the checks,\n  {}", failed.join("\n  "));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;
    use crate::shell::cargo;

    #[test]
    fn each_that_fails_is_named_and_stops_no_other() {
        let mut checks = Checks::default();
        checks.run(cargo().arg("--no-such-option"));
        checks.run(cargo().arg("--version"));
        checks.run(cargo().arg("no-such-command"));
        let told = checks.end(Err(anyhow!("no npm"))).unwrap_err().to_string();
        let named =
            ["cargo --no-such-option` failed", "cargo no-such-command` failed", "no npm; what"];
        assert!(named.iter().all(|it| told.contains(it)), "{told}");
        assert!(!told.contains("--version"), "{told}");
        let mut checks = Checks::default();
        checks.run(cargo().arg("--version"));
        checks.end(Ok(())).expect("all went well");
    }
}
