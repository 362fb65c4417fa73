//! `cargo xtask bench`: ours beside other people's clients, the reading of project files,
//! questions about code, and the window, in the release build.

use anyhow::Result;

use crate::{
    chores::target,
    screens, setup,
    shell::{cargo, run},
};

/// What is measured without other people's clients.
const PROJECT: &str = "project";
const LOGIC: &str = "logic";
const LINK: &str = "link";
const UI: &str = "ui";
/// The service under load, which prints and writes nothing.
const SERVICE: &str = "service";

/// Installs what is missing, then measures a protocol, the reading of project files, questions about
/// code, or the window, and writes `docs/benchmarks.md`.
pub(crate) fn bench(subject: &str, arguments: &[String]) -> Result<()> {
    match subject {
        UI => return window(arguments),
        PROJECT | LOGIC | LINK => {
            let mut bench = cargo();
            bench.args(["run", "--release", "--package", "tagbridge-bench", "--", subject]);
            return run(bench.args(arguments));
        }
        SERVICE => {
            let mut bench = cargo();
            bench.args(["bench", "--package", "tagbridge-service", "--bench", "load", "--"]);
            return run(bench.args(arguments));
        }
        _ => {}
    }
    setup::peers()?;
    let mut bench = cargo();
    bench.args(["run", "--release", "--package", "tagbridge-bench", "--features", "peers"]);
    bench.args(["--", "run", subject]).args(arguments);
    run(bench.envs(setup::variables()))
}

fn window(arguments: &[String]) -> Result<()> {
    setup::window()?;
    setup::displays()?;
    screens::build()?;
    let packages = ["tagbridge", "tagbridge-desktop", "tagbridge-bench"];
    let mut build = cargo();
    build.args(["build", "--release"]);
    run(build.args(packages.iter().flat_map(|it| ["--package", *it])))?;
    let binaries = target().join("release");
    let mut bench = screens::on_a_display();
    bench.arg(binaries.join("tagbridge-bench")).arg(UI).args(arguments);
    run(&mut screens::with_programs(bench, &binaries))
}
