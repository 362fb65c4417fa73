//! The result of a repair.

use std::{collections::BTreeMap, path::PathBuf};

/// A damaged database that was set aside; what could be read of it went on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salvaged {
    /// Where it is now, as it was.
    pub file: PathBuf,
    /// How many rows of each kind went on.
    pub saved: BTreeMap<String, u64>,
    /// How many rows and pages of each kind could not be read. What is on a page is not known.
    pub lost: BTreeMap<String, u64>,
    /// Whether keys may be among them. Their owners need new keys: the old ones are refused.
    pub keys_lost: bool,
}
