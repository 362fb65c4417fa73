//! What an uploader keeps in mind from push to push, and what came of one.

use tagbridge_api::Timestamp;
use tokio::time::Instant;
use uuid::Uuid;

use super::{delivery::Delivery, lineage::Lineage, skew::Skew};
use crate::{client::UplinkError, outbox::OutboxError, secret::Key, status::ServiceTrouble};

/// What a push came to.
pub(super) enum Outcome {
    /// It got through.
    Stored {
        /// There is more to send.
        more: bool,
    },
    /// It has to be made again in another form.
    Again,
    /// Nothing was sent: what is read cannot be stored, and a heartbeat would have the service
    /// show older values as if they were now.
    Silent,
}

/// Why a push did not get through.
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
    /// Of which kind it is to a person.
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

/// What changes under way.
pub(super) struct Journey {
    pub(super) delivery: Delivery,
    /// The stream that the service was asked about, so that it is pushed.
    pub(super) introduced: Option<Uuid>,
    pub(super) skew: Skew,
    pub(super) take_over: bool,
    pub(super) began: Instant,
    /// Another device streams the project: before all else the service is asked whether it still
    /// does.
    pub(super) in_conflict: bool,
    /// The tag of the list of requested names that the session has.
    pub(super) requests: Option<String>,
    /// Which list that is, and which one the service has.
    pub(super) revision: (Option<u64>, u64),
    pub(super) requests_due: Instant,
    /// Something left undelivered: the session has to be told to send all tags.
    pub(super) incomplete: bool,
    /// Which runs of this program pushed the stream.
    pub(super) lineage: Lineage,
    /// The key that the service does not accept: another may be in its place by now.
    pub(super) refused_key: Option<Key>,
    /// This run was refused as a copy may be, while it asked whether it is one; and when the service
    /// says that this was.
    pub(super) was_refused: bool,
    pub(super) refused_at: Option<Timestamp>,
}
