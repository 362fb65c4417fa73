//! The chores themselves.

use std::{
    path::PathBuf,
    thread::{self, JoinHandle},
    time::Instant,
};

use anyhow::{Result, bail, ensure};

use crate::{
    checks::Checks,
    fuzz, lint, postgres, screens, setup,
    shell::{cargo, program, root, run, run_beside},
    suites,
};

/// Builds the screens and the headless binary, and runs its demo; ends as the demo ends.
pub(crate) fn demo(arguments: &[String]) -> Result<()> {
    if let Err(error) = screens::build() {
        eprintln!("the console will have no screens: {error:#}");
    }
    run(cargo().args(["build", "--package", "tagbridge"]))?;
    let status = program(binary("tagbridge")).arg("demo").args(arguments).status()?;
    match status.code() {
        Some(code) => std::process::exit(code),
        None => bail!("the demo was ended by a signal"),
    }
}

/// Builds the screens and the window, and opens it.
pub(crate) fn window(arguments: &[String]) -> Result<()> {
    let has_display =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|it| std::env::var_os(it).is_some());
    ensure!(
        has_display || !cfg!(target_os = "linux"),
        "there is no display for the window: DISPLAY is not set; start it in a desktop, or over \
         `ssh -X`; `cargo xtask demo` shows the same screens in a browser"
    );
    setup::window()?;
    screens::build()?;
    run(cargo().args(["run", "--package", "tagbridge-desktop", "--"]).args(arguments))
}

/// Installs what the tests need.
pub(crate) fn setup() -> Result<()> {
    setup::everything()?;
    setup::screens()?;
    setup::displays()
}

/// Installs what is missing and runs every check, also when one fails, the tests last; in the long
/// form the fuzzer too. Only what the later ones need ends it at once.
pub(crate) fn test(long: bool) -> Result<()> {
    let mut checks = Checks::default();
    let outcome = every_check(long, &mut checks);
    checks.end(outcome)
}

fn every_check(long: bool, checks: &mut Checks) -> Result<()> {
    let begun = Instant::now();
    prepare(long)?;
    checks.note("set-up and the screens' build", begun.elapsed(), Ok(()));
    // While the compiler works: what it does not need, and the screens' tests that need no binary.
    let others = beside(|checks| checks.time("other people's programs", setup::others_programs));
    let made_up = beside(screens::test);
    checks.run("format", cargo().args(["fmt", "--all", "--check"]));
    checks.time("build and lints", lint::build);
    // The advisory database is not reachable from every place that tests run in.
    let deny = ["deny", "check", "bans", "licenses", "sources"];
    checks.run("dependencies", cargo().args(deny));
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
    let mut tests = lint::linting_cargo();
    tests.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
    checks.run("tests", tests.envs(setup::variables()));
    checks.join(made_up);
    checks.join(programs);
    checks.time("report of the tests", suites::print);
    if long {
        checks.time("fuzzer", fuzz::every_target);
    }
    Ok(())
}

/// Runs the tests of the service once more, each with a database of its own in place of the embedded file.
fn service_on_postgres() -> Result<()> {
    let server = postgres::Server::start()?;
    let mut tests = lint::linting_cargo();
    // The whole workspace, so that nothing is built once more.
    tests.args(["nextest", "run", "--workspace", "--no-fail-fast", "--profile", "postgres"]);
    tests.args(["-E", "binary_id(tagbridge-service::service)"]);
    let tests = tests.envs(setup::variables()).env("TAGBRIDGE_TEST_POSTGRES", server.address());
    run_beside("service on postgres", tests)
}

/// Runs checks while others run. One that ends in a panic is told where they are joined.
fn beside(run: impl FnOnce(&mut Checks) + Send + 'static) -> JoinHandle<Checks> {
    thread::spawn(move || {
        let mut checks = Checks::default();
        run(&mut checks);
        checks
    })
}

/// Installs what the build needs, and builds the screens, which the window and the headless binary
/// hold; beside it what cargo has to compile for it.
fn prepare(long: bool) -> Result<()> {
    let beside = thread::spawn(move || {
        setup::cargo_extensions()?;
        if long { setup::fuzzer() } else { Ok(()) }
    });
    let installed = setup::system().and_then(|()| screens::build());
    beside.join().unwrap_or_else(|_| bail!("what installs cargo's extensions ended in a panic"))?;
    installed
}

/// Breaks links, programs and clocks: each fault once, then at random for so long.
pub(crate) fn soak(minutes: u64, seed: u64) -> Result<()> {
    setup::everything()?;
    run(cargo().args(["build", "--package", "tagbridge", "--package", "tagbridge-tests"]))?;
    let faults = target().join("debug/tagbridge-faults");
    run(program(&faults).arg("cases"))?;
    run(program(&faults).args(["soak", &minutes.to_string(), &seed.to_string()]))
}

/// Runs the tests that compare generated files, and lets them write instead.
pub(crate) fn bless() -> Result<()> {
    for (package, test) in [
        ("tagbridge-service", "the_document_is_current"),
        ("tagbridge-desk", "the_bindings_are_current"),
    ] {
        let mut tests = cargo();
        tests.args(["nextest", "run", "--package", package, test]);
        run(tests.env("TAGBRIDGE_BLESS", "1"))?;
    }
    Ok(())
}

fn binary(name: &str) -> PathBuf {
    target().join("debug").join(name)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}
