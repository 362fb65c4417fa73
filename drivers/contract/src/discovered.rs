//! The results of discovery.

use crate::Identity;

/// A controller, or a gateway to one, that answered a discovery request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discovered {
    /// Its endpoint, as far as its answer contains it: `logix://10.0.0.5`.
    pub endpoint: String,
    /// Its identity. Usually without a name.
    pub identity: Identity,
}
