//! `GET /health`.

use axum::{Json, extract::State, http::HeaderMap};
use tagbridge_api::{
    health::{ActorType, Health, HealthStatus},
    limits::Tier,
};

use super::envelope::Failure;
use crate::Service;

/// The one organization that an embedded service has.
const ORGANIZATION: &str = "local";

/// Whether the service answers, and for whom
///
/// Any valid credential.
#[utoipa::path(
    get, path = "/health", tag = "health",
    responses((status = 200, description = "The service answers.", body = Health))
)]
pub(super) async fn read_health(
    State(service): State<Service>,
    headers: HeaderMap,
) -> Result<Json<Health>, Failure> {
    service.admit(&headers, Tier::Poll).await?;
    Ok(Json(Health {
        status: HealthStatus::Ok,
        organization_id: ORGANIZATION.to_owned(),
        actor_type: ActorType::ApiKey,
    }))
}
