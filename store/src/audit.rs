//! The audit log.

use tagbridge_api::Timestamp;

/// One thing that was done, or refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// When.
    pub at: Timestamp,
    /// The actor: a key's id, or `owner`.
    pub actor: String,
    /// The action, as a stable code: `upload`, `take_over`, `refused`, `key_created` …
    pub action: String,
    /// To what: the id of a project or a key.
    pub subject: String,
    /// More about it.
    pub detail: String,
}
