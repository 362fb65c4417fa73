//! One build that lints: clippy's driver compiles the workspace's own crates, so that what the tests
//! and the screens run is not compiled a second time for the lints.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use crate::shell::cargo;

/// Cargo, with clippy in the compiler's place for our own crates. Every command with it finds what
/// another has built.
pub(crate) fn linting_cargo() -> Command {
    let mut command = cargo();
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    command
}

/// Builds the selected packages, and fails where there is a warning. A warning is no error for the
/// compiler, so that the tests run as well.
pub(crate) fn build(selected: &[&str]) -> Result<()> {
    let mut command = linting_cargo();
    command.args(["build", "--all-targets"]).args(selected);
    eprintln!("\n→ cargo build --all-targets {}, by clippy", selected.join(" "));
    let mut child = command.stderr(Stdio::piped()).spawn().context("cannot start cargo")?;
    let lines = BufReader::new(child.stderr.take().context("cargo has no standard error")?);
    let mut warnings = 0;
    for line in lines.lines() {
        let line = line.context("cannot read what cargo prints")?;
        warnings += usize::from(is_warning(&line));
        eprintln!("{line}");
    }
    let status = child.wait().context("cannot wait for cargo")?;
    ensure!(status.success(), "the workspace does not build ({status})");
    ensure!(warnings == 0, "clippy has {warnings} warnings");
    Ok(())
}

/// Whether this line of cargo begins a warning, and does not only count them.
fn is_warning(line: &str) -> bool {
    line.starts_with("warning: ") && !(line.contains(" generated ") && line.contains(" warning"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_counted_once() {
        assert!(is_warning("warning: unused variable: `x`"));
        assert!(!is_warning("warning: `tagbridge-api` (lib) generated 1 warning"));
        assert!(!is_warning("   Compiling tagbridge-api v0.1.0"));
        assert!(!is_warning("  = note: `#[warn(unused_variables)]` on by default"));
    }
}
