//! Live values: the consumer's reads, and the bridge's pushes.
//!
//! [`live`], [`history`] and [`request`] are the consumer's side, as in the service's
//! specification. [`push`] is the bridge's side, which is not in the specification, and
//! [`published`] the same through a broker. All of them use [`value`]s.

mod grouped;
pub mod history;
pub mod live;
pub mod published;
pub mod push;
pub mod request;
mod value;

pub use grouped::{GroupedTags, QualityCounts, TagGroup};
pub use value::{InvalidValue, Quality, Reason, TagValue, Tags};

use serde::{Deserialize, Serialize};
use utoipa::{
    ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, Type},
};

/// The controller of a snapshot. All four fields are text, empty if not known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Controller {
    /// Its display name.
    #[serde(default)]
    pub name: String,
    /// Its model: `1756-L83E/B`.
    #[serde(rename = "type", default)]
    pub kind: String,
    /// Its operating mode: `run`, `test`, `program`, `stop`, `fault`, `unknown`.
    #[serde(default)]
    pub status: String,
    /// Its address.
    #[serde(rename = "ipAddress", default)]
    pub ip_address: String,
}

/// The schema of tag names, written by hand because the derived one has no length limit for each
/// name.
fn tag_names() -> ArrayBuilder {
    let name = ObjectBuilder::new().schema_type(Type::String);
    ArrayBuilder::new().items(name.min_length(Some(1)).max_length(Some(512)).build())
}
