//! The source files of the product, by crate.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Page, TreeError,
    code::{Line, Source},
    read,
};

/// The product files of a crate.
#[derive(Debug)]
pub struct Crate {
    /// `drivers/cip`
    pub folder: String,
    pub(crate) files: Vec<File>,
}

/// A file of the product.
#[derive(Debug)]
pub(crate) struct File {
    /// Path from the root, with slashes.
    pub(crate) path: String,
    pub(crate) lines: Vec<Line>,
}

impl Crate {
    /// Number of lines with product code: without tests, comments and blank lines.
    pub fn product_lines(&self) -> usize {
        let lines = self.files.iter().flat_map(|it| &it.lines);
        lines.filter(|it| it.is_product()).count()
    }
}

impl File {
    /// Number of lines without tests.
    pub(crate) fn length(&self) -> usize {
        self.lines.iter().filter(|it| !it.is_test).count()
    }
}

/// Reads the crates of the page: `src/` and `build.rs` of each.
pub fn crates(root: &Path, page: &Page) -> Result<Vec<Crate>, TreeError> {
    let of_folder = |folder: &str| {
        let mut found = FileCollector { root, tests: HashSet::new(), files: Vec::new() };
        found.take(&root.join(folder).join("build.rs"))?;
        found.walk(&root.join(folder).join("src"))?;
        let FileCollector { tests, files, .. } = found;
        let is_test = |it: &File| {
            Path::new(&it.path).ancestors().any(|it| tests.contains(&it.with_extension("")))
        };
        let files = files.into_iter().filter(|it| !is_test(it)).collect();
        Ok(Crate { folder: folder.to_owned(), files })
    };
    page.crates.iter().map(|it| of_folder(&it.folder)).collect()
}

struct FileCollector<'a> {
    root: &'a Path,
    /// Paths of modules that contain only test code, without the file extension.
    tests: HashSet<PathBuf>,
    files: Vec<File>,
}

impl FileCollector<'_> {
    fn walk(&mut self, folder: &Path) -> Result<(), TreeError> {
        let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|it| it.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                self.walk(&path)?;
            } else {
                self.take(&path)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, path: &Path) -> Result<(), TreeError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_rust = name.ends_with(".rs");
        let is_screen = name.ends_with(".ts") || name.ends_with(".svelte");
        // What a tool made of the Rust types, and what tests the screens.
        let is_generated = path.iter().any(|it| it == "bindings");
        let is_product = is_rust || is_screen && !is_generated && !name.contains(".test.");
        if !path.is_file() || !is_product {
            return Ok(());
        }
        let text = read(path)?;
        let below = path.strip_prefix(self.root).unwrap_or(path);
        let source = if is_rust { Source::of_rust(&text) } else { Source::of_screens(&text) };
        let is_root = ["lib.rs", "main.rs"].contains(&&*name);
        let inside = if is_root { below.with_file_name("") } else { below.with_extension("") };
        self.tests.extend(source.test_modules.iter().map(|it| inside.join(it)));
        let path = below.to_string_lossy().replace('\\', "/");
        self.files.push(File { path, lines: source.lines });
        Ok(())
    }
}
