//! Real project files.

use std::path::{Path, PathBuf};

pub(crate) use tagbridge_needs::samples as root;

/// All files in a folder and its subfolders, in order.
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
