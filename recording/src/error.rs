//! Why a recording cannot be used.

use std::{io, path::PathBuf};

use tagbridge_texts::Coded;

/// Why a recording cannot be used.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "recording")]
pub enum RecordingError {
    /// The recording does not exist.
    NotThere {
        /// The folder or file.
        path: PathBuf,
    },
    /// A file cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file is not a recording.
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A later version of the program wrote the file.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        version: u32,
    },
    /// No incident has this number.
    NoIncident {
        /// The number.
        number: u32,
    },
}

impl RecordingError {
    pub(crate) fn file(path: &std::path::Path) -> impl FnOnce(io::Error) -> Self + use<'_> {
        move |source| Self::File { path: path.to_owned(), source }
    }
}
