//! `GET /projects/{id}/search-context`.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, Uri},
};
use tagbridge_api::search::{SearchContext, SearchQuery};

use super::{envelope::Failure, gate, query};
use crate::core::{Core, search};

/// Find pieces of a project's source
///
/// Permission `code_read`. Rungs, statements and declarations of the current version that fit a
/// query, what fits best first, each with its citation: retrieval, no generation. What is called
/// exactly so comes first; one name without blanks is looked for as a part of names too, an address
/// as an address, anything else by its words, in English or German. Scores are to be compared within
/// one answer only. `chunks` is empty where nothing fits, and where `message` says so.
#[utoipa::path(
    get, path = "/projects/{id}/search-context", tag = "projects",
    params(("id" = String, Path, description = "The project's id."), SearchQuery),
    responses((status = 200, description = "What fits.", body = SearchContext))
)]
pub(super) async fn search_context(
    State(core): State<Core>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<SearchContext>, Failure> {
    let (_, project) = gate::admit_to(&core, id, &headers, search::NEEDS).await?;
    let query: SearchQuery = query::read(&uri)?;
    Ok(Json(search::read(&core, project, query).await?))
}
