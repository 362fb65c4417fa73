//! `GET /health`.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use tagbridge_api::health::Health;

use super::{authorization, envelope::Failure};
use crate::core::{Core, health};

/// Whether the service responds, and the caller's organization
///
/// Any valid credential.
#[utoipa::path(
    get, path = "/health", tag = "health",
    responses((status = 200, description = "The service responds.", body = Health))
)]
pub(super) async fn read_health(
    State(core): State<Core>,
    headers: HeaderMap,
) -> Result<Json<Health>, Failure> {
    let caller = authorization::admit(&core, &headers, health::NEEDS).await?;
    Ok(Json(health::read(&caller)))
}

/// The path for load balancers, which have no key. It is not part of the API.
pub(super) const OPEN_PATH: &str = "/healthz";

/// 204 while the service can read its data, 503 otherwise. Without details.
pub(super) async fn answer_openly(State(core): State<Core>) -> Result<StatusCode, Failure> {
    core.blocking(health::check).await?;
    Ok(StatusCode::NO_CONTENT)
}
