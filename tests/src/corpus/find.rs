//! Finds the files and folders that are projects.

use std::{fs, path::Path, path::PathBuf};

/// The kind of a file, by its name and its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A single project.
    Project,
    /// A Siemens source: the folder with all sources is the project.
    Source,
    /// Something else.
    Other,
}

/// The sibling folders into which TIA Portal exports a controller's sources.
const PARTS: [&str; 3] = ["Program blocks", "PLC tags", "PLC data types"];

/// The projects below a folder, sorted: files that are a project, and the outermost folders with
/// Siemens sources. If such a folder also contains other projects, each of its sources is a
/// project.
pub(super) fn projects(folder: &Path) -> Vec<PathBuf> {
    let mut found = Found::default();
    found.look_into(folder);
    let mut projects = found.projects;
    projects.extend(found.folders);
    projects.sort();
    projects
}

/// The contents of a folder.
#[derive(Default)]
struct Found {
    projects: Vec<PathBuf>,
    /// The outermost folders with Siemens sources.
    folders: Vec<PathBuf>,
}

impl Found {
    fn look_into(&mut self, folder: &Path) {
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let (inner, files): (Vec<PathBuf>, Vec<PathBuf>) =
            entries.map(|entry| entry.path()).partition(|path| path.is_dir());
        let mut below = Self::default();
        for folder in inner {
            below.look_into(&folder);
        }
        let mut sources = Vec::new();
        for file in files {
            match kind(&file) {
                Kind::Project => below.projects.push(file),
                Kind::Source => sources.push(file),
                Kind::Other => {}
            }
        }
        let is_part = |it: &PathBuf| {
            it.parent() == Some(folder) && PARTS.iter().any(|part| it.ends_with(part))
        };
        let is_device = below.folders.iter().any(is_part);
        if (is_device || !sources.is_empty()) && below.projects.is_empty() {
            below.folders = vec![folder.to_owned()];
        } else {
            below.projects.extend(sources);
        }
        self.projects.extend(below.projects);
        self.folders.extend(below.folders);
    }
}

fn kind(file: &Path) -> Kind {
    let extension = file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match extension.as_str() {
        "l5x" | "export" | "zip" => Kind::Project,
        "scl" | "awl" | "udt" | "s7dcl" => Kind::Source,
        "xml" => kind_of_xml(&fs::read(file).unwrap_or_default()),
        _ => Kind::Other,
    }
}

fn kind_of_xml(bytes: &[u8]) -> Kind {
    let text = String::from_utf8_lossy(bytes);
    let root = text.split('<').find(|tag| tag.starts_with(|it: char| it.is_alphabetic()));
    let root = root.unwrap_or_default();
    let is = |name: &str| {
        root.strip_prefix(name)
            .is_some_and(|rest| !rest.starts_with(|it: char| it.is_alphanumeric()))
    };
    let is_plcopen = is("project") && root.contains("plcopen.org/xml");
    let is_simatic =
        || ["<SW.Blocks.", "<SW.Types.", "<SW.Tags."].iter().any(|it| text.contains(it));
    if is_plcopen || ["RSLogix5000Content", "Symbolconfiguration", "ExportFile"].into_iter().any(is)
    {
        Kind::Project
    } else if is("Document") && is_simatic() {
        Kind::Source
    } else {
        Kind::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outermost_folder_with_sources_is_one_project_unless_there_are_others_in_it() {
        let root = tempfile::tempdir().expect("a folder");
        let block =
            "<?xml version=\"1.0\"?><!-- made --><Document><SW.Blocks.FB ID=\"0\"/></Document>";
        for (path, text) in [
            ("a/Main.scl", "ORGANIZATION_BLOCK Main"),
            ("a/deep/Fan.xml", block),
            ("e/Line.L5X", "<RSLogix5000Content/>"),
            ("e/Main.scl", "ORGANIZATION_BLOCK Main"),
            ("e/deep/Fan.xml", block),
            ("b/c/Fan.xml", block),
            ("f/PLC_1/Program blocks/Fan.xml", block),
            ("f/PLC_1/PLC tags/Tags.xml", block),
            ("d/pom.xml", "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"/>"),
            ("d/plc.xml", "<project xmlns=\"http://www.plcopen.org/xml/tc6_0200\"/>"),
            ("d/notes.txt", "RSLogix5000Content"),
        ] {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
            fs::write(path, text).expect("it is written");
        }
        let expected = ["a", "b/c", "d/plc.xml", "e/Line.L5X", "e/Main.scl", "e/deep", "f/PLC_1"];
        let expected = expected.map(|it| root.path().join(it));
        assert_eq!(projects(root.path()), expected);
    }
}
