//! Real project files.

use std::path::{Path, PathBuf};

use tagbridge_project::{Project, Source};

/// All of them that can be read, with their names; none, with the reason on the standard error,
/// where they are not there.
#[expect(clippy::print_stderr, reason = "says why there is nothing to test")]
pub(crate) fn projects() -> Vec<(String, Project)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/samples");
    if !root.is_dir() {
        eprintln!("skipped: there is no {}", root.display());
        return Vec::new();
    }
    // A project of the others is a file, one of Siemens a folder of them.
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
