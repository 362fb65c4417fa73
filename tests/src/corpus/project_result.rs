//! The results of one project, as one JSON document.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fs,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tagbridge_analysis::{Options, Severity, analyse};
use tagbridge_logic::{Index, Logic};
use tagbridge_project::{Body, Initial, Member, Project, Source, SourceFile, read};
use tagbridge_propose::{Proposed, Wish, propose};

/// Number of renames per project, spread over all names.
const RENAMES: usize = 4;

/// The suffix of a new name: no project has such a name.
const SUFFIX: &str = "_Q7";

/// Time limit of the renames of one project.
const RENAMING: Duration = Duration::from_mins(1);

/// Reads a project, analyses it and renames tags in copies of it. Each renamed copy is written into
/// its own folder below `renamed`.
pub fn look(path: &Path, renamed: &Path) -> Value {
    let started = Instant::now();
    let read_now = Source::open(path).and_then(|source| Ok((read(&source)?, source)));
    let (project, source) = match read_now {
        Ok(it) => it,
        Err(error) => return json!({"refused": error.to_string()}),
    };
    let index = Index::build(&project);
    let logic = Logic::new(&project, &index);
    let elapsed = || started.elapsed();
    let options = Options { elapsed: &elapsed, ..Options::default() };
    let analysis = analyse(&project, &index, &options);
    let findings = analysis.chapters.iter().flat_map(|chapter| &chapter.findings);
    let errors = findings.filter(|it| it.severity == Severity::Error);
    let errors: Vec<String> = errors.map(|it| format!("{} {}", it.rule.id, it.message)).collect();
    let failed: Vec<String> = analysis.failed_phases.iter().map(|it| format!("{it:?}")).collect();
    let tried = renames(&source, logic, renamed);
    json!({
        "vendor": project.vendor,
        "format": project.format,
        "seconds": started.elapsed().as_secs_f64(),
        "units": index.units().count(),
        "unread": unread(&index),
        "names": names(&project),
        "values": values(&project),
        "notes": project.notes.iter().map(|it| it.subject.to_string()).collect::<BTreeSet<_>>(),
        "errors": errors,
        "failed": failed,
        "renames": tried,
    })
}

/// The number of units that are not completely understood, by reason.
fn unread(index: &Index) -> BTreeMap<String, usize> {
    let mut units: BTreeSet<(String, usize)> = BTreeSet::new();
    for opaque in index.opaque() {
        let reason = format!("{:?}", opaque.reason);
        let reason = reason.split('(').next().unwrap_or_default().to_owned();
        units.insert((reason, opaque.unit.index()));
    }
    let mut counts = BTreeMap::new();
    for (reason, _) in units {
        *counts.entry(reason).or_default() += 1;
    }
    counts
}

/// All names of the project, each with its kind.
fn names(project: &Project) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut add = |kind: &str, name: &str| names.insert(format!("{kind} {name}"));
    let of = |owner: &str, members: &[Member]| -> Vec<String> {
        members.iter().map(|member| format!("{owner}.{}", member.name)).collect()
    };
    for tag in &project.tags {
        add("tag", &tag.name);
        add("list", &tag.scope);
    }
    for data_type in &project.data_types {
        add("type", &data_type.name);
        let values = data_type.values.iter().map(|it| format!("{}.{}", data_type.name, it.name));
        for part in of(&data_type.name, &data_type.members).into_iter().chain(values) {
            add("type", &part);
        }
    }
    for block in &project.blocks {
        add("block", &block.name);
        for part in of(&block.name, &block.members) {
            add("block", &part);
        }
    }
    for program in &project.programs {
        add("program", &program.name);
        for part in of(&program.name, &program.members) {
            add("program", &part);
        }
    }
    for routine in &project.routines {
        let name = format!("{}/{}", routine.owner, routine.name);
        add("routine", &name);
        if let Body::Rungs(rungs) = &routine.body {
            add("rungs", &format!("{name}={}", rungs.len()));
        }
    }
    for task in &project.tasks {
        add("task", &task.name);
    }
    for module in &project.modules {
        add("module", &module.name);
    }
    names
}

/// The initial values of each tag, by operand; a scalar's operand is empty.
fn values(project: &Project) -> BTreeMap<&str, BTreeMap<&str, &str>> {
    let tags = project.tags.iter();
    tags.filter_map(|tag| Some((tag.name.as_str(), parts(tag.initial.as_ref()?)))).collect()
}

