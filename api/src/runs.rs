//! Runs of analyses: `GET /projects/{id}/analysis`, `POST /projects/{id}/analyses` and
//! `GET /analyses/{analysisId}`.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{Timestamp, project::AnalysisStatus};

/// How far the analysis of a version is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VersionStatus {
    /// No run was asked for; none is coming.
    NotAnalyzed,
    /// Waiting for its turn.
    Queued,
    /// Under way.
    Running,
    /// Done, wholly or in part.
    Complete,
    /// Failed.
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

/// Answer to `GET /projects/{id}/analysis`: the newest run of a version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct VersionAnalysis {
    /// The project's id.
    pub project_id: String,
    /// The version that the results describe.
    pub version_id: String,
    /// False: they describe code that the project no longer contains.
    pub is_current_version: bool,
    /// How far it is.
    pub status: VersionStatus,
    /// When the run ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analyzed_at: Option<Timestamp>,
    /// When to ask again, while `queued` or `running`. Ours: where the newest run has no results, it
    /// names the run before that has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What was found; with `complete`. The specification does not show its structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub results: Option<serde_json::Value>,
    /// The phases that failed; with `error`, and with `complete` where some did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_phases: Option<Vec<String>>,
    /// With `not_analyzed` of the current version: the older one that was analyzed last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_analyzed_version_id: Option<String>,
    /// When that older run completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_analyzed_at: Option<Timestamp>,
}

/// Answer to `POST /projects/{id}/analyses`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisStarted {
    /// The run's id.
    pub analysis_id: String,
    /// The project's id.
    pub project_id: String,
    /// The version that is analyzed.
    pub version_id: String,
    /// How far it is: `queued` or `running`.
    pub status: AnalysisStatus,
    /// False: the version was being analyzed already, and this is that run.
    pub started: bool,
}

/// Answer to `GET /analyses/{analysisId}`: one run, whatever version is current. The specification
/// shows an earlier form alone; the fields beyond it are ours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisRun {
    /// The run's id.
    pub analysis_id: String,
    /// The same, as the earlier form calls it.
    #[serde(rename = "analysisId")]
    pub analysis_id_too: String,
    /// The project's id.
    pub project_id: String,
    /// The version that is analyzed.
    pub version_id: String,
    /// Whether the project's current version is that one.
    pub is_current_version: bool,
    /// How far it is.
    pub status: AnalysisStatus,
    /// When the run ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analyzed_at: Option<Timestamp>,
    /// When to ask again, while `queued` or `running`; or why there are no results any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What was found; with `complete`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub results: Option<serde_json::Value>,
    /// The phases that failed; with `error`, and with `complete` where some did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_phases: Option<Vec<String>>,
    /// Why they failed; with `error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<PhaseError>>,
}

/// Why a phase of an analysis failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PhaseError {
    /// The phase's name.
    pub phase: String,
    /// In short.
    pub message: String,
}
