//! Who imports whom, by the manifests.

use std::path::Path;

use toml::{Table, Value};

use crate::{Breach, Page, WallError, page::RoomRow, read};

/// Rooms that import what the page does not let them, and rooms that only one of page and workspace
/// knows. What tests alone need is free.
pub(crate) fn breaches(root: &Path, page: &Page) -> Result<Vec<Breach>, WallError> {
    let mut breaches = Vec::new();
    for member in members(root)? {
        if !page.rooms.iter().any(|it| it.folder == member && it.package.is_some()) {
            let what = "it is a package that the table of rooms in ARCHITECTURE.md does not name";
            breaches.push(Breach { place: member, what: what.to_owned() });
        }
    }
    for room in page.rooms.iter().filter(|it| it.package.is_some()) {
        breaches.extend(of_room(root, page, room)?);
    }
    Ok(breaches)
}

fn of_room(root: &Path, page: &Page, row: &RoomRow) -> Result<Vec<Breach>, WallError> {
    let manifest = table(&root.join(&row.folder).join("Cargo.toml"))?;
    let name = manifest.get("package").and_then(|it| it.get("name")).and_then(Value::as_str);
    let breach = |what: String| Breach { place: row.folder.clone(), what };
    if name != row.package.as_deref() {
        let name = name.unwrap_or_default();
        return Ok(vec![breach(format!("its package is {name}, ARCHITECTURE.md says another"))]);
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
            breach(format!(
                "it imports {folder}, which the table of rooms in ARCHITECTURE.md does not let it"
            ))
        })
        .collect())
}

/// What a manifest or a part of it depends on.
fn names(of: &Table) -> Vec<String> {
    let dependencies = of.get("dependencies").and_then(Value::as_table);
    dependencies.into_iter().flatten().map(|(name, it)| package(name, it)).collect()
}

fn package(name: &str, dependency: &Value) -> String {
    dependency.get("package").and_then(Value::as_str).unwrap_or(name).to_owned()
}

fn members(root: &Path) -> Result<Vec<String>, WallError> {
    let manifest = table(&root.join("Cargo.toml"))?;
    let members = manifest.get("workspace").and_then(|it| it.get("members")?.as_array().cloned());
    let members = members.into_iter().flatten();
    Ok(members.filter_map(|it| it.as_str().map(str::to_owned)).collect())
}

fn table(path: &Path) -> Result<Table, WallError> {
    read(path)?.parse().map_err(|error: toml::de::Error| WallError::Format {
        path: path.to_owned(),
        what: error.to_string(),
    })
}
