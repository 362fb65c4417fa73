//! Live values: what a consumer reads, and what the bridge pushes.
//!
//! [`live`], [`history`] and [`request`] are the consumer's side, as the service's specification
//! shows it. [`push`] is the bridge's side, which it does not show, and [`published`] the same by way of a
//! broker. All speak of [`value`]s.

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

/// The controller that a snapshot is from. All four are text, empty where nothing is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Controller {
    /// The name that its owners gave it.
    #[serde(default)]
    pub name: String,
    /// Its model: `1756-L83E/B`.
    #[serde(rename = "type", default)]
    pub kind: String,
    /// Whether it executes its program: `run`, `test`, `program`, `stop`, `fault`, `unknown`.
    #[serde(default)]
    pub status: String,
    /// Where it was reached.
    #[serde(rename = "ipAddress", default)]
    pub ip_address: String,
}

/// The schema of names of tags: derived, it could not say how long each is.
fn tag_names() -> ArrayBuilder {
    let name = ObjectBuilder::new().schema_type(Type::String);
    ArrayBuilder::new().items(name.min_length(Some(1)).max_length(Some(512)).build())
}
