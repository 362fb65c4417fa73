//! `GET /projects/{id}/search-context`.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, Uri},
};
use tagbridge_api::search::{SearchContext, SearchQuery};

use super::{authorization, envelope::Failure, query};
use crate::core::{Core, search};

/// Find pieces of a project's source
///
/// Permission `code_read`. Rungs, statements and declarations of the current version that match a
/// query, best match first, each with its citation: retrieval, no generation. Exact names are
/// first; a single name without blanks is also searched as a part of names, an address as an
/// address, and other queries by their words, in English or German. Scores are comparable only
/// within one response. `chunks` is empty if nothing matches, or if `message` explains it.
#[utoipa::path(
    get, path = "/projects/{id}/search-context", tag = "projects",
    params(("id" = String, Path, description = "The project's id."), SearchQuery),
    responses((status = 200, description = "The matching pieces.", body = SearchContext))
)]
pub(super) async fn search_context(
    State(core): State<Core>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<SearchContext>, Failure> {
    let (_, project) = authorization::admit_to(&core, id, &headers, search::NEEDS).await?;
    let query: SearchQuery = query::read(&uri)?;
    Ok(Json(search::read(&core, project, query).await?))
}
