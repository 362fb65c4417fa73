//! The JSON of the service and its clients: resources, errors, permissions, limits.
//!
//! Serde types and constants; no I/O, and no other crate of this project. Field names are exact.
//! The push contract is not in the service's specification; it is an assumption, and therefore
//! separate, in [`hmi::push`].
#![warn(missing_docs)]

pub mod analysis;
pub mod embed;
pub mod enrolment;
pub mod error;
pub mod export;
pub mod generate;
pub mod health;
pub mod hmi;
pub mod limits;
mod permission;
pub mod project;
pub mod query;
pub mod runs;
pub mod search;
pub mod source;
mod timestamp;
pub mod turn;
pub mod upload;

pub use error::{Elsewhere, Error, ErrorCode, ProjectedBilling};
pub use permission::{Permission, UnknownPermission};
pub use timestamp::Timestamp;

/// The prefix of every path.
pub const PREFIX: &str = "/api/v1";

/// The date of the contract of these types.
pub const CONTRACT_VERSION: &str = "2026-09-02";

/// The header of every response, success or error.
pub const REQUEST_ID_HEADER: &str = "request-id";

/// The header of every write request.
pub const IDEMPOTENCY_KEY_HEADER: &str = "idempotency-key";

/// The header of a response that repeats the original one for the same idempotency key.
pub const IDEMPOTENT_REPLAYED_HEADER: &str = "idempotent-replayed";

/// The header with the last event that a client has received, when it continues a stream.
pub const LAST_EVENT_ID_HEADER: &str = "last-event-id";

/// Deserializes a field of a request that may be absent but not null.
pub(crate) fn given<'de, D, T>(field: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: serde::Deserialize<'de>,
{
    use serde::{
        Deserialize,
        de::{Error, Unexpected},
    };
    let null = || D::Error::invalid_type(Unexpected::Unit, &"a value, or no such field");
    Option::<T>::deserialize(field)?.map(Some).ok_or_else(null)
}
