//! Exports: `POST /projects/{id}/exports/plc` and `…/pdf`, `GET /exports/{exportId}` and its download.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Permission;

/// What is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportKind {
    /// The vendor's file, as it came.
    Plc,
    /// A report of the project. The specification does not show this value.
    Pdf,
}

impl ExportKind {
    /// All that there are.
    pub const ALL: [Self; 2] = [Self::Plc, Self::Pdf];

    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plc => "plc",
            Self::Pdf => "pdf",
        }
    }

    /// What a key needs for it.
    pub fn permission(self) -> Permission {
        match self {
            Self::Plc => Permission::ExportPlc,
            Self::Pdf => Permission::ExportPdf,
        }
    }
}

/// How far an export is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportStatus {
    /// Waiting for its turn.
    Pending,
    /// Under way.
    Running,
    /// Ready to be downloaded.
    Complete,
    /// Failed.
    Error,
}

/// Answer to `POST /projects/{id}/exports/plc` and `…/pdf`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExportStarted {
    /// The export's id.
    #[serde(rename = "exportId")]
    pub export_id: String,
    /// How far it is: `pending` at first.
    pub status: ExportStatus,
}

/// Answer to `GET /exports/{exportId}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Export {
    /// Its id.
    #[serde(rename = "exportId")]
    pub export_id: String,
    /// What is exported.
    pub kind: ExportKind,
    /// How far it is.
    pub status: ExportStatus,
    /// Where it is downloaded, relative to the API; when complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "/exports/exp_1/download")]
    pub download_url: Option<String>,
    /// What to call the file; when complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    /// Why it failed; with `error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// When to ask again; while `pending` or `running`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}
