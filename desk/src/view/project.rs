use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

use super::{KnownController, Supplement};

/// Which projects to list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ListProjects {
    /// Part of a name, a vendor or a controller; empty: all projects. Case is ignored.
    pub search: String,
    /// `nextCursor` of the previous page; null: the first page.
    pub cursor: Option<String>,
    /// Whether to list the archived projects instead of the others.
    pub archived: bool,
}

/// A page of projects, the most recently changed first.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProjectPage {
    /// The projects of the page.
    pub projects: Vec<ProjectItem>,
    /// The cursor of the next page; null: this is the last page.
    pub next_cursor: Option<String>,
}

/// A project in the list.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProjectItem {
    /// Its id, from the service or, for a file that was opened here, from this computer.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its platform.
    pub vendor: Vendor,
    /// The kind of its file.
    pub file_type: String,
    /// When it was last changed.
    pub updated_at: f64,
    /// Whether it was opened from a file on this computer, not from the service.
    pub is_local: bool,
    /// The running session on this computer.
    pub session: Option<String>,
    /// The controller from which this computer read it last.
    pub controller: Option<String>,
}

/// A platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Vendor {
    /// Allen-Bradley Logix.
    AllenBradley,
    /// Siemens S7.
    Siemens,
    /// CODESYS V3 and products based on it.
    Codesys,
    /// Not known.
    Unknown,
}

impl Vendor {
    /// Whether output instructions of a rung pass on the power flow.
    pub(crate) fn hands_on(self) -> bool {
        self == Self::AllenBradley
    }
}

impl From<tagbridge_api::project::Vendor> for Vendor {
    fn from(vendor: tagbridge_api::project::Vendor) -> Self {
        match vendor {
            tagbridge_api::project::Vendor::AllenBradley => Self::AllenBradley,
            tagbridge_api::project::Vendor::Siemens => Self::Siemens,
            tagbridge_api::project::Vendor::Codesys => Self::Codesys,
        }
    }
}

/// A project, by its id.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProjectId {
    /// As in the list.
    pub project: String,
}

/// A project file to open.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenProject {
    /// The file's name with its extension.
    pub name: String,
    /// The file's contents.
    pub source: FileSource,
    /// Whether to add it to the built-in service too, which can then receive its values.
    pub add: bool,
}

/// The source of a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FileSource {
    /// A path on this computer, from a file dialog of the desktop app.
    Path(String),
    /// Its bytes, in base64.
    Bytes(String),
}

/// The details of a project.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProjectDetail {
    /// As in the list.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// Its platform.
    pub vendor: Vendor,
    /// The kind of its file.
    pub file_type: Option<String>,
    /// The file's name.
    pub file_name: Option<String>,
    /// The file's size.
    pub file_bytes: Option<f64>,
    /// Number of the version, from 1.
    pub version: Option<u32>,
    /// When it was last changed.
    pub updated_at: f64,
    /// When it was archived; null: it is not archived.
    pub archived_at: Option<f64>,
    /// The state of the service's analysis; null: never analysed.
    pub analysis: Option<Analysis>,
    /// Whether it was opened from a file on this computer, not from the service.
    pub is_local: bool,
    /// Where the names of its tags come from.
    pub source: ProjectSource,
    /// The contents of the project file; null: it cannot be read here, see `source`.
    pub file: Option<ProjectFile>,
    /// The additions to the file.
    pub supplement: Supplement,
    /// The controllers from which this computer read it, the latest first.
    pub controllers: Vec<KnownController>,
    /// The session on this computer.
    pub session: Option<String>,
    /// The device that streams it, as the service reports; null: no device.
    pub live: Option<LiveFrom>,
}

/// Where the names of a project's tags come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "from", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ProjectSource {
    /// A file that was opened on this computer.
    Computer,
    /// The service's current version.
    Service,
    /// The copy from the last download, because the service does not answer.
    Copy {
        /// The state of the service.
        message: Message,
    },
    /// The service's current version is being downloaded: request the project again in a moment.
    Pending,
    /// The controller only.
    Controller {
        /// The error code as in a failure: `no_file`, or the service's
        /// (`insufficient_permissions`).
        error: String,
        /// The problem.
        message: Message,
        /// The advice.
        remedy: Message,
    },
}

/// The device that streams a project.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LiveFrom {
    /// The device's id.
    pub device: String,
    /// Whether it is this computer.
    pub is_here: bool,
    /// When the service received its last push.
    pub last_push: Option<f64>,
}

/// The state of the analysis of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Analysis {
    /// It waits.
    Queued,
    /// It runs.
    Running,
    /// It is complete, or complete in part.
    Complete,
    /// It failed.
    Error,
}

/// The contents of a project file.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProjectFile {
    /// The controller's name.
    pub controller: Option<String>,
    /// Its model.
    pub model: Option<String>,
    /// Number of tags.
    pub tags: u32,
    /// Number of tags with a comment.
    pub with_comment: u32,
    /// Notes about the file.
    pub notes: Vec<Message>,
}
