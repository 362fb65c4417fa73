//! `cargo xtask bench`: ours beside other people's clients, the reading of project files,
//! questions about code, reports, and the window, in the release build.

use std::{
    fs,
    process::{Command, Stdio},
};

use anyhow::{Result, ensure};

use crate::{
    chores::target,
    dist::PROFILE,
    postgres, screens, setup,
    shell::{cargo, root, run},
};

/// What is measured without other people's clients.
const PROJECT: &str = "project";
const LOGIC: &str = "logic";
const REPORT: &str = "report";
const LINK: &str = "link";
const UI: &str = "ui";
/// Of the built program.
const FOOTPRINT: &str = "footprint";
/// The service under load, and how long its answers take: each prints its section.
const SERVICE: &str = "service";
const ASK: &str = "ask";
/// The document of all sections; each stands between two marks.
const DOCUMENT: &str = "docs/evidence/benchmarks.md";

/// Installs what is missing, then measures a protocol, the reading of project files, questions about
/// code, or the window, and writes `docs/evidence/benchmarks.md`.
pub(crate) fn bench(subject: &str, arguments: &[String]) -> Result<()> {
    match subject {
        UI => return window(arguments),
        FOOTPRINT => return footprint(arguments),
        PROJECT | LOGIC | REPORT | LINK => {
            let mut bench = cargo();
            bench.args(["run", "--release", "--package", "tagbridge-bench", "--", subject]);
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
    let mut bench = cargo();
    bench.args(["run", "--release", "--package", "tagbridge-bench", "--features", "peers"]);
    bench.args(["--", "run", subject]).args(arguments);
    run(bench.envs(setup::variables()))
}

/// The document with this section, all others as they were.
fn with(document: &str, subject: &str, section: &str) -> String {
    let (begin, end) = (format!("<!-- begin {subject} -->\n"), format!("<!-- end {subject} -->\n"));
    let (before, rest) = document.split_once(&begin).unwrap_or((document, ""));
    let after = rest.split_once(&end).map_or("", |(_, after)| after);
    format!("{before}{begin}{section}{end}{after}")
}

fn footprint(arguments: &[String]) -> Result<()> {
    let mut build = cargo();
    // What people install.
    build.args(["build", "--profile", PROFILE, "--package", "tagbridge"]);
    run(build.args(["--package", "tagbridge-bench"]))?;
    let binaries = target().join(PROFILE);
    let mut bench = Command::new(binaries.join("tagbridge-bench"));
    bench.arg(FOOTPRINT).args(arguments).env("TAGBRIDGE_BINARY", binaries.join("tagbridge"));
    run(&mut bench)
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
