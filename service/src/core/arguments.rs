//! Checks of arguments that several resources share.

use std::ops::RangeInclusive;

use tagbridge_api::limits::TAG_NAME_CHARS_MAX;

use super::{Refusal, TechnicalReason};

/// The longest name of a file or a project, in characters.
const TITLE_CHARS_MAX: usize = 256;

/// Checks a tag's name.
pub(super) fn check_name(name: &str) -> Result<(), TechnicalReason<'static>> {
    let length = name.chars().count();
    if (1..=TAG_NAME_CHARS_MAX).contains(&length) {
        return Ok(());
    }
    Err(TechnicalReason::Characters { low: 1, high: TAG_NAME_CHARS_MAX, found: length })
}

/// Refuses a name of a file or a project that is empty, too long, or contains unreadable
/// characters.
pub(super) fn check_title(field: &str, name: &str) -> Result<(), Refusal> {
    let found = name.trim().chars().count();
    if !(1..=TITLE_CHARS_MAX).contains(&found) {
        let why = TechnicalReason::Characters { low: 1, high: TITLE_CHARS_MAX, found };
        return Err(Refusal::bad_field(field, &why));
    }
    if name.chars().any(char::is_control) {
        return Err(Refusal::bad_field(field, &TechnicalReason::ControlCharacters));
    }
    Ok(())
}

/// `limit`, or the default.
pub(super) fn check_limit(
    given: Option<u32>,
    default: u32,
    allowed: RangeInclusive<u32>,
) -> Result<u32, Refusal> {
    let limit = given.unwrap_or(default);
    if allowed.contains(&limit) {
        return Ok(limit);
    }
    let (low, high) = allowed.into_inner();
    let (low, high, found) = (low.into(), high.into(), limit.into());
    Err(Refusal::bad_field("limit", &TechnicalReason::NumberOutside { low, high, found }))
}
