//! `GET /projects/{id}/analysis`, `POST /projects/{id}/analyses` and `GET /analyses/{analysisId}`.

use axum::{
    Json,
    extract::{Path, Request, State},
    http::{HeaderMap, Uri},
    response::Response,
};
use tagbridge_api::runs::{AnalysisRun, AnalysisStarted, VersionAnalysis, VersionAnalysisQuery};

use super::{
    authorization,
    envelope::{Failure, language},
    once, query,
};
use crate::core::{Core, analyses};

/// Read the analysis of a version
///
/// Permission `analysis_tab`. Returns the newest run of the current version, or of the requested
/// one. This request does not start a run: the status stays `not_analyzed` until a run is
/// requested.
#[utoipa::path(
    get, path = "/projects/{id}/analysis", tag = "analyses",
    params(("id" = String, Path, description = "The project's id."), VersionAnalysisQuery),
    responses((status = 200, description = "The status and the findings.",
        body = VersionAnalysis))
)]
pub(super) async fn read_analysis(
    State(core): State<Core>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<VersionAnalysis>, Failure> {
    let (_, project) = authorization::admit_to(&core, id, &headers, analyses::READ_NEEDS).await?;
    let VersionAnalysisQuery { version_id } = query::read(&uri)?;
    let language = language(&headers);
    let read =
        move |core: &Core| analyses::of_version(core, &project, version_id.as_deref(), language);
    Ok(Json(core.blocking(read).await?))
}

/// Analyze the current version
///
/// Permission `analysis_tab`. Runs all phases for the project's kind of machine. A version has one
/// run at a time: if a run waits or runs already, the response is that run. Findings are in the
/// language that `Accept-Language` prefers (English, German).
#[utoipa::path(
    post, path = "/projects/{id}/analyses", tag = "analyses",
    params(("id" = String, Path, description = "The project's id.")),
    responses((status = 202, description = "The run was started.", body = AnalysisStarted))
)]
pub(super) async fn start_analysis(
    State(core): State<Core>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let (caller, project) =
        authorization::admit_to(&core, id, request.headers(), analyses::START_NEEDS).await?;
    let write = once::Name::of(&request)?.write(&caller, &[]);
    let language = language(request.headers());
    let answer = analyses::start(&core, caller, project, write, language).await?;
    Ok(once::accepted(answer))
}

/// Read a run of an analysis
///
/// Permission `analysis_tab`. The results of the run for its version, independent of the current
/// version.
#[utoipa::path(
    get, path = "/analyses/{analysisId}", tag = "analyses",
    params(("analysisId" = String, Path, description = "The run's id.")),
    responses((status = 200, description = "The status and the findings.",
        body = AnalysisRun))
)]
pub(super) async fn read_run(
    State(core): State<Core>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<AnalysisRun>, Failure> {
    let caller = authorization::admit(&core, &headers, analyses::READ_NEEDS).await?;
    let language = language(&headers);
    Ok(Json(core.blocking(move |core| analyses::read(core, &caller, &id, language)).await?))
}
