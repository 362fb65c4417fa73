//! `POST /projects/{id}/hmi/request-tags`: a consumer asks for more tags.

use serde::{Deserialize, Serialize};
use utoipa::{ToSchema, openapi::Schema};

/// Body of `POST hmi/request-tags`. The specification does not show the field with the names;
/// `tags` is ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RequestTags {
    /// Names of 1 to 512 characters, one at least, and as many as the body has room for; said twice
    /// counts once.
    #[schema(schema_with = requested)]
    pub tags: Vec<String>,
    /// How often the names are read: one of the session's rate groups, by its name (`normal`, `fast`
    /// and `slow` are always there), or an interval as `500ms`, for the slowest group that is no
    /// slower. At most 64 characters. Without it, and where the session has no such group: `normal`,
    /// or what the name was asked for with before.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(min_length = 1, max_length = 64)]
    pub group: Option<String>,
    /// For how many seconds the names are read; without it, 15 minutes unless the service is
    /// configured otherwise. A lease that lasts longer stays.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "crate::given")]
    #[schema(minimum = 1, maximum = 86_400)]
    pub lease_s: Option<u64>,
}

fn requested() -> Schema {
    let text = "Names of 1 to 512 characters, one at least, and as many as the body has room for; said \
                twice counts once.";
    super::tag_names().min_items(Some(1)).description(Some(text)).build().into()
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
