//! The chores themselves.

use anyhow::{Result, bail, ensure};

use crate::{
    checks::Checks,
    fuzz, screens, setup,
    shell::{cargo, program, root, run},
};

/// Builds the screens and the headless binary, and runs its demo; ends as the demo ends.
pub(crate) fn demo(arguments: &[String]) -> Result<()> {
    if let Err(error) = screens::build() {
        eprintln!("the console will have no screens: {error:#}");
    }
    run(cargo().args(["build", "--package", "tagbridge"]))?;
    let binary = target().join("debug/tagbridge");
    let status = program(binary).arg("demo").args(arguments).status()?;
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
    setup::everything()?;
    if long {
        setup::fuzzer()?;
    }
    checks.run(cargo().args(["fmt", "--all", "--check"]));
    // The window and the headless binary hold them.
    screens::build()?;
    checks.run(cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ]));
    // The advisory database is not reachable from every place that tests run in.
    checks.run(cargo().args(["deny", "check", "bans", "licenses", "sources"]));
    // The end-to-end tests run these very binaries.
    run(cargo().args(["build", "--package", "tagbridge", "--package", "tagbridge-desktop"]))?;
    screens::test(&target().join("debug"), checks);
    let mut tests = cargo();
    tests.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
    checks.run(tests.envs(setup::variables()));
    if long {
        checks.note(fuzz::every_target());
    }
    Ok(())
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

/// Where cargo puts what it builds.
pub(crate) fn target() -> std::path::PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}
