//! The chores themselves.

use anyhow::{Result, bail, ensure};

use crate::{
    screens, setup,
    shell::{binary, cargo, program, root, run, target},
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

/// Breaks links, programs and clocks: each fault once, then at random for this time.
pub(crate) fn soak(minutes: u64, seed: u64) -> Result<()> {
    setup::everything()?;
    run(cargo().args(["build", "--package", "tagbridge", "--package", "tagbridge-tests"]))?;
    let faults = target().join("debug/tagbridge-faults");
    run(program(&faults).arg("cases"))?;
    run(program(&faults).args(["soak", &minutes.to_string(), &seed.to_string()]))
}

/// Writes the generated files and the counts of phrases that are not plain English.
pub(crate) fn bless() -> Result<()> {
    for (package, test) in [
        ("tagbridge-service", "the_document_is_current"),
        ("tagbridge-desk", "the_bindings_are_current"),
        ("tagbridge-interpret", "the_weights_are_current"),
    ] {
        let mut tests = cargo();
        tests.args(["test", "--quiet", "--package", package, test]);
        run(tests.env("TAGBRIDGE_BLESS", "1"))?;
    }
    Ok(tagbridge_architecture::bless(&root())?)
}
