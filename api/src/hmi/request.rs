//! `POST /projects/{id}/hmi/request-tags`: a consumer requests more tags.

use serde::{Deserialize, Serialize};
use utoipa::{ToSchema, openapi::Schema};

/// Body of `POST hmi/request-tags`. The field with the names is not in the specification; `tags` is
/// our choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RequestTags {
    /// At least one name, each with 1 to 512 characters; duplicates count once.
    #[schema(schema_with = requested)]
    pub tags: Vec<String>,
    /// How often the names are read: the name of one of the session's rate groups (`normal`, `fast`
    /// and `slow` always exist), or an interval such as `500ms`, which selects the slowest group
    /// that is fast enough. At most 64 characters. If absent, or if the session has no such group:
    /// `normal`, or the name's previous group.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 64)]
    pub group: Option<String>,
    /// How long the names are read, in seconds; by default 15 minutes, unless the service is
    /// configured differently. A longer existing lease is kept.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(minimum = 1, maximum = 86_400)]
    pub lease_s: Option<u64>,
}

fn requested() -> Schema {
    let text = "Names of 1 to 512 characters, one at least, and as many as the body has room for; said \
                twice counts once.";
    super::tag_names().min_items(Some(1)).description(Some(text)).build().into()
}

/// Response to `POST hmi/request-tags`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TagsRequested {
    /// The requested project.
    pub project_id: String,
    /// Whether a session can read them.
    pub live: bool,
    /// The names of this request, each once, in the order of the request.
    pub requested: Vec<String>,
}
