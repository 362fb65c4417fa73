//! `GET /projects/{id}/hmi/values`.

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use tagbridge_api::hmi::live::LiveValues;

use super::{envelope::Failure, gate};
use crate::core::{Core, values};

/// Read the live values
///
/// Permission `hmi_view`. Without a live session: 200 with `live` false, a `message` and no tags.
#[utoipa::path(
    get, path = "/projects/{id}/hmi/values", tag = "live",
    params(("id" = String, Path, description = "The project's id.")),
    responses((status = 200, description = "What is known of the tags now.", body = LiveValues))
)]
pub(super) async fn read_values(
    State(core): State<Core>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<LiveValues>, Failure> {
    let (_, project) = gate::admit_to(&core, id, &headers, values::NEEDS).await?;
    Ok(Json(core.blocking(move |core| values::read(core, &project)).await?))
}
