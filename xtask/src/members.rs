//! The workspace's packages, and which of them import which.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::shell::cargo;

/// The named packages and those that import one of them, also as a development dependency. The
/// desktop program is not included, because it needs the system's web view.
pub(crate) fn with_importers(wanted: &[String]) -> Result<BTreeSet<String>> {
    let output = cargo().args(["metadata", "--format-version", "1", "--no-deps"]).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo's metadata")?;
    select(&metadata, wanted)
}

fn select(metadata: &Value, wanted: &[String]) -> Result<BTreeSet<String>> {
    let packages = metadata["packages"].as_array().context("cargo's metadata have no packages")?;
    let name = |package: &Value| package["name"].as_str().unwrap_or_default().to_owned();
    for wanted in wanted {
        let known: Vec<String> = packages.iter().map(name).collect();
        let is_known = known.contains(wanted);
        ensure!(is_known, "there is no package {wanted}; there are {}", known.join(", "));
    }
    let imports_one = |package: &Value| {
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        let mut names = dependencies.map(name);
        names.any(|dependency| wanted.contains(&dependency))
    };
    let importers = packages.iter().filter(|package| imports_one(package)).map(name);
    let importers = importers.filter(|name| name != "tagbridge-desktop");
    Ok(importers.chain(wanted.iter().cloned()).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn those_that_import_a_package_are_tested_with_it() {
        let package = |name: &str, imports: &[&str]| {
            let imports: Vec<_> = imports.iter().map(|name| json!({ "name": name })).collect();
            json!({ "name": name, "dependencies": imports })
        };
        let metadata = json!({ "packages": [
            package("bytes", &[]), package("cip", &["bytes"]), package("drivers", &["cip"]),
            package("tagbridge-desktop", &["bytes"]),
        ] });
        let selected = |name: &str| select(&metadata, &[name.to_owned()]);
        assert!(selected("bytes").expect("it is known").iter().eq(["bytes", "cip"]));
        assert!(selected("drivers").expect("it is known").iter().eq(["drivers"]));
        let unknown = selected("s7").expect_err("there is none").to_string();
        assert!(unknown.contains("no package s7") && unknown.contains("cip"), "{unknown}");
    }
}
