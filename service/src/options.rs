//! What can be set about a service.

use std::{fmt, sync::Arc, time::Duration};

use tagbridge_api::{
    Timestamp,
    limits::{self, Tier},
};

/// Tells the time.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// What can be set about a service.
#[derive(Clone)]
pub struct Options {
    /// How long a requested name stays on the list after it was last asked for.
    pub request_lifetime: Duration,
    /// How many requests of a tier a key may make in a minute; 0 counts as 1.
    pub requests_per_minute: fn(Tier) -> u32,
    /// Where the time comes from.
    pub clock: Clock,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            request_lifetime: limits::REQUESTED_TAG_LIFETIME,
            requests_per_minute: Tier::requests_per_minute,
            clock: Arc::new(Timestamp::now),
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("request_lifetime", &self.request_lifetime)
            .finish_non_exhaustive()
    }
}
