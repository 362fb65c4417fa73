//! Embed tokens: `POST /embed-tokens`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Timestamp;

/// Body of `POST /embed-tokens`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MintEmbedToken {
    /// The project that the token is for.
    pub project_id: String,
}

/// Response to `POST /embed-tokens`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EmbedToken {
    /// The token, which a browser sends as `Authorization: Bearer` instead of a key.
    pub token: String,
    /// When the token expires; it ends earlier if its key is revoked.
    pub expires_at: Timestamp,
    /// `ai_explain` and `hmi_view`, and whether the token has each.
    pub permissions: BTreeMap<String, bool>,
    /// The project that it is for.
    pub project_id: String,
}
