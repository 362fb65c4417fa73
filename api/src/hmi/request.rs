//! `POST /projects/{id}/hmi/request-tags`: a consumer asks for more tags.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Body of `POST hmi/request-tags`. The specification does not show the field with the names;
/// `tags` is ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RequestTags {
    /// 1 to 20,000 names of 1 to 512 characters; said twice counts once.
    #[schema(min_items = 1, max_items = 20000)]
    pub tags: Vec<String>,
}

/// Answer to `POST hmi/request-tags`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TagsRequested {
    /// The project asked for.
    pub project_id: String,
    /// Whether a session is there to read them.
    pub live: bool,
    /// The names of this call, each once, in the order of the request.
    pub requested: Vec<String>,
}
