//! The JSON that both ends of the wire speak: resources, errors, permissions, limits.
//!
//! Serde types and constants; no I/O, and nothing else of ours. Field names are exact. The push
//! contract, which the service's specification does not show, is an assumption of ours and stands
//! apart, in [`hmi::push`].
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

pub use error::{Elsewhere, Error, ErrorCode};
pub use permission::{Permission, UnknownPermission};
pub use timestamp::Timestamp;

/// The namespace that every path stands under.
pub const PREFIX: &str = "/api/v1";

/// The date of the contract that these types follow.
pub const CONTRACT_VERSION: &str = "2026-09-02";

/// The header that every response carries, success or error.
pub const REQUEST_ID_HEADER: &str = "request-id";

/// The header that every write carries.
pub const IDEMPOTENCY_KEY_HEADER: &str = "idempotency-key";

/// The header of an answer that repeats the original one under the same idempotency key.
pub const IDEMPOTENT_REPLAYED_HEADER: &str = "idempotent-replayed";

/// The last event of a stream that a client has, when it goes on behind it.
pub const LAST_EVENT_ID_HEADER: &str = "last-event-id";

/// Reads a field of a request that may be absent: where it is there, it is not null.
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
