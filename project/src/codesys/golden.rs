//! Compares the samples with the results of independent readers.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};
use tagbridge_needs::samples;
use tagbridge_texts::Coded;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{
    export::{read_export, texts},
    plcopen::read_plcopen,
    symbols::read_symbols,
};
use crate::{
    BlockKind, Body, Place, Project, Published, lookup::Symbols, model::Member, text, xml,
};

struct Sample {
    file: String,
    bytes: Vec<u8>,
    golden: Value,
}

/// All samples with this ending that have a golden reading.
fn all(ends_with: &str) -> Vec<Sample> {
    let Some(folder) = samples() else { return Vec::new() };
    let mut found = Vec::new();
    for project in fs::read_dir(folder.join("codesys")).unwrap() {
        let project = project.unwrap().path();
        for file in fs::read_dir(&project).unwrap() {
            let path = file.unwrap().path();
            let file = path.file_name().unwrap().to_str().unwrap().to_owned();
            let owner = project.file_name().unwrap().to_str().unwrap();
            let golden = folder.join("golden/codesys").join(format!("{owner}__{file}.json"));
            if !file.ends_with(ends_with) || !golden.is_file() {
                continue;
            }
            let golden = serde_json::from_slice(&fs::read(golden).unwrap()).unwrap();
            found.push(Sample { file, bytes: fs::read(path).unwrap(), golden });
        }
    }
    assert!(!found.is_empty(), "no sample ends with {ends_with}");
    found
}

