//! The state of an uploader between pushes, and the outcome of a push.

use tagbridge_api::Timestamp;
use tokio::time::Instant;
use uuid::Uuid;

use super::{delivery::Delivery, lineage::Lineage, skew::Skew};
use crate::{client::UplinkError, outbox::OutboxError, secret::Key, status::ServiceTrouble};

/// The outcome of a push.
pub(super) enum Outcome {
    /// The service stored it.
    Stored {
        /// Whether more snapshots wait.
        more: bool,
    },
    /// It has to be created again in another form.
    Again,
    /// Nothing was sent: new snapshots cannot be stored, and with a heartbeat the service would
    /// show older values as current ones.
    Silent,
}

/// Why a push failed.
pub(super) enum Failure {
    Uplink(UplinkError),
    Outbox(OutboxError),
}

impl From<UplinkError> for Failure {
    fn from(error: UplinkError) -> Self {
        Self::Uplink(error)
    }
}

impl From<OutboxError> for Failure {
    fn from(error: OutboxError) -> Self {
        Self::Outbox(error)
    }
}

impl UplinkError {
    /// Returns the kind of the error for the user.
    pub(crate) fn trouble(&self) -> ServiceTrouble {
        match self {
            Self::Unreachable { .. } | Self::NoAnswer { .. } | Self::Untrusted { .. } => {
                ServiceTrouble::Unreachable
            }
            Self::Failing { .. } | Self::KeyTaken(_) => ServiceTrouble::Failing,
            Self::Throttled { .. } => ServiceTrouble::Throttled,
            Self::Unauthorized(_) => ServiceTrouble::Unauthorized,
            Self::Forbidden(_) => ServiceTrouble::Forbidden,
            Self::Conflict(_) | Self::Copied(_) => ServiceTrouble::Conflict,
            Self::TooLarge(_) | Self::Rejected(_) | Self::Incompatible { .. } => {
                ServiceTrouble::Incompatible
            }
        }
    }
}

/// The state of an uploader between pushes.
pub(super) struct Journey {
    pub(super) delivery: Delivery,
    /// The stream that the service has confirmed; it can be pushed.
    pub(super) introduced: Option<Uuid>,
    pub(super) skew: Skew,
    pub(super) take_over: bool,
    pub(super) began: Instant,
    /// Whether another device streams the project. Then the next request only asks whether it still
    /// does.
    pub(super) in_conflict: bool,
    /// The `ETag` of the session's list of requested names.
    pub(super) requests: Option<String>,
    /// The revision of that list, and the revision at the service.
    pub(super) revision: (Option<u64>, u64),
    pub(super) requests_due: Instant,
    /// Whether snapshots were removed without delivery. Then the session has to send all tags.
    pub(super) incomplete: bool,
    /// The runs of this program that pushed the stream.
    pub(super) lineage: Lineage,
    /// The key that the service refused; it may have been replaced since.
    pub(super) refused_key: Option<Key>,
    /// Whether this run was refused while it checked whether its folder is a copy; and the time of
    /// that refusal by the service's clock.
    pub(super) was_refused: bool,
    pub(super) refused_at: Option<Timestamp>,
}
