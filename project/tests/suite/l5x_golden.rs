//! Compares real exports with the results of independent tools. The samples are stored next to the
//! checkout; without them nothing is compared.

use std::{collections::BTreeMap, fmt::Write as _, fs};

use serde_json::Value;
use sha2::{Digest, Sha256};
use tagbridge_project::{
    Access, Body, DataType, Dimension, Exchange, Initial, Member, Project, Section, Source, Tag,
    read,
};

/// All L5X samples: the names of their golden files, and the parsed projects.
fn samples() -> Vec<(String, Project)> {
    let Some(root) = tagbridge_needs::samples() else { return Vec::new() };
    let folders = fs::read_dir(root.join("allen-bradley")).expect("a folder");
    let mut samples = Vec::new();
    for folder in folders.map(|it| it.expect("a folder")) {
        for file in fs::read_dir(folder.path()).expect("a folder").map(|it| it.expect("a file")) {
            let name = file.file_name().into_string().expect("UTF-8");
            let golden = format!("{}__{name}", folder.file_name().into_string().expect("UTF-8"));
            let project = read(&Source::open(&file.path()).expect(&golden)).expect(&golden);
            samples.push((golden, project));
        }
    }
    assert!(samples.len() >= 17, "only {} samples", samples.len());
    samples
}

fn golden(folder: &str, name: &str) -> Option<Value> {
    let path = tagbridge_needs::samples()?.join("golden").join(folder).join(format!("{name}.json"));
    Some(serde_json::from_slice(&fs::read(path).ok()?).expect("as golden files have it"))
}

fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str)
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn tag<'a>(project: &'a Project, scope: &str, name: &str) -> &'a Tag {
    let whole = match scope {
        "" => name.to_owned(),
        scope => format!("Program:{scope}.{name}"),
    };
    let found = project.tags.iter().find(|tag| tag.name == whole);
    found.unwrap_or_else(|| panic!("no tag {whole}"))
}

#[test]
fn tags_are_those_that_the_python_library_reads() {
    for (name, project) in samples() {
        let Some(golden) = golden("pypi_l5x", &name) else { continue };
        let controller = golden["controller_tags"].as_object().expect("as golden files have it");
        check_library(&name, &project, "", controller);
        if text(&golden, "controller_error").is_none() {
            let own = project.tags.iter().filter(|tag| tag.scope.is_empty());
            let ours: Vec<&str> = own.map(|tag| tag.name.as_str()).collect();
            // That library does not count the tags of modules.
            let strange =
                ours.iter().find(|it| !controller.contains_key(**it) && !it.contains(':'));
            assert_eq!(strange, None, "{name}");
        }
        for (program, tags) in golden["programs"].as_object().expect("as golden files have it") {
            let tags = tags.as_object().expect("as golden files have it");
            check_library(&name, &project, program, tags);
            let ours = project.tags.iter().filter(|tag| tag.scope == *program).count();
            assert_eq!(ours, tags.len(), "{name} {program}");
        }
        for module in list(&golden, "modules") {
            let found =
                project.modules.iter().any(|it| it.name == module.as_str().expect("a text"));
            assert!(found, "{name} {module}");
        }
    }
}

fn check_library(
    file: &str,
    project: &Project,
    scope: &str,
    tags: &serde_json::Map<String, Value>,
) {
    for (name, golden) in tags {
        let tag = tag(project, scope, name);
        let at = format!("{file} {scope} {name}");
        if let Some(data_type) = text(golden, "data_type") {
            assert_eq!(tag.type_use.name, data_type, "{at}");
            // That library has the innermost dimension first.
            let shape = list(golden, "shape").iter().rev();
            let shape: Vec<u64> =
                shape.map(|count| count.as_u64().expect("as golden files have it")).collect();
            let ours = tag.type_use.dimensions.iter();
            assert_eq!(ours.map(|it| u64::from(it.count())).collect::<Vec<_>>(), shape, "{at}");
        }
        if let Some(description) = text(golden, "description") {
            assert_eq!(tag.comment.as_deref(), Some(description.trim()), "{at}");
        }
        assert_eq!(tag.alias_for.as_deref(), text(golden, "alias_for"), "{at}");
        if let (Some(producer), Some(remote)) =
            (text(golden, "producer"), text(golden, "remote_tag"))
        {
            let (producer, remote) = (producer.to_owned(), remote.to_owned());
            assert_eq!(tag.exchange, Some(Exchange::Consumed { producer, remote }), "{at}");
        }
    }
}

