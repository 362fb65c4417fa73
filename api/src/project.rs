//! Projects: `GET /projects` and `GET /projects/{id}`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::Timestamp;

/// The platform of a project.
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
    /// All platforms.
    pub const ALL: &[Self] = &[Self::AllenBradley, Self::Siemens, Self::Codesys];

    /// The name in JSON and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AllenBradley => "allen-bradley",
            Self::Siemens => "siemens",
            Self::Codesys => "codesys",
        }
    }

    /// The `file_type` of its projects: the vendor's export format.
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

/// The name is not a vendor.
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
    /// The identity of the project's file over all versions.
    pub identity_id: String,
    /// Its name.
    pub name: String,
    /// Its platform.
    pub vendor: Vendor,
    /// The format of its file.
    pub file_type: String,
    /// The current version.
    pub current_version_id: String,
    /// When it was last changed.
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
    /// `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// True: archived projects; false: the others. Not in the specification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archived: Option<bool>,
}

/// Response to `GET /projects`: most recently changed first, limited to the key's scope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectList {
    /// The entries of this page.
    pub projects: Vec<ProjectListItem>,
    /// Where the next page begins; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// Response to `GET /projects/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Project {
    /// The project's id.
    pub project_id: String,
    /// The identity of the project's file over all versions.
    pub identity_id: String,
    /// Its name.
    pub name: String,
    /// The display name, if it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// Its platform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vendor: Option<Vendor>,
    /// The format of its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_type: Option<String>,
    /// Size of that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_size_bytes: Option<u64>,
    /// Name of that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original_filename: Option<String>,
    /// The current version.
    pub current_version_id: String,
    /// Its number, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_number: Option<u32>,
    /// Summary only; null if it was never analysed.
    #[serde(default)]
    #[schema(required)]
    pub analysis_status: Option<AnalysisStatus>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// When it was archived: archived projects are not listed, and files cannot be added to them.
    /// Not in the specification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archived_at: Option<Timestamp>,
}

/// Body of `PATCH /projects/{id}`: the changes. Not in the specification, like all requests that
/// manage projects.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectChange {
    /// The new name; 1 to 256 characters.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 256)]
    pub name: Option<String>,
    /// The new archived state.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    pub archived: Option<bool>,
}

/// A file of a project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectVersion {
    /// Its id.
    pub version_id: String,
    /// The version's number, from 1.
    pub version_number: u32,
    /// The file's name.
    pub file_name: String,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
    /// When it was added.
    pub created_at: Timestamp,
    /// Whether it is the current version.
    pub current: bool,
}

/// Response to `GET /projects/{id}/versions`: the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VersionList {
    /// All versions.
    pub versions: Vec<ProjectVersion>,
}

/// The status of the current version's analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisStatus {
    /// It waits.
    Queued,
    /// It is running.
    Running,
    /// It is complete, in whole or in part.
    Complete,
    /// It failed.
    Error,
}
