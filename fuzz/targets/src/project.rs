//! Project files that people hand us.

use std::sync::Arc;

use tagbridge_project::{Project, ProjectError, Source, SourceFile, Symbols, read};

/// Number of leaves of each project that are checked.
const LEAVES: usize = 1_000;

/// An L5X file: an error with a remedy, or a project.
pub fn l5x(input: &[u8]) {
    check("fuzz.L5X", input);
}

/// A Siemens source: the same.
pub fn siemens_text(input: &[u8]) {
    check("fuzz.scl", input);
}

/// A SimaticML document: the same.
pub fn simaticml(input: &[u8]) {
    check("fuzz.xml", input);
}

/// Declarations, as the members of a data block with a layout.
pub fn declaration(input: &[u8]) {
    let head = b"DATA_BLOCK DB1\n{ S7_Optimized_Access := 'FALSE' }\nVAR\n";
    check("fuzz.db", &[head, input, b"\nEND_VAR\nBEGIN\nEND_DATA_BLOCK\n"].concat());
}

/// A CODESYS `.export`: an error with a remedy, or a project.
pub fn codesys_export(input: &[u8]) {
    check("fuzz.export", input);
}

/// PLCopen XML: an error with a remedy, or a project.
pub fn plcopen(input: &[u8]) {
    check("fuzz.xml", input);
}

/// A CODESYS symbol configuration: an error with a remedy, or a project.
pub fn symbol_configuration(input: &[u8]) {
    check("fuzz.Device.Application.xml", input);
}

/// An archive: an error with a remedy, or a project.
pub fn project_archive(input: &[u8]) {
    check("fuzz.zip", input);
}

/// A folder: an error with a remedy, or a project. Files are separated by a zero byte, and a file's
/// first line is its path.
///
/// The same files in an archive say the same.
pub fn project_files(input: &[u8]) {
    let mut files: Vec<SourceFile> = input.split(|byte| *byte == 0).map(file).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    let folder = Source { name: "fuzz".to_owned(), files, hash: String::new() };
    let packed = folder.clone().into_one_file();
    let project = read(&folder);
    examine(project.clone());
    let Ok((name, bytes)) = packed else { return };
    let unpacked = Source::of_bytes(name, bytes);
    examine(unpacked.as_ref().map_err(Clone::clone).and_then(read));
    let is_same = unpacked.is_ok_and(|it| {
        let pairs = || it.files.iter().zip(&folder.files);
        it.files.len() == folder.files.len()
            && pairs().all(|(a, b)| (&a.path, &a.bytes) == (&b.path, &b.bytes))
    });
    if !is_same {
        // Paths that no folder has are others in an archive, or none.
        return;
    }
    let Ok(project) = project else { return };
    let (name, bytes) = folder.into_one_file().expect("it was packed before");
    let again = Source::of_bytes(name, bytes).and_then(|it| read(&it)).expect("the same files");
    assert_eq!(again.tags, project.tags);
}

fn file(text: &[u8]) -> SourceFile {
    let (path, bytes) = match text.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, &[][..]),
    };
    SourceFile { path: String::from_utf8_lossy(path).into_owned(), bytes: bytes.to_vec() }
}

/// A project is the same after it is written as JSON and read again, and each of its leaves is
/// found by its name.
fn check(name: &str, input: &[u8]) {
    examine(Source::of_bytes(name, input.to_vec()).and_then(|source| read(&source)));
}

fn examine(read: Result<Project, ProjectError>) {
    let project = match read {
        Ok(project) => project,
        Err(error) => {
            assert!(!error.what.is_empty() && !error.remedy.is_empty(), "{error:?}");
            return;
        }
    };
    let text = serde_json::to_vec(&project).expect("what was read is written");
    let project = project.as_its_json();
    assert_eq!(serde_json::from_slice::<Project>(&text).expect("and read again"), project);
    let symbols = Symbols::new(Arc::new(project));
    let leaves = symbols.tags().flat_map(|tag| symbols.leaves(tag));
    for leaf in leaves.take(LEAVES) {
        // Questions about the tags of a hostile file are safe, for any names.
        let _ = symbols.find(&leaf.name());
    }
}
