//! A point in time in JSON.

use std::{fmt, time::Duration};

use serde::{
    Deserialize, Serialize, Serializer,
    de::{Error, Visitor, value::StrDeserializer},
};
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
        deserializer.deserialize_str(Text)
    }
}

/// Reads the text of a time stamp.
struct Text;

impl Visitor<'_> for Text {
    type Value = Timestamp;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a timestamp string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Timestamp, E> {
        match as_written(text) {
            Some(it) => Ok(it),
            None => jiff::Timestamp::deserialize(StrDeserializer::new(text)).map(Timestamp::from),
        }
    }
}

/// Reads what [`Timestamp`] writes, years from 1970 on; `None`: it is written in another form. Each pushed value
/// has a time stamp, so this has to be fast.
fn as_written(text: &str) -> Option<Timestamp> {
    const FORM: &[u8; 24] = b"0000-00-00T00:00:00.000Z";
    let text: &[u8; 24] = text.as_bytes().try_into().ok()?;
    let fits =
        |(it, form): (&u8, &u8)| if *form == b'0' { it.is_ascii_digit() } else { it == form };
    if !text.iter().zip(FORM).all(fits) {
        return None;
    }
    let number = |digits: std::ops::Range<usize>| {
        text[digits].iter().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'))
    };
    let (year, month, day) = (number(0..4), number(5..7), number(8..10));
    let (hour, minute, second) = (number(11..13), number(14..16), number(17..19));
    // The last days of months, and leap seconds, are for the library.
    let is_plain = year >= 1970
        && (1..=12).contains(&month)
        && (1..=28).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    if !is_plain {
        return None;
    }
    // Years that begin in March have their leap day at the end.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    // From the first of March of the year 0 to 1970.
    let days = days - 719_469;
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second;
    Timestamp::from_millis(seconds * 1000 + number(20..23))
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
    fn the_fast_way_and_the_library_read_the_same() {
        let mut fast = 0;
        // From 1969 to 2243, by steps that meet all days of the year and all hours.
        for step in 0..100_000 {
            let it = Timestamp::from_millis(-10_000_000_000 + step * 86_399_123).unwrap();
            let text = it.to_string();
            fast += i32::from(as_written(&text).is_some());
            assert_eq!(serde_json::from_value::<Timestamp>(text.as_str().into()).unwrap(), it);
            assert!(as_written(&text).is_none_or(|read| read == it), "{text}");
        }
        assert!(fast > 90_000, "{fast}");
        for text in
            ["2026-02-30T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-01-01T24:00:00.000Z"]
        {
            assert!(serde_json::from_value::<Timestamp>(text.into()).is_err(), "{text}");
        }
    }

    #[test]
    fn refuses_a_time_without_a_zone() {
        assert!(serde_json::from_str::<Timestamp>("\"2026-01-01T00:00:00\"").is_err());
    }
}