#[test]
fn everything_is_what_a_plain_walk_through_the_xml_finds() {
    for (name, project) in samples() {
        let Some(golden) = golden("l5x_inventory", &name) else { panic!("no golden for {name}") };
        let version = text(&golden["root"], "SoftwareRevision");
        assert!(version.is_some(), "{name}");
        if let (Some(controller), Some(ours)) = (text(&golden, "controller"), &project.controller) {
            assert_eq!(ours.name, controller, "{name}");
        }
        for tag in list(&golden, "controller_tags") {
            check_tag(&name, &project, "", tag);
        }
        for data_type in list(&golden, "datatypes") {
            check_type(&name, &project, data_type);
        }
        for add_on in list(&golden, "aois") {
            check_add_on(&name, &project, add_on);
        }
        for encoded in list(&golden, "encoded") {
            let block = project.blocks.iter().find(|it| Some(&*it.name) == text(encoded, "Name"));
            assert!(block.is_some_and(|block| block.protected && !block.members.is_empty()));
        }
        let programs = list(&golden, "programs");
        assert_eq!(project.programs.len(), programs.len(), "{name}");
        for program in programs {
            let owner = text(program, "Name").expect("as golden files have it");
            for tag in list(program, "tags") {
                check_tag(&name, &project, owner, tag);
            }
            check_routines(&name, &project, owner, list(program, "routines"));
        }
        check_tasks_and_modules(&name, &project, &golden);
    }
}

fn check_tag(file: &str, project: &Project, scope: &str, golden: &Value) {
    let name = text(golden, "Name").expect("as golden files have it");
    let tag = tag(project, scope, name);
    let at = format!("{file} {scope} {name}");
    if let Some(data_type) = text(golden, "DataType") {
        assert_eq!(tag.type_use.name, data_type, "{at}");
    }
    assert_eq!(
        dimensions(&tag.type_use.dimensions),
        text(golden, "Dimensions").unwrap_or(""),
        "{at}"
    );
    check_access(&at, tag.access, text(golden, "ExternalAccess"));
    assert_eq!(tag.alias_for.as_deref(), text(golden, "AliasFor"), "{at}");
    assert_eq!(tag.constant, text(golden, "Constant") == Some("true"), "{at}");
    assert_eq!(tag.comment.as_deref(), text(golden, "Description").map(str::trim), "{at}");
    let comments = list(golden, "Comments").iter().map(|comment| {
        (
            comment[0].as_str().expect("a text").to_owned(),
            comment[1].as_str().expect("a text").trim().to_owned(),
        )
    });
    assert_eq!(tag.comments, comments.collect::<BTreeMap<_, _>>(), "{at}");
}

fn check_access(at: &str, ours: Access, golden: Option<&str>) {
    let expected = match golden {
        Some("Read/Write") => Access::ReadWrite,
        Some("Read Only") => Access::ReadOnly,
        Some("None") => Access::None,
        _ => return,
    };
    assert_eq!(ours, expected, "{at}");
}

fn dimensions(dimensions: &[Dimension]) -> String {
    let counts: Vec<String> = dimensions.iter().map(|it| it.count().to_string()).collect();
    counts.join(" ")
}

fn check_type(file: &str, project: &Project, golden: &Value) {
    let name = text(golden, "Name").expect("as golden files have it");
    let at = format!("{file} {name}");
    let ours: &DataType = project.data_types.iter().find(|it| it.name == name).expect(&at);
    // Name, type, dimension, hidden, target, bit, access.
    let visible = list(golden, "members").iter().filter(|member| member[3] != "true");
    let expected: Vec<(String, String, String)> = visible
        .map(|member| {
            let part = |at: usize| member[at].as_str().unwrap_or_default().to_owned();
            let type_name = if part(1) == "BIT" { "BOOL".to_owned() } else { part(1) };
            let dimension = if part(2) == "0" { String::new() } else { part(2) };
            (part(0), type_name, dimension)
        })
        .collect();
    let members = ours.members.iter();
    let found: Vec<(String, String, String)> = members
        .map(|it| (it.name.clone(), it.type_use.name.clone(), dimensions(&it.type_use.dimensions)))
        .collect();
    assert_eq!(found, expected, "{at}");
    for member in list(golden, "members") {
        if let Some(ours) = ours.members.iter().find(|it| member[0] == it.name) {
            check_access(&at, ours.access, member[6].as_str());
        }
    }
}

fn check_add_on(file: &str, project: &Project, golden: &Value) {
    let name = text(golden, "Name").expect("as golden files have it");
    let block = project.blocks.iter().find(|it| it.name == name).expect(name);
    let version = text(golden, "Revision").expect("as golden files have it");
    assert!(
        block.version.as_deref().expect("as golden files have it").starts_with(version),
        "{file} {name}"
    );
    let (locals, parameters): (Vec<_>, Vec<_>) =
        block.members.iter().partition(|it| it.section == Some(Section::Local));
    let expected = list(golden, "params");
    assert_eq!(parameters.len(), expected.len(), "{file} {name}");
    for (ours, golden) in parameters.iter().zip(expected) {
        let at = format!("{file} {name}.{}", ours.name);
        assert_eq!(golden[0], ours.name, "{at}");
        match golden[1].as_str() {
            Some(data_type) => assert_eq!(ours.type_use.name, data_type, "{at}"),
            None => assert_ne!(ours.type_use.name, "", "{at}: a stand-in without a type"),
        }
        let section = match golden[2].as_str().expect("a text") {
            "Output" => Section::Output,
            "InOut" => Section::InOut,
            _ => Section::Input,
        };
        assert_eq!(ours.section, Some(section), "{at}");
        check_access(&at, ours.access, golden[3].as_str());
    }
    let names = |members: &[&Member]| {
        let members = members.iter();
        members.map(|it| (it.name.clone(), it.type_use.name.clone())).collect::<Vec<_>>()
    };
    let expected = list(golden, "locals").iter();
    let part = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let expected: Vec<_> = expected.map(|it| (part(&it[0]), part(&it[1]))).collect();
    assert_eq!(names(&locals), expected, "{file} {name}");
    check_routines(file, project, name, list(golden, "routines"));
}

