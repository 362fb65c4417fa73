//! The audit log.

use tagbridge_api::Timestamp;

/// An action that was carried out or refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// The time.
    pub at: Timestamp,
    /// The actor: a key's id, or `owner`.
    pub actor: String,
    /// The action, as a stable code: `upload`, `take_over`, `refused`, `key_created` …
    pub action: String,
    /// The subject: the id of a project or a key.
    pub subject: String,
    /// Further details.
    pub detail: String,
}
