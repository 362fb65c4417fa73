//! `GET /health`.

use axum::{Json, extract::State, http::HeaderMap};
use tagbridge_api::health::Health;

use super::{envelope::Failure, gate};
use crate::core::{Core, health};

/// Whether the service answers, and for whom
///
/// Any valid credential.
#[utoipa::path(
    get, path = "/health", tag = "health",
    responses((status = 200, description = "The service answers.", body = Health))
)]
pub(super) async fn read_health(
    State(core): State<Core>,
    headers: HeaderMap,
) -> Result<Json<Health>, Failure> {
    let caller = gate::admit(&core, &headers, health::NEEDS).await?;
    Ok(Json(health::read(&caller)))
}
