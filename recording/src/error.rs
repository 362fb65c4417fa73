//! Why a recording cannot be used.

use std::{io, path::PathBuf};

use tagbridge_texts::Coded;

/// Why a recording cannot be used.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "recording")]
pub enum RecordingError {
    /// There is no recording.
    NotThere {
        /// The folder or file.
        path: PathBuf,
    },
    /// A file cannot be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The file is no recording.
    Foreign {
        /// Which.
        path: PathBuf,
    },
    /// A later version of the program wrote the file.
    Newer {
        /// Which.
        path: PathBuf,
        /// Its format.
        version: u32,
    },
    /// There is no incident of that number.
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
