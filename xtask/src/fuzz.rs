//! The fuzzer: each target for a minute, from its corpus on.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::shell::{cargo, root, run};

/// The target folder, and the folder for new inputs in addition to the corpus.
const TARGET: &str = "target/fuzz";

/// `none`: without a sanitizer, stable Rust is sufficient, and there is no unsafe code to check.
const BUILD: [&str; 4] = ["--sanitizer", "none", "--target-dir", TARGET];

/// Limits: seconds in all, seconds and memory for one input.
const LIMITS: [&str; 3] = ["-max_total_time=60", "-timeout=10", "-rss_limit_mb=512"];

/// Runs every target, even if earlier ones failed.
pub(crate) fn every_target() -> Result<()> {
    run(cargo().args(["fuzz", "build"]).args(BUILD))?;
    let mut broken = Vec::new();
    for target in targets()? {
        if let Err(error) = fuzz(&target) {
            broken.push(format!("{error:#}"));
        }
    }
    ensure!(
        broken.is_empty(),
        "{}\nthe inputs that did it are in fuzz/artifacts; see fuzz/README.md",
        broken.join("\n")
    );
    Ok(())
}

/// New inputs go to the first folder; the corpus itself is only read.
fn fuzz(target: &str) -> Result<()> {
    let grown = format!("{TARGET}/grown/{target}");
    fs::create_dir_all(root().join(&grown)).with_context(|| format!("cannot make {grown}"))?;
    let mut command = cargo();
    command.args(["fuzz", "run"]).args(BUILD).arg(target);
    command.args([grown, format!("fuzz/corpus/{target}")]);
    run(command.arg("--").args(LIMITS))
}

/// The names of the targets, sorted.
fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/corpus");
    let entries = fs::read_dir(&folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let entries = entries.with_context(|| format!("cannot list {}", folder.display()))?;
    let mut names: Vec<String> =
        entries.iter().map(|it| it.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}
