use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Changes of a project of the service; null: unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ChangeProject {
    /// As in the list.
    pub project: String,
    /// The new name, 1 to 256 characters.
    pub name: Option<String>,
    /// Whether it is archived: an archived project is not listed, and accepts no new version.
    pub archived: Option<bool>,
}

/// A project to delete permanently.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DeleteProject {
    /// As in the list.
    pub project: String,
    /// Its name as typed by the user, to confirm the deletion.
    pub name: String,
}

/// A version of a project.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProjectVersion {
    /// The number, from 1.
    pub number: u32,
    /// The name of the file.
    pub file_name: String,
    /// When it was added.
    pub created_at: f64,
    /// Whether it is the current version.
    pub is_current: bool,
    /// The words of the request, if it was saved from a proposal on this computer.
    pub request: Option<String>,
}

/// A version to read, or to make the current version.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct UseVersion {
    /// As in the list.
    pub project: String,
    /// The version's number.
    pub number: u32,
}
