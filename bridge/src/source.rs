//! The source of a session's names: a file of this computer, or the project at the service.
//!
//! A session uses a newer version of the project as soon as the controller matches it. While the
//! service is unreachable, or does not send the project, the session uses its stored copy. Without
//! a copy, or while its file cannot be read, it uses the names in the controller.

mod cache;
mod causes;
mod library;
mod name_updater;

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use tagbridge_naming::Names;
use tagbridge_recording::ProjectFile;
use tagbridge_texts::Message;

use crate::config::SessionConfig;

pub use self::library::{DownloadedFile, Library, ProjectFileError};
pub(crate) use self::{causes::causes, name_updater::NameUpdater};

/// The source of a session's names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SourceConfig {
    /// The current version of the project at the service, if it has one and the key may read it.
    #[default]
    Service,
    /// A file, an archive or a folder.
    File(PathBuf),
    /// The controller: tags have the names of the controller.
    Controller,
}

/// The project with the names of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceView {
    /// The file.
    pub file: String,
    /// The name in the project.
    pub project: String,
    /// SHA-256 of the file.
    pub hash: String,
    /// The version at the service, if the file comes from there.
    pub version_id: Option<String>,
    /// Number of tags in the project.
    pub tags: usize,
    /// The differences between the controller and the project, at most 20.
    #[serde(flatten, with = "tagbridge_texts::json::differences")]
    pub differences: Vec<Message>,
    /// Number of all differences.
    pub differing: usize,
    /// Settings of the configuration that do not match the project.
    #[serde(flatten, with = "tagbridge_texts::json::remarks")]
    pub remarks: Vec<Message>,
    /// Why the names of the project are not used, although the user expects them.
    #[serde(flatten, with = "tagbridge_texts::json::problem")]
    pub problem: Option<Message>,
}

/// The project's file that a session uses, if it is a single file on this computer.
pub(crate) fn project_file(data: &Path, config: &SessionConfig) -> Option<ProjectFile> {
    match &config.source {
        SourceConfig::Service => {
            let (label, bytes) = cache::Cache::new(data, &config.project).load()?;
            Some(ProjectFile { name: label.file_name, version: label.version_id, bytes })
        }
        SourceConfig::File(path) => {
            let bytes = fs::read(path).ok()?;
            let name = path.file_name()?.to_string_lossy().into_owned();
            Some(ProjectFile { name, version: String::new(), bytes })
        }
        SourceConfig::Controller => None,
    }
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
            remarks: names
                .remarks()
                .into_iter()
                .map(|(it, remedy)| Message::all([it, remedy]))
                .collect(),
            ..Self::default()
        }
    }
}
