//! Exports: `POST /projects/{id}/exports/plc` and `…/pdf`, `GET /exports/{exportId}` and its download.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Permission;

/// The kind of export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportKind {
    /// The vendor's file, unchanged.
    Plc,
    /// A report of the project. The specification does not contain this value.
    Pdf,
}

impl ExportKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Plc, Self::Pdf];

    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plc => "plc",
            Self::Pdf => "pdf",
        }
    }

    /// The permission that a key needs for it.
    pub fn permission(self) -> Permission {
        match self {
            Self::Plc => Permission::ExportPlc,
            Self::Pdf => Permission::ExportPdf,
        }
    }
}

/// The status of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportStatus {
    /// It waits.
    Pending,
    /// It is running.
    Running,
    /// It can be downloaded.
    Complete,
    /// It failed.
    Error,
}

/// Response to `POST /projects/{id}/exports/plc` and `…/pdf`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExportStarted {
    /// The export's id.
    #[serde(rename = "exportId")]
    pub export_id: String,
    /// Its status: `pending` at first.
    pub status: ExportStatus,
}

/// Response to `GET /exports/{exportId}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Export {
    /// Its id.
    #[serde(rename = "exportId")]
    pub export_id: String,
    /// The kind of export.
    pub kind: ExportKind,
    /// Its status.
    pub status: ExportStatus,
    /// The path of the download, relative to the API; if complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "/exports/exp_1/download")]
    pub download_url: Option<String>,
    /// The file's name; if complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    /// The reason of the failure; with `error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// When to ask again; with `pending` and `running`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
