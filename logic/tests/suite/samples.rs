//! Real project files.

use std::path::{Path, PathBuf};

/// Where they are; none, with the reason on the standard error, where they are not there.
#[expect(clippy::print_stderr, reason = "says why there is nothing to test")]
pub(crate) fn root() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/samples");
    if root.is_dir() {
        return Some(root);
    }
    eprintln!("skipped: there is no {}", root.display());
    None
}

/// Every file below a folder, in order.
pub(crate) fn below(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    entries
        .into_iter()
        .flat_map(|entry| if entry.is_dir() { below(&entry) } else { vec![entry] })
        .collect()
}
