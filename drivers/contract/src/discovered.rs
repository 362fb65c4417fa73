//! What discovery finds.

use crate::Identity;

/// A controller, or the way into one, that answered the question who is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discovered {
    /// How it is reached, as far as its answer tells: `logix://10.0.0.5`.
    pub endpoint: String,
    /// Who it says that it is. Its name is seldom told.
    pub identity: Identity,
}
