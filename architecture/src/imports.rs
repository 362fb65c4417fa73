//! The imports of each crate, from the manifests.

use std::path::Path;

use toml::{Table, Value};

use crate::{Page, TreeError, Violation, page::CrateRow, read};

/// Returns imports that the page does not allow, and crates that only the page or only the
/// workspace lists. Development dependencies are not checked.
pub(crate) fn violations(root: &Path, page: &Page) -> Result<Vec<Violation>, TreeError> {
    let mut violations = Vec::new();
    for member in members(root)? {
        if !page.crates.iter().any(|it| it.folder == member && it.package.is_some()) {
            let what = "the table of crates in ARCHITECTURE.md does not list this package";
            violations.push(Violation { place: member, what: what.to_owned() });
        }
    }
    for package in page.crates.iter().filter(|it| it.package.is_some()) {
        violations.extend(of_crate(root, page, package)?);
    }
    Ok(violations)
}

fn of_crate(root: &Path, page: &Page, row: &CrateRow) -> Result<Vec<Violation>, TreeError> {
    let manifest = table(&root.join(&row.folder).join("Cargo.toml"))?;
    let name = manifest.get("package").and_then(|it| it.get("name")).and_then(Value::as_str);
    let violation = |what: String| Violation { place: row.folder.clone(), what };
    if name != row.package.as_deref() {
        let name = name.unwrap_or_default();
        return Ok(vec![violation(format!(
            "its package is {name}, but ARCHITECTURE.md lists another"
        ))]);
    }
    let Some(allowed) = &row.imports else { return Ok(Vec::new()) };
    let mut imported = names(&manifest);
    for target in manifest.get("target").and_then(Value::as_table).into_iter().flatten() {
        imported.extend(target.1.as_table().map(names).unwrap_or_default());
    }
    let folders = imported.iter().filter_map(|it| page.folder_of(it));
    let more = folders.filter(|folder| !allowed.iter().any(|it| it == folder));
    Ok(more
        .map(|folder| {
            violation(format!(
                "it imports {folder}, which the table of crates in ARCHITECTURE.md does not allow"
            ))
        })
        .collect())
}

/// The packages that a manifest, or a part of it, depends on.
fn names(of: &Table) -> Vec<String> {
    let dependencies = of.get("dependencies").and_then(Value::as_table);
    dependencies.into_iter().flatten().map(|(name, it)| package(name, it)).collect()
}

fn package(name: &str, dependency: &Value) -> String {
    dependency.get("package").and_then(Value::as_str).unwrap_or(name).to_owned()
}

fn members(root: &Path) -> Result<Vec<String>, TreeError> {
    let manifest = table(&root.join("Cargo.toml"))?;
    let members = manifest.get("workspace").and_then(|it| it.get("members")?.as_array().cloned());
    let members = members.into_iter().flatten();
    Ok(members.filter_map(|it| it.as_str().map(str::to_owned)).collect())
}

fn table(path: &Path) -> Result<Table, TreeError> {
    read(path)?.parse().map_err(|error: toml::de::Error| TreeError::Format {
        path: path.to_owned(),
        what: error.to_string(),
    })
}
