//! Tests of every real file in `../shared/samples`: it is read completely, each tag and leaf is
//! found by its name, and each gets a name for its protocol.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use tagbridge_project::{Format, Project, Source, Symbols, Target, Vendor, read};

pub(crate) use tagbridge_needs::samples;

/// The sources in a vendor's folder: files, and for Siemens the folders of projects.
pub(crate) fn sources(root: &Path) -> Vec<(PathBuf, Option<Format>)> {
    let entries = |path: &Path| -> Vec<PathBuf> {
        let entries =
            fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut entries: Vec<PathBuf> = entries.collect();
        entries.sort();
        entries
    };
    let mut sources = Vec::new();
    for folder in entries(&root.join("siemens")) {
        sources.push((folder, Some(Format::Siemens)));
    }
    for vendor in ["allen-bradley", "codesys"] {
        for folder in entries(&root.join(vendor)) {
            for file in entries(&folder) {
                let extension = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
                let format = match extension.to_ascii_lowercase().as_str() {
                    "l5x" => Some(Format::L5x),
                    "export" => Some(Format::CodesysExport),
                    _ => None,
                };
                sources.push((file, format));
            }
        }
    }
    sources
}

fn open(path: &Path) -> Project {
    let source = Source::open(path).unwrap_or_else(|error| panic!("{error}: {}", error.remedy));
    read(&source).unwrap_or_else(|error| panic!("{error}: {}", error.remedy))
}

fn target(project: &Project) -> Target {
    match project.vendor {
        Vendor::AllenBradley => Target::Logix,
        Vendor::Siemens => Target::S7 { numbers: BTreeMap::new() },
        Vendor::Codesys => Target::OpcUa { prefix: Some("Virtual".to_owned()) },
    }
}

#[test]
fn reads_every_sample() {
    let Some(root) = samples() else { return };
    for (path, format) in sources(&root) {
        let project = open(&path);
        let shown = path.display();
        assert!(format.is_none_or(|format| format == project.format), "{shown}: {project:?}");
        assert!(!project.name.is_empty(), "{shown} has a name");
        for note in &project.notes {
            assert!(!note.what.is_verbatim(), "{shown}: {note:?} is a code");
        }
        assert_eq!(project.hash.len(), 64, "{shown} has a hash");
        let json = serde_json::to_string(&project).expect("JSON");
        let again: Project = serde_json::from_str(&json).expect("JSON of ours");
        assert!(again == project.as_its_json(), "{shown} comes back from its JSON");
    }
}

#[test]
fn finds_every_tag_and_leaf_by_its_name() {
    let Some(root) = samples() else { return };
    for (path, _) in sources(&root) {
        let symbols = Symbols::new(open(&path).into());
        let target = target(symbols.project());
        for tag in symbols.tags() {
            let found = symbols.find(&tag.tag.name);
            let found = found.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(found.tag.name, tag.tag.name, "{}", path.display());
            for leaf in symbols.leaves(tag).take(50) {
                let name = leaf.name();
                let found = symbols.find(&name);
                let found = found.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                assert_eq!(found.name(), name, "{}", path.display());
                assert_eq!(found.place(), leaf.place(), "{}: {name}", path.display());
                if let Ok(reads) = symbols.reads(&leaf, &target) {
                    assert!(!reads.leaves().is_empty(), "{}: {name}", path.display());
                }
            }
        }
    }
}

#[test]
fn refuses_half_of_every_xml_file() {
    let Some(root) = samples() else { return };
    for (path, _) in sources(&root) {
        let Ok(bytes) = fs::read(&path) else { continue };
        let half = Source::of_bytes("half.xml", bytes[..bytes.len() / 2].to_vec()).unwrap();
        let error = read(&half).expect_err("half of a file");
        assert_eq!(error.place.file, "half.xml");
        assert!(!error.what.is_empty() && !error.remedy.is_empty(), "{error}");
    }
}
