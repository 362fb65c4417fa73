//! What was done with keys and to them.

use tagbridge_api::Timestamp;

use crate::{Org, StoreError};

/// One thing that was done, or refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// When.
    pub at: Timestamp,
    /// The actor: a key's id, or `owner`.
    pub actor: String,
    /// What, as a stable code: `upload`, `take_over`, `refused`, `key_created` …
    pub action: String,
    /// To what: the id of a project or a key.
    pub subject: String,
    /// More about it.
    pub detail: String,
}

/// The audit log.
pub trait Audit {
    /// Adds an entry. The oldest leave when there are more than `kept`.
    fn add_audit(&self, org: &Org, entry: &AuditEntry, kept: u32) -> Result<(), StoreError>;

    /// The newest entries, most recent first.
    fn audit(&self, org: &Org, limit: u32) -> Result<Vec<AuditEntry>, StoreError>;
}
