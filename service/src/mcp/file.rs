//! Files that agents' tools answer with.

use serde::Serialize;
use tagbridge_api::Timestamp;
use utoipa::ToSchema;

/// A file, by a link. The specification says that a tool gives no file inline; the shape is ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct FileLink {
    /// What to call it.
    pub(super) filename: String,
    /// Its type.
    pub(super) media_type: String,
    /// How many bytes it has.
    pub(super) size: u64,
    /// Their SHA-256, in hexadecimal digits.
    pub(super) sha256: String,
    /// Where it is fetched, without a key.
    pub(super) url: String,
    /// Until when.
    pub(super) expires_at: Timestamp,
}
