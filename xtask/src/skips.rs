//! Tests that did not run, by what they need.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::shell::{program, root};

/// The variable that names the file for a test's reason; `tests/needs` writes it.
const RECORD: &str = "TAGBRIDGE_SKIPS";

/// The variable that makes a skipped test fail.
pub(crate) const FAIL: &str = "TAGBRIDGE_FAIL_ON_SKIP";

/// The attribute of a test that only `--all` runs, up to its reason.
const IGNORED: &str = "#[ignore = \"";

/// The file of one run.
pub(crate) struct Skips(PathBuf);

impl Skips {
    /// A run without any skipped test so far.
    pub(crate) fn new() -> Result<Self> {
        let folder = crate::shell::target();
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let file = folder.join("skipped.txt");
        fs::write(&file, "").with_context(|| format!("cannot write {}", file.display()))?;
        Ok(Self(file))
    }

    /// Passes the file on to the tests.
    pub(crate) fn recorded_by<'a>(&self, tests: &'a mut Command) -> &'a mut Command {
        tests.env(RECORD, &self.0)
    }

    /// The number of skipped tests by reason, as lines.
    pub(crate) fn table(&self) -> Result<String> {
        let recorded = fs::read_to_string(&self.0).context("cannot read the skipped tests")?;
        let mut counts = recorded_counts(&recorded);
        for (reason, count) in ignored_counts(&sources()?)? {
            *counts.entry(reason).or_default() += count;
        }
        let total: usize = counts.values().sum();
        let rows = counts.iter().map(|(reason, count)| format!("  {count:>5}  {reason}\n"));
        Ok(format!("\nSkipped tests, by what they need: {total}\n{}", rows.collect::<String>()))
    }
}

/// Each test counts once for each reason, however often it asked.
fn recorded_counts(recorded: &str) -> BTreeMap<String, usize> {
    let lines: BTreeSet<&str> = recorded.lines().collect();
    let mut counts = BTreeMap::new();
    for (reason, _) in lines.iter().filter_map(|line| line.split_once('\t')) {
        *counts.entry(reason.to_owned()).or_default() += 1;
    }
    counts
}

fn ignored_counts(files: &[PathBuf]) -> Result<BTreeMap<String, usize>> {
    let mut counts = BTreeMap::new();
    for file in files {
        let text =
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        for line in text.lines().map(str::trim_start) {
            let reason = line.strip_prefix(IGNORED).and_then(|rest| rest.split_once('"'));
            if let Some((reason, _)) = reason {
                *counts.entry(reason.to_owned()).or_default() += 1;
            }
        }
    }
    Ok(counts)
}

/// The Rust files that git tracks, of the main workspace.
fn sources() -> Result<Vec<PathBuf>> {
    let listed = program("git").args(["ls-files", "*.rs"]).output().context("git does not run")?;
    let names = String::from_utf8(listed.stdout).context("a file name is not UTF-8")?;
    let files = names.lines().filter(|name| !name.starts_with("bench/")).map(|it| root().join(it));
    Ok(files.filter(|file| Path::exists(file)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_tests_are_counted_by_reason() {
        let recorded = "samples\ta::x\nsamples\ta::y\nsamples\ta::x\na display\tb::z\n";
        let counts = recorded_counts(recorded);
        assert!(
            counts
                .iter()
                .map(|(reason, count)| (reason.as_str(), *count))
                .eq([("a display", 1), ("samples", 2)])
        );
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("suite.rs");
        let attribute = format!("{IGNORED}a browser\"]");
        fs::write(&file, format!("#[test]\n    {attribute}\nfn x() {{}}\n// {attribute}\n"))
            .expect("written");
        let counts = ignored_counts(&[file]).expect("it can be read");
        assert!(
            counts.iter().map(|(reason, count)| (reason.as_str(), *count)).eq([("a browser", 1)])
        );
    }
}
