//! A point in time in JSON.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

/// A point in time: ISO 8601, UTC, always with milliseconds (`2026-01-01T00:00:00.000Z`).
///
/// Reads any offset and precision; stores and writes milliseconds, so a value that is sent back is
/// equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String, format = DateTime, example = "2026-01-01T00:00:00.000Z")]
pub struct Timestamp(jiff::Timestamp);

impl Timestamp {
    /// Start of the month of this time, in UTC.
    pub fn month_began(self) -> Self {
        let zoned = self.0.to_zoned(jiff::tz::TimeZone::UTC);
        let first = zoned.first_of_month().and_then(|day| day.start_of_day());
        Self(first.map_or(self.0, |day| day.timestamp()))
    }

    /// The current time of this computer.
    pub fn now() -> Self {
        jiff::Timestamp::now().into()
    }

    /// From milliseconds since 1970; `None` outside the years −9999 to 9999.
    pub fn from_millis(millis: i64) -> Option<Self> {
        jiff::Timestamp::from_millisecond(millis).ok().map(Self)
    }

    /// Milliseconds since 1970.
    pub fn as_millis(self) -> i64 {
        self.0.as_millisecond()
    }

    /// The time earlier by a duration, or the earliest possible time.
    pub fn saturating_sub(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(duration).unwrap_or(jiff::Timestamp::MIN))
    }

    /// The time later by a duration, or the latest possible time.
    pub fn saturating_add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration).unwrap_or(jiff::Timestamp::MAX))
    }

    /// The time as the library's type.
    pub fn get(self) -> jiff::Timestamp {
        self.0
    }
}

impl From<jiff::Timestamp> for Timestamp {
    fn from(exact: jiff::Timestamp) -> Self {
        // Rounding a valid time stamp to milliseconds keeps it valid.
        Self(jiff::Timestamp::from_millisecond(exact.as_millisecond()).unwrap_or(exact))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        jiff::Timestamp::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_milliseconds_and_writes_utc() {
        for (given, written) in [
            ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"),
            ("2026-01-01T02:00:00.123456+02:00", "2026-01-01T00:00:00.123Z"),
        ] {
            let it: Timestamp = serde_json::from_value(given.into()).expect(given);
            assert_eq!(serde_json::to_value(it).unwrap(), written);
        }
    }

    #[test]
    fn refuses_a_time_without_a_zone() {
        assert!(serde_json::from_str::<Timestamp>("\"2026-01-01T00:00:00\"").is_err());
    }
}
