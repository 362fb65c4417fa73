//! Projects: `GET /projects` and `GET /projects/{id}`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::Timestamp;

/// The platform that a project is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Vendor {
    /// Allen-Bradley Logix.
    #[default]
    AllenBradley,
    /// Siemens S7.
    Siemens,
    /// CODESYS V3 and all toolchains built on it.
    Codesys,
}

impl Vendor {
    /// All that there are.
    pub const ALL: &[Self] = &[Self::AllenBradley, Self::Siemens, Self::Codesys];

    /// The name in JSON and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AllenBradley => "allen-bradley",
            Self::Siemens => "siemens",
            Self::Codesys => "codesys",
        }
    }

    /// What the vendor's export is: `file_type` of its projects.
    pub fn file_type(self) -> &'static str {
        match self {
            Self::AllenBradley => "l5x",
            Self::Siemens => "zip",
            Self::Codesys => "export",
        }
    }
}

impl fmt::Display for Vendor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Vendor {
    type Err = UnknownVendor;

    fn from_str(name: &str) -> Result<Self, UnknownVendor> {
        Self::ALL
            .iter()
            .copied()
            .find(|it| it.as_str() == name)
            .ok_or_else(|| UnknownVendor(name.to_owned()))
    }
}

/// A name that is no vendor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownVendor(String);

impl std::error::Error for UnknownVendor {}

impl fmt::Display for UnknownVendor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no vendor; there are allen-bradley, siemens and codesys", self.0)
    }
}

/// One entry of the project list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectListItem {
    /// The project's id.
    pub project_id: String,
    /// The identity that its versions belong to.
    pub identity_id: String,
    /// Its name.
    pub name: String,
    /// Its platform.
    pub vendor: Vendor,
    /// What kind of file it came from.
    pub file_type: String,
    /// The version that reads refer to.
    pub current_version_id: String,
    /// When it was last touched.
    pub updated_at: Timestamp,
}

/// Query of `GET /projects`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ProjectListQuery {
    /// Restricts the list to one team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_id: Option<String>,
    /// Entries on a page: 1 to 200, default 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200, default = 50)]
    pub limit: Option<u32>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// True: those that are archived, instead of those that are not. Ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archived: Option<bool>,
}

/// Answer to `GET /projects`: most recently touched first, filtered to the key's scope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectList {
    /// One page.
    pub projects: Vec<ProjectListItem>,
    /// Where the next page begins; null on the last.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// Answer to `GET /projects/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Project {
    /// The project's id.
    pub project_id: String,
    /// The identity that its versions belong to.
    pub identity_id: String,
    /// Its name.
    pub name: String,
    /// The name to show, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// Its platform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vendor: Option<Vendor>,
    /// What kind of file it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_type: Option<String>,
    /// Size of that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_size_bytes: Option<u64>,
    /// Name of that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original_filename: Option<String>,
    /// The version that reads refer to.
    pub current_version_id: String,
    /// Its number, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_number: Option<u32>,
    /// A summary only; null: never analyzed.
    #[serde(default)]
    #[schema(required)]
    pub analysis_status: Option<AnalysisStatus>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last touched.
    pub updated_at: Timestamp,
    /// When it was archived: it is in no list then, and no file joins it. Ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archived_at: Option<Timestamp>,
}

/// Body of `PATCH /projects/{id}`: what is to change. Ours, as all that manages projects.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectChange {
    /// Its name from now on; 1 to 256 characters.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 256)]
    pub name: Option<String>,
    /// Whether it is archived from now on.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub archived: Option<bool>,
}

/// A file of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectVersion {
    /// Its id.
    pub version_id: String,
    /// Counts the project's versions, from 1.
    pub version_number: u32,
    /// What the file is called.
    pub file_name: String,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
    /// When it was added.
    pub created_at: Timestamp,
    /// Whether reads refer to it.
    pub current: bool,
}

/// Answer to `GET /projects/{id}/versions`: the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VersionList {
    /// All that there are.
    pub versions: Vec<ProjectVersion>,
}

/// How far the analysis of the current version is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisStatus {
    /// Waiting for its turn.
    Queued,
    /// Under way.
    Running,
    /// Done, wholly or in part.
    Complete,
    /// Failed.
    Error,
}
