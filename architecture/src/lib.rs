//! Checks the source tree against the rules in `ARCHITECTURE.md`.
//!
//! [`check`] reads that page, the manifests and the sources, and returns every [`Violation`]: an
//! import that is not allowed, a word in the wrong place, a file or a crate that is too large, a
//! public type name that two crates use, modules in a cycle, a broken link, a phrase that is not
//! plain English. `architecture/exceptions.toml` lists the exceptions with their reasons. An unused
//! exception is also a violation. [`crates`] counts product lines.

mod code;
mod crates;
mod cycles;
mod english;
mod exceptions;
mod imports;
mod links;
mod names;
mod page;
mod sizes;
mod words;

use std::{fmt, fs, io, path::Path, path::PathBuf};

pub use self::{
    crates::{Crate, crates},
    english::bless,
    exceptions::Exceptions,
    page::{CrateRow, Page, Rule},
};

/// A place that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The file or the crate.
    pub place: String,
    /// What is wrong, and how to correct it.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// An error while the tree is read.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// A file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// A manifest or a list of exceptions is not TOML in the expected form.
    #[error("cannot parse {}: {what}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The error.
        what: String,
    },
}

/// Returns all violations of a tree; an empty list if it follows every rule.
pub fn check(root: &Path) -> Result<Vec<Violation>, TreeError> {
    let page = Page::read(root)?;
    let mut exceptions = Exceptions::read(root)?;
    let crates = crates(root, &page)?;
    let mut violations = imports::violations(root, &page)?;
    violations.extend(words::violations(&page, &crates, &mut exceptions));
    violations.extend(sizes::violations(&crates, &mut exceptions));
    violations.extend(names::violations(&crates, &mut exceptions));
    violations.extend(cycles::violations(&crates, &mut exceptions));
    violations.extend(links::violations(root)?);
    violations.extend(english::violations(root)?);
    violations.extend(exceptions.unused());
    Ok(violations)
}

pub(crate) fn read(path: &Path) -> Result<String, TreeError> {
    fs::read_to_string(path).map_err(|source| TreeError::Read { path: path.to_owned(), source })
}

/// The files of a tree that are written by hand, sorted by path.
pub(crate) fn files(root: &Path) -> Vec<PathBuf> {
    /// Folders that contain no files of this project, or generated ones.
    const SKIPPED: [&str; 5] = ["target", "node_modules", "dist", "book", "bindings"];
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = entry.path();
            let is_skipped = name.starts_with('.') || SKIPPED.contains(&name.as_str());
            if path.is_dir() && !is_skipped && !path.is_symlink() {
                folders.push(path);
            } else if path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The path of a file from the root, with slashes.
pub(crate) fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}
