//! `GET /health`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Response to `GET /health`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// Always `ok`.
    pub status: HealthStatus,
    /// The organization that the credential belongs to.
    #[serde(rename = "organizationId")]
    pub organization_id: String,
    /// The kind of credential.
    #[serde(rename = "actorType")]
    pub actor_type: ActorType,
}

/// The status; every response has the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthStatus {
    /// The service responds.
    Ok,
}

/// The kind of credential of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorType {
    /// A key.
    ApiKey,
    /// A short-lived token for the embedded assistant.
    EmbedToken,
}
