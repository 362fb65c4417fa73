//! Every sample project, with a simulated controller of it: each matches, and each tag is read as
//! good, or as bad for a reason in the project.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use serde_json::Value;
use tagbridge_tests::Tagbridge;

/// Data blocks whose numbers the project does not contain.
const NUMBERS: [(&str, &[&str]); 1] =
    [("gijzelaerr__python-snap7", &["--number", "Read_only=1", "--number", "Data_block_2=2"])];

#[test]
fn every_project_matches_its_own_simulation_and_is_read_whole() {
    let Some(samples) = tagbridge_needs::samples() else { return };
    let projects = projects(&samples);
    assert!(projects.len() >= 35, "{} projects", projects.len());
    let mut wrong = Vec::new();
    for project in &projects {
        let (done, more) = check(project);
        println!("{done}");
        wrong.extend(more);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the result of one project, and its faults.
fn check(path: &Path) -> (String, Vec<String>) {
    let began = Instant::now();
    let file = path.to_str().expect("a plain path");
    let numbers = NUMBERS.iter().find(|(part, _)| file.contains(part)).map_or(&[][..], |it| it.1);
    let simulator = Tagbridge::new([&["simulate", file, "--json"], numbers].concat()).start();
    let told: Value = serde_json::from_str(&simulator.next_line()).expect("JSON");
    let endpoint = told["endpoint"].as_str().expect("an endpoint");
    // The simulation and other tests share the machine.
    let naming = [&["--project", file, "--timeout", "1m", "--json"], numbers].concat();
    let preflight = Tagbridge::new([&["preflight", endpoint], &naming[..]].concat()).output();
    assert!(preflight.code() <= 1, "{file}: {}", preflight.stderr());
    let found = preflight.json(preflight.code());
    let mut wrong = Vec::new();
    let differences = found["differences"].as_array().expect("a list");
    wrong.extend(differences.iter().map(|it| format!("{file} differs: {it}")));
    if found["verdict"] == "differs" {
        wrong.push(format!("{file} is not found again: {}", found["facts"]));
    }

    let reasons = reasons(file);
    let given = |tag: &str| reasons.get(tag).and_then(Option::as_deref);
    for group in found["unreadable"].as_array().expect("a list") {
        for tag in group["tags"].as_array().expect("a list") {
            let tag = tag.as_str().expect("a name");
            // The number of a block may be entered in addition to the file.
            if given(tag) != group["text"].as_str() {
                wrong.push(format!(
                    "{file}: {tag}: {}, the project says {:?}",
                    group["text"],
                    given(tag)
                ));
            }
        }
    }

    let names: Vec<&str> = reasons.keys().map(String::as_str).collect();
    let mut good = 0;
    if !names.is_empty() {
        let line = [&["read", endpoint], &naming[..], &names].concat();
        let read = Tagbridge::new(line).output();
        let read = read.json(read.code());
        for (tag, value) in read["tags"].as_object().expect("tags") {
            if value["quality"] == "good" {
                good += 1;
            } else if given(tag).is_none() {
                wrong.push(format!("{file}: {tag}: {value}"));
            }
        }
    }
    if found["readable"] != good {
        wrong.push(format!("{file}: {} tags can be read, and {good} were", found["readable"]));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (all, verdict) = (names.len(), &found["verdict"]);
    (format!("{name}: {verdict}, {good} of {all} good, {:.1?}", began.elapsed()), wrong)
}

/// Each tag, and why it cannot be read, as the project itself says.
fn reasons(file: &str) -> BTreeMap<String, Option<String>> {
    let inspected =
        Tagbridge::new(["project", "inspect", file, "--tags", "--json"]).output().json(0);
    let tags = inspected["tags"].as_array().expect("tags");
    let text = |it: &Value| it.as_str().map(str::to_owned);
    tags.iter().filter_map(|it| Some((text(&it["name"])?, text(&it["reason"])))).collect()
}

/// Files of two vendors, and the folders of the third.
fn projects(samples: &Path) -> Vec<PathBuf> {
    let is_project = |it: &PathBuf| {
        it.extension().is_some_and(|it| {
            ["l5x", "export", "xml"].iter().any(|known| it.eq_ignore_ascii_case(known))
        })
    };
    let mut projects: Vec<PathBuf> = ["allen-bradley", "codesys"]
        .iter()
        .flat_map(|vendor| entries(&samples.join(vendor)))
        .flat_map(|folder| entries(&folder))
        .filter(is_project)
        .chain(entries(&samples.join("siemens")))
        .collect();
    projects.sort();
    projects
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|it| it.expect("an entry").path()).collect()
}
