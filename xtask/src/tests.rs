//! `cargo xtask test` and its tiers.
//!
//! Without an option: the tests that need only the repository and cargo. `--package`: the same for
//! one crate and the crates that import it. `--all`: in addition, the tests that need programs of
//! other projects, a browser, a display or a database, which are installed first. `--long`: in
//! addition, tests that take hours.

use std::{
    env,
    process::Command,
    thread::{self, JoinHandle},
    time::Instant,
};

use anyhow::{Result, bail};

use crate::{
    bench,
    checks::Checks,
    fuzz, lint, members, postgres, screens, setup,
    shell::{binary, cargo, program, run_beside, succeeds, target},
    skips::{self, Skips},
    suites,
};

/// The variable that names a folder of project files that no test knows.
const CORPUS: &str = "TAGBRIDGE_CORPUS";

/// The window's crate, which needs the system's web view to build.
const WINDOW: [&str; 2] = ["--exclude", "tagbridge-desktop"];

/// Runs the tests that need only the repository and cargo.
pub(crate) fn plain() -> Result<()> {
    let everything = [&["--workspace"][..], &WINDOW].concat();
    without_others("the window: it needs the system's web view", &everything)
}

/// Runs the same for these packages and for those that import them directly.
pub(crate) fn packages(wanted: &[String]) -> Result<()> {
    let mut members = members::with_importers(wanted)?;
    // End-to-end tests start the program.
    if members.contains("tagbridge-tests") {
        members.insert("tagbridge".to_owned());
    }
    let selected: Vec<&str> = members.iter().flat_map(|name| ["--package", name]).collect();
    without_others("crates that do not import what was named", &selected)
}

fn without_others(left_out: &str, selected: &[&str]) -> Result<()> {
    let skips = Skips::new()?;
    let mut checks = Checks::default();
    checks.run("format", cargo().args(["fmt", "--all", "--check"]));
    checks.time("build and lints", || lint::build(selected));
    let mut tests = lint::linting_cargo();
    let has_nextest = succeeds(cargo().args(["nextest", "--version"]));
    if has_nextest {
        tests.args(["nextest", "run", "--no-fail-fast"]);
    } else {
        tests.args(["test", "--no-fail-fast"]);
    }
    checks.run("tests", skips.recorded_by(tests.args(selected)));
    if has_nextest {
        checks.time("report of the tests", suites::print);
    }
    eprint!("{}", skips.table()?);
    eprintln!("Left out: {left_out}, and what else `cargo xtask test --all` runs.");
    checks.end(Ok(()))
}

/// Installs the missing programs and runs every check, also after a failure, the tests last. A
/// skipped test fails. A failed check ends the run only if later checks need it.
pub(crate) fn all(is_long: bool) -> Result<()> {
    let mut checks = Checks::default();
    let outcome = every_check(is_long, &mut checks);
    checks.end(outcome)
}

fn every_check(is_long: bool, checks: &mut Checks) -> Result<()> {
    let begun = Instant::now();
    prepare(is_long)?;
    checks.note("set-up and the screens' build", begun.elapsed(), Ok(()));
    // While the compiler works: what it does not need, and the screens' tests that need no binary.
    let others = beside(|checks| checks.time("other people's programs", setup::others_programs));
    let made_up = beside(screens::test);
    checks.run("format", cargo().args(["fmt", "--all", "--check"]));
    checks.time("build and lints", || lint::build(&["--workspace"]));
    // The advisory database is not reachable from every place that tests run in.
    let deny = ["deny", "check", "bans", "licenses", "sources"];
    checks.run("dependencies", cargo().args(deny));
    checks.run("benchmarks", bench::of_bench("check").arg("--locked"));
    checks.join(others);
    if !binary("tagbridge").exists() {
        checks.join(made_up);
        bail!("there is no binary to test");
    }
    // These very binaries are what the end-to-end tests run. Browser and window wait more than they
    // compute, and so do the tests.
    let programs = beside(|checks| screens::test_programs(&target().join("debug"), checks));
    // Before the others, whose closing lines are the last.
    checks.time("the service's tests on PostgreSQL", service_on_postgres);
    checks.run("tests", &mut every_test(&[]));
    checks.join(made_up);
    checks.join(programs);
    checks.time("report of the tests", suites::print);
    if is_long {
        checks.time("fuzzer", fuzz::every_target);
        checks.time("project files of others", corpus);
        let trials = ["test", "-p", "tagbridge-cause", "--test", "suite"];
        checks.run("first causes", cargo().args(trials).env("TAGBRIDGE_TRIALS", "1500"));
    }
    Ok(())
}

/// Tries the product on the project files that `TAGBRIDGE_CORPUS` names.
fn corpus() -> Result<()> {
    let Some(folder) = env::var_os(CORPUS) else {
        eprintln!("left out: {CORPUS} names no folder of project files");
        return Ok(());
    };
    run_beside("corpus", program(binary("tagbridge-corpus")).arg(folder).envs(setup::variables()))
}

/// The tests of the whole workspace, including those that need other programs. A skipped test
/// fails.
fn every_test(filter: &[&str]) -> Command {
    let mut tests = lint::linting_cargo();
    tests.args(["nextest", "run", "--workspace", "--no-fail-fast", "--run-ignored", "all"]);
    tests.args(filter).envs(setup::variables()).env(skips::FAIL, "1");
    tests
}

/// Runs the tests of the service again, each with its own PostgreSQL database instead of the
/// embedded file.
fn service_on_postgres() -> Result<()> {
    let server = postgres::Server::start()?;
    // The whole workspace, so that nothing is built once more.
    let only = ["--profile", "postgres", "-E", "binary_id(tagbridge-service::service)"];
    let mut tests = every_test(&only);
    run_beside("service on postgres", tests.env("TAGBRIDGE_TEST_POSTGRES", server.address()))
}

/// Runs checks while others run. A panic is reported where they are joined.
fn beside(run: impl FnOnce(&mut Checks) + Send + 'static) -> JoinHandle<Checks> {
    thread::spawn(move || {
        let mut checks = Checks::default();
        run(&mut checks);
        checks
    })
}

/// Installs what the build needs, and builds the screens, which the window and the headless binary
/// hold; at the same time cargo's extensions.
fn prepare(is_long: bool) -> Result<()> {
    let extensions = thread::spawn(move || {
        setup::cargo_extensions()?;
        if is_long { setup::fuzzer() } else { Ok(()) }
    });
    let installed = setup::system().and_then(|()| screens::build());
    let extensions = extensions.join();
    extensions.unwrap_or_else(|_| bail!("the installation of cargo's extensions panicked"))?;
    installed
}
