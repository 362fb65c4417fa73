//! Reading queries: an unknown, missing or malformed parameter is named in the 400.

use std::ops::RangeInclusive;

use axum::{extract::Query, http::Uri};
use serde::de::DeserializeOwned;

use super::envelope::Failure;

/// The query as its type.
pub(super) fn read<T: DeserializeOwned>(uri: &Uri) -> Result<T, Failure> {
    match Query::try_from_uri(uri) {
        Ok(Query(query)) => Ok(query),
        Err(rejection) => Err(Failure::bad_request(rejection.body_text())),
    }
}

/// `limit`, or what it is unless told.
pub(super) fn limit(
    given: Option<u32>,
    default: u32,
    allowed: RangeInclusive<u32>,
) -> Result<u32, Failure> {
    let limit = given.unwrap_or(default);
    if allowed.contains(&limit) {
        return Ok(limit);
    }
    let (min, max) = allowed.into_inner();
    Err(Failure::bad_request(format!("limit: must be {min} to {max}, found {limit}")))
}
