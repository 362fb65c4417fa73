//! `GET /projects/{id}/hmi/values`.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, Uri},
};
use tagbridge_api::hmi::live::{LiveQuery, LiveValues};

use super::{authorization, envelope::Failure, query};
use crate::core::{Core, values};

/// Read the live values
///
/// Permission `hmi_view`. Returns all tags of the session, or those of `tags`. Without a live
/// session the response is 200 with `live` false, a `message` and no tags.
#[utoipa::path(
    get, path = "/projects/{id}/hmi/values", tag = "live",
    params(("id" = String, Path, description = "The project's id."), LiveQuery),
    responses((status = 200, description = "The current values.", body = LiveValues))
)]
pub(super) async fn read_values(
    State(core): State<Core>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Json<LiveValues>, Failure> {
    let (_, project) = authorization::admit_to(&core, id, &headers, values::NEEDS).await?;
    let tags = query::all(&uri, "tags")?;
    let query = LiveQuery { tags: (!tags.is_empty()).then_some(tags) };
    Ok(Json(core.blocking(move |core| values::read(core, &project, &query)).await?))
}
