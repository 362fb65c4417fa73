//! Where a session's names come from: a file of this computer, or the service's project.
//!
//! A session goes over to a newer version as soon as the controller matches it. It goes on with the copy
//! that it kept when the service is away or says nothing of the project, and without any, by the
//! controller's own names; so it does when its file cannot be read, until it can.

mod cache;
mod causes;
mod keeper;
mod library;

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use tagbridge_naming::Names;
use tagbridge_recording::ProjectFile;
use tagbridge_texts::Message;

use crate::config::SessionConfig;

pub use self::library::{Fetched, Lack, Library};
pub(crate) use self::{causes::causes, keeper::Keeper};

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
    /// What differs in the controller from it, at most 20.
    #[serde(flatten, with = "tagbridge_texts::json::differences")]
    pub differences: Vec<Message>,
    /// How many that are.
    pub differing: usize,
    /// What a person said of the project and does not fit it.
    #[serde(flatten, with = "tagbridge_texts::json::remarks")]
    pub remarks: Vec<Message>,
    /// Why there are no names from the project, where a person expects them.
    #[serde(flatten, with = "tagbridge_texts::json::problem")]
    pub problem: Option<Message>,
}

/// The project's file as a session uses it, as far as it is one file on this computer.
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
