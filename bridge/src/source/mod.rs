//! Where a session's names come from: a file of this computer, or the service's project.
//!
//! A session keeps the version that it began with: a newer one on the service may not be what the
//! controller runs. It goes on with the copy that it kept when the service is away, and without
//! any, by the controller's own names.

mod cache;
mod keeper;
mod library;

use std::{path::Path, path::PathBuf, sync::Arc};

use serde::Serialize;
use tagbridge_project::{ProjectError, Source, Symbols};

pub(crate) use self::keeper::Keeper;
pub use self::library::{Fetched, Lack, Library};
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
    #[error("{0}; {remedy}", remedy = .0.remedy)]
    Project(Box<ProjectError>),
    /// It is of another platform than the controller.
    #[error(transparent)]
    Platform(#[from] OtherPlatform),
}

impl From<ProjectError> for SourceError {
    fn from(error: ProjectError) -> Self {
        Self::Project(Box::new(error))
    }
}

/// The project that a session's names come from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
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
            ..Self::default()
        }
    }
}

impl Names {
    /// Reads a project's file, archive or folder, for the protocol of an endpoint.
    pub fn open(path: &Path, scheme: &str, supplement: Supplement) -> Result<Self, SourceError> {
        Self::of_source(&Source::open(path)?, scheme, supplement)
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
