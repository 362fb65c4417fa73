//! `cargo xtask bench`: compares our drivers with other clients, and measures the reading of
//! project files, questions about code, reports, and the window, in the release build.

use std::{
    fs,
    process::{Command, Stdio},
};

use anyhow::{Result, ensure};

use crate::{
    dist::PROFILE,
    postgres, screens, setup,
    shell::{cargo, program, root, run, succeeds, target},
};

/// The subjects without clients of other people.
const PROJECT: &str = "project";
const LOGIC: &str = "logic";
const REPORT: &str = "report";
const LINK: &str = "link";
const UI: &str = "ui";
/// The memory, start and size of the built program.
const FOOTPRINT: &str = "footprint";
/// Compares counts of this program with those of the previous release.
const GUARD: &str = "guard";
/// The counts of the previous release, until there is a program of it.
const COUNTS: &str = "bench/guard.tsv";
/// The service under load, and the duration of its answers. Each of the two prints its section.
const SERVICE: &str = "service";
const ASK: &str = "ask";
/// The document with all sections; each section is between two marks.
const DOCUMENT: &str = "docs/evidence/benchmarks.md";

/// Installs the missing packages, then measures a protocol, the reading of project files, questions
/// about code, or the window, and writes `docs/evidence/benchmarks.md`.
pub(crate) fn bench(subject: &str, arguments: &[String]) -> Result<()> {
    match subject {
        UI => return window(arguments),
        FOOTPRINT => return footprint(arguments),
        GUARD => return guard(arguments),
        PROJECT | LOGIC | REPORT | LINK => {
            let mut bench = of_bench("run");
            bench.args(["--release", "--", subject]);
            return run(bench.args(arguments));
        }
        SERVICE | ASK => {
            let name = if subject == ASK { "ask" } else { "load" };
            let mut bench = cargo();
            bench.args(["bench", "--package", "tagbridge-service", "--bench", name, "--"]);
            let server = (subject == SERVICE).then(postgres::Server::start_durable).transpose()?;
            if let Some(server) = &server {
                bench.env("TAGBRIDGE_BENCH_POSTGRES", server.address());
            }
            let printed = bench.args(arguments).stderr(Stdio::inherit()).output()?;
            let section = String::from_utf8(printed.stdout)?;
            eprint!("{section}");
            ensure!(printed.status.success(), "the service was not measured");
            let document = root().join(DOCUMENT);
            let before = fs::read_to_string(&document)?;
            return Ok(fs::write(document, with(&before, subject, &section))?);
        }
        _ => {}
    }
    setup::peers()?;
    let mut bench = of_bench("run");
    bench.args(["--release", "--features", "peers", "--", "run", subject]).args(arguments);
    run(bench.envs(setup::variables()))
}

/// The document with this section, all others as they were.
fn with(document: &str, subject: &str, section: &str) -> String {
    let (begin, end) = (format!("<!-- begin {subject} -->\n"), format!("<!-- end {subject} -->\n"));
    let (before, rest) = document.split_once(&begin).unwrap_or((document, ""));
    let after = rest.split_once(&end).map_or("", |(_, after)| after);
    format!("{before}{begin}{section}{end}{after}")
}

/// Cargo, on the workspace of the benchmarks, with the product's target folder.
pub(crate) fn of_bench(command: &str) -> Command {
    let mut bench = cargo();
    bench.args([command, "--manifest-path", "bench/Cargo.toml", "--target-dir"]).arg(target());
    bench
}

/// Builds the program and counts its requests, bytes, allocations and instructions for fixed
/// workloads. Fails if a count is more than 10 % above that of the previous release, or above the
/// table. The table has the counts of the build that tests use.
fn guard(arguments: &[String]) -> Result<()> {
    ensure!(
        succeeds(program("valgrind").arg("--version")),
        "valgrind is missing: apt install valgrind"
    );
    let is_compared = arguments.iter().any(|it| it == "--against");
    let (profile, folder) = if is_compared { ("release", "release") } else { ("dev", "debug") };
    run(cargo().args(["build", "--profile", profile, "--package", "tagbridge"]))?;
    let mut guard = cargo();
    guard.args([
        "run",
        "--quiet",
        "--package",
        "tagbridge-tests",
        "--bin",
        "tagbridge-guard",
        "--",
    ]);
    guard.arg(root().join(COUNTS)).args(arguments);
    run(guard.env("TAGBRIDGE_BINARY", target().join(folder).join("tagbridge")))
}

fn footprint(arguments: &[String]) -> Result<()> {
    // What people install.
    run(cargo().args(["build", "--profile", PROFILE, "--package", "tagbridge"]))?;
    run(of_bench("build").arg("--release"))?;
    let binaries = target().join(PROFILE);
    let mut bench = Command::new(target().join("release/tagbridge-bench"));
    bench.arg(FOOTPRINT).args(arguments).env("TAGBRIDGE_BINARY", binaries.join("tagbridge"));
    run(&mut bench)
}

fn window(arguments: &[String]) -> Result<()> {
    setup::window()?;
    setup::displays()?;
    screens::build()?;
    let mut build = cargo();
    build.args(["build", "--release", "--package", "tagbridge", "--package", "tagbridge-desktop"]);
    run(&mut build)?;
    run(of_bench("build").arg("--release"))?;
    let binaries = target().join("release");
    let mut bench = screens::on_a_display();
    bench.arg(binaries.join("tagbridge-bench")).arg(UI).args(arguments);
    run(&mut screens::with_programs(bench, &binaries))
}
