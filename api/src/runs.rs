//! Runs of analyses: `GET /projects/{id}/analysis`, `POST /projects/{id}/analyses` and
//! `GET /analyses/{analysisId}`.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{Timestamp, project::AnalysisStatus};

/// The status of a version's analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VersionStatus {
    /// No run was requested.
    NotAnalyzed,
    /// It waits.
    Queued,
    /// It is running.
    Running,
    /// It is complete, in whole or in part.
    Complete,
    /// It failed.
    Error,
}

impl From<AnalysisStatus> for VersionStatus {
    fn from(status: AnalysisStatus) -> Self {
        match status {
            AnalysisStatus::Queued => Self::Queued,
            AnalysisStatus::Running => Self::Running,
            AnalysisStatus::Complete => Self::Complete,
            AnalysisStatus::Error => Self::Error,
        }
    }
}

/// Query of `GET /projects/{id}/analysis`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct VersionAnalysisQuery {
    /// The version to read; absent: the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_id: Option<String>,
}

/// Response to `GET /projects/{id}/analysis`: the newest run of a version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct VersionAnalysis {
    /// The project's id.
    pub project_id: String,
    /// The version of the results.
    pub version_id: String,
    /// False: the results describe code that the project no longer contains.
    pub is_current_version: bool,
    /// Its status.
    pub status: VersionStatus,
    /// When the run ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analyzed_at: Option<Timestamp>,
    /// When to ask again, with `queued` and `running`. Not in the specification: if the newest run
    /// has no results, it names the previous run with results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The findings; with `complete`. The specification does not define their structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub results: Option<serde_json::Value>,
    /// The failed phases; with `error`, and with `complete` if some failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_phases: Option<Vec<String>>,
    /// With `not_analyzed` of the current version: the last analysed older version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_analyzed_version_id: Option<String>,
    /// When the run of that version completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_analyzed_at: Option<Timestamp>,
}

/// Response to `POST /projects/{id}/analyses`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisStarted {
    /// The run's id.
    pub analysis_id: String,
    /// The project's id.
    pub project_id: String,
    /// The analysed version.
    pub version_id: String,
    /// Its status: `queued` or `running`.
    pub status: AnalysisStatus,
    /// False: the version was already being analysed, and this is that run.
    pub started: bool,
}

/// Response to `GET /analyses/{analysisId}`: one run, independent of the current version. The
/// specification describes only an earlier form; the additional fields are ours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisRun {
    /// The run's id.
    pub analysis_id: String,
    /// The same id under its earlier name.
    #[serde(rename = "analysisId")]
    pub analysis_id_too: String,
    /// The project's id.
    pub project_id: String,
    /// The analysed version.
    pub version_id: String,
    /// Whether it is the project's current version.
    pub is_current_version: bool,
    /// Its status.
    pub status: AnalysisStatus,
    /// When the run ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analyzed_at: Option<Timestamp>,
    /// When to ask again, with `queued` and `running`; or why the results were deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The findings; with `complete`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub results: Option<serde_json::Value>,
    /// The failed phases; with `error`, and with `complete` if some failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_phases: Option<Vec<String>>,
    /// The reasons; with `error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<PhaseError>>,
}

/// Why a phase of an analysis failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PhaseError {
    /// The phase's name.
    pub phase: String,
    /// Short description of the failure.
    pub message: String,
}
