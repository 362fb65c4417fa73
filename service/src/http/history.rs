//! `GET /projects/{id}/hmi/history`.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, Uri},
};
use tagbridge_api::hmi::history::{History, HistoryQuery};

use super::{authorization, envelope::Failure, query};
use crate::core::{Core, history};

/// Read the history of a tag
///
/// Permission `hmi_view`. Returns the newest entries, most recent first. The list is empty if no
/// session has streamed the tag.
#[utoipa::path(
    get, path = "/projects/{id}/hmi/history", tag = "live",
    params(("id" = String, Path, description = "The project's id."), HistoryQuery),
    responses((status = 200, description = "The tag's entries.", body = History))
)]
pub(super) async fn read_history(
    State(core): State<Core>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<History>, Failure> {
    let (_, project) = authorization::admit_to(&core, id, &headers, history::NEEDS).await?;
    let query: HistoryQuery = query::read(&uri)?;
    Ok(Json(core.blocking(move |core| history::read(core, &project, query)).await?))
}
