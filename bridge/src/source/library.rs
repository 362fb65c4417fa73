//! The project files of the service, and their copies on this computer.

use std::path::{Path, PathBuf};

use tagbridge_naming::SourceError;

use tagbridge_texts::{Coded, Message};

use super::cache::{Cache, CopyMetadata};
use crate::{
    client::{BadAnswer, Client, UplinkError},
    log_message::{LogMessage, event},
};

/// Number of downloads of a project that is replaced meanwhile.
const ATTEMPTS: usize = 3;

/// The project files of the service, and their copies on this computer.
#[derive(Debug, Clone)]
pub struct Library {
    client: Client,
    data: PathBuf,
}

/// A downloaded file of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadedFile {
    /// The name of the file.
    pub file_name: String,
    /// The version of the project.
    pub version_id: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// Why there is no file from the service.
#[derive(Debug, thiserror::Error, Coded)]
#[coded(prefix = "lack")]
pub enum ProjectFileError {
    /// The project has no file.
    File,
    /// The project kept changing during the download.
    Restless,
    /// Reading the file panicked.
    Broken,
    /// The service refused the request, or is unreachable.
    #[coded(transparent)]
    Service(#[from] UplinkError),
    /// The file cannot be used for the controller.
    #[coded(transparent)]
    Source(#[from] SourceError),
}

impl ProjectFileError {
    /// Whether a retry may succeed.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Service(error) if error.passes())
    }

    /// Whether the error does not concern the project itself: a retry may succeed, the key may be
    /// replaced, or another server responded in place of the service, such as the login page of a
    /// network.
    pub(crate) fn is_open(&self) -> bool {
        use BadAnswer::{SendsAway, SendsTo, Unreadable};
        let is_another = matches!(
            self,
            Self::Service(
                UplinkError::Unauthorized(_)
                    | UplinkError::Incompatible {
                        what: Unreadable { .. } | SendsTo { .. } | SendsAway,
                        ..
                    }
            )
        );
        is_another || self.passes()
    }
}

impl Library {
    /// A library with its copies in a bridge's data folder.
    pub fn new(client: Client, data: &Path) -> Self {
        Self { client, data: data.to_owned() }
    }

    /// The id of a project's current version.
    pub(super) async fn version_id(&self, project: &str) -> Result<String, ProjectFileError> {
        Ok(self.client.project(project).await?.current_version_id)
    }

    /// Downloads the current version of a project, and stores it as the copy.
    pub async fn current(&self, project: &str) -> Result<DownloadedFile, ProjectFileError> {
        let cache = Cache::new(&self.data, project);
        let mut now = self.client.project(project).await?;
        for _ in 0..ATTEMPTS {
            let Some(file_name) = now.original_filename else { return Err(ProjectFileError::File) };
            let version_id = now.current_version_id;
            let copy = cache.load().filter(|(label, _)| label.version_id == version_id);
            if let Some((_, bytes)) = copy {
                return Ok(DownloadedFile { file_name, version_id, bytes });
            }
            let bytes = self.client.source(project, None).await?;
            // The downloaded file may belong to a newer version.
            let after = self.client.project(project).await?;
            if after.current_version_id != version_id {
                now = after;
                continue;
            }
            if let Err(error) = cache.keep(&version_id, &file_name, &bytes) {
                event!(warn, LogMessage::FileNotKept, error = ?Message::system(&error));
            }
            return Ok(DownloadedFile { file_name, version_id, bytes });
        }
        Err(ProjectFileError::Restless)
    }

    /// All copies in a bridge's data folder.
    pub fn copies(data: &Path) -> Vec<DownloadedFile> {
        let all = Cache::all(data).into_iter().filter_map(|it| it.load());
        all.map(|(label, bytes)| fetched(label, bytes)).collect()
    }

    /// Deletes the copy of a project.
    pub fn forget(&self, project: &str) -> std::io::Result<()> {
        Cache::new(&self.data, project).remove()
    }

    /// The stored copy, without a request to the service.
    pub fn copy(&self, project: &str) -> Option<DownloadedFile> {
        Self::copy_in(&self.data, project)
    }

    /// The stored copy in a bridge's data folder.
    pub fn copy_in(data: &Path, project: &str) -> Option<DownloadedFile> {
        let (label, bytes) = Cache::new(data, project).load()?;
        Some(fetched(label, bytes))
    }
}

fn fetched(label: CopyMetadata, bytes: Vec<u8>) -> DownloadedFile {
    DownloadedFile { file_name: label.file_name, version_id: label.version_id, bytes }
}
