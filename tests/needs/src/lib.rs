//! The needs of tests from outside the repository: real project files, captures of real
//! controllers, programs of other projects.
//!
//! A test that lacks one of these returns early after [`skip`]. `cargo xtask test` counts such tests
//! by reason in its closing table; with `--all` each of them fails.
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::{
    env,
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
    thread,
};

/// The variable with the file that skipped tests are written to: a reason, a tab and a test's name a line.
pub const SKIPS: &str = "TAGBRIDGE_SKIPS";

/// The variable that makes a skipped test fail.
pub const FAIL: &str = "TAGBRIDGE_FAIL_ON_SKIP";

/// The folder of real project files (`../shared/samples`, or what `TAGBRIDGE_SAMPLES` names).
pub fn samples() -> Option<PathBuf> {
    folder("TAGBRIDGE_SAMPLES", "samples", "real project files (TAGBRIDGE_SAMPLES)")
}

/// The folder of recorded traffic of real controllers (`../shared/captures`, or what
/// `TAGBRIDGE_CAPTURES` names).
pub fn captures() -> Option<PathBuf> {
    folder("TAGBRIDGE_CAPTURES", "captures", "captures of real controllers (TAGBRIDGE_CAPTURES)")
}

fn folder(variable: &str, name: &str, reason: &str) -> Option<PathBuf> {
    let beside = || {
        let needs = Path::new(env!("CARGO_MANIFEST_DIR"));
        needs.ancestors().nth(3).unwrap_or(needs).join("shared").join(name)
    };
    let folder = env::var_os(variable).map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    skip(reason);
    None
}

/// Reports that the running test is skipped, and why. The test returns after this call.
///
/// # Panics
///
/// If `TAGBRIDGE_FAIL_ON_SKIP` is set. Then no test may be skipped.
pub fn skip(reason: &str) {
    assert!(env::var_os(FAIL).is_none(), "skipped: {reason}");
    let current = thread::current();
    let test = current.name().unwrap_or("a thread without a name");
    eprintln!("skipped: {reason}");
    let Some(file) = env::var_os(SKIPS) else { return };
    let line = format!("{reason}\t{test}\n");
    let written = OpenOptions::new().create(true).append(true).open(&file);
    let written = written.and_then(|mut file| file.write_all(line.as_bytes()));
    written.unwrap_or_else(|error| panic!("cannot write {}: {error}", file.display()));
}

/// Reports that the running test belongs to another run: with `--all` the service's tests run a second
/// time on PostgreSQL. The test returns after this call, and does not fail.
pub fn runs_on_postgres() {
    if env::var_os(FAIL).is_none() {
        skip("a PostgreSQL server");
    }
}
