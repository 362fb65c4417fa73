//! Delivery to the service.
//!
//! Constraints: nothing leaves the outbox before the service said that it is durable there; no
//! request before the time that a `Retry-After` names; all sessions of a key share one tier of
//! requests; what the service refuses for good is never sent again, and is counted and named.

mod batch;
mod client;
mod copies;
mod deliver;
mod delivery;
mod error;
mod gate;
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

#[cfg(test)]
pub(crate) use self::error::{NoAnswer, Rival};
use self::push_body::PushBody;
pub(crate) use self::{
    batch::SNAPSHOT_BYTES_MAX,
    client::travels_safely,
    copies::Places,
    delivery::Waits,
    error::UplinkRemedy,
    uploader::{Uploader, stretched},
};
pub use self::{
    client::{
        AUTHORITIES, Client, ClientError, Heard, Untrusted, service_certificate, trust_service,
    },
    error::{BadAnswer, UplinkError},
};
