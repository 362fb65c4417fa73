//! Real project files.

use std::path::{Path, PathBuf};

use tagbridge_project::{Project, Source};

/// All samples that can be parsed, with their names.
pub(crate) fn projects() -> Vec<(String, Project)> {
    let Some(root) = tagbridge_needs::samples() else { return Vec::new() };
    // A Siemens project is a folder of files, other projects are files.
    let siemens = entries(&root.join("siemens"));
    let files = ["allen-bradley", "codesys"].iter().flat_map(|vendor| below(&root.join(vendor)));
    let read = |path: PathBuf| {
        let source = Source::open(&path).ok()?;
        let project = tagbridge_project::read(&source).ok()?;
        Some((path.strip_prefix(&root).expect("below").display().to_string(), project))
    };
    files.chain(siemens).filter_map(read).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut entries: Vec<PathBuf> = entries.map(|it| it.expect("an entry").path()).collect();
    entries.sort();
    entries
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let inside = |entry: PathBuf| if entry.is_dir() { below(&entry) } else { vec![entry] };
    entries(folder).into_iter().flat_map(inside).collect()
}