fn text_hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().map(|it| it.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

#[test]
fn exports_have_the_entries_that_others_found() {
    for sample in all(".export") {
        let project = read_export(&sample.file, &sample.bytes).unwrap();
        let text = text::decode(&sample.bytes);
        let document = xml::parse(&sample.file, &text).unwrap();
        let found = texts(document.root_element());
        let entries = sample.golden["entries"].as_array().unwrap();
        assert_eq!(found.len(), entries.len(), "{}", sample.file);
        for (entry, (name, declaration, code)) in entries.iter().zip(&found) {
            assert_eq!(entry["name"].as_str(), Some(name.as_str()), "{}", sample.file);
            let hash = |key: &str, text: &Option<String>| {
                let expected = entry[key].as_str();
                let found = text.as_deref().map(text_hash);
                assert!(expected.is_none() || found.as_deref() == expected, "{name} {key}");
            };
            hash("decl_sha", declaration);
            hash("impl_sha", code);
            check_entry(entry, name, &project);
        }
        let count = |kind: &str| sample.golden["by_kind"][kind].as_u64().unwrap_or(0);
        let (pous, types, methods) = counts(&project);
        assert_eq!(
            [pous, types, methods],
            [count("POU"), count("DUT"), count("Method")],
            "{}",
            sample.file
        );
        assert_eq!(unreadable(&project), Vec::<String>::new(), "{}", sample.file);
    }
}

fn check_entry(entry: &Value, name: &str, project: &Project) {
    let path = strings(&entry["path"]);
    match entry["kind"].as_str().unwrap() {
        "Task" => {
            let task = project.tasks.iter().find(|it| it.name == name).expect(name);
            assert_eq!(task.programs, strings(&entry["pous"]));
            assert_eq!(task.kind, entry["kindoftask"].as_str().unwrap());
            assert_eq!(task.priority.unwrap().to_string(), entry["priority"].as_str().unwrap());
            let interval: f64 = strings(&entry["interval"])[0]
                .trim_start_matches("t#")
                .trim_end_matches("ms")
                .parse()
                .unwrap();
            assert_eq!(task.interval_ms, Some(interval), "{name}");
        }
        "POU" if project.programs.iter().any(|it| it.name == name) => {}
        "POU" | "Interface" => {
            assert!(project.blocks.iter().any(|it| it.name == name), "{name}");
        }
        "Method" | "InterfaceMethod" | "Action" => {
            let full = format!("{}.{name}", path.last().unwrap());
            // The paths of the pool stop at folders, so the owner is not in them.
            let ends = format!(".{name}");
            assert!(
                project.blocks.iter().any(|it| it.name == full || it.name.ends_with(&ends)),
                "{full}"
            );
        }
        "DUT" => {
            let found = project.data_types.iter().find(|it| it.name == name).expect(name);
            assert!(!found.members.is_empty() || !found.values.is_empty(), "{name}");
        }
        "GVL" => assert!(project.tags.iter().any(|it| it.scope == name), "{name}"),
        "SymbolConfiguration" => {
            for sign in entry["symbols"].as_array().unwrap() {
                for variable in sign[1].as_array().unwrap() {
                    let full =
                        format!("{}.{}", sign[0].as_str().unwrap(), variable[0].as_str().unwrap());
                    let tag = project.tags.iter().find(|it| it.name == full).expect(&full);
                    let published = matches!(
                        &tag.place,
                        Place::Node { published: Published::Yes, path }
                            if *path == format!("{}.{full}", project.name)
                    );
                    assert!(published, "{full}: {:?}", tag.place);
                    assert_eq!(tag.access, crate::Access::ReadWrite);
                }
            }
        }
        _ => {}
    }
}

/// The number of POUs, data types and methods, counted as the vendor's tool does.
fn counts(project: &Project) -> (u64, u64, u64) {
    let blocks = || project.blocks.iter().filter(|it| it.folder != ["Standard"]);
    let interfaces: BTreeSet<&str> =
        blocks().filter(|it| it.kind == BlockKind::Interface).map(|it| it.name.as_str()).collect();
    let pous = blocks()
        .filter(|it| matches!(it.kind, BlockKind::FunctionBlock | BlockKind::Function))
        .count();
    let methods = blocks()
        .filter(|it| it.kind == BlockKind::Method)
        .filter(|it| it.name.split_once('.').is_none_or(|(owner, _)| !interfaces.contains(owner)))
        .count();
    let count = |it: usize| u64::try_from(it).unwrap();
    (count(pous + project.programs.len()), count(project.data_types.len()), count(methods))
}

fn unreadable(project: &Project) -> Vec<String> {
    let notes = project.notes.iter().filter(|it| it.kind == crate::NoteKind::Unreadable);
    notes.map(|it| it.message().to_string()).collect()
}

#[test]
fn plcopen_files_have_the_objects_that_others_found() {
    for sample in all(".xml") {
        let Some(pous) = sample.golden["pous"].as_array() else { continue };
        let project = read_plcopen(&sample.file, &sample.bytes).unwrap();
        for pou in pous {
            let name = pou[0].as_str().unwrap();
            let languages: Vec<String> =
                strings(&pou[2]).into_iter().map(|it| format!("\"{it}\"")).collect();
            let routine = project.routines.iter().find(|it| it.name == name).expect(name);
            let language = serde_json::to_string(&routine.language).unwrap();
            assert_eq!(languages, [language], "{name}");
            assert!(!matches!(routine.body, Body::Absent | Body::Protected), "{name}");
            let variables = pou[4].as_u64().unwrap();
            let is_program = pou[1] == "program";
            let mut programs = project.programs.iter().map(|it| &it.name);
            let mut blocks = project.blocks.iter().map(|it| &it.name);
            let known = if is_program {
                programs.any(|it| it == name)
            } else {
                blocks.any(|it| it == name)
            };
            assert!(known, "{name}");
            // The other readers count the variables of methods as those of their owner.
            let below = format!("{name}.");
            let found = project
                .blocks
                .iter()
                .filter(|it| it.name == name || it.name.starts_with(&below))
                .flat_map(|it| &it.members)
                .filter(|it| it.section != Some(crate::Section::Return))
                .count();
            let own = project.tags.iter().filter(|it| it.scope == name).count();
            let found = found + own;
            assert_eq!(u64::try_from(found).unwrap(), variables, "{} {name}", sample.file);
        }
        let names: BTreeSet<&str> = project.data_types.iter().map(|it| it.name.as_str()).collect();
        let types = strings(&sample.golden["dataTypes"]);
        assert!(types.iter().all(|it| names.contains(it)), "{types:?} {names:?}");
        let unions = sample.golden["addData"]["http://www.3s-software.com/plcopenxml/union"]
            .as_u64()
            .unwrap_or(0);
        let union_count = project.data_types.iter().filter(|it| !types.contains(&it.name.as_str()));
        assert_eq!(u64::try_from(union_count.count()).unwrap(), unions, "{}", sample.file);
        // Without the methods of interfaces, which the other reader's list of methods contains, too.
        let methods = sample.golden["addData"]["http://www.3s-software.com/plcopenxml/method"]
            .as_u64()
            .unwrap_or(0);
        let (_, _, found) = counts(&project);
        assert_eq!(found, methods, "{}", sample.file);
        let globals: BTreeSet<(&str, u64)> = sample.golden["globalVars"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| (it[0].as_str().unwrap(), it[1].as_u64().unwrap()))
            .collect();
        for name in globals.iter().map(|it| it.0).collect::<BTreeSet<_>>() {
            // A list with constants is in the file twice, as a whole and in parts.
            let whole = globals.iter().filter(|it| it.0 == name).map(|it| it.1).max().unwrap();
            let found = project.tags.iter().filter(|it| it.scope == name).count();
            assert_eq!(u64::try_from(found).unwrap(), whole, "{} {name}", sample.file);
        }
        assert_eq!(unreadable(&project), Vec::<String>::new(), "{}", sample.file);
    }
}

#[test]
fn the_symbol_file_has_the_leaves_that_others_found() {
    for sample in all(".xml") {
        let Some(leaves) = sample.golden["leaves"].as_array() else { continue };
        let project = read_symbols(&sample.file, &sample.bytes).unwrap();
        assert_eq!(project.name, sample.golden["project"]["name"].as_str().unwrap());
        let symbols = Symbols::new(std::sync::Arc::new(project));
        let mut found = BTreeMap::new();
        for tag in symbols.tags() {
            for leaf in symbols.leaves(tag) {
                let length = leaf.length().map(|it| format!("({it})")).unwrap_or_default();
                let name = format!("{} {}{length}", leaf.name(), leaf.type_name());
                assert!(found.insert(name.clone(), leaf.access).is_none(), "{name} twice");
            }
        }
        let expected: BTreeMap<String, &str> = leaves
            .iter()
            .map(|leaf| {
                let [name, kind, access] = [0, 1, 2].map(|it| leaf[it].as_str().unwrap());
                (format!("{} {kind}", name.strip_prefix("Application.").unwrap()), access)
            })
            .collect();
        assert!(found.keys().eq(expected.keys()));
        // The other readers give a leaf the access of its node. One member allows less.
        let less = found.iter().filter(|(name, access)| format!("{access:?}") != expected[*name]);
        let less: Vec<_> = less.map(|(name, access)| (name.as_str(), *access)).collect();
        assert_eq!(less, [("PLC_PACK.fbModuleTest.SC BOOL", crate::Access::ReadOnly)]);
        assert_eq!(found.len(), 7592);
    }
}

/// The part of members that is in both formats: name, section, type without its namespace, dimensions.
fn outline(members: &[Member]) -> Vec<String> {
    let outline = |member: &Member| {
        let kind = &member.type_use;
        let name = kind.name.to_uppercase();
        // Each tool formats references differently.
        let name: String = name.chars().filter(|it| !it.is_whitespace()).collect();
        let name = name.rsplit('.').next().unwrap_or_default().to_owned();
        let name = if name.starts_with("POINTERTO") { "POINTER".to_owned() } else { name };
        format!(
            "{} {:?} {name} {:?} {:?}",
            member.name, member.section, kind.dimensions, kind.length
        )
    };
    members.iter().map(outline).collect()
}

#[test]
fn both_exports_of_one_project_give_one_model() {
    let by_name =
        |ends_with: &str| all(ends_with).into_iter().find(|it| it.file.starts_with("Home"));
    if samples().is_none() {
        return;
    }
    let (native, plcopen) = (by_name(".export").unwrap(), by_name("HomeAutomation.xml").unwrap());
    let native = read_export(&native.file, &native.bytes).unwrap();
    let plcopen = read_plcopen(&plcopen.file, &plcopen.bytes).unwrap();
    assert_eq!(counts(&native), (26, 5, 79));
    assert_eq!(counts(&plcopen), (26, 5, 79));
    assert_eq!(native.name, plcopen.name);

    let blocks = |project: &Project| -> BTreeMap<String, (BlockKind, Vec<String>)> {
        let blocks = project.blocks.iter().filter(|it| it.folder != ["Standard"]);
        blocks.map(|it| (it.name.clone(), (it.kind, outline(&it.members)))).collect()
    };
    let (ours, theirs) = (blocks(&native), blocks(&plcopen));
    assert_eq!(ours.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>());
    for (name, block) in &ours {
        assert_eq!(block, &theirs[name], "{name}");
    }
    let types = |project: &Project| -> BTreeMap<String, _> {
        let of = |it: &crate::DataType| {
            let values = it.values.iter().map(|it| (it.name.clone(), it.number));
            (it.kind, outline(&it.members), values.collect::<Vec<_>>())
        };
        project.data_types.iter().map(|it| (it.name.clone(), of(it))).collect()
    };
    assert_eq!(types(&native), types(&plcopen));
    let tags = |project: &Project| -> Vec<_> {
        let mut tags: Vec<_> = project
            .tags
            .iter()
            .map(|it| (it.name.clone(), it.place.clone(), it.constant, it.comment.clone()))
            .collect();
        tags.sort_by(|one, other| one.0.cmp(&other.0));
        tags.into_iter().map(|it| (it.0, it.1, it.2)).collect()
    };
    assert_eq!(tags(&native), tags(&plcopen));
    let code = |project: &Project| -> BTreeMap<String, _> {
        let body = |body: &Body| match body {
            Body::Text(text) => text.trim_end().to_owned(),
            other => serde_json::to_string(other).unwrap(),
        };
        project.routines.iter().map(|it| (it.name.clone(), (it.language, body(&it.body)))).collect()
    };
    let (ours, theirs) = (code(&native), code(&plcopen));
    assert_eq!(ours.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>());
    for (name, code) in &ours {
        assert_eq!(code, &theirs[name], "{name}");
    }
    let key =
        |it: &crate::Task| (it.name.clone(), it.kind.clone(), it.priority, it.programs.clone());
    let tasks = |project: &Project| project.tasks.iter().map(key).collect::<Vec<_>>();
    assert_eq!(tasks(&native), tasks(&plcopen));
}