fn parts(initial: &Initial) -> BTreeMap<&str, &str> {
    match initial {
        Initial::Scalar(value) => BTreeMap::from([("", value.as_str())]),
        Initial::Parts(parts) => {
            parts.iter().map(|(operand, value)| (operand.as_str(), value.as_str())).collect()
        }
    }
}

/// Renames each tag whose last name is unique, and returns the outcomes.
fn renames(source: &Source, logic: Logic<'_>, folder: &Path) -> Vec<Value> {
    let project = logic.project;
    let counts = last_names(project);
    // A tag may have the name of a type or of a literal.
    let types: HashSet<String> =
        project.tags.iter().map(|tag| tag.type_use.name.to_ascii_lowercase()).collect();
    let is_single = |name: &str| {
        let word = last(name).to_ascii_lowercase();
        let is_literal = ["true", "false", "null"].contains(&word.as_str());
        counts.get(&word) == Some(&1) && !types.contains(&word) && !is_literal
    };
    let named: Vec<&str> = (project.tags.iter().map(|tag| tag.name.as_str()))
        .filter(|name| is_single(name) && last(name).len() > 3 && is_word(last(name)))
        .collect();
    let step = named.len().div_ceil(RENAMES).max(1);
    let started = Instant::now();
    let wanted = named.iter().step_by(step).take_while(|_| started.elapsed() < RENAMING);
    let rename = |(number, name): (usize, &&str)| {
        let new = format!("{}{SUFFIX}", last(name));
        let wish = Wish { prompt: &format!("rename `{name}` to `{new}`"), ..Wish::default() };
        match propose(source, logic, &wish) {
            Proposed::Ready(planned) => {
                let folder = folder.join(number.to_string());
                write(&folder, &planned.files);
                json!({"name": name, "word": last(name), "folder": folder})
            }
            Proposed::Asks(questions) => {
                json!({"name": name, "refused": "asks", "why": questions[0].question})
            }
            Proposed::Refused { code, reason } => {
                json!({"name": name, "refused": code, "why": reason})
            }
        }
    };
    wanted.enumerate().map(rename).collect()
}

/// Number of declarations of each last name, in lower case.
fn last_names(project: &Project) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for name in names(project)
        .iter()
        .filter(|name| !name.starts_with("rungs ") && !name.starts_with("list "))
    {
        let (_, name) = name.split_once(' ').unwrap_or_default();
        *counts.entry(last(name).to_ascii_lowercase()).or_default() += 1;
    }
    counts
}

/// The last part of a name, without quotes.
fn last(name: &str) -> &str {
    name.rsplit(['.', '/']).next().unwrap_or(name).trim_matches('"')
}

fn is_word(name: &str) -> bool {
    name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

fn write(folder: &Path, files: &[SourceFile]) {
    for file in files {
        let path = folder.join(&file.path);
        let above = path.parent().unwrap_or(folder);
        fs::create_dir_all(above).and_then(|()| fs::write(&path, &file.bytes)).unwrap_or_else(
            |error| {
                panic!("cannot write {}: {error}", path.display());
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_of_our_own_is_read_whole_and_its_rename_is_written() {
        let project =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/allen-bradley/Bottling.L5X");
        let copies = tempfile::tempdir().expect("a folder");
        let seen = look(&project, copies.path());
        assert_eq!(seen["vendor"], "allen-bradley");
        assert_eq!((&seen["unread"], &seen["failed"]), (&json!({}), &json!([])));
        assert!(seen["units"].as_u64().is_some_and(|it| it > 20), "{}", seen["units"]);
        let renames = seen["renames"].as_array().expect("a list");
        assert!(renames.len() > 2, "{renames:?}");
        let done = renames.iter().find(|it| it["folder"].is_string()).expect("one is done");
        let folder = Path::new(done["folder"].as_str().expect("a text"));
        let text = fs::read_to_string(folder.join("Bottling.L5X")).expect("it is written");
        assert!(text.contains(&format!("{}{SUFFIX}", done["word"].as_str().expect("a text"))));
    }

    #[test]
    fn what_is_no_project_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.L5X");
        fs::write(&file, "<RSLogix5000Content").expect("it is written");
        assert!(look(&file, folder.path())["refused"].is_string());
    }
}
