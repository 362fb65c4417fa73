//! Compares real Siemens files with the results of independent readers.
//!
//! The samples are not part of this repository; without them nothing is compared, and the test
//! reports this.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::Value;
use tagbridge_project::{
    Access, Body, Initial, Language, Member, Place, Project, Section, Source, SourceFile, TypeUse,
};

use crate::samples::samples;

fn golden(samples: &Path, name: &str) -> Value {
    let path = samples.join("golden/siemens").join(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("a golden file is JSON")
}

fn read(path: &Path) -> Project {
    let source = Source::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    tagbridge_project::read(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The path of a golden file's key below the samples.
fn path_of(samples: &Path, key: &str) -> PathBuf {
    samples.join(key.replacen("siemens/shared/", "siemens/", 1))
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

#[test]
fn every_folder_and_file_reads_without_failure() {
    let Some(samples) = samples() else { return };
    let folder = samples.join("siemens");
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let begun = Instant::now();
        let project = read(&path);
        assert!(begun.elapsed() < Duration::from_secs(20), "{path:?}: {:?}", begun.elapsed());
        assert_eq!(project.notes, [], "{path:?}");
        // A folder gives the same result as its ZIP archive.
        assert_eq!(zipped(&path).tags, project.tags, "{path:?}");
    }
    for path in files_below(&folder) {
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if ["libinfo", "libint", "liblink"].contains(&extension) {
            continue;
        }
        let source = Source::open(&path).unwrap();
        let project = tagbridge_project::read(&source).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let found = project.blocks.len()
            + project.programs.len()
            + project.data_types.len()
            + project.tags.len();
        assert!(found > 0, "{path:?}");
    }
}

/// The project of a folder that is packed as a ZIP archive.
fn zipped(folder: &Path) -> Project {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for path in files_below(folder) {
        let name = path.strip_prefix(folder).expect("a file").to_string_lossy().into_owned();
        archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("a file");
        archive.write_all(&fs::read(&path).expect("a file")).expect("a file");
    }
    let bytes = archive.finish().expect("a file").into_inner();
    let name = format!("{}.zip", folder.file_name().expect("a file").to_string_lossy());
    let source = Source::of_bytes(name, bytes).expect("a ZIP opens");
    tagbridge_project::read(&source).expect("a ZIP reads")
}

#[test]
fn simatic_ml_equals_the_inventory() {
    let Some(samples) = samples() else { return };
    let project = read(&samples.join("siemens/czarnak_simaticml_v21"));
    assert_eq!(project.name, "PLC_1");
    let inventory = golden(&samples, "simaticml_inventory.json");
    for (file, content) in inventory.as_object().expect("an object") {
        for object in content["objects"].as_array().expect("a list") {
            let kind = object["kind"].as_str().expect("a text");
            let name = object["Name"].as_str().expect("a text");
            if kind == "SW.Tags.PlcTagTable" {
                check_table(&project, name, object);
            } else {
                check_object(&project, kind, name, object, file);
            }
        }
    }
}

fn check_table(project: &Project, name: &str, object: &Value) {
    let found: Vec<[String; 3]> = project
        .tags
        .iter()
        .filter(|tag| tag.scope == name)
        .map(|tag| [tag.name.clone(), tag.type_use.name.clone(), address(&tag.place)])
        .collect();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let expected: Vec<[String; 3]> = object["tags"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|tag| [format!("\"{}\"", text(&tag[0])), text(&tag[1]), bits(&text(&tag[2]))])
        .collect();
    assert_eq!(found, expected, "{name}");
}

fn address(place: &Place) -> String {
    match place {
        Place::Area { area, bit } => format!("{area} {bit}"),
        place => format!("{place:?}"),
    }
}

/// Formats `%IW10` as area and bit.
fn bits(address: &str) -> String {
    let area = &address[1..2];
    let rest = address[2..].trim_start_matches(['B', 'W', 'D']);
    let (byte, bit) = rest.split_once('.').unwrap_or((rest, "0"));
    let bit = byte.parse::<u32>().expect("a number") * 8 + bit.parse::<u32>().expect("a number");
    format!("{area} {bit}")
}

fn check_object(project: &Project, kind: &str, name: &str, object: &Value, file: &str) {
    let (members, number, standard) = match kind {
        "SW.Types.PlcStruct" => {
            let found = project.data_types.iter().find(|it| it.name == name);
            (&found.expect(name).members, None, None)
        }
        "SW.Blocks.OB" => {
            let found = project.programs.iter().find(|it| it.name == name).expect(name);
            (&found.members, found.number, Some(false))
        }
        _ => {
            let found = project.blocks.iter().find(|it| it.name == name).expect(name);
            assert_eq!(found.instance_of.as_deref(), object["InstanceOfName"].as_str(), "{file}");
            (&found.members, found.number, found.standard_layout)
        }
    };
    assert_eq!(number.map(|it| it.to_string()).as_deref(), object["Number"].as_str(), "{file}");
    let layout = object["MemoryLayout"].as_str().map(|layout| layout == "Standard");
    assert_eq!(standard, layout, "{file}");
    let mut by_section: BTreeMap<&str, Vec<&Member>> = BTreeMap::new();
    for member in members {
        by_section.entry(section(member.section, kind)).or_default().push(member);
    }
    for (section, expected) in object["sections"].as_object().expect("an object") {
        let found = by_section.remove(section.as_str()).unwrap_or_default();
        let place = format!("{file} {section}");
        check_members(&found, expected.as_array().expect("a list"), &place);
    }
    assert!(by_section.is_empty(), "{file}: {by_section:?}");
    let networks = object["networks"].as_array().expect("a list");
    let Some(routine) = project.routines.iter().find(|it| it.owner == name) else {
        return assert!(networks.is_empty(), "{file}");
    };
    let language = match object["ProgrammingLanguage"].as_str().expect("a text") {
        "LAD" => Language::Ld,
        "SCL" => Language::St,
        "GRAPH" => Language::Sfc,
        other => panic!("{file}: {other}"),
    };
    assert_eq!(routine.language, language, "{file}");
    match &routine.body {
        Body::Text(text) => assert!(networks.len() == 1 && !text.is_empty(), "{file}"),
        Body::Rungs(rungs) if language == Language::Sfc => assert_eq!(rungs.len(), 4, "{file}"),
        Body::Rungs(rungs) => assert_eq!(rungs.len(), networks.len(), "{file}"),
        body => panic!("{file}: {body:?}"),
    }
}

fn section(section: Option<Section>, kind: &str) -> &'static str {
    match section {
        None if kind == "SW.Types.PlcStruct" => "None",
        None | Some(Section::Static) => "Static",
        Some(Section::Input) => "Input",
        Some(Section::Output) => "Output",
        Some(Section::InOut) => "InOut",
        Some(Section::Temp) => "Temp",
        Some(Section::Constant) => "Constant",
        Some(Section::Return) => "Return",
        Some(other) => panic!("{other:?}"),
    }
}

/// Compares `[name, type, remanence, accessibility, start, comment, attributes, members]` of each member.
fn check_members(found: &[&Member], expected: &[Value], place: &str) {
    let names: Vec<&str> = found.iter().map(|member| member.name.as_str()).collect();
    let expected_names: Vec<&str> =
        expected.iter().map(|it| it[0].as_str().expect("a text")).collect();
    assert_eq!(names, expected_names, "{place}");
    for (member, expected) in found.iter().zip(expected) {
        let place = format!("{place}.{}", member.name);
        let type_name = expected[1].as_str().expect("a text").replace('"', "");
        assert_eq!(spelled(&member.type_use), type_name, "{place}");
        let start = match &member.initial {
            Some(Initial::Scalar(text)) => Some(text.as_str()),
            _ => None,
        };
        assert_eq!(start, expected[4].as_str(), "{place}");
        assert_eq!(member.comment.as_deref(), expected[5].as_str(), "{place}");
        let is_false = |name: &str| expected[6][name] == "false";
        let access = match (is_false("ExternalAccessible"), is_false("ExternalWritable")) {
            (true, _) => Access::None,
            (_, true) => Access::ReadOnly,
            _ => Access::Unknown,
        };
        assert_eq!(member.access, access, "{place}");
        let inner: Vec<&Member> = member.type_use.members.iter().collect();
        if member.type_use.name == "Struct" {
            check_members(&inner, expected[7].as_array().expect("a list"), &place);
        }
    }
}

fn spelled(type_use: &TypeUse) -> String {
    let bounds: Vec<String> =
        type_use.dimensions.iter().map(|it| format!("{}..{}", it.low, it.high)).collect();
    let array =
        if bounds.is_empty() { String::new() } else { format!("Array[{}] of ", bounds.join(", ")) };
    let length = type_use.length.map(|it| format!("[{it}]")).unwrap_or_default();
    format!("{array}{}{length}", type_use.name)
}

#[test]
fn sources_have_the_blocks_that_a_search_for_their_heads_finds() {
    let Some(samples) = samples() else { return };
    let inventory = golden(&samples, "text_blocks.json");
    for (key, expected) in inventory.as_object().expect("an object") {
        let project = read(&path_of(&samples, key));
        let mut found: Vec<(String, Option<bool>)> = Vec::new();
        found.extend(project.programs.iter().map(|it| (it.name.clone(), None)));
        found.extend(project.blocks.iter().map(|it| (it.name.clone(), it.standard_layout)));
        found.extend(
            project
                .data_types
                .iter()
                .filter(|it| it.comment.as_deref() != Some("built into the controller"))
                .map(|it| (it.name.clone(), None)),
        );
        let mut names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        let mut expected_names: Vec<&str> = expected["blocks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|block| block[1].as_str().expect("a text").trim_matches('"'))
            .collect();
        names.sort_unstable();
        expected_names.sort_unstable();
        assert_eq!(names, expected_names, "{key}");
        let optimised: Vec<bool> = expected["optimized"]
            .as_array()
            .unwrap()
            .iter()
            .map(|flag| flag.as_str().expect("a text").eq_ignore_ascii_case("true"))
            .collect();
        let layouts: Vec<bool> = found.iter().filter_map(|(_, it)| it.map(|it| !it)).collect();
        // Organization blocks and types have the attribute, too, but without a meaning here.
        if !optimised.is_empty() && project.programs.is_empty() && project.data_types.is_empty() {
            assert_eq!(layouts, optimised, "{key}");
        }
    }
}

#[test]
fn a_spreadsheet_of_tags_has_all_its_rows() {
    let Some(samples) = samples() else { return };
    let project = read(&samples.join("siemens/onnoeberhard_7seg/VARS.xlsx"));
    let rows = golden(&samples, "VARS.xlsx.json");
    let rows = rows["PLC Tags"].as_array().expect("a list");
    assert_eq!(project.tags.len(), rows.len() - 1);
    for (tag, row) in project.tags.iter().zip(&rows[1..]) {
        let cell = |at: usize| row[at].as_str().expect("a text").to_owned();
        assert_eq!(tag.name, format!("\"{}\"", cell(0)));
        assert_eq!(tag.scope, cell(1), "{}", tag.name);
        assert_eq!(tag.type_use.name, cell(2), "{}", tag.name);
        assert_eq!(address(&tag.place), bits(&cell(3)), "{}", tag.name);
        assert_eq!(tag.comment.clone().unwrap_or_default(), cell(4), "{}", tag.name);
    }
}

#[test]
fn offsets_are_those_that_the_authors_wrote_down() {
    let Some(samples) = samples() else { return };
    let project = read(&samples.join("siemens/gijzelaerr__python-snap7/e2e_test_dbs.scl"));
    let layout = golden(&samples, "e2e_test_dbs.layout.json");
    for name in ["Read_only", "Data_block_2"] {
        let tags: Vec<_> = project.tags.iter().filter(|tag| tag.scope == name).collect();
        let layout = layout.as_array().expect("a list");
        assert_eq!(tags.len(), layout.len());
        for (tag, expected) in tags.into_iter().zip(layout) {
            let number =
                |key: &str| u32::try_from(expected[key].as_u64().expect("a number")).unwrap();
            let bit = number("byte") * 8 + number("bit");
            let place = Place::Block { block: name.to_owned(), number: None, bit };
            assert_eq!(tag.place, place, "{}", tag.name);
            assert_eq!(
                tag.name,
                format!("\"{name}\".\"{}\"", expected["name"].as_str().expect("a text"))
            );
            assert_eq!(tag.type_use.name, expected["type"].as_str().expect("a text"));
            let start = Initial::Scalar(expected["start"].as_str().expect("a text").to_owned());
            assert_eq!(tag.initial, Some(start), "{}", tag.name);
        }
    }
}

#[test]
fn simatic_sd_and_simatic_ml_of_one_library_agree() {
    let Some(samples) = samples() else { return };
    let ml = read(&samples.join("siemens/czarnak_simaticml_v21/Types"));
    let sd = with_texts(&samples);
    assert_eq!(sd.data_types, ml.data_types);
    assert_eq!(sd.blocks.len(), 2);
    for block in &sd.blocks {
        let twin = ml.blocks.iter().find(|it| it.name == block.name).expect("the same");
        assert_eq!(block.members, twin.members, "{}", block.name);
        assert_eq!(block.number, twin.number);
        assert_eq!(block.standard_layout, twin.standard_layout);
    }
    let body = |project: &Project| {
        let routine = project.routines.iter().find(|it| it.name == "AnalogInput").unwrap();
        match &routine.body {
            Body::Text(text) => text.clone(),
            body => panic!("{body:?}"),
        }
    };
    assert_eq!(
        body(&sd),
        body(&ml).replace("SCALE_X(", "SCALE_X_REAL(").replace("LIMIT(", "LIMIT_REAL(")
    );
}

/// The library in SIMATIC SD, with the texts of the other format that the sample lacks.
fn with_texts(samples: &Path) -> Project {
    let folder = samples.join("siemens/czarnak_simaticsd_v21");
    let mut source = Source::open(&folder).expect("the samples read");
    for (path, texts) in [
        (
            "Types/Blocks/AnalogInput.s7res",
            [
                ("MLC_pD", "Enable simulation input (analog value)"),
                ("MLC_4M4", "Input value from sensor (analog signal)"),
                ("MLC_47S", "Simulated analog input value"),
            ]
            .as_slice(),
        ),
        ("Types/UDTs/AnalogInputSettings.s7res", &[("MLC_aC", "0- multiply, 1 - scale")]),
        ("Types/UDTs/UDT_Device.s7res", &[("MLC_3tL", "0- Auto; 2 - Service")]),
    ] {
        let entries: Vec<String> =
            texts.iter().map(|(id, text)| format!("  - id: {id}\n    en-US: {text}\n")).collect();
        let bytes = format!("MultiLingualTexts:\n{}", entries.concat()).into_bytes();
        source.files.push(SourceFile { path: path.to_owned(), bytes });
    }
    tagbridge_project::read(&source).expect("the samples read")
}
