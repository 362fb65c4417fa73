//! Points in time in JavaScript's representation.

use tagbridge_api::Timestamp;

/// Milliseconds since 1970.
#[expect(clippy::cast_precision_loss, reason = "milliseconds of any year that matters are exact")]
pub(crate) fn millis(at: Timestamp) -> f64 {
    at.as_millis() as f64
}

/// The point in time from milliseconds since 1970.
#[expect(clippy::cast_possible_truncation, reason = "milliseconds of any year fit")]
pub(crate) fn timestamp(millis: f64) -> Option<Timestamp> {
    Timestamp::from_millis(millis as i64)
}

/// Milliseconds since 1970, of the drivers' time type.
#[expect(clippy::cast_precision_loss, reason = "microseconds of any year that matters are exact")]
pub(crate) fn instant(at: jiff::Timestamp) -> f64 {
    at.as_microsecond() as f64 / 1000.0
}

pub(crate) fn now() -> f64 {
    millis(Timestamp::now())
}

/// A count in JavaScript's representation; exact up to 2^53, which our counts never reach.
#[expect(clippy::cast_precision_loss, reason = "see above")]
pub(crate) fn count(number: u64) -> f64 {
    number as f64
}

/// A count for a screen; our counts are less than 2^32.
pub(crate) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
