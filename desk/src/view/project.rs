use serde::{Deserialize, Serialize};
use tagbridge_texts::Message;
use ts_rs::TS;

use super::{KnownController, Supplement};

/// Which projects to list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ListProjects {
    /// Part of a name, a vendor or a controller, in any case; empty: all.
    pub search: String,
    /// `nextCursor` of the page before; null: from the first on.
    pub cursor: Option<String>,
    /// Those that are archived, instead of those that are not.
    pub archived: bool,
}

/// Some projects, most recently touched first.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProjectPage {
    /// One page.
    pub projects: Vec<ProjectItem>,
    /// Where the next page begins; null: there is none.
    pub next_cursor: Option<String>,
}

/// A project in the list.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProjectItem {
    /// Its id: the service's, or that of a project file that was opened here.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its platform.
    pub vendor: Vendor,
    /// The kind of its file.
    pub file_type: String,
    /// When it was last touched.
    pub updated_at: f64,
    /// Opened from a file on this computer, not from the service.
    pub is_local: bool,
    /// The running session that streams it from here.
    pub session: Option<String>,
    /// The controller that it was last read from on this computer.
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
    /// CODESYS V3 and the toolchains built on it.
    Codesys,
    /// The service does not say.
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

/// A project to look at.
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
    /// The file's name, with its ending.
    pub name: String,
    /// Where it comes from.
    pub source: FileSource,
    /// Put it into the built-in service too, so that its values can go there.
    pub add: bool,
}

/// Where a file comes from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FileSource {
    /// A path on this computer; in the window alone, where a dialog named it.
    Path(String),
    /// Its bytes, in base64.
    Bytes(String),
}

/// A project, looked at closely.
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
    /// Name of that file.
    pub file_name: Option<String>,
    /// Size of that file.
    pub file_bytes: Option<f64>,
    /// Number of the version, from 1.
    pub version: Option<u32>,
    /// When it was last touched.
    pub updated_at: f64,
    /// When it was archived; null: it is not.
    pub archived_at: Option<f64>,
    /// How far the service's analysis is; null: never analyzed.
    pub analysis: Option<Analysis>,
    /// Opened from a file on this computer, not from the service.
    pub is_local: bool,
    /// Where the names of its tags come from.
    pub source: ProjectSource,
    /// The contents of the project file; null: it cannot be read here, and `source` has the reason.
    pub file: Option<ProjectFile>,
    /// The additions to the file.
    pub supplement: Supplement,
    /// The controllers that it was read from on this computer, the latest first.
    pub controllers: Vec<KnownController>,
    /// The session that streams it from here.
    pub session: Option<String>,
    /// The device that streams it, from the service; null: none.
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
    /// The copy of the last time: the service does not answer.
    Copy {
        /// The state of the service.
        message: Message,
    },
    /// The service's current version is on its way: ask for the project again in a moment.
    Pending,
    /// The controller alone.
    Controller {
        /// Why, as in a failure: `no_file`, or the service's own (`insufficient_permissions`).
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
    /// The device, by its own id.
    pub device: String,
    /// It is this computer.
    pub is_here: bool,
    /// When the service last received a push of it.
    pub last_push: Option<f64>,
}

/// How far the analysis of a version is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Analysis {
    /// Waiting for its turn.
    Queued,
    /// Under way.
    Running,
    /// Done, wholly or in part.
    Complete,
    /// Failed.
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
    /// Tags that it has.
    pub tags: u32,
    /// Of them, those with a comment.
    pub with_comment: u32,
    /// Notes about the file.
    pub notes: Vec<Message>,
}
