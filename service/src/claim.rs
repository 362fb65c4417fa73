//! One service at a time serves a data directory: two would both believe that they decide which
//! session streams a project.
//!
//! A lock shows that a service uses the data, and ends with the process. A file next to it names
//! the service, because a locked file cannot be read on every system.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

use tagbridge_store::StoreError;
use tagbridge_texts::{Coded, Message};

/// The file that is locked while a service uses the data.
const LOCK: &str = "service.lock";
/// The file that names the service.
const HOLDER: &str = "service.holder";

/// The right to serve a data directory, until it is dropped.
#[derive(Debug)]
pub(crate) struct Claim {
    holder: PathBuf,
    _lock: File,
}

/// Why a data directory cannot be served.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "service-claim")]
pub enum ClaimError {
    /// Another service serves it.
    Held {
        /// The directory.
        path: PathBuf,
        /// The service that uses it: `process 4711, http://127.0.0.1:8750`.
        #[coded(with = by)]
        holder: Option<String>,
    },
    /// The lock file cannot be locked.
    Lock {
        /// The lock file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Other services use the same data, but store its files elsewhere.
    OtherFiles {
        /// The folder of files of this service.
        path: PathBuf,
        /// The other service.
        holder: String,
    },
    /// This service cannot be registered in the database.
    Join(#[source] StoreError),
}

impl ClaimError {
    /// The remedy.
    pub fn remedy(&self) -> Message {
        match self {
            Self::Held { .. } => ClaimAdvice::StopThat.message(),
            Self::Lock { .. } => ClaimAdvice::CheckFolder.message(),
            Self::OtherFiles { .. } => ClaimAdvice::ShareFiles.message(),
            Self::Join(_) => ClaimAdvice::CheckDatabase.message(),
        }
    }
}

/// The remedy for data that cannot be used.
#[derive(Coded)]
#[coded(prefix = "service-claim-advice")]
pub(crate) enum ClaimAdvice {
    StopThat,
    CheckFolder,
    ShareFiles,
    CheckDatabase,
}

/// The service that uses the data.
#[derive(Coded)]
#[coded(prefix = "service-claim-by")]
pub(crate) struct Holder<'a> {
    holder: &'a str,
}

impl Claim {
    /// Claims the directory, and writes the name of the holder.
    pub(crate) fn take(data_dir: &Path, holder: &str) -> Result<Self, ClaimError> {
        let path = data_dir.join(LOCK);
        let failed = |source| ClaimError::Lock { path: path.clone(), source };
        let mut options = OpenOptions::new();
        let lock = options.create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        let file = data_dir.join(HOLDER);
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let holder = fs::read_to_string(file).ok().filter(|it| !it.is_empty());
                return Err(ClaimError::Held { path: data_dir.to_owned(), holder });
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        fs::write(&file, holder).map_err(failed)?;
        Ok(Self { holder: file, _lock: lock })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // The file of an ended service is only read while another one holds the lock, and is then
        // overwritten.
        drop(fs::remove_file(&self.holder));
    }
}

#[expect(clippy::ref_option, reason = "a field is handed over by reference")]
fn by(holder: &Option<String>) -> Message {
    holder.as_ref().map(|holder| Holder { holder }.message()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_served_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let first = Claim::take(folder.path(), "process 1").expect("it is free");
        let error = Claim::take(folder.path(), "process 2").unwrap_err().to_string();
        assert!(error.ends_with("is already in use by process 1"), "{error}");
        drop(first);
        drop(Claim::take(folder.path(), "process 3").expect("it is free again"));
        assert!(!folder.path().join(HOLDER).exists(), "nobody serves it");
        let missing = folder.path().join("missing");
        let error = Claim::take(&missing, "process 4").unwrap_err().to_string();
        let expected = format!("cannot lock {}", missing.join(LOCK).display());
        assert!(error.starts_with(&expected), "{error}");
    }
}
