//! The result of a repair.

use std::{collections::BTreeMap, path::PathBuf};

/// A damaged database that was set aside; its readable data was moved to a new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salvaged {
    /// Its new path; it is unchanged.
    pub file: PathBuf,
    /// Number of saved rows of each kind.
    pub saved: BTreeMap<String, u64>,
    /// Number of unreadable rows and pages of each kind. The content of such a page is not known.
    pub lost: BTreeMap<String, u64>,
    /// Whether keys may be among them. Their owners need new keys: the old ones are refused.
    pub keys_lost: bool,
}
