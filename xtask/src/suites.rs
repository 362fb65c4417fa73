//! How long the tests took: by suite, and the slowest of them, from nextest's own report.

use std::fs;

use anyhow::{Context, Result};
use roxmltree::{Document, Node};

use crate::shell::root;

/// How many of the slowest are named.
const SLOWEST: usize = 20;

/// Prints the table. The seconds are those of each test's process, which run side by side.
pub(crate) fn print() -> Result<()> {
    // Nextest's own folder, wherever cargo builds.
    let file = root().join("target/nextest/default/junit.xml");
    let text =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    eprint!("{}", table(&text)?);
    Ok(())
}

fn table(report: &str) -> Result<String> {
    let document = Document::parse(report).context("nextest's report is no XML")?;
    let mut suites = Vec::new();
    let (mut tests, mut flaky) = (Vec::new(), Vec::new());
    for suite in document.descendants().filter(|node| node.has_tag_name("testsuite")) {
        let name = suite.attribute("name").unwrap_or_default();
        let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
        suites.push((cases.iter().map(seconds).sum::<f64>(), cases.len(), name));
        let named =
            |case: &Node<'_, '_>| format!("{name} {}", case.attribute("name").unwrap_or_default());
        tests.extend(cases.iter().map(|case| (seconds(case), named(case))));
        flaky.extend(cases.iter().filter(|case| is_flaky(case)).map(named));
    }
    suites.sort_by(|a, b| b.0.total_cmp(&a.0));
    tests.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut lines = vec!["\nSeconds of the tests' processes, by suite:".to_owned()];
    lines.extend(suites.iter().map(|(took, count, name)| format!("{took:9.1}  {name} ({count})")));
    lines.push(format!("The slowest {SLOWEST}:"));
    lines.extend(tests.iter().take(SLOWEST).map(|(took, name)| format!("{took:9.1}  {name}")));
    if !flaky.is_empty() {
        lines.push("Passed only when run once more:".to_owned());
        lines.extend(flaky.iter().map(|name| format!("           {name}")));
    }
    Ok(lines.join("\n") + "\n")
}

/// Nextest keeps what a test printed when it failed before it passed.
fn is_flaky(case: &Node<'_, '_>) -> bool {
    case.children().any(|node| node.has_tag_name("flakyFailure"))
}

fn seconds(case: &Node<'_, '_>) -> f64 {
    case.attribute("time").and_then(|time| time.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_and_tests_are_sorted_by_what_they_took() {
        let report = r#"<testsuites><testsuite name="a"><testcase name="x" time="1.5"/></testsuite>
            <testsuite name="b"><testcase name="y" time="2"/><testcase name="z" time="0.25">
            <flakyFailure type="test failure"/></testcase></testsuite>
            </testsuites>"#;
        let table = table(report).expect("a report");
        let lines: Vec<_> = table.lines().filter(|line| line.starts_with("   ")).collect();
        let wanted = ["2.2  b (2)", "1.5  a (1)", "2.0  b y", "1.5  a x", "0.2  b z", "b z"];
        assert_eq!(lines.iter().map(|line| line.trim()).collect::<Vec<_>>(), wanted);
    }
}
