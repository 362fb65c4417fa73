use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The changes of one of the service's projects; null: unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ChangeProject {
    /// As in the list.
    pub project: String,
    /// Its name from now on, 1 to 256 characters.
    pub name: Option<String>,
    /// Whether it is archived from now on: in no list then, and no file joins it.
    pub archived: Option<bool>,
}

/// A project to delete permanently.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeleteProject {
    /// As in the list.
    pub project: String,
    /// Its name, as a person wrote it: that is the word without which nothing is deleted.
    pub name: String,
}

/// A file of a project.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProjectVersion {
    /// Counts the project's versions, from 1.
    pub number: u32,
    /// The name of the file.
    pub file_name: String,
    /// When it was added.
    pub created_at: f64,
    /// Whether it is the one that is used.
    pub is_current: bool,
}

/// A version to read, or to make current again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UseVersion {
    /// As in the list.
    pub project: String,
    /// The version's number.
    pub number: u32,
}