fn check_routines(file: &str, project: &Project, owner: &str, golden: &[Value]) {
    let ours = project.routines.iter().filter(|it| it.owner == owner);
    let ours: Vec<_> = ours.filter(|it| it.body != Body::Protected).collect();
    assert_eq!(ours.len(), golden.len(), "{file} {owner}");
    for (ours, golden) in ours.iter().zip(golden) {
        let at = format!("{file} {owner}/{}", ours.name);
        assert_eq!(golden["Name"], ours.name, "{at}");
        match &ours.body {
            Body::Rungs(rungs) if golden.get("rungs").is_some() => {
                let found: Vec<_> = rungs
                    .iter()
                    .map(|it| (it.number.to_string(), hash(&it.text), it.comment.is_some()))
                    .collect();
                let expected: Vec<_> = list(golden, "rungs")
                    .iter()
                    .map(|it| {
                        let part = |at: usize| it[at].as_str().expect("a text").to_owned();
                        (part(0), part(2), it[3].as_bool().expect("as golden files have it"))
                    })
                    .collect();
                assert_eq!(found, expected, "{at}");
            }
            Body::Rungs(sheets) if golden.get("sheets").is_some() => {
                assert_eq!(golden["sheets"], sheets.len(), "{at}");
            }
            // The simple reader ignores contents that are only context.
            Body::Rungs(rungs) => assert!(!rungs.is_empty(), "{at}"),
            Body::Text(code) if golden.get("sha").is_some() => {
                // The simple reader keeps the line ends around the CDATA section of a line.
                let lines: Vec<String> =
                    code.split('\n').map(|line| format!("\n{line}\n")).collect();
                let found = [hash(code), hash(&lines.join("\n"))];
                let expected = text(golden, "sha").expect("as golden files have it");
                assert!(found.iter().any(|it| it == expected), "{at}: {found:?} {expected}");
            }
            Body::Text(_) | Body::Protected => panic!("{at}: {golden}"),
            Body::Absent => {
                assert!(list(golden, "rungs").is_empty() && golden.get("sha").is_none(), "{at}");
            }
        }
    }
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(8).fold(String::new(), |mut all, byte| {
        write!(all, "{byte:02x}").expect("as golden files have it");
        all
    })
}

fn check_tasks_and_modules(file: &str, project: &Project, golden: &Value) {
    let tasks = list(golden, "tasks");
    if !tasks.is_empty() {
        assert_eq!(project.tasks.len(), tasks.len(), "{file}");
    }
    for (ours, golden) in project.tasks.iter().zip(tasks) {
        assert_eq!(
            (&golden[0], &golden[1]),
            (&ours.name.clone().into(), &ours.kind.clone().into())
        );
        let interval =
            golden[2].as_str().map(|text| text.parse::<f64>().expect("as golden files have it"));
        assert_eq!(ours.interval_ms, interval, "{file} {}", ours.name);
        assert_eq!(golden[4], serde_json::json!(ours.programs), "{file} {}", ours.name);
    }
    for golden in list(golden, "modules") {
        let ours = project.modules.iter().find(|it| golden[0] == it.name).expect(file);
        assert_eq!(ours.model.as_deref(), golden[1].as_str(), "{file} {}", ours.name);
        if let Some(parent) = &ours.parent {
            assert_eq!(golden[2], *parent, "{file} {}", ours.name);
        }
    }
}

/// Built-in structures have the same members as in real data.
#[test]
fn built_in_structures_are_those_of_real_data() {
    let mut compared = 0;
    for (name, project) in samples() {
        let parts = project.tags.iter().filter_map(|tag| match &tag.initial {
            Some(Initial::Parts(parts)) => Some((tag, parts)),
            _ => None,
        });
        for (tag, parts) in parts.filter(|(tag, _)| tag.type_use.dimensions.is_empty()) {
            let of = project.data_types.iter().find(|it| it.name == tag.type_use.name);
            let Some(of) = of else { continue };
            for operand in parts.keys() {
                let member = operand.split(['.', '[']).find(|it| !it.is_empty()).expect("a member");
                let known = of.members.iter().any(|it| it.name == member);
                assert!(known, "{name}: {} has no member {member}", of.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 20 || tagbridge_needs::samples().is_none(), "only {compared}");
}
