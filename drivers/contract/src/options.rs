//! How long to wait for a controller.

use std::time::Duration;

/// How long to wait for a controller before the link counts as lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkOptions {
    /// For the connection to be made, name resolution included.
    pub connect_timeout: Duration,
    /// For each request to be answered in full.
    pub request_timeout: Duration,
}

impl Default for LinkOptions {
    /// 3 s to connect, 1 s for each request.
    fn default() -> Self {
        Self { connect_timeout: Duration::from_secs(3), request_timeout: Duration::from_secs(1) }
    }
}
