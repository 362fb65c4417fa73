//! Delivery to the service.
//!
//! Constraints: a snapshot leaves the outbox only after the service has confirmed that it is stored
//! durably; no request is sent before the time of a `Retry-After`; all sessions of a key share one
//! rate limit; snapshots that the service refuses permanently are counted, reported and not sent
//! again.

mod batch;
mod clock_skew;
mod copies;
mod deliver;
mod delivery;
mod lineage;
mod parts;
mod push_body;
mod uplink_state;
mod uploader;

#[cfg(test)]
mod tests;

use self::push_body::PushBody;
pub(crate) use self::{
    batch::SNAPSHOT_BYTES_MAX,
    copies::UplinkFiles,
    delivery::Waits,
    uploader::{Uploader, shared_push_interval},
};
