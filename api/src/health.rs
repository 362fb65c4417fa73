//! `GET /health`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Answer to `GET /health`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// Always `ok`.
    pub status: HealthStatus,
    /// The organization that the credential belongs to.
    #[serde(rename = "organizationId")]
    pub organization_id: String,
    /// What kind of credential it is.
    #[serde(rename = "actorType")]
    pub actor_type: ActorType,
}

/// The only status there is: whoever gets an answer gets this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthStatus {
    /// The service answers.
    Ok,
}

/// What kind of credential a request carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorType {
    /// A key that a person made.
    ApiKey,
    /// A short-lived token for the embedded assistant.
    EmbedToken,
}
