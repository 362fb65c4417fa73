//! Where a session's names come from: a file of this computer, or the service's project.
//!
//! A session keeps the version that it began with: a newer one on the service may not be what the
//! controller runs. It goes on with the copy that it kept when the service is away, and without
//! any, by the controller's own names; so it does when its file cannot be read, until it can.

mod cache;
mod keeper;
mod library;
mod numbers;

use std::{path::Path, path::PathBuf, sync::Arc};

use serde::{Deserialize, Serialize};
use tagbridge_project::{ProjectError, Source, Symbols};

pub use self::library::{Fetched, Lack, Library};
pub(crate) use self::{keeper::Keeper, numbers::unknown_blocks};
use crate::named::{Names, OtherPlatform, Supplement};

/// Where a session's names come from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SourceConfig {
    /// The service's current version of the project, where it has one and the key may read it.
    #[default]
    Service,
    /// A file, an archive or a folder.
    File(PathBuf),
    /// The controller alone: tags are named as it names them.
    Controller,
}

/// Why a file gives no names.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// It cannot be read as a project.
    #[error(transparent)]
    Project(Box<ProjectError>),
    /// It is of another platform than the controller.
    #[error(transparent)]
    Platform(#[from] OtherPlatform),
}

impl SourceError {
    /// What a person can do.
    pub fn remedy(&self) -> &str {
        match self {
            Self::Project(error) => &error.remedy,
            Self::Platform(_) => {
                "give the file of the controller's own project, or the controller's address"
            }
        }
    }
}

impl From<ProjectError> for SourceError {
    fn from(error: ProjectError) -> Self {
        Self::Project(Box::new(error))
    }
}

/// The project that a session's names come from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceView {
    /// The file.
    pub file: String,
    /// The project's own name.
    pub project: String,
    /// SHA-256 of the file.
    pub hash: String,
    /// The service's version of it, where it came from there.
    pub version_id: Option<String>,
    /// Tags in it.
    pub tags: usize,
    /// What differs in the controller from it, at most 20, one fragment each.
    pub differences: Vec<String>,
    /// How many that are.
    pub differing: usize,
    /// What a person said of the project and does not fit it, one fragment each.
    pub remarks: Vec<String>,
    /// Why there are no names from the project, where a person expects them.
    pub problem: Option<String>,
}

impl SourceView {
    fn of(names: &Names, file: &str, version_id: Option<String>) -> Self {
        let project = names.symbols.project();
        Self {
            file: file.to_owned(),
            project: project.name.clone(),
            hash: project.hash.clone(),
            version_id,
            tags: project.tags.len(),
            remarks: names.remarks().iter().map(|(it, remedy)| format!("{it}; {remedy}")).collect(),
            ..Self::default()
        }
    }
}

impl Names {
    /// Reads a project's file, archive or folder, for the protocol of an endpoint.
    pub fn open(path: &Path, scheme: &str, supplement: Supplement) -> Result<Self, SourceError> {
        Self::of_source(&Source::open(path)?, scheme, supplement)
    }

    /// Reads a project's file or archive that was read from somewhere.
    pub(crate) fn of_bytes(
        file_name: String,
        bytes: Vec<u8>,
        scheme: &str,
        supplement: Supplement,
    ) -> Result<Self, SourceError> {
        Self::of_source(&Source::of_bytes(file_name, bytes)?, scheme, supplement)
    }

    fn of_source(
        source: &Source,
        scheme: &str,
        supplement: Supplement,
    ) -> Result<Self, SourceError> {
        let project = tagbridge_project::read(source)?;
        let symbols = Arc::new(Symbols::new(Arc::new(project)));
        Ok(Self::new(symbols, scheme, supplement)?)
    }
}
