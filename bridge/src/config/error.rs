//! What is wrong with a configuration, where, and what to do about it.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// What is wrong with a configuration: file, line, key, what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The file.
    pub path: PathBuf,
    /// The line in it, from 1.
    pub line: Option<usize>,
    /// The setting: `session[0].interval`.
    pub key: Option<String>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
}

impl std::error::Error for ConfigError {}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(key) = &self.key {
            write!(f, ": {key}")?;
        }
        write!(f, ": {}; {}", self.what, self.remedy)
    }
}

impl ConfigError {
    pub(super) fn unreadable(path: &Path, error: &io::Error) -> Self {
        let (what, remedy) = match error.kind() {
            io::ErrorKind::FileTooLarge => (
                format!("is longer than the {} MiB of a configuration", super::LENGTH_MAX >> 20),
                "name the configuration itself; `tagbridge config init` writes a commented one",
            ),
            io::ErrorKind::InvalidData => ("is not UTF-8".to_owned(), "save it as UTF-8"),
            _ => (
                format!("cannot be read ({error})"),
                "`tagbridge config init` writes a commented one",
            ),
        };
        Self { path: path.to_owned(), line: None, key: None, what, remedy: remedy.into() }
    }
}
