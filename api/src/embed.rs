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

/// Answer to `POST /embed-tokens`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EmbedToken {
    /// What a browser shows as `Authorization: Bearer`, in the place of a key.
    pub token: String,
    /// Until when it is good; or until its key is revoked.
    pub expires_at: Timestamp,
    /// `ai_explain` and `hmi_view`, and whether it carries each.
    pub permissions: BTreeMap<String, bool>,
    /// The project that it is for.
    pub project_id: String,
}
