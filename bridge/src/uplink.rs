//! Delivery to the service.
//!
//! Constraints: nothing leaves the outbox before the service said that it is durable there; no
//! request before the time that a `Retry-After` names; all sessions of a key share one tier of
//! requests; what the service refuses for good is never sent again, and is counted and named.

mod batch;
mod copies;
mod deliver;
mod delivery;
mod journey;
mod lineage;
mod load;
mod parts;
mod push_body;
mod renewal;
mod skew;
mod uploader;

#[cfg(test)]
mod tests;

use self::push_body::PushBody;
pub(crate) use self::{
    batch::SNAPSHOT_BYTES_MAX,
    copies::Places,
    delivery::Waits,
    uploader::{Uploader, stretched},
};
