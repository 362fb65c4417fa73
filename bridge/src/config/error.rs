//! What is wrong with a configuration, where, and what to do about it.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use tagbridge_texts::{Coded, Message};

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
    pub what: Message,
    /// What to do about it.
    pub remedy: Box<Message>,
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
            io::ErrorKind::FileTooLarge => {
                (Unreadable::TooLong { mib: super::LENGTH_MAX >> 20 }, Advice::NameIt)
            }
            io::ErrorKind::InvalidData => (Unreadable::NoText, Advice::SaveAsText),
            _ => (Unreadable::File { why: Message::system(error) }, Advice::Init),
        };
        let (what, remedy) = (what.message(), Box::new(remedy.message()));
        Self { path: path.to_owned(), line: None, key: None, what, remedy }
    }
}

/// Why a file cannot be read as a configuration.
#[derive(Debug, Coded)]
#[coded(prefix = "config-unreadable")]
pub(crate) enum Unreadable {
    TooLong { mib: u64 },
    NoText,
    File { why: Message },
}

/// What to do about it.
#[derive(Debug, Clone, Copy, Coded)]
#[coded(prefix = "config-advice")]
pub(crate) enum Advice {
    NameIt,
    SaveAsText,
    Init,
}
