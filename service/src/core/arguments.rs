//! What arguments must be that more than one resource takes.

use std::ops::RangeInclusive;

use tagbridge_api::limits::TAG_NAME_CHARS_MAX;

use super::Refusal;

/// What a tag's name must be.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let length = name.chars().count();
    if (1..=TAG_NAME_CHARS_MAX).contains(&length) {
        return Ok(());
    }
    Err(format!("must have 1 to {TAG_NAME_CHARS_MAX} characters, found {length}"))
}

/// `limit`, or what it is unless told.
pub(super) fn check_limit(
    given: Option<u32>,
    default: u32,
    allowed: RangeInclusive<u32>,
) -> Result<u32, Refusal> {
    let limit = given.unwrap_or(default);
    if allowed.contains(&limit) {
        return Ok(limit);
    }
    let (min, max) = allowed.into_inner();
    Err(Refusal::bad_request(format!("limit: must be {min} to {max}, found {limit}")))
}
