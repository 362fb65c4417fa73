//! The documents of a package: manual, completions, the licences of all its crates, and the list of
//! these crates (`CycloneDX` 1.5, <https://cyclonedx.org/docs/1.5/json/>).

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::{VERSION, said};
use crate::shell::{cargo, program, root, run};

/// The beginnings of the names of licence files, in capitals.
const LICENCE_FILES: [&str; 6] =
    ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
/// Our licence.
const LICENCE: &str = "Apache-2.0";
/// The shipped packages.
const PROGRAMS: [&str; 2] = ["tagbridge", "tagbridge-desktop"];

/// Writes all of them below `work/papers`. `binary` is the headless program, which prints its
/// manual.
pub(super) fn write(binary: &Path, work: &Path) -> Result<()> {
    let papers = work.join("papers");
    fs::create_dir_all(&papers)?;
    let binary = fs::canonicalize(binary)
        .with_context(|| format!("there is no program at {}", binary.display()))?;
    run(program(&binary).arg("man").arg(papers.join("man")))?;
    let desktop = super::installer().join("desktop/tagbridge-desktop.1");
    fs::copy(desktop, papers.join("man/tagbridge-desktop.1"))?;
    for shell in ["bash", "zsh", "fish"] {
        let text = said(program(&binary).args(["completions", shell]))?;
        fs::write(papers.join(shell), text + "\n")?;
    }
    write_lists("x86_64-unknown-linux-gnu", &papers)
}

/// Writes the list of the crates for a platform, with their licences and as `CycloneDX`.
pub(super) fn write_lists(platform: &str, papers: &Path) -> Result<()> {
    let crates = crates(platform)?;
    fs::write(papers.join("third-party-licences.txt"), licences(&crates)?)?;
    let list = serde_json::to_string_pretty(&components(&crates)?)?;
    Ok(fs::write(papers.join("sbom.cdx.json"), list + "\n")?)
}

/// The manual pages of a program and of its commands.
pub(super) fn pages(manual: &Path, name: &str) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    for page in fs::read_dir(manual)? {
        let page = page?.file_name().to_string_lossy().into_owned();
        let is_desktop = page.starts_with("tagbridge-desktop");
        if is_desktop == (name == "tagbridge-desktop") {
            pages.push(page);
        }
    }
    pages.sort();
    Ok(pages)
}

/// The third-party crates that are linked into the programs, from `cargo metadata`, by name and
/// version.
fn crates(platform: &str) -> Result<Vec<Value>> {
    let mut asked = cargo();
    asked.args(["metadata", "--format-version=1", "--locked", "--filter-platform", platform]);
    let told = said(&mut asked)?;
    let told: Value = serde_json::from_str(&told)?;
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let nodes: BTreeMap<String, Value> = list(&told["resolve"], "nodes")
        .into_iter()
        .map(|it| (it["id"].as_str().unwrap_or_default().to_owned(), it))
        .collect();
    let packages = list(&told, "packages");
    let mut left: Vec<String> = packages
        .iter()
        .filter(|it| PROGRAMS.iter().any(|name| it["name"] == *name))
        .filter_map(|it| it["id"].as_str().map(str::to_owned))
        .collect();
    let mut linked = BTreeSet::new();
    while let Some(id) = left.pop() {
        let Some(node) = nodes.get(&id).filter(|_| linked.insert(id.clone())) else { continue };
        for dependency in list(node, "deps") {
            // Without build and development dependencies.
            let is_linked = list(&dependency, "dep_kinds").iter().any(|it| it["kind"].is_null());
            left.extend(dependency["pkg"].as_str().filter(|_| is_linked).map(str::to_owned));
        }
    }
    let is_linked = |it: &Value| it["id"].as_str().is_some_and(|id| linked.contains(id));
    // A local replacement of a third-party crate has the same licence.
    let is_ours = |it: &Value| it["source"].is_null() && text(it, "license") == LICENCE;
    let mut crates: Vec<Value> =
        packages.into_iter().filter(|it| is_linked(it) && !is_ours(it)).collect();
    crates.sort_by_key(|it| (text(it, "name").to_owned(), text(it, "version").to_owned()));
    Ok(crates)
}

/// Each licence's text once, with its crates.
fn licences(crates: &[Value]) -> Result<String> {
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut out =
        format!("What is in Tagbridge {VERSION} that others wrote, and under which licence.\n\n");
    for it in crates {
        let name = format!("{} {}", text(it, "name"), text(it, "version"));
        out.extend([&*name, ": ", text(it, "license"), "\n"]);
        let folder = Path::new(text(it, "manifest_path")).parent().unwrap_or(Path::new("."));
        for file in fs::read_dir(folder)? {
            let file = file?;
            let upper = file.file_name().to_string_lossy().to_uppercase();
            if file.file_type()?.is_file() && LICENCE_FILES.iter().any(|it| upper.starts_with(it)) {
                let text = String::from_utf8_lossy(&fs::read(file.path())?).trim().to_owned();
                texts.entry(text).or_default().insert(name.clone());
            }
        }
    }
    for (text, names) in texts {
        let names: Vec<String> = names.into_iter().collect();
        out.extend(["\n", &"=".repeat(100), "\n", &names.join(", "), "\n\n", &text, "\n"]);
    }
    Ok(out)
}

fn components(crates: &[Value]) -> Result<Value> {
    let lock = fs::read_to_string(root().join("Cargo.lock"))?;
    let sums = checksums(&lock);
    let components: Vec<Value> = crates
        .iter()
        .map(|it| {
            let (name, version) = (text(it, "name"), text(it, "version"));
            let purl = format!("pkg:cargo/{name}@{version}");
            let sum = sums.get(&(name, version));
            let hashes = sum.map(|it| json!({ "alg": "SHA-256", "content": it }));
            json!({
                "type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
                "licenses": [{ "expression": text(it, "license").replace('/', " OR ") }],
                "hashes": Vec::from_iter(hashes),
            })
        })
        .collect();
    Ok(json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": { "type": "application", "name": "tagbridge", "version": VERSION } },
        "components": components,
    }))
}

/// The source of each crate in `Cargo.lock`, by name and version.
fn checksums(lock: &str) -> BTreeMap<(&str, &str), &str> {
    lock.split("[[package]]")
        .filter_map(|block| {
            let field =
                |name: &str| block.lines().find(|it| it.starts_with(name))?.split('"').nth(1);
            Some(((field("name = ")?, field("version = ")?), field("checksum = ")?))
        })
        .collect()
}

fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().unwrap_or_default()
}
