//! `GET /projects/{id}/hmi/values`.

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use tagbridge_api::{Permission, hmi::live::LiveValues, limits::Tier};

use super::envelope::Failure;
use crate::{Service, store};

/// Read the live values
///
/// Permission `hmi_view`. Without a live session: 200 with `live` false, a `message` and no tags.
#[utoipa::path(
    get, path = "/projects/{id}/hmi/values", tag = "live values",
    params(("id" = String, Path, description = "The project's id.")),
    responses((status = 200, description = "What is known of the tags now.", body = LiveValues))
)]
pub(super) async fn read_values(
    State(service): State<Service>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<LiveValues>, Failure> {
    let (_, project) = service.admit_to(id, Permission::HmiView, &headers, Tier::Poll).await?;
    let values = service
        .blocking(move |service| {
            service.store().read(|db| store::live_values(db, &project, service.now()))
        })
        .await?;
    Ok(Json(values))
}
